#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# examples/fft/assay.yaml, by its own Makefile.

setup() {
	cp "$BATS_TEST_DIRNAME"/../../examples/fft/* "$BATS_TEST_TMPDIR"
	cd "$BATS_TEST_TMPDIR"
	export HOME=$BATS_TEST_TMPDIR
	unset ASSAY_REPORT ASSAY_ITERATIONS ASSAY_WARMUP ASSAY_STORE XDG_DATA_HOME
}

@test "the suite of the fft is listed and measured" {
	[ "$("$ASSAY" run --list --json | jq '[.benchmarks[].commands] | add')" -eq 4 ]
	"$ASSAY" run -r 2 --builds 2 --iterations 3 --only 'f*' --only its-table >out
	[ "$(grep -c '^  [fi].*2 ' out)" -eq 3 ]
	"$ASSAY" show --json @last | jq -e '.subjects[0].summaries[0].metric == "wall"'
}
