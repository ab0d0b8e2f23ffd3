#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# libassay from outside: what compilers make of its header, what is installed, and the single header.
# shellcheck disable=SC2154 # here, include, warnings and sanitize are of common.bash

bats_require_minimum_version 1.5.0

load common

@test "the empty loop is a decrement and a branch, with both compilers and in both languages" {
	for compiler in gcc clang 'g++ -x c++ -std=c++17' 'clang++ -x c++ -std=c++17'; do
		$compiler -O2 "-DASSAY_HEADER=<assay.h>" -I"$include" -S "$here/outside.c" -o nothing.s
		[ "$(loop_of nothing.s | wc -l)" -eq 2 ]
		loop_of nothing.s | head -n 1 | grep -Eq '^(sub|add|subs|subq|addq) '
	done
}

@test "so it is in the object, as objdump reads it" {
	gcc -O2 "-DASSAY_HEADER=<assay.h>" -I"$include" -c "$here/outside.c" -o nothing.o
	objdump -d --no-show-raw-insn nothing.o >nothing.dump
	# From the call of assay_begin_ to that of assay_next_: a test for none, the loop, two arguments.
	awk '/<assay_bench_nothing>:/ { on = 1 } on && /call|bl / { calls++ } on && calls == 1 { print } calls == 2 { exit }' nothing.dump >loop
	[ "$(grep -Ec '[[:space:]](sub|dec|subs)[[:space:]].*(0x1|#1)' loop)" -eq 1 ]
	[ "$(wc -l <loop)" -le 9 ]
}

@test "on aarch64 it is subs and b.ne" {
	clang --target=aarch64-linux-gnu -ffreestanding -O2 "-DASSAY_HEADER=<assay.h>" -I"$include" -S "$here/outside.c" -o nothing.s
	[ "$(loop_of nothing.s)" = "subs x0,
b.ne .LBB0_1" ] || [ "$(loop_of nothing.s | cut -d ' ' -f 1 | xargs)" = "subs b.ne" ]
}

@test "what is kept costs no store and no instruction" {
	cat >keep.c <<-'C'
		#include <assay.h>
		void keep_int(int x);
		void keep_int(int x) { assay_keep(x); }
		void keep_double(double x);
		void keep_double(double x) { assay_keep(x); }
	C
	for compiler in gcc clang; do
		$compiler -O2 -fcf-protection=none -I"$include" -S keep.c -o keep.s 2>/dev/null || $compiler -O2 -I"$include" -S keep.c -o keep.s
		[ "$(grep -Ec '^[[:space:]]+(mov|str|push)' keep.s)" -eq 0 ]
	done
}

@test "the header compiles without a warning as C11, C17 and C++17, optimised or not" {
	for level in -O0 -O2; do
		for compiler in 'gcc -std=c11' 'clang -std=c11' 'gcc -std=c17' 'g++ -std=c++17 -x c++' 'clang++ -std=c++17 -x c++'; do
			# shellcheck disable=SC2086 # lists of words
			$compiler $level $warnings -Wno-unused-parameter "-DASSAY_HEADER=<assay.h>" -I"$include" -c "$here/outside.c" -o c.o
		done
		for compiler in 'g++ -std=c++17' 'clang++ -std=c++17' 'g++ -std=c++20'; do
			# shellcheck disable=SC2086
			$compiler $level $warnings "-DASSAY_HEADER=<assay.h>" -I"$include" -c "$here/outside.cc" -o cc.o
		done
	done
}

@test "a program outside is built against what was installed, in C11 and in C++17" {
	DESTDIR=$PWD/root meson install -C "$BUILD" --no-rebuild --tags devel,runtime >log 2>&1 || { cat log; return 1; }
	pc=$(find root -name assay.pc)
	export PKG_CONFIG_PATH=$PWD/${pc%/*} PKG_CONFIG_SYSROOT_DIR=$PWD/root
	so=$(find "$PWD/root" -name libassay.so)
	# shellcheck disable=SC2046,SC2086
	gcc -std=c11 -O2 $warnings $sanitize '-DASSAY_HEADER=<assay.h>' $(pkg-config --cflags assay) "$here/outside.c" -o c $(pkg-config --libs assay)
	# shellcheck disable=SC2046,SC2086
	g++ -std=c++17 -O2 $warnings $sanitize '-DASSAY_HEADER=<assay.h>' $(pkg-config --cflags assay) "$here/outside.cc" -o cc $(pkg-config --libs assay)
	# shellcheck disable=SC2046,SC2086
	gcc -std=c11 -O2 $sanitize '-DASSAY_HEADER=<assay.h>' $(pkg-config --cflags assay) "$here/outside.c" -o static "${so%/*}/libassay.a" -lm -pthread
	LD_LIBRARY_PATH=${so%/*} runs ./c
	# What the static one needs is told, too (docs/harness.md).
	[[ "$(pkg-config --static --libs assay)" = *-lassay*-lm* ]]
	LD_LIBRARY_PATH=${so%/*} runs ./cc
	runs ./static
	[ "$(nm -D --defined-only "$so" | awk '$2 ~ /[A-Z]/ { print $3 }' | grep -cv '^assay_')" -eq 0 ]
	find root -name assay_single.h | grep -q .
	# libc and libm alone, and what sanitizers bring.
	[ "$(readelf -d "$so" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | grep -Evc '^(libc|libm|ld-linux.*|lib[a-z]*san)\.so')" -eq 0 ]
}

@test "one file is enough: the single header, with the implementation in a C file" {
	cp "$BUILD/src/harness/assay_single.h" .
	printf '#define ASSAY_IMPLEMENTATION\n#include "assay_single.h"\n' >implementation.c
	gcc -std=c11 -O1 -Wall -Wextra -Werror -c implementation.c
	gcc -std=c11 -O2 -Wall -Wextra -Werror '-DASSAY_HEADER="assay_single.h"' -I. "$here/outside.c" implementation.o -o c -lm -pthread
	g++ -std=c++17 -O2 -Wall -Wextra -Werror '-DASSAY_HEADER="assay_single.h"' -I. "$here/outside.cc" implementation.o -o cc -lm -pthread
	runs ./c
	runs ./cc
	# Two lines before a benchmark in the same file do as well.
	{ cat implementation.c; grep -v '^#include' "$here/outside.c"; } >both.c
	gcc -std=c11 -O2 -Wall -Wextra -Werror both.c -o both -lm -pthread
	runs ./both
	run -1 g++ -std=c++17 -c -x c++ implementation.c -o cc.o
	[[ "$output" = *'ASSAY_IMPLEMENTATION belongs into a C file; what benchmarks need is there in C++, too'* ]]
	# It stands alone: a hundred others would hide it.
	[ "$(echo "$output" | grep -c 'error:')" -eq 1 ]
}
