#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# history.sh [BUILD [BENCHMARKS METRICS VERSIONS]]: how long histories take: the clean detector, below 1 s
# for 2000 versions, and assay history of 1000 benchmarks, 3 metrics and 500 versions, below 6 s with the
# reading of the store. That is made by copying rows: half a minute, and 200 MB. history.sh build 10000 1 1000 is
# the history of one benchmark among ten thousand, below 0.3 s, in a store of some GB: minutes.
set -eu
build=$(cd "${1:-build}" && pwd)
[ $# -eq 0 ] || shift
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$build/bench/bench_history"
python3 "$(dirname "$0")/history.py" "$build/src/cli/assay" "$dir" "$@"
