#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The programs of examples/papers, and the campaign over them with drawn times.
bats_require_minimum_version 1.5.0

setup() {
	top=$BATS_TEST_DIRNAME/../..
	export HOME=$BATS_TEST_TMPDIR PAPERS_WORK=$BATS_TEST_TMPDIR/work
	unset ASSAY_STORE ASSAY_REPORT ASSAY_ITERATIONS ASSAY_WARMUP
	cd "$BATS_TEST_TMPDIR"
}

# drawn SD: the twelve benchmarks, 40 builds of 3 executions of 4 iterations; builds of fft differ by SD.
drawn() {
	awk -v sd="$1" '
		function normal() { return sqrt(-2 * log(1 - rand())) * cos(6.283185307 * rand()) }
		BEGIN {
			srand(3)
			print "subject,build,execution,iteration,value,unit"
			n = split("fft fft-na fft-na-opt fft-opt http http-opt marshal ping rijndael rijndael-opt tcp tcp-opt", name)
			for (s = 1; s <= n; s++)
				for (b = 1; b <= 40; b++) {
					luck = name[s] ~ /^fft/ ? sd * normal() : 0
					for (e = 1; e <= 3; e++)
						for (i = 1; i <= 4; i++)
							printf "%s,%d,%d,%d,%.9g,ms\n", name[s], b, e, i, 10 * (1 + luck + 0.01 * normal())
				}
		}' >s2.csv
}

@test "each program checks what it computes, and reports as many iterations as asked for" {
	for program in "rijndael" "ping tcp" "ping http"; do
		rm -f report
		# shellcheck disable=SC2086 # a word and its argument
		ASSAY_REPORT=report ASSAY_ITERATIONS=7 ASSAY_WARMUP=2 run "$BIN"/$program
		[ "$status" -eq 0 ]
		[ -z "$output" ]
		[ "$(grep -c '^iteration ' report)" -eq 7 ]
		[ "$(grep -c '^warmup ' report)" -eq 2 ]
	done
	run -2 "$BIN/ping" udp
}

@test "where the luck of builds is planted, the claims about it are reproduced" {
	drawn 0.05
	PAPERS_DRAWN=. "$top/papers/run" "$ASSAY" >page
	for claim in 'One binary a side' 'The FFT benchmarks suffer most' 'Rijndael does not suffer' 'Many binaries' 'Compilation matters'; do
		grep -q "^| $claim.* | \*reproduced\* |" page
	done
	grep -q 'the four have at least [5-9][0-9]\.' page
	grep -qE '^\| `rijndael` \| 0\.[0-9] \(0\.0\) ' page
	grep -q '^| fft | build | ' page
	grep -q '^| (21), (23) give.* | \*cannot be asked here\* |' page
}

@test "the optimum of 2006 is held against other plans of equal cost" {
	drawn 0.05
	printf 'fft\t%s\t%s\t%s\n' 4 20 0.0100 1 20 0.0150 9 20 0.0097 >s2-sweep.tsv
	PAPERS_DRAWN=. "$top/papers/run" "$ASSAY" >page
	grep -q '^| (21), (23) give.* | \*reproduced\* | of 1 benchmarks .* at most 3.1 % shorter than theirs (`fft`)' page
	grep -q '^| `fft` | 4 × 20 | ± 1 % | 9 × 20 | ± 0.97 % | 1 × 20 | ± 1.5 % |$' page
	sed -i 's/0.0097/0.0090/' s2-sweep.tsv
	PAPERS_DRAWN=. "$top/papers/run" "$ASSAY" >page
	grep -q '^| (21), (23) give.* | \*not reproduced\* | ' page
}

@test "where builds are all alike, the claims about them are not reproduced" {
	drawn 0
	PAPERS_DRAWN=. "$top/papers/run" "$ASSAY" >page
	grep -q '^| One binary a side.* | \*not reproduced\* |' page
	grep -q '^| Compilation matters for FFT.* | \*not reproduced\* |' page
	run ! grep -q '^| Rijndael.* | \*not reproduced\* |' page
}

# suites_drawn: suites of the fourth and the fifth study whose programs report times that they draw.
suites_drawn() {
	mkdir -p suites
	cat >draw <<'END'
#!/bin/sh
# draw s4 ADDS | draw s5 STATE | draw n N: one execution
exec awk -v what="$1" -v by="$2" -v name="$3" -v number="${HYPERFINE_ITERATION##*[!0-9]}" -v n="${ASSAY_ITERATIONS:-1}" \
	-v most="${BUSY_MOST:-8}" '
	function normal() { return sqrt(-2 * log(1 - rand())) * cos(6.283185307 * rand()) }
	function abs(x) { return x < 0 ? -x : x }
	BEGIN {
		srand(length(name) + 1000 * number)
		rand()
		print "assay 1"
		busy = int(number / 10) * (most % 5 == 4 ? 3 : 5) % (most + 1)
		slow = by * (rand() < busy / most / 1.3) * rand()
		if (what == "s4")
			printf "iteration %.9g ms\nexecution busy %d tasks\n", 100 * (1 + 0.0005 * abs(normal()) + slow), busy
		state = by * (rand() < 0.5)
		for (i = 0; what == "s5" && i < n; i++)
			printf "iteration %.9g us\n", 10 * (1 + 0.002 * (by ? abs(normal()) : normal()) + (i % 4 ? state : 0))
		if (what == "n")
			printf "iteration %.9g ns\n", 100 * by + 1000 * abs(normal())
	}' >>"$ASSAY_REPORT"
END
	chmod +x draw
	local bench
	for bench in seismod instances; do
		printf 'suite: S4\nbenchmarks:\n  %s: {execute: "%s s4 %s"}\n' $bench "$PWD/draw" "$1" >suites/s4-$bench.yaml
	done
	cat >suites/s5.yaml <<-END
		suite: S5
		iterations: 60
		benchmarks:
		  drawn: {execute: "$PWD/draw s5 $1 {which}", parameters: {which: [sumindex, pushall, branchsum, manyallocs]}}
	END
	cat >suites/s5-calibrations.yaml <<-END
		suite: S5
		iterations: 1
		benchmarks:
		  batch: {execute: "$PWD/draw n {n}", parameters: {n: [1, 10, 250, 500, 1000]}}
	END
}

# claims VERDICT TEXT...: each claim that begins so has that verdict.
claims() {
	local verdict=$1 claim
	shift
	for claim; do
		grep -q "^| $claim.* | \*$verdict\* |" page
	done
}

@test "the fourth and the fifth study, with drawn times: where what disturbs only adds, the minimum is best" {
	suites_drawn 0.3
	QUICK=1 DELAYS=400 FIGURES=no PAPERS_SUITES=$PWD/suites ONLY="S4 S5" "$top/papers/run" "$ASSAY" >page
	claims reproduced 'High load adds' 'The minimum is the best' 'At low load the minimum of 5' 'At high load, and at any' \
		'The minimum is the most robust' 'Median and trimmed mean go with' 'Minima of two trials' 'Single curves of T/n' \
		'Delays at every instruction'
	# a clock that errs as much as theirs makes the minimum too small
	claims 'not reproduced' 'In their delay model'
	claims 'cannot be asked here' 'The newer machine' 'Dozens of regressions'
	[ "$(grep -cE '^\| (average|median|quartile|minimum) \| [LH] \| [0-9.e-]+ \(' page)" -eq 8 ]
	[ "$(grep -cE '^\| (low|high|any) \| [0-9.e-]+ \(' page)" -eq 3 ]
	[ "$(grep -cE '^\| (sumindex|pushall|branchsum|manyallocs) \| (0|5|30) % \|' page)" -eq 12 ]
	[ "$(grep -cE '^\| (1|10|250|500|1000) \| [0-9.]+ \| [0-9.]+ % \|' page)" -eq 5 ]
	[ "$(grep -cE '^\| [a-z, ]+ \| (table|logistic|one|limit) \| [0-9]' page)" -eq 20 ]
	# all rows of a table are of one clock
	[ "$(jq -s 'length, (map(.resolution_ns) | unique | length)' "$PAPERS_WORK"/s5/s5-oracle.json | xargs)" = '10 1' ]
	run ! grep -qwiE 'nan|inf' page
	cp page before
	QUICK=1 DELAYS=400 FIGURES=no PAPERS_SUITES=$PWD/suites ONLY="S4 S5" "$top/papers/run" "$ASSAY" >page
	cmp page before # nothing is measured again
}

@test "where nothing disturbs the trials, no estimate of them is better than the mean" {
	suites_drawn 0
	QUICK=1 DELAYS=400 FIGURES=no PAPERS_SUITES=$PWD/suites ONLY=S5 "$top/papers/run" "$ASSAY" >page
	claims 'not reproduced' 'The minimum is the most robust'
	claims reproduced 'Minima of two trials'
	run ! grep -q '^## S4' page
}
