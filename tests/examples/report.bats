#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# examples/report.sh, the reporter protocol in a few lines of shell.

setup() {
	cd "$BATS_TEST_TMPDIR"
	unset ASSAY_REPORT ASSAY_ITERATIONS
	report=$BATS_TEST_DIRNAME/../../examples/report.sh
}

@test "it reports as many iterations as asked for" {
	ASSAY_REPORT=r ASSAY_ITERATIONS=3 run "$report" true
	[ "$status" -eq 0 ]
	[ -z "$output" ]
	[ "$(head -n 1 r)" = "assay 1" ]
	[ "$(grep -Ecx 'iteration [0-9]+ ns' r)" -eq 3 ]
	[ "$(wc -l <r)" -eq 4 ]
}

@test "a command that fails makes a report that does not count" {
	ASSAY_REPORT=r ASSAY_ITERATIONS=3 run "$report" sh -c 'exit 7'
	[ "$status" -eq 1 ]
	[ "$(tail -n 1 r)" = "failed sh ended with status 7" ]
	[ "$(wc -l <r)" -eq 2 ]
}

@test "the size of machine code is a metric, and can be gated" {
	export HOME=$BATS_TEST_TMPDIR
	unset ASSAY_STORE XDG_DATA_HOME
	size=$BATS_TEST_DIRNAME/../../examples/code_size.sh
	printf 'int main(void) { return 0; }\n' >small.c
	printf '#include <stdlib.h>\nint main(int n, char **v) { return n > 1 ? atoi(v[1]) * atoi(v[n - 1]) + abs(atoi(v[n / 2])) : 0; }\n' >large.c
	"${CC:-cc}" -o small small.c
	"${CC:-cc}" -o large large.c
	"$size" ./small
	run "$ASSAY" run -r 6 --style none --fail-if 'code_size more by 1%' "$size ./small" "$size ./large"
	[ "$status" -eq 1 ]
	"$ASSAY" run -r 6 --style none --fail-if 'code_size more by 1%' "$size ./large" "$size ./small"
}
