#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# --decide: two looks at a comparison, each at its own level. Times are drawn, not taken: what is
# decided follows from the seeds. How often it errs is in tests/prop/test_looks.c.
load common

# decide SECOND ARGUMENT...: six rounds, and then at most some more; the second program is so
decide() {
	"$ASSAY" run --decide --seed 7 --stage1 6 --precision 50% --iterations 1 "${@:2}" \
		"$TARGET execution=0.02 seed=1" "$TARGET execution=0.02 seed=2 $1"
}

# json FILTER: what the newest result says
json() {
	"$ASSAY" show --json @last >result.json
	"$SCHEMA_CHECK" "$SCHEMA" result.json >/dev/null
	jq -c "$1" result.json
}

@test "what is undecided gets more rounds once, and both looks are said" {
	decide effect=0 -v --max-runs 20 >out
	diff - <(head -2 out) <<-'END'
		plan: two looks: the first verdict at 99.5 % confidence; if that leaves anything
		      undecided, more rounds, once, and the last verdict at 95.2 %
	END
	[ "$(rows looks)" = "undecided at the first look, at 99.5 % confidence after 6 rounds; the second is at 95.2 %, after 20 rounds" ]
	grep -q '(95.2 %, 20 rounds, p' out
	[ "$(json '[.plan.decide, .plan.first_look, .plan.last_look, .plan.done, .comparisons[0].look, .comparisons[0].interval.confidence]')" = \
		'[true,6,20,20,"last",0.952]' ]
}

@test "a difference that is found at the first look ends it there" {
	decide effect=0.3 -v >out
	[ "$(rows looks)" = "the first of two looks decided, after 6 rounds, at 99.5 % confidence" ]
	grep -q ', 99.5 %, 6 rounds, p' out
	[ "$(json '[.plan.first_look, .plan.last_look, .plan.done, .comparisons[0].look, .comparisons[0].verdict]')" = \
		'[6,0,6,"first","slower"]' ]
}

@test "a gate that the first look leaves undecided gets the last, too" {
	status=0
	decide effect=0.3 -v --fail-if 'slower by 25%' --max-runs 40 >out || status=$?
	[ "$status" -eq 1 ]
	[ "$(rows looks)" = "undecided at the first look, at 99.5 % confidence after 6 rounds; the second is at 95.2 %, after 40 rounds" ]
	rows gate | grep -q 'slower by 25%: failed, .* 95.2 %$'
	[ "$(json '[.plan.last_look, .comparisons[0].verdict]')" = '[40,"slower"]' ]
}

@test "where nothing allows more rounds the last look is at the same ones" {
	decide effect=0 -v --max-runs 6 >out
	[ "$(rows looks)" = "undecided at the first look, at 99.5 % confidence after 6 rounds; no more rounds were allowed, and the second is at 95.2 %" ]
	[ "$(json '[.plan.first_look, .plan.last_look, .plan.done, .comparisons[0].interval.confidence]')" = \
		'[6,6,6,0.952]' ]
}

@test "the last look has as many rounds as half the tolerance takes, and twice as many at least" {
	decide effect=0 -v --tolerance 4% >out
	rounds=$(json .plan.done)
	[ "$rounds" -ge 12 ]
	[ "$rounds" -lt 40 ]
	decide effect=0 -v --tolerance 2% >out
	[ "$(json .plan.done)" -gt "$rounds" ]
}

@test "levels of several comparisons are divided by their number" {
	"$ASSAY" run --decide --seed 7 --stage1 6 --precision 50% --iterations 1 --max-runs 12 \
		"$TARGET execution=0.02 seed=1" "$TARGET execution=0.02 seed=2" "$TARGET execution=0.02 seed=3" >out
	grep -q '(95.2 % for all 2 together' out
	[ "$(json '[.comparisons[] | select(.metric == "time") | .interval.confidence]')" = '[0.976,0.976]' ]
}

@test "what it cannot be combined with is refused in a sentence" {
	assay_fails 2 "--runs and --decide cannot be combined: --runs is an exact number; leave one out" \
		run --decide -r 5 true false
	assay_fails 2 "cannot decide (--decide) with one command: there is nothing to compare it with; give two, or leave --decide out" \
		run --decide true
	assay_fails 2 "--decide and --build cannot be combined: all builds are made before the first round, and those that a second look would add would meet another state of the machine (ask for more at once: --builds, --budget); leave one out" \
		run --decide --build make true false
	assay_fails 2 "cannot decide (--decide) at a confidence of 99%: the levels of two looks are known for 95% only; leave --confidence out" \
		run --decide --confidence 99% true false
	assay_fails 2 "cannot decide (--decide) between commands that run one after the other, because drift cannot be told from a difference then; give them one --setup and --cleanup without parameters" \
		run --decide -L x 1,2 --setup 'echo {x}' 'true {x}'
	decide effect=0 -v --max-runs 6 >out
	assay_fails 2 "cannot take --decide beside --extend: the plan and the commands are those of the experiment; only --runs, --precision, --budget, and options of screen, export and store can stand there" \
		run --decide --extend @last
}

@test "a third look gets no verdict, whether the others were seen or not" {
	decide effect=0.3 --style none
	"$ASSAY" run -v --extend @last -r 2 >out
	[ "$(json '[.experiment.second_look, .plan.decide, .plan.first_look, .comparisons[0].verdict, .comparisons[0].interval.confidence]')" = \
		'[true,false,0,"none",0.95]' ]
}

@test "interrupted between the looks, it goes on to the same verdict" {
	script prog <<-'END'
		echo >>count
		if [ -s pid ] && [ "$(wc -l <count)" = 25 ]; then
			sleep 0.5 # a busy machine has time to write down the one before
			kill -KILL "$(cat pid)"
			sleep 5
		fi
		exec "$TARGET" execution=0.02 "$@"
	END
	options='--decide --seed 7 --stage1 6 --precision 50% --iterations 1 --max-runs 20'
	# shellcheck disable=SC2086
	"$ASSAY" run -v $options './prog seed=1' './prog seed=2' >out
	want=$(json '[.comparisons[0], .plan.first_look, .plan.last_look, .plan.done]')
	: >count
	status=0
	# shellcheck disable=SC2086
	sh -c 'echo $$ >pid && exec "$0" run '"$options"' "./prog seed=1" "./prog seed=2"' "$ASSAY" >out 2>err || status=$?
	[ "$status" = 137 ]
	rm pid
	"$ASSAY" run -v --resume >out 2>err
	[ "$(json '[.comparisons[0], .plan.first_look, .plan.last_look, .plan.done]')" = "$want" ]
}

@test "--require-decision looks twice where that can be, and takes a fixed number as it is" {
	status=0
	"$ASSAY" run --require-decision --seed 7 --stage1 6 --precision 50% --iterations 1 --max-runs 12 \
		"$TARGET execution=0.02 seed=1" "$TARGET execution=0.02 seed=2" >out || status=$?
	[ "$status" -eq 3 ]
	[ "$(json '[.plan.decide, .plan.first_look, .plan.last_look]')" = '[true,6,12]' ]
	status=0
	"$ASSAY" run --require-decision --seed 7 -r 6 --iterations 1 \
		"$TARGET execution=0.02 seed=1" "$TARGET execution=0.02 seed=2" >out || status=$?
	[ "$status" -eq 3 ]
	[ "$(json .plan.decide)" = false ]
}

@test "what is exported and read again has both looks" {
	decide effect=0 -v --max-runs 20 >out
	want=$(json '[.plan, .comparisons]')
	"$ASSAY" export @last x.json
	"$SCHEMA_CHECK" "$DATA_SCHEMA" x.json
	[ "$("$ASSAY" show --json x.json | jq -c '[.plan, .comparisons]')" = "$want" ]
}
