#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The store as a thing to look after.
load common

# shown STORE: what a store shows of its experiments, in the words of tests/data/store/README.md.
shown() {
	"$ASSAY" list --store "$1" --all --json | jq -c '.results[] |
		[.id, .uuid, .label, .started, .session, .outcome, .first_subject, .metric, .mean, .lo, .hi, .n]'
	for i in 1 2 3 4 5 6; do
		"$ASSAY" show --store "$1" --json $i | jq -c '.experiment.command_line, .plan.seed,
			(.subjects[] | [.name, .command, .executable_hash, .tree])'
	done
}

@test "what is kept of commands that were compared is what their values give, each by itself" {
	"$ASSAY" run -r 12 --seed 2 --style none --store s.db "$TARGET execution=0.01" "$TARGET execution=0.01 seed=7" >/dev/null
	"$ASSAY" store verify --store s.db | grep -q ': 1 experiment, all sound$'
}

# bats test_tags=long
@test "a store of each earlier version shows what it showed, before and after it is brought up to date" {
	for old in "$BATS_TEST_DIRNAME"/../data/store/schema-*.db; do
		cp "$old" s.db
		shown s.db >before
		cmp "${old%.db}.shown" before
		cmp "$old" s.db
		"$ASSAY" run --style none -r 1 --store s.db true
		shown s.db | tail -n +2 >after
		cmp "${old%.db}.shown" after
	done
}

@test "a copy of a store of rows is one of packs, and says the same of histories, of results and to other formats" {
	cp "$BATS_TEST_DIRNAME/../data/store/schema-8.db" old.db
	# of an assay before this one, as each that writes such stores is, whose intervals were others
	"$STORE_SQL" old.db "UPDATE experiments SET version = '0.0.8' WHERE version = '0.1.0'"
	"$ASSAY" store copy --store old.db new.db
	[ "$(sqlite3 new.db 'SELECT count(*) FROM packs')" = 2 ]
	[ "$(sqlite3 new.db 'SELECT count(*) FROM subject_sets')" = 1 ]
	[ "$(sqlite3 new.db "SELECT count(*) FROM subjects WHERE name LIKE 'case%'")" = 2 ]
	for store in old new; do
		"$ASSAY" history --store $store.db --json >$store.history
		"$ASSAY" history --store $store.db --json case07 >$store.one
		"$ASSAY" list --store $store.db --json | jq '.results[:2]' >$store.list
		for i in 1 7 8; do
			"$ASSAY" show --store $store.db --json $i
			"$ASSAY" export --store $store.db $i -
		done >$store.shown
		"$ASSAY" compare --store $store.db --json 7 8 >$store.compared
		"$ASSAY" store verify --store $store.db
	done
	# what that assay kept was means, a copy has typical runs
	for what in history one list; do
		for store in old new; do
			jq 'walk(if type == "number" then null else . end)' $store.$what >$store.near
		done
		[ -s old.near ]
		cmp old.near new.near
	done
	for what in shown compared; do
		[ -s old.$what ]
		cmp old.$what new.$what
	done
	grep -q '"name": "case07"' old.one
}

# made STORE: three experiments, the last one first in a list: third, second, first.
made() {
	for name in first second third; do
		"$ASSAY" run --style none -r 3 --store "$1" -n $name true
	done
}

# lines STATUS LINES ARGUMENT...: standard output is these lines, nothing on standard error.
lines() {
	local want=$1 message=$2 status=0
	shift 2
	"$ASSAY" "$@" >out 2>err || status=$?
	if [ "$status" != "$want" ] || [ -s err ] || [ "$(cat out)" != "$message" ]; then
		echo "assay $*: $status"
		cat out err
		return 1
	fi
}

@test "where the store is" {
	lines 0 "$HOME/.local/share/assay/assay.db" store path
	lines 0 "s.db" store path --store s.db
	ASSAY_STORE=$PWD/x lines 0 "$PWD/x/assay.db" store path
	"$ASSAY" store >out
	[ "$(rows kept)" = "nothing yet; \`assay run\` makes it" ]
	assay_fails 6 "cannot open 's.db': there is no such file; \`assay run\` makes a store, and --store names another" \
		store --store s.db
}

@test "what the store holds" {
	made s.db
	"$ASSAY" store --store s.db >out
	[ "$(rows store)" = "s.db (named by --store)" ]
	[[ $(rows kept) =~ ^"3 experiments of 1 session the first began "20[-0-9]+" "[0-9:]+", the last "20[-0-9]+" "[0-9:]+$ ]]
	[[ $(rows size) =~ ^[0-9]+" kB, "[0-9.]+" kB an experiment"$ ]]
	[ "$(rows schema)" = 9 ]
}

@test "labels, notes and pins are shown by list, show and JSON" {
	made s.db
	lines 0 "experiment 2 is labelled 'before'" store label 2 before --store s.db
	lines 0 "experiment 2 has this note" store note before 'why it was so slow' --store s.db
	lines 0 $'experiment 2 is pinned: `assay store prune` leaves it\nexperiment 3 is pinned: `assay store prune` leaves it' \
		store pin before @last --store s.db
	lines 0 "experiment 3 is not pinned" store unpin 3 --store s.db
	COLUMNS=120 "$ASSAY" list --store s.db >out
	grep -q '^\*2 .* before *second .* why it was so slow$' out
	grep -qx '\* pinned: `assay store prune` leaves it' out
	"$ASSAY" show before --store s.db >out
	[ "$(rows note | head -n 1)" = "why it was so slow" ]
	grep -q '^experiment 2 "before" .*, pinned$' out
	"$ASSAY" show before --store s.db --json | jq -e '.experiment | .note == "why it was so slow" and .pinned and .label == "before"'
	"$ASSAY" list --store s.db --json | jq -e '[.results[] | .pinned] == [false, true, false]'
	lines 0 "experiment 2 has no label" store label 2 '' --store s.db
	for label in 12 @last; do
		assay_fails 2 "cannot label '2' as '$label': expected a text that is no number and does not begin with @" \
			store label 2 "$label" --store s.db
	done
	lines 0 "experiment 2 has no note" store note 2 '' --store s.db
	"$ASSAY" show 2 --store s.db --json | jq -e '.experiment | .note == null and .label == null'
}

@test "prune removes what it showed before, and what is labelled or pinned stays" {
	made s.db
	"$ASSAY" store label 1 a --store s.db
	"$ASSAY" store prune --keep 1 --dry-run --store s.db >out
	grep -q '^ 2 .* second ' out
	[ "$(grep -c '^ [13] ' out)" = 0 ]
	grep -qx 'would remove 1 of 3 experiments' out
	grep -qx '1 more would go, but it is labelled or pinned: --labelled and --pinned remove such, too' out
	[ "$("$ASSAY" list --store s.db --json | jq '.results | length')" = 3 ]
	"$ASSAY" store prune --keep 1 --store s.db >out
	grep -qx 'removed 1 of 3 experiments' out
	grep -q '^the store takes .* kB now, .* kB before$' out
	[ "$("$ASSAY" list --store s.db --json | jq -c '[.results[].id]')" = '[3,1]' ]
	lines 0 "removed 0 of 2 experiments" store prune --older-than 1d --store s.db
	"$ASSAY" store prune --keep 0 --labelled --store s.db >out
	grep -qx 'removed 2 of 2 experiments' out
	"$ASSAY" store verify --store s.db
	assay_fails 2 "assay store prune needs to know what may go: give --older-than 90d, or --keep 100, or both" \
		store prune --store s.db
	assay_fails 2 "cannot use '90' for --older-than: expected a time above 0 with its unit, such as 500ms, 30s, 20m or 2h" \
		store prune --older-than 90 --store s.db
}

@test "copy puts what is not there yet into another store" {
	made s.db
	"$ASSAY" store pin 2 --store s.db
	lines 0 "copied 2 experiments to 't.db'" store copy t.db 3 1 --store s.db
	lines 0 "copied 1 experiment to 't.db'; what was there already stays as it is" store copy t.db --store s.db
	lines 0 "t.db: 3 experiments, all sound" store verify --store t.db
	[ "$("$ASSAY" list --store t.db --json | jq -c '[.results[] | [.first_subject, .pinned]]')" = \
		'[["second",true],["first",false],["third",false]]' ]
	for id in 1 2 3; do
		"$ASSAY" show $id --store s.db --json | jq -S 'del(.experiment.id)'
	done | jq -s 'sort_by(.experiment.started)' >before
	for id in 1 2 3; do
		"$ASSAY" show $id --store t.db --json | jq -S 'del(.experiment.id)'
	done | jq -s 'sort_by(.experiment.started)' >after
	cmp before after
	ln s.db same.db
	assay_fails 2 "cannot copy 'same.db' into itself; name another store, such as copy.db" store copy same.db --store s.db
	assay_fails 2 "cannot find 'nosuch' in 's.db': no experiment there has that label, nor a uuid that begins so; \`assay list\` shows what is" \
		store copy u.db nosuch --store s.db || [ "$(cat out)" = "copied 0 experiments to 'u.db'" ]
}

# change SQL: what assay would not do to s.db.
change() {
	"$STORE_SQL" s.db "$1"
}

@test "verify finds values, summaries and counts that are not as they were put, and copy saves the others" {
	made s.db
	lines 0 "s.db: 3 experiments, all sound" store verify --store s.db
	change "UPDATE summaries SET mean = 5 WHERE experiment = 1 AND metric = (SELECT listed FROM experiments WHERE id = 1)"
	change "UPDATE series SET data = zeroblob(length(data)) WHERE experiment = 2 AND number = 3"
	status=0
	"$ASSAY" store verify --store s.db >out 2>err || status=$?
	[ "$status" = 6 ]
	[ ! -s err ]
	[ "$(sed -E 's/give [0-9.]+$/give N/' out)" = "experiment 1: of 'first' the estimate is kept as 5 (wall), but its values give N
cannot read experiment 2 of 's.db': subject 1: the values of a column do not match their checksum, so the file is damaged there; put back a copy of it, or use an exported file of the experiment
s.db: 2 problems in 3 experiments; what can still be read is saved by: assay store copy NEW.db" ]
	status=0
	"$ASSAY" store copy t.db --store s.db >out || status=$?
	[ "$status" = 6 ]
	[ "$(tail -n 1 out)" = "copied 2 experiments to 't.db'" ]
	lines 0 "t.db: 2 experiments, all sound" store verify --store t.db
}

@test "what assay store is asked for has to be something that it does" {
	assay_fails 2 "assay store has no action 'frob'; it has path, verify, size, prune, thin, copy, flush, send, rename, label, note, pin and unpin" store frob
	assay_fails 2 "assay store has no action 'prume'; did you mean prune?" store prume
	assay_fails 2 "--keep has no meaning here: it is an option of assay store prune and thin" store verify --keep 2
	assay_fails 2 "--dry-run has no meaning here: it is an option of assay store prune and thin" store --dry-run
	assay_fails 2 "assay store label was given 1 word, but it is written: assay store label RESULT TEXT" store label 2
	assay_fails 2 "assay store path was given 1 word, but it is written: assay store path" store path x
}

@test "init makes a store for the project, which git leaves alone" {
	lines 0 "made the store '$PWD/.assay/store.db'; what is measured here and below is kept in it" init
	[ "$(cat .assay/.gitignore)" = '*' ]
	[ "$(stat -c %a .assay .assay/store.db | tr '\n' ' ')" = '700 600 ' ]
	mkdir below
	cd below
	lines 0 "$TEST_DIR/here/.assay/store.db" store path
	"$ASSAY" run --style none -r 1 true
	"$ASSAY" store >out
	[ "$(rows store)" = "$TEST_DIR/here/.assay/store.db (this project's)" ]
	cd ..
	echo mine >.assay/.gitignore
	lines 0 "there is a store already: '$PWD/.assay/store.db'; what is measured here and below is kept in it" init
	[ "$(cat .assay/.gitignore)" = mine ]
	[ "$("$ASSAY" list --json | jq '.results | length')" = 1 ]
	rm -r .assay
	touch .assay
	assay_fails 6 "cannot make the store '$PWD/.assay/store.db': '$PWD/.assay' is no directory; move it away, or name a store with --store" init
	assay_fails 2 "assay init takes no word, but was given 'here': it makes the store of the current folder" init here
}

@test "rows of the list whose names differ in their middle can be told apart" {
	for size in 256 4096; do
		"$ASSAY" run --style none -r 3 -w 0 -n "there-and-back-again (size = $size) of HEAD~1 (076ae36da)" -n head true true
	done
	"$ASSAY" list >out
	grep -q '[.][.].*256) of HEAD~1 (076ae36da) and 1 more' out
	grep -q '[.][.].*4096) of HEAD~1 (076ae36da) and 1 more' out
}

@test "assay list takes no word, and says what does" {
	assay_fails 2 "assay list takes no word, but was given 'foo': assay show foo tells of one result, --with-label lists those of a label" list foo
}

@test "a list shows the newest ones, and says that there are others" {
	made s.db
	"$ASSAY" list --limit 2 --store s.db >out
	[ "$(awk '/^ *[0-9]+ / { print $1 }' out | tr '\n' ' ')" = '3 2 ' ]
	[ "$(tail -n 1 out)" = "older ones are not shown: --limit NUM, or --all" ]
	"$ASSAY" list --limit 2 --json --store s.db | jq -e '[.results[].id] == [3, 2]'
	for all in '--limit 3' --all; do
		# shellcheck disable=SC2086 # words
		"$ASSAY" list $all --store s.db >out
		[ "$(grep -c '^ [123] ' out)" = 3 ]
		[ "$(grep -c 'not shown' out)" = 0 ]
	done
}

@test "an instant that no number has is not known, and is older than nothing" {
	for date in 2262-04-11T23:00:00-23:00 1677-09-21T01:00:00+23:00 2026-01-01T00:00:00+00:00; do
		printf '{"context": {"date": "%s", "host_name": "h", "num_cpus": 1}, "benchmarks": [
			{"name": "a", "run_type": "iteration", "iterations": 1, "real_time": 5.0, "cpu_time": 5.0, "time_unit": "ns"}]}' "$date" >google.json
		"$ASSAY" import --store s.db google.json >out
	done
	[ "$("$ASSAY" list --store s.db --json | jq -c '[.results[].started]')" = '["2026-01-01T00:00:00.000000000Z",null,null]' ]
	"$ASSAY" store prune --store s.db --older-than 1d --dry-run >out 2>&1
	grep -q 'would remove 1 of 3 experiments' out
}
