#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Suites, measured; and --check, which suites and commands have.
load common

suite() {
	cat >assay.yaml
}

# The names in the table of results.
names() {
	sed -n '2,/^$/p' out | sed '/^$/d; s/^  //; s/   .*//'
}

# last FILTER: of the newest result as JSON
last() {
	"$ASSAY" show --json "${2:-@last}" | jq -c "$1"
}

@test "a suite is measured in the order of the file, a line a command" {
	suite <<-'END'
		runs: 3
		benchmarks:
		  b: {execute: 'echo {n}', parameters: {n: [1, 2], m: x}, prepare: 'test {m} = x'}
		  a: {execute: 'true'}
	END
	"$ASSAY" run >out 2>err
	[ ! -s err ]
	[ "$(head -n 1 out)" = "here   2 benchmarks, 3 commands of assay.yaml" ]
	[ "$(names)" = "b (n = 1, m = x)
b (n = 2, m = x)
a" ]
	[ "$(grep -c '   3 executions' out)" -eq 3 ]
	grep -q '^2 benchmarks in .* kept as 1 .. 2: assay show 2' out
}

@test "each benchmark is an experiment, and only its own commands are compared" {
	suite <<-'END'
		runs: 3
		benchmarks:
		  b: {execute: 'echo {n}', parameters: {n: [1, 2]}}
		  a: {execute: 'true'}
	END
	"$ASSAY" run >out
	[ "$(last '[.subjects[].name]' 1)" = '["b (n = 1)","b (n = 2)"]' ]
	[ "$(last '[.comparisons[] | [.subject, .reference]] | unique' 1)" = '[[1,0]]' ]
	[ "$(last '[.subjects[].name]')" = '["a"]' ]
	[ "$(last '.comparisons | length')" -eq 0 ]
}

@test "a parameter of a suite with shell syntax is one word, as that of -L is" {
	suite <<-'END'
		runs: 2
		warmup: 0
		benchmarks:
		  a:
		    execute: 'test {x} != b'
		    prepare: 'test {x} != b'
		    parameters: {x: ['a; touch ran', '$(touch ran)']}
	END
	"$ASSAY" run >out
	[ ! -e ran ]
	[ "$(last '[.subjects[].executions] | length')" -eq 2 ]
	suite <<-'END'
		runs: 2
		benchmarks:
		  a:
		    execute: 'sh -c "echo {x}"'
		    parameters: {x: 'a; touch ran'}
	END
	run -2 "$ASSAY" run
	[ ! -e ran ]
	[[ ${output//$'\n'/ } == *"assay.yaml:4:5: cannot put 'a; touch ran' for {x} into"* ]]
}

@test "what the suite says of a benchmark is what it is measured by" {
	seq 3 >in-1 && seq 4 >in-2
	suite <<-'END'
		warmup: 0
		confidence: 99%
		benchmarks:
		  x:
		    execute: ./count
		    input: in-{n}
		    output: ./out-{n}
		    parameters: {n: [1, 2]}
		    setup: echo setup >>log
		    prepare: echo prepare {n} >>log
		    conclude: echo conclude {n} >>log
		    cleanup: echo cleanup >>log
		    ignore-failure: 3
		    runs: 2
		    tolerance: 4%
		    randomize: none
		    criterion: user
		    precision: 3%
	END
	script count <<<'wc -l; exit 3'
	"$ASSAY" run >out
	[ "$(cat out-1 out-2 | tr '\n' ' ')" = '3 4 ' ]
	[ "$(sort log | uniq -c | tr -s ' ' | tr '\n' ',')" = \
		' 1 cleanup, 2 conclude 1, 2 conclude 2, 2 prepare 1, 2 prepare 2, 1 setup,' ]
	[ "$(last '.plan | [.confidence, .tolerance, .randomize, .warmups]')" = '[0.99,0.04,[],0]' ]
	[ "$(last '.subjects[0].summaries[0].metric')" = '"user"' ]
}

@test "options come before the suite, which comes before the defaults" {
	suite <<-'END'
		runs: 3
		tolerance: 4%
		benchmarks: {a: {execute: 'true'}}
	END
	"$ASSAY" run -r 2 >out
	grep -q ' 2 executions' out
	[ "$(last '.plan.tolerance')" = 0.04 ]
	"$ASSAY" run -r 2 --tolerance 2% >out
	[ "$(last '.plan.tolerance')" = 0.02 ]
}

@test "a benchmark that fails is shown in its place, and the rest goes on" {
	suite <<-'END'
		runs: 2
		benchmarks:
		  a: {execute: ./nothing}
		  b: {execute: 'false'}
		  c: {execute: 'true'}
	END
	status=0
	"$ASSAY" run >out 2>err || status=$?
	[ "$status" -eq 5 ]
	[ ! -s err ]
	[ "$(sed -n '2,/^$/p' out | tr -s ' \n' ' ' | sed 's/ c [0-9].*//')" = " a cannot run './nothing': no such file; check its path, or build it first b 'b' failed: it ended with exit status 1; if that is fine, say so with --ignore-failure=1" ]
	grep -q '^  c .* 2 executions' out
	grep -q '^1 benchmark in .*   2 failed' out
	status=0
	"$ASSAY" run --json --only a >out 2>err || status=$?
	[ "$status" -eq 5 ]
	[ ! -s out ]
	grep -q 'no such file' err
}

@test "a criterion that nothing reports is wrong where it is written" {
	suite <<<'benchmarks: {a: {execute: "true", criterion: heat, runs: 2}}'
	run "$ASSAY" run
	[ "$status" -eq 2 ]
	[[ "$output" = *"cannot use 'heat' as the criterion"* ]]
}

@test "--check fails an execution whose output is wrong" {
	echo hello >want
	"$ASSAY" run -v -r 3 --check 'cmp - want' 'echo hello' >out
	grep -q '3 executions' out
	assay_fails 5 "'echo hullo' failed: its output failed the check 'cmp - want' with exit status 1: - want differ: byte 2, line 1" \
		run -v -r 3 --check 'cmp - want' 'echo hullo'
	script sometimes <<-'END'
		test "$HYPERFINE_ITERATION" = 1 && echo wrong || echo hello
	END
	assay_runs 5 failed "1 of 4 executions failed: 1 with a report or an output that cannot be used; it is not in the result; the last reason: its output failed the check 'cmp - want' with exit status 1: - want differ: byte 1, line 1" \
		run -m 3 -M 3 --check 'cmp - want' ./sometimes
}

@test "--check is given once for all or once for each, and reads the file of --output" {
	"$ASSAY" run -r 2 --check 'grep -q a' --check 'grep -q b' 'echo a' 'echo b' >out
	"$ASSAY" run -r 2 -L x a,b --check 'grep -qx {x}' --output './o-{x}' 'echo {x}' >out
	[ "$(cat o-a o-b)" = "a
b" ]
	assay_fails 2 "--check reads the output of the command: leave out --output, or let it name a file" \
		run --check true --output pipe true
	assay_fails 2 "--check was given 2 times for 1 command: give it once for all, or once for each" \
		run --check true --check true true
}

@test "a check in a suite has its parameters, and a wrong answer is a failure" {
	suite <<-'END'
		runs: 2
		benchmarks:
		  right: {execute: 'seq {n}', parameters: {n: [5, 50]}, check: 'test "$(tail -n 1)" = {n}'}
		  wrong: {execute: seq 5, check: 'test "$(tail -n 1)" = 6'}
	END
	run "$ASSAY" run
	[ "$status" -eq 5 ]
	[[ "${lines[1]}" = "  right (n = 5)"*"2 executions"* ]]
	[[ "${lines[2]}" = "  right (n = 50)"*"2 executions"* ]]
	[[ "${lines[3]}" = "  wrong "*"'wrong' failed: its output failed the check"* ]]
}

@test "builds of a suite are built with their parameters, and their artifacts found" {
	script make-it <<-'END'
		printf '#!/bin/sh\necho %s %s\n' "$1" "$ASSAY_SEED" >prog-$1
		chmod +x prog-$1
	END
	suite <<-'END'
		benchmarks:
		  p:
		    build: ./make-it {v}
		    artifacts: prog-{v}
		    execute: ./prog-{v}
		    parameters: {v: [one, two]}
		    builds: 2
		    runs: 2
		    check: grep -q {v}
	END
	"$ASSAY" run >out
	grep -q 'p (v = one) .* 2 builds' out
	grep -q 'p (v = two) .* 2 builds' out
}

@test "a budget for all is divided among the benchmarks before they are measured" {
	suite <<-'END'
		budget: 2s
		benchmarks:
		  a: {execute: sleep 0.01}
		  b: {execute: sleep 0.02}
	END
	"$ASSAY" run >out
	[ "$(names)" = "a
b" ]
	for id in 1 2; do last '.plan.budget_s' $id; done >budgets
	[ "$(jq -s 'map(. > 0 and . < 2) | all' budgets)" = true ]
	[ "$(last '.plan.budget_explicit')" = true ]
	"$ASSAY" run --only b --budget 1s >out
	[ "$(last '.plan.budget_s <= 1')" = true ]
}

@test "--dry-run and assay plan say what each benchmark would take, and keep nothing" {
	suite <<-'END'
		benchmarks:
		  a: {execute: 'true', runs: 3}
		  b: {execute: 'true', runs: 4}
	END
	"$ASSAY" run --dry-run >out
	[ "$(grep -x '[ab]' out | tr '\n' ' ')" = 'a b ' ]
	grep -q '^plan: 3 executions' out
	grep -q '^plan: 4 executions' out
	"$ASSAY" plan --only a >out
	grep -q '^plan: 3 executions' out
	"$ASSAY" list --json >out
	[ "$(jq '.results | length' out)" -eq 0 ]
}

@test "with --verbose all of each result is shown, with --json a document each" {
	suite <<-'END'
		runs: 2
		benchmarks:
		  a: {execute: 'true'}
		  b: {execute: 'true'}
	END
	"$ASSAY" run -v >out
	[ "$(grep -c '^[ab]  .*2 executions in' out)" -eq 2 ]
	"$ASSAY" run --json >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	[ "$(jq -r '.subjects[0].name' out | tr '\n' ' ')" = 'a b ' ]
}

@test "a gate of a suite is judged between the commands of a benchmark" {
	suite <<-'END'
		runs: 3
		criterion: cost
		benchmarks:
		  x:
		    execute: ./cost {n}
		    parameters: {n: [10, 20]}
		    fail-if: more by 50%
		  y: {execute: ./cost 10, fail-if: more by 50%}
	END
	script cost <<<'printf "assay 1\nexecution cost %s.%s J less\n" "$1" "${HYPERFINE_ITERATION#warmup-}" >>"$ASSAY_REPORT"'
	status=0
	"$ASSAY" run >out || status=$?
	[ "$status" -eq 1 ]
	grep -q '^  gate  *more by 50%: failed, x (n = 20) against x (n = 10)' out
	[ "$(grep -c gate out)" -eq 1 ]
	"$ASSAY" run --only y >out
	absent -q gate out
	"$ASSAY" run --fail-if 'more by 300%' >out
	[ "$(grep -c 'gate  *more by 300%: passed' out)" -eq 1 ]
	"$ASSAY" run --difference >out
	tr -s ' \n' ' ' <out | grep -q 'gate more by 50%: undecided, x (n = 20) against x (n = 10): [^:]* more cost, 95 %, because the limit is a percentage, but --difference gives a difference in the unit of the values'
	assay_fails 2 "cannot use --fail-if with one command: a gate compares commands, so give two or more" \
		run --only y --fail-if 'more by 3%'
	sed -i 's/fail-if: more by 50%$/fail-if: more/' assay.yaml
	assay_fails 2 "assay.yaml:7:14: cannot use 'more' for --fail-if: expected [METRIC] slower, faster, more or less, then by and a percentage, such as 'slower by 3%' or 'peak_memory more by 10%'; did you mean 'more by 3%'?" \
		run
}

@test "what the suite says itself is refused as an option, and so is one file for several results" {
	suite <<<'benchmarks: {a: {execute: "true"}, b: {execute: "true"}}'
	assay_fails 2 "cannot take --build beside a suite, which says that for each benchmark: write it there, or give a command to measure" \
		run --build make
	assay_fails 2 "cannot write 2 results into the file of --export-csv: choose one benchmark with --only, or export from the store afterwards" \
		run --export-csv x.csv
	"$ASSAY" run --only a -r 2 --export-csv x.csv >out
	[ "$(wc -l <x.csv)" -eq 2 ]
	rm assay.yaml
	assay_fails 2 "assay run needs a command to measure, such as assay run 'sleep 0.1', or a suite in ./assay.yaml (assay help suite)" \
		run
}

@test "a result of a suite is extended by its own request" {
	suite <<-'END'
		benchmarks:
		  a: {execute: 'true', runs: 3}
		  b: {execute: 'true'}
	END
	"$ASSAY" run --only a --only b -r 3 >out
	last '.experiment.command_line' 1 >line
	grep -qxF '"assay run --only a --only b -r 3"' line
	"$ASSAY" run --extend 1 -r 5 >out
	[ "$(last '.subjects[0].name')" = '"a"' ]
}

@test "a suite that was killed is resumed" {
	suite <<-'END'
		benchmarks:
		  a: {execute: 'true', runs: 2}
		  b: {execute: ./slow, runs: 4}
	END
	script slow <<-'END'
		echo >>started
		[ "$(wc -l <started)" -ne 4 ] || sleep 100
	END
	"$ASSAY" run >out 2>err &
	pid=$!
	until [ -e started ] && [ "$(wc -l <started)" -ge 4 ]; do sleep 0.05; done
	kill -9 $pid
	wait $pid || true
	echo >>started
	"$ASSAY" run --resume >out
	grep -q '^  a .*2 executions' out
	grep -q '^  b .*4 executions' out
}

@test "the first Ctrl-C ends the benchmark that runs, and the suite" {
	suite <<-'END'
		benchmarks:
		  a: {execute: ./slow, runs: 4}
		  b: {execute: 'true', runs: 2}
	END
	script slow <<-'END'
		echo >>started
		[ "$(wc -l <started)" -ne 4 ] || sleep 100
	END
	"$ASSAY" run >out 2>err &
	pid=$!
	until [ -e started ] && [ "$(wc -l <started)" -ge 4 ]; do sleep 0.05; done
	kill -INT $pid
	status=0
	wait $pid || status=$?
	[ "$status" -eq 130 ]
	grep -q '1 not begun' out
}
