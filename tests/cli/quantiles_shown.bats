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

@test "executions of too few iterations have quantiles of all of them, whose differences are by rounds put together" {
	tail_table 30 100
	COLUMNS=100 "$ASSAY" show --quantiles t.csv >out
	grep -qE '^  p99 .*all 3000 values$' out
	grep -qE '^ .*6 [^ ]+ 5 rounds$' out
	absent -qE '^  p95 .*rounds$' out
	"$ASSAY" show --quantiles --json t.csv | jq -e '.quantiles[-1] | .p == 0.99 and .batch_rounds == 5 and
		.subjects[0].units == 30 and .subjects[0].values == 3000'
}

@test "of all iterations together each has an interval by the shares of its executions, and nothing is compared" {
	tail_table 12 600
	"$ASSAY" show --quantiles --pooled --json t.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.pooled and ([.quantiles[].p * 1000 | round] == [500, 750, 900, 950, 990]) and ([.quantiles[].differences[]] == [])' out
	python3 - out <<'END'
import csv, json, math, statistics, sys
T, Z = 2.2009851600916384, statistics.NormalDist().inv_cdf(0.975)  # T: of 11 degrees of freedom, 97.5 %
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
        middle = x[math.ceil(n * p - 1e-9) - 1]
        shares = [sum(v <= middle for v in run) / len(run) for run in runs.values()]
        half = max(T * statistics.stdev(shares) / math.sqrt(len(shares)), Z * math.sqrt(p * (1 - p) / n))
        lower, upper = math.floor(n * (p - half) + 1e-9), math.ceil(n * (p + half) - 1e-9) + 1
        assert abs(subject["value"] - q) < 1e-9 * q, (p, subject, q)
        assert subject["pieces"] == 12 and subject["values"] == n, subject
        assert abs(subject["interval"]["lo"] - x[lower - 1]) < 1e-9 * q, (p, subject, x[lower - 1])
        assert abs(subject["interval"]["hi"] - x[upper - 1]) < 1e-9 * q, (p, subject, x[upper - 1])
END
	"$ASSAY" show --quantiles --pooled t.csv >out
	grep -q 'time by quantile, of all iterations together (12 executions of' out
	tr -s '\n ' ' ' <out | grep -qF 'commands are not compared by these'
	absent -qE ' (more|less)$' out
	rounds_table 12 a=1 b=2 >t.csv
	run -6 --separate-stderr "$ASSAY" show --quantiles --pooled t.csv
	# shellcheck disable=SC2154 # of run
	[ "$stderr" = "assay: cannot show quantiles of wall of all iterations together (--pooled): it has one value an execution; leave --pooled out" ] ||
		[ "$stderr" = "assay: cannot show quantiles of time of all iterations together (--pooled): it has one value an execution; leave --pooled out" ]
	assay_fails 2 "cannot use --pooled without --quantiles, whose quantiles it is of: give both" show --pooled t.csv
}

# golden_log NUMBER [COLUMNS]: a log of golden/41_log_quantiles.json, one value a line, or as iterations of one execution.
golden_log() {
	python3 - "$GOLDEN/41_log_quantiles.json" "$@" <<'END'
import json, sys
x = json.load(open(sys.argv[1]))["logs"][int(sys.argv[2])]
if len(sys.argv) > 3:
    print("execution,iteration,metric,value,unit")
for i, v in enumerate(x):
    print(f"1,{i + 1},time,{v!r},s" if len(sys.argv) > 3 else repr(v))
END
}

# is_golden LOG SCALE: the rows of show --quantiles --json in `out` are the reference numbers.
is_golden() {
	python3 - "$GOLDEN/41_log_quantiles.json" out "$@" <<'END'
import json, sys
rows = json.load(open(sys.argv[2]))
log, scale, held = int(sys.argv[3]), float(sys.argv[4]), 0
for case in json.load(open(sys.argv[1]))["cases"]:
    if case.get("log") != log:
        continue
    row = [r for r in rows["quantiles"] if abs(r["p"] - case["p"]) < 1e-12]
    want = case["expect"]
    if want["lo"] is None or want["hi"] is None:
        assert not row and abs(rows["lacking"]["p"] - case["p"]) < 1e-12, (case["name"], rows["lacking"])
        held += 1
        continue
    got = row[0]["subjects"][0]
    for have, right in ((got["value"], want["quantile"]), (got["interval"]["lo"], want["lo"]),
                        (got["interval"]["hi"], want["hi"])):
        assert abs(have / scale - right) <= 1e-9 * right, (case["name"], have, right)
    assert abs(got["n_eff"] - want["n_eff"]) <= 1e-9 * want["n_eff"], (case["name"], got)
    assert got["less_than_confidence"] == want["label"] and got["pieces"] == 16, (case["name"], got)
    held += 1
assert held > 2, held
END
}

# bats test_tags=long
@test "quantiles of one log are worked out once, from all of it, and its pieces give the interval alone" {
	golden_log 0 >log.txt
	"$ASSAY" show --quantiles --json log.txt >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	is_golden 0 1
	golden_log 1 >log.txt
	"$ASSAY" show --quantiles --json log.txt >out
	is_golden 1 1
	"$ASSAY" show --quantiles log.txt >out
	grep -qx 'value by quantile, of all executions together ([^)]*)\|value by quantile, of all executions together' out
	absent -q 'rounds$' out
}

@test "of one execution with many iterations there are the same quantiles, for this execution only" {
	golden_log 1 as_iterations >t.csv
	"$ASSAY" show --quantiles --json t.csv >out
	is_golden 1 1e9
	"$ASSAY" show --quantiles t.csv >out
	tr -s '\n ' ' ' <out | grep -qF 'The intervals are for this execution only'
	"$ASSAY" show --metric time:p90 --json t.csv >out
	jq -e '[.subjects[0].summaries[] | select(.metric == "time:p90").interval] == [] or
		([.subjects[0].summaries[] | select(.metric == "time:p90").interval.method] == ["shares"])' out
}

@test "a quantile that too few values lie beyond is refused, and so many as it says would do" {
	awk 'BEGIN { srand(3); for (i = 0; i < 3000; i++) printf "%.6f\n", exp(rand() + rand() + rand()) }' >log.txt
	"$ASSAY" show --quantiles log.txt >out
	tr -s '\n ' ' ' <out | grep -oE 'p99.9: 3 values lie beyond it, and slow ones may come in bursts: too few for an upper end; about [0-9]+ values' >said
	n=$(grep -oE '[0-9]+ values$' said | cut -d' ' -f1)
	[ "$n" -gt 3000 ]
	awk -v n="$n" 'BEGIN { srand(3); for (i = 0; i < n; i++) printf "%.6f\n", exp(rand() + rand() + rand()) }' >log.txt
	"$ASSAY" show --quantiles --json log.txt | jq -e '[.quantiles[].p] | any(. > 0.9985 and . < 0.9995)'
}

@test "two logs are compared by the intervals of each, for information" {
	golden_log 0 >old.txt
	golden_log 3 >new.txt
	"$ASSAY" compare --criterion value:p90 --json old.txt new.txt >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	python3 - "$GOLDEN/41_log_quantiles.json" out <<'END'
import json, math, sys
want = [c["expect"] for c in json.load(open(sys.argv[1]))["cases"] if "logs" in c][0]
got = json.load(open(sys.argv[2]))
got = (got[0] if isinstance(got, list) else got)["comparisons"][0]
assert got["interval"]["method"] == "mover" and got["verdict"] == "none", got
for have, right in ((got["ratio"], want["log_ratio"]), (got["interval"]["lo"], want["lo"]), (got["interval"]["hi"], want["hi"])):
    assert abs(math.log(have) - right) <= 1e-9, (have, right)
END
	"$ASSAY" compare --criterion value:p90 old.txt new.txt >out
	grep -q 'no verdict' out
	grep -qE 'chance explains no more than [0-9.]+ %; the hour may' out
	"$ASSAY" compare --quantiles --json old.txt new.txt >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '[.quantiles[].p] == [0.5, 0.75, 0.9, 0.95, 0.99] and ([.quantiles[].differences[].for_information] | all) and
		(.quantiles[0].differences[0].interval.confidence - 0.99 | fabs) < 1e-12' out
	"$ASSAY" compare --quantiles old.txt new.txt >out
	grep -q 'against old.txt' out
	tr -s '\n ' ' ' <out | grep -qF 'chance explains no more than their intervals; the hour may'
}

@test "where not even the median can be had, it is said what would do, and that does" {
	tail_table 4 3
	run "$ASSAY" show --quantiles t.csv
	[ "$status" -eq 6 ]
	grep -qF -e 'even the median takes 120 values of a command; give --iterations 30, or --runs 42' <<<"$output"
	tail_table 4 30
	"$ASSAY" show --quantiles t.csv >out
	tail_table 42 3
	"$ASSAY" show --quantiles t.csv >out
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
