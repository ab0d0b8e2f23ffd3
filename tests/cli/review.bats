#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What comes of results that were measured apart: pairs by name, and gates on any metric.
load common

@test "two commands of one name are refused, because it is not clear which is meant" {
	"$ASSAY" run --style none -r 3 -w 0 -N -n a -n a true true
	"$ASSAY" run --style none -r 3 -w 0 -N -n a true
	assay_fails 2 "cannot compare '1': two of its commands are called 'a', so that it is not clear which is meant; measure them under names of their own (-n)" compare 1 2
	assay_fails 2 "cannot compare '1': two of its commands are called 'a', so that it is not clear which is meant; measure them under names of their own (-n)" compare 2 1
}

@test "a gate on another metric is judged on results that were measured apart" {
	script report <<-'END'
		echo "assay 1" >>"$ASSAY_REPORT"
		echo "execution heap $1 B" >>"$ASSAY_REPORT"
	END
	"$ASSAY" run --style none -r 8 -w 0 -N -n a -n b './report 1000' './report 1000'
	"$ASSAY" run --style none -r 8 -w 0 -N -n a -n b './report 1000' './report 1200'
	"$ASSAY" compare --fail-if 'heap more by 10%' 1 2 | tr -s ' \n' ' ' >out
	grep -q 'gate heap more by 10%: undecided, a (2) against a (1), because there is no verdict' out
	noise_profile heap
	"$ASSAY" compare --fail-if 'heap more by 10%' 1 2 | tr -s ' \n' ' ' >out || [ "${PIPESTATUS[0]}" -eq 1 ]
	grep -q 'gate heap more by 10%: failed, b (2) against b (1): uses 20.0 % more heap, always by the same amount' out
	grep -q 'gate heap more by 10%: passed, a (2) against a (1): equal values' out
}

@test "a gate on a metric that nothing reports is refused with those that there are" {
	"$ASSAY" run --style none -r 3 -w 0 -N -n a true
	"$ASSAY" run --style none -r 3 -w 0 -N -n a true
	run "$ASSAY" compare --fail-if 'heap more by 10%' 1 2
	[ "$status" -eq 2 ]
	[[ $output == "assay: cannot use 'heap more by 10%' for --fail-if: no such metric was read or reported; there are "*wall* ]]
}
