#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# draws.sh [BUILD]: what the random methods and those for long series take, and, where there is R, how many
# times as long it takes for the same in the same minute. About a minute.
set -eu
build=${1:-build}
here=$(dirname "$0")

for what in draws series; do
	ours=$("$build/bench/bench_$what")
	echo "$ours"
	if ! command -v Rscript >/dev/null; then
		echo 'R is not installed (r-base-core): no ratio to it'
		continue
	fi
	Rscript "$here/$what.R" | while IFS="$(printf '\t')" read -r name seconds; do
		echo "$ours" | awk -v name="$name" -v r="$seconds" 'index($0, name " ") == 1 {
			s = substr($0, 63)
			printf "%-62s %.3f s, R %s: %.0f times as long\n", name, s, r " s", r / s }'
	done
done
