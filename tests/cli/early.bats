#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# --early: the earliest safe stop of gates. Times are drawn, not taken: what comes follows from the seeds. How
# often it errs is measured by tests/target/proof.py ("early").
load common
bats_require_minimum_version 1.5.0

# early STATUS ARGUMENT...: of two programs, the second with the settings $TREE
early() {
	local want=$1 status=0
	shift
	"$ASSAY" run --seed 7 --iterations 1 "$@" "$TARGET execution=0.02 seed=1" \
		"$TARGET execution=0.02 seed=2 $TREE" >out 2>err || status=$?
	[ "$status" = "$want" ] || { echo "status $status"; cat out err; return 1; }
}

# json FILTER: what the newest result says
json() {
	"$ASSAY" show --json @last >result.json
	"$SCHEMA_CHECK" "$SCHEMA" result.json >/dev/null
	jq -c "$1" result.json
}

@test "a gate that is clear ends it at a look, and says at which" {
	TREE=effect=0.06 early 1 --early --runs 80 --fail-if 'slower by 3%'
	rows gate | grep -Eq 'failed, .* more time, 95 %; proven after 20 of at most 80 rounds, 99.6 % at this look'
	rows note | grep -q 'stopped early: the size is good to its interval, not better'
	TREE=effect=0 early 0 --early --runs 80 --fail-if 'slower by 5%' -v
	rows gate | grep -Eq 'passed, .*; excluded after 10 of at most 80 rounds'
	rows plan | grep -q 'at most 80 rounds, looks after 10, 20, 40; 10 done'
	[ "$(json '[.plan.stopping, .plan.outcome, .plan.planned, .plan.done]')" = '["looks","complete",80,10]' ]
}

@test "what is not decided is measured to the end, and is status 3 with --require-decision alone" {
	TREE=effect=0.03 early 0 --early --runs 48 --fail-if 'slower by 3%'
	rows gate | grep -Eq 'undecided, .* more time, 95 %; after all 48 rounds'
	[ "$(json .plan.done)" = 48 ]
	TREE=effect=0.03 early 3 --early --runs 48 --fail-if 'slower by 3%' --require-decision
}

@test "JSON tells every look, its share of 5 %, and what all of them leave" {
	TREE=effect=0.03 early 0 --early --runs 48 --fail-if 'slower by 3%' --json
	"$SCHEMA_CHECK" "$SCHEMA" out >/dev/null
	jq -e '.gates[0].early | .rounds_max == 48 and [.looks[].rounds] == [6, 12, 24, 48] and
		([.alpha[] * 1000 | round] == [1, 4, 10, 35]) and (.blocked | length) == 4 and
		.region.lo == ([.looks[].lo] | max) and .region.hi == ([.looks[].hi] | min)' out
	jq -e '.comparisons[0].early.region == {lo: .comparisons[0].interval.lo, hi: .comparisons[0].interval.hi}' out
	jq -e '.comparisons[0].p == null' out
	TREE=effect=0 early 0 --runs 24 --fail-if 'slower by 30%' --json
	jq -e '.gates[0].early == null and .comparisons[0].early == null' out
}

@test "fewer than 24 rounds have one look, and no early stop" {
	TREE=effect=0 early 0 --early --runs 23 --fail-if 'slower by 30%'
	[ "$(json '[.plan.done, [.comparisons[0].early.looks[].rounds]]')" = '[23,[23]]' ]
}

@test "what is to be shown ends it when it holds, or when one of all is worse" {
	TREE=effect=0 early 0 --early --runs 80 --fail-unless 'not slower by 5%'
	rows gate | grep -Eq 'shown, .*: at most .*; after 10 of at most 80 rounds'
	TREE=effect=0.2 early 1 --early --runs 80 --fail-unless 'not slower by 5%' --fail-unless 'user not more by 1%'
	[ "$(json .plan.done)" = 10 ]
}

@test "several gates share the 5 %, and all of them are decided before it ends" {
	TREE=effect=0 early 0 --early --runs 80 --fail-if 'slower by 5%' --fail-if 'faster by 1%'
	done=$(json .plan.done)
	[ "$done" -gt 10 ]
	rows gate | grep -Eq 'slower by 5%: passed, .* 97.5 %; excluded after 10 of at most 80 rounds'
	rows gate | grep -Eq "faster by 1%: passed, .* 97.5 %; excluded after $done of at most 80 rounds"
}

# drawn N SIGNAL: an experiment whose programs send that to assay when they are called for the Nth time
drawn() {
	echo "$1" >nth
	rm -f count
	script drawn <<-END
		echo >>count
		if [ "\$(wc -l <count)" = "\$(cat nth)" ]; then
			kill -$2 "\$(cat pid)"
		fi
		exec $TARGET "\$@"
	END
	# shellcheck disable=SC2016
	sh -c 'echo $$ >pid && exec "$0" "$@"' "$ASSAY" run --early --runs 80 --fail-if 'slower by 3%' --seed 9 --iterations 1 \
		"./drawn execution=0.05 seed=1" "./drawn execution=0.05 seed=2 effect=0.03"
}

@test "Ctrl-C leaves the region of the looks before it, and rounds after them are not used" {
	run -130 drawn 64 INT
	[ "$(json '[.plan.outcome, [.comparisons[0].early.looks[].rounds], .comparisons[0].n]')" = '["stopped",[10,20],20]' ]
	[ "$(json '.plan.done > 20 and .comparisons[0].interval.lo == .comparisons[0].early.region.lo')" = true ]
}

@test "before the first look nothing is said" {
	run -130 drawn 14 INT
	[ "$(json '[.comparisons[0].verdict, .comparisons[0].interval.lo, .comparisons[0].early.looks]')" = '["none",null,[]]' ]
	"$ASSAY" show @last >out
	rows warning | grep -q 'before the first look at 10: no answer yet'
}

# bats test_tags=long
@test "what was interrupted goes on with the same looks" {
	drawn 100000 INT || true
	whole=$(json '[.plan.done, .comparisons[0].early]')
	run ! drawn 70 KILL
	rm count
	"$ASSAY" run --resume
	[ "$(json '[.plan.done, .comparisons[0].early]' | jq -c '.[1].rounds_max')" = 80 ]
	[ "$(json '[.plan.done, .comparisons[0].early]')" = "$whole" ]
}

# bats test_tags=long
@test "an extension up to that number of rounds keeps the looks; beyond it is a second look" {
	run -130 drawn 64 INT
	"$ASSAY" show @last >/dev/null
	rm -f count pid nth
	echo 0 >nth
	echo 0 >pid
	"$ASSAY" run --extend @last --runs 12
	[ "$(json '[.plan.stopping, [.comparisons[0].early.looks[].rounds]]')" = '["looks",[10,20,40]]' ]
	[ "$(json '[.comparisons[0].findings[].id] | index("SECOND_LOOK")')" = null ]
	"$ASSAY" run --extend @last --runs 60
	[ "$(json '.comparisons[0].verdict')" = '"none"' ]
}

@test "a suite says so for each benchmark, whose gates share the 5 %" {
	cat >assay.yaml <<-END
		early: yes
		runs: 80
		fail-if: slower by 5%
		benchmarks:
		  ab:
		    execute: '$TARGET execution=0.02 seed={seed}'
		    iterations: 1
		    parameters: {seed: [1, 2]}
		  alone:
		    execute: 'true'
		    runs: 3
	END
	"$ASSAY" run --seed 5
	"$ASSAY" show --json @last~1 >r.json
	jq -e '.plan.stopping == "looks" and .plan.done < 80' r.json
	sed -i 's/early: yes/early: perhaps/' assay.yaml
	run -2 "$ASSAY" run
	[[ $output == *"cannot use 'perhaps' for 'early': expected"* ]]
}

# bats test_tags=long
@test "diff and check: at most so many rounds; check says what --early would have taken" {
	git init -q r && cd r
	git config user.name t && git config user.email t@example.org
	echo "exec $TARGET execution=0.02 seed=1" >bench.sh
	git add . && git commit -qm one
	sed -i 's/seed/effect=0.2 seed/' bench.sh
	run -1 "$ASSAY" check --baseline HEAD --early --runs 40 --fail-if 'slower by 3%' --json -- sh bench.sh
	"$ASSAY" show --json @last >r.json
	jq -e '.plan.stopping == "looks" and .plan.done == 10' r.json
	run -1 "$ASSAY" check --baseline HEAD --runs 40 --fail-if 'slower by 3%' -- sh bench.sh
	[[ $output == *"--early would have taken 10 of these 40 rounds"* ]]
	run -1 "$ASSAY" diff HEAD --early --runs 40 --fail-if 'slower by 3%' -- sh bench.sh
	[[ $output == *"proven after 10 of at most 40 rounds"* ]]
}

@test "the overall ratio of what looks could end is from their regions, without a p" {
	git init -q r && cd r
	git config user.name t && git config user.email t@example.org
	for i in 1 2; do echo "exec $TARGET execution=0.02 seed=$i" >b$i.sh; done
	printf 'benchmarks:\n  one: {execute: sh b1.sh}\n  two: {execute: sh b2.sh}\n' >assay.yaml
	git add . && git commit -qm one
	sed -i 's/seed=/effect=0.2 seed=7/' b?.sh
	run -1 "$ASSAY" diff HEAD --early --runs 40 --fail-if 'slower by 3%' --json
	jq -e '.overall as $o | [.benchmarks[].comparison] as $c | ($c | length) == 2 and $o.p == null and
		($c | map(.early.looks | length) | min) >= 1 and
		($o.this_suite.lo - ($c | map(.interval.lo | log) | add / 2 | exp) | fabs) < 1e-9 and
		($o.this_suite.hi - ($c | map(.interval.hi | log) | add / 2 | exp) | fabs) < 1e-9' <<<"$output"
}

@test "builds that differ are all made before, so that nothing ends early, and it is said" {
	cat >make.sh <<-'END'
		echo "$RANDOM$RANDOM$$" >salt
		cat body salt >program
		chmod +x program
	END
	printf '#!/bin/sh\nexec %s execution=0.02 seed=1\n#' "$TARGET" >body
	"$ASSAY" run --early --builds 5 --budget 2s --fail-if 'slower by 90%' --build 'bash make.sh' --artifact program \
		-n a ./program -n b ./program >out 2>&1
	tr -s '\n ' ' ' <out | grep -qF 'no early stop (--early): builds differ, and all of them are made before'
}

# refused TEXT ARGUMENT...
refused() {
	run -2 "$ASSAY" "${@:2}"
	[[ $output == *"$1"* ]]
}

@test "what gates cannot end is refused before anything is measured" {
	refused 'without a gate that is to be decided' run --early 'touch m' true
	refused 'with one command' run --early --fail-if 'slower by 3%' 'touch m'
	refused '--early and --decide cannot be combined' run --early --decide --fail-if 'slower by 3%' 'touch m' true
	refused '--early and --precision cannot be combined' run --early --precision 1% --fail-if 'slower by 3%' 'touch m' true
	refused '--ratio=means' run --early --ratio means --fail-if 'slower by 3%' 'touch m' true
	refused 'one after the other' run --early --fail-if 'slower by 3%' --setup 'touch {n}' -L n a,b 'true {n}'
	[ ! -e m ]
}

# tails STATUS ITERATIONS ARGUMENT...: the same of programs of so many iterations, by their p90
tails() {
	local want=$1 iterations=$2 status=0
	shift 2
	"$ASSAY" run --early --seed 7 -w 0 --iterations "$iterations" --criterion time:p90 "$@" \
		-n a "$TARGET execution=0.02 iteration=0.05 seed=1" \
		-n b "$TARGET execution=0.02 iteration=0.05 seed=2 $TREE" >out 2>err || status=$?
	[ "$status" = "$want" ] || { echo "status $status"; cat out err; return 1; }
}

@test "a quantile of each execution ends it, and the looks are at rounds" {
	TREE=effect=0.2 tails 1 60 --runs 48 --fail-if 'slower by 3%'
	rows gate | grep -Eq 'failed, b against a: .* more time:p90, 95 %; proven after 6 of at most 48 rounds, 99.9 % at this look'
	[ "$(json '[.plan.done, .comparisons[0].n, .comparisons[0].early.rounds_max]')" = '[6,6,48]' ]
}

# bats test_tags=long
@test "a quantile that takes batches has its looks at whole batches" {
	TREE=effect=0 tails 0 10 --runs 130 --fail-if 'slower by 15%'
	rows gate | grep -Eq 'passed, .*; excluded after 35 of at most 130 rounds'
	grep -q '7 batches of 5 rounds' out
	[ "$(json '[.plan.done, .comparisons[0].n, [.comparisons[0].early.looks[].rounds]]')" = '[35,7,[35]]' ]
	# 26 batches and 3 rounds: they join the last batch, which only the last look is at
	TREE=effect=0.03 tails 0 10 --runs 133 --fail-if 'slower by 3%'
	[ "$(json '[.plan.done, [.comparisons[0].early.looks[].rounds], .comparisons[0].n]')" = '[133,[35,65,130],26]' ]
	TREE=effect=0 tails 0 10 --runs 100 --fail-if 'slower by 15%'
	[ "$(json '[.plan.done, [.comparisons[0].early.looks[].rounds]]')" = '[100,[100]]' ]
}

# bats test_tags=long
@test "rounds behind the last look do not join the batch that it was at" {
	echo 164 >nth
	script drawn <<-END
		echo >>count
		[ "\$(wc -l <count)" != "\$(cat nth)" ] || kill -INT "\$(cat pid)"
		exec $TARGET "\$@"
	END
	# shellcheck disable=SC2016
	run -130 sh -c 'echo $$ >pid && exec "$0" "$@"' "$ASSAY" run --early --runs 240 -w 0 --fail-if 'slower by 3%' --seed 9 \
		--iterations 10 --criterion time:p90 "./drawn execution=0.05 iteration=0.05 seed=1" \
		"./drawn execution=0.05 iteration=0.05 seed=2 effect=0.03"
	json '.comparisons[0].early.looks' >stopped
	[ "$(jq -c 'map(.rounds)' stopped)" = '[30,60]' ]
	[ "$(json .plan.done)" -gt 75 ]
	rm -f count && echo 0 >nth && echo 0 >pid
	"$ASSAY" run --extend @last --runs 60
	[ "$(json '.comparisons[0].early.looks[:2]')" = "$(jq -c . stopped)" ]
}

# bats test_tags=long
@test "with --detect there are as many rounds at most as see the change, by a dimensioning before them" {
	TREE=effect=0 early 0 --early --budget 10min --detect 3% --fail-if 'slower by 1%' -v
	[ "$(json '[.plan.detect, .plan.detect_beyond, .plan.stopping, .plan.planned % 8, .plan.planned >= 48]')" = \
		'[0.03,0.01,"looks",0,true]' ]
	rows plan | grep -Eq 'at most [0-9]+ rounds, for seeing a change of 3 % with 90 %, looks after'
	[ "$(json '[.subjects[0].tree.executions.role[] | select(. == "dimensioning")] | length')" = 5 ]
	json .plan.planned >coarse
	TREE=effect=0 early 0 --early --budget 10min --detect 2% --fail-if 'slower by 1%'
	[ "$(json .plan.planned)" -gt $((2 * $(cat coarse))) ]
	TREE=effect=0 early 0 --early --budget 10min --detect 2% --fail-if 'slower by 1%' --power 50%
	[ "$(json .plan.power)" = 0.5 ]
	# what is given for it does not pay for them
	TREE=effect=0.01 early 0 --early --budget 10min --detect 1.5% --fail-if 'slower by 1%' --max-runs 30
	[ "$(json '[.plan.planned, .plan.done, .plan.outcome, .plan.wanted > 200]')" = '[30,30,"max",true]' ]
	rows next | grep -Eq '^seeing a change of 1\.5 % takes about [0-9]+ rounds'
}

@test "where rare slow runs part the mean from the typical run, looks are at the typical run" {
	script a <<-'SH'
		n=$(($(cat a.n 2>/dev/null) + 1)); echo "$n" >a.n
		echo "assay 1
		iteration $((100000 + n * 37 % 11 * 100)) ns" >>"$ASSAY_REPORT"
	SH
	script b <<-'SH'
		n=$(($(cat b.n 2>/dev/null) + 1)); echo "$n" >b.n
		echo "assay 1
		iteration $(((97000 + n * 53 % 13 * 100) * (n % 11 == 5 ? 25 : 10) / 10)) ns" >>"$ASSAY_REPORT"
	SH
	"$ASSAY" run --early --runs 23 -w 0 --fail-if 'slower by 20%' ./a ./b >out
	[ "$(json '.comparisons[0] | .interval.hi < 1 and .ratio < 1 and .early.looks[0].ratio == .ratio')" = true ]
	head -n 1 out | grep -q '^./b takes 2\.[0-9]* % less time than ./a$'
	rows gate | grep -q 'passed'
	rm ./?.n
	# the slow ones among twelve are in the look's interval, which decides nothing yet; those among 24 are not
	"$ASSAY" run --early --runs 96 -w 0 --fail-if 'slower by 10%' ./a ./b >out
	[ "$(json '.comparisons[0].early.looks | [.[0].hi > 1.2, .[1].hi < 1, length]')" = '[true,true,2]' ]
	rows gate | grep -q 'passed'
}

@test "a difference has no interval where looks at the ratio could end it" {
	TREE=effect=0 early 0 --early --runs 24 --fail-if 'slower by 30%'
	"$ASSAY" show --difference @last -v >out
	rows warning | grep -q 'measured with looks at the ratio'
}
