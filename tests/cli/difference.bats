#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# --difference: commands compared by the difference, also where values are zero or negative.
load common

# signs ROUNDS NAME=MEAN...: as rounds_table, of a metric in mW that may have any sign.
signs() {
	rounds_table "$@" | awk -F, -v OFS=, 'NR > 1 { $4 = "drift"; $5 = sprintf("%.6f", $5 - 10); $6 = "mW" } { print }'
}

@test "values of any sign are compared by the paired t of their differences" {
	signs 12 a=9.5 b=10.2 >t.csv
	"$ASSAY" show --json --difference t.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	python3 - <<'END'
import csv, json, math, statistics
values = {"a": [], "b": []}
for row in csv.DictReader(open("t.csv")):
    values[row["subject"]].append(float(row["value"]))
assert min(values["a"]) < 0 < max(values["b"])
d = [y - x for x, y in zip(values["a"], values["b"])]
mean, sd = statistics.mean(d), statistics.stdev(d)
half = 2.200985160082949 * sd / math.sqrt(12)  # t of 11 degrees of freedom
c, = json.load(open("out"))["comparisons"]
assert c["of_difference"] and c["ratio"] is None and c["interval"]["lo"] is None
assert (c["interval"]["method"], c["verdict"], c["tolerance"]) == ("paired", "slower", 0)
for got, want in ((c["difference"]["value"], mean), (c["difference"]["lo"], mean - half),
                  (c["difference"]["hi"], mean + half), (c["sd"], sd)):
    assert math.isclose(got, want, rel_tol=1e-9), (got, want)
END
}

@test "the screen says the difference in its unit, with its interval" {
	signs 12 a=9.5 b=10.2 >t.csv
	diff - <("$ASSAY" show --difference t.csv | sed -n 3,4p) <<'END'
b has 0.69 mW more drift than a
  (0.62 .. 0.76 mW more, 95 %, 12 rounds, for this table)
END
	rounds_table 12 a=10 b=10.5 c=10 >u.csv
	diff - <("$ASSAY" compare --difference u.csv | sed -n '/^compared/,$p') <<'END'
compared with a   (95 % for all 2 together, 12 rounds, for this table)
  c   10.00 ms +- 0.4 %   no difference found   88 us less .. 75 us more
  a   10.01 ms +- 0.4 %   the reference
  b   10.50 ms +- 0.5 %   487 us more time      405 .. 570 us more
  next     about 1334 rounds should show it, if it is real
  more: with -v
END
	diff - <("$ASSAY" compare --difference --pairs=all -u microsecond u.csv | sed -n '/^every/,$p') <<'END'
every pair compared   (95 % for all 3 pairs together (Holm))
  c against b   takes 494 us less time
                410 .. 578 us less, 12 rounds
  b against a   takes 487 us more time
                398 .. 577 us more, 12 rounds
  c against a   no difference found: between 95 us less and 82 us more
                95 us less .. 82 us more, 12 rounds
  a   10009 us +- 0.4 %   (95 % if executions are independent)
  b   10496 us +- 0.5 %   (95 % if executions are independent)
  c   10002 us +- 0.4 %   (95 % if executions are independent)
  next     about 1522 rounds should show it, if it is real
  more: with -v
END
}

@test "fewer than six rounds are compared by Welch, and a difference that was not found has a bound" {
	signs 5 a=9.9 b=10 >t.csv
	"$ASSAY" show --json --difference t.csv >out
	jq -e '.comparisons[0] | .interval.method == "welch" and .of_difference and .ratio == null and
		.difference.lo < .difference.value and .difference.value < .difference.hi' out
	"$ASSAY" show -v --difference t.csv | tr -s ' \n' ' ' >flat
	grep -q 'no difference found: b has between 0.02 mW less and 0.17 mW more drift (' flat
}

@test "a ratio that cannot be names --difference" {
	signs 12 a=9.5 b=10.2 >t.csv
	assay_runs 0 warning "no ratio: a value is negative, or all are zero; --difference compares by the difference, --criterion by another metric" show t.csv
	grep -qx 'b against a: no verdict' out
}

@test "what is measured is compared by the difference, too, also in two looks" {
	script gain <<'END'
printf 'assay 1\nexecution gain %s.%s mW\n' "$1" "$(($$ % 10))" >>"$ASSAY_REPORT"
END
	"$ASSAY" run --json --difference --criterion gain -r 7 './gain -3' './gain 2' >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '[.comparisons[] | select(.metric == "gain")] | length == 1 and .[0].verdict == "slower" and
		.[0].difference.value > 4 and .[0].n == 7' out
	"$ASSAY" show --json --difference @last | jq -e '.comparisons[0].of_difference'
	"$ASSAY" show --json @last | jq -e '.comparisons[0] | .of_difference == false and .verdict == "none"'
	"$ASSAY" run --json --difference --decide --stage1 6 --max-runs 12 --criterion gain './gain 3' './gain 3' >out
	jq -e '[.comparisons[] | select(.metric == "gain" and .of_difference)] | length == 1' out
}

@test "measured apart, a difference has no verdict without sessions of its own" {
	signs 12 a=9.5 b=9.6 >t.csv
	signs 12 a=10.2 b=9.6 >u.csv
	"$ASSAY" compare --json --difference t.csv u.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '(.comparisons | length) == 2 and .overall == [] and all(.comparisons[]; .verdict == "none" and
		.of_difference and .difference.lo < .difference.hi)' out
	"$ASSAY" compare -v --difference t.csv u.csv | tr -s ' \n' ' ' >flat
	grep -q 'a (u.csv) against a (t.csv): no verdict; measured: 0.70 mW more (0.64 .. 0.76 mW more, 97.5 %, 12 executions each, for these sessions)' flat
	grep -q 'warning measured apart, not in the same rounds' flat
	absent -q overall flat
}

@test "percentages mean nothing for a difference" {
	rounds_table 12 a=10 b=10.5 >t.csv
	for verb in show compare; do
		assay_fails 2 "cannot use --difference with --ratio: commands are compared by the difference or by a ratio; leave one of them out" \
			"$verb" --difference --ratio=means t.csv
	done
	assay_fails 2 "cannot use --difference with --fail-if: the limit of a gate is a percentage, and a difference is in the unit of the metric; leave one of them out" \
		compare --difference --fail-if 'slower by 3%' t.csv
	assay_fails 2 "cannot use --difference with --fail-if: the limit of a gate is a percentage, and a difference is in the unit of the metric; leave one of them out" \
		run --difference --fail-if 'slower by 3%' true false
	assay_fails 2 "cannot use --difference with --tolerance: a tolerance is a percentage, and a difference is in the unit of the metric; leave one of them out" \
		run --difference --tolerance 2% true false
}

@test "an undecided difference ends with 3 where a decision is required" {
	rounds_table 12 a=10 b=10 >t.csv
	run "$ASSAY" compare -v --difference --require-decision t.csv
	[ "$status" -eq 3 ]
	"$ASSAY" compare --require-decision t.csv # by the ratio: equivalent
}
