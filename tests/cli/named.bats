#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# --method with ways of comparing: beside the planned analysis, never in its place.
load common

# ways ARGUMENT...: the block of other methods in the screen of assay with these.
ways() {
	"$ASSAY" "$@" >out
	sed -n '/^other methods/,$p' out
}

@test "each way is shown with what it does, and what was planned decides" {
	rounds_table 12 a=10 b=10.1 >t.csv
	diff - <(ways show --method welch --method nonoverlap --method jain --method mann-whitney t.csv) <<'END'
other methods, for information: both share rounds, so pairs of rounds were
  planned, and only these decide
  Welch: t test of the difference of means, with the degrees of freedom of Welch
    b against a: takes more time   (95 %, 12 executions each, p = 0.0046)
  non-overlap: the two intervals of the means (2006) do not overlap: sufficient,
    not necessary
    b against a: takes more time   (95 %, 12 executions each)
  Jain: intervals disjoint: change; a mean inside the other interval: none; else
    Welch's t test
    b against a: takes more time   (95 %, 12 executions each)
  Mann-Whitney: rank test, with the shift of Hodges and Lehmann as a ratio of
    typical values
    b against a: takes 0.9 % more time
      (0.3 .. 1.5 % more, 95.51 %, 12 executions each, p = 0.011)
END
	diff - <(ways show --method fieller-welch --method fieller t.csv) <<'END'
other methods, for information: both share rounds, so pairs of rounds were
  planned, and only these decide
  Fieller-Welch: interval of the ratio of means with the degrees of freedom of
    Welch excludes 1
    b against a: takes 0.9 % more time
      (0.3 .. 1.5 % more, 95 %, 12 executions each)
  Fieller: interval of the ratio of means (2013), each side with its own t,
    excludes 1
    b against a: takes 0.9 % more time
      (0.3 .. 1.5 % more, 95 %, 12 executions each)
END
}

@test "a verdict is the same whatever is named" {
	rounds_table 12 a=10 b=10.05 >t.csv
	"$ASSAY" show --json t.csv | jq .comparisons >plain
	"$ASSAY" show --json --method welch --method mann-whitney t.csv | jq .comparisons >named
	diff plain named
}

@test "several commands: each way at the level at which all hold together" {
	rounds_table 5 a=10 b=10.1 c=10 >t.csv
	diff - <(ways show --method welch t.csv) <<'END'
other methods, for information: fewer than 6 rounds were planned, so
  Fieller-Welch decides
  Welch: t test of the difference of means, with the degrees of freedom of Welch
    b against a: no difference found   (97.5 %, 5 executions each, p = 0.1)
    c against a: no difference found   (97.5 %, 5 executions each, p = 0.21)
END
}

@test "what a way cannot answer, it says" {
	rounds_table 3 a=10 b=10.1 >t.csv
	diff - <(ways show --method mann-whitney t.csv) <<'END'
other methods, for information: fewer than 6 rounds were planned, so
  Fieller-Welch decides
  Mann-Whitney: rank test, with the shift of Hodges and Lehmann as a ratio of
    typical values
    b against a: no answer: a comparison by Mann-Whitney needs at least 4 units
      on each side; there are 3
END
	sed -i 's/^b,2,2,time,[^,]*/b,2,2,time,0/' t.csv
	ways show --method mann-whitney --method fieller t.csv >said
	grep -q 'no answer: a comparison by Mann-Whitney' said
	# The ratio of means, which Welch's is, takes it.
	"$ASSAY" show --method welch t.csv >out
	grep -q '^b and a: too noisy to tell' out
}

@test "results measured apart: no way knows what two sessions do" {
	rounds_table 8 a=10 >a.csv
	rounds_table 8 a=10.1 >b.csv
	diff - <(ways compare --method jain a.csv b.csv) <<'END'
other methods, for information: none of them knows how sessions differ
  Jain: intervals disjoint: change; a mean inside the other interval: none; else
    Welch's t test
    b.csv against a.csv: takes more time   (95 %, 8 executions each)
END
}

@test "a table without rounds: no way can tell drift from a difference" {
	rounds_table 8 a=10 b=10.1 | cut -d, -f1,3- >t.csv
	diff - <(ways show --method nonoverlap t.csv) <<'END'
other methods, for information: none of them can tell drift from a difference
  non-overlap: the two intervals of the means (2006) do not overlap: sufficient,
    not necessary
    b against a: no difference found   (95 %, 8 executions each)
END
}

@test "JSON has what each way says, and its reason where it says nothing" {
	rounds_table 3 a=10 b=10.1 c=10.2 >t.csv
	"$ASSAY" show --json --method welch --method mann-whitney --method fieller t.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '(.by_method | length) == 6 and
		([.by_method[].method] | unique) == ["fieller", "mann-whitney", "welch"] and
		.by_method[0].p > 0 and .by_method[0].ratio == null and
		(.by_method[2].refused | test("at least 4 units")) and
		.by_method[5].interval.lo < .by_method[5].ratio and .by_method[5].p == null and
		.by_method[5].interval.confidence == 0.975' out
	rounds_table 3 a=10 c=9 >u.csv
	"$ASSAY" compare --json --method jain t.csv u.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '[.by_method[] | [.subject, .reference]] == [[3, 0], [4, 2]]' out
}

@test "a ratio without an interval says its reason, on screen and in JSON" {
	rounds_table 3 a=1 b=10 | sed '/^a,3,/s/,time,[^,]*/,time,40/' >t.csv
	diff - <(ways show --method fieller --method fieller-welch t.csv) <<'END'
other methods, for information: fewer than 6 rounds were planned, so
  Fieller-Welch decides
  Fieller: interval of the ratio of means (2013), each side with its own t,
    excludes 1
    b against a: no answer: the ratio has no finite interval: the mean of the
      reference is not known well enough for one; measure more of it
  Fieller-Welch: interval of the ratio of means with the degrees of freedom of
    Welch excludes 1
    b against a: no answer: the ratio has no finite interval: the mean of the
      reference is not known well enough for one; measure more of it
END
	"$ASSAY" show --json --method fieller --method fieller-welch t.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '(.by_method | length) == 2 and ([.by_method[] |
		(.refused | test("no finite interval: the mean of the reference")) and .change == "none" and
		.ratio == null and .interval.lo == null and .interval.hi == null and .p == null] | all)' out
}

@test "values that are equal never give ranks a p below the least possible" {
	for side in a=10 b=11; do
		for run in 1 2 3 4 5; do echo "${side%=*},$run,time,${side#*=},ms"; done
	done | sed '1i subject,execution,metric,value,unit' >t.csv
	"$ASSAY" show --json --method mann-whitney t.csv >out
	jq -e '.by_method[0].p * 126 | . > 0.999999 and . < 1.000001' out # 2 of 252 splits
}

@test "pooled iterations are not offered" {
	assay_fails 2 "cannot use 'pooled' for --method: expected one of spects2005, epew2006, welch, fieller-welch, fieller, nonoverlap, jain, mann-whitney" \
		show --method pooled t.csv
}
