#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Suites: what is listed, what is chosen, and what is said of what cannot be read.
load common

suite() {
	cat >"${1:-assay.yaml}"
}

three() {
	suite <<-'END'
		suite: three
		tags: all
		benchmarks:
		  sort: {execute: 'sort -S {mem} big', parameters: {mem: [1M, 2M]}, tags: [io, slow]}
		  sort-few: {execute: sort few, tags: io}
		  hash: {execute: md5sum big}
	END
}

@test "--list shows the benchmarks of assay.yaml, and measures nothing" {
	three
	"$ASSAY" run --list >out
	diff - out <<-'END'
		three   3 benchmarks, 4 commands of assay.yaml
		  benchmark   commands   tags            execute
		  sort               2   all, io, slow   sort -S {mem} big
		  sort-few           1   all, io         sort few
		  hash               1   all             md5sum big
	END
	[ ! -e "$HOME/.local" ]
}

@test "--list --json is as its schema says" {
	three
	"$ASSAY" run --list --json >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	[ "$(jq -c '.benchmarks[0] | [.name, .line, .commands, .tags, .parameters]' out)" = \
		'["sort",4,2,["all","io","slow"],[{"mem":["1M","2M"]}]]' ]
}

names() {
	"$ASSAY" run --list --json "$@" | jq -r '.benchmarks[].name' | tr '\n' ' '
}

@test "--only chooses by name, pattern and tag, in the order of the file" {
	three
	[ "$(names --only hash --only sort)" = 'sort hash ' ]
	[ "$(names --only 'sort*')" = 'sort sort-few ' ]
	[ "$(names --only tag:io)" = 'sort sort-few ' ]
	[ "$(names --only 'tag:s*')" = 'sort ' ]
}

@test "a benchmark whose name looks like a pattern is chosen by its name alone" {
	suite <<-'END'
		benchmarks: {'a*': {execute: x}, ab: {execute: y}, '[b]': {execute: z}}
	END
	[ "$(names --only 'a*')" = 'a* ' ]
	[ "$(names --only '[b]')" = '[b] ' ]
}

@test "--only that names nothing is refused with what was meant" {
	three
	assay_fails 2 "cannot choose 'hsah': no benchmark of assay.yaml is called so; did you mean 'hash'?" \
		run --list --only hsah
	assay_fails 2 "cannot choose 'x*y': no benchmark of assay.yaml is called so; assay run --list shows them" \
		run --list --only 'x*y'
	assay_fails 2 "cannot choose 'tag:x': no benchmark of assay.yaml has such a tag; assay run --list shows them" \
		run --list --only tag:x
}

@test "-f names another suite, and what it includes lies beside it" {
	mkdir sub
	suite sub/a.yaml <<<'include: [b.json]'
	suite sub/b.json <<<'{"benchmarks": {"x": {"execute": "true"}}}'
	"$ASSAY" run -f ./sub/a.yaml --list >out
	diff - out <<-'END'
		sub   1 benchmark of sub/a.yaml
		  benchmark   commands   execute
		  x                  1   true
	END
	rm sub/b.json
	assay_fails 6 "sub/a.yaml:1:11: cannot read 'sub/b.json': No such file or directory" \
		run --list -f sub/a.yaml
}

@test "a suite that cannot be read is said with file, line and column" {
	suite <<-'END'
		benchmarks:
		  fft:
		    execute: ./fft
		    warmpu: 3
	END
	assay_fails 2 "assay.yaml:4:5: unknown key 'warmpu', did you mean 'warmup'?" run --list
	assay_fails 6 "cannot read '/nowhere/x': No such file or directory" run --list -f /nowhere/x
	assay_fails 6 "cannot read '.': Is a directory" run --list -f .
	head -c 17000000 /dev/zero | tr '\0' '#' >big
	assay_fails 2 "big: larger than 16 MiB: no suite is" run --list -f big
}

@test "options of a suite are refused beside a command" {
	three
	assay_fails 2 "cannot take --file beside the command 'true': it is about the suite; leave one out" \
		run -f assay.yaml true
	assay_fails 2 "cannot list the benchmarks of 'true': it tells of none (assay help reporter)" run --list true
	assay_fails 2 "cannot choose 'sort': 'true' tells of no benchmarks of its own (assay help reporter), and there is no suite beside a command; leave --only out" \
		run --only sort -- true
}

@test "names in a suite do nothing to a terminal" {
	printf 'suite: "\\e[31m"\nbenchmarks: {"\\u202ex": {execute: "\\e]0;x\\a", tags: "\\e[1m"}}\n' >assay.yaml
	"$ASSAY" run --list >out
	"$NEUTRAL_CHECK" <out
}

@test "the schema for editors and the table of keys are current" {
	"$GENERATE" suite-schema | diff "$DOCS/assay-suite.schema.json" -
	"$GENERATE" suite-keys >keys
	sed -n '/^| key /,/^$/p' "$DOCS/suite.md" | sed '/^$/d' | diff - keys
}

@test "the schema for editors takes what assay takes" {
	cat >a.json <<-'END'
		{"suite": 7, "budget": "20m", "precision": "1.5%", "include": "b.yaml",
		 "benchmarks": {"a": {"execute": "x {n}", "runs": 3, "ignore-failure": [1, 2], "tags": ["x", 2],
		  "parameters": [{"n": [1, "b", true]}, {"n": 2}], "randomize": "none", "timeout": "1.5 s"},
		  "b": {"execute": "y", "ignore-failure": "all-non-zero", "combine": "max"}}}
	END
	echo 'benchmarks: {c: {execute: z}}' >b.yaml
	"$ASSAY" run --list -f a.json
	"$SCHEMA_CHECK" "$DOCS/assay-suite.schema.json" a.json
	for wrong in '{"benchmarks": {"a": {"warmpu": 1, "execute": "x"}}}' '{"benchmarks": {"a": {}}}' \
		'{"benchmarks": {"a": {"execute": "x", "runs": 0}}}' \
		'{"benchmarks": {"a": {"execute": "x", "timeout": "30"}}}' \
		'{"benchmarks": {"a": {"execute": "x", "precision": 3}}}' \
		'{"benchmarks": {"a": {"execute": "x", "randomize": ["layot"]}}}'; do
		echo "$wrong" >a.json
		run "$SCHEMA_CHECK" "$DOCS/assay-suite.schema.json" a.json
		[ "$status" -ne 0 ]
		run "$ASSAY" run --list -f a.json
		[ "$status" -eq 2 ]
	done
}
