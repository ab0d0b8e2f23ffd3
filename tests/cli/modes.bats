#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Modes of the values: named with where they are and the level that decides them.
load common

noise="execution=0.005 iteration=0.005"

# of EXPRESSION: of what --json says of the shape of the last result
of() {
	"$ASSAY" show --json @last | python3 -c "import json, sys
r = json.load(sys.stdin)
s = next(y for y in r['subjects'][0]['summaries'] if y['metric'] == 'time')['shape']
m = s['modes']
print($1)"
}

@test "executions in two modes are named with sizes and shares, and only more executions are advised" {
	"$ASSAY" run -v --seed 5 -r 40 --iterations 5 -n prog "$TARGET execution=0.03 iteration=0.005 shape=2" >out
	[[ "$(rows warning)" == "two modes, by execution, at 9"*" us ("*" % of executions) and 1"*" us ("*" %): the mean is over all modes, and only more executions make it surer" ]]
	[ "$(of "m['level'], len(m['found']), 0.5 < m['found'][0]['share'] < 0.9, m['levels']['execution']['p'] <= 0.01")" = "execution 2 True True" ]
	[ "$(of "1.03e6 < m['found'][1]['mean'] < 1.06e6")" = True ]
}

@test "builds of two kinds are named, and more builds are advised" {
	"$ASSAY" run -v --seed 7 --build "$TARGET build ./prog" --builds 16 -r 5 --iterations 4 -n prog "./prog build=0.05 $noise shape=2" >out
	[[ "$(rows warning)" == "two modes, by build, at "*" % of builds) and "*": the mean is over all modes, and only more builds make it surer (--builds)" ]]
	[ "$(of "m['level'], m['levels']['build']['share'] > 0.9")" = "build True" ]
}

@test "iterations that hop are named as that" {
	"$ASSAY" run -v --seed 5 -r 15 --iterations 30 -n prog "$TARGET $noise hop=0.1" >out
	[[ "$(rows warning)" == "two modes within executions, at 1.00"*" % of iterations) and 1.10"*" %): the mean is over all modes; more iterations make it surer" ]]
	[ "$(of "m['level'], m['factor']")" = "iteration None" ]
}

@test "modes of a table are named by the name of its level" {
	for i in {1..40}; do
		echo "$i,$((i % 3 ? 1000 + i * 7 % 13 : 1100 + i * 5 % 11))"
	done | sed '1i boot,value' >boots.csv
	"$ASSAY" show -v boots.csv >out
	[[ "$(rows warning)" == "two modes, by boot, at 1006"*" % of boots) and 1105"* ]]
}

@test "nothing is said of values with one mode but with --verbose" {
	"$ASSAY" run --seed 5 -r 20 --iterations 20 -n prog "$TARGET $noise" >out
	[ "$(rows warning)" = "" ]
	[ "$(of "m['level'], m['found'], m['factor'], m['levels']['execution']['units']")" = "None [] None 20" ]
	"$ASSAY" show --verbose @last >out
	[[ "$(rows modes)" == "of 20 executions 1"*", of 400 iterations 1"* ]]
}

@test "a clock that is too coarse is named with its step and the cure, and its steps are no modes" {
	"$ASSAY" run -v --seed 5 -r 20 --iterations 10 -n prog "$TARGET $noise tick=25000" >out
	[[ "$(rows warning)" == *"the clock ticks in 25.0 us"* ]]
	[[ "$(rows warning)" == *"times are multiples of 25.0 us, 2.5 % of the mean and more than the half-width: 200 values have "*" different sizes. The clock is too coarse: time more operations together as one iteration, or read a finer clock"* ]]
	[ "$("$ASSAY" show --json @last | python3 -c "import json, sys
c = next(y for y in json.load(sys.stdin)['subjects'][0]['summaries'] if y['metric'] == 'time')['shape']['clock']
print(c['step'], c['coarse'], 1 < c['values'] < 9)")" = "25000 True True" ]
	"$ASSAY" run -v --seed 5 -r 20 --iterations 10 -n prog "$TARGET $noise tick=20" >out
	[ "$(rows warning)" = "" ]
}
