#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Several experiments as one piece of work, killed on the way: suites, assay diff and assay check are gone on with
# by assay run --resume. aa.bats has assay aa.
load common

# A repository with two programs whose reported times are made of the file `speed` and the number of the
# execution. Each execution is a line of $STATE/count; the one whose number is in $STATE/nth ends assay by KILL.
repository() {
	export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
	export GIT_AUTHOR_DATE='1700000000 +0000' GIT_COMMITTER_DATE='1700000000 +0000' TZ=UTC
	export STATE=$PWD
	git init -q -b main repo && cd repo || return 1
	script bench <<-'SH'
		echo "$1 $(cat speed)" >>"$STATE/count"
		if [ "$(wc -l <"$STATE/count")" = "$(cat "$STATE/nth")" ] && [ -s "$STATE/pid" ]; then
			kill -KILL "$(cat "$STATE/pid")"
			exec sleep 5
		fi
		i=${HYPERFINE_ITERATION#warmup-}
		echo assay 1 >>"$ASSAY_REPORT"
		echo "iteration $(($(cat speed) + (i * 7 + i / 3 + $(cat speed)) % 5)).$((i % 7)) us" >>"$ASSAY_REPORT"
	SH
	cat >assay.yaml <<-'YAML'
		suite: mono
		runs: 6
		benchmarks:
		  a: {execute: ./bench a}
		  b: {execute: ./bench b}
		  c: {execute: ./bench c}
	YAML
	echo 1000 >speed
	git add . && git commit -q -m one
	echo 1100 >speed
	git commit -q -a -m two
}

# killed N ARGUMENT...: assay, which is killed in the Nth execution; 0: it is not.
killed() {
	status=0
	rm -f "$STATE/count" "$STATE"/s.db*
	echo "$1" >"$STATE/nth"
	shift
	local verb=$1
	shift
	sh -c 'echo $$ >"$STATE/pid" && exec "$0" "$@"' "$ASSAY" "$verb" --store "$STATE/s.db" --seed 3 "$@" >"$STATE/out" 2>"$STATE/err" || status=$?
	rm "$STATE/pid"
}

resumed() {
	"$ASSAY" run --resume --store "$STATE/s.db" >"$STATE/out" 2>"$STATE/err"
}

# All values of all that was kept.
values() {
	for id in 1 2 3; do
		"$ASSAY" show --store "$STATE/s.db" --json $id |
			jq -c '[.plan.outcome, [.subjects[] | [.name, .tree.executions.order, .tree.iterations.values.time]]]'
	done
}

rows_of() {
	jq -c '[.benchmarks[] | [.name, .kind, .comparison]]' "$STATE/out"
}

nothing_is_left() {
	[ ! -e "$STATE/s.db.journals" ]
	[ "$(git status --porcelain)" = '' ]
	"$ASSAY" store verify --store "$STATE/s.db"
}

# bats test_tags=long
@test "a suite that was killed anywhere goes on, and measures nothing twice" {
	repository
	killed 0 run
	[ "$status" = 0 ]
	values >"$STATE/whole"
	all=$(wc -l <"$STATE/count")
	for n in 3 8 10 15 20; do
		killed $n run
		[ "$status" = 137 ]
		cd / # it remembers where it was
		resumed
		cd "$STATE/repo"
		[ "$(grep -cE '^  [abc] .* 6 executions$' "$STATE/out")" = 3 ]
		# The one that ended assay is executed again; set-up and warm-ups are not.
		[ "$(wc -l <"$STATE/count")" = $((all + 1)) ]
		values | cmp - "$STATE/whole"
		[ "$("$ASSAY" show --store "$STATE/s.db" --json 3 | jq -r .experiment.command_line)" = "$("$ASSAY" show --store "$STATE/s.db" --json 1 | jq -r .experiment.command_line)" ]
		nothing_is_left
	done
}

# bats test_tags=long
@test "assay diff of a suite that was killed anywhere goes on, and comes to the same" {
	repository
	killed 0 diff HEAD~1 HEAD --json
	[ "$status" = 0 ]
	values >"$STATE/whole"
	rows_of >"$STATE/rows"
	[ "$(jq '.benchmarks | length' "$STATE/out")" = 3 ]
	all=$(wc -l <"$STATE/count")
	for n in 5 16 20 30 41; do
		killed $n diff HEAD~1 HEAD --json
		[ "$status" = 137 ]
		resumed
		rows_of | cmp - "$STATE/rows"
		[ "$(wc -l <"$STATE/count")" = $((all + 1)) ]
		values | cmp - "$STATE/whole"
		nothing_is_left
	done
}

# bats test_tags=long
@test "assay diff of a command that is built goes on with the builds that there are" {
	repository
	build='echo >>$STATE/built; { cat bench; echo "# $(cat speed)"; } >prog; chmod +x prog'
	killed 9 diff HEAD~1 HEAD -r 6 --builds 2 --build "$build" -- ./prog x
	[ "$status" = 137 ]
	built=$(wc -l <"$STATE/built")
	grep -q 'interrupted$' <("$ASSAY" list --store "$STATE/s.db")
	resumed
	grep -q '^HEAD (.* takes .* more time than HEAD~1 (' "$STATE/out"
	[ "$(wc -l <"$STATE/built")" = "$built" ]
	[ "$("$ASSAY" show --store "$STATE/s.db" --json | jq -c '[.plan.outcome, .plan.done]')" = '["complete",6]' ]
	nothing_is_left
}

# bats test_tags=long
@test "assay diff is refused where a version has changed since, and goes on when it is back" {
	repository
	echo 1200 >speed
	killed 9 diff HEAD -r 6 -- ./bench x
	[ "$status" = 137 ]
	echo 1300 >speed
	status=0
	resumed || status=$?
	[ "$status" = 4 ]
	grep -qE '^assay: cannot resume [0-9a-f]{8}: it would not be the same experiment \(working tree has changed since\); measure anew$' "$STATE/err"
	echo 1200 >speed
	resumed
	grep -q '^working tree takes .* more time than HEAD (' "$STATE/out"
	[ ! -e "$STATE/s.db.journals" ]
}

# bats test_tags=long
@test "assay check against a result goes on with the one that it was then" {
	repository
	killed 0 run --label first
	mv "$STATE/s.db" "$STATE/first.db"
	for n in 4 12; do
		rm -f "$STATE"/s.db*
		cp "$STATE/first.db" "$STATE/s.db"
		killed_check $n
		status=0
		resumed || status=$?
		[ "$status" = 0 ]
		grep -q '^3 ' "$STATE/out"
		[ "$("$ASSAY" list --store "$STATE/s.db" --json | jq -c '[.results[].outcome] | unique')" = '["complete"]' ]
		[ "$("$ASSAY" list --store "$STATE/s.db" --json | jq '.results | length')" = 6 ]
		nothing_is_left
	done
}

killed_check() {
	rm -f "$STATE/count"
	echo "$1" >"$STATE/nth"
	sh -c 'echo $$ >"$STATE/pid" && exec "$0" "$@"' "$ASSAY" check --baseline first --store "$STATE/s.db" >"$STATE/out" 2>"$STATE/err" || status=$?
	rm "$STATE/pid"
	[ "$status" = 137 ]
}

# bats test_tags=long
@test "one that was killed between two experiments is gone on with; of one whose results are gone nothing is kept" {
	repository
	killed 10 run
	rm "$STATE"/s.db.journals/*.journal
	# A line that was cut off is not there.
	printf '{"piece":2,"name":"c","uu' >>"$(echo "$STATE"/s.db.journals/*.campaign)"
	resumed
	[ "$(grep -cE '^  [abc] .* 6 executions$' "$STATE/out")" = 3 ]
	[ "$(grep -c '^a ' "$STATE/count")" = 7 ]
	nothing_is_left
	killed 10 run
	rm "$STATE/s.db"
	rm "$STATE"/s.db.journals/*.journal
	"$ASSAY" run --style none -r 1 --store "$STATE/s.db" true
	[ ! -e "$STATE/s.db.journals" ]
}

# bats test_tags=long
@test "a suite whose file was edited since is not gone on with, and goes on when it is as it was" {
	repository
	killed 10 run
	cp assay.yaml was.yaml
	sed -i 's/runs: 6/runs: 9/' assay.yaml
	status=0
	resumed || status=$?
	[ "$status" != 0 ]
	grep -qE '^assay: cannot resume [0-9a-f]{8}: it would not be the same experiment \(assay.yaml has changed since\); measure anew$' "$STATE/err"
	mv was.yaml assay.yaml
	resumed
	[ "$(grep -cE '^  [abc] .* 6 executions$' "$STATE/out")" = 3 ]
	nothing_is_left
}

# edited: the suite is edited, --resume refuses it, and goes on with it when it is as it was.
edited() {
	cp assay.yaml "$STATE/was.yaml"
	sed -i 's/b: {execute: .*/b: {execute: .\/bench a}/' assay.yaml
	! cmp -s assay.yaml "$STATE/was.yaml"
	status=0
	resumed || status=$?
	[ "$status" = 4 ]
	grep -qE '^assay: cannot resume [0-9a-f]{8}: it would not be the same experiment \(assay.yaml has changed since\); measure anew$' "$STATE/err"
	[ "$("$ASSAY" list --store "$STATE/s.db" --json | jq -c '[.results[].outcome] | index("interrupted") != null')" = true ]
	cp "$STATE/was.yaml" assay.yaml
	resumed
	nothing_is_left
}

# bats test_tags=long
@test "assay diff of a suite that was edited since is not gone on with, and goes on when it is as it was" {
	repository
	killed 20 diff HEAD~1 HEAD --json
	[ "$status" = 137 ]
	edited
	[ "$(jq '.benchmarks | length' "$STATE/out")" = 3 ]
}

# bats test_tags=long
@test "assay check of a suite that was edited since is not gone on with, and goes on when it is as it was" {
	repository
	killed 0 run --label first
	killed_check 12
	edited
	grep -q '^3 ' "$STATE/out"
}

@test "a result names the campaign that it is of" {
	repository
	killed 10 run
	"$ASSAY" list --store "$STATE/s.db" >"$STATE/out"
	grep -q '^ 2 .* b .* interrupted$' "$STATE/out"
	"$ASSAY" run --style none -r 2 --store "$STATE/s.db" true
	"$ASSAY" run --resume=2 --store "$STATE/s.db" >"$STATE/out"
	[ "$(grep -cE '^  [abc] .* 6 executions$' "$STATE/out")" = 3 ]
	nothing_is_left
}

@test "Ctrl-C twice in a suite, and on it goes" {
	repository
	echo 0 >"$STATE/nth"
	script twice <<-'SH'
		[ -e "$STATE/again" ] || { touch "$STATE/again"; kill -INT $(cat "$STATE/pid"); kill -INT $(cat "$STATE/pid"); exec sleep 100; }
	SH
	printf 'benchmarks:\n  a: {execute: ./bench a, runs: 3}\n  b: {execute: ./twice, runs: 3}\n' >two.yaml
	status=0
	sh -c 'echo $$ >"$STATE/pid" && exec "$0" "$@"' "$ASSAY" run -f two.yaml -w 0 --store "$STATE/s.db" >"$STATE/out" 2>"$STATE/err" || status=$?
	[ "$status" = 130 ]
	resumed
	[ "$(grep -cE '^  (a|b) .* 3 executions$' "$STATE/out")" = 2 ]
	[ "$(wc -l <"$STATE/count")" = 3 ]
}

# bats test_tags=long
@test "what was asked for is kept as a request, with settings that are no texts" {
	repository
	killed 8 diff HEAD~1 HEAD --runs 5 --tolerance 3% --only 'a' --only 'b' --fail-if 'slower by 30%'
	[ "$status" = 137 ]
	head -n 1 "$STATE"/s.db.journals/*.campaign >"$STATE/head"
	[ "$(jq -c '[.settings[] | select(.[0] == "given") | .[1:]]' "$STATE/head")" = \
		'[["--store","'"$STATE/s.db"'"],["--seed"],["--runs"],["--tolerance"],["--only","a"],["--only","b"],["--fail-if"]]' ]
	jq -r '.settings[] | select(.[0] == "request") | .[1]' "$STATE/head" >"$STATE/request"
	[ "$(jq -c '[.assay_request, .amount.runs, .amount.seed, .aim.tolerance, .aim.gates[0].limit]' "$STATE/request")" = '[1,5,3,0.03,0.3]' ]
	resumed
	[ "$("$ASSAY" show --store "$STATE/s.db" --json 2 | jq .plan.done)" = 5 ]
	nothing_is_left
}

# bats test_tags=long
@test "what an earlier version has left is refused, and so is a request that is none" {
	repository
	killed 8 run
	file=$(echo "$STATE"/s.db.journals/*.campaign)
	cp "$file" "$STATE/whole"
	for change in '.settings[1] = ["option", "--runs", "5"]' '.settings |= map(select(.[0] != "request"))' \
		'.settings[1] = ["given", "--no-such"]'; do
		{ head -n 1 "$STATE/whole" | jq -c "$change" && tail -n +2 "$STATE/whole"; } >"$file"
		status=0
		resumed || status=$?
		[ "$status" = 6 ]
		grep -qE '^assay: cannot resume [0-9a-f]{8}: it was asked for by another version of assay, with a setting that this one does not know; measure anew$' "$STATE/err"
	done
	{ head -n 1 "$STATE/whole" | jq -c '.settings[0][1] |= sub("\"runs\": *[0-9]+"; "\"runs\":-4")' && tail -n +2 "$STATE/whole"; } >"$file"
	status=0
	resumed || status=$?
	[ "$status" = 6 ]
	grep -qE "^assay: cannot read 'journal of [0-9a-f]{8}': line 1, column [0-9]+, amount\\.runs: expected a whole number from 0 to 100000000$" "$STATE/err"
	cp "$STATE/whole" "$file"
	resumed
	nothing_is_left
}
