#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Every case of golden/01_levels.json by the command line: written as a table, read, analysed, and
# compared with the reference numbers at their tolerances.
load common

# Names of the levels of a case of so many, from the top.
names=(x execution 'execution,iteration' 'build,execution,iteration' 'session,build,execution,iteration')

# in_golden FILTER: of the reference file.
in_golden() {
	jq "$@" "$GOLDEN/01_levels.json"
}

cases() {
	in_golden -r '.cases | keys_unsorted[]'
}

# write_case NAME: it as the table NAME.csv.
write_case() {
	local n
	n=$(in_golden --arg c "$1" '.cases[$c].expected.n.v')
	{
		echo "${names[n]},value"
		in_golden -r --arg c "$1" '.cases[$c].data as $d | $d | paths(numbers) as $p |
			[($p[] + 1), ($d | getpath($p))] | @csv'
	} >"$1.csv"
}

# Is $got near the number $want of the reference file, or null where that is?
near='def near($got; $want): if $want == null or $got == null then $want == $got
	else ($got - $want.v | fabs) <= ($want.atol + $want.rtol * ($want.v | fabs)) end;'

# holds NAME FILTER: FILTER is true of $e, the case, and $s, what assay says.
holds() {
	in_golden -e --arg c "$1" --slurpfile got "$1.json" "$near"'
		.cases[$c] as $e | $got[0].subjects[0] as $s | $s.summaries[0] as $y | '"$2" >/dev/null || {
		echo "$1: not so: $2"
		cat "$1.json"
		return 1
	}
}

@test "every case: counts, S_i^2, T_i^2, mean and interval are those of the reference" {
	local seen=0
	for c in $(cases); do
		write_case "$c"
		"$ASSAY" show --interval t --json "$c.csv" >"$c.json"
		holds "$c" '($y.levels | length) == $e.expected.n.v and $y.n == $e.expected.r_top.v and
			near($y.mean; $e.expected.mean)'
		holds "$c" '[range($y.levels | length)] | all(near($y.levels[.].s2; $e.expected.S2[.]) and
			near($y.levels[.].t2; $e.expected.T2[.]))'
		holds "$c" '$y.interval as $i | near($i.df; $e.expected.df) and
			near($i.half_width; $e.expected.half_width) and near($i.lo; $e.expected.ci[0]) and
			near($i.hi; $e.expected.ci[1]) and
			($e.expected.se == null or near($y.sd / ($y.n | sqrt); $e.expected.se))'
		seen=$((seen + 1))
	done
	[ "$seen" = 16 ]
}

@test "what is undefined is null: one repetition, one unit at the top" {
	for c in two_single_iteration two_one_top three_middle_single; do
		write_case "$c"
		"$ASSAY" show --estimator mean --json "$c.csv" >"$c.json"
	done
	holds two_single_iteration '$y.levels[0] | .s2 == null and .t2 == null and .repeated == false'
	holds three_middle_single '$y.levels[1] | .s2 == null and .t2 == null and .repeated == false'
	holds two_one_top '$y.interval | .method == "none" and .lo == null and .hi == null'
	holds two_one_top '$y.findings | map(.id) | index("ONE_UNIT") != null'
}

@test "every case of 2005: variances and both intervals" {
	local seen=0
	for c in $(in_golden -r '.cases | to_entries[] | select(.value.expected_2005) | .key'); do
		write_case "$c"
		"$ASSAY" show --estimator mean --json --method spects2005 "$c.csv" >"$c.json"
		holds "$c" '$e.expected_2005 as $w | $s.published[0].intervals |
			.[0].quantile == "normal" and .[1].quantile == "t" and
			near(.[0].lo; $w.ci_eq5_z[0]) and near(.[0].hi; $w.ci_eq5_z[1]) and
			near(.[1].lo; $w.ci_eq5_t[0]) and near(.[1].hi; $w.ci_eq5_t[1])'
		holds "$c" 'near($y.levels[0].s2; $e.expected_2005.S_X2) and
			near($y.levels[1].s2; $e.expected_2005.S_A2)'
		seen=$((seen + 1))
	done
	[ "$seen" = 5 ]
}

@test "every case of 2006: variances and the interval" {
	local seen=0
	for c in $(in_golden -r '.cases | to_entries[] | select(.value.expected_2006) | .key'); do
		write_case "$c"
		"$ASSAY" show --estimator mean --json --method epew2006 "$c.csv" >"$c.json"
		holds "$c" '$e.expected_2006 as $w | $s.published[0].intervals |
			length == 1 and near(.[0].lo; $w.ci_eq17[0]) and near(.[0].hi; $w.ci_eq17[1])'
		holds "$c" 'near($y.levels[0].s2; $e.expected_2006.S_E2) and
			near($y.levels[1].s2; $e.expected_2006.S_B2) and
			near($y.levels[2].s2; $e.expected_2006.S_V2)'
		seen=$((seen + 1))
	done
	[ "$seen" = 3 ]
}

@test "a case of other levels, or unbalanced, is refused by the published methods, with the reason" {
	write_case three_unbalanced
	"$ASSAY" show --estimator mean --json --method spects2005 --method epew2006 three_unbalanced.csv >three_unbalanced.json
	holds three_unbalanced '$s.published | map(.refused) == ["the method spects2005 is for trees of 2 levels, and this one has 3",
		"the method epew2006 is for balanced data; level 1 has from 2 to 4 repetitions"]'
	holds three_unbalanced '$s.published | all(.intervals == [] and .cost == null)'
}
