#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# tools/welch on files as hyperfine exports them.

setup() {
	cd "$BATS_TEST_TMPDIR"
	welch=$BATS_TEST_DIRNAME/../../tools/welch
}

# exported LIST LIST: hyperfine's JSON with these times.
exported() {
	echo "{\"results\": [{\"command\": \"a\", \"times\": [$1]}, {\"command\": \"b\", \"times\": [$2]}]}" >r.json
}

# p_is EXPECTED: within 1e-8 of it, relatively.
p_is() {
	run "$welch" r.json
	[ "$status" -eq 0 ]
	python3 -c 'import sys; p, want = map(float, sys.argv[1:]); sys.exit(abs(p - want) > 1e-8 * want)' \
		"$(echo "${lines[-1]}" | cut -d ' ' -f 2)" "$1"
}

@test "p agrees with the closed forms of the t distribution" {
	# One side constant: the other's n - 1 degrees of freedom.
	exported "11, 13" "10, 10" # t = 2, 1 df: p = 1 - 2 atan(2) / pi
	p_is 0.2951672353008665
	exported "11, 12, 13" "10, 10" # t = 2 sqrt 3, 2 df: p = 1 - t / sqrt(2 + t^2)
	p_is 0.07417990022744858
	exported "11, 12, 13, 14, 15" "10, 10" # t = 3 sqrt 2, 4 df: p = 1 - t (6 + t^2) / (4 + t^2)^1.5
	p_is 0.01323559956368281
	exported "1, 2, 3" "2, 3, 4" # t = -sqrt 1.5, 4 df, variances alike
	p_is 0.2878641347266907
}

@test "it says in hyperfine's words whether there is a difference" {
	exported "11, 12, 13, 14, 15" "10, 10"
	run "$welch" r.json
	[ "${lines[0]}" = "Command 1: a" ]
	[ "${lines[2]}" = "t = 4.24, p = 0.013: there is a difference (p < 0.05), and the ratio of the means is 1.300" ]
	exported "1.00, 1.02, 1.01" "1.01, 1.00, 1.02"
	run "$welch" r.json
	[ "${lines[2]}" = "t = 0, p = 1: there is no significant difference (p >= 0.05), and the ratio of the means is 1.000" ]
}

@test "sides that do not vary are alike or not" {
	exported "1, 1, 1" "1, 1"
	run "$welch" r.json
	[ "${lines[-1]}" = "0 1 1" ]
	exported "2, 2" "1, 1"
	run "$welch" r.json
	[ "${lines[-1]}" = "inf 0 2" ]
}

@test "a file without two commands is refused" {
	exported "1" "1, 2"
	run "$welch" r.json
	[ "$status" -eq 2 ]
	[ "$output" = "tools/welch: the file must hold two commands with two executions each at least" ]
}
