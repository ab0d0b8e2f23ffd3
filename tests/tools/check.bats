#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# tools/check and .ci/run, with a Meson of our own that fails as it is told.

setup() {
	cd "$BATS_TEST_TMPDIR"
	mkdir -p tools tests bin .ci build/meson-logs build/meson-info
	echo long >tests/long
	cp "$BATS_TEST_DIRNAME"/../../tools/{check,count-tests} tools/
	cp "$BATS_TEST_DIRNAME/../../.ci/run" .ci/
	printf '#!/bin/sh\n' >tools/build
	chmod +x tools/build
	echo '[{"name": "a", "suite": ["assay:cli"]}, {"name": "b"}, {"name": "c", "suite": ["assay:long"]}]' >build/meson-info/intro-tests.json
	# The results of the file first, then those of the file second, of the tests that are asked for.
	cat >bin/meson <<-'SH'
		#!/bin/sh
		echo "$*" >>calls
		case $* in
		*again*) from=second to=build/meson-logs/again.json ;;
		*) from=first to=build/meson-logs/testlog.json ;;
		esac
		status=0
		while read -r name result; do
			tap='1..1\nok 1 - x\n'
			[ "$result" = OK ] || { status=1 tap='1..1\nnot ok 1 - x\n'; }
			printf '{"name": "assay:cli / %s", "result": "%s", "stdout": "%s"}\n' "$name" "$result" "$tap"
		done <$from >$to
		exit $status
	SH
	chmod +x bin/meson
	export PATH=$PWD/bin:$PATH
	unset ASSAY_DEMAND ASSAY_AGAIN
}

@test "a test that fails is run once more, alone, where that is asked for" {
	printf 'a OK\nb FAIL\n' >first
	printf 'b OK\n' >second
	ASSAY_AGAIN=1 run tools/check build
	[ "$status" -eq 0 ]
	[ "${lines[-1]}" = "2 passed, 0 failed, 0 skipped" ]
	[ "${lines[-2]}" = "unsteady, failed first and passed alone: assay:cli / b: x" ]
	[ "$(wc -l <calls)" -eq 2 ]
	[[ "$(sed -n 2p calls)" = *" --num-processes 1 --logbase again b" ]]
}

@test "a test that fails twice is never hidden" {
	printf 'a FAIL\nb FAIL\n' >first
	printf 'a OK\nb FAIL\n' >second
	ASSAY_AGAIN=1 run tools/check build
	[ "$status" -eq 1 ]
	[ "${lines[-1]}" = "1 passed, 1 failed, 0 skipped" ]
	[[ "$output" = *$'\nfailed: assay:cli / b: x\nunsteady, failed first and passed alone: assay:cli / a: x\n'* ]]
	[ "$(wc -l <calls)" -eq 2 ]
}

@test "elsewhere a test that fails once has failed" {
	printf 'a OK\nb FAIL\n' >first
	printf 'b OK\n' >second
	run tools/check build
	[ "$status" -eq 1 ]
	[ "${lines[-1]}" = "1 passed, 1 failed, 0 skipped" ]
	[ "$(wc -l <calls)" -eq 1 ]
}

@test "an older second run is no excuse" {
	printf 'a OK\nb FAIL\n' >first
	echo '{"name": "assay:cli / b", "result": "OK", "stdout": "1..1\nok 1 - x\n"}' >build/meson-logs/again.json
	run tools/check build
	[ "$status" -eq 1 ]
}

@test "a short run leaves out the tests of tests/long, and counts the others" {
	printf 'a OK\n' >first
	echo b >tests/long
	cat >bin/list <<-'SH'
		#!/bin/sh
		printf 'assay:cli / a\nassay:unit / a on PostgreSQL\nassay:cli / b\nassay:tools / c\n'
	SH
	sed -i '2i case $* in *--list*) exec sh bin/list ;; esac' bin/meson
	ASSAY_SHORT=1 run tools/check build
	[ "$status" -eq 0 ]
	[ "${lines[-1]}" = "1 passed, 0 failed, 0 skipped" ]
	grep -q -- '--num-processes [0-9]* a$' calls
	run tools/check build
	[ "$status" -eq 1 ]
	grep -q 'failed: b: did not run' <<<"$output"
}

@test "the end of .ci/run names what is unsteady" {
	printf 'a OK\nb FAIL\n' >first
	printf 'b OK\n' >second
	printf '#!/bin/sh\n[ "$1" = lint ] || exec tools/check build\n' >bin/make
	chmod +x bin/make
	run .ci/run
	[ "$status" -eq 0 ]
	[ "${lines[-4]}" = ".ci/run: unsteady tests, to be mended first:" ]
	[ "${lines[-3]}" = "  tests: failed first and passed alone: assay:cli / b: x" ]
	[ "${lines[-2]}" = "  sanitizers: failed first and passed alone: assay:cli / b: x" ]
	[ "${lines[-1]}" = "4 passed, 0 failed, 0 skipped" ]
}
