#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What cannot be compared, or hardly: the whole message and the exit status.
load common

# power FILE UNIT ROUNDS NAME=MEAN...: a table of a metric that is no time.
power() {
	local file=$1 unit=$2
	shift 2
	rounds_table "$@" | awk -F, -v OFS=, -v u="$unit" 'NR > 1 { $4 = "power"; $6 = u } { print }' >"$file"
}

# The screen in `out` from the verdict on b on.
verdict() {
	sed -n '/^b [a-z]/,$p' out
}

@test "one unit a side: no verdict, with or without shared rounds" {
	rounds_table 1 a=10 b=11 >t.csv
	assay_runs 0 warning "1 execution on one side is too few for a verdict; use 5 or more (below 3 there is none)
1 execution is too few for an interval; use 5 or more" compare t.csv
	grep -qx 'b against a: no verdict; too little was measured' out
	assay_runs 3 warning "1 execution on one side is too few for a verdict; use 5 or more (below 3 there is none)
1 execution is too few for an interval; use 5 or more" compare --require-decision t.csv
	assay_runs 0 warning "1 round is too few for a verdict; use 6 or more (below 3 there is none, 6 allow the paired analysis)
1 execution is too few for an interval; use 5 or more" compare --difference t.csv
}

@test "two rounds: an interval, and no verdict" {
	rounds_table 2 a=10 b=10.5 >t.csv
	assay_runs 0 warning "2 executions on one side are too few for a verdict; use 5 or more (below 3 there is none)
2 executions are too few: the interval is 12.7 standard errors wide on each side; 5 would give 2.78, 10 would give 2.26" compare t.csv
	[ "$(verdict | head -2)" = "b against a: no verdict; measured: 5 % more
  (3 % less .. 13 % more, 95 %, 2 executions each)" ]
}

@test "unequal counts without shared rounds: warned of, and no verdict" {
	{ rounds_table 20 a=10; rounds_table 6 b=10 | tail -n +2; } | cut -d, -f1,3- >t.csv
	assay_runs 0 warning "20 against 6 executions: with unequal counts false alarms can rise to 9 %
the table does not say which executions shared a round (a column round would): drift cannot be told from a difference, so there is no verdict" \
		compare t.csv
}

@test "a command that failed in half of its rounds: compared in the rest, with a warning" {
	rounds_table 12 a=10 b=10.5 | awk -F, '$1 != "b" || $2 % 2' >t.csv
	assay_runs 0 warning "6 of 12 rounds left out, because one of the two has no value there: those that remain may not be typical" \
		compare t.csv
	"$ASSAY" compare t.csv >out
	[ "$(verdict | head -2 | xargs)" = "b takes 4.7 % more time than a (3.3 .. 6.1 % more, 95 %, 6 of 12 rounds, for this table)" ]
}

@test "a value of zero makes it the ratio of means, with a verdict and gates, and that is said" {
	power t.csv mW 12 a=10 b=11
	awk -F, -v OFS=, 'NR == 4 { $5 = 0 } { print }' t.csv >u.csv
	"$ASSAY" compare -v u.csv >out
	rows note | grep -qx "in 1 of 12 pairs a value is zero, which has no logarithm: the ratio is that of means (paired Fieller)"
	grep -q '^too noisy to tell: b has between 0.9 and 1.50 times as much power$' out
	"$ASSAY" compare -v --ratio=means u.csv >out
	rows note | grep -qx "the ratio is that of means (paired Fieller)"
	"$ASSAY" compare --json u.csv >auto && "$ASSAY" compare --json --ratio=means u.csv >asked
	diff <(jq -c '.comparisons[0] | [.ratio, .p, .verdict, .of_means]' auto) \
		<(jq -c '.comparisons[0] | [.ratio, .p, .verdict, .of_means]' asked)
	jq -e '.comparisons[0] | .of_means and .verdict == "undecided"' auto
	# A regression that one zero used to hide fails the gate.
	power slow.csv mW 40 a=10 b=13
	awk -F, -v OFS=, 'NR == 4 { $5 = 0 } { print }' slow.csv >v.csv
	run "$ASSAY" compare -v --fail-if 'power more by 3%' v.csv
	[ "$status" -eq 1 ]
}

@test "negative values, or nothing but zeros, have no ratio, each with what would compare them" {
	power t.csv mW 12 a=10 b=11
	awk -F, -v OFS=, 'NR == 4 { $5 = -3 } { print }' t.csv >negative.csv
	awk -F, -v OFS=, 'NR > 1 && $1 == "b" { $5 = 0 } { print }' t.csv >zeros.csv
	for table in negative zeros; do
		assay_runs 0 warning "no ratio: a value is negative, or all are zero; --difference compares by the difference, --criterion by another metric" \
			compare "$table.csv"
		[ "$(verdict | head -1)" = "b against a: no verdict" ]
		"$ASSAY" compare -v --require-decision "$table.csv" >out || [ $? -eq 3 ]
		assay_runs 0 warning '' compare --difference "$table.csv"
		"$ASSAY" compare -v --fail-if 'power more by 3%' "$table.csv" | tr -s ' \n' ' ' >flat
		grep -q 'gate power more by 3%: undecided, b against a, because values are zero or negative, so there is no ratio: let the gate name another metric' flat
	done
	# With the user's word for it a mean above zero will do.
	"$ASSAY" compare -v --ratio=means negative.csv >out
	grep -q '^too noisy to tell: b has between 0.97 and 1.7 times as much power$' out
	rounds_table 12 a=10 b=11 | awk -F, -v OFS=, 'NR == 4 { $5 = -3 } { print }' >time.csv
	assay_fails 6 "cannot read 'time.csv', line 4, column 12: expected a time of 0 or more, found '-3'" compare time.csv
}

@test "other metrics, other units" {
	rounds_table 6 a=10 >time.csv
	power mw.csv mW 6 a=10
	power w.csv W 6 a=10
	assay_fails 2 "cannot compare 'mw.csv' with 'time.csv': one is power in mW, the other time in ns; have the tool that wrote them measure the same of both" \
		compare time.csv mw.csv
	assay_fails 2 "cannot compare 'w.csv' with 'mw.csv': one is power in W, the other power in mW; report both in the same unit" \
		compare mw.csv w.csv
}

@test "what is no finite number is refused where it is read" {
	for value in nan inf -inf 1e999; do
		rounds_table 6 a=10 b=11 | awk -F, -v OFS=, -v v="$value" 'NR == 4 { $5 = v } { print }' >t.csv
		assay_fails 6 "cannot read 't.csv', line 4, column 12: expected a finite number, found '$value'" compare t.csv
	done
	"$ASSAY" run --style none -r 2 true --label it
	"$ASSAY" export it t.json
	sed '0,/"values": \[[0-9]*/s//"values": [NaN/' t.json >nan.json
	line=$(grep -n 'NaN' nan.json | cut -d: -f1)
	column=$(($(sed -n "${line}p" nan.json | grep -bo NaN | cut -d: -f1) + 1))
	assay_fails 6 "cannot read 'nan.json': line $line, column $column, subjects[0].tree.executions.columns[0].values[0]: expected a number, null, \"inf\" or \"-inf\"" \
		compare nan.json
	sed '0,/"values": \[\([0-9]*\), [0-9]*/s//"values": [\1, "inf"/' t.json >inf.json
	assay_fails 6 "cannot analyse wall of 'true': observation 1 is infinite" compare inf.json
}

@test "64 commands: each with the first, and two results of 64" {
	local names
	mapfile -t names < <(awk 'BEGIN { for (i = 1; i <= 64; i++) printf "s%02d=%.3f\n", i, 10 * 1.05 ^ i }')
	rounds_table 6 "${names[@]}" >t.csv
	"$ASSAY" compare -v t.csv >out
	[ "$(grep -c '^  s[0-9][0-9]   ' out)" -ge 64 ]
	[ "$(grep '^compared with' out)" = "compared with s01   (95 % for all 63 together (Holm), 6 rounds)" ]
	rounds_table 6 "${names[@]}" | sed '2s/,10\./,11./' >u.csv
	"$ASSAY" compare -v t.csv u.csv >out
	[ "$(grep '^64 comparisons' out)" = "64 comparisons, each interval at 99.92 %, the largest first" ]
	[ "$(grep -c '^  s[0-9][0-9] (u.csv) *no verdict ' out)" -eq 64 ]
	assay_fails 2 "cannot compare 't.csv' with 't.csv': they are the same experiment; measure once more, or assay show it" \
		compare -v t.csv t.csv
}

@test "two results with nothing in common" {
	rounds_table 6 a=10 b=11 >t.csv
	rounds_table 6 c=10 d=11 >u.csv
	assay_fails 2 "cannot compare 't.csv' with the rest: no command has the same name in both (one has 'a', the other 'c'); measure both in one assay run, or name them alike with -n" \
		compare t.csv u.csv
}

@test "a gate on what is undecided, and on what has no verdict, is not passed" {
	rounds_table 8 a=10 b=10.06 >t.csv
	diff - <("$ASSAY" compare --fail-if 'slower by 1%' t.csv | sed -n '/^no difference/,$p') <<'END'
no difference found: b takes between 0.9 % less and 1.3 % more time
  (95 %, 8 rounds, for this table)
  a   10.02 ms +- 0.5 %   (95 % if executions are independent)
  b   10.04 ms +- 0.6 %   (95 % if executions are independent)
  next     about 29 rounds should show that it is below 1 %
  more: with -v

  gate     slower by 1%: undecided, b against a: 0.8 % less .. 1.3 % more time,
           95 %; if the difference is as large as it looks, about 15 rounds in a
           new run would decide it (--runs 15)
END
	status=0
	"$ASSAY" compare -v --require-decision --fail-if 'slower by 1%' t.csv >out || status=$?
	[ "$status" -eq 3 ]
	rounds_table 8 a=11 >u.csv
	status=0
	"$ASSAY" compare -v --require-decision --fail-if 'slower by 1%' t.csv u.csv >out || status=$?
	[ "$status" -eq 3 ]
	grep -qx '  gate     slower by 1%: undecided, u.csv against a (t.csv):' out
}
