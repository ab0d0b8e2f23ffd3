#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The typical run is the answer for times (methods-typical.md): screens of its sections 3 and 5.
load common

export LC_ALL=C COLUMNS=100

# FILE, then values of one command.
one() {
	printf '%s\n' execution,value,unit >"$1"
	shift
	n=0
	for v; do n=$((n + 1)) && echo "$n,$v,ms"; done >>a.rest
	cat a.rest >>"$FILE"
	rm a.rest
}

@test "one far value among twenty neither moves the time nor widens its interval" {
	FILE=far.csv one far.csv 100.01 100.011 100.012 100.013 100.014 100.015 100.016 100.017 100.018 100.019 100.02 \
		100.021 100.022 100.023 100.024 100.025 100.026 100.027 100.028 110
	"$ASSAY" show far.csv >out
	grep -qF '100.019 ms +- 0.003 %' out
	"$ASSAY" show --estimator mean far.csv >out
	grep -qF '(99.5 .. 103.8 ms' out
	! grep -qF -e '+-' out
}

@test "an interval with uneven ends is a range" {
	FILE=gc.csv one gc.csv 7.3 7.5 7.4 7.8 7.6 9.1 7.4 15.5 7.7 7.5 8.0 7.6
	"$ASSAY" show gc.csv >out
	grep -qE '7\.6 ms +\(7\.4 \.\. 8\.5 ms' out
	! grep -qF -e '+-' out
}

@test "of three to five runs each is shown, of two without an interval" {
	FILE=three.csv one three.csv 7.1 15.5 7.4
	"$ASSAY" show three.csv >out
	grep -qF '3 runs: 7.1, 7.4, 15.5 ms; typical 9.3 ms (3.1 .. 28 ms; 12 runs say far more)' out
	FILE=two.csv one two.csv 7.1 7.4
	"$ASSAY" show two.csv >out
	grep -qF '2 runs: 7.1, 7.4 ms' out
	! grep -qF typical out
}

# A hundred rounds in which new is 3 % faster, and 2.5 times as slow in four.
rare() {
	awk 'BEGIN { print "subject,execution,round,value,unit"
		for (r = 1; r <= 100; r++) {
			o = 100 + (r * 37 % 11 - 5) / 5
			n = 97 + (r * 53 % 13 - 6) / 6
			if (r % 25 == 7) n *= 2.5
			print "old," r "," r "," o ",ms"
			print "new," r "," r "," n ",ms"
		} }' >rare.csv
}

@test "rare slow runs take no verdict away, and the mean has a line with both counts" {
	rare
	"$ASSAY" show rare.csv >out
	grep -qE '^new takes 2\.9[0-9]? % less time than old' out
	grep -qE '^ +mean +on average [0-9.]+ % more time \(.*\): 4 of 100 runs of new, 0 of 100 of old took more than' <(
		tr -s '\n ' ' ' <out | sed 's/ mean on/\n mean on/')
	"$ASSAY" show --json rare.csv | jq -e '.comparisons[0] |
		.material and .slow == 4 and .slow_reference == 0 and .interval.hi < 1 and .means.ratio > 1.02'
}

@test "times that are shown are in the ratio that is shown" {
	rare
	"$ASSAY" show --json rare.csv | jq -e '.comparisons[0].ratio as $r | [.. | objects | select(has("typical_alone"))] |
		(.[1].typical / .[0].typical / $r - 1 | fabs < 1e-12) and .[0].typical_alone > 99 and .[1].mean > .[1].typical'
}

@test "times have the digits that their ratio is known to" {
	# what the machine does in a round is in both, and in neither's ratio
	awk 'BEGIN { print "subject,execution,round,value,unit"
		for (r = 1; r <= 40; r++) {
			state = 1 + r * 37 % 41 / 43
			print "old," r "," r "," 100 * state ",ms"
			print "new," r "," r "," 97 * state * (1 + (r * 53 % 13 - 6) / 3000) ",ms"
		} }' >shared.csv
	"$ASSAY" show shared.csv >out
	python3 - out <<'END'
import re, sys
text = open(sys.argv[1]).read()
old, new = (float(re.search(rf"^ +{n} +([0-9.]+) ms", text, re.M)[1]) for n in ("old", "new"))
said = re.search(r"new takes ([0-9.]+) % less time than old\s+\(([0-9.]+) \.\. ([0-9.]+) %", text)
half = (float(said[3]) - float(said[2])) / 2
assert abs(100 * (1 - new / old) - float(said[1])) <= half, (old, new, said.groups())
END
}

# Two commands of 63 rounds: 30 to 40 % of runs near 60 and 96 ms, the others near 5 and 63 ms; as kinds2.csv.
two_kinds() {
	awk 'BEGIN { print "subject,execution,round,value,unit"
		for (r = 1; r <= 63; r++) {
			g = (r * 37 % 63 < 25 ? 96 : 5) * (1 + r * 11 % 7 / 100)
			a = (r * 41 % 63 < 19 ? 300 : 63) * (1 + r * 13 % 7 / 100)
			print "grep," r "," r "," g ",ms"
			print "awk," r "," r "," a ",ms"
		} }' >kinds2.csv
}

@test "where runs are of two kinds the ratio of medians stands beside the typical one, if it is another" {
	two_kinds
	"$ASSAY" show kinds2.csv >out
	"$ASSAY" show --json kinds2.csv >json
	tr -s '\n ' ' ' <out >flat
	grep -qE 'by medians [0-9.]+ times \(--criterion time:median\)' flat
	python3 - flat json <<'END'
import json, re, statistics, csv, sys
v = {}
for row in csv.DictReader(open("kinds2.csv")):
    v.setdefault(row["subject"], []).append(float(row["value"]))
want = statistics.median(v["awk"]) / statistics.median(v["grep"])
said = float(re.search(r"by medians ([0-9.]+) times", open(sys.argv[1]).read())[1])
assert abs(said - want) < 0.06 * want, (said, want)
END
	# where both say the same it is not said
	rare
	"$ASSAY" show -v rare.csv >out
	absent -q 'by medians' out
}

@test "runs of two kinds are named, with how many there are of each" {
	awk 'BEGIN { print "execution,value,unit"
		for (r = 1; r <= 60; r++) print r "," (r % 5 < 2 ? 96 : 5) + r % 7 / 10 ",ms" }' >kinds.csv
	"$ASSAY" show kinds.csv >out
	tr -s '\n ' ' ' <out | grep -qE 'runs are of two kinds: 36 near 5\.[0-9]+ ms, 24 near 96\.[0-9]+ ms'
}

@test "a difference that was not found is always bounded" {
	awk 'BEGIN { print "subject,execution,round,value,unit"
		for (r = 1; r <= 12; r++) {
			print "a," r "," r "," 5 + r * 7 % 12 / 10 ",ms"
			print "b," r "," r "," 5 + r * 5 % 12 / 10 ",ms"
		} }' >same.csv
	"$ASSAY" show same.csv >out
	grep -qE '^no difference found: b takes between [0-9.]+ % less and [0-9.]+ % more time' out
	awk 'BEGIN { print "subject,execution,round,value,unit"
		for (r = 1; r <= 12; r++) {
			print "a," r "," r "," 5 * 2 ^ (r * 7 % 12 / 4) ",ms"
			print "b," r "," r "," 5 * 2 ^ (r * 5 % 12 / 4) ",ms"
		} }' >noisy.csv
	"$ASSAY" show noisy.csv >out
	grep -qE '^too noisy to tell: b takes between [0-9.]+ and [0-9.]+ times as long' out
}

# on_grid ROUNDS HOW: two commands of 30 iterations a round on a clock of 20 us, as t.csv. alike: the typical run of each
# execution is 100 us; half: that of new is 110 us in some rounds.
on_grid() {
	awk -v rounds="$1" -v how="$2" 'BEGIN {
		print "subject,round,execution,iteration,metric,value,unit"
		for (r = 1; r <= rounds; r++)
			for (s = 1; s <= 2; s++)
				for (i = 1; i <= 30; i++) {
					v = i % 6 == 0 ? 80 : i % 6 == 3 ? 120 : 100
					if (how == "half" && s == 2 && r % 4 == 0)
						v = i % 2 ? 100 : 120
					printf "%s,%d,%d,%d,time,%d,us\n", s == 1 ? "old" : "new", r, r, i, v
				}
	}' >t.csv
}

@test "iterations on a coarse clock widen the interval of executions that come out alike" {
	on_grid 12 alike
	"$ASSAY" show --json t.csv >out
	jq -e '.subjects[0].summaries[] | select(.metric == "time") | (.typical - 1e5 | fabs) < 1e-4 and
		(.interval.lo * 1.1 - 1e5 | fabs) < 1e-4 and (.interval.hi - 1.1e5 | fabs) < 1e-4' out
	"$ASSAY" show -v t.csv >out
	grep -qE 'ticks in 20(\.0)? .s: differences below 10' out
}

@test "two commands whose iterations are on a coarse clock have a ratio no finer than that" {
	on_grid 12 half
	"$ASSAY" show --json t.csv >out
	jq -e '.comparisons[0] | .interval.lo <= 0.91 and .interval.hi >= 1.1 and (.verdict == "undecided")' out
	# measured apart, too
	awk -F, 'NR == 1 || $1 == "old"' t.csv >old.csv
	awk -F, 'NR == 1 || $1 == "new"' t.csv >new.csv
	"$ASSAY" compare --json old.csv new.csv >out
	jq -e '(if type == "array" then .[0] else . end).comparisons[0] | .interval.lo <= 0.91 and .interval.hi >= 1.1' out
}

@test "a clock that is fine beside what executions vary by changes nothing" {
	awk 'BEGIN {
		srand(4)
		print "execution,iteration,metric,value,unit"
		for (e = 1; e <= 12; e++) {
			place = 1000 + 200 * rand()
			for (i = 1; i <= 30; i++)
				printf "%d,%d,time,%d,us\n", e, i, 20 * int(place * (1 + rand() / 10) / 20)
		}
	}' >t.csv
	"$ASSAY" show -v t.csv >out
	absent -q 'clock ticks' out
}

# two_measured: 24 rounds of a and b as assay keeps them, whose wall time is too noisy to tell and whose processor time
# is not; with far: the precision that was asked for is thousands of rounds away. Kept as the newest result.
two_measured() {
	"$ASSAY" run -r 24 -w 0 -N --style none -n a -n b true 'true 2' >/dev/null
	"$ASSAY" export @last t.json
	python3 - "$@" <<'END'
import json, random, sys
draw = random.Random(3)
d = json.load(open("t.json"))
far = sys.argv[1] == "far"
d["experiment"]["uuid"] = "1" * 32
d["plan"].update(stopping="two_stage", outcome="budget", precision=0.01, wanted=200000 if far else 400, stage1=12)
for s, subject in enumerate(d["subjects"]):
    for column in subject["tree"]["executions"]["columns"]:
        n = len(column["values"])
        if column["metric"] == "wall":
            wall = wall[::-1] if far and s else [round(1e8 * draw.lognormvariate(0, 1)) for _ in range(n)]
            column["values"] = wall
        elif column["metric"] in ("user", "cpu"):
            column["values"] = wall if far else [round(1e7 * (1 + 0.5 * s) * draw.lognormvariate(0, 0.01)) for _ in range(n)]
        elif column["metric"] == "system":
            column["values"] = [0] * n
json.dump(d, open("t.json", "w"))
END
}

@test "where processor time of the same rounds tells what the time leaves open, it is the one next step" {
	two_measured cpu
	"$ASSAY" show t.json >out
	grep -q '^too noisy to tell' out
	[ "$(grep -c '^  next ' out)" = 1 ]
	rows next | grep -qE '^(processor|user) time tells: (49|50|51)[.0-9]* % more [^u]*$'
	"$ASSAY" show -v t.json >out
	[ "$(rows next | grep -c .)" = 1 ]
}

@test "hours are never the next step: half the interval, or what disturbs, comes first" {
	two_measured far
	"$ASSAY" show t.json >out
	grep -q '^too noisy to tell' out
	[ "$(grep -c '^  next ' out)" = 1 ]
	rows next | grep -qE 'would halve the interval, in about|assay doctor'
	absent -qE 'next .*[0-9] h ' out
}
