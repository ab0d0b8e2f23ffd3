#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What a pilot does not know is said: plans as ranges, and no limits but those that were given.
load common

@test "a plan says the range that its time lies in, four times in five" {
	"$ASSAY" run -r 12 --seed 1 'sleep 0.01' 'sleep 0.01' >/dev/null
	"$ASSAY" plan --precision 0.01% @last >out
	grep -q 'about .* to .*4 in' <(tr '\n' ' ' <out)
}

@test "assay plan has no budget but one that was given" {
	"$ASSAY" plan --precision 0.001% 'sleep 0.002' >out
	! grep -q 'this budget\|is out of reach\|would take' <(head -2 out)
}

@test "--only names a benchmark of a result to plan for" {
	"$ASSAY" run -r 6 --label one 'sleep 0.01' >/dev/null
	"$ASSAY" plan --only 'sleep*' @one >out
	assay_fails 2 "cannot plan for 'other': the result has nothing of that name; assay show lists what it has" \
		plan --only other @one
}
