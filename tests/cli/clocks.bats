#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Clocks that are set back, and machines that were suspended.
load common

with_clocks() {
	ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0 LD_PRELOAD=$CLOCKS "$@"
}

# sessions: that of each experiment, the one put first first.
sessions() {
	"$ASSAY" list --json | jq -c '[.results[].session] | reverse'
}

@test "a clock that is set back while it is measured changes no time and no order" {
	"$ASSAY" run --style none -r 1 -n first true
	CLOCKS_BACK=7200 with_clocks "$ASSAY" run -v -r 4 -w 0 -n back 'sleep 0.3' >out
	"$ASSAY" run --style none -r 1 -n last true
	"$ASSAY" show 2 --json >json
	jq -e '.experiment.ended < .experiment.started' json
	jq -e '.subjects[0].tree.executions.values.wall | length == 4 and all(. > 3e8 and . < 3e9)' json
	jq -e '.subjects[0].tree.executions.order == [0, 1, 2, 3]' json
	grep -qE '^back +4 executions, [1-9]\.?[0-9]* s together, ' out
	# Not "took -2 h".
	"$ASSAY" show -v 2 >show
	[[ $(head -n 1 show) =~ ^"experiment 2   "[-0-9]+" "[0-9:]+", session 1"$ ]]
	[ "$("$ASSAY" list --json | jq -c '[.results[].first_subject]')" = '["last","back","first"]' ]
	"$ASSAY" show --json | jq -e '.subjects[0].name == "last"'
	[ "$(sessions)" = '[1,1,1]' ]
	"$ASSAY" store verify
}

@test "after a suspend another session begins" {
	with_clocks "$ASSAY" run --style none -r 2 -n x true
	CLOCKS_SUSPENDED=600 with_clocks "$ASSAY" run --style none -r 2 -n x true
	CLOCKS_SUSPENDED=600 with_clocks "$ASSAY" run --style none -r 2 -n x true
	[ "$(sessions)" = '[1,2,2]' ]
	"$ASSAY" store verify
	"$ASSAY" compare -v 1 2 >out
	grep -q 'session' out
}

# bats test_tags=long
@test "a suspend while it is measured: no interval is said to hold for a session" {
	CLOCKS_SUSPEND=600 with_clocks "$ASSAY" run -v -r 4 -w 0 -n x 'sleep 0.3' >out
	tr -s '\n ' '  ' <out | grep -q 'over several'
	[ "$(grep -c 'for this session' out)" = 0 ]
	[ "$(rows note | grep sessions)" = "measured over 2 sessions (a suspend, or 30 minutes without measuring, lies between) as if they were one: the intervals do not hold beyond them; assay run --extend measures sessions as a level" ]
	"$ASSAY" show --json >json
	jq -e '.subjects[0].tree.executions.values.wall | all(. > 3e8 and . < 3e9)' json
	jq -e '[.machine.facts[] | select(.name | startswith("paused."))] | length == 1' json
	"$ASSAY" run -v -r 4 -w 0 'sleep 0.3' 'sleep 0.31' >out
	grep -q 'for this session' out
	CLOCKS_SUSPEND=600 with_clocks "$ASSAY" run -r 4 -w 0 'sleep 0.3' 'sleep 0.31' --export-markdown x.md >out
	[ "$(cat out x.md | grep -c 'for this session')" = 0 ]
	"$ASSAY" store verify
}

@test "more than 30 minutes without measuring in the middle of a plan end a session, too" {
	CLOCKS_PAUSE=1700 with_clocks "$ASSAY" run -v -r 4 -w 0 -p 'sleep 0.3' true >out
	grep -q 'for this session' out
	CLOCKS_PAUSE=1900 with_clocks "$ASSAY" run -v -r 4 -w 0 -p 'sleep 0.3' true >out
	tr -s '\n ' '  ' <out | grep -q 'over several'
	[ "$(grep -c 'for this session' out)" = 0 ]
	"$ASSAY" show --json | jq -e '.machine.facts[] | select(.name == "paused.2").value |
		test("^from unit [0-9]+ on, [0-9]+ s since 1970, after more than 30 minutes without measuring$")'
}

# killed_at N: assay, by its N-th execution.
killed_at() {
	script deadly <<-EOF
		[ "\$HYPERFINE_ITERATION" != $1 ] || [ -e killed ] || { : >killed; kill -KILL \$(cat pid); sleep 5; }
	EOF
	rm -f killed
	status=0
	with_clocks sh -c 'echo $$ >pid && exec "$0" run --style none -w 0 -r 8 --store s.db ./deadly' "$ASSAY" || status=$?
	[ "$status" = 137 ]
}

@test "gone on with in the same session, the interval holds for it; in another one it does not" {
	killed_at 4
	with_clocks "$ASSAY" run -v --resume --store s.db >out
	grep -q 'for this session' out
	[ "$(rows note | grep resumed)" = 'interrupted and resumed: what changed in between is part of the variation' ]
	rm s.db
	killed_at 4
	CLOCKS_SUSPENDED=600 with_clocks "$ASSAY" run -v --resume --store s.db >out
	[ "$(grep -c 'for this session' out)" = 0 ]
	[ "$(rows note | grep 'as if')" = "measured over 2 sessions (a reboot, a suspend or 30 minutes lie between) as if they were one: the intervals do not hold beyond them; assay run --extend measures sessions as a level" ]
}
