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

# drawn SD: the ten benchmarks, 40 builds of 3 executions of 4 iterations; builds of fft differ by SD.
drawn() {
	awk -v sd="$1" '
		function normal() { return sqrt(-2 * log(1 - rand())) * cos(6.283185307 * rand()) }
		BEGIN {
			srand(3)
			print "subject,build,execution,iteration,value,unit"
			n = split("fft fft-na fft-na-opt fft-opt http http-opt rijndael rijndael-opt tcp tcp-opt", name)
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
}

@test "where builds are all alike, the claims about them are not reproduced" {
	drawn 0
	PAPERS_DRAWN=. "$top/papers/run" "$ASSAY" >page
	grep -q '^| One binary a side.* | \*not reproduced\* |' page
	grep -q '^| Compilation matters for FFT.* | \*not reproduced\* |' page
	run ! grep -q '^| Rijndael.* | \*not reproduced\* |' page
}
