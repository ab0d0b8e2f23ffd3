#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# --criterion METRIC:p99 and the like: what golden/31_quantiles.json says, by the command line.
load common

# golden_table SECTION CASE: its sides a and b as a table.
golden_table() {
	python3 - "$GOLDEN/31_quantiles.json" "$1" "$2" <<'END'
import json, sys
case = json.load(open(sys.argv[1]))[sys.argv[2]][int(sys.argv[3])]
print("subject,round,execution,iteration,metric,value,unit")
for r in range(len(case["old"])):
    for name, side in (("a", "old"), ("b", "new")):
        for i, v in enumerate(case[side][r]):
            print(f"{name},{r + 1},{r + 1},{i + 1},time,{v!r},s")
END
}

# agrees SECTION CASE STATISTIC: ratio and interval are the reference numbers.
agrees() {
	golden_table "$1" "$2" >t.csv
	"$ASSAY" compare --criterion "time:$3" --json t.csv >got.json
	jq -e --arg s "$1" --argjson c "$2" --slurpfile got got.json '
		def near($got; $want): ($got - $want.v | fabs) <= 1e-9 * ($want.v | fabs);
		.[$s][$c].expected.ratio as $w | $got[0].comparisons[0] as $g |
		near($g.ratio; $w.estimate) and near($g.interval.lo; $w.lo) and near($g.interval.hi; $w.hi)' \
		"$GOLDEN/31_quantiles.json" || { cat got.json; return 1; }
}

# refuses WORDS ARGUMENT...: a usage error that has these words.
refuses() {
	local words=$1 status=0
	shift
	"$ASSAY" "$@" >out 2>err || status=$?
	[ "$status" = 2 ] || { echo "status $status"; cat out err; return 1; }
	grep -qF -e "$words" err || { cat err; return 1; }
}

# Reports ${1:-60} iterations, of which one in ten takes $2 times as long.
reporter() {
	cat >reports <<'END'
#!/bin/sh
{
	echo assay 1
	awk -v n="$1" -v slow="$2" -v pid=$$ 'BEGIN { srand(pid); for (i = 0; i < n; i++)
		printf "iteration %d ns\n", 1000000 * (1 + rand() / 10) * (i % 10 ? 1 : slow) }'
} >"$ASSAY_REPORT"
END
	chmod +x reports
}

@test "executions are compared by their quantiles, of the first iterations that both sides have" {
	agrees per_execution 0 median
	agrees per_execution 1 p90
	agrees per_execution 2 p99
	agrees per_execution 3 p90
	agrees per_execution 4 p90
}

# bats test_tags=long
@test "executions of too few iterations are put together, batch by batch of whole rounds" {
	agrees batches 0 median
	agrees batches 1 p90
	agrees batches 3 p95
}

@test "a tail that gets worse while the mean does not is seen by its quantile, and fails a gate" {
	reporter
	status=0
	"$ASSAY" run --runs 10 --criterion time:p95 --iterations 200 --fail-if 'time:p95 slower by 5%' \
		-n a './reports 200 2' -n b './reports 200 3' >out || status=$?
	[ "$status" = 1 ] || { cat out; return 1; }
	grep -q 'b takes .* more time:p95 than a' out
	grep -q 'slower by 5%: failed' out
	"$ASSAY" show --json @last | jq -e '.comparisons[0] | .metric == "time:p95" and .verdict == "slower"'
	"$ASSAY" compare --criterion time:p90 @last >out
	grep -q 'time:p90' out
}

@test "too few iterations are refused before a round is measured, with what would do" {
	reporter
	refuses 'give --iterations 500, or --runs 150' run --runs 10 --criterion time:p99 \
		'./reports 20 2' './reports 20 3'
	assay_fails 2 "cannot take wall:median as a criterion: median needs 20 executions put together, 6 times, and there are to be 10; --runs 120 gives them, and so do 20 iterations in an execution (assay help reporter)" \
		run --runs 10 --criterion wall:median true 'true 2'
	assay_fails 2 "cannot take wall:min as a criterion: of 1 iteration an execution the minimum falls with the number of executions; report iterations (assay help reporter), or take p10" \
		run --criterion wall:min true
}

# single_table N EXPRESSION: one command's N executions, whose value is that of awk, u being a number drawn from 0 to 1.
single_table() {
	awk -v n="$1" 'BEGIN {
		print "subject,execution,metric,value,unit"
		seed = 7
		for (i = 1; i <= n; i++) {
			seed = (seed * 69069 + 1) % 4294967296
			u = seed / 4294967296
			printf "a,%d,time,%.9g,ms\n", i, '"$2"'
		}
	}'
}

@test "a quantile of executions of one value lies between two of them, at the confidence that it reaches" {
	single_table 45 '1 + u * u' >t.csv
	"$ASSAY" show --metric time:p90 --json t.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	python3 - out <<'END'
import csv, json, math, sys
v = sorted(1e6 * float(r["value"]) for r in csv.DictReader(open("t.csv")))
n, p = len(v), 0.9
mass = [math.comb(n, k) * p ** k * (1 - p) ** (n - k) for k in range(n + 1)]
l = max(k for k in range(1, n + 1) if sum(mass[:k]) <= 0.025)
u = min(k for k in range(1, n + 1) if sum(mass[k:]) <= 0.025)
y = next(s for s in json.load(open(sys.argv[1]))["subjects"][0]["summaries"] if s["metric"] == "time:p90")
i = y["interval"]
assert i["method"] == "order_statistics" and y["n"] == n, y
assert abs(i["lo"] - v[l - 1]) < 1 and abs(i["hi"] - v[u - 1]) < 1, (i, l, u)
assert abs(i["confidence"] - sum(mass[l:u])) < 1e-9, i
h = (n + 1 / 3) * p + 1 / 3
k = math.floor(h)
assert abs(y["mean"] - (v[k - 1] + (h - k) * (v[k] - v[k - 1]))) < 1, y
END
	"$ASSAY" show --metric time:p90 -v t.csv | tr -s ' \n' ' ' | grep -q '97.92 % .* (two of its executions)'
	# five batches of 50 need no such thing
	single_table 250 '1 + u * u' >t.csv
	[ "$("$ASSAY" show --metric time:p90 --json t.csv | jq -r '.subjects[0].summaries[] | select(.metric == "time:p90").interval.method')" != order_statistics ]
}

@test "executions that resemble their neighbours have no such interval, and too few have none" {
	single_table 45 'int(i / 9) + u / 10' >t.csv
	"$ASSAY" show --metric time:p90 -v t.csv >out
	rows warning | grep -q 'executions resemble their neighbours (0\.[0-9]*): an interval between two of them would be too narrow'
	"$ASSAY" show --metric time:p90 --json t.csv | jq -e '.subjects[0].summaries[] | select(.metric == "time:p90").interval | .lo == null'
	refuses '--runs 100 gives them' run --runs 5 -w 0 --criterion wall:median true
	"$ASSAY" run --runs 6 -w 0 --criterion wall:median true >out
	grep -Eq 'wall:median .*' out
}

@test "a program that does as it is told makes the iterations that the quantile takes, and their number is planned" {
	script obeys <<-'SH'
		n=$(($(cat obeys.n 2>/dev/null) + 1)); echo "$n" >obeys.n
		{
			echo assay 1
			awk -v n="$ASSAY_ITERATIONS" -v seed="$n" 'BEGIN { srand(seed); place = 1 + rand() / 20
				for (i = 0; i < n; i++) printf "iteration %d ns\n", 100000 * place * (1 + rand()) }'
		} >>"$ASSAY_REPORT"
	SH
	"$ASSAY" run --criterion time:p95 --max-runs 30 ./obeys >out
	"$ASSAY" show --json >r.json
	jq -e '.plan.iterations - .plan.drop >= 100 and .plan.iterations_given == false' r.json
	jq -e '[.subjects[0].tree.executions.role[] | select(. == "dimensioning")] | length == 5' r.json
	absent -q 'batches of' out
	"$ASSAY" run --criterion time:p95 -r 6 ./obeys >out
	"$ASSAY" show --json | jq -e '.plan.iterations == 200'
}

@test "without a number of rounds as many batches are measured as the time pays for, at least six" {
	reporter
	"$ASSAY" run -w 0 --criterion time:p90 --stage1 7 -n a './reports 10 2' -n b './reports 10 2' >out
	"$ASSAY" show --json | jq -e '.plan.stage1 % 5 == 0 and .plan.planned % 5 == 0 and .comparisons[0].n >= 6'
	grep -q 'batches of 5 rounds' out
	refuses '6 times 5000 are needed; give --iterations 5000, or --runs 3000' \
		run -w 0 --budget 1s --criterion time:p99.9 './reports 10 2' './reports 10 3'
}

@test "what is no statistic of a metric is refused" {
	assay_fails 2 "cannot take 'p100' of time: the largest of n values grows with n; take p99" run --criterion time:p100 true
	assay_fails 2 "cannot take 'p0' of time: the smallest of n values falls with n; take p1 or min" run --criterion time:p0 true
	assay_fails 2 "cannot take 'often' of time: there are median, p1 to p99.99 (as p90), trimmed and min" \
		run --criterion time:often true
	refuses "cannot use 'latency:p99' as the criterion: no such metric is read or reported; there are time, wall, " \
		run --criterion latency:p99 true
	assay_fails 2 "cannot take 'p100' of wall: the largest of n values grows with n; take p99" \
		run --fail-if 'wall:p100 slower by 5%' true 'true 2'
	rounds_table 6 a=1 b=2 >t.csv
	refuses 'cannot show' show --metric nothing:p50 t.csv
	golden_table per_execution 0 >g.csv
	refuses 'whole executions' compare --criterion time:median --interval bca g.csv
}

@test "what a quantile needs for the precision asked for is said beside what the mean needs" {
	cat >reports <<'SH'
#!/bin/sh
{
	echo assay 1
	awk -v seed="$1$HYPERFINE_ITERATION" 'BEGIN { srand(seed); for (i = 0; i < 600; i++)
		printf "iteration %d ns\n", 1000000 * (1 + 5 * rand() ^ 30) }'
} >"$ASSAY_REPORT"
SH
	chmod +x reports
	"$ASSAY" run -v -r 10 -w 0 --criterion time:p99 './reports 1' './reports 2' >out
	tr -s ' \n' ' ' <out | grep -oE 'this statistic needs [0-9]+ rounds for (±|\+-) 1(\.0)? % where the mean needs [0-9]+' >said
	awk '{ exit !($4 > $NF) }' said
	"$ASSAY" run -v -r 10 -w 0 './reports 1' './reports 2' >out
	run ! grep -q 'this statistic needs' out
}
