#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What a suite file can be that is no suite: each is refused before anything is measured, with file,
# line, column, key, what was expected, and what was probably meant.
load common

# refused MESSAGE: standard input is assay.yaml, and this is all that is said of it, by run as by --list.
refused() {
	cat >assay.yaml
	assay_fails 2 "$1" run
	assay_fails 2 "$1" run --list
	[ ! -e "$HOME/.local" ]
}

@test "a key that stands twice" {
	refused "assay.yaml:4:1: the key 'runs' is there twice, first in line 3" <<-'END'
		benchmarks: {a: {execute: x}}
		suite: twice
		runs: 3
		runs: 4
	END
	refused "assay.yaml:4:5: the key 'runs' is there twice, first in line 3" <<-'END'
		benchmarks:
		  a:
		    runs: 3
		    runs: 4
		    execute: x
	END
}

@test "a key that there is not" {
	refused "assay.yaml:4:5: unknown key 'warm-up', did you mean 'warmup'?" <<-'END'
		benchmarks:
		  a:
		    execute: x
		    warm-up: 3
	END
	refused "assay.yaml:3:5: unknown key 'fast': 'assay help suite' lists those of a benchmark" <<-'END'
		benchmarks:
		  a:
		    fast: x
	END
	for key in exec command cmd; do
		refused "assay.yaml:3:5: unknown key '$key', did you mean 'execute'?" <<-END
			benchmarks:
			  a:
			    $key: x
		END
	done
	refused "assay.yaml:1:1: unknown key 'benchmark', did you mean 'benchmarks'?" <<-'END'
		benchmark:
		  a: {execute: x}
	END
}

@test "two benchmarks of one name" {
	refused "assay.yaml:3:3: there are two benchmarks called 'fft', the other at assay.yaml:2:3; give one another name" <<-'END'
		benchmarks:
		  fft: {execute: x}
		  fft: {execute: y}
	END
	echo 'benchmarks: {fft: {execute: z}}' >more.yaml
	refused "more.yaml:1:14: there are two benchmarks called 'fft', the other at assay.yaml:3:3; give one another name" <<-'END'
		include: more.yaml
		benchmarks:
		  fft: {execute: x}
	END
}

@test "anchors: an alias of nothing, of what it stands in, and keys that would be merged" {
	refused "assay.yaml:2:8: there is no anchor '&base' before this alias" <<-'END'
		benchmarks:
		    a: *base
	END
	refused "assay.yaml:3:14: the alias '*a' stands inside of what it names" <<-'END'
		benchmarks:
		  a: &a
		    execute: *a
	END
	refused "assay.yaml:3:7: the key '<<' means nothing here: what stands at the top holds for every benchmark that does not say it" <<-'END'
		benchmarks:
		  a: &a {execute: x}
		  b: {<<: *a, runs: 3}
	END
}

# bats test_tags=long
@test "a billion laughs, at once and in little memory" {
	{
		echo 'benchmarks:' && echo '  a: {execute: x, tags: &t0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]}'
		for i in $(seq 1 9); do
			echo "  b$i: {execute: x, tags: &t$i [*t$((i - 1)), *t$((i - 1)), *t$((i - 1)), *t$((i - 1)), *t$((i - 1))]}"
		done
	} >laughs
	if (ulimit -v 400000 && "$ASSAY" --version) >/dev/null 2>&1; then # a sanitizer reserves terabytes
		ulimit -v 400000
	fi
	refused "assay.yaml:2:29: cannot use a list for 'tags': expected a text, or a list of them" <laughs
	{
		echo 'tags: &t' && seq 2500 | sed 's,.*,  - lol,'
		echo 'benchmarks:' && seq 2500 | sed 's/.*/  b&: {execute: x, tags: *t}/'
	} >laughs
	refused "assay.yaml:421:5: more than 4000000 values, those behind aliases counted each time: the limit of a suite" <laughs
}

@test "a tab that indents, text that is no YAML, bytes that are no text" {
	printf 'benchmarks:\n  a:\n\t    execute: x\n' |
		refused "assay.yaml:3:1: a tab indents this line: YAML takes blanks only"
	refused "assay.yaml:4:1: flow sequence without a closing bracket" <<-'END'
		benchmarks:
		  a: {execute: x}
		include: [b.yaml
	END
	printf 'benchmarks: {a: {execute: "\xe9"}}\n' |
		refused "assay.yaml:1:28: a byte of value 0xE9, which is no UTF-8 text; save the file as UTF-8"
	refused "assay.yaml: more than one document: a suite is one" <<-'END'
		benchmarks: {a: {execute: x}}
		---
		benchmarks: {b: {execute: x}}
	END
}

@test "a parameter that no command uses" {
	refused "assay.yaml:4:18: no command uses the parameter 'size'; 'execute' has {sizes}, did you mean {size}?" <<-'END'
		benchmarks:
		  a:
		    execute: x {sizes}
		    parameters: {size: [1, 2]}
	END
	refused "assay.yaml:1:14: no command uses the parameter 'size': write {size} where its values go, or leave it out" <<-'END'
		parameters: {size: [1, 2]}
		benchmarks: {a: {execute: x}}
	END
}

@test "an artifact that the command does not use" {
	refused "assay.yaml:4:17: 'execute' does not use the artifact 'ft': name the file that the build makes and the command runs" <<-'END'
		benchmarks:
		  a:
		    build: make
		    artifacts: [ft]
		    execute: ./fft
	END
	refused "assay.yaml:2:21: 'artifacts' says something about builds, but there is no 'build'" <<-'END'
		benchmarks:
		  a: {execute: fft, artifacts: fft}
	END
}

@test "files that include each other" {
	refused "assay.yaml:1:10: 'assay.yaml' would include itself: leave this one out" <<<'include: ./assay.yaml'
	mkdir sub
	echo 'include: ../assay.yaml' >sub/b.yaml
	refused "sub/b.yaml:1:10: 'assay.yaml' would include itself: leave this one out" <<<'include: sub/b.yaml'
	ln -s . loop
	links=$(printf 'loop/%.0s' {1..16})
	refused "${links}assay.yaml:1:10: more than 16 files that include the next, or 1000 in all: the limit of a suite; do they include each other?" \
		<<<'include: loop/assay.yaml'
}

@test "an empty suite, and names that nobody sees" {
	refused "assay.yaml: there is nothing in it; a suite has 'benchmarks:', as 'assay help suite' shows" <<<''
	refused "assay.yaml:1:13: cannot use an empty map for 'benchmarks': expected names with the keys of a benchmark each" \
		<<<'benchmarks: {}'
	refused "assay.yaml:1:14: the name of a benchmark, 'a ', begins or ends with a blank, which nobody sees" \
		<<<'benchmarks: {"a ": {execute: x}, a: {execute: y}}'
}

@test "escape sequences of a suite do nothing to a terminal, also where they are refused" {
	printf 'benchmarks: {a: {execute: x, "\\e[31mruns\\u202e": 3}}\n' >assay.yaml
	run "$ASSAY" run
	[ "$status" -eq 2 ]
	"$NEUTRAL_CHECK" <<<"$output"
}

@test "a suite that is nothing but the start of a pipe is waited for, and read" {
	"$ASSAY" run --list -f <(sleep 0.1; echo 'benchmarks: {a: {execute: x}}') >out
	grep -q '^  a .* x$' out
}

@test "a pipe is not waited for where a suite includes it" {
	mkfifo more.yaml
	printf 'include: [more.yaml]\nbenchmarks:\n  a: {execute: "true"}\n' >assay.yaml
	status=0
	timeout 20 "$ASSAY" run >out 2>err || status=$?
	[ "$status" -eq 2 ]
	grep -q "cannot include 'more.yaml': it is not a file but a pipe, a device or a socket" err
}
