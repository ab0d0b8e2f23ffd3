#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Ratios by resampling (--interval), beside the planned analysis and never in its place.
load common

# block ARGUMENT...: the block of other methods in the screen of assay with these.
block() {
	"$ASSAY" "$@" >out
	sed -n '/^other methods/,$p' out
}

@test "percentile gives the ratios of means, medians and quartiles from resamples of each side" {
	rounds_table 40 a=10 b=10.1 >t.csv
	diff - <(block show --interval percentile t.csv) <<'END'
other methods, for information: both share rounds, so pairs of rounds were
  planned, and only these decide
  percentile bootstrap: the middle of the ratios of resamples, each side drawn
    by itself
    b against a, mean: takes 0.94 % more time
      (0.65 .. 1.24 % more, 95 %, 40 executions each, 9999 resamples)
    b against a, lower quartile: takes 1.0 % more time
      (0.5 .. 1.4 % more, 95 %, 40 executions each, 9999 resamples)
    b against a, median: takes 0.8 % more time
      (0.4 .. 1.4 % more, 95 %, 40 executions each, 9999 resamples)
    b against a, upper quartile: takes 1.0 % more time
      (0.5 .. 1.4 % more, 95 %, 40 executions each, 9999 resamples)
END
	"$ASSAY" show --json --interval percentile t.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	python3 - <<'END'
import csv, json, math, random
values = {"a": [], "b": []}
for row in csv.DictReader(open("t.csv")):
    values[row["subject"]].append(float(row["value"]))

def quantile(x, p):  # type 7
    x = sorted(x)
    h = (len(x) - 1) * p
    k = math.floor(h)
    return x[k] + (h - k) * (x[min(k + 1, len(x) - 1)] - x[k])

of = {"mean": lambda x: sum(x) / len(x)}
for name, p in ("lower quartile", 0.25), ("median", 0.5), ("upper quartile", 0.75):
    of[name] = lambda x, p=p: quantile(x, p)
draw = random.Random(7)
old = [draw.choices(values["a"], k=40) for _ in range(4000)]
new = [draw.choices(values["b"], k=40) for _ in range(4000)]
found = {n["of"]: n for n in json.load(open("out"))["by_method"]}
assert list(found) == list(of)
for name, f in of.items():
    n, ratios = found[name], [f(y) / f(x) for x, y in zip(old, new)]
    lo, hi = quantile(ratios, 0.025), quantile(ratios, 0.975)
    assert (n["method"], n["replicates"], n["approximate"], n["refused"]) == ("percentile", 9999, False, None)
    assert math.isclose(n["ratio"], f(values["b"]) / f(values["a"]), rel_tol=1e-12)
    assert abs(n["interval"]["lo"] - lo) < 0.15 * (hi - lo), (name, n, lo, hi)
    assert abs(n["interval"]["hi"] - hi) < 0.15 * (hi - lo), (name, n, lo, hi)
    assert n["change"] == "more" and n["p"] is None
END
}

@test "bootstrap-t gives the ratio of means from five executions a side on, always the same" {
	rounds_table 12 a=10 b=10.1 >t.csv
	diff - <(block show --interval bootstrap-t t.csv) <<'END'
other methods, for information: both share rounds, so pairs of rounds were
  planned, and only these decide
  bootstrap-t: resampled t of the log ratio of means, each side drawn by itself
    b against a, mean: takes 0.9 % more time
      (0.3 .. 1.5 % more, 95 %, 12 executions each, 9999 resamples)
END
	cp out first
	"$ASSAY" show --interval bootstrap-t t.csv | diff first -
	rounds_table 4 a=10 b=10.1 >few.csv
	diff - <(block show --interval bootstrap-t few.csv | tail -n 2) <<'END'
    b against a, mean: no answer: it takes 5 units on each side, and there are
      4; with fewer it covers less often than it says
END
}

@test "what resampling cannot say is refused with the reason" {
	rounds_table 12 a=10 b=10.1 >t.csv
	diff - <(block show --interval bca t.csv | tail -n 3) <<'END'
  BCa: percentiles of resamples, corrected for bias and skewness
    b against a, mean: no answer: it is for one sample, and a ratio has two;
      percentile and bootstrap-t are for ratios
END
	block show --interval percentile t.csv >percentile
	grep -qx '    b against a, mean: no answer: it takes 30 units on each side, and there are' percentile
	[ "$(grep -c ', 9999 resamples, approximate)$' percentile)" -eq 3 ]
	rounds_table 9 a=10 b=10.1 >nine.csv
	[ "$(block show --interval percentile nine.csv | grep -c 'no answer: it takes 10 units on each side')" -eq 3 ]
	awk -F, -v OFS=, 'NR == 3 { $5 = 0 } { print }' t.csv >zero.csv
	diff - <(block show --interval bootstrap-t zero.csv) <<'END'
other methods, for information: both share rounds, so pairs of rounds were
  planned, and only these decide
  bootstrap-t: resampled t of the log ratio of means, each side drawn by itself
    b against a, mean: no answer: no bootstrap can be made: the mean of unit 2
      is 0, and it must be positive
END
}

@test "the planned comparison and its verdict are the same whatever is resampled" {
	rounds_table 40 a=10 b=10.05 >t.csv
	"$ASSAY" show --json --estimator mean t.csv | jq .comparisons >plain # --interval is of means
	for kind in t percentile bca bootstrap-t; do
		"$ASSAY" show --json --interval "$kind" t.csv | jq .comparisons | diff plain -
	done
	"$ASSAY" show --json --interval t t.csv | jq -e '.by_method == []'
	"$ASSAY" compare --interval percentile --fail-if 'slower by 3%' t.csv
}

@test "of results measured apart none of it knows what sessions do" {
	rounds_table 40 a=10 >t.csv
	rounds_table 40 a=10.3 >u.csv
	diff - <(block compare --interval bootstrap-t t.csv u.csv) <<'END'
other methods, for information: none of them knows how sessions differ
  bootstrap-t: resampled t of the log ratio of means, each side drawn by itself
    u.csv against t.csv, mean: takes 3.00 % more time
      (2.71 .. 3.30 % more, 95 %, 40 executions each, 9999 resamples)
END
	"$ASSAY" compare --json --interval percentile t.csv u.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.comparisons[0].verdict == "none" and ([.by_method[].of] == ["mean", "lower quartile", "median", "upper quartile"])' out
}

@test "what is measured now is resampled, too" {
	"$ASSAY" run --json -r 6 --interval bootstrap-t true true |
		jq -e '.by_method | length == 1 and .[0].method == "bootstrap-t" and .[0].n == 6'
}
