#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What assay as a whole costs, beside the least there is (bench/minloop), hyperfine and perf stat.
#
# usage: bench/program.sh [BUILD]     BUILD is a build directory; jq has to be there
#
# Everything is timed 9 times (TIMES: of the first part) in turn; every ratio is of two neighbours in time. Prints median and
# range. Each line says what is wanted of it.
set -eu
build=${1:-build}
here=$build/bench
assay=$build/src/cli/assay
. "$(dirname "$0")/timing.sh"
export HOME="$tmp/home" XDG_DATA_HOME="$tmp/data"
mkdir "$HOME"
hyperfine=$(command -v hyperfine || true)
perf=$(command -v perf || true)
times=${TIMES:-9}

# column N SCALE: one column of what was timed, over SCALE
column() {
	awk -v n="$1" -v scale="$2" '{ print $n / scale }'
}

# whole N WANTED PROGRAM...: N executions by each tool, whole processes in turns, over the minimal loop's
whole() {
	n=$1 wanted=$2
	shift 2
	rm -f "$tmp/whole"
	i=0
	while [ $i -lt "$times" ]; do
		bare=$(nanoseconds "$here/minloop" "$n" "$@")
		ours=$(nanoseconds "$assay" run -N -w 0 -r "$n" --style none "$*")
		theirs=0 counted=0
		[ ! "$hyperfine" ] || theirs=$(nanoseconds hyperfine -N --warmup 0 -r "$n" --style none "$*")
		[ ! "$perf" ] || counted=$(nanoseconds perf stat -r "$n" "$@")
		echo "$bare $ours $theirs $counted" >>"$tmp/whole"
		i=$((i + 1))
	done
	echo "$n executions of $*, whole processes, over the minimal loop"
	printf '  minloop                     '; column 1 1e9 <"$tmp/whole" | summary ' s'
	printf '  assay run -N (wanted %s) ' "$wanted"; awk '{ print $2 / $1 }' "$tmp/whole" | summary ''
	[ ! "$hyperfine" ] || { printf '  hyperfine -N                '; awk '{ print $3 / $1 }' "$tmp/whole" | summary ''; }
	[ ! "$perf" ] || { printf '  perf stat -r                '; awk '{ print $4 / $1 }' "$tmp/whole" | summary ''; }
	[ ! "$hyperfine" ] || { printf '  assay/hyperfine (wanted 1)  '; awk '{ print $2 / $3 }' "$tmp/whole" | summary ''; }
}

whole 1500 "as hyperfine" "$here/empty"
whole 5000 1.03 "$here/empty"
whole 10000 1.03 "$here/empty"
whole 60 1.005 "$(command -v sleep)" 0.05
echo "load average $(cut -d' ' -f1 /proc/loadavg)"

for _ in 1 2 3 4 5 6 7 8 9; do
	bare=$("$here/minloop" 500 "$here/spin")
	ours=$("$assay" run -N -w 0 -r 500 --json "$here/spin" 2>/dev/null |
		jq '[.subjects[0].tree.executions.values.wall[]] | sort | (.[249] + .[250]) / 2')
	echo "$bare $ours" >>"$tmp/spin"
done
echo "median wall time of a program that spins for 1 ms"
printf '  minloop                     '; column 1 1e3 <"$tmp/spin" | summary ' us'
printf '  assay run -N                '; column 2 1e3 <"$tmp/spin" | summary ' us'
printf '  difference (wanted 30 us)   '; awk '{ print ($2 - $1) / 1e3 }' "$tmp/spin" | summary ' us'

"$here/bench_list" "$tmp" >/dev/null
# A suite of 10000 benchmarks, 1.2 MB.
{
	echo benchmarks:
	awk 'BEGIN { for (i = 0; i < 10000; i++) printf "  bench%d:\n    execute: \"./prog %d {size}\"\n    " \
		"parameters: {size: [1, 2]}\n    tags: [fast, g%d]\n    timeout: 30s\n", i, i, i % 10 }'
} >"$tmp/suite.yaml"
for _ in 1 2 3 4 5 6 7 8 9; do
	echo "$(nanoseconds "$assay" --version)" \
		"$(nanoseconds "$assay" list --store "$tmp/assay.db" --all)" \
		"$(nanoseconds "$assay" run --style none 'sleep 0.05')" \
		"$(nanoseconds "$assay" run --list -f "$tmp/suite.yaml")" >>"$tmp/verbs"
	[ ! "$hyperfine" ] || nanoseconds hyperfine --style none 'sleep 0.05' >>"$tmp/sleep"
done
echo "whole processes"
printf '  assay --version (5 ms)      '; column 1 1e6 <"$tmp/verbs" | summary ' ms'
printf '  assay list of 10000 (100 ms)'; column 2 1e6 <"$tmp/verbs" | summary ' ms'
printf '  run --list of 10000 (300 ms)'; column 4 1e6 <"$tmp/verbs" | summary ' ms'
printf "  assay run 'sleep 0.05' (1.5 s)"; column 3 1e9 <"$tmp/verbs" | summary ' s'
[ ! "$hyperfine" ] || { printf "  hyperfine 'sleep 0.05'      "; column 1 1e9 <"$tmp/sleep" | summary ' s'; }
