#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/freeze/record.sh ASSAY TARGET: measures anew what tests/freeze/recorded/ holds, one file a kind of measurement. It is run
# only when a kind is added: every output in expected/ follows from these files, and changes with them.
set -eu
assay=$(realpath "$1") target=$(realpath "$2")
cd "$(dirname "$0")/recorded"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export ASSAY_STORE=$tmp/store.db LC_ALL=C.UTF-8


cp "$target" "$tmp/work"
cd "$tmp"
# record NAME OPTION...: measures, and writes the result as assay's own JSON. A gate may fail.
record() {
	local name=$1
	shift
	"$assay" run --style none --seed 7 --store "$tmp/$name.db" "$@" >/dev/null 2>&1 || [ $? -lt 6 ]
	"$assay" export --store "$tmp/$name.db" @last >"$OLDPWD/$name.json"
}
work=./work
record one -r 20 "$work report=0 mean=2e6 execution=0.02"
record one_slow_runs -r 60 "$work report=0 mean=2e6 outliers=0.1 slow=4"
record two -r 30 -n old -n new "$work report=0 mean=2e6 execution=0.03" "$work report=0 mean=3e6 execution=0.03 seed=2"
record two_alike -r 40 "$work report=0 mean=2e6 execution=0.05" "$work report=0 mean=2e6 execution=0.05 seed=2"
record two_few -r 4 "$work report=0 mean=2e6" "$work report=0 mean=4e6"
record three_runs -r 3 "$work report=0 mean=2e6 execution=0.1"
record scan -r 12 -P n 1 4 "$work report=0 mean={n}e6"
record iterations -r 12 --iterations 30 "$work execution=0.01 iteration=0.02 warm=0.5" "$work execution=0.01 iteration=0.02 effect=0.05 seed=3"
record builds --build "$work build fast" --builds 6 -r 5 --iterations 8 -- ./fast build=0.02 execution=0.01 iteration=0.01
record modes -r 40 --iterations 10 "$work hop=0.2 execution=0.01"
record drift -r 60 "$work drift=0.05 execution=0.005"
record clock -r 20 "$work mean=1e7 tick=1e6 execution=0.02"
record failing -r 10 -i=3 "sh -c 'n=\$HYPERFINE_ITERATION; test \"\$n\" != 4 || exit 3'"
record memory -r 12 --criterion peak_memory 'true' 'sh -c :'
record gate_failed -r 30 --fail-if 'slower by 3%' "$work mean=1e6 execution=0.02" "$work mean=1.1e6 execution=0.02 seed=4"
record base -r 15 -n small -n sort "$work mean=1e6 execution=0.02" "$work mean=3e6 execution=0.02 seed=5"
record slower -r 15 -n small -n sort "$work mean=1.1e6 execution=0.02 seed=6" "$work mean=3e6 execution=0.02 seed=7"
record same -r 15 -n small -n sort "$work mean=1e6 execution=0.02 seed=8" "$work mean=3e6 execution=0.02 seed=9"
