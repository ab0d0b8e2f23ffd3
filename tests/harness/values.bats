#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay_value: many numbers of a program with a main of its own.

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	unset ASSAY_REPORT ASSAY_ITERATIONS ASSAY_WARMUP ASSAY_STORE XDG_DATA_HOME XDG_CACHE_HOME
	export HOME=$BATS_TEST_TMPDIR
	values=$PROGRAMS/values
}

@test "numbers are reported one set after the other, as assay reads them" {
	"$ASSAY" run -r 1 -w 0 --criterion latency "$values latency us" >out
	"$ASSAY" show --json | jq -c '.subjects[0].tree.iterations.values.latency | length, .[:4], .[-1]' >got
	[ "$(cat got)" = "100003
[1000000,1001000,1002000,0]
99999000" ]
}

@test "without assay nothing is written" {
	"$values" latency us
	[ -z "$(ls)" ]
}

@test "a name of two words, and a report that cannot be written, are failures" {
	run "$values" 'a b' us
	[ "$status" -eq 1 ]
	ASSAY_REPORT=$PWD/nowhere/r run "$values" latency us
	[ "$status" -eq 1 ]
}
