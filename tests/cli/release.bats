#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay history OLD..NEW: what changed in a release; along which commits; --measure.
load common
load histories
load planted
bats_require_minimum_version 1.5.0
stderr=

# shellcheck disable=SC2154 # day is of histories.bash
# history_of FACTORS...: 10 commits each, measured, with so many times 1 ms; tags v0, v1, ... at the last of each.
history_of() {
	local k=0 factor i
	repository # sets day
	commit first
	measure
	for factor in "$@"; do
		empty_commits $((k ? 10 : 9))
		git tag "v$k"
		for ((i = 0; i < 10; i++)); do
			awk -v f="$factor" -v i="$day$i" 'BEGIN { printf "%.6f\n", 1e6 * f * (1 + (i * 7 % 11 - 5) / 2000) }'
		done
		k=$((k + 1))
	done >means
	measured means
}

@test "what changed in a release is found in the whole history, and told by commits" {
	history_of 1 1.1 1.1 1.21
	"$ASSAY" history v0..v1 >out
	tr -s ' \n' '  ' <out | grep -Eq 'series from v0 to v1: 10 of 10 commits measured worse bench: (9\.9|10|10\.)[0-9.]* % more time .*p < 0.001 [0-9a-f]{9} .*number 11'
	[ "$("$ASSAY" history v1..v2 | tr -s ' \n' '  ')" = ' series from v1 to v2: 10 of 10 commits measured quiet no lasting change found in 1 of 1 history ' ]
	"$ASSAY" history v2.. >out
	tr -s ' \n' '  ' <out | grep -Eq 'series from v2 to HEAD: 10 of 10 .* worse bench: .* number 31'
	# all of it
	[ "$("$ASSAY" history v0..v3 | grep -c worse)" = 2 ]
}

# bats test_tags=long
@test "a release as a table for its notes, in which nothing from outside acts" {
	history_of 1 1.1
	store=$HOME/.local/share/assay/assay.db
	python3 -c 'import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute("UPDATE subjects SET name = ?", ("a|b `c` <script> @you",))
store.commit()' "$store"
	"$ASSAY" history v0..v1 --ci markdown >out.md
	[ "$(sed -n 1p out.md)" = '### What changed from `v0` to `v1`' ]
	[ "$(sed -n 3p out.md)" = '| Commit | Benchmark | Change |' ]
	[ "$(sed -n 5p out.md | tr -cd '|' | wc -c)" = 4 ]
	run ! grep -q '<script>\|@you' out.md
	grep -q '^10 of 10 commits measured; 0 of 1 history without a lasting change\.$' out.md
	"$ASSAY" history v0..v1 --ci markdown=file.md >out
	cmp file.md out.md
	[ ! -s out ]
	[ "$("$ASSAY" history v0..v1 --json | jq -r .schema)" = assay-history-1 ]
}

# bats test_tags=long
@test "changes of one commit stand together, with their geometric mean" {
	history_of 1 1.1
	store=$HOME/.local/share/assay/assay.db
	python3 - "$store" <<'END'
import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
for table in ("subjects", "versions", "summaries"):
    columns = [r[1] for r in store.execute(f"PRAGMA table_info({table})")]
    number = "number" if table == "subjects" else "subject"
    for row in store.execute(f"SELECT * FROM {table}").fetchall():
        row = dict(zip(columns, row))
        row[number] = 1
        if table == "subjects":
            row["name"] = "other"
        store.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", list(row.values()))
store.commit()
END
	"$ASSAY" history v0..v1 >out
	grep -Eq '^  together 2 benchmarks, by geometric mean (9\.9|10)[0-9.]* % more time$' out
	[ "$(grep -c 'number 11' out)" = 1 ]
	"$ASSAY" history v0..v1 --ci markdown | grep -Eq '^\| \| 2 benchmarks, by geometric mean \| '
}

@test "a release that was tagged on a branch of its own begins where that has left" {
	history_of 1 1.1
	git checkout -q -b release v0 && git commit -q --allow-empty -m 'version 0' && git tag v0.1 && git checkout -q main
	"$ASSAY" history v0.1..v1 >out
	grep -q 'from v0.1 to v1: 10 of 10 commits measured' out
	grep -q '^  worse    bench: ' out
}

# bats test_tags=long
@test "merged branches are a part of the history with --merged alone, and --along names a branch" {
	history_of 1 1
	git checkout -q -b side v0 && git commit -q --allow-empty -m side && git checkout -q main
	git merge -q --no-ff -m merge side
	[ "$("$ASSAY" history --along v1 --json | jq '.series[0].versions | length')" = 20 ]
	# what was measured on the branch counts where merged branches do
	python3 -c 'import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute("UPDATE versions SET commit_id = ? WHERE experiment = (SELECT max(experiment) FROM versions)", (sys.argv[2],))
store.commit()' "$HOME/.local/share/assay/assay.db" "$(git rev-parse side)"
	[ "$("$ASSAY" history --json | jq '.series[0].versions | length')" = 19 ]
	[ "$("$ASSAY" history --along main --merged --json | jq '.series[0].versions | length')" = 20 ]
}

# bats test_tags=long
@test "ranges that cannot be shown are refused" {
	history_of 1 1
	git checkout -q --orphan other && git commit -q -m other && git checkout -q main
	for range in v1..v0 other..v1 v1..v1; do
		run -2 --separate-stderr "$ASSAY" history $range
		[[ $stderr == *"the first is not among the commits that led to the second along first parents"* ]]
	done
	run -2 --separate-stderr "$ASSAY" history nope..v1
	[[ $stderr == *"cannot find the revision 'nope'"* ]]
	run -2 --separate-stderr "$ASSAY" history v0..v1 --until v1
	[[ $stderr == *"give one of OLD..NEW, --until and --along"* ]]
	run -2 --separate-stderr "$ASSAY" history --ci markdown
	[[ $stderr == *"give them as a word"* ]]
	run -2 --separate-stderr "$ASSAY" history v0..v1 --ci junit
	[[ $stderr == *"markdown, or markdown=FILE"* ]]
	git clone -q --depth 2 "file://$PWD" ../shallow && cd ../shallow
	run -2 --separate-stderr "$ASSAY" history v0..HEAD
	[[ $stderr == *"cannot find the revision 'v0'"* ]]
	cd .. && mkdir elsewhere && cd elsewhere
	run -2 --separate-stderr "$ASSAY" history v0..v1
	[[ $stderr == *"there is no repository of git here"* ]]
}

# bats test_tags=long
@test "history --measure measures versions afresh, as backfill does" {
	planted 6x100
	"$ASSAY" history --measure HEAD~5.. -r 3 --builds 1 --build 'sh make.sh' -- ./prog >out
	grep -q '^  series   6 versions of ./prog measured in 1 session; ' out
	"$ASSAY" history -v >out
	grep -q 'in 6 versions' out
	run -2 --separate-stderr "$ASSAY" history --measure=HEAD~5..HEAD~9 -- ./prog
	[ "$status" = 2 ]
	run -2 --separate-stderr "$ASSAY" history --measure
	[[ $stderr == *"needs a range of revisions"* ]]
	"$ASSAY" history --measure x..y --help | grep -q '^assay backfill: '
}
