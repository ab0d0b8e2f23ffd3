#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What launching through assay-spawn costs beside bench/minloop, the least there is.
#
# usage: bench/spawn.sh [BUILD]     BUILD is a build directory, made with the default options
#
# 9 times, one after the other: minloop, spawnloop, and hyperfine -N if it is there, 2000 launches
# of an empty program each. Then 9 times 500 launches of a program that spins for a millisecond.
# Every ratio is of two neighbours in time. Prints median and range.
set -eu
build=${1:-build}
here=$build/bench
ASSAY_SPAWN=$build/src/spawn/assay-spawn
export ASSAY_SPAWN
. "$(dirname "$0")/timing.sh"

for _ in 1 2 3 4 5 6 7 8 9; do
	bare=$(nanoseconds "$here/minloop" 2000 "$here/empty")
	ours=$(nanoseconds "$here/spawnloop" 2000 "$here/empty")
	echo "$bare $ours" >>"$tmp/empty"
	if command -v hyperfine >/dev/null; then
		echo "$(nanoseconds hyperfine -N --warmup 0 -r 2000 "$here/empty") $ours" >>"$tmp/hyperfine"
	fi
done
echo "whole process, 2000 launches of an empty program"
printf '  minloop            '; awk '{ print $1 / 1e9 }' "$tmp/empty" | summary ' s'
printf '  spawnloop          '; awk '{ print $2 / 1e9 }' "$tmp/empty" | summary ' s'
printf '  spawnloop/minloop  '; awk '{ print $2 / $1 }' "$tmp/empty" | summary ''
if [ -e "$tmp/hyperfine" ]; then
	printf '  hyperfine -N       '; awk '{ print $1 / 1e9 }' "$tmp/hyperfine" | summary ' s'
	printf '  spawnloop/hyperfine'; awk '{ print $2 / $1 }' "$tmp/hyperfine" | summary ''
fi

for _ in 1 2 3 4 5 6 7 8 9; do
	bare=$("$here/minloop" 500 "$here/spin")
	echo "$bare $("$here/spawnloop" 500 "$here/spin")" >>"$tmp/spin"
done
echo "median wall time of a program that spins for 1 ms"
printf '  minloop            '; awk '{ print $1 / 1e3 }' "$tmp/spin" | summary ' us'
printf '  spawnloop          '; awk '{ print $2 / 1e3 }' "$tmp/spin" | summary ' us'
printf '  difference         '; awk '{ print ($2 - $1) / 1e3 }' "$tmp/spin" | summary ' us'
