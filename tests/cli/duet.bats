#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Both commands of a round at the same time, on two cores (--duet).
load common

# Two cores of one kind, or the test is skipped.
two_cores() {
	"$ASSAY" run --style none --duet -r 2 true true 2>err && return
	grep -q 'only one processor\|no two of the processors\|bound to processor' err || return 1
	skip "$(cat err)"
}

# Each says when it began and ended, in ns, and where it ran.
witness() {
	script witness <<-'SH'
		cpu=$(awk '/^Cpus_allowed_list/ { print $2 }' /proc/self/status)
		begin=$(date +%s%N)
		sleep 0.05
		echo "$HYPERFINE_ITERATION $1 $cpu $begin $(date +%s%N)" >>seen
	SH
}

@test "the two of a round run at the same time on two cores, with sides swapped in each pair of rounds" {
	two_cores
	witness
	"$ASSAY" run -v --duet -r 4 -n a -n b './witness a' './witness b' >out
	"$ASSAY" show --json >json
	"$SCHEMA_CHECK" "$SCHEMA" json
	jq -e '.plan.design == "duet" and .comparisons[0].n == 2 and .comparisons[0].duet.turns == 2' json
	[ "$(rows isolated)" = "both at the same time, on processors $(jq -r '.machine.facts[] | select(.name == "isolation.duet").value' json), with sides swapped" ]
	# rounds 0 to 3 are the executions that two of the same number overlapped in
	awk '$1 ~ /^[0-9]+$/ { n = ++of[$2]; begin[$2, n] = $4; end[$2, n] = $5; cpu[$2, n] = $3 }
		END {
			for (i = 1; i <= of["a"]; i++)
				if (begin["a", i] < end["b", i] && begin["b", i] < end["a", i]) {
					both++
					if (cpu["a", i] == cpu["b", i]) exit 1
					line = line " " cpu["a", i]
				}
			print both ":" line
		}' seen >both
	read -r n a b c d <both
	[ "$n" = 4: ]
	[ "$a" != "$b" ]
	[ "$c" != "$d" ]
}

@test "results of a duet go through files, and name the core of each execution" {
	two_cores
	"$ASSAY" run --style none --duet -r 12 -n a -n b 'sleep 0.001' 'sleep 0.001'
	"$ASSAY" export @last a.json
	for result in @last a.json; do
		"$ASSAY" show --json "$result" | jq -S '[.plan.design, (.comparisons[0] | .n, .duet.turns, .ratio)]'
	done >shown
	[ "$(grep -c '"duet"' shown)" = 2 ]
	[ "$(head -n 6 shown)" = "$(tail -n 6 shown)" ]
	jq -e '[.. | objects | select(.name? == "core")] | length > 0' a.json
}

@test "a duet that was killed goes on, with both of a round or none" {
	two_cores
	script one <<-'SH'
		echo >>"$1"
		[ "$(wc -l <"$1")" != 9 ] || [ -e killed ] || { echo >killed; kill -9 $(ps -o ppid= -p $PPID); }
	SH
	"$ASSAY" run --style none --duet -r 12 -n a -n b './one a' './one b' 2>/dev/null && false
	"$ASSAY" run --style none --resume
	"$ASSAY" show --json | jq -e '.comparisons[0].n == 6 and .comparisons[0].duet.turns == 6 and .plan.outcome == "complete"'
}

@test "what a duet cannot be of, and with, is said in a sentence" {
	two_cores
	local no='cannot measure two at the same time (--duet): '
	assay_fails 2 "${no}a duet is of two commands; name two, or leave --duet out" run --duet true
	assay_fails 2 "${no}a duet is of two commands; name two, or leave --duet out" run --duet true true true
	assay_fails 2 "cannot measure a command against itself in rounds and in sequence as a duet (--duet): leave --duet out; for two at the same time name the command twice with assay run --duet" aa --duet -r 4 true
	assay_fails 2 "${no}copies would run on its two cores, too; leave --parallel out, or leave --duet out" \
		run --duet --parallel 2 true true
	assay_fails 2 "${no}only one processor may be used here; measure in turns, without --duet, or name others with --cpu" \
		run --duet --cpu "$(awk '/^Cpus_allowed_list/ { n = split($2, a, /[-,]/); print a[1] }' /proc/self/status)" true true
}

@test "too few pairs have no verdict" {
	two_cores
	"$ASSAY" run --duet -r 6 -n a -n b true true >out
	rows warning | grep -qF '3 pairs of rounds are too few; use 12 rounds or more (-r 12)'
}

@test "hooks are run before both and behind both" {
	two_cores
	script note <<<'echo "$1" >>log'
	"$ASSAY" run --style none --duet -r 2 -w 0 -n a -n b --prepare './note before' --conclude './note behind' './note a' './note b'
	head -n 6 log | tr '\n' ' ' | grep -qE '^before before (a b|b a) behind behind $'
}

# bats test_tags=long
@test "both versions of a diff are at their place at the same time" {
	two_cores
	export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
	git init -q -b main repo && cd repo
	printf '#!/bin/sh\necho "old $(pwd)" >>%s/seen\nsleep 0.01\n' "$TEST_DIR" >prog.in && git add prog.in && git commit -q -m old
	sed -i 's/old/new/' prog.in
	"$ASSAY" diff --duet -r 12 --build 'cp prog.in prog && chmod +x prog' -- ./prog >../out 2>../err || { cat ../out ../err; return 1; }
	# as many of each, and all at one place
	[ "$(cut -d ' ' -f 1 "$TEST_DIR/seen" | sort | uniq -c | awk '{ print $1 }' | sort -u | wc -l)" = 1 ]
	[ "$(cut -d ' ' -f 2 "$TEST_DIR/seen" | sort -u | wc -l)" = 1 ]
	"$ASSAY" show --json | jq -e '.plan.design == "duet" and .comparisons[0].n == 6'
}

# bats test_tags=long
@test "a suite asks for duets, and its gates hold" {
	two_cores
	export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
	git init -q -b main repo && cd repo
	printf 'benchmarks:\n  nap:\n    execute: ./nap\n    build: cp nap.in nap\n    duet: yes\n    runs: 12\n' >assay.yaml
	script nap.in <<<'exec sleep 0.01'
	git add . && git commit -q -m one
	sed -i 's/0.01/0.1/' nap.in
	"$ASSAY" diff >../out 2>../err || { cat ../out ../err; return 1; }
	"$ASSAY" show --json | jq -e '.plan.design == "duet" and .comparisons[0].ratio > 2'
}

@test "what is built in place cannot be a duet" {
	two_cores
	local status=0
	"$ASSAY" run --duet -r 12 --build true true 'true 2' 2>err >out || status=$?
	[ "$status" = 2 ]
	grep -q 'cannot measure two at the same time (--duet): what is built is not known' err
}
