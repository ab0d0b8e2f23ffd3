#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay alerts and ack: what becomes of a change that a history shows, by what is measured again.
load common
load planted
load histories
load alerts
bats_require_minimum_version 1.5.0

# again [OLD NEW]: what the newest alert names is measured again, as if the first re-run had been in another boot.
again() {
	store "UPDATE alerts SET first_boot = 'another'"
	# shellcheck disable=SC2046,SC2048
	"$ASSAY" diff ${*:-$(jq -r '.alerts[0] | .before, .after' out.json)} -N -r 12 --builds 1 --seed 1 \
		--build 'sh make.sh' -- ./prog >/dev/null
}

# bats test_tags=long
@test "a change is confirmed by two re-runs in two sessions, and dealt with once" {
	series 8x100 8x108
	states 0 suspected
	[ "$(jq -r '.alerts[0] | .subject, .worse' out.json | xargs)" = "number 9 true" ]
	again
	states 0 waiting
	# the second one in the same boot, within an hour, does not count
	store "UPDATE alerts SET first_boot = (SELECT boot_id FROM experiments ORDER BY id DESC LIMIT 1)"
	# shellcheck disable=SC2046
	"$ASSAY" diff $(jq -r '.alerts[0] | .before, .after' out.json) -N -r 12 --builds 1 --seed 1 --build 'sh make.sh' -- ./prog >/dev/null
	states 0 waiting
	again
	states 1 confirmed
	states 1 confirmed
	"$ASSAY" alerts >out || true
	tr -s ' \n' '  ' <out | grep -Eq 'worse 1 ./prog: [78]\.[0-9]+ % more time .* 95 %\), confirmed since .* number 9'
	[ "$("$ASSAY" ack 1 'worth it')" = 'alert 1 is acknowledged' ]
	states 0 acknowledged
	[ "$(jq -r '.alerts[0].reason' out.json)" = 'worth it' ]
	[ "$("$ASSAY" alerts)" = 'no open alert; 1 dealt with or over: --all shows it' ]
	# a copy of the store has it as it is, and takes up what has become of it since
	"$ASSAY" store copy ../copy.db | grep -q '^copied [0-9]* experiments and 1 alert to '
	"$ASSAY" alerts --all --json --store ../copy.db | jq -c .alerts | diff <(jq -c .alerts out.json) -
	[ "$("$ASSAY" ack 1 'meant' --expected)" = 'alert 1 is expected' ]
	"$ASSAY" store copy ../copy.db | grep -q '^copied 0 experiments and 1 alert to '
	[ "$("$ASSAY" alerts --all --json --store ../copy.db | jq -r '.alerts[] | .id, .state, .reason' | xargs)" = '1 expected meant' ]
	"$ASSAY" store copy ../copy.db | grep -q '^copied 0 experiments to '
}

# bats test_tags=long
@test "a confirmed alert is told once, without a shell, and again where telling it failed" {
	series 8x100 8x108
	states 0 suspected
	store "UPDATE alerts SET state = 2, second_rerun = 1"
	script tell <<-'END'
		cat >>../told
		echo "$@" >../words
	END
	script fails <<-'END'
		echo no mail today
		exit 3
	END
	run -6 --separate-stderr "$ASSAY" alerts --notify ./fails
	# shellcheck disable=SC2154 # of run
	[ "$stderr" = "assay: './fails' has not told alert 1: it failed: no mail today; it is tried again the next time" ]
	run -6 "$ASSAY" alerts --notify /dev/null
	store "UPDATE alerts SET subject = '\$(touch pwned) ; touch pwned', name = '\`touch pwned\`'"
	store "UPDATE alerts SET name = './prog'"
	run -1 "$ASSAY" alerts --notify "./tell 'two words' x" --feed ../feed.json
	run -1 "$ASSAY" alerts --notify "./tell again" --feed ../again.json
	[ "$(cat ../words)" = 'two words x' ]
	"$SCHEMA_CHECK" "$SCHEMA" ../told
	[ "$(jq -r '.alerts[] | .id, .state, .told' ../told | xargs)" = '1 confirmed suspected' ]
	[ ! -e pwned ]
	[ "$(jq -r '.version, (.items[] | .tags | join(" "))' ../feed.json | xargs)" = 'https://jsonfeed.org/version/1.1 confirmed worse' ]
	cmp <(jq '.items[].id' ../feed.json) <(jq '.items[].id' ../again.json)
	assay_fails 2 "cannot run './tell | mail' for --notify: '|' needs a shell, and it is started without one; put it in a script" \
		alerts --notify './tell | mail'
	assay_fails 2 "cannot run 'no_such_program' for --notify: there is no such program in PATH" alerts --notify no_such_program
}

# bats test_tags=long
@test "a command that hangs is ended, nothing is lost, and it is told the next time" {
	stepped
	confirm
	store "UPDATE alerts SET told = 0"
	script hangs <<<'exec sleep 1000'
	run -6 --separate-stderr "$ASSAY" alerts --notify ./hangs --notify-timeout 0.5s
	# shellcheck disable=SC2154 # of run
	echo "$stderr"
	[[ $stderr = *"has not told alert 1: it took longer than 0.5 s"*"; it is tried again the next time"* ]]
	script tell <<<'cat >>../told'
	run -1 "$ASSAY" alerts --notify ./tell
	run -1 "$ASSAY" alerts --notify ./tell
	[ "$(jq -r '.alerts[].state' ../told)" = confirmed ]
}

# bats test_tags=long
@test "what is not seen again is rejected, and stays so" {
	series 16x100
	# as if luck had bent the series
	store "UPDATE summaries SET mean = mean * 1.08 WHERE EXISTS (SELECT 1 FROM versions v WHERE v.experiment =
		summaries.experiment AND v.subject = summaries.subject AND v.date_ns > 1700000000000000000 + 8.5 * 86400e9)"
	states 0 suspected
	again
	states 0 rejected
	again
	states 0 rejected
	[ "$("$ASSAY" alerts)" = 'no open alert; 1 dealt with or over: --all shows it' ]
}

# bats test_tags=long
@test "a quiet history has no alert" {
	series 16x100
	[ "$("$ASSAY" alerts)" = 'no open alert' ]
	states 0 ""
}

# bats test_tags=long
@test "a confirmed change that is taken back is fixed" {
	series 8x100 8x108
	states 0 suspected
	again
	states 0 waiting
	again
	states 1 confirmed
	echo 100 >speed
	for k in 1 2 3 4 5 6; do
		echo "back $k" >number
		git commit -qam "back $k"
	done
	"$ASSAY" backfill HEAD~21.. -N -r 3 --builds 2 --build 'sh make.sh' -- ./prog >/dev/null
	states 1 confirmed
	again HEAD~14 HEAD
	states 0 fixed
	[ "$(jq '.alerts[0].rest | fabs < 0.01' out.json)" = true ]
}

# confirm: the newest alert, as if two re-runs had agreed.
confirm() {
	store "UPDATE alerts SET state = 2, told = 2, first_rerun = 1, second_rerun = 1, first_p = 0.0001,
		second_p = 0.01 WHERE id = (SELECT max(id) FROM alerts)"
}

# commits COUNT SPEED: so many more of that, measured with all before.
commits() {
	local k
	echo "$2" >speed
	for ((k = 0; k < $1; k++)); do
		echo "x$(git rev-list --count HEAD)" >number
		git commit -qam "x$(git rev-list --count HEAD) at $2"
	done
	"$ASSAY" backfill "HEAD~$(($(git rev-list --count HEAD) - 1)).." -N -r 3 --builds 2 --seed 1 \
		--build 'sh make.sh' -- ./prog >/dev/null
}

# bats test_tags=long
@test "a confirmed change of which some is taken back is partly fixed, and told so" {
	series 8x100 8x108
	states 0 suspected
	confirm
	commits 6 103
	states 1 'suspected, confirmed' # the way back is a change, too
	confirm
	again HEAD~14 HEAD
	states 1 'confirmed, partly fixed'
	[ "$(jq '.alerts[1].rest | . > 0.02 and . < 0.04' out.json)" = true ]
	script tell <<<'cat >>../told'
	run -1 "$ASSAY" alerts --notify ./tell
	[ "$(jq -r '.alerts[].state' ../told | xargs)" = "partly fixed" ]
}

# bats test_tags=long
@test "what was fixed and comes back to its level recurs, and is no second alert" {
	series 6x100 6x108
	states 0 suspected
	confirm
	commits 6 100
	states 1 confirmed
	again HEAD~12 HEAD
	states 0 fixed
	commits 6 108
	states 0 'suspected, fixed'
	again
	states 0 'waiting, fixed'
	again
	states 1 'superseded, recurred'
}

# synthetic FILE: every commit as if measured, by its line there, and nothing else (histories.bash).
synthetic() {
	python3 - "$HOME/.local/share/assay/assay.db" <<'END'
import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute("PRAGMA foreign_keys = ON")
store.execute("DELETE FROM experiments WHERE id > (SELECT min(id) FROM experiments)")
store.commit()
END
	measured "$1"
}

# stepped: 20 commits, 8 % more from number 11 on, which is suspected
stepped() {
	repository
	commit first
	measure
	empty_commits 19
	means 20 11 1.08 >means
	synthetic means
	states 0 suspected
}

# bats test_tags=long
@test "an environment that changes makes the alerts before it not comparable, and is none itself" {
	stepped
	confirm
	states 1 confirmed
	empty_commits 20
	{
		means 20 11 1.08
		means 20 21 1 | awk '{ printf "%s\tenvironment_id=other\n", $1 * 1.3 }'
	} >means
	synthetic means
	states 0 "not comparable"
	states 0 "not comparable"
}

# bats test_tags=long
@test "an expected change that is not seen 20 versions later is said once, and given up" {
	stepped
	"$ASSAY" ack 1 'new hash' --expected
	empty_commits 19
	means 39 40 1 >means
	synthetic means
	[ "$("$ASSAY" alerts)" = 'no open alert; 1 dealt with or over: --all shows it' ]
	states 0 expected
	empty_commits 2
	means 41 42 1 >means
	synthetic means
	"$ASSAY" alerts >out
	grep -q 'it was expected, but is not seen 20 versions later: it is given up' out
	[ "$("$ASSAY" alerts)" = 'no open alert; 1 dealt with or over: --all shows it' ]
	states 0 superseded
}

@test "an expected change that is there stays expected" {
	stepped
	"$ASSAY" ack 1 'new hash' --expected
	empty_commits 30
	means 50 11 1.08 >means
	synthetic means
	states 0 expected
}

# bats test_tags=long
@test "alerts of commits that no branch leads to go with them" {
	series 8x100 8x108
	states 0 suspected
	git checkout -q HEAD~8
	states 0 suspected
	git checkout -q -b other
	git branch -q -D main
	states 0 gone
}

@test "an ack of nothing, and alerts of words" {
	assay_fails 2 "there is no alert 7; assay alerts shows those that are open, with --all all of them" ack 7 'x' --store s.db
	assay_fails 2 "'x' is no number of an alert; assay alerts shows them" ack x y --store s.db
	assay_fails 2 "assay ack is written: assay ack NUMBER 'reason', such as assay ack 3 'worth it: checks bounds now'" ack 3 --store s.db
	assay_fails 2 "assay alerts takes no word, but was given 'x'; assay ack NUMBER REASON deals with one" alerts x
	[ "$("$ASSAY" alerts)" = 'no open alert' ]
}
