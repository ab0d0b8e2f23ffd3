# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154 # top, assay: of papers/run
# S1: the counts of the paper, as papers/s1*.yaml have them, half an hour; QUICK=1: a fourth of the executions (15 stay 15) and builds, a tenth of
# the iterations, about 5 minutes. FACTOR=2 has half as many iterations again.

# shellcheck source=papers/benchmarks.sh
. "$top/papers/benchmarks.sh"

# fewer NAME: the suite papers/NAME.yaml with the counts of this run.
fewer() {
	local units=1 iterations=${FACTOR:-1}
	[ "${QUICK-}" != 1 ] || { units=4 && iterations=$((10 * iterations)); }
	awk -v units="$units" -v iterations="$iterations" '{
		line = ""
		while (match($0, /(runs|builds|iterations): [0-9]+/)) {
			split(substr($0, RSTART, RLENGTH), part, ": ")
			by = part[1] == "iterations" ? iterations : part[2] > 20 ? units : 1
			line = line substr($0, 1, RSTART - 1) part[1] ": " int(part[2] / by + 0.5)
			$0 = substr($0, RSTART + RLENGTH)
		}
		print line $0
	}' "$top/papers/$1.yaml" >"$1.yaml"
}

measure() {
	for name in s1 s1-builds; do
		fewer "$name"
		campaign "$name"
	done
}

tables() {
	table s1 impact
	table s1 levels
	table s1-builds impact
	if [ -n "$drawn" ]; then
		cp s1-builds-impact.json s1-builds-impact-processor.json
	else
		"$assay" show --table impact --json --metric processor "$(result s1-builds)" >s1-builds-impact-processor.json
	fi
	said s1 fft fft-fixed marshal ping http auction
	related
	picture s1-figure-1 s1 fft-fixed --kind course
}

# related: times beside misses of the cache where the machine counts them, else beside what it has no room for of the
# pages that a run got, which are told to root alone; else nothing.
related() {
	local over
	for over in cache_misses page_conflicts; do
		if table s1 correlation --over "$over" 2>/dev/null; then
			picture s1-figure-3 s1 fft-fixed --kind scatter --over "$over"
			return
		fi
	done
	rm -f s1-correlation.json
}
