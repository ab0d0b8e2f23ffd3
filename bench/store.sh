#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# store.sh [BUILD [EXPERIMENTS]]: what it takes to look into a full store. Makes one of 100000 experiments
# of two commands and 20 rounds each in a folder of its own, and lets assay measure assay: list, show, and
# the like. Takes about a minute; the store about 600 MB.
set -eu
build=$(cd "${1:-build}" && pwd)
many=${2:-100000}
assay=$build/src/cli/assay
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

"$assay" run --store full.db --style none -r 20 --label template true 'sleep 0.001'
"$build/bench/copies" full.db $((many - 1))
"$assay" store label @last newest --store full.db >label
"$assay" store --store full.db

# What shows a few: below 0.2 s each.
"$assay" run --store bench.db -r 10 -N \
	-n list "$assay list --store full.db" \
	-n 'show @last' "$assay show @last --store full.db" \
	-n 'show LABEL' "$assay show newest --store full.db" \
	-n 'list --with-label' "$assay list --with-label template --store full.db"
# What has to look at all of them; the list below 1 s.
"$assay" run --store bench.db -r 5 -N \
	-n store "$assay store --store full.db" \
	-n 'list --all' "$assay list --all --store full.db" \
	-n 'store prune --dry-run' "$assay store prune --older-than 1d --dry-run --store full.db"
