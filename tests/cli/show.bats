#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What was kept, shown again.
load common
bats_require_minimum_version 1.5.0

@test "show says which experiment it is, and where it was measured" {
	"$ASSAY" run --style none -r 2 --label nightly true
	run "$ASSAY" show
	[ "$status" -eq 0 ]
	[[ ${lines[0]} == 'experiment 1 "nightly"   '*', took '*', session 1' ]]
	[[ ${lines[1]} == "  machine  "*" processors, kernel $(uname -r)" ]]
	[[ $output != *uuid* && $output != *"$PWD"* ]]
	run "$ASSAY" show -v nightly
	[ "${lines[1]}" = "  command  assay run --style none -r 2 --label nightly true" ]
	[ "${lines[2]}" = "  in       $PWD" ]
	[[ $output == *"  uuid     "*"  facts    "*"kernel.aslr: "*"variables.names: "* ]]
}

@test "show -v has the answer above the long list of what was recorded of the machine" {
	"$ASSAY" run --style none -r 5 true
	"$ASSAY" show -v >out
	[ "$(grep -oE '^  (machine|time|random|uuid|assay|facts)\b' out | uniq | xargs)" = "machine time random uuid assay facts" ]
	[ "$(grep -c '^  facts' out)" -eq 1 ]
}

@test "show has the answer, the variation, what disturbs it, and the next experiment, in this order" {
	cp "$TARGET" prog
	"$ASSAY" run --style none -r 10 --iterations 40 --drop 0 './prog warm=0.5 cold=5 iteration=0.01 execution=0.02'
	"$ASSAY" show --verbose >out
	[ "$(grep -oE '^  (time|shape|variation|warning)\b' out | uniq | xargs)" = "time shape variation warning" ]
	"$ASSAY" show --verbose >out
	[ "$(grep -oE '^  (shape|variation|warning|steady|plan)\b' out | uniq | xargs)" = \
		"shape variation warning steady plan" ]
	"$ASSAY" run --style none -r 10 --iterations 10 './prog iteration=0.01 execution=0.02'
	"$ASSAY" show -v >out
	[ "$(grep -oE '^  (time|shape|variation|next)\b' out | uniq | xargs)" = "time shape variation next" ]
	[[ "$(rows next)" == *" would halve the interval, to +- "* ]]
}

@test "show of two results is their two screens, run's own with a header" {
	"$ASSAY" run -r 2 true >one
	"$ASSAY" run -r 2 true >two
	"$ASSAY" show @last~1 @last | grep -vE '^(experiment|  machine) |^   [^ ]' >got
	printf '\n%s\n\n\n%s\n' "$(grep -v '^   [^ ]' one)" "$(grep -v '^   [^ ]' two)" >want
	diff want got
}

@test "sessions: one boot, without a long pause, is one" {
	"$ASSAY" run --style none -r 2 true
	"$ASSAY" run --style none -r 2 true
	[[ "$("$ASSAY" show -v @last | head -n 1)" == *", session 1" ]]
}

# The observations of tests/golden/07_estimators.json.
observations() {
	echo execution,value
	printf '%s\n' \
		355.21 349.65 368.08 312.37 316.35 313.62 351.54 312.94 312.62 314.01 423.96 419.99 \
		377.63 313.27 312.86 312.08 312.77 312.79 599.47 314.13 312.96 340.25 313.46 312.72 \
		312.51 314.35 316.44 312.53 323.75 313.08 312.08 335.56 315.0 312.77 312.54 312.03 \
		313.59 |
		awk '{ print NR "," $0 }'
}

@test "--estimators says how much each estimate varies, and what it takes to tell programs apart" {
	observations >data.csv
	"$ASSAY" show --estimators data.csv >out
	grep -qxE '  mean +335 +16 % +9\.2 % .*' out
	grep -qxE '  minimum +312 +16 % +3\.9 % .*' out
	[ "$(grep -cE '^  (mean|median|lower quartile|minimum|trimmed mean|geometric mean|Hodges-Lehmann)  ' out)" = 14 ]
	grep -qxE ' +1 % +2 % +5 % +10 %' out
	tr -s '\n ' ' ' <out | grep -qF 'Beyond k = 7 there are fewer than five groups that share no execution: these numbers are rough'
	tr -s '\n ' ' ' <out | grep -qF 'How often each calls identical programs different: assay aa --estimator all RESULT.'
	"$ASSAY" show --estimators --json data.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.estimators | map(.name) == ["mean", "median", "q1", "min", "trimmed", "geomean", "hl"]' out
	jq -e '.executions == 37 and .sound == 4 and (.estimators[3] | .needed[1:] == [5, 5, 5] and .needed_published[3] == 3)' out
}

@test "--confidence shows the intervals at another level, and what is kept stays" {
	{ echo execution,value; seq 30 | awk '{ print NR "," 100 + ($1 * 7) % 10 }'; } >data.csv
	"$ASSAY" show --interval t --json data.csv >at95
	"$ASSAY" show --interval t --confidence 99% --json data.csv >at99
	jq -e '.subjects[0].summaries[0].interval.confidence == 0.99' at99
	jq -se '.[0].subjects[0].summaries[0].interval.half_width < .[1].subjects[0].summaries[0].interval.half_width' at95 at99
	"$ASSAY" run -v -r 10 true >out
	"$ASSAY" show -v --confidence 99% >out
	grep -q '99 %' out
	"$ASSAY" show --json | jq -e '.plan.confidence == 0.95'
	assay_fails 2 "cannot use '40%' for --confidence: expected a percentage from 50% to below 100%, such as 99%" \
		show --confidence 40%
}

@test "--method takes several, as a list or repeated" {
	"$ASSAY" run -v -r 10 true 'sh -c :' >out
	"$ASSAY" show --json --method fieller,mann-whitney >list
	"$ASSAY" show --json --method fieller --method mann-whitney >repeated
	cmp list repeated
	[ "$(jq -c '[.by_method[].method]' list)" = '["fieller","mann-whitney"]' ]
	run "$ASSAY" show -v --method fieller,wrong
	[ "$status" -eq 2 ]
}

@test "--estimators shows quantiles, MAD and the order-statistic interval of the median" {
	seq 20 | shuf --random-source=<(yes) | awk 'BEGIN { print "execution,value" } { print NR "," $0 }' >data.csv
	"$ASSAY" show --estimators data.csv >out
	tr -s '\n ' ' ' <out | grep -qF 'quantiles: 5 % 1.950, 95 % 19.05; median absolute deviation 5.00; median 6.00 .. 15.00 with 95.9 % confidence (order statistics)'
	"$ASSAY" show --estimators --json data.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.quantiles | (.q05 - 1.95 | fabs) < 1e-9 and .mad == 5 and .median_lo == 6 and .median_hi == 15' out
	seq 20 | awk 'BEGIN { print "execution,value" } { print NR "," $0 }' >data.csv
	"$ASSAY" show --estimators data.csv >out
	tr -s '\n ' ' ' <out | grep -qF 'no interval of the median: executions resemble their neighbours'
}

@test "--estimators of a few executions is refused with what would do" {
	printf 'execution,value\n1,5\n2,6\n3,5\n4,6\n5,5\n' >data.csv
	assay_fails 6 "cannot say how much estimates of 'data.csv' vary from 5 executions: measure at least 10; 20 say something" \
		show --estimators data.csv
}

@test "one metric in full, in the place of the criterion" {
	"$ASSAY" run -v -r 6 true 'sh -c :' >out
	"$ASSAY" show -v --metric peak-memory >out
	grep -qE '^  memory +[0-9.]+ [kM]B \+- ' out
	"$ASSAY" show --metric peak_memory --json >json
	jq -e '.subjects[0].summaries[0].metric == "peak_memory"' json
	assay_fails 2 "cannot take --method beside --metric: it is for the criterion alone; leave one of the two out" \
		show -v --metric cpu --method welch
}

@test "a metric that a result has not is refused with those it has" {
	"$ASSAY" run -v -r 3 true >out
	"$ASSAY" show -v --metric instructions >out 2>err || status=$?
	[ "$status" = 2 ]
	grep -q "^assay: cannot show 'instructions' of '@last': it has no values of that; it has wall, user, system, cpu, peak_memory" err
}

@test "what is told to be typed names the store that was named" {
	"$ASSAY" run -r 2 --store 'my s.db' true >out
	[[ $(tail -n 1 out) == *"more: assay show -v --store 'my s.db' 1" ]]
	"$ASSAY" show --store 'my s.db' 1 >out
	[[ $(tail -n 1 out) == *"more: assay show -v --store 'my s.db' 1" ]]
}

@test "of another tool's file no order and no seed is told: it does not have them" {
	foreign=$BATS_TEST_DIRNAME/../data/foreign
	for file in hyperfine_params.json jmh_sort.json go_count5.txt; do
		"$ASSAY" show -v "$foreign/$file" >out 2>err
		grep -q 'measured.by' out
		run ! grep -E 'order of executions|seed' out
		run ! grep -E '^  in *$|^  assay ' out # nor a folder, nor a version of assay
	done
	"$ASSAY" run -r 3 -w 0 --seed 7 true >screen
	"$ASSAY" show -v >out
	tr -s "\n " " " <out | grep -q "order of executions.*; seed 7"
}

@test "what another tool or a table measured is not asked for by options of assay, which make no more of it" {
	jq -n '{command: "a", mean: 2, times: [1.9, 2, 2.1], exit_codes: [0, 0, 0]} as $a | {results: [$a]}' >few.json
	jq '.results[0].exit_codes = [1, 1, 1]' few.json >failed.json
	printf 'build,execution,value,unit\n1,1,2,s\n2,1,3,s\n3,1,4,s\n' >few.csv
	"$ASSAY" show few.json >out
	[ "$(rows warning)" = "3 executions are too few; use 5 or more" ]
	"$ASSAY" show failed.json >out
	[ "$(rows failed)" = "all 3 executions failed: 3 exit status 1" ]
	"$ASSAY" show -v "$BATS_TEST_DIRNAME/../data/foreign/pyperf_one.json" >out 2>err
	[ "$(rows levels)" = "2 iterations each" ]
	"$ASSAY" show few.csv >out
	[ "$(rows warning)" = "3 builds are too few; use 5 or more" ]
	"$ASSAY" run -r 3 true >out
	rows warning | grep -qx '3 runs are too few; use 5 or more (-r 5)'
}

# bats test_tags=long
@test "10 000 commands take what ten times 1000 take, and not a hundred times" {
	python3 -c 'import json
json.dump({"results": [{"command": "c%d" % i, "times": [.1, .11, .12]} for i in range(10000)]}, open("many.json", "w"))'
	# seconds of processor, some ten times of what it takes; with the square of their number it would take minutes
	(ulimit -t 30; "$ASSAY" show many.json >screen; "$ASSAY" show -v many.json >screen; "$ASSAY" show --factors many.json >screen)
	grep -q c9999 screen
}

# instructions ARGUMENT...: that assay takes for it.
# What the C library writes into freed memory for the tests is no work of assay.
instructions() {
	MALLOC_PERTURB_=0 valgrind --tool=callgrind --callgrind-out-file=/dev/null "$ASSAY" "$@" 2>&1 >/dev/null |
		sed -n 's/.*Collected *: *\([0-9]*\).*/\1/p'
}

# bats test_tags=long
@test "work grows with the number of commands and not with its square: to show, compare, report and write as JSON" {
	command -v valgrind >/dev/null || skip "Valgrind is not installed"
	"$ASSAY" --version >/dev/null
	for n in 400 800 1600; do
		python3 -c 'import json, sys
json.dump({"results": [{"command": "c%d" % i, "times": [.1 + i % 7 / 100, .11, .12]} for i in range(int(sys.argv[1]))]}, open("many.json", "w"))' $n
		cp many.json $n.json
	done
	for verb in show 'show --json' compare 'report -o page.html'; do
		took=()
		for n in 400 800 1600; do
			# shellcheck disable=SC2086 # a verb with its options
			[ "$verb" != compare ] && took+=("$(instructions $verb $n.json)") || took+=("$(instructions compare $n.json $n.json)")
		done
		[ -n "${took[0]}" ] || skip "Valgrind cannot run this assay"
		# twice as many more take twice as much more; of work of which a sixth grows with the square they took 2.2 times
		echo "$verb: ${took[*]}"
		[ $(((took[2] - took[1]) * 100)) -lt $(((took[1] - took[0]) * 215)) ]
	done
}
