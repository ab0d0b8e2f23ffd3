#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# libassay in C++: assay.hpp, and sources that were written for Google Benchmark.
# shellcheck disable=SC2154 # here, include, warnings and sanitize are of common.bash

load common

@test "the loop of assay.hpp is the same, by for and as Google Benchmark writes it" {
	cat >loops.cc <<-'C'
		#include <benchmark/benchmark.h>
		void by_for(assay::state &state);
		void by_for(assay::state &state) { for (auto _ : state) {} }
		void google(benchmark::State &state);
		void google(benchmark::State &state) { for (auto _ : state) {} }
	C
	for compiler in g++ clang++; do
		for function in by_for google; do
			$compiler -std=c++17 -O2 -I"$include" -I"$include/assay-google" -S loops.cc -o - |
				awk -v f="_Z6$function" 'index($1, f) == 1 { on = 1 } on { print } on && /\.size/ { exit }' >loop.s
			[ "$(loop_of loop.s | wc -l)" -eq 2 ] || { cat loop.s; false; }
			loop_of loop.s | head -n 1 | grep -Eq '^(sub|add|subs|subq|addq) '
		done
	done
}

@test "assay.hpp and its example compile without a warning, and closures with parameters are run" {
	for compiler in g++ clang++; do
		# shellcheck disable=SC2086
		$compiler -std=c++17 -O2 $warnings $sanitize -I"$include" "$here/../../examples/languages/bench.cc" "$BUILD/src/harness/libassay.a" -o bench -lm -pthread
		runs ./bench
		[ "$(./bench --list)" = "quick
sort/n=1000" ]
	done
	"$ASSAY" run -r 2 ./bench >out
	[ "$("$ASSAY" show --json | jq -c '[.subjects[].name]')" = '["quick","sort/n=1000"]' ]
}

@test "a source of Google Benchmark runs unchanged, under the names that Google Benchmark gives" {
	source=$here/../../examples/languages/google.cc
	c++ -O1 "$source" -lbenchmark -lpthread -o theirs
	DESTDIR=$PWD/root meson install -C "$BUILD" --no-rebuild --tags devel,runtime >log 2>&1 || { cat log; return 1; }
	pc=$(find root -name assay.pc)
	export PKG_CONFIG_PATH=$PWD/${pc%/*} PKG_CONFIG_SYSROOT_DIR=$PWD/root
	so=$(find "$PWD/root" -name libassay.so)
	export LD_LIBRARY_PATH=${so%/*}
	# shellcheck disable=SC2046,SC2086
	c++ -O1 $warnings $sanitize "$source" $(pkg-config --cflags --libs assay-google) -o ours
	./theirs --benchmark_list_tests | sed 's|/threads:|/threads=|' >their_names
	./ours --list >our_names
	diff their_names our_names
	[ "$(wc -l <our_names)" -ge 40 ]
	run ./ours --time 1ms 'BM_memcpy/*' BM_old_loop 'BM_fill<double>/threads=2' 'BM_set_insert/n:16/distinct:8' 'Numbers/sort/*' 'BM_given/*'
	[ "$status" -eq 0 ]
	[[ "$output" = *"B/s"* ]]
	"$ASSAY" run -r 2 --only 'BM_set_insert/n:16/*' ./ours >out
	# One operation inserts 16.
	"$ASSAY" show --json | jq -e '[.subjects[0].summaries[] | select(.metric == "inserted" or .metric == "distinct")] | length == 2'
}

@test "what of Google Benchmark libassay does not do fails with words that say so" {
	# shellcheck disable=SC2086
	c++ -O1 -DREFUSED $sanitize -I"$include" -I"$include/assay-google" "$here/../../examples/languages/google.cc" "$BUILD/src/harness/libassay.a" -o ours -lm -pthread
	run ./ours --time 1ms BM_paused BM_broken
	[ "$status" -eq 5 ]
	output=$(tr -s ' \n' ' ' <<<"$output")
	[[ "$output" = *"BM_paused failed: it stops the clock inside its loop (PauseTiming)"*"or link Google Benchmark itself"* ]]
	[[ "$output" = *"BM_broken failed: no disk"* ]]
}
