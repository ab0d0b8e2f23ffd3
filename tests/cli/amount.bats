#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# How much is measured, and what is said when that is less than was asked for.
load common

@test "a budget too small for a plan: what fits, at least 2, and what 5 would need" {
	run "$ASSAY" run --budget 1ms --precision 0.0001% 'sleep 0.1'
	[ "$status" -eq 0 ]
	[[ ${lines[0]} == "sleep 0.1      2 executions in "* ]]
	[[ $output == *"  note     the budget of 1 ms ended it after 2 executions"* ]]
	[[ $output == *"  next     --budget "*" would allow 5, the fewest for a useful interval" ]]
	[[ $output != *"would give +-"* ]]
}

@test "a number of runs that the budget cuts is said to be cut" {
	run "$ASSAY" run -r 100 --budget 1ms 'sleep 0.01'
	[[ $output == *"the budget of 1 ms ended it after 2 of the 100 executions asked for"* ]]
	run "$ASSAY" run -r 100 --budget 1ms 'sleep 0.01' 'sleep 0.02'
	[[ $output == *"the budget of 1 ms ended it after 2 of the 100 rounds asked for"* ]]
}
