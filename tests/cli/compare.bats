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
