#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# --method: what published methods say, beside ours.
load common

# A program that reports six iterations of 11 to 16 ns, others in each execution; with an argument
# also their ends, 30 ns apart.
bench() {
	script bench <<-'SH'
		n=$(($(cat count 2>/dev/null) + 1))
		echo "$n" >count
		{
			echo 'assay 1'
			for i in 1 2 3 4 5 6; do
				echo "iteration $((11 + i * n % 6)) ns${1:+ t=$((1000 + 30 * i))}"
			done
		} >>"$ASSAY_REPORT"
	SH
}

# json FILTER: of what assay said last.
json() {
	jq -e "$1" out || { jq -c '.subjects[0] | .published, .summaries[0].levels' out; return 1; }
}

@test "run: optimum and cost of 2005, with q from the t that a program reports" {
	bench
	"$ASSAY" run --json -r 5 --estimator mean --method spects2005 './bench t' >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	json '.subjects[0] | .published[0] as $p | .summaries[0].levels as $l |
		def near($a; $b): ($a - $b | fabs) <= 1e-9 * ($b | fabs);
		$p.q_assumed == false and $p.q >= 30 / 16 and $p.q <= 30 / 11 and
		near($p.optimum[0]; $p.w * $l[0].s2 / $l[1].s2 | sqrt) and
		$p.optimum_counts[0] == ($p.optimum[0] | ceil) and
		near($p.cost; 5 * ($p.w + 6)) and near($p.cost_s; $p.cost * 30e-9)'
}

@test "run: without t, q is 1 and said to be assumed" {
	bench
	"$ASSAY" run -r 5 --method spects2005 ./bench >out
	tr -s ' \n' ' ' <out | grep -q 'q = 1 is assumed'
	"$ASSAY" show --json --method spects2005 >out
	json '.subjects[0].published[0] | .q == 1 and .q_assumed == true and .w > 0'
}

@test "run: three levels by 2006, with the cost of a build" {
	bench
	"$ASSAY" run --json -r 4 --builds 3 --build 'echo "$ASSAY_SEED" >x' --artifact x -n b \
		--method epew2006 './bench t x' >out
	json '.subjects[0] | .published[0] as $p | .summaries[0].levels as $l |
		def near($a; $b): ($a - $b | fabs) <= 1e-9 * ($b | fabs);
		$p.refused == null and ($p.intervals | length) == 1 and
		near($p.cost; 3 * ($p.b + ($p.w + 6) * 4 * $p.q)) and
		near($p.cost_s; $p.cost * 30e-9 / $p.q) and
		($p.optimum | length) == 2 and $p.b > 0'
}

@test "compare: each side has its own" {
	bench
	for _ in 1 2; do
		"$ASSAY" run --style none -r 4 ./bench
	done
	"$ASSAY" compare --json --method spects2005 @last~1 @last >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	json '[.sides[].published[0].intervals | length] == [2, 2]'
	"$ASSAY" compare --method spects2005 @last~1 @last >out
	[ "$(grep -c '^published methods of ' out)" = 2 ]
}

@test "a plain command has one level, which no paper is about; there is no such paper" {
	"$ASSAY" run -r 3 --method spects2005 true >out
	grep -q 'spects2005       the method spects2005 is for trees of 2 levels, and this one' out
	assay_fails 2 "cannot use 'ismm2013' for --method: expected one of spects2005, epew2006, welch, fieller-welch, fieller, nonoverlap, jain, mann-whitney" \
		show --method ismm2013
}
