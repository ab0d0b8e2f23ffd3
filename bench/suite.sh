#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# suite.sh [BUILD]: what assay takes for suites besides measuring them. A suite of 10000 benchmarks is
# listed, which has to stay below 0.3 s, and of 100 benchmarks with 20 executions each two stored versions
# are checked against each other; assay check, which has analysed one of them when it has measured it, adds
# about half of that to measuring: below 0.3 s. About 40 s.
set -eu
build=$(cd "${1:-build}" && pwd)
assay=$build/src/cli/assay
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# suite COUNT: that many benchmarks.
suite() {
	echo 'suite: many'
	echo 'runs: 20'
	echo 'warmup: 0'
	echo 'benchmarks:'
	seq "$1" | sed 's/.*/  b&:\n    execute: true &\n    tags: [fast]/'
}

suite 10000 >assay.yaml
suite 100 >hundred.yaml
for label in old new; do
	"$assay" run -f hundred.yaml --store hundred.db --style none --label "$label"
done

"$assay" run --store bench.db -r 20 -N \
	-n 'run --list' "$assay run --list" \
	-n 'run --list --only' "$assay run --list --only b77" \
	-n 'check' "$assay check new --baseline old --store hundred.db"
