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
	grep -qF '3 runs: 7.10, 7.40, 15.50 ms; typical 9 ms (3 .. 28 ms; 12 runs say far more)' out
	FILE=two.csv one two.csv 7.1 7.4
	"$ASSAY" show two.csv >out
	grep -qF '2 runs: 7.10, 7.40 ms' out
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
