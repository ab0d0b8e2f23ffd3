#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs of other harnesses: Google Benchmark, as Debian has it, and Go.
load common

setup_file() {
	local from=$BATS_TEST_DIRNAME/../harnesses
	cd "$BATS_FILE_TMPDIR" || return 1
	c++ -std=c++17 -o gbench "$from/google.cc" -lbenchmark -lpthread
	c++ -std=c++17 -DBROKEN -o broken "$from/google.cc" -lbenchmark -lpthread
	cc -o m.test "$from/go.c"
}

# Short ones; how long they take is nothing that is tested.
brief() {
	export BENCHMARK_MIN_TIME=0.0001
	cp "$BATS_FILE_TMPDIR/$1" .
}

subjects() {
	"$ASSAY" show --json | jq -c '[.subjects[].name]'
}

@test "a program of Google Benchmark is known, and each of its benchmarks is a subject" {
	brief gbench
	[ "$("$ASSAY" run --list ./gbench)" = "spin/10
spin/1000
spin (again)/10/repeats:3" ]
	"$ASSAY" run -v -r 4 ./gbench >out
	[ "$(subjects)" = '["spin/10","spin/1000","spin (again)/10/repeats:3"]' ]
	# A repetition is an iteration; there is one, if the program does not say otherwise.
	"$ASSAY" show --json >json
	[ "$(jq -c '[.subjects[].tree.executions | (.ending | length)]' json)" = '[5,5,5]' ]
	"$ASSAY" export @last data.json
	[ "$(jq -c '[.subjects[].tree.iterations.columns[0].values | length]' data.json)" = '[5,5,15]' ]
	jq -e '[.metrics[].name] | contains(["cpu_time", "items_per_second", "size"])' data.json
	jq -e '[.metrics[].name] | contains(["odd"]) | not' data.json
	grep -q '4 executions' out
}

@test "of it --only chooses, also by names that are no regular expressions" {
	brief gbench
	"$ASSAY" run -v -r 2 --only 'spin (again)*' ./gbench >out
	[ "$(subjects)" = '["spin (again)/10/repeats:3"]' ]
	"$ASSAY" run -v -r 2 --only spin/10 ./gbench >out
	[ "$(subjects)" = '["spin/10"]' ]
}

@test "a benchmark that reports an error has failed with its words" {
	brief broken
	assay_fails 5 "'broken' failed: it reported: no disk" run -r 2 --only broken ./broken
	assay_runs 5 failed 'broken: the only execution failed: 1 with a report or an output that cannot be used; the last reason: it reported: no disk' \
		run -r 2 ./broken
	[ "$("$ASSAY" show --json | jq '[.subjects[] | select(.summaries[0].n > 0)] | length')" -eq 3 ]
	"$ASSAY" run -v -r 2 --only 'spin/*' ./broken >out
	[ "$(subjects)" = '["spin/10","spin/1000"]' ]
}

@test "flags that assay needs itself are refused, others are the user's" {
	brief gbench
	assay_fails 2 "cannot take --benchmark_filter with a program of Google Benchmark: assay chooses its benchmarks and reads its results itself; choose with --only, or measure it as it is with --report none" \
		run './gbench --benchmark_filter=spin'
	assay_fails 2 "cannot take --benchmark_out with a program of Google Benchmark: assay chooses its benchmarks and reads its results itself; leave it out, or measure it as it is with --report none" \
		run './gbench --benchmark_out=x'
	"$ASSAY" run -v -r 2 --only spin/10 './gbench --benchmark_repetitions=2' >out
	"$ASSAY" export @last data.json
	grep -q '2 executions x 2 iterations' out
	"$ASSAY" run -v -r 2 --report none ./gbench >out
	[ "$(subjects)" = '["./gbench"]' ]
}

@test "its files are imported, and compared with each other" {
	brief gbench
	for i in 1 2; do
		./gbench --benchmark_out=$i.json --benchmark_repetitions=4 --benchmark_filter=spin/ >/dev/null 2>&1
		"$ASSAY" import $i.json
	done >out
	grep -qx '1.json: kept as experiment 1' out
	[ "$("$ASSAY" show --json 1 | jq -c '[.subjects[].name]')" = '["spin/10","spin/1000"]' ]
	"$ASSAY" show -v 1 >out
	grep -q 'no interval from 1 execution' out
	[ "$("$ASSAY" compare --json 1 2 | jq '.comparisons | length')" -eq 2 ]
	head -c 500 1.json >cut.json
	run "$ASSAY" import cut.json
	[ "$status" -eq 6 ]
	[[ $output == *"cannot read 'cut.json'"* ]]
}

@test "a test binary of Go is known, and asked by running each once" {
	brief m.test
	[ "$("$ASSAY" run --list ./m.test)" = "BenchmarkSort/n=10
BenchmarkSort/n=1000
BenchmarkJoin
BenchmarkJoinAll" ]
	"$ASSAY" run -v -r 3 './m.test -test.count=2' >out
	[ "$(subjects)" = '["BenchmarkSort/n=10","BenchmarkSort/n=1000","BenchmarkJoin","BenchmarkJoinAll"]' ]
	grep -q '^3 rounds of 4 commands x 2 iterations' out
	grep -Eq '^  BenchmarkJoin +300' out
	"$ASSAY" run -v -r 3 './m.test -test.bench=Sort' >out
	[ "$(subjects)" = '["BenchmarkSort/n=10","BenchmarkSort/n=1000"]' ]
}

@test "a benchmark of Go that fails is in the list, and fails" {
	brief m.test
	export GO_FAILS=1
	[ "$("$ASSAY" run --list ./m.test | tail -n 1)" = BenchmarkFails ]
	run "$ASSAY" run -v -r 3 --only BenchmarkFails ./m.test
	[ "$status" -eq 5 ]
	"$ASSAY" run -v -r 3 --only BenchmarkJoin ./m.test >out
}

@test "whatever prints what Go prints is read with --report go" {
	script bench <<-'SH'
		echo some words first
		echo 'BenchmarkA 	 10 	 150 ns/op 	 3 widgets'
		echo 'BenchmarkB 	 10 	 2.5 us/op'
	SH
	"$ASSAY" run -v -r 3 --report go ./bench >out
	[ "$(subjects)" = '["BenchmarkA","BenchmarkB"]' ]
	grep -q '2.5.* us' out
	assay_fails 5 "cannot use 'true' as --report go says: it has told of no benchmark" run --report go true
	assay_fails 2 "what the benchmarks of Go print is read by assay: leave out --show-output and --output, or let it name a file" \
		run --show-output --report go ./bench
	./bench >go.bench
	"$ASSAY" import go.bench >out
	[ "$(subjects)" = '["BenchmarkA","BenchmarkB"]' ]
}

@test "programs of Google Benchmark and of Go that are built share their builds" {
	for program in gbench m.test; do
		brief "$program"
		"$ASSAY" run -v --builds 2 -r 2 --only '*1000*' --only '*10' --build "cp '$PWD/$program' x.bin; printf %s \$ASSAY_SEED >>x.bin; mv x.bin prog" ./prog >out
		[ "$("$ASSAY" show --json | jq -c '[.subjects[].builds_of]')" = '[0,0]' ]
		[ "$(subjects)" = '["spin/10","spin/1000"]' ] || [ "$(subjects)" = '["BenchmarkSort/n=10","BenchmarkSort/n=1000"]' ]
		[ "$("$ASSAY" show --json | jq -c '[.subjects[].tree.executions.ending | unique]')" = '[["ok"],["ok"]]' ]
	done
}

@test "results of hyperfine, and of --export-json, are shown, kept and compared as executions" {
	"$ASSAY" run -r 6 -w 0 --export-json one.json 'sleep 0.002' 'sleep 0.001' >/dev/null
	"$ASSAY" run -r 6 -w 0 --export-json two.json 'sleep 0.002' 'sleep 0.001' >/dev/null
	"$ASSAY" show -v one.json >out
	grep -q '^sleep 0.002  *6 executions, [0-9.]* m\{0,1\}s together' out
	grep -q 'the commands ran one after the other' out
	"$ASSAY" compare -v one.json two.json >out
	grep -q '^sleep 0.001 (two.json) against sleep 0.001 (one.json): ' out
	"$ASSAY" import one.json
	"$ASSAY" show -v @last | grep -q '^sleep 0.001  *6 executions, [0-9.]* m\{0,1\}s together'
}

@test "a mean of Google Benchmark that contradicts its own repetitions is named" {
	local row='"run_name": "a", "time_unit": "us"'
	printf '{"context": {"num_cpus": 1}, "benchmarks": [{"name": "a", "run_type": "iteration", "real_time": 10, %s},
		{"name": "a", "run_type": "iteration", "real_time": 20, %s},
		{"name": "a_mean", "run_type": "aggregate", "aggregate_name": "mean", "iterations": 2, "real_time": 19, %s}]}' \
		"$row" "$row" "$row" >g.json
	"$ASSAY" show g.json >out 2>&1
	tr -s ' \n' ' ' <out | grep -qF "it says a mean of 19000 ns for 'a', but the 2 repetitions it has have one of 15000 ns; the repetitions are what counts here"
}

# bats test_tags=long
@test "a program of Google Benchmark that a project builds is compared benchmark by benchmark" {
	export BENCHMARK_MIN_TIME=0.0001 GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
	git init -q -b main project && cd project
	mkdir bench
	cp "$BATS_TEST_DIRNAME/../harnesses/google.cc" bench/bench.cc
	printf 'bench/gbench: bench/bench.cc\n\tc++ -std=c++17 -o $@ $< -lbenchmark -lpthread\n' >Makefile
	printf 'bench/gbench\n' >.gitignore
	git add . && git commit -q -m one
	sed -i 's/"spin (again)"/"spin (more)"/' bench/bench.cc && git commit -q -a -m two
	"$ASSAY" diff -r 3 --randomize none --build make HEAD~1 HEAD --json -- bench/gbench >../out
	[ "$(jq -r '.benchmarks[] | select(.kind == "gone" or .kind == "new") | "\(.name): \(.kind)"' ../out | sort)" = \
		"spin (again)/10/repeats:3: gone
spin (more)/10/repeats:3: new" ]
	jq -e '[.benchmarks[] | select(.kind | IN("gone", "new") | not) | .name] | sort == ["spin/10", "spin/1000"]' ../out
}
