#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# coming.sh [BUILD]: assay run ten times in a row while a load comes and goes: which of the ten intervals overlap,
# and what each run said of its confidence. Two runs whose 95 % intervals are right are apart by luck in about one of
# 170 pairs of equal width; those that are said to be less than that promise nothing of another minute. The load is
# a loop over spin on every processor, on for 7 s and off for 5. About 100 s.
set -eu
build=$(cd "${1:-build}" && pwd)
assay=$build/src/cli/assay
spin=$build/bench/spin
dir=$(mktemp -d)
load=
# shellcheck disable=SC2329 # by the trap
leave() {
	: >"$dir/end"
	for pid in $load; do wait "$pid" 2>/dev/null || true; done
	rm -rf "$dir"
}
trap leave EXIT
trap 'exit 130' INT TERM

# Loads one processor for 7 of every 12 s.
come_and_go() {
	while [ ! -e "$dir/end" ]; do
		if [ $(($(date +%s) % 12)) -lt 7 ]; then "$spin"; else sleep 0.05; fi
	done
}

for _ in $(seq "$(nproc)"); do
	come_and_go &
	load="$load $!"
done
for run in 1 2 3 4 5 6 7 8 9 10; do
	"$assay" run --style none --budget 8s --store "$dir/s.db" \
		"awk 'BEGIN { for (i = 0; i < 300000; i++) x += i }'"
	"$assay" show --store "$dir/s.db" --json "$run" >"$dir/$run.json"
done
python3 - "$dir" <<'PY'
import json, sys
runs = []
for k in range(1, 11):
    r = json.load(open(f"{sys.argv[1]}/{k}.json"))
    s = next(s for s in r["subjects"][0]["summaries"] if s["metric"] == "wall")
    i = s["interval"]
    runs.append((i["lo"] / 1e6, i["hi"] / 1e6, i["confidence_holds"], s["n"]))
said = {"yes": "95 %", "if independent": "95 % if executions are independent", "below": "less than 95 %"}
print("run  executions  interval, ms      said")
for k, (lo, hi, holds, n) in enumerate(runs, 1):
    print(f"{k:3}  {n:10}  {lo:6.1f} .. {hi:6.1f}  {said.get(holds, holds)}")

def apart(pairs):
    pairs = list(pairs)
    n = sum(a[1] < b[0] or b[1] < a[0] for a, b in pairs)
    return f"{n} of {len(pairs)}"

firm = [r for r in runs if r[2] == "yes"]
print("disjoint, of neighbours:", apart(zip(runs, runs[1:])))
print("disjoint, of all pairs:", apart((a, b) for k, a in enumerate(runs) for b in runs[k + 1:]))
print("disjoint, of pairs of which both say 95 %:", apart((a, b) for k, a in enumerate(firm) for b in firm[k + 1:]))
PY
