#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# More of an experiment that is there: in the same session, and in later ones.
load common

# after_reboot COMMAND...: with another boot id.
after_reboot() {
	local user=()
	[ "$(id -u)" = 0 ] || user=(--user --map-root-user)
	unshare "${user[@]}" --mount true 2>/dev/null || skip "no file can be mounted here"
	echo 11111111-2222-3333-4444-555555555555 >"$TEST_DIR/boot_id"
	unshare "${user[@]}" --mount sh -c 'mount --bind "$0" /proc/sys/kernel/random/boot_id && exec "$@"' \
		"$TEST_DIR/boot_id" "$@"
}

# number PYTHON: of the last result, r.
number() {
	"$ASSAY" show --json @last | python3 -c "import json, sys
r = json.load(sys.stdin)
s = r['subjects'][0]
print($1)"
}

own_session="cannot extend '@last' in the session it was measured in: builds made now would meet another state of the machine than the others did, and that would be taken for luck of the build; extend it in a later session (after a reboot, a suspend, or 30 minutes without measuring)"

counts() {
	sed -n 's/\( in\|,\) [0-9].*//p' out | head -n 1
}

@test "in the same session more executions come to those that are there" {
	"$ASSAY" run -r 3 true
	"$ASSAY" run -v --extend @last -r 4 >out
	[[ $(counts) == "true           7 executions" ]]
	[ "$(number "s['tree']['executions']['round']")" = "[None, 0, 1, 2, None, 3, 4, 5, 6]" ]
	[ "$(number "s['tree']['executions']['order'] == list(range(9))")" = True ]
	[ "$(number "'sessions' in s['tree']")" = False ]
}

@test "without a number as many executions as the plan had come again" {
	"$ASSAY" run -r 3 true
	"$ASSAY" run -v --extend @last >out
	[[ $(counts) == "true           6 executions" ]]
}

@test "a precision that was missed is gone on with" {
	"$ASSAY" run -v --stage1 5 --max-runs 5 --precision 0.01% "$TARGET execution=0.05" >out
	assay_fails 2 "cannot extend '@last': it has the precision of its plan already; say how many executions more with --runs, or which --precision" \
		run --extend @last --precision 30%
	"$ASSAY" run -v --extend @last --precision 0.01% --budget 0.1s >out
	[ "$(number "r['plan']['done'] > 5")" = True ]
	grep -q 'ended it after' out
}

@test "the result that is extended stays as it is, and the whole names it" {
	"$ASSAY" run -r 3 true
	before=$(number "r['experiment']['uuid']")
	"$ASSAY" run --extend @last -r 4
	[ "$(number "r['experiment']['extends']")" = "$before" ]
	[ "$("$ASSAY" show --json @last~1 | grep -c '"uuid": "'"$before")" = 1 ]
	"$ASSAY" show -v >out
	grep -q "^  extends  $before" out
}

@test "an hour later it is another session, and the interval holds beyond one" {
	script it <<<'echo >>n; exec "$TARGET" execution=0.01 seed="$(wc -l <n)"'
	"$ASSAY" run -v -r 3 --iterations 1 ./it >out
	grep -q 'for this session' out
	an_hour_passes
	"$ASSAY" run -v --extend @last >out
	[[ $(counts) == "./it           2 sessions x 3 executions x 1 iteration" ]]
	tr -s '\n ' '  ' <out | grep -q 'no interval from 2 sessions: measure at least 3'
	grep -q '2 sessions are too few: the interval is 12.7 standard errors wide' out
	[ "$(number "s['tree']['executions']['session']")" = "[0, 0, 0, 0, 1, 1, 1, 1]" ]
}

@test "after a reboot it is another session" {
	"$ASSAY" run -r 3 true
	after_reboot "$ASSAY" run -v --extend @last >out
	[[ $(counts) == "true           2 sessions x 3 executions" ]]
}

# bats test_tags=long
@test "each session has builds of its own, and the same seed gives the same ones" {
	for store in a b; do
		export ASSAY_STORE=$PWD/$store.db
		"$ASSAY" run --seed 7 --builds 2 -r 3 --iterations 2 --build "$TARGET build prog" \
			'./prog build=0.05 execution=0.01'
		after_reboot "$ASSAY" run -v --extend @last >out
		number "s['tree']['builds']['seed']" >seeds.$store
		number "s['summaries'][0]['mean']" >mean.$store
	done
	grep -q '2 sessions x 2 builds x 3 executions x 2 iterations' out
	[ "$(number "s['tree']['builds']['session']")" = "[0, 0, 1, 1]" ]
	[ "$(number "len(set(s['tree']['builds']['seed']))")" = 4 ]
	[ "$(number "[l['level'] for l in s['summaries'][0]['levels']]")" = "['iteration', 'execution', 'build', 'session']" ]
	cmp seeds.a seeds.b
	cmp mean.a mean.b
}

@test "sessions can follow each other, and more executions come to the last one" {
	"$ASSAY" run -r 3 true
	an_hour_passes
	"$ASSAY" run --extend @last
	an_hour_passes
	"$ASSAY" run --extend @last
	"$ASSAY" run -v --extend @last -r 2 >out
	[[ $(counts) == "true           3 sessions x 3 .. 5 executions" ]]
}

@test "builds are not extended in their own session" {
	"$ASSAY" run --builds 2 -r 2 --build "$TARGET build prog" './prog build=0.05'
	assay_fails 2 "$own_session" run --extend @last
}

@test "builds that come out the same are no level of a session either" {
	"$ASSAY" run -r 2 --build "cp $TARGET prog" './prog execution=0.01'
	an_hour_passes
	"$ASSAY" run -v --extend @last >out
	tr -s '\n ' '  ' <out | grep -q 'rebuilding gave the same program'
	[[ $(counts) == *"2 sessions x 2 executions x 20 iterations" ]]
	[ "$(grep -c '1 build in each session' out)" -eq 0 ]
	[ "$(number "s['summaries'][0]['n']")" = 2 ]
}

@test "a build in each session is merged into it, and is not called the same" {
	"$ASSAY" run --builds 1 -r 2 --iterations 2 --build "$TARGET build prog" './prog build=0.05'
	an_hour_passes
	"$ASSAY" run -v --extend @last >out
	tr -s '\n ' '  ' <out | grep -q '1 build in each session'
	[ "$(grep -c 'rebuilding gave the same program' out)" -eq 0 ]
}

@test "builds in place have sessions, too" {
	"$ASSAY" run --builds 2 -r 2 --build "$TARGET build prog" "sh -c './prog build=0.05'"
	assay_fails 2 "$own_session" run --extend @last
	an_hour_passes
	"$ASSAY" run -v --extend @last >out
	grep -q '2 sessions x 2 builds x 2 executions' out
	[ "$(number "s['tree']['executions']['round'][-1]")" = 7 ]
}

@test "commands that ran one after the other do so again, without a verdict" {
	"$ASSAY" run -r 3 --setup 'true {x}' -L x 1,2 'true {x}'
	an_hour_passes
	"$ASSAY" run -v --extend @last >out
	grep -q '2 sessions x 3 executions' out
	tr -s '\n ' '  ' <out | grep -q 'ran one after the other'
	[ "$(number "r['comparisons'][0]['verdict']")" = none ]
}

@test "a program that has changed is refused, and nothing is measured" {
	script prog <<<'exit 0'
	"$ASSAY" run -r 2 ./prog
	script prog <<<'true'
	assay_fails 4 "cannot extend '@last': it would not be the same experiment (the program ./prog has changed); measure anew" \
		run --extend @last
	[ "$("$ASSAY" list --json | grep -c '"uuid"')" = 1 ]
}

@test "another environment is refused, and what differs is named" {
	LANG=C "$ASSAY" run -r 2 true
	export LANG=POSIX
	assay_fails 4 "cannot extend '@last': it would not be the same experiment (env.LANG is C and POSIX); measure anew" \
		run --extend @last
}

@test "another toolchain is refused for what is built" {
	mkdir one two
	script one/cc <<<'exit 1'
	script two/cc <<<'exit 2'
	PATH=$PWD/one:$PATH "$ASSAY" run -r 2 --build "cp $TARGET prog" './prog'
	PATH=$PWD/one:$PATH "$ASSAY" run -r 2 true
	an_hour_passes
	export PATH=$PWD/two:$PATH
	"$ASSAY" run --extend @last
	status=0
	"$ASSAY" run -v --extend @last~2 >out 2>err || status=$?
	[ "$status" = 4 ]
	[[ $(cat err) == "assay: cannot extend '@last~2': it would not be the same experiment (toolchain.cc is $PWD/one/cc "*" and $PWD/two/cc "*"); measure anew" ]]
}

@test "another build of a program that was always the same is kept apart" {
	script source <<<'exit 0'
	"$ASSAY" run -r 2 --build 'cp source prog' ./prog
	an_hour_passes
	script source <<<'true'
	status=0
	"$ASSAY" run -v --extend @last >out 2>err || status=$?
	[ "$status" = 4 ]
	[ "$(cat err)" = "assay: cannot extend '@last' by what was measured now: the build of './prog' makes another program; it is an experiment of its own" ]
	[ "$("$ASSAY" list --json | grep -c '"uuid"')" = 2 ]
}

@test "from another folder, with words or options of its own, it is an error" {
	"$ASSAY" run -r 2 true
	assay_fails 2 "cannot take the command 'false' beside --extend: the commands are those of the experiment; leave it out, or run it without --extend" \
		run --extend @last false
	assay_fails 2 "cannot take --seed beside --extend: the plan and the commands are those of the experiment; only --runs, --precision, --budget, and options of screen, export and store can stand there" \
		run --extend @last --seed 3
	assay_fails 2 "cannot extend '@last' by --runs and to a --precision: give one of them" \
		run --extend @last -r 3 --precision 1%
	mkdir there
	here=$PWD
	cd there
	assay_fails 2 "cannot extend '@last' from here: it was measured in '$here'; go there" run --extend @last
}

@test "a precision is no matter of a new session" {
	"$ASSAY" run -r 2 true
	an_hour_passes
	assay_fails 2 "cannot extend '@last' by a session to a --precision: it gets the counts of the plan, and how wide the interval is depends on how many sessions there are; --runs sets its executions" \
		run --extend @last --precision 1%
}

@test "what is not there cannot be extended" {
	"$ASSAY" run -r 2 true
	run "$ASSAY" run -v --extend 77
	[ "$status" -eq 2 ]
}

# Two commands whose times are drawn, one twice as slow.
two_commands() {
	"$ASSAY" run -n a -n b "$@" "$TARGET execution=0.01" "$TARGET execution=0.01 seed=2 effect=1.5"
}

@test "a verdict that was seen makes every extension a second look without one" {
	two_commands -r 6 >out
	grep -q '^b takes .* times as long as a' out
	"$ASSAY" run -v --extend @last -r 3 >out
	grep -q '^b against a: no verdict; measured: ' out
	grep -q '9 rounds, second look)' out
	[ "$(number "r['comparisons'][0]['verdict']")" = none ]
	[ "$(number "r['experiment']['second_look']")" = True ]
}

# bats test_tags=long
@test "what nobody has seen may be extended, and gets its verdict from three sessions" {
	two_commands --style none -r 2
	an_hour_passes
	"$ASSAY" run --style none --extend @last -r 3
	an_hour_passes
	"$ASSAY" run --style none --extend @last -r 4
	"$ASSAY" show -v >out
	grep -q '^b takes .* times as long as a' out
	tr -s '\n ' '  ' <out | grep -q '95 %, 3 sessions, p'
	[ "$(number "r['comparisons'][0]['of_sessions']")" = True ]
	an_hour_passes
	"$ASSAY" run -v --extend @last >out
	grep -q 'no verdict' out
}

@test "in its session the numbers of executions go on, in a new one they begin anew" {
	"$ASSAY" run -v -r 2 -w 0 'sh -c "echo \$HYPERFINE_ITERATION >>numbers"'
	"$ASSAY" run --extend @last -r 3
	an_hour_passes
	"$ASSAY" run --extend @last -r 2
	[ "$(tr '\n' ' ' <numbers)" = "0 1 2 3 4 0 1 " ]
}

@test "what a session made fits the schema" {
	"$ASSAY" run --builds 2 -r 2 --iterations 2 --build "$TARGET build prog" './prog build=0.05'
	an_hour_passes
	"$ASSAY" run --json --extend @last >out
	"$SCHEMA_CHECK" "$SCHEMA" out
}

@test "a session that fails leaves what was there as it is" {
	script prog <<<'[ ! -e stop ]'
	"$ASSAY" run -r 2 ./prog
	an_hour_passes
	: >stop
	run "$ASSAY" run -v --extend @last
	[ "$status" -eq 5 ]
	[ "$(number "len(s['tree']['executions']['round'])")" = 3 ]
}

@test "an extension that is killed leaves both parts, and the interrupted one is not extended" {
	script prog <<-'END'
		echo >>count
		if [ -s pid ] && [ "$(wc -l <count)" = 7 ]; then
			sleep 0.5 # a busy machine has time to write down the one before
			kill -KILL "$(cat pid)"
			sleep 5
		fi
	END
	"$ASSAY" run -r 2 ./prog
	status=0
	sh -c 'echo $$ >pid && exec "$0" run --extend @last -r 50' "$ASSAY" >out 2>err || status=$?
	[ "$status" = 137 ]
	rm pid
	"$ASSAY" list >out
	grep -qE '^ 2 .* interrupted$' out
	grep -qE '^ 1 .* \./prog ' out
	[ "$(number "s['tree']['executions']['round']")" = "[None, 2, 3]" ]
	assay_fails 2 "cannot extend '@last': it was interrupted, and its plan is not carried out; go on with it (--resume), or measure anew" \
		run --extend @last
	"$ASSAY" run -v --extend 1 -r 2 >out
	[[ $(counts) == "./prog         4 executions" ]]
}

@test "a result is not compared with its own extension" {
	"$ASSAY" run -r 2 true
	an_hour_passes
	"$ASSAY" run --extend @last
	an_hour_passes
	"$ASSAY" run --extend @last
	for other in @last~1 @last~2; do
		assay_fails 2 "cannot compare '$other' with '@last': they have units in common, because one extends the other; compare it with another experiment" \
			compare @last $other
	done
}

# bats test_tags=long
@test "it goes by the request that is kept, and one that cannot be understood is refused with its place" {
	"$ASSAY" run --store s.db -r 3 true
	request() {
		python3 -c "import sqlite3, sys
store = sqlite3.connect('s.db')
store.execute('UPDATE experiments SET request = ' + sys.argv[1])
store.commit()" "$1"
		run "$ASSAY" run --store s.db --extend 1 -r 2
	}
	request "replace(request, '\"assay_request\":1', '\"assay_request\":99')"
	[[ $output == *"request of 1"*"assay_request: expected version 1 of a request or below: it was written by a newer assay" ]]
	request "replace(replace(request, ':99', ':1'), '\"seed\":', '\"sead\":')"
	[[ $output == *"request of 1"*"amount.sead: expected a setting that this version of assay knows"* ]]
	request "'assay run -r 3 true'"
	[[ $output == *"request of 1"* ]]
	request NULL
	[ "$output" = "assay: cannot extend '1': what was asked for is not kept with it (an earlier version of assay has measured it, or it was redacted); measure anew" ]
}

@test "a label given with it names the whole" {
	"$ASSAY" run --label a -r 2 true
	"$ASSAY" run --extend a --label b
	[ "$("$ASSAY" show --json b | grep -c '"label": "b"')" = 1 ]
	[ "$("$ASSAY" show --json a | grep -c '"extends": null')" = 1 ]
}
