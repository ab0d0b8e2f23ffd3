#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# tools/count-tests on logs as Meson writes them.

setup() {
	cd "$BATS_TEST_TMPDIR"
	mkdir -p build/meson-logs build/meson-info
	echo '[]' >build/meson-info/intro-tests.json
	log=build/meson-logs/testlog.json
	count=$BATS_TEST_DIRNAME/../../tools/count-tests
}

# logged NAME RESULT TAP: one test in the log.
logged() {
	jq -cn --arg n "$1" --arg r "$2" --arg o "$3" '{name: $n, result: $r, stdout: $o}' >>$log
}

@test "subtests are counted, not tests" {
	logged a OK $'1..2\nok 1 - x\nok 2 - y\n'
	logged b OK $'ok 1 x\n# a remark\n  not ok 1 - of an inner one\n1..1\n'
	run "$count" build
	[ "$status" -eq 0 ]
	[ "$output" = "3 passed, 0 failed, 0 skipped" ]
}

@test "failures and skips are named" {
	logged a FAIL $'1..3\nok 1 - x\nnot ok 2 - y\nok 3 - z # SKIP no bats here\n'
	run "$count" build
	[ "$status" -eq 1 ]
	[ "$output" = $'failed: a: y\nskipped: a: z (no bats here)\n1 passed, 1 failed, 1 skipped' ]
}

@test "a skip is a failure where every part is demanded" {
	logged a OK $'1..1\nok 1 - z # SKIP no bats here\n'
	logged b SKIP $'1..0 # SKIP no cmocka\n'
	run "$count" --demand build
	[ "$status" -eq 1 ]
	[ "${lines[2]}" = "0 passed, 2 failed, 0 skipped" ]
	run "$count" build
	[ "$status" -eq 0 ]
	[ "${lines[2]}" = "0 passed, 0 failed, 2 skipped" ]
}

@test "a test that dies is a failure, with and without a count" {
	logged a ERROR $'1..3\nok 1 - x\n'
	logged b ERROR ''
	logged c TIMEOUT $'1..1\nok 1 - x\n'
	run "$count" build
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = "failed: a: 1 seen of 3 planned" ]
	[ "${lines[1]}" = "failed: b: ERROR" ]
	[ "${lines[2]}" = "failed: c: TIMEOUT" ]
	[ "${lines[3]}" = "2 passed, 3 failed, 0 skipped" ]
}

@test "a test without subtests counts as one" {
	logged a OK 'all well'
	logged b FAIL 'not well'
	run "$count" build
	[ "$status" -eq 1 ]
	[ "${lines[1]}" = "1 passed, 1 failed, 0 skipped" ]
}

@test "a test that did not run is a failure" {
	logged 'assay:unit / a' OK $'1..1\nok 1 - x\n'
	echo '[{"name": "a"}, {"name": "b"}]' >build/meson-info/intro-tests.json
	run "$count" build
	[ "$status" -eq 1 ]
	[ "$output" = $'failed: b: did not run\n1 passed, 1 failed, 0 skipped' ]
}

@test "nothing at all is a failure" {
	: >$log
	run "$count" build
	[ "$status" -eq 1 ]
	[ "${lines[1]}" = "0 passed, 1 failed, 0 skipped" ]
}
