# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# What the benches of this folder share.

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# nanoseconds COMMAND...: how long the whole process takes
nanoseconds() {
	begin=$(date +%s%N)
	"$@" >/dev/null 2>&1 || {
		echo "bench: cannot time '$*': it fails; run it alone to see why" >&2
		exit 1
	}
	echo $(($(date +%s%N) - begin))
}

# summary UNIT: of numbers on standard input, one a line: median and range
summary() {
	sort -g | awk -v unit="$1" '{ x[NR] = $1 } END {
		m = NR % 2 ? x[(NR + 1) / 2] : (x[NR / 2] + x[NR / 2 + 1]) / 2
		printf "median %.3f%s  range %.3f .. %.3f%s  of %d\n", m, unit, x[1], x[NR], unit, NR }'
}
