#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs written with include/assay.h: what they print, and what they report.

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	unset ASSAY_REPORT ASSAY_ITERATIONS ASSAY_WARMUP ASSAY_STORE XDG_DATA_HOME XDG_CACHE_HOME
	export HOME=$BATS_TEST_TMPDIR
	well=$PROGRAMS/well
}

# The output with its lines as they were before they had to fit.
unwrapped() {
	echo "$output" | sed -E -e :a -e '$!N' -e 's/\n {11,}/ /' -e ta -e P -e D
}

# report NAME: what it reports, in the file `r`.
report() {
	rm -f r.*
	ASSAY_REPORT=$PWD/r ASSAY_ITERATIONS=${ITERATIONS:-5} ASSAY_WARMUP=${WARMUP:-0} "$well" "$1" || return
	cat r.* >r
}

@test "the names are those of all combinations, the last parameter fastest" {
	run "$well" --list 'copy*' steps together
	[ "$status" -eq 0 ]
	[ "$output" = "copy/size=16/from=0
copy/size=16/from=1
copy/size=64/from=0
copy/size=64/from=1
copy/size=100/from=0
copy/size=100/from=1
steps/i=-2
steps/i=1
steps/i=4
together/threads=1
together/threads=2
together/threads=4" ]
}

@test "a glob chooses by the whole name, and a plain name all runs of its benchmark" {
	[ "$("$well" --list '*from=1' | wc -l)" -eq 3 ]
	[ "$("$well" --list copy | wc -l)" -eq 6 ]
	[ "$("$well" --list words/length)" = words/length ]
}

@test "a table has a row for each, and says what it does not know" {
	run "$well" --time 1ms nothing copy/size=64/from=0 words/length
	[ "$status" -eq 0 ]
	[[ "${lines[0]}" = "benchmark "*" minimum     median       mean   measured     least .. 90 %" ]]
	[[ "${lines[1]}" =~ ^nothing\ +[0-9.]+\ ns\ +[0-9.]+\ [nu]s\ +[0-9.]+\ [num]s\ +[0-9]+\ x\ [0-9]+ ]]
	echo "$output" | grep -Eq '^ +[0-9.]+ [kMGT]?B/s(,|$)'
	[[ "$output" = *"scope      inside this process only: "* ]]
	[[ "$(unwrapped)" = *"next       assay run $well repeats the process, "* ]]
	[[ "$(unwrapped)" =~ clock\ +CLOCK_MONOTONIC_RAW:\ resolution\ [0-9.]+\ ns,\ a\ reading\ takes\ [0-9.]+\ ns,\ error\ up\ to\ [0-9.e+]+\ ns ]]
}

@test "as many iterations are reported as were asked for, with what was timed together" {
	ITERATIONS=4 WARMUP=1 report nothing
	[ "$(head -n 1 r)" = "assay 1" ]
	[ "$(grep -Ecx 'iteration [0-9.e-]+ ns n=[0-9]+ t=[0-9]+ benchmark=nothing' r)" -eq 3 ]
	[ "$(grep -Ecx 'warmup [0-9.e-]+ ns n=[0-9]+ t=[0-9]+ benchmark=nothing' r)" -eq 1 ]
	# Those of the calibration are kept as well: T_1, T_2, ...
	[ "$(grep -Ecx 'warmup [0-9.e-]+ ns( n=[0-9]+)? benchmark=nothing' r)" -ge 2 ]
}

@test "numbers of the benchmark's own are reported, of several threads together" {
	report together/threads=2
	grep -qx 'execution each 1 1' r
	grep -qx 'execution threads 2 1' r
	grep -qx 'execution number 0.5 1' r
	grep -Eqx 'execution rate [0-9.e+]+ ops/s' r
	report steps/i=-2
	grep -qx 'execution i -2 1' r
	report copy/size=16/from=1
	grep -Eqx 'execution bytes_per_second [0-9.e+]+ B/s more' r
}

@test "of several threads the table says what they did together" {
	run "$well" --time 1ms together/threads=2
	[ "$status" -eq 0 ]
	[ "$(nproc --all)" -ge 2 ] || [[ "$(unwrapped)" = *"more threads than processors: they take turns"* ]]
	unwrapped | grep -Eq ' [0-9.]+ [kMGT]?operations/s together, means of threads +[0-9.]+ [num]?s +to +[0-9.]+ [num]?s *,'
}

@test "a fixture and prepared inputs are there for each operation, and given back" {
	run "$well" --time 1ms words/length inputs
	[ "$status" -eq 0 ]
	[ "$(echo "$output" | grep -c failed)" -eq 0 ]
}

@test "large inputs are timed in small numbers, and that is said" {
	run "$well" --time 1ms large_inputs
	[ "$status" -eq 0 ]
	[[ "$output" =~ \ x\ 16\  ]]
	[[ "$(unwrapped)" = *"fewer operations are timed together than wanted: so many inputs have no room"* ]]
}

@test "assay run takes each process for an execution of iterations" {
	run "$ASSAY" run --runs 3 --iterations 4 --json "$MICRO sumindex"
	[ "$status" -eq 0 ]
	[[ "$output" = *'items_per_second'* ]]
	[[ "$output" = *'"time"'* ]]
}

@test "the processor's counter is taken where it keeps its rate, else the reason is said" {
	run "$well" --clock counter --time 1ms nothing
	if [ "$status" -eq 0 ]; then
		[[ "$output" =~ clock\ +(TSC|CNTVCT_EL0):\ resolution ]]
	else
		[ "$status" -eq 2 ]
		[[ "$output" = "$well: --clock counter cannot be had here: "* ]]
	fi
}

@test "assay is told which benchmarks there are, and chooses one" {
	ASSAY_LIST=$PWD/list run "$well" nothing 'words/*'
	[ "$status" -eq 0 ]
	[ -z "$output" ]
	[ "$(cat list)" = "assay 1
benchmark nothing
benchmark words/length" ]
	ASSAY_REPORT=r ASSAY_ITERATIONS=2 ASSAY_BENCHMARK=words/length "$well"
	[ "$(grep -c '^iteration .* benchmark=words/length$' r.*)" -eq 2 ]
}

@test "how many operations are timed together is kept, per benchmark and machine" {
	report nothing
	n=$(sed -n 's/^iteration .* n=\([0-9]*\) .*/\1/p' r | head -n 1)
	kept=$(echo .cache/assay/repetitions/*)
	grep -qx "benchmark nothing" "$kept"
	grep -qx "repetitions $n" "$kept"
	[ "$(ls .cache/assay/repetitions | wc -l)" -eq 1 ]
	# Kept by hand, so that a count made anew would differ; the time is far from none that still fits.
	sed -i 's/^repetitions .*/repetitions 77777/' "$kept"
	report nothing
	[ "$(grep -c '^iteration .* n=77777 ' r)" -eq 5 ]
	[ "$(grep -c '^warmup' r)" -eq 0 ]
	# The code is another one: what was kept is of no use.
	sed -i 's/^ns .*/ns 1e12/' "$kept"
	report nothing
	[ "$(grep -c '^warmup' r)" -ge 2 ]
	[ "$(grep -c '^ns 1e+12' "$kept")" -eq 0 ]
}

@test "what is kept and damaged is found again" {
	report nothing
	kept=$(echo .cache/assay/repetitions/*)
	for damage in '' 'assay repetitions 1' 'repetitions 0' "$(sed 's/^repetitions.*/repetitions -5/' "$kept")"; do
		echo "$damage" >"$kept"
		report nothing
		[ "$(grep -c '^iteration' r)" -eq 5 ]
		grep -Eqx 'repetitions [1-9][0-9]*' "$kept"
	done
}

@test "without a home nothing is kept, and all is measured" {
	HOME='' XDG_CACHE_HOME='' report nothing
	[ "$(grep -c '^iteration' r)" -eq 5 ]
	[ ! -e .cache ]
	XDG_CACHE_HOME=$PWD/x report nothing
	[ "$(ls x/assay/repetitions | wc -l)" -eq 1 ]
}

@test "the document has every measurement and every time of the calibrations" {
	"$well" --json --time 1ms --calibrate 3 nothing copy/size=64/from=1 together/threads=2 >doc
	jq -e '.format == "assay-harness-1" and (.benchmarks | length) == 3' doc
	jq -e '.benchmarks[0] | .name == "nothing" and .failed == null and (.ns | length) >= 3 and .minimum_ns <= .median_ns
		and (.calibrations | length) == 3 and .modes >= 1' doc
	jq -e '.benchmarks[0].calibrations[] | (.operations | length) == (.ns | length) and .operations[0] == 1' doc
	jq -e '.benchmarks[1] | .parameters == {"size": 64, "from": 1} and .bytes_per_operation == 64' doc
	jq -e '.benchmarks[2].threads_mean_ns | length == 2' doc
	jq -e '.clock.resolution_ns > 0 and .clock.accuracy_ns >= 1000' doc
}

@test "isolated runs give the same document" {
	"$well" --json --isolate --time 1ms nothing together/threads=2 >doc
	jq -e '.benchmarks[0] | (.ns | length) >= 3 and (.calibrations | length) == 1' doc
	jq -e '.benchmarks[1].threads_mean_ns | length == 2' doc
	jq -e '[.benchmarks[1].counters[].name] == ["each", "threads", "number", "rate"]' doc
}

@test "candidates are timed in turn with one count, and compared round by round" {
	"$POPCOUNT" --json --time 5ms --seed 7 popcount/plain popcount/builtin >doc
	jq -e '.seed == "7" and (.benchmarks | length) == 2' doc
	jq -e '.benchmarks[0].repetitions == .benchmarks[1].repetitions' doc
	jq -e '(.benchmarks[0].ns | length) == (.benchmarks[1].ns | length)' doc
	jq -e '.benchmarks[1].ratio | .to == "popcount/plain" and .low <= .estimate and .estimate <= .high and .rounds >= 6' doc
	jq -e '.benchmarks[0].ratio == null' doc
}

@test "the example of check then bench shows the wrong variant and times the right ones" {
	run "$POPCOUNT" --time 5ms
	[ "$status" -eq 5 ]
	[[ "$output" = *"popcount/short      failed: wrong, and not timed: byte 0 is "* ]]
	[ "$(unwrapped | grep -c 'times as long as popcount/plain (')" -eq 2 ]
}

@test "under assay run the wrong variant of the example is left out, and the right ones are measured" {
	run "$ASSAY" run --runs 3 --iterations 4 "$POPCOUNT"
	[ "$status" -eq 5 ]
	[ "$(echo "$output" | grep -Ec '^  popcount/(plain|kernighan|builtin) +3 runs: [0-9.]+, ')" -eq 3 ]
	[[ "$(unwrapped)" = *"failed   popcount/short: the only execution failed: 1 exit status 5; the last reason: it reported: benchmark popcount/short: wrong, and not timed: byte 0 is "* ]]
}

@test "allocations are counted where the program asks for it" {
	report allocates
	if [ "$SANITIZE" = none ]; then
		grep -qx 'execution allocations 4 1 less' r
		grep -qx 'execution allocated 414 B less' r
		run "$well" --time 1ms allocates
		[[ "$output" = *"4 allocations of 414 B together"* ]]
	fi
	run "$POPCOUNT" --json --time 1ms popcount/plain
	[ "$(echo "$output" | jq '.benchmarks[0].events_per_operation.allocations')" = null ]
}

@test "the processor's counters are shown, or why there are none" {
	run "$well" --time 1ms nothing
	if [[ "$output" = *"counters   none of the processor: "* ]]; then
		[ "$("$well" --json --time 1ms nothing | jq '.benchmarks[0].events_per_operation.cycles')" = null ]
	else
		"$well" --json --time 1ms nothing | jq -e '.benchmarks[0].events_per_operation | .instructions >= 2 and .cycles > 0'
		[[ "$output" = *" cycles, "*" instructions"* ]]
	fi
}

@test "a thousand runs are listed" {
	[ "$("$well" --list many | wc -l)" -eq 1000 ]
}

@test "a program that is built with the one file is built once for all of its benchmarks" {
	cp "$BUILD/src/harness/assay_single.h" .
	cat >prog.c <<-'C'
		#define ASSAY_IMPLEMENTATION
		#include "assay_single.h"
		ASSAY_BENCH(divide) { unsigned x = 1000003, y = 7; assay_loop (state) { assay_hide(y); assay_keep(x / y); } }
		ASSAY_BENCH(multiply) { unsigned x = 1000003, y = 7; assay_loop (state) { assay_hide(y); assay_keep(x * y); } }
		ASSAY_RANGE(multiply, "n", 1, 8, 8);
		const char mark[] = MARK;
		ASSAY_MAIN()
	C
	"$ASSAY" run --builds 2 -r 2 --build 'echo >>builds; cc -DMARK="\"$ASSAY_SEED\"" prog.c -o prog -lm -pthread' ./prog
	[ "$(wc -l <builds)" -eq 2 ]
	"$ASSAY" show --json | jq -e '[.subjects[] | .name, .builds_of] == ["divide", 0, "multiply/n=1", 0, "multiply/n=8", 0]'
	"$ASSAY" show --json | jq -e '[.subjects[].tree.builds.seed] | unique | length == 1'
}
