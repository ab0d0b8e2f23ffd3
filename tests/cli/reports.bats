#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that report iterations of their own, badly (assay help reporter).
load common

few="3 runs are too few: the interval is 4.3 standard errors wide on each side; 5 would give 2.78, 10 would give 2.26"
equal="all values are equal: the clock may be too coarse for this"
many_failed="25 % of the executions failed: those that survive may not be typical"

# reports LINE...: a program ./bench that reports these lines after the header.
reports() {
	printf '%s\n' 'assay 1' "$@" >lines
	script bench <<<'cat lines >>"$ASSAY_REPORT"'
}

# refused REASON LINE...: the program that reports these lines is not measured.
refused() {
	local reason=$1
	shift
	reports "$@"
	assay_fails 5 "cannot use the report of './bench': $reason" run -r 3 ./bench
}

# refused_later REASON LINE...: the same in the second execution, the first after the warm-up.
refused_later() {
	local reason=$1
	shift
	printf '%s\n' 'assay 1' 'iteration 5 us' >good
	printf '%s\n' 'assay 1' "$@" >bad
	script bench <<-'SH'
		echo >>count
		if [ "$(wc -l <count)" = 2 ]; then cat bad; else cat good; fi >>"$ASSAY_REPORT"
	SH
	: >count
	assay_runs 5 failed "1 of 4 executions failed: 1 with a report or an output that cannot be used; it is not in the result; the last reason: $reason" \
		run -r 3 ./bench
	[ "$(rows warning)" = "$many_failed
$few
$equal" ]
	[ "$("$ASSAY" show --json | jq -c '.subjects[0].tree.executions.ending')" = '["ok","report","ok","ok","ok"]' ]
	[ "$("$ASSAY" show --json | jq -r '.subjects[0].notes[].text')" = "$reason" ]
}

@test "garbage" {
	script bench <<<'echo garbage from a logger >>"$ASSAY_REPORT"'
	assay_fails 5 "cannot use the report of './bench': line 1: found 'garbage', expected the header 'assay 1' before anything else" \
		run -v ./bench
	script bench <<<'printf "\001\377\000\n" >>"$ASSAY_REPORT"'
	assay_fails 5 "cannot use the report of './bench': line 1: found a byte of value 0, expected text" run ./bench
	script bench <<<'printf "\033[31m\377\n" >>"$ASSAY_REPORT"'
	assay_fails 5 "cannot use the report of './bench': line 1: found '\\e[31m\\xff', expected the header 'assay 1' before anything else" \
		run -v ./bench
	script bench <<<'printf "assay 1\niteration 5 us\niterat" >>"$ASSAY_REPORT"'
	assay_fails 5 "cannot use the report of './bench': line 3: found 'iterat', expected iteration, warmup, value, values, execution, build or failed; the line has no end, so the program may have died while writing it" \
		run -v ./bench
	refused "line 2: found 'iterations', expected iteration, warmup, value, values, execution, build or failed" 'iterations 5 us'
	refused_later "line 2: found 'garbage', expected iteration, warmup, value, values, execution, build or failed" 'garbage'
}

@test "another version of the protocol" {
	script bench <<<'printf "assay 2\niteration 5 us\n" >>"$ASSAY_REPORT"'
	assay_fails 5 "cannot use the report of './bench': line 1: found '2', expected version 1 of the reporter protocol, the line 'assay 1'" \
		run ./bench
}

@test "NaN, infinity and words instead of numbers" {
	local expected="expected a finite number and, after a blank, its unit, as in '12.3 us'"
	refused "line 2: found 'nan', $expected" 'iteration nan us'
	refused "line 3: found '-inf', $expected" 'iteration 5 us' 'iteration -inf us'
	refused "line 2: found '5us', $expected" 'iteration 5us'
	refused "line 2: found '0x5', $expected" 'iteration 0x5 us'
	refused "line 2: found '1e999', $expected" 'iteration 1e999 us'
	refused_later "line 2: found 'nan', $expected" 'iteration nan us'
}

@test "a negative time" {
	refused "line 2: found the negative time -5 us, expected 0 or more; the clock it was read from went backwards" \
		'iteration -5 us'
	refused_later "line 2: found the negative time -5 us, expected 0 or more; the clock it was read from went backwards" \
		'iteration -5 us'
}

@test "a time that is too long" {
	refused "line 2: found a time of over 10000 days, expected a shorter one" 'iteration 1e300 h'
}

@test "no unit, or none of time" {
	refused "line 2: found '5', expected a unit after the number, as in '12.3 us'" 'iteration 5'
	refused "line 2: found 'n=10', expected the number's unit before it, as in '12.3 us'" 'iteration 5 n=10'
	refused "line 2: found 'cycles', expected a unit of time: ns, us, ms, s, min or h" 'iteration 5 cycles'
	refused_later "line 2: found '5', expected a unit after the number, as in '12.3 us'" 'iteration 5'
}

@test "no iterations although it began to report" {
	refused "it has neither iterations nor values; assay help reporter shows how they are written"
	refused_later "it has neither iterations nor values; assay help reporter shows how they are written"
}

@test "iterations in some executions only" {
	printf '%s\n' 'assay 1' 'iteration 5 us' >good
	script bench <<-'SH'
		echo >>count
		[ "$(wc -l <count)" = 3 ] || cat good >>"$ASSAY_REPORT"
	SH
	assay_runs 5 failed "1 of 4 executions failed: 1 with a report or an output that cannot be used; it is not in the result; the last reason: it reported no iterations, though it did before" \
		run -r 3 ./bench
}

@test "warm-ups beside the iterations, as many as asked for of both, are no number of its own" {
	script bench <<-'SH'
		{
			echo 'assay 1'
			for i in $(seq "$ASSAY_WARMUP"); do echo "warmup 1$i us"; done
			for i in $(seq "$ASSAY_ITERATIONS"); do echo "iteration $i us"; done
		} >>"$ASSAY_REPORT"
	SH
	"$ASSAY" run -v -r 3 --iterations 31 --drop 8 ./bench >out
	grep -q '3 executions x 31 iterations' out
	[ "$(grep -c 'of its own' out)" -eq 0 ]
	"$ASSAY" run -v -r 3 --build "cp bench prog; echo >>prog" --artifact prog --builds 2 --drop 8 ./prog >out
	[ "$(grep -c 'of its own' out)" -eq 0 ]
	"$ASSAY" plan --drop 8 ./bench >out # the level is planned, and not taken as it is
	[ "$(grep -c ' x 20 iterations' out)" -eq 0 ]
}

@test "other numbers of iterations than asked for" {
	reports 'iteration 5 us' 'iteration 6 us'
	assay_runs 0 levels "the program makes 2 iterations of its own (20 were asked for), none dropped as warm-up (--drop 0)" \
		run -r 3 ./bench
	script bench <<-'SH'
		echo >>count
		echo 'assay 1' >>"$ASSAY_REPORT"
		for i in $(seq "$(wc -l <count)"); do echo "iteration $i us" >>"$ASSAY_REPORT"; done
	SH
	assay_runs 0 levels "the program makes 2 to 4 iterations of its own (20 were asked for), none dropped as warm-up (--drop 0)" \
		run -r 3 ./bench
}

@test "fewer iterations than are to be dropped" {
	reports 'iteration 5 us' 'iteration 6 us'
	assay_fails 5 "cannot use the report of './bench': --drop 2 leaves out all of its 2 iterations; drop fewer, or let it make more" \
		run -v -r 3 --drop 2 ./bench
	assay_runs 0 levels "the program makes 2 iterations of its own (20 were asked for)
1 iteration in each execution: its variation cannot be told from that of the execution" \
		run -r 3 --drop 1 ./bench
	grep -q 'after 1 warm-up; the first$' out
	grep -q '^           iteration, 17 % faster, dropped as warm-up$' out
	refused "all of its 1 iterations are warm-ups; let it make more" 'warmup 5 us'
}

@test "a failure that the program reports itself" {
	reports 'iteration 5 us' 'failed the server was away'
	assay_fails 5 "'./bench' failed: it reported: the server was away" run -r 3 ./bench
	refused_later "it reported: the server was away" 'iteration 5 us' 'failed the server was away'
	refused_later "it reported: it did not say why" 'failed'
}

@test "what a failed execution reported is not taken for the next one's" {
	script bench <<-'SH'
		echo >>count
		printf 'assay 1\niteration %s us\n' "$(wc -l <count)" >>"$ASSAY_REPORT"
		[ "$(wc -l <count)" != 3 ]
	SH
	assay_runs 5 failed "1 of 7 executions failed: 1 exit status 1; it is not in the result; --output pipe keeps its last output" \
		run -r 6 ./bench
	[ "$("$ASSAY" show --json | jq -c '.subjects[0].tree.iterations.values.time | map(. / 1000)')" = \
		'[1,2,4,5,6,7,8]' ]
}

@test "two processes" {
	script bench <<-'SH'
		for pid in 17 18; do
			printf 'assay 1\niteration 5 us\niteration 7 us\n' >>"$ASSAY_REPORT.$pid"
		done
	SH
	assay_fails 5 "cannot use the report of './bench': two processes reported iterations of the same benchmark (from line 1 of process 17 and from line 1 of process 18); say how to join them by --combine sum, max or pool" \
		run -v -r 3 ./bench
	assay_runs 0 levels "the program makes 2 iterations of its own (20 were asked for), none dropped as warm-up (--drop 0)" \
		run -r 3 --combine sum ./bench
	[ "$("$ASSAY" show --json | jq '.subjects[0].summaries[] | select(.metric == "time").mean')" = 12000 ]
	assay_fails 2 "cannot use 'most' for --combine: expected one of sum, max, pool" run --combine most ./bench
	script bench <<-'SH'
		printf 'assay 1\niteration 5 us\n' >>"$ASSAY_REPORT.17"
		printf 'assay 1\niteration 5 us\niteration 7 us\n' >>"$ASSAY_REPORT.18"
	SH
	assay_fails 5 "cannot use the report of './bench': what two processes reported (from line 1 of process 17 and from line 1 of process 18) cannot be combined: they reported different numbers of iterations; --combine pool takes processes that differ" \
		run -v -r 3 --combine sum ./bench
}

@test "two benchmarks" {
	refused "line 3: iterations of benchmark 'b' follow those of 'a': a command can report one benchmark, so let the program run one of them at a time" \
		'iteration 5 us benchmark=a' 'iteration 5 us benchmark=b'
}

@test "values without a place, twice, or with another unit" {
	refused "line 2: found 'value', expected an iteration or a warmup before it" 'value heat 5 C'
	refused "line 4: found 'heat', expected a name once for each iteration" \
		'iteration 5 us' 'value heat 5 C' 'value heat 6 C'
	refused "line 2: found 'wall', expected another name: assay has a metric of that name" 'execution wall 5 s'
	refused "line 4: found 'K', expected the unit this name had before" \
		'iteration 5 us' 'execution heat 5 C' 'execution heat 6 K'
	refused_later "line 2: found 'many', expected a finite number and, after a blank, its unit, as in '12.3 us'" \
		'execution heat many C'
}

@test "a metric that changes its unit between executions" {
	printf '%s\n' 'assay 1' 'iteration 5 us' 'execution heat 5 C' >good
	sed 's/C$/K/' good >bad
	script bench <<-'SH'
		echo >>count
		if [ "$(wc -l <count)" = 2 ]; then cat bad; else cat good; fi >>"$ASSAY_REPORT"
	SH
	assay_runs 5 failed "1 of 4 executions failed: 1 with a report or an output that cannot be used; it is not in the result; the last reason: cannot add the metric 'heat' in 'K': it is already known in 'C' at another level or direction; give it another name" \
		run -r 3 ./bench
}

@test "something else in place of the report" {
	local odd="it is not a regular file; append lines to the file that \$ASSAY_REPORT names"
	script bench <<<'mkfifo "$ASSAY_REPORT"'
	assay_fails 5 "cannot use the report of './bench': $odd" run ./bench
	script bench <<<'ln -s /dev/zero "$ASSAY_REPORT"'
	assay_fails 5 "cannot use the report of './bench': $odd" run ./bench
	script bench <<<'mkdir "$ASSAY_REPORT"; touch "$ASSAY_REPORT/file"'
	assay_fails 5 "cannot use the report of './bench': $odd" run ./bench
}

@test "no report file, and nothing that a program puts beside it, is left over" {
	mkdir tmp
	script bench <<<'echo x >"$(dirname "$ASSAY_REPORT")/mine"; mkdir "$ASSAY_REPORT"; touch "$ASSAY_REPORT/file"'
	TMPDIR=$PWD/tmp "$ASSAY" run -v ./bench >out 2>err || [ $? = 5 ]
	[ -z "$(ls tmp)" ]
	TMPDIR=$PWD/tmp "$ASSAY" run -v -r 3 true >out
	[ -z "$(ls tmp)" ]
	TMPDIR=/no/such assay_fails 6 "cannot make a folder for reports in '/no/such': No such file or directory; set TMPDIR to a folder that can be written" \
		run true
}

@test "zero-length times" {
	reports 'iteration 0 us' 'iteration 0 ns'
	assay_runs 0 warning "$few
6 values of zero: the clock is too coarse for this" run -r 3 ./bench
	rows time | tr -s ' ' | grep -q '^0 ns +- 0 ns 95 % for runs like these 3 0 .. 0 ns (t, 2 df), for this session min 0 quartiles 0 0 0 max 0 ns '
}

@test "zero-length times give no ratio" {
	reports 'iteration 0 us'
	script five <<<'printf "assay 1\niteration 5 us\n" >>"$ASSAY_REPORT"'
	for pair in './bench ./five' './five ./bench' './bench ./bench'; do
		# shellcheck disable=SC2086 # two words
		"$ASSAY" run -v -r 6 $pair >out
		grep -q ' against .*: no verdict$' out
		rows warning | grep -qx 'no ratio: a value is negative, or all are zero; --difference compares by the difference, --criterion by another metric'
		"$ASSAY" show --json | "$SCHEMA_CHECK" "$SCHEMA"
		[ "$("$ASSAY" show --json | jq -c '.comparisons[] | select(.metric == "time") | [.ratio, .verdict]')" = \
			'[null,"none"]' ]
	done
}

# latencies N: a program ./bench that reports N latencies at once, 1 to N us.
latencies() {
	script bench <<-SH
		{ printf 'assay 1\nvalues latency $1 us\n'; seq 1 $1; } >>"\$ASSAY_REPORT"
	SH
}

@test "many values at once are a metric of iterations that have no time" {
	latencies 600
	"$ASSAY" run -v -r 6 -w 0 --criterion latency:p99 ./bench >out
	grep -q 'latency:p99 ' out
	[ "$("$ASSAY" show --json | jq -c '.subjects[0].tree.iterations.values | keys')" = '["latency"]' ]
	[ "$("$ASSAY" show --json | jq -c '.subjects[0].tree.iterations.values.latency[:3]')" = '[1000,2000,3000]' ]
	[ "$("$ASSAY" show --json | jq -c '[.subjects[0].tree.iterations.values.latency | length]')" = '[3600]' ]
}

# bats test_tags=long
@test "more values than lie in one piece of the store come back as they were" {
	latencies 1100000
	"$ASSAY" run -r 1 -w 0 --criterion latency ./bench >out
	[ "$("$ASSAY" show --json | jq -c '.subjects[0].tree.iterations.values.latency | [length, .[0], .[600000], .[-1]]')" = \
		'[1100000,1000,600001000,1100000000]' ]
}

@test "announced values that do not come make an execution one that does not count" {
	refused "line 2 announces 3 values of latency, and 2 came: the program may have died while writing them" \
		'values latency 3 us' 1 2
	refused "line 2: found '1000000000000000000', expected how many numbers follow, a whole number from 1 to 100000000" \
		'values latency 1000000000000000000 us' 1
	refused_later "line 2 announces 2 values of latency, and 1 came: the program may have died while writing them" \
		'values latency 2 us' 1
}

@test "a load generator that is killed in the middle is a failed execution, whose values are not kept" {
	script bench <<-'SH'
		echo >>count
		{ printf 'assay 1\nvalues latency 600 us\n'; seq 1 300; } >>"$ASSAY_REPORT"
		[ "$(wc -l <count)" != 3 ] || kill -KILL $$
		seq 301 600 >>"$ASSAY_REPORT"
	SH
	status=0
	"$ASSAY" run -r 6 -w 0 --criterion latency:p99 ./bench >out 2>err || status=$?
	[ "$status" = 5 ]
	[ "$("$ASSAY" show --json | jq -c '[.subjects[0].tree.executions.ending[] | select(. != "ok")] | length')" = 1 ]
	[ "$("$ASSAY" show --json | jq -c '.subjects[0].tree.iterations.values.latency | length')" = 3600 ]
	rows failed | grep -q 'killed by SIGKILL'
}
