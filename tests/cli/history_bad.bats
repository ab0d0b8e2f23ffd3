#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Histories of what went wrong: two machines, clocks that went back, history that was rewritten, labels that were changed.
load common
load histories
bats_require_minimum_version 1.5.0

# stepped: 20 commits, 8 % more from number 11 on, into ./means
stepped() {
	repository
	commit first
	measure
	empty_commits 19
	means 20 11 1.08 >means
}

changes() {
	"$ASSAY" history --json | jq -r '[.series[] | .versions as $v | .changes[] | $v[.at].subject] | join(", ")'
}

@test "two machines are two histories, and the step from one to the other is no change" {
	stepped
	means 20 21 1 | awk 'NR > 10 { printf "%s\tmachine_id=other\thost=other\n", $1 * 1.5; next } { print }' >means
	measured means
	[ "$("$ASSAY" history --json | jq -r '[.series[] | .versions | length] | join(" ")')" = '10 10' ]
	[ -z "$(changes)" ]
	# one that changed on a machine is found there
	means 20 8 1.2 | awk 'NR > 14 { printf "%s\tmachine_id=other\thost=other\n", $1 * 1.5; next } { print }' >means
	python3 -c 'import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute("PRAGMA foreign_keys = ON")
store.execute("DELETE FROM experiments WHERE id > (SELECT min(id) FROM experiments)")
store.commit()' "$HOME/.local/share/assay/assay.db"
	measured means
	[ "$(changes)" = 'number 8' ]
}

# bats test_tags=long
@test "clocks that went back change nothing: the order is that of the commits" {
	stepped
	awk '{ printf "%s\tstarted_ns=%d\n", $1, (1900000000 - NR * 3600) * 1e9 }' means >back
	measured back
	[ "$(changes)" = 'number 11' ]
	"$ASSAY" history >out
	grep -q 'number 11' out
}

# bats test_tags=long
@test "commits that a push has rewritten are left out and counted, and what is left is a history" {
	stepped
	measured means
	[ "$(changes)" = 'number 11' ]
	git reset -q --hard HEAD~2
	git commit -q --allow-empty -m 'number 19 in other words'
	git reflog expire --expire=now --all && git gc -q --prune=now
	[ "$("$ASSAY" history --json | jq '.series[0].versions | length')" = 18 ]
	[ "$(changes)" = 'number 11' ]
	"$ASSAY" history | tr -s ' \n' '  ' >out
	grep -Eq '2 (results )?.*(not on|first parents|elsewhere|not among)' out
}

@test "a label that is changed afterwards is the version's new name, and given twice it is one version" {
	mkdir plain && cd plain
	script bench <<<'exec "$TARGET" mean=1e6 execution=0.01'
	for label in a b c d e f; do
		"$ASSAY" run --style none -N -w 0 -r 4 -n bench --label $label ./bench >/dev/null
	done
	[ "$("$ASSAY" history --json | jq -r '[.series[0].versions[].label] | join(" ")')" = 'a b c d e f' ]
	"$ASSAY" store label c renamed
	[ "$("$ASSAY" history --json | jq -r '[.series[0].versions[].label] | join(" ")')" = 'a b renamed d e f' ]
	"$ASSAY" store label renamed b
	[ "$("$ASSAY" history --json | jq -r '.series[0].versions | length')" = 5 ]
}
