#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs of examples/ for the founding papers: wave, warm, auction and call.
bats_require_minimum_version 1.5.0

setup() {
	examples=$BATS_TEST_DIRNAME/../../examples
	unset ASSAY_REPORT ASSAY_ITERATIONS ASSAY_WARMUP MAKEFLAGS
	cd "$BATS_TEST_TMPDIR" || return
}

# reports PROGRAM [ARGUMENT]: it ends well, says nothing, and reports 7 iterations and 2 of warm-up.
reports() {
	rm -f report
	ASSAY_REPORT=report ASSAY_ITERATIONS=7 ASSAY_WARMUP=2 run "$@"
	[ "$status" -eq 0 ]
	[ -z "$output" ]
	[ "$(grep -c '^iteration ' report)" -eq 7 ]
	[ "$(grep -c '^warmup ' report)" -eq 2 ]
}

@test "each checks what it computes, and reports as many iterations as asked for" {
	reports "$BIN/auction"
	reports "$BIN/warm"
	reports "$BIN/wave"
	reports "$BIN/wave" 3
	run -2 "$BIN/wave" 65
	run -2 "$BIN/wave" 2 2
}

@test "an iteration of the auction is timed without what checks it" {
	reports "$BIN/auction"
	awk '$1 == "iteration" { sum += $2; split($4, t, "="); if (!first) { first = t[2]; sum = 0 } last = t[2] }
		END { exit !(sum > 0 && sum < last - first) }' report
}

@test "call is compiled to the same each time, and to names that are drawn where it is told to" {
	cp -r "$examples/call" "$examples/layout" .
	make -s -C call OPT=-O0
	reports ./call/call ping
	reports ./call/call marshal
	run -2 ./call/call
	cp call/cdr.o once
	make -s -B -C call OPT=-O0 cdr.o
	cmp call/cdr.o once
	make -s -B -C call OPT=-O0 LUCK=random cdr.o
	cp call/cdr.o once
	make -s -B -C call OPT=-O0 LUCK=random cdr.o
	for object in call/cdr.o once; do nm $object | grep -o '_GLOBAL__N_[0-9a-f]\{16\}' | sort -u; done >drawn
	[ "$(sort -u drawn | wc -l)" -eq 2 ]
}
