#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# --detect: a change that is to be seen. Times are drawn, not taken: what comes follows from the seeds. How
# often such a change is seen is measured by tests/target/proof.py ("to be seen").
load common
bats_require_minimum_version 1.5.0

# detect ARGUMENT...: of two programs, the second with the settings $TREE
detect() {
	"$ASSAY" run --seed 7 --stage1 10 --iterations 1 "$@" \
		"$TARGET execution=0.02 seed=1" "$TARGET execution=0.02 seed=2 $TREE"
}

# json FILTER: what the newest result says
json() {
	"$ASSAY" show --json @last >result.json
	"$SCHEMA_CHECK" "$SCHEMA" result.json >/dev/null
	jq -c "$1" result.json
}

@test "rounds are added until the change is seen, and no precision is aimed at" {
	TREE=effect=0 detect --detect 2% -v >out
	[ "$(json '[.plan.detect, .plan.power, .plan.detect_beyond, .plan.precision, .plan.outcome]')" = \
		'[0.02,0.9,0,null,"complete"]' ]
	rounds=$(json .plan.done)
	[ "$rounds" -ge 12 ]
	[ "$rounds" -le 60 ]
	rows plan | grep -q 'two stages: 10 in the first, .* for seeing a change of 2 % with 90 %'
	rows note | grep -q 'a change of .* would have been seen with 90 %'
}

@test "a smaller change takes more rounds, a smaller power fewer" {
	TREE=effect=0 detect --detect 2%
	json .plan.done >large
	TREE=effect=0 detect --detect 1%
	json .plan.done >small
	TREE=effect=0 detect --detect 1% --power 50%
	json .plan.done >unsure
	[ "$(cat small)" -gt $(($(cat large) * 2)) ]
	[ "$(cat unsure)" -lt "$(cat small)" ]
	[ "$(json .plan.power)" = 0.5 ]
}

@test "a change well beyond that size gets its verdict" {
	TREE=effect=0.06 detect --detect 3%
	[ "$(json '.comparisons[0].verdict')" = '"slower"' ]
}

@test "beside a precision whichever takes more decides" {
	TREE=effect=0 detect --detect 5%
	json .plan.done >coarse
	TREE=effect=0 detect --detect 5% --precision 0.5%
	[ "$(json .plan.precision)" = 0.005 ]
	[ "$(json .plan.done)" -gt $(($(cat coarse) * 3)) ]
}

@test "with a gate the change is told from its limit" {
	TREE=effect=0 detect --detect 3% --fail-if 'slower by 1%'
	[ "$(json '[.plan.detect, .plan.detect_beyond]')" = '[0.03,0.01]' ]
	json .plan.done >gated
	TREE=effect=0 detect --detect 3%
	[ "$(cat gated)" -gt "$(json .plan.done)" ]
}

@test "a gate on another metric is not what the change is told from" {
	TREE=effect=0 detect --detect 3% --fail-if 'peak_memory more by 10%'
	[ "$(json .plan.detect_beyond)" = 0 ]
}

@test "what is cut short says from how many rounds on the change is seen, and what these see" {
	TREE=effect=0 detect --detect 0.5% --max-runs 20 >out
	rows next | grep -Eq '^seeing a change of 0\.5 % takes about [0-9]+ rounds \(--max-runs [0-9]+\); these see [0-9.]+ %'
	[ "$(json .plan.outcome)" = '"max"' ]
	[ "$(json '.plan.wanted > 100')" = true ]
}

# bats test_tags=long
@test "of builds as many are made as see the change" {
	"$ASSAY" run --seed 3 --json --detect 1% --cost build=1s,start=100ms,iteration=10ms --budget 1h \
		--build "$TARGET build ./p" "./p build=0.01 execution=0.01 iteration=0.02 seed=1" \
		"./p build=0.01 execution=0.01 iteration=0.02 seed=2" >fine.json
	"$ASSAY" run --seed 3 --json --detect 5% --cost build=1s,start=100ms,iteration=10ms --budget 1h \
		--build "$TARGET build ./p" "./p build=0.01 execution=0.01 iteration=0.02 seed=1" \
		"./p build=0.01 execution=0.01 iteration=0.02 seed=2" >coarse.json
	[ "$(jq .plan.builds coarse.json)" -ge 10 ]
	[ "$(jq .plan.builds fine.json)" -gt $(($(jq .plan.builds coarse.json) * 2)) ]
	[ "$(jq -c '[.plan.detect, .plan.outcome]' fine.json)" = '[0.01,"complete"]' ]
}

@test "a budget that does not pay for enough builds says what it sees" {
	"$ASSAY" run --seed 3 --detect 0.2% --cost build=1s,start=100ms,iteration=10ms --budget 30s \
		--build "$TARGET build ./p" "./p build=0.01 execution=0.01 iteration=0.02 seed=1" \
		"./p build=0.01 execution=0.01 iteration=0.02 seed=2" >out
	rows note | grep -Eq '^the budget of 30 s is enough to see a change of [0-9.]+ %, not one of 0\.2 %'
}

# drawn N: an experiment whose programs kill assay when they are called for the Nth time
drawn() {
	echo "$1" >nth
	rm -f count
	script drawn <<-END
		echo >>count
		if [ "\$(wc -l <count)" = "\$(cat nth)" ]; then
			kill -KILL "\$(cat pid)"
		fi
		exec $TARGET "\$@"
	END
	# shellcheck disable=SC2016
	sh -c 'echo $$ >pid && exec "$0" "$@"' "$ASSAY" run --detect 1% --budget 10m --seed 9 --stage1 10 --iterations 1 \
		"./drawn execution=0.02 seed=1" "./drawn execution=0.02 seed=2"
}

# bats test_tags=long
@test "what was interrupted goes on towards the change" {
	drawn 100000
	json .plan.done >whole
	run ! drawn 70
	rm count
	"$ASSAY" run --resume
	[ "$(json '[.plan.detect, .plan.power]')" = '[0.01,0.9]' ]
	[ "$(json .plan.done)" = "$(cat whole)" ]
}

# refused TEXT ARGUMENT...
refused() {
	run -2 "$ASSAY" "${@:2}"
	[[ $output == *"$1"* ]]
}

@test "a change that cannot be planned for is refused before anything is measured" {
	assay_fails 2 "cannot plan for a change (--detect) with one command: a change is one of two; give both, or say how narrow the interval is to be (--precision)" \
		run --detect 3% true
	assay_fails 2 "cannot plan to see a change of 3% (--detect) with the gate 'slower by 3%': what is to be seen must lie beyond its limit; give a larger change" \
		run --detect 3% --fail-if 'slower by 3%' true false
	assay_fails 2 "cannot use '0%' for --detect: expected a percentage above 0% and below 100%, such as 1%" run --detect 0% true false
	assay_fails 2 "cannot use '100%' for --power: expected a percentage above 0% and below 100%, such as 90%" \
		run --detect 3% --power 100% true false
	assay_fails 2 "cannot use '0%' for --power: expected a percentage above 0% and below 100%, such as 90%" \
		run --detect 3% --power 0% true false
	refused 'above 0% and below 100%' run --detect 1%,3% true false
	assay_fails 2 "cannot use --power without a change that is to be seen: add --detect, such as --detect 3%" run --power 80% true false
	refused '--runs' run --detect 3% --runs 9 true false
	refused '--difference' run --detect 3% --difference true false
	refused '--precision-each' run --detect 3% --precision-each true false
	[ "$("$ASSAY" list --json | jq ".results | length")" = 0 ]
}

@test "a suite whose benchmarks are measured by themselves has no change to see" {
	printf 'benchmarks:\n  a:\n    execute: "true"\n' >assay.yaml
	refused 'assay diff' run --detect 3%
}
