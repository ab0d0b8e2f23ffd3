#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# S1 and S3 of papers/run over tables whose truth is known.
bats_require_minimum_version 1.5.0

setup() {
	top=$BATS_TEST_DIRNAME/../..
	export HOME=$BATS_TEST_TMPDIR PAPERS_WORK=$BATS_TEST_TMPDIR/work PAPERS_DRAWN=.
	unset ASSAY_STORE ASSAY_REPORT ASSAY_ITERATIONS ASSAY_WARMUP QUICK
	cd "$BATS_TEST_TMPDIR" || return
}

# drawn "BUILDS EXECUTIONS ITERATIONS" "NAME SD_OF_BUILDS SD_OF_EXECUTIONS"...: a table; iterations vary by 1.
drawn() {
	printf '%s\n' "$@" | awk '
		function normal() { return sqrt(-2 * log(1 - rand())) * cos(6.283185307 * rand()) }
		NR == 1 { builds = $1; executions = $2; iterations = $3; srand(7)
			print "subject," (builds ? "build," : "") "execution,iteration,value,unit"; next }
		{ for (b = 1; b <= (builds ? builds : 1); b++) {
			luck = $2 * normal()
			for (e = 1; e <= executions; e++) {
				of_execution = $3 * normal()
				for (i = 1; i <= iterations; i++)
					printf "%s,%s%d,%d,%.9g,ms\n", $1, builds ? b "," : "", e, i, 1000 + luck + of_execution + normal()
			}
		} }'
}

# says VERDICT CLAIM: the page holds the claim that begins so to be that.
says() {
	grep -qE "^\\| $2.* \\| \\*$1\\* \\|" page
}

@test "S1: where executions and builds are planted as the paper has them, its claims are reproduced" {
	drawn "0 24 30" "fft 0 60" "fft-fixed 0 25" "marshal 0 2.5" "ping 0 0.8" "http 0 0.6" "auction 0 0" >s1.csv
	drawn "20 3 10" "ping 1 0" "marshal 1 0" >s1-builds.csv
	ONLY=S1 "$top/papers/run" "$ASSAY" >page
	for claim in 'Samples of one run' 'So they are where' 'The influence exists' 'It is very large' 'More samples' 'Runs shift' 'Of Marshaling' 'Compilation'; do
		says reproduced "$claim"
	done
	says 'cannot be asked here' 'Times follow'
	grep -qE '^\| `fft` \| 24 × 30 \| [4-9][0-9]\.' page
}

@test "S1: where nothing but iterations varies, none of them is" {
	drawn "0 24 30" "fft 0 0" "fft-fixed 0 0" "marshal 0 0" "ping 0 0" "http 0 0" "auction 0 0" >s1.csv
	drawn "20 3 10" "ping 0 0" "marshal 0 0" >s1-builds.csv
	ONLY=S1 "$top/papers/run" "$ASSAY" >page
	for claim in 'Samples of one run' 'So they are where' 'The influence exists' 'It is very large' 'Compilation'; do
		says 'not reproduced' "$claim"
	done
	says 'cannot be asked here' 'Runs shift'
}

@test "S3: levels are told apart, and a layout that is planted is found" {
	drawn "0 20 20" "a 0 3" "b 0 0.2" "c 0 0" >s3.csv
	drawn "20 3 10" "interpreter 1 0" >s3-layout.csv
	ONLY=S3 "$top/papers/run" "$ASSAY" >page
	says reproduced 'Executions of some programs'
	says reproduced 'Sometimes even a compiler'
	says 'cannot be asked here' 'Time can be saved'
	drawn "0 20 20" "a 0 0.3" "b 0 0.2" "c 0 0" >s3.csv
	drawn "20 3 10" "interpreter 0 0" >s3-layout.csv
	rm -rf work
	ONLY=S3 "$top/papers/run" "$ASSAY" >page
	says 'not reproduced' 'Executions of some programs'
	says 'not reproduced' 'Sometimes even a compiler'
}
