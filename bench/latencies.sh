#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# latencies.sh [BUILD]: what many latencies cost. 30 executions of two commands with 10^6 latencies each are kept and
# shown: bytes a value, processor time, and memory at its most. Then p99 of 200 executions of 10^4 each is compared,
# and R's quantile does the same with the same values, of which assay must say the same. About two minutes.
set -eu
build=$(cd "${1:-build}" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
assay=$build/src/cli/assay
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
cd "$dir"

# keep FILE EXECUTIONS N: a store with these; what a program reported lies in reports/, too.
keep() {
	"$assay" run --style none -w 0 -r "$2" --store "$1" --criterion latency --iterations "$3" \
		-n old "$build/bench/latencies $3 3" -n new "$build/bench/latencies $3 3.2" >kept.txt 2>&1 ||
		{ cat kept.txt; exit 1; }
}

# took WORDS COMMAND...: processor time, elapsed time and memory of a command.
took() {
	words=$1
	shift
	"$build/bench/peak" "$words" -- "$@"
}

# What it costs the measured program to report a value; the goal is 20 ns.
for _ in 1 2 3; do
	printf 'reported by libassay: '
	ASSAY_REPORT=report "$build/bench/bench_values" 1000000 2>&1
	rm report*
done

keep large.db 30 1000000
printf '%-52s %s\n' '2 x 30 x 10^6 latencies, bytes kept of each' \
	"$(stat -c %s large.db | awk '{ printf "%.2f", $1 / 6e7 }')"
took 'shown: show' "$assay" show --store large.db
took 'shown: show --metric latency:p99' "$assay" show --store large.db --metric latency:p99
took 'shown: show --quantiles' "$assay" show --store large.db --quantiles
rm large.db

keep small.db 200 10000
took 'compared: 2 x 200 x 10^4 by p99' "$assay" compare --store small.db --criterion latency:p99 @last
"$assay" compare --store small.db --criterion latency:p99 --json @last |
	jq -r '.comparisons[0] | "assay: ratio \(.ratio) (\(.interval.lo) .. \(.interval.hi))"'
command -v Rscript >/dev/null || { echo 'R is not installed (r-base-core)'; exit 0; }
"$assay" export --store small.db @last all.csv
python3 - <<'PY'
import array, csv
values, rounds = {}, {}
with open("all.csv", newline="") as f:
    for row in csv.DictReader(f):
        which = row["subject"], row["execution"]
        if row["round"] and row["role"] == "measured":
            rounds[which] = int(row["round"])
        if row["metric"] == "latency" and row["iteration"]:
            values.setdefault(which, array.array("q")).append(int(float(row["value"])))
runs = {(rounds[which], which[0]): v for which, v in values.items() if which in rounds}
for (r, name), values in runs.items():
    with open(f"{r:04}-{'a' if name == 'old' else 'b'}", "wb") as f:
        values.tofile(f)
PY
# shellcheck disable=SC2035 # names that begin with digits
Rscript "$here/latencies.R" [0-9]*-[ab]
