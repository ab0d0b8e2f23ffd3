#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The programs of examples/layout, alone and as they report.

setup() {
	cd "$BATS_TEST_TMPDIR"
	unset ASSAY_REPORT ASSAY_ITERATIONS ASSAY_WARMUP
}

@test "alone they print a line" {
	for program in interpreter words; do
		run "$LAYOUTS/$program"
		[ "$status" -eq 0 ]
		[[ "$output" =~ ^20\ iterations:\ minimum\ [0-9.]+\ us,\ median\ [0-9.]+\ us,\ maximum\ [0-9.]+\ us$ ]]
	done
}

@test "a report has as many iterations as asked for, each with its ends and the processor's time" {
	for program in interpreter words; do
		ASSAY_REPORT=$program.report ASSAY_ITERATIONS=90 ASSAY_WARMUP=3 run "$LAYOUTS/$program"
		[ "$status" -eq 0 ]
		[ -z "$output" ]
		[ "$(head -n 1 $program.report)" = "assay 1" ]
		[ "$(grep -Ecx 'warmup [0-9]+ ns t=[0-9]+' $program.report)" -eq 3 ]
		[ "$(grep -Ecx 'iteration [0-9]+ ns t=[0-9]+' $program.report)" -eq 90 ]
		[ "$(grep -Ecx 'value processor [0-9]+ ns less' $program.report)" -eq 93 ]
		[ "$(wc -l <$program.report)" -eq 187 ]
	done
}

@test "a report that cannot be written is an error" {
	ASSAY_REPORT=/dev/null/report run "$LAYOUTS/words"
	[ "$status" -eq 1 ]
	[ "$output" = "words: cannot write the report '/dev/null/report': Not a directory" ]
}

@test "their own Makefile builds them" {
	cp "$BATS_TEST_DIRNAME"/../../examples/layout/* .
	make -s CC="${CC:-cc}"
	ASSAY_ITERATIONS=2 ./interpreter
	ASSAY_ITERATIONS=2 ./words
}
