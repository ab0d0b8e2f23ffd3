#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the journal costs on top of executions of an empty program (wanted: at most 3 %).
#
# usage: bench/journal.sh [BUILD]     BUILD is a build directory
#
# 101 pairs of 200 executions with and without a journal, one after the other; every ratio is of a
# pair. The time of a pair on a machine that does other things, too, differs by much more than 3 %:
# that is why there are so many, and why the processor time that the journal takes assay is set
# against the time of the executions as well. Prints medians, quartiles and what is wanted.
set -eu
build=${1:-build}
ASSAY_SPAWN=$build/src/spawn/assay-spawn
export ASSAY_SPAWN
. "$(dirname "$0")/timing.sh"

"$build/bench/bench_journal" 101 200 "$tmp/journals" "$build/bench/empty" >"$tmp/pairs"

# quarters FORMAT: of numbers on standard input
quarters() {
	sort -g | awk -v format="$1" '{ x[NR] = $1 } END {
		printf format, x[int((NR + 1) / 2)], x[int((NR + 3) / 4)], x[int((3 * NR + 1) / 4)]; print "" }'
}

echo "the journal, 200 executions of an empty static program, 101 pairs"
printf '  one execution                  '; awk '{ print $2 / 200e3 }' "$tmp/pairs" | quarters 'median %.1f us  quartiles %.1f .. %.1f us'
printf '  with/without, time             '; awk '{ print ($1 / $2 - 1) * 100 }' "$tmp/pairs" | quarters 'median %+.2f %%  quartiles %+.2f .. %+.2f %%  (wanted 3 %%)'
printf "  with - without, assay's processor time, of that of the executions "; awk '{ print ($3 - $4) / $2 * 100 }' "$tmp/pairs" | quarters 'median %+.2f %%  quartiles %+.2f .. %+.2f %%  (wanted 3 %%)'
