#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# show --quantiles and its picture: all of them side by side.
load common
bats_require_minimum_version 1.5.0

# tail_table EXECUTIONS ITERATIONS: two commands that differ in one of 50 iterations, and by which noise
# they share in a round, as t.csv.
tail_table() {
	awk -v rounds="$1" -v n="$2" 'BEGIN {
		srand(7)
		print "subject,round,execution,iteration,metric,value,unit"
		for (r = 1; r <= rounds; r++)
			for (s = 1; s <= 2; s++) {
				state = 1 + rand() / 50
				for (i = 1; i <= n; i++) {
					v = 1000 * state * (1 + rand() / 10) * (i % 50 ? 1 : s == 1 ? 2 : 3)
					printf "%s,%d,%d,%d,time,%.9g,us\n", s == 1 ? "old" : "new", r, r, i, v
				}
			}
	}' >t.csv
}

@test "quantiles are those of executions, up to the last that has five values beyond it" {
	tail_table 8 600
	"$ASSAY" show --quantiles --json t.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '[.quantiles[].p] == [0.5, 0.75, 0.9, 0.95, 0.99]' out
	jq -e '.lacking | (.p - 0.999 | fabs) < 1e-12 and .iterations_least == 5000 and .iterations == 600 and .runs == 54' out
	python3 - out <<'END'
import csv, json, math, sys
values = {}
for row in csv.DictReader(open("t.csv")):
    values.setdefault((row["subject"], int(row["execution"])), []).append(float(row["value"]) * 1000)
def type8(x, p):
    x = sorted(x)
    h = (len(x) + 1 / 3) * p + 1 / 3
    k = math.floor(h)
    return x[k - 1] + (h - k) * (x[k] - x[k - 1])
for row in json.load(open(sys.argv[1]))["quantiles"]:
    for subject in row["subjects"]:
        logs = [math.log(type8(values[subject["name"], e], row["p"])) for e in range(1, 9)]
        want = math.exp(sum(logs) / 8)
        assert abs(subject["value"] - want) < 1e-9 * want, (row["p"], subject, want)
        assert subject["interval"]["lo"] < want < subject["interval"]["hi"]
END
}

@test "differences of several quantiles hold together: each is at a higher confidence" {
	tail_table 8 600
	"$ASSAY" show --quantiles --json t.csv >out
	"$ASSAY" show --metric time:p99 --confidence 99% --json t.csv >one
	jq -e --slurpfile one one '.quantiles[4].differences[0] as $d | $one[0].comparisons[0] as $c |
		$d.ratio == $c.ratio and ($d.interval.lo - $c.interval.lo | fabs) < 1e-12 and
		($d.interval.hi - $c.interval.hi | fabs) < 1e-12' out
	jq -e '.quantiles[4].differences[0].interval.lo > 1.2 and .quantiles[2].differences[0].interval.lo < 1' out
	"$ASSAY" show --quantiles t.csv >out
	tr -s '\n ' ' ' <out | grep -qF 'for all 5 quantiles together with 95 %'
	grep -qE '^  p99 +old ' out
	sed -n '/^  p99 /,$p' out | grep -qE '^ +new .* % more$'
	absent -qE '^ +new .* less [^ ]+ .* more$' <(sed -n '/p99/,$p' out)
}

@test "executions of too few iterations are put together for the quantiles that need it, and it is said" {
	tail_table 30 100
	COLUMNS=100 "$ASSAY" show --quantiles t.csv >out
	grep -qE '^  p99 .*6 [^ ]+ 5 rounds$' out
	absent -qE '^  p95 .*rounds$' out
	"$ASSAY" show --quantiles --json t.csv | jq -e '.quantiles[-1] | .p == 0.99 and .batch_rounds == 5 and .subjects[0].units == 6'
}

@test "of all iterations together each has an interval by the shares of its executions, and nothing is compared" {
	tail_table 12 600
	"$ASSAY" show --quantiles --pooled --json t.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.pooled and ([.quantiles[].p * 1000 | round] == [500, 750, 900, 950, 990, 999]) and ([.quantiles[].differences[]] == [])' out
	python3 - out <<'END'
import csv, json, math, statistics, sys
T = 2.2009851600916384  # of 11 degrees of freedom, 97.5 %
values = {}
for row in csv.DictReader(open("t.csv")):
    values.setdefault(row["subject"], {}).setdefault(int(row["execution"]), []).append(float(row["value"]) * 1000)
for row in json.load(open(sys.argv[1]))["quantiles"]:
    for subject in row["subjects"]:
        runs = values[subject["name"]]
        x = sorted(v for run in runs.values() for v in run)
        n, p = len(x), row["p"]
        h = (n + 1 / 3) * p + 1 / 3
        k = math.floor(h)
        q = x[k - 1] + (h - k) * (x[k] - x[k - 1])
        shares = [sum(v <= q for v in run) / len(run) for run in runs.values()]
        se = statistics.stdev(shares) / math.sqrt(len(shares))
        lower, upper = math.floor((p - T * se) * n), math.ceil((p + T * se) * n) + 1
        assert abs(subject["value"] - q) < 1e-6 * q, (p, subject, q)
        assert abs(subject["interval"]["lo"] - x[lower - 1]) < 1e-6 * q, (p, subject, x[lower - 1])
        if upper <= n:
            assert abs(subject["interval"]["hi"] - x[upper - 1]) < 1e-6 * q, (p, subject, x[upper - 1])
        else:
            assert subject["interval"]["hi"] is None, (p, subject)
END
	"$ASSAY" show --quantiles --pooled t.csv >out
	grep -q 'time by quantile, of all iterations together (12 executions of' out
	tr -s '\n ' ' ' <out | grep -qF 'commands are not compared by these'
	absent -qE ' (more|less)$' out
	tail_table 9 60
	run -6 --separate-stderr "$ASSAY" show --quantiles --pooled t.csv
	# shellcheck disable=SC2154 # of run
	[ "$stderr" = "assay: cannot show quantiles of time of all iterations together (--pooled): they take iterations of 10 executions of each command, and 'old' has 9; give --runs 10, or leave --pooled out" ]
	rounds_table 12 a=1 b=2 >t.csv
	run -6 --separate-stderr "$ASSAY" show --quantiles --pooled t.csv
	[ "$stderr" = "assay: cannot show quantiles of time of all iterations together (--pooled): it has one value an execution; leave --pooled out" ]
	assay_fails 2 "cannot use --pooled without --quantiles, whose quantiles it is of: give both" show --pooled t.csv
}

@test "where not even the median can be had, it is said what would do" {
	tail_table 4 3
	run "$ASSAY" show --quantiles t.csv
	[ "$status" -eq 6 ]
	grep -qF -e 'in an execution, or as many put together, 6 times; an execution has 3; give --iterations 20, or --runs 42' <<<"$output"
	rounds_table 5 a=1 b=2 >t.csv
	run "$ASSAY" show --quantiles t.csv
	[ "$status" -eq 6 ]
	grep -qF -e '--runs 120' <<<"$output"
	# of eight, two have the median between them
	rounds_table 8 a=1 b=2 >t.csv
	"$ASSAY" show --quantiles --json t.csv | jq -e '[.quantiles[].p] == [0.5] and .quantiles[0].subjects[0].units == 8 and
		.quantiles[0].differences[0].interval == null'
}

@test "where builds are at the top, too few of them are the reason" {
	tail_table 8 600
	sed -i '1s/^/build,/; 2,$s/^/1,/; s/,round,/,/; 2,$s/^1,\([a-z]*\),[0-9]*,/1,\1,/' t.csv
	run "$ASSAY" show --quantiles t.csv
	[ "$status" -eq 6 ]
	grep -qF -e 'intervals come from builds, which take 5 of each, and there is 1; build more of them (--builds)' <<<"$output"
}

@test "the picture of quantiles has a band for each command and one for their difference" {
	tail_table 8 600
	COLUMNS=70 "$ASSAY" plot --kind quantiles t.csv >out
	[ "$(grep -cE '^ +p50 +p75 +p90 +p95 +p99$' out)" = 2 ]
	tr -s '\n ' ' ' <out | grep -qF 'a old; b new; up: difference; a new against old'
	absent -qE '.{71}' out
	LC_ALL=C.UTF-8 COLUMNS=30 "$ASSAY" plot --kind quantiles t.csv >out
	absent -qE '.{31}' out
}
