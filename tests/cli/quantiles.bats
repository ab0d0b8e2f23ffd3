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
	refuses '--runs 120 gives them' run --runs 10 --criterion wall:median true 'true 2'
	refuses 'report iterations' run --criterion wall:min true
}

@test "what is no statistic of a metric is refused" {
	refuses 'take p99' run --criterion time:p100 true
	refuses 'p1 or min' run --criterion time:p0 true
	refuses 'there are median' run --criterion time:often true
	refuses 'no such metric' run --criterion latency:p99 true
	refuses 'take p99' run --fail-if 'wall:p100 slower by 5%' true 'true 2'
	rounds_table 6 a=1 b=2 >t.csv
	refuses 'cannot show' show --metric nothing:p50 t.csv
	golden_table per_execution 0 >g.csv
	refuses 'whole executions' compare --criterion time:median --interval bca g.csv
}
