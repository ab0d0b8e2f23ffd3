#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What was kept, shown again.
load common

@test "show says which experiment it is, and where it was measured" {
	"$ASSAY" run --style none -r 2 --label nightly true
	run "$ASSAY" show
	[ "$status" -eq 0 ]
	[[ ${lines[0]} == 'experiment 1 "nightly"   '*', took '*', session 1' ]]
	[ "${lines[1]}" = "  command  assay run --style none -r 2 --label nightly true" ]
	[ "${lines[2]}" = "  in       $PWD" ]
	[[ $output == *"  host     "*"  machine  "*" processors, kernel $(uname -r)"* ]]
	[[ $output != *uuid* ]]
	run "$ASSAY" show -v nightly
	[[ $output == *"  uuid     "*"  facts    "*"kernel.aslr: "*"variables.names: "* ]]
}

@test "show of two results is their two screens, run's own with a header" {
	"$ASSAY" run -r 2 true >one
	"$ASSAY" run -r 2 true >two
	"$ASSAY" show @last~1 @last | grep -vE '^(experiment|  (command|in|host|machine)) |^   ' >got
	printf '\n%s\n\n\n%s\n' "$(grep -v '^   ' one)" "$(grep -v '^   ' two)" >want
	diff want got
}

@test "sessions: one boot, without a long pause, is one" {
	"$ASSAY" run --style none -r 2 true
	"$ASSAY" run --style none -r 2 true
	[[ "$("$ASSAY" show @last | head -n 1)" == *", session 1" ]]
}
