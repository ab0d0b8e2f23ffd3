#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Error rates of each way of comparing, on the units of a stored result.
load common

# measure N: executions of a program whose starts matter as much as its iterations.
measure() {
	"$ASSAY" run --style none -r "$1" --iterations 10 -n prog --seed 7 \
		"$TARGET execution=0.02 iteration=0.02 seed=3"
}

rate() { # DETECTOR GROUP SHIFT
	jq --arg d "$1" --argjson g "$2" --argjson s "$3" \
		'(.detectors | index($d)) as $i | .cells[] | select(.group == $g and .shift == $s) | .rates[$i]' out
}

@test "one execution judged by its iterations is nearly always wrong, ten seldom" {
	measure 40
	"$ASSAY" aa --json >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.units == 40 and .unit == "execution" and .below == "iteration"' out
	[ "$(rate welch 1 0 | jq '. > 0.4')" = true ]
	[ "$(rate welch 10 0 | jq '. < 0.08')" = true ]
	[ "$(rate nonoverlap 10 0 | jq '. < 0.03')" = true ]
	[ "$(rate welch 20 0.05 | jq '. > 0.9')" = true ]
}

@test "the same result gives the same rates, whenever it is asked" {
	measure 20
	"$ASSAY" aa >one
	"$ASSAY" aa @last >two
	cmp one two
}

@test "the screen names the ways, what was promised, and how many units a change takes" {
	measure 40
	run "$ASSAY" aa --change 5%
	[ "$status" -eq 0 ]
	[[ $output == *"prog   time of 40 executions, experiment 1"* ]]
	[[ $output == *"5 % is what was"*"promised, at most."* ]]
	[[ $output == *"Welch   Fieller-Welch   Fieller   non-overlap"*"Jain   Mann-Whitney"* ]]
	[[ $output == *"In 80 % of cases Welch finds a change of 5 % with "*" executions on each side."* ]]
}

@test "builds are the units where a program was built more than once" {
	"$ASSAY" run --style none --builds 6 -r 3 --iterations 4 -n prog --artifact ./built \
		--build "$TARGET build built" './built build=0.02 execution=0.01 iteration=0.01'
	"$ASSAY" aa --json >out
	jq -e '.units == 6 and .unit == "build" and .below == "execution"' out
	[ "$(rate mann-whitney 3 0)" = null ]
}

@test "too few units, too large groups and other nonsense are refused with words" {
	measure 3
	assay_fails 6 "cannot draw groups from 'prog': it has 3 units at the top, and two groups of 2 need 4; measure it with -r 40" aa
	measure 10
	assay_fails 6 "cannot draw groups of 6 from 'prog': it has 10 units at the top, so 5 are the most; measure it with more" \
		aa --group 6
	"$ASSAY" aa --group 6 --independent >out
	assay_fails 2 "cannot use '0%' for --change: expected up to 7 percentages above 0 %, such as 1%,2%,5%" \
		aa --change 0%
	assay_fails 2 "cannot use '10' for --resamples: expected a whole number from 100 to 10000000" \
		aa --resamples 10
	assay_fails 2 "cannot draw from 2 results at once: name one, as in assay aa @last" aa 1 2
	assay_fails 2 "cannot use 'joy' for --criterion: expected a metric of that result (assay show --verbose)" \
		aa --criterion joy
}
