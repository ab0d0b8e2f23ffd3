#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Everything that --json writes is as docs/assay-output.schema.json says.
load common

valid() {
	"$ASSAY" "$@" >out 2>err || { cat err; return 1; }
	"$SCHEMA_CHECK" "$SCHEMA" out
}

@test "run: one command, several, one with parameters" {
	valid run --json -r 3 true
	[ ! -s err ]
	valid run --json -r 4 -L n 1,2 -n 'x {n}' 'echo {n}' 'sh -c "exit 0"'
	[ "$(jq -r '.subjects[3].parameters.n' out)" = 2 ]
	[ "$(jq -r '.comparisons | map(select(.metric == "wall")) | length' out)" = 3 ]
}

@test "run: failures are in it, with how they ended" {
	run "$ASSAY" run --json -r 3 -i=3 'sh -c "exit 3"'
	[ "$status" -eq 0 ]
	echo "$output" | "$SCHEMA_CHECK" "$SCHEMA"
	[ "$(echo "$output" | jq -c '.subjects[0].tree.executions.code')" = "[3,3,3,3]" ]
}

@test "run: iterations that a program reports" {
	cat >bench.sh <<-'SH'
		#!/bin/sh
		echo 'assay 1' >>"$ASSAY_REPORT"
		i=0
		while [ $i -lt "$ASSAY_ITERATIONS" ]; do
			echo "iteration 1$i us" >>"$ASSAY_REPORT"
			i=$((i + 1))
		done
	SH
	chmod +x bench.sh
	valid run --json -r 3 --iterations 4 ./bench.sh
	[ "$(jq -c '.subjects[0].tree.iterations.first' out)" = "[0,4,8,12,16]" ]
	[ "$(jq -r '.experiment.criterion' out)" = time ]
}

@test "show, list and compare" {
	"$ASSAY" run --style none -r 3 true
	"$ASSAY" run --style none -r 3 --label 'a "label"' true
	valid show --json
	valid show --json @last @last~1
	[ "$(jq -s length out)" = 2 ]
	valid list --json
	[ "$(jq -r '.results[0].label' out)" = 'a "label"' ]
	valid compare --json @last~1 @last
	[ "$(jq -r '.sides[1].result' out)" = @last ]
}

@test "version and help" {
	valid --version --json
	valid version --json
	valid help --json
	[ "$(jq -r '.commands[] | select(.name == "help") | .options[0].name' out)" = style ]
}
