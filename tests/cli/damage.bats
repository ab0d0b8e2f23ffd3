#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# A store of which a page is damaged: what does not need the page can be read and saved, what cannot
# be read is named, and nothing is removed.
load common

# kept N: a store s.db with so many experiments, of which the third has builds.
kept() {
	local i
	script prog.sh <<<'true'
	for ((i = 1; i <= $1; i++)); do
		if [ "$i" = 3 ]; then
			"$ASSAY" run -v --store s.db -w 0 -r 2 --builds 2 --build 'cp prog.sh prog' ./prog >out
		else
			"$ASSAY" run -v --store s.db -w 0 -r 2 true >out
		fi
	done
}

# damaged TABLE [CHILD]: its root page is overwritten, or one of the leaves below.
damaged() {
	python3 - "$@" <<-'END'
		import sqlite3, sys
		store = sqlite3.connect("s.db")
		store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
		page = store.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", [sys.argv[1]]).fetchone()[0]
		size = store.execute("PRAGMA page_size").fetchone()[0]
		store.close()
		with open("s.db", "r+b") as f:
		    if len(sys.argv) > 2:
		        f.seek((page - 1) * size)
		        root = f.read(size)
		        assert root[0] == 5, "no page below the root"
		        at = int.from_bytes(root[12 + 2 * int(sys.argv[2]):][:2], "big")
		        page = int.from_bytes(root[at:at + 4], "big")
		    f.seek((page - 1) * size)
		    f.write(b"\xff" * size)
	END
}

@test "damage to a table that an experiment has nothing in is none to it" {
	kept 4
	damaged builds
	"$ASSAY" show -v --store s.db 2 >out
	status=0
	"$ASSAY" show -v --store s.db 3 >out 2>err || status=$?
	[ "$status" -ne 0 ]
	"$ASSAY" run -v --store s.db -w 0 -r 2 true >out
	"$ASSAY" show -v --store s.db @last >out
}

@test "store copy saves every experiment that can be read, and names the others" {
	kept 4
	damaged builds
	status=0
	"$ASSAY" store copy --store s.db new.db >out 2>err || status=$?
	[ "$status" -eq 6 ]
	cat out err >both
	grep -q '^copied 3 experiments to ' both || grep -q 'copied 3 experiments to ' both
	[ "$(grep -c 'cannot read experiment' both)" = 1 ]
	grep -q "cannot read experiment 3 of 's.db': " both
	[ "$("$ASSAY" list --store new.db --json | jq ".results | length")" = 3 ]
}

# bats test_tags=long
@test "store copy finds experiments though a page of their list is damaged" {
	kept 24
	damaged experiments 0
	status=0
	"$ASSAY" store copy --store s.db new.db >out 2>err || status=$?
	[ "$status" -eq 6 ]
	cat out err >both
	copied=$(sed -n 's/.*copied \([0-9]*\) experiments to .*/\1/p' both)
	named=$(grep -c 'cannot read experiment [0-9]* of' both)
	echo "$copied copied, $named named"
	[ "$copied" -gt 5 ] && [ "$named" -gt 1 ]
	[ $((copied + named)) = 24 ]
}

@test "store prune removes nothing from a damaged store" {
	kept 5
	damaged notes
	status=0
	"$ASSAY" store prune --store s.db --keep 1 >out 2>err || status=$?
	[ "$status" -ne 0 ]
	grep -q "^assay: cannot remove experiments of 's.db': the file is damaged, so nothing was removed; assay store verify says where, and assay store copy NEW.db saves what can be read$" err
	[ "$("$ASSAY" list --store s.db --json | jq ".results | length")" = 5 ]
}

@test "a result that cannot be read back from the store goes into a file" {
	kept 1
	damaged parameters
	status=0
	"$ASSAY" run -v --store s.db -w 0 -r 2 true >out 2>err || status=$?
	[ "$status" -eq 6 ]
	grep -q '^assay: cannot keep the experiment: what was written cannot be read back: ' err
	file=$(sed -n 's/.*is kept in \.\/\([^ ]*\) instead.*/\1/p' err)
	"$ASSAY" show -v "./$file" >out
	[ -z "$(ls journals s.db-journals 2>/dev/null)" ]
}

# bats test_tags=long
@test "damage to parameters, versions and notes hides no experiment, and what is lost is named" {
	for table in parameters versions sqlite_autoindex_notes_1; do
		rm -f s.db new.db
		"$ASSAY" run -v --store s.db -w 0 -r 2 -L size 1,2 'true {size}' >out
		damaged "$table"
		case $table in
		parameters) what=parameters ;;
		versions) what='the version' ;;
		*) what=notes ;;
		esac
		"$ASSAY" show -v --store s.db 1 >out 2>err
		grep -q '^true 1 ' out
		[ "$(grep -c ": $what of '.*' cannot be read: the file is damaged there, and assay store verify says where$" err)" = 2 ]
		status=0
		"$ASSAY" store copy --store s.db new.db >out 2>err || status=$?
		[ "$status" -eq 6 ]
		cat out err >both
		[ "$(grep -c "experiment 1 of 's.db' is not whole: $what of 'true [12]' cannot be read" both)" = 2 ]
		"$ASSAY" show -v --store new.db 1 >out 2>err
		[ ! -s err ]
		status=0
		"$ASSAY" store verify --store s.db >out 2>err || status=$?
		[ "$status" -ne 0 ]
	done
}
