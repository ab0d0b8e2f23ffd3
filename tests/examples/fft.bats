#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# examples/fft, alone and as it reports.
bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_TMPDIR"
	unset ASSAY_REPORT ASSAY_ITERATIONS ASSAY_WARMUP
}

# times PATTERN: how many lines of the report are so.
times() {
	grep -Ecx "$1" report
}

@test "alone it prints a table" {
	run "$FFT" 256 7
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "256 numbers forth and back, memory allocated once, 7 iterations" ]
	[[ "${lines[1]}" =~ ^\ \ minimum\ +[0-9.]+\ us$ ]]
	[ "${#lines[@]}" -eq 6 ]
}

@test "sizes from 1 on transform forth and back without error" {
	for size in 1 2 4 8 1024 4096; do
		"$FFT" --allocate $size 3 | grep -Eq '^  error +[0-9.]+e-1[5-9]$|^  error +0.0e\+00$'
	done
}

@test "a report has as many iterations as asked for, with their ends" {
	ASSAY_REPORT=report ASSAY_ITERATIONS=500 ASSAY_WARMUP=3 run "$FFT" 64
	[ "$status" -eq 0 ]
	[ -z "$output" ]
	[ "$(head -n 1 report)" = "assay 1" ]
	[ "$(times 'warmup [0-9]+ ns t=[0-9]+')" -eq 3 ]
	[ "$(times 'iteration [0-9]+ ns t=[0-9]+')" -eq 500 ]
	[ "$(times 'value processor [0-9]+ ns less')" -eq 503 ]
	[ "$(wc -l <report)" -eq 1007 ]
}

@test "words go before the environment, and reports are appended" {
	echo before >report
	ASSAY_REPORT=report ASSAY_ITERATIONS=9 "$FFT" 64 4
	[ "$(head -n 1 report)" = before ]
	[ "$(times 'iteration [0-9]+ ns t=[0-9]+')" -eq 4 ]
}

@test "a report that cannot be written is an error" {
	ASSAY_REPORT=/dev/null/report run "$FFT" 64 2
	[ "$status" -eq 1 ]
	[ "$output" = "fft: cannot write the report '/dev/null/report': Not a directory" ]
}

@test "what is no size or count is a usage error" {
	for words in "3" "0" "-4" "x" "8 0" "8 1 1" "16777217" "8 99999999999999999999" "--alloc"; do
		# shellcheck disable=SC2086
		run "$FFT" $words
		[ "$status" -eq 2 ]
		[[ "$output" = "usage: fft "* ]]
	done
	ASSAY_ITERATIONS=x run "$FFT" 8
	[ "$status" -eq 2 ]
}

@test "its own Makefile builds it" {
	cp "$BATS_TEST_DIRNAME"/../../examples/fft/{fft.c,pages.h,Makefile} .
	make -s CC="${CC:-cc}"
	./fft 16 2
}

@test "with --pages it reports what the cache has no room for, where the kernel tells, and else not" {
	ASSAY_REPORT=$BATS_TEST_TMPDIR/report "$FFT" --pages 4096 3
	told=$(grep -c page_conflicts "$BATS_TEST_TMPDIR/report" || true)
	[ "$told" -le 1 ]
	[ "$(grep -cEx 'execution page_conflicts [0-9]+ pages less' "$BATS_TEST_TMPDIR/report")" -eq "$told" ]
	ASSAY_REPORT=$BATS_TEST_TMPDIR/without "$FFT" 4096 3
	run ! grep page_conflicts "$BATS_TEST_TMPDIR/without"
}
