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

# again NAME RESULT TAP: the same test in the log of the second run.
again() {
	jq -cn --arg n "$1" --arg r "$2" --arg o "$3" '{name: $n, result: $r, stdout: $o}' >>build/meson-logs/again.json
}

@test "a test that passes when it is run again counts, and is named as unsteady" {
	logged 'assay:cli / a' FAIL $'1..2\nok 1 - x\nnot ok 2 - y\n'
	again 'assay:cli / a' OK $'1..2\nok 1 - x\nok 2 - y\n'
	run "$count" build
	[ "$status" -eq 0 ]
	[ "$output" = $'unsteady, failed first and passed alone: assay:cli / a: y\n2 passed, 0 failed, 0 skipped' ]
}

@test "a test that fails twice has failed, also where it is another part of it" {
	logged a FAIL $'1..2\nnot ok 1 - x\nok 2 - y\n'
	again a FAIL $'1..2\nok 1 - x\nnot ok 2 - y\n'
	logged b TIMEOUT $'1..1\nok 1 - x\n'
	again b ERROR ''
	logged c FAIL $'1..1\nnot ok 1 - z\n'
	run "$count" build
	[ "$status" -eq 1 ]
	[ "$output" = $'failed: a: y\nfailed: b: ERROR\nfailed: c: z\n1 passed, 3 failed, 0 skipped' ]
}

@test "a second run of a test that passed changes nothing" {
	logged a OK $'1..1\nok 1 - x\n'
	again a FAIL $'1..1\nnot ok 1 - x\n'
	run "$count" build
	[ "$status" -eq 0 ]
	[ "$output" = "1 passed, 0 failed, 0 skipped" ]
}

@test "what failed is listed for a second run, skips and passes are not" {
	logged 'assay:cli / a' FAIL $'1..1\nnot ok 1 - x\n'
	logged 'assay:unit / prop/b' TIMEOUT ''
	logged c OK $'1..1\nok 1 - x # SKIP no bats here\n'
	run "$count" --failed build
	[ "$status" -eq 0 ]
	[ "$output" = $'a\nprop/b' ]
}

@test "a test that failed and is skipped the second time has failed" {
	logged a FAIL $'1..1\nnot ok 1 - x\n'
	again a OK $'1..1\nok 1 - x # SKIP not now\n'
	run "$count" build
	[ "$status" -eq 1 ]
	[ "$output" = $'failed: a: x\n0 passed, 1 failed, 0 skipped' ]
}
