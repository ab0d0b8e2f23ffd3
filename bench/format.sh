#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Ten million iterations as a file: how long assay takes to import, show and export them, and to show a table of them, in seconds of
# the processor and of the clock. Needs 1.5 GB of memory and 500 MB of disk.
#
# usage: bench/format.sh [BUILD]
set -euo pipefail
build=${1:-build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
ASSAY_STORE=$tmp/s.db
export ASSAY_STORE

"$build/bench/bench_format" 10000000 "$tmp/x.json"
"$build/bench/bench_format" 10000000 "$tmp/x.short.csv"
# Export before show, which makes a note that it was shown.
for words in "import $tmp/x.json" "export @last $tmp/y.json" 'show @last' "show $tmp/x.short.csv"; do
	TIMEFORMAT="${words%% *}: %U s in assay, %S s in the kernel, %R s by the clock"
	# shellcheck disable=SC2086 # words
	time "$build/src/cli/assay" $words >/dev/null
done
cmp "$tmp/x.json" "$tmp/y.json"
