#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Warm-up, dependence and drift: found, named with size and cure, dropped.
load common

noise="execution=0.005 iteration=0.01"

# of JSON-PATH [OPTION...]: of the last result
of() {
	"$ASSAY" show --json "${@:2}" @last | python3 -c "import json, sys
r = json.load(sys.stdin)
s = next(y for y in r['subjects'][0]['summaries'] if y['metric'] == 'time')
t = s['steadiness']
print($1)"
}

@test "the warm-up that the dimensioning finds is dropped, and remembered with it" {
	"$ASSAY" run -v --seed 5 -M 12 -n prog "$TARGET $noise warm=0.3" >out
	[[ $(tr -s '\n ' ' ' <out) == *"; the first 5 iterations, 30 % slower, dropped as warm-up "* ]]
	[ "$(rows warning)" = "" ]
	[ "$(of "r['plan']['drop'], abs(s['mean'] / 1e6 - 1) < 0.02, r['plan']['dimension_reused']")" = "5 True False" ]
	"$ASSAY" run -v -M 12 -n prog "$TARGET $noise warm=0.3" >out
	[ "$(of "r['plan']['drop'], abs(s['mean'] / 1e6 - 1) < 0.02, r['plan']['dimension_reused']")" = "5 True True" ]
}

# bats test_tags=long
@test "--drop NUM is what it says, and --drop 0 drops nothing" {
	"$ASSAY" run -v -M 12 --drop 0 -n prog "$TARGET $noise warm=0.3" >out
	[ "$(of "r['plan']['drop'], t['iterations'] and t['iterations']['dropped']")" = "0 0" ] ||
		[ "$(of "r['plan']['drop'], t['iterations']")" = "0 None" ]
	"$ASSAY" run -v -r 6 --iterations 20 --drop 2 -n prog "$TARGET $noise warm=0.3" >out
	[ "$(of "r['plan']['drop'], t['iterations']['dropped']")" = "2 2" ]
	assay_fails 2 "cannot use 'some' for --drop: expected a whole number from 0 to 100000000" \
		run --drop some true
}

@test "programs without a warm-up have nothing dropped" {
	"$ASSAY" run -v --seed 5 -M 12 -n prog "$TARGET $noise" >out
	[ "$(of "r['plan']['drop']")" = 0 ]
	[ "$(rows warning)" = "" ]
}

@test "a warm-up that counts is named with its size and what leaves it out" {
	"$ASSAY" run -v -r 10 --iterations 20 --drop auto -n prog "$TARGET $noise warm=0.3" >out
	[[ "$(rows warning)" == *"warm-up: the first "*" of 20 iterations are slower by "*" % and count, which moves the mean by 7."*" %: --drop "*" leaves them out"* ]]
	[ "$(of "t['iterations']['warmup_matters'], t['iterations']['warmup'] >= 5")" = "True True" ]
}

@test "iterations that depend on each other are named, and the interval is not touched" {
	"$ASSAY" run -v -r 20 --iterations 60 -n prog "$TARGET $noise rho=0.8" >out
	[[ "$(rows note)" == *"iterations depend on those before them (lag 1: 0."*"); the interval comes from executions and stays valid, but further iterations add little: "*"measure more executions instead"* ]]
	[ "$(of "t['dependence']['found'], t['dependence']['lag1'] > 0.5, t['order']['found']")" = "True True False" ]
}

@test "iterations that turn back on those before them are no worse for it, and not named" {
	"$ASSAY" run -v --seed 5 -r 20 -w 0 --iterations 60 -n prog "$TARGET $noise rho=-0.6" >out
	[ "$(rows warning)" = "" ]
	[ "$(of "t['dependence']['found'], t['dependence']['lag1'] < -0.5")" = "True True" ]
}

@test "a machine that becomes slower is named, with the size and what it touches" {
	"$ASSAY" run -v -r 40 --iterations 5 -n prog "$TARGET $noise drift=0.2" >out
	[[ "$(rows warning)" == *"the machine became slower from the first run to the last, by "*" % (p < 0.0001); assay doctor says what disturbs the machine, "* ]]
	[ "$(of "t['order']['found'], t['order']['trend'], 0.06 < t['order']['change'] < 0.1")" = "True True True" ]
	[[ "$(rows warning)" != *drifts* ]] # one row is enough
	[[ "$(rows time)" == *" less than 95 % confidence "* ]]
	[ "$("$ASSAY" show --json | jq -r '.subjects[0].summaries[0].interval | .confidence, .confidence_holds, (.slow > 0.5), (.effective_n < 10)' | xargs)" = "0.95 below true true" ]
	"$ASSAY" show -v --interval t >out
	[[ "$(rows time)" == *" 95 % as if executions were independent "* ]]
	"$ASSAY" run -v -r 40 --iterations 5 -n one "$TARGET $noise drift=0.2" -n two "$TARGET $noise drift=0.2 seed=2" >out
	[[ $(tr -s '\n ' ' ' <out) == *"the machine's speed drifts; that affects the single times, not the comparison: it became slower over the experiment, by "* ]]
}

@test "everything that was looked at is told with --verbose" {
	"$ASSAY" run -v --seed 5 -r 10 --iterations 20 -n prog "$TARGET $noise" >out
	[ "$(rows warning)" = "" ]
	"$ASSAY" show -v --verbose @last >out
	[[ "$(rows steady | head -1)" == "iterations: 10 flat of 10 executions; dependent in "*" of 10 (Ljung-Box "* ]]
	[[ "$(rows steady | tail -1)" == "executions in order: lag 1: "*", p = "* ]]
}

# bats test_tags=long
@test "one iteration of each execution is an answer of its own, and says so" {
	"$ASSAY" run -r 10 --iterations 20 -n prog "$TARGET $noise warm=0.3"
	"$ASSAY" show -v --same-iteration last @last >out
	[ "$(rows levels)" = "only iteration 20 of each execution counts (--same-iteration): the result is that of iteration 20 of a fresh execution" ]
	[ "$(of "s['same_iteration'], s['n_values'], abs(s['mean'] / 1e6 - 1) < 0.02" --same-iteration last)" = "20 10 True" ]
	[ "$(of "s['same_iteration'], s['n_values'], abs(s['mean'] / 1.3e6 - 1) < 0.02" --same-iteration 3)" = "3 10 True" ]
	[ "$(of "s['same_iteration'], s['n_values']")" = "0 200" ]
	assay_fails 6 "cannot take iteration 21 of each execution of 'prog': one of them has only 20 that count; take a lower one, or the last that all have (--same-iteration last)" \
		show --same-iteration 21 @last
	assay_fails 2 "cannot use '0' for --same-iteration: expected the number of an iteration, from 1, or last" \
		show --same-iteration 0
	assay_fails 2 "cannot take the same iteration of each execution (--same-iteration) while it is planned how many there are: give their number (--iterations), or take it from the result (assay show --same-iteration)" \
		run --same-iteration last true
}
