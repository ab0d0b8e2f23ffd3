#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Results that were measured apart.
load common

measure() {
	"$ASSAY" run --style none -r 6 -n it 'sleep 0.01'
}

@test "results measured apart are compared without a verdict" {
	measure
	measure
	run "$ASSAY" compare -v @last~1 @last
	[ "$status" -eq 0 ]
	[[ $output == *"no verdict; measured: "* ]]
	[[ $output == *"warning  measured apart, not in the same rounds"* ]]
}

@test "other environments are refused, and the facts that differ are named" {
	LANG=C LD_LIBRARY_PATH=/nowhere measure
	LANG=C LD_LIBRARY_PATH=/else measure
	LANG=C GOGC=off measure
	local because="they were measured in different environments" do="measure both in one assay run, or insist with --across"
	assay_fails 4 "cannot compare '2' with '1': $because (env.LD_LIBRARY_PATH is /else and /nowhere); $do" \
		compare 1 2
	assay_fails 4 "cannot compare '3' with '2': $because (env.GOGC is off in '3' only, env.LD_LIBRARY_PATH is /else in '2' only); $do" \
		compare 2 3
	assay_fails 4 "cannot compare '3' with '2': $because (env.GOGC is off in '3' only, env.LD_LIBRARY_PATH is /else in '2' only); $do" \
		compare --json 2 3
}

@test "an experiment is not compared with itself" {
	measure
	assay_fails 2 "cannot compare '@last' with '1': they are the same experiment; measure once more, or assay show it" \
		compare 1 @last
}

@test "what has no name in common, or another criterion, is not compared" {
	measure
	"$ASSAY" run --style none -r 2 true false -i
	"$ASSAY" run --style none -r 2 -n it --criterion peak_memory true
	assay_fails 2 "cannot compare '1' with the rest: no command has the same name in both (one has 'it', the other 'true'); measure both in one assay run, or name them alike with -n" \
		compare 1 2
	assay_fails 2 "cannot compare '3' with '1': one is peak_memory in bytes, the other wall in ns; measure both with the same --criterion" \
		compare 1 3
	assay_fails 2 "cannot compare nothing: name two results, as in assay compare @last~1 @last" compare
}

@test "one result that has nothing inside to compare is refused, with what to do" {
	"$ASSAY" run --style none -r 3 true
	assay_fails 2 "cannot compare inside '@last': it has one command; name two results, as in assay compare @last~1 @last" \
		compare @last
	printf '%s\n' '{"context": {}, "benchmarks": [' \
		'{"name": "a", "run_type": "iteration", "iterations": 9, "real_time": 1.0, "cpu_time": 1.0, "time_unit": "ns"},' \
		'{"name": "b", "run_type": "iteration", "iterations": 9, "real_time": 2.0, "cpu_time": 2.0, "time_unit": "ns"}]}' >two.json
	assay_fails 2 "cannot compare inside 'two.json': benchmarks of one program are not compared with each other; make two commands of them, as in assay run './bench one' './bench two'" \
		compare --pairs=all two.json
}

@test "the verdict stands first, then a line for each result, and none is wider than the screen" {
	"$ASSAY" run -r 3 'sleep 0.001' >out
	"$ASSAY" run -r 3 'sleep 0.0011111111111' >out
	COLUMNS=40 "$ASSAY" compare 1 2 >out
	[[ $(head -n 1 out) == "2 against 1: "* ]]
	grep -qE '^  1   sleep 0.001' out
	[ "$(awk '{ if (length($0) > n) n = length($0) } END { print n }' out)" -le 40 ]
}

# JMH's JSON: six forks of a rate and of a time. jmh FILE UNIT RATE LATENCY
jmh() {
	jq -n --arg unit "$2" --argjson rate "$3" --argjson time "$4" 'def of($b; $mode; $unit; $v): {jmhVersion: "1.37", benchmark: $b, mode: $mode,
		threads: 1, forks: 6, primaryMetric: {score: $v, scoreUnit: $unit, rawData: [range(6) as $f | [range(3) | $v * (1 + 0.001 * . + 0.0003 * $f)]]},
		secondaryMetrics: {}}; [of("a.B.run"; "thrpt"; $unit; $rate), of("a.B.lat"; "avgt"; "us/op"; $time)]' >"$1"
}

@test "benchmarks of one file are compared each by its own metric, and gates mean the worse direction of it" {
	jmh old.json ops/s 1000000 1000
	jmh new.json ops/s 800000 1000
	run "$ASSAY" compare old.json new.json --fail-if 'slower by 5%'
	[ "$status" -eq 0 ] # measured apart, so that nothing is decided; nothing failed
	[[ $output == *"measured: 20.00 % less"* ]]
	[[ $output != *"nothing to compare"* ]]
	[[ $output == *"slower by 5%: undecided, a.B.run"*"less rate"* ]]
	[[ $(tr -s '\n ' '  ' <<<"$output") == *"the benchmarks are compared by several metrics"* ]]
	run "$ASSAY" show new.json
	[[ $output == *"a.B.run (mode=thrpt)"*"ops/s"*"a.B.lat (mode=avgt)"*"ms"* ]]
	run --separate-stderr "$ASSAY" show --json new.json
	jq -e '[.subjects[].summaries[0].metric] == ["rate", "time"] or error([.subjects[].summaries[0].metric] | tostring)' <<<"$output"
	# each once by each metric
	jq -e '[.subjects[] | [.summaries[].metric] | sort] == [["rate", "time"], ["rate", "time"]] or error([.subjects[] | [.summaries[].metric]] | tostring)' <<<"$output"
	# the user's word counts for all
	run "$ASSAY" compare --criterion time old.json new.json
	[[ $output == *"a.B.run"*"0 executions"* ]]
}

@test "rates of another unit are the same rates" {
	jmh s.json ops/s 1000000 1000
	jmh ms.json ops/ms 800 1000
	run "$ASSAY" compare s.json ms.json
	[ "$status" -eq 0 ]
	[[ $output == *"20.00 % less"* ]]
	jq '.[0:1]' s.json >rate.json
	jq '.[1:2] | .[0].benchmark = "a.B.run" | .[0].mode = "thrpt"' s.json >time.json
	assay_fails 2 "cannot compare 'time.json' with 'rate.json': one is time in ns, the other rate in ops/s; have the tool that wrote them measure the same of both" \
		compare rate.json time.json
}

@test "of a file in which nothing succeeded it is said that there is no result" {
	echo '{"summary": {"successRate": 0.5, "average": 0.005, "requestsPerSec": 200}, "latencyPercentiles": {"p50": 0.005}}' >half.json
	sed 's/0\.5,/0,/' half.json >none.json
	run "$ASSAY" compare half.json none.json
	[ "$status" -eq 2 ]
	[[ $output == *"cannot compare 'none.json' with 'half.json': 'none.json' has no result, as none of its executions ended well (no request succeeded)"* ]]
	run "$ASSAY" compare none.json half.json
	[ "$status" -eq 2 ]
	[[ $output == *"cannot compare 'half.json' with 'none.json': 'none.json' has no result"* ]]
}

@test "of another tool's results no profile is advised, as their command is not known" {
	jmh both.json ops/s 1000000 1000
	jq '.[0:1]' both.json >old.json
	jq '.[0:1] | .[0].primaryMetric.rawData[0][0] = 1000001' both.json >new.json
	run "$ASSAY" compare old.json new.json
	[[ $output == *"measures both in the same rounds"* ]]
	[[ $output != *"assay aa"* ]]
}

@test "a value that is a text without a number is told with its member and line, and nothing else is advised" {
	printf '[\n {"name": "a", "unit": "ms", "value": ""},\n {"name": "b", "unit": "ms", "value": 12.5}]\n' >gab.json
	"$ASSAY" show ./gab.json >out 2>note
	grep -q 'a  *no result: none of its values is a number' out
	absent wall out
	grep -q "1 of its values is no number and is left out: 'value' of line 2 is ''" note
	grep -q 'it has no single values of 1 of its 2 benchmarks' note
}

@test "a benchmark that was measured by another metric is told by its name, and the others are compared" {
	jmh old.json ops/s 1000000 1000
	jmh new.json ops/s 1000000 1000
	jq '.[0].primaryMetric.scoreUnit = "us/op"' new.json >other.json
	run "$ASSAY" compare old.json other.json
	[ "$status" -eq 0 ]
	local flat
	flat=$(tr -s '\n ' '  ' <<<"$output")
	[[ $flat == *"warning a.B.run"*"her.json): nothing to compare: the two are measured by different metrics"* ]]
	[[ $flat == *"a.B.lat"*"measured: 0.0"* ]]
}
