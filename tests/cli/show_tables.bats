#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# show --table: one table of many benchmarks, on a terminal and for papers.
bats_require_minimum_version 1.5.0
load common

# two_benchmarks: fft, whose builds differ, and ping, whose executions do, 12 x 4 x 5, as t.csv.
two_benchmarks() {
	awk 'BEGIN {
		srand(5)
		print "subject,build,execution,iteration,value,unit"
		for (s = 0; s < 2; s++)
			for (b = 1; b <= 12; b++) {
				of_build = (s ? 0.001 : 0.05) * (rand() - 0.5)
				for (e = 1; e <= 4; e++) {
					of_execution = (s ? 0.08 : 0.002) * (rand() - 0.5)
					for (i = 1; i <= 5; i++)
						printf "%s,%d,%d,%d,%.9g,ms\n", s ? "ping|a_b" : "fft", b, e, i,
							10 * (1 + of_build + of_execution + 0.02 * (rand() - 0.5))
				}
			}
	}' >t.csv
}

@test "a table has a row a level of each benchmark, with the numbers of the screen" {
	two_benchmarks
	"$ASSAY" show --table levels --json t.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	"$ASSAY" show --json t.csv >one
	jq -e --slurpfile one one '
		[.rows[] | .share] as $got |
		[$one[0].subjects[] | .summaries[0].levels | reverse | .[].share] as $want |
		($got | length) == 6 and ([$got, $want] | transpose | all((.[0] - .[1] | fabs) < 1e-12))' out
	jq -e '[.rows[] | [.benchmark, .level]] == [["fft", "build"], ["fft", "execution"], ["fft", "iteration"],
		["ping|a_b", "build"], ["ping|a_b", "execution"], ["ping|a_b", "iteration"]]' out
}

@test "the impact factor stands in a table by drawing and in closed form" {
	two_benchmarks
	"$ASSAY" show --table impact --json t.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.rows[0] | .level == "build" and .drawn > 2 and .closed_form > 2 and .lo < .closed_form and .closed_form < .hi and
		.c == 3 and .k == 10000' out
	jq -e '.rows[2] | .benchmark == "ping|a_b" and .drawn < 1.3 and .closed_form < 1.3' out
	LC_ALL=C "$ASSAY" show --table impact t.csv >out
	[ "$(grep -c fft out)" = 1 ]
	tr -s '\n ' ' ' <out | grep -qF 'c values mostly miss the few that are far off'
}

@test "k and c of the impact factor are what is asked for, and a c that cannot be is refused" {
	two_benchmarks
	"$ASSAY" show --table impact --draws 500 --draw-values 2 --json t.csv >out
	jq -e '.rows[0] | .k == 500 and .c == 2 and .drawn > 2' out
	# builds have 4 executions each, and executions are 4: neither has 4 values to draw
	assay_fails 2 "cannot use --draws with --table levels: it is for --table impact" show --table levels --draws 500 t.csv
	run ! "$ASSAY" show --table impact --draw-values 12 t.csv
	grep -q "of 'fft': cannot draw 12 values each time: there are " <<<"$output"
}

# related: a time that follows `misses` between executions, falls with it inside each, and a subject without it, as r.csv.
related() {
	awk 'BEGIN {
		srand(3)
		print "subject,execution,iteration,metric,value,unit"
		for (e = 1; e <= 20; e++)
			for (i = 1; i <= 10; i++) {
				printf "a,%d,%d,time,%.9g,ms\n", e, i, 100 + e - 1.5 * i + 9 * rand()
				printf "a,%d,%d,misses,%.9g,count\n", e, i, 50 + e + 0.2 * i + rand()
				printf "b,%d,%d,time,%.9g,ms\n", e, i, 100 + rand()
			}
	}' >r.csv
}

@test "two metrics go together between executions and inside them by themselves" {
	related
	"$ASSAY" show --table correlation --over misses --json r.csv >out 2>err
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '[.rows[] | [.benchmark, .level, .over, .units]] == [["a", "execution", "misses", 20], ["a", "iteration", "misses", 200]]' out
	jq -e '.rows[0] | .r > 0.97 and .lo > 0.9 and .lo < .r and .r < .hi' out
	jq -e '.rows[1] | .r < -0.5 and .hi < -0.4' out
	grep -q "b" err
	assay_fails 2 "cannot show --table correlation without another metric: give --over METRIC, such as --over peak_memory" \
		show --table correlation r.csv
	grep -v '^b,' r.csv >one.csv
	LC_ALL=C "$ASSAY" plot --kind scatter --over misses one.csv | tr -s '\n ' ' ' | grep -qE 'correlation of executions 0\.9[0-9]* \(0\.9'
}

@test "false alarms are those of assay aa, and the fewest units that hold the level are said" {
	two_benchmarks
	"$ASSAY" show --table alarms --json t.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	"$ASSAY" aa --json --group 1,2,5 t.csv | jq -s '[.[0].cells[] | select(.shift == 0) | .rates[0]]' >want
	jq '[.rows[0] | .n1, .n2, .n5]' out | diff - want
	jq -e '.rows[0] | .by == null and .way == "Welch" and .n1 > 0.3 and .n10 == null and .fewest == 2' out
}

@test "a table is written for LaTeX and Markdown so that no name acts there" {
	two_benchmarks
	"$ASSAY" show --table levels --to latex t.csv >out
	grep -qF 'ping\textbar{}a\_b & iteration & 5' out
	[ "$(grep -c '[^\\]%' out)" = 0 ]
	[ "$(sed -n 2p out)" = '\begin{tabular}{llrrrrrr}' ]
	"$ASSAY" show --table levels --to markdown t.csv >out
	grep -qF '| ping\|a\_b | iteration | 5 |' out
	"$ASSAY" show --table estimators --to csv t.csv >out
	python3 - <<'END'
import csv
rows = list(csv.DictReader(open("out")))
assert len(rows) == 14 and rows[7]["benchmark"] == "ping|a_b" and rows[7]["of_all_unit"] == "ns", rows[7]
assert 9e6 < float(rows[7]["of_all"]) < 11e6
END
}

@test "without costs no count is called best, and with them counts are those of assay plan" {
	two_benchmarks
	"$ASSAY" show --table dimension --json t.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e 'all(.rows[]; .best == null and .published == null)' out
	script prog <<<'exec true'
	"$ASSAY" run --style none -r 10 ./prog
	"$ASSAY" show --table dimension --json @last >out
	"$ASSAY" plan --json --precision 1% @last >one
	jq -e --slurpfile one one '[.rows[].best] == [$one[0].levels | reverse | .[].count]' out
}

@test "the results of a suite are one table: the newest of each benchmark" {
	printf '#!/bin/sh\nexit 0\n' >a && chmod +x a && cp a b
	printf 'suite: two\nruns: 5\nbenchmarks: {one: {execute: ./a}, other: {execute: ./b}}\n' >assay.yaml
	"$ASSAY" run --style none --label l --store s.db
	"$ASSAY" run --style none --label l --store s.db
	"$ASSAY" show --store s.db --table levels --json label:l >out
	jq -e '[.rows[].benchmark] == ["one", "other"]' out
	"$ASSAY" show --store s.db --table levels --metric peak_memory --json label:l | jq -e '.rows[0].mean.unit == "bytes"'
	"$ASSAY" show --table levels --json file:s.db >out
	jq -e '[.rows[].benchmark] == ["one", "other"]' out
}

@test "what a benchmark cannot tell is noted, and the others are shown; where none can, it is an error" {
	two_benchmarks
	printf 'execution,value\n1,10\n2,11\n3,12\n' >few.csv
	"$ASSAY" show --table estimators few.csv t.csv >out 2>err
	grep -q '^assay: note: cannot say how much estimates of .few.csv. vary from 3 executions' err
	grep -q fft out
	run ! "$ASSAY" show --table estimators few.csv
	assay_fails 2 "cannot use --to without --table: give that, such as --table levels" show --to latex t.csv
	assay_fails 2 "cannot use '3,2' for --group: expected up to 12 numbers of units, ascending, such as 1,10,20,30" \
		aa --group 3,2 t.csv
}
