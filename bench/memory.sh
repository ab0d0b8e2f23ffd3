#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What assay holds in memory, by the most that the whole process had resident: with an experiment of a
# million executions, and how much an execution adds while it is measured. Two minutes on a quiet
# machine; 400 MB of disk.
#
# usage: bench/memory.sh [BUILD [EXECUTIONS]]     EXECUTIONS are really run, and half of them before
#                                                 (150000); from 70000 on all buffers are full
set -euo pipefail
build=$(cd "${1:-build}" && pwd)
many=${2:-150000}
assay=$build/src/cli/assay
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
ASSAY_STORE=$tmp/s.db
export ASSAY_STORE

# Wanted: below 64 MiB.
for subjects in 1 2; do
	"$build/bench/bench_memory" 1000000 "$subjects" "$tmp/x.json"
	"$build/bench/peak" '  import (64 MiB)   ' -- "$assay" import "$tmp/x.json"
	"$build/bench/peak" '  export (64 MiB)   ' -- "$assay" export @last "$tmp/y.json"
	cmp "$tmp/x.json" "$tmp/y.json"
	"$build/bench/peak" '  show @last (64 MiB)' -- "$assay" show @last
done

# Measuring, analysing, storing and printing, with journal; what an execution adds, and so a million.
echo "executions of an empty program"
for n in $((many / 2)) "$many"; do
	"$build/bench/peak" "  run -r $n " -- "$assay" run -N -w 0 -r "$n" --style none \
		"$build/bench/empty" | tee -a "$tmp/runs"
done
awk '{ n[NR] = $3; mib[NR] = $4 } END {
	each = (mib[2] - mib[1]) / (n[2] - n[1])
	printf "  run of a million (64 MiB) %.0f MiB: %.1f bytes each\n",
		mib[2] + each * (1e6 - n[2]), each * 1048576 }' "$tmp/runs"
