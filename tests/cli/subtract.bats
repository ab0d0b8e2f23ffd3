#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay run --subtract: what is left of a time without that of another command, in the same rounds.
load common

@test "the time and what is left of it stand on the screen, both with an interval" {
	"$ASSAY" run -v -r 6 --subtract 'sleep 0.01' 'sleep 0.1' >out
	rows time | head -n 1 | grep -qE '^[0-9.]+ ms( \+- .*)? 95 % if executions are independent [0-9.]+ \.\. '
	rows net | head -n 1 | grep -qE '^[0-9.]+ ms \+- .* 95 % if executions are independent .*; its time without that of sleep 0.01, in 6 rounds of both'
	[ "$(rows net | tail -n 1)" = "subtracted from the others (--subtract), and not compared with them" ]
	absent -qE ' takes ' out
	"$ASSAY" show --json >json
	"$SCHEMA_CHECK" "$SCHEMA" json
	# What is left is the one mean less the other.
	jq -e '[.subjects[].summaries[] | select(.metric == "wall").mean] as $w |
		[.subjects[].summaries[] | select(.metric == "net_time" and .n_values > 0)] |
		length == 1 and (.[0].mean - ($w[0] - $w[1]) | fabs < 1) and .[0].interval.df == 5' json
}

@test "what cannot be told from nothing is called so" {
	"$ASSAY" run -v -r 6 --subtract true true >out
	"$ASSAY" show --json >json
	if jq -e '.subjects[0].summaries[] | select(.metric == "net_time").interval | .lo <= 0 and .hi >= 0' json; then
		rows net | head -n 1 | grep -q '; not distinguishable from 0$'
	else
		[ -z "$(rows net | grep distinguishable)" ]
	fi
}

# bats test_tags=long
@test "two commands are compared with each other alone, and what is left of them in a gate" {
	status=0
	"$ASSAY" run -v -r 6 --subtract true --fail-if 'net_time slower by 1%' 'sleep 0.1' 'sleep 0.5' >out || status=$?
	[ "$status" = 1 ]
	grep -q '^sleep 0.5 takes .*sleep 0.1' out
	grep -q 'net_time slower by 1%: failed' out
	"$ASSAY" show --json | jq -e '[.comparisons[] | select(.metric == "wall")] | length == 1'
	"$ASSAY" show -v --metric net_time >out
	grep -qE '^  net +[0-9.]+ ms' out
	rows wall | head -n 1 | grep -q '; net is what is left of it without the time of true, in 6 rounds of both'
}

@test "it is planned for, as any criterion" {
	"$ASSAY" run -v --subtract true --criterion net_time --precision 50% --budget 3s 'sleep 0.05' >out
	grep -qE '^  net +[0-9.]+ ms' out
}

@test "an interrupted run has what is left, and goes on" {
	script deadly <<-'EOF'
		echo >>count
		[ "$(wc -l <count)" != 4 ] || [ ! -s pid ] || { kill -KILL "$(cat pid)"; sleep 1000; }
	EOF
	status=0
	sh -c 'echo $$ >pid && exec "$0" run -r 6 --subtract true ./deadly' "$ASSAY" >out 2>err || status=$?
	[ "$status" = 137 ]
	rm -f pid
	"$ASSAY" show -v >out
	rows net | head -n 1 | grep -q 'its time without that of true, in [123] rounds\? of both'
	"$ASSAY" run -v --resume >out
	rows net | head -n 1 | grep -q 'its time without that of true, in 6 rounds of both'
}

@test "what has no rounds in common is not subtracted from" {
	assay_fails 2 "cannot subtract (--subtract) from commands that are built: each build would need one of its own to be subtracted; leave --build out" \
		run --subtract true --build true ./x
	assay_fails 2 "cannot subtract (--subtract) from commands that run one after the other, because drift would be subtracted, too; give them one --setup and --cleanup without parameters" \
		run --subtract true -s 'echo {a}' -L a 1,2 'sleep 0.0{a}'
	echo 'benchmarks: {a: {execute: "true"}}' >assay.yaml
	assay_fails 2 "cannot subtract (--subtract) in a suite, whose benchmarks are measured one after the other, each by itself: assay run --subtract CMD COMMAND measures one with what is subtracted in the same rounds" \
		run --subtract true
	for verb in aa check; do
		assay_fails 2 "assay $verb cannot subtract (--subtract): assay run can, and assay check @last --baseline RESULT --criterion net_time compares what is left in two of its results" \
			$verb --subtract true -- sleep 0.01
	done
}

@test "results are compared and checked by what is left, and what was subtracted is no benchmark of theirs" {
	"$ASSAY" run -v -r 5 --subtract true --label old -n it 'sleep 0.01' >out
	"$ASSAY" run -v -r 5 --subtract true --label new -n it 'sleep 0.05' >out
	"$ASSAY" compare -v old new >out
	[ "$(grep -c true out)" -eq 0 ]
	grep -q '^it (new) against it (old): ' out
	"$ASSAY" check new --baseline old --criterion net_time >out
	[ "$(grep -c true out)" -eq 0 ]
	grep -q 'of 1 benchmark' out
}
