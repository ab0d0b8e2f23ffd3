#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# While layouts are drawn, what was compiled for one build is linked by the others: in make, CMake,
# Meson, and in what their users do.
load common

# The program of all: two files, of which each says what it was compiled to. Every run of the real
# compiler is written down. ccache trusts no file that is as new as the compilation, so that those of all tests are
# made first, and waited for once.
setup_file() {
	local n
	for ((n = $(grep -c '^@test' "$BATS_TEST_FILENAME"); n > 0; n--)); do
		mkdir -p "$BATS_FILE_TMPDIR/$n/tools"
		cat >"$BATS_FILE_TMPDIR/$n/part.c" <<-'END'
			int part(int x)
			{
				return x * 3;
			}
		END
		cat >"$BATS_FILE_TMPDIR/$n/prog.c" <<-'END'
			#include "part.h"
			int main(void)
			{
				return part(0);
			}
		END
		echo 'int part(int x);' >"$BATS_FILE_TMPDIR/$n/part.h"
		cat >"$BATS_FILE_TMPDIR/$n/tools/cc" <<-END
			#!/bin/sh
			for w; do case \$w in part.c|*/part.c) echo "\$*" >>'$BATS_FILE_TMPDIR/$n/calls'; esac; done
			exec /usr/bin/gcc "\$@"
		END
		chmod +x "$BATS_FILE_TMPDIR/$n/tools/cc"
	done
	sleep 1.1
}

# sources: in a folder that has them, with that compiler.
sources() {
	command -v ccache >/dev/null || skip "there is no ccache"
	cd "$BATS_FILE_TMPDIR/$BATS_TEST_NUMBER" || return
	PATH=$PWD/tools:$PATH
}

makefile() {
	printf '%s\n' "prog: prog.o part.o" "	cc -o \$@ \$^" "%.o: %.c" "	cc $1 -c -o \$@ \$<" >Makefile
}

# compiled TIMES COMMAND: three builds by it call the real compiler so often for part.c, and differ.
compiled() {
	: >calls
	"$ASSAY" run --randomize layout --builds 3 -r 2 --build "$2" ./prog >out
	sed 's/^/# /' calls
	[ "$(grep -c ' -c ' calls)" = "$1" ]
	"$ASSAY" show -v @last | grep -q 'all 3 builds are different'
}

@test "three builds by make compile once, and have three layouts" {
	sources
	makefile -O2
	compiled 1 'make -B prog'
}

# bats test_tags=long
@test "a later experiment compiles nothing, and another source is compiled" {
	sources
	makefile '-O2 -MD'
	compiled 1 'rm -f *.d; make -B prog'
	compiled 0 'rm -f *.d; make -B prog'
	[ -s part.d ]
	sed -i 's/3/4/' part.c && sleep 1.1
	compiled 1 'make -B prog'
}

@test "without a cache every build compiles" {
	sources
	makefile -O2
	: >calls
	"$ASSAY" run --build-cache none --randomize layout --builds 3 -r 2 --build 'make -B prog' ./prog
	[ "$(grep -c ' -c ' calls)" = 3 ]
	[ ! -e "$HOME/.cache/assay/objects" ]
}

@test "without ccache every build compiles, and the experiment says why" {
	sources
	makefile -O2
	mkdir bare
	for tool in sh make gcc cc as ld ld.bfd mold ld.mold rm env; do
		p=$(command -v "$tool") && ln -s "$p" "bare/$tool"
	done
	: >calls
	PATH=$PWD/bare "$ASSAY" run --randomize layout --builds 2 -r 2 --build 'make -B prog' ./prog
	[ "$(grep -c ' -c ' calls)" = 2 ]
	"$ASSAY" show --json @last | grep -q 'ccache is not installed'
}

@test "what the user has set for a ccache of his own does not count" {
	sources
	makefile -O2
	export CCACHE_DISABLE=1 CCACHE_READONLY=1 CCACHE_DIR=$PWD/mine
	compiled 1 'make -B prog'
	[ ! -e mine ]
}

@test "a program that the user compiles through ccache is compiled once, too" {
	sources
	makefile -O2
	sed -i 's/	cc/	ccache cc/' Makefile
	compiled 1 'make -B prog'
}

# bats test_tags=long
@test "the time of compilation is no older than the build" {
	sources
	echo 'const char *when(void) { return __DATE__ __TIME__; }' >>part.c
	sleep 1.1
	makefile -O2
	: >calls
	"$ASSAY" run --randomize layout --builds 2 -r 2 --build 'sleep 1; make -B prog' ./prog
	[ "$(grep -c ' -c ' calls)" = 2 ]
}

@test "a precompiled header is used, and compiled anew" {
	sources
	printf '%s\n' 'prog: prog.o part.o' '	cc -o $@ $^' 'all.h.gch: part.h' '	cc -O2 -x c-header -o $@ part.h' \
		'%.o: %.c all.h.gch' '	cc -O2 -include all.h -c -o $@ $<' >Makefile
	cp part.h all.h && sleep 1.1
	"$ASSAY" run --randomize layout --builds 2 -r 2 --build 'make -B prog' ./prog
}

@test "assembler, a response file and an archive are compiled once" {
	sources
	printf '\t.globl other\n\t.text\nother:\n\tret\n\t.section .note.GNU-stack,"",%%progbits\n' >other.S
	echo '-O2 -DX=1' >flags
	printf '%s\n' 'prog: prog.o all.a' '	cc -o $@ $^' 'all.a: part.o other.o' '	ar rcs $@ $^' \
		'%.o: %.c' '	cc @flags -c -o $@ $<' '%.o: %.S' '	cc -c -o $@ $<' >Makefile
	compiled 1 'rm -f all.a; make -B prog'
}

@test "where the link is the compilation, layouts still differ" {
	sources
	makefile '-O2 -flto'
	compiled 1 'make -B prog'
}

# bats test_tags=long
@test "CMake compiles once" {
	sources
	command -v cmake || skip "there is no CMake"
	printf '%s\n' 'cmake_minimum_required(VERSION 3.10)' 'project(prog C)' 'add_executable(prog prog.c part.c)' >CMakeLists.txt
	compiled 1 'rm -rf b && cmake -S . -B b && make -C b && cp b/prog .'
}

# bats test_tags=long
@test "what CMake has written down of its compiler is there for the next build, by assay and by hand" {
	sources
	command -v cmake || skip "there is no CMake"
	printf '%s\n' 'cmake_minimum_required(VERSION 3.10)' 'project(prog C)' 'add_executable(prog prog.c part.c)' >CMakeLists.txt
	compiled 1 'cmake -S . -B b && cmake --build b --clean-first && cp b/prog .'
	grep '^CMAKE_C_COMPILER:' b/CMakeCache.txt
	compiled 0 'cmake -S . -B b && cmake --build b --clean-first && cp b/prog .'
	: >calls
	cmake --build b --clean-first
	[ "$(grep -c ' -c ' calls)" = 1 ]
}

# bats test_tags=long
@test "Meson with ninja compiles once" {
	sources
	printf '%s\n' "project('prog', 'c')" "executable('prog', 'prog.c', 'part.c')" >meson.build
	compiled 1 'rm -rf b && meson setup b && ninja -C b && cp b/prog .'
}

# bats test_tags=long
@test "autotools with libtool compile once for an object of each kind" {
	sources
	command -v libtoolize >/dev/null && command -v automake >/dev/null || skip "there are no autotools"
	printf '%s\n' 'AC_INIT([prog],[1])' 'AC_CONFIG_MACRO_DIRS([m4])' 'AM_INIT_AUTOMAKE([foreign])' 'LT_INIT' 'AC_PROG_CC' \
		'AC_CONFIG_FILES([Makefile])' 'AC_OUTPUT' >configure.ac
	printf '%s\n' 'ACLOCAL_AMFLAGS = -I m4' 'noinst_LTLIBRARIES = libpart.la' 'libpart_la_SOURCES = part.c' \
		'bin_PROGRAMS = prog' 'prog_SOURCES = prog.c' 'prog_LDADD = libpart.la' >Makefile.am
	mkdir m4 && autoreconf -i >/dev/null 2>&1
	# with and without -fPIC; what the first configure has found out is not what is tested
	compiled 2 'rm -rf b && mkdir b && cd b && ../configure --cache-file=../found CC=cc && make && cp prog ..'
}

# bats test_tags=long
@test "two experiments at once share one cache" {
	sources
	mkdir one two
	for d in one two; do
		cp ./*.c ./*.h "$d" && (cd "$d" && makefile -O2)
	done
	(cd one && "$ASSAY" run --store s.db --randomize layout --builds 4 -r 2 --build 'make -B prog' ./prog) &
	(cd two && "$ASSAY" run --store s.db --randomize layout --builds 4 -r 2 --build 'make -B prog' ./prog)
	wait $!
}

# bats test_tags=long
@test "a folder for the cache that others can write into is not used" {
	sources
	makefile -O2
	mkdir -p "$HOME/.cache/assay/objects" && chmod 777 "$HOME/.cache/assay/objects"
	"$ASSAY" run --randomize layout --builds 2 -r 2 --build 'make -B prog' ./prog
	[ -z "$(ls "$HOME/.cache/assay/objects")" ]
	"$ASSAY" show --json @last | grep -q "not this user's alone"
}

@test "a size that is none is an error" {
	run "$ASSAY" run --build-cache 2 --build make ./prog
	[ "$status" = 2 ]
	[[ $output == *"500MiB"* ]]
}

# bats test_tags=long
@test "a damaged entry of the cache is compiled anew" {
	sources
	makefile -O2
	"$ASSAY" run --randomize layout --builds 2 -r 2 --build 'make -B prog' ./prog
	: >calls
	python3 - "$HOME/.cache/assay/objects" <<-'END'
		import pathlib, sys
		for f in pathlib.Path(sys.argv[1]).glob("?/?/*R"):
		    data = bytearray(f.read_bytes())
		    data[len(data) // 2] ^= 255
		    f.write_bytes(data)
	END
	"$ASSAY" run --randomize layout --builds 2 -r 2 --build 'make -B prog' ./prog
	[ "$(grep -c ' -c ' calls)" = 1 ]
}

# bats test_tags=long
@test "a first build that fails with what was compiled before is made anew" {
	sources
	makefile -O2
	"$ASSAY" run --randomize layout --builds 2 -r 2 --build 'make -B prog' ./prog
	: >calls
	"$ASSAY" run --randomize layout --builds 2 -r 2 --build 'make -B prog && grep -q part.c calls' ./prog
	"$ASSAY" show --json @last | grep -q 'was compiled anew'
}

# bats test_tags=long
@test "a later build that fails with what was compiled before is made anew" {
	sources
	makefile -O2
	"$ASSAY" run --randomize layout --builds 3 -r 2 \
		--build 'make -B prog && { [ ! -e first ] || grep -q part.c calls; } && touch first && : >calls' ./prog >out
	"$ASSAY" show --json @last >json
	[ "$(grep -c 'was compiled anew' json)" = 1 ]
	[ "$(jq '[.subjects[0].tree.builds.ending[] | select(. != "ok")] | length' json)" = 0 ]
}

# bats test_tags=long
@test "later builds that fail whatever was compiled before are made anew once, not each" {
	sources
	makefile -O2
	run "$ASSAY" run --randomize layout --builds 5 -r 2 \
		--build 'make -B prog; echo turn >>turns; [ "$(wc -l <turns)" != 3 ] && [ "$(wc -l <turns)" != 4 ] && [ "$(wc -l <turns)" != 6 ]' ./prog
	"$ASSAY" show --json @last >json
	[ "$(jq '[.subjects[0].tree.builds.ending[] | select(. != "ok")] | length' json)" = 2 ]
	[ "$(grep -c 'was compiled anew' json)" = 0 ]
}

# bats test_tags=long
@test "a build that fails only with wrappers is made without, and that is said" {
	sources
	makefile -O2
	"$ASSAY" run --build-cache none --randomize layout --builds 2 -r 2 \
		--build 'make -B prog && case $(command -v cc) in */assay/wrappers-*/cc) exit 1;; esac' ./prog >out
	tr -s ' \n' ' ' <out | grep -q 'layouts were not drawn: the build .* fails where assay stands in for the compiler'
}

# bats test_tags=long
@test "a build that fails with and without wrappers has failed, with what it said first" {
	sources
	makefile -O2
	run "$ASSAY" run --randomize layout --build 'make -B prog; echo turn >>turns; echo no $(wc -l <turns); exit 3' ./prog
	[ "$status" = 5 ]
	[[ $output == *"exit status 3"* ]]
	[[ $output == *"no 1"* ]]
}

@test "a build that never asks for a compiler is not tried again" {
	run "$ASSAY" run --randomize layout --build 'echo turn >>turns; exit 3' ./prog
	[ "$status" = 5 ]
	[ "$(wc -l <turns)" = 1 ]
}

@test "no compiler by the name that a build asks for: the build has failed with its words, and is not tried again" {
	echo 'int main(void) { return 0; }' >prog.c
	assay_fails 5 "the build 'echo turn >>turns; no-such-cc -o prog prog.c' failed: it ended with exit status 127; nothing was measured
  | /bin/sh: 1: no-such-cc: not found" run --randomize layout --builds 3 --build 'echo turn >>turns; no-such-cc -o prog prog.c' ./prog
	[ "$(wc -l <turns)" = 1 ]
}

# two_versions: base and head differ in a constant; what the build of either does besides is in more
two_versions() {
	makefile -O2
	printf '%s\n' '/prog' '*.o' tools/ calls out >.gitignore
	echo "${1:-:}" >"more"
	git init -q -b main . && git add . && git -c user.name=a -c user.email=a@b commit -qm one
	sed -i 's/3/4/' part.c
	echo "$2" >"more"
	git -c user.name=a -c user.email=a@b commit -qam two
}

# bats test_tags=long
@test "two versions are built side by side at one path" {
	sources
	two_versions : true
	unshare -Ur true || skip "there are no user namespaces"
	"$ASSAY" diff --randomize layout --builds 2 -r 2 --build "echo begin >>'$PWD/log'; pwd >>'$PWD/places'; make -B prog && sleep 0.5
		echo end >>'$PWD/log'" HEAD~1 HEAD -- ./prog
	[ "$(head -n 2 log)" = "begin
begin" ]
	[ "$(sort -u places | wc -l)" = 1 ]
}

@test "a version that cannot be built with wrappers, when the other was, is refused with what to do" {
	sources
	two_versions : 'case $(command -v cc) in */assay/wrappers-*/cc) exit 1;; esac'
	run "$ASSAY" diff --randomize layout --builds 2 -r 2 --build 'make -B prog && . ./more' HEAD~1 HEAD -- ./prog
	[ "$status" = 5 ]
	[[ $output == *"measure it with --randomize none"* ]]
}

# bats test_tags=long
@test "versions that cannot be built with wrappers are both built without" {
	sources
	two_versions 'case $(command -v cc) in */assay/wrappers-*/cc) exit 1;; esac' 'case $(command -v cc) in */assay/wrappers-*/cc) exit 1;; esac #'
	"$ASSAY" diff --randomize layout --builds 2 -r 2 --build 'make -B prog && . ./more' HEAD~1 HEAD -- ./prog >out
	tr -s ' \n' ' ' <out | grep -q 'layouts were not drawn'
}

# without_layouts N: the comparison compiles part.c so often
without_layouts() {
	: >calls
	"$ASSAY" diff --randomize none -r 2 --build 'make -B prog' HEAD~1 HEAD -- ./prog >out
	[ "$(grep -c ' -c ' calls)" = "$1" ]
	tr -s ' \n' ' ' <out | grep -q 'rebuilding gave the same program'
}

# bats test_tags=long
@test "without layouts a later comparison compiles the second build of the base alone, which shows what the compiler does" {
	sources
	two_versions
	without_layouts 3
	without_layouts 1
	"$ASSAY" show --json @last | jq -r '.machine.facts[] | select(.name == "build.cache").value' >cache
	grep -q 'files were found there' cache
}

# bats test_tags=long
@test "without layouts and without a cache each build compiles" {
	sources
	two_versions
	"$ASSAY" diff --randomize none -r 2 --build 'make -B prog' HEAD~1 HEAD -- ./prog
	: >calls
	"$ASSAY" diff --build-cache none --randomize none -r 2 --build 'make -B prog' HEAD~1 HEAD -- ./prog
	[ "$(grep -c ' -c ' calls)" = 3 ]
}

@test "without layouts a version that cannot be built with wrappers is built without, and the other stays" {
	sources
	two_versions : 'case $(command -v cc) in */assay/wrappers-*/cc) exit 1;; esac'
	"$ASSAY" diff --randomize none -r 2 --build 'make -B prog && . ./more' HEAD~1 HEAD -- ./prog
	"$ASSAY" show --json @last | grep -q 'was made without'
}

@test "a build in the own folder without layouts takes nothing from a cache" {
	sources
	makefile -O2
	: >calls
	"$ASSAY" run --builds 2 -r 2 --build 'make -B prog' ./prog
	[ "$(grep -c ' -c ' calls)" = 2 ]
	[ ! -e "$HOME/.cache/assay/objects" ]
}
