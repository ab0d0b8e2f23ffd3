#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Ctrl-C. A hook or a command sends the signal, so that it comes at a known moment.
load common

# stopped ARGUMENT...: assay run in a shell that leaves its process id in ./pid.
stopped() {
	run bash -c 'echo $$ >pid; exec "$0" run -v "$@"' "$ASSAY" "$@"
}

@test "stopped in the first round: what was measured is shown, and kept" {
	stopped -w 0 -r 5 -C 'kill -INT $(cat pid); sleep 5' 'sleep 0.01'
	[ "$status" -eq 130 ]
	[[ ${lines[0]} == "sleep 0.01     1 execution in "* ]]
	[[ ${lines[1]} == "  time "*" ms   no interval from 1 execution" ]]
	[[ $output == *"stopped by you after 1 execution"* ]]
	"$ASSAY" show -v @last | sed '1,/^$/d; /^$/,$d; /^  around /d' >kept
	diff kept <(sed '/^  around /d' <<<"$output")
}

@test "stopped later: the interval so far; cleanup runs, and nothing is left running" {
	stopped -w 0 -r 5 -c 'echo cleaned >log' 'case $HYPERFINE_ITERATION in
		3) echo $$ >left; kill -INT $(cat pid); sleep 77;; esac; sleep 0.01'
	[ "$status" -eq 130 ]
	[[ $output == *"sleep 0.01"*"3 executions in "* ]]
	[[ $output == *"stopped by you after 3 executions"* ]]
	[ "$(cat log)" = cleaned ]
	[ ! -e "/proc/$(cat left)" ]
}

@test "stopped before anything was measured, or twice: nothing is kept" {
	stopped 'kill -INT $(cat pid); sleep 77'
	[ "$status" -eq 130 ]
	[ "$output" = "assay: stopped by you before anything was measured" ]
	stopped -w 0 -c 'kill -INT $(cat pid); sleep 77' 'kill -INT $(cat pid); sleep 77'
	[ "$status" -eq 130 ]
	[ "$output" = "assay: stopped by you, twice: nothing of this experiment was kept" ]
	run "$ASSAY" list
	[[ $output != *sleep* ]]
}
