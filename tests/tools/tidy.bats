#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# tools/tidy, with a clang-tidy of our own that finds the word `wrong`.

setup() {
	cd "$BATS_TEST_TMPDIR"
	mkdir -p tools bin src/base build
	cp "$BATS_TEST_DIRNAME/../../tools/tidy" tools/
	echo '#define AHEAD 1' >tools/tidy.h
	echo 'Checks: "*"' >.clang-tidy
	echo 'int as_a(void);' >src/base/a.h
	printf '#include "base/a.h"\nint as_a(void)\n{\n\treturn AHEAD;\n}\n' >src/base/a.c
	echo 'int as_b;' >src/base/b.c
	for name in a b; do
		printf '{"directory": "%s", "file": "../src/base/%s.c", "command": "cc -I../src -MD -MF %s.d -o %s.o -c ../src/base/%s.c"}\n' \
			"$PWD/build" $name $name $name $name
	done | jq -s . >build/compile_commands.json
	cat >bin/clang-tidy <<-'SH'
		#!/bin/sh
		[ "$1" != --version ] || exec echo 1
		for file; do :; done
		echo "$file" >>"$CALLS"
		! grep -n wrong "$file"
	SH
	chmod +x bin/clang-tidy
	export PATH=$PWD/bin:$PATH CALLS=$PWD/calls XDG_CACHE_HOME=$PWD/cache
	unset ASSAY_TIDY
	tools/tidy build >out
	[ "$(<out)" = "2 of 2 files were looked at, the others are as they were found well" ]
}

# looks N: so many of the two files are looked at now.
looks() {
	: >calls
	tools/tidy build >out
	cat out
	[ "$(tail -n 1 out)" = "$1 of 2 files were looked at, the others are as they were found well" ]
	[ "$(wc -l <calls)" = "$1" ]
}

@test "what was found well is looked at again when it changed, or what it includes, and not else" {
	looks 0
	touch src/base/a.c
	looks 0
	echo '/* other */' >>src/base/b.c
	looks 1
	grep -q 'src/base/b.c$' calls
	echo '#define AS_N 1' >>src/base/a.h
	looks 1
	grep -q 'src/base/a.c$' calls
	looks 0
}

@test "other checks, other words ahead, and being asked for it look at everything" {
	echo 'Checks: "-*"' >.clang-tidy
	looks 2
	echo '#define AHEAD 2' >tools/tidy.h
	looks 2
	export ASSAY_TIDY=all
	looks 2
}

@test "a tree in another folder knows what this one found" {
	cp -r . ../other
	cd ../other
	sed -i "s,$BATS_TEST_TMPDIR/build,$PWD/build," build/compile_commands.json
	looks 0
}

@test "what is wrong is said, each time" {
	echo '/* wrong */' >>src/base/b.c
	for _ in 1 2; do
		run tools/tidy build
		[ "$status" = 1 ]
		[ "${lines[0]}" = '2:/* wrong */' ]
		[ "${lines[1]}" = '1 of 2 files were looked at, the others are as they were found well' ]
	done
}

@test "a file that its compiler refuses is looked at each time" {
	echo '#error no' >>src/base/b.c
	looks 1
	looks 1
}
