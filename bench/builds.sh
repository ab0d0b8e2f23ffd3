#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# builds.sh [BUILD [REPOSITORY [BASE HEAD]]]: what builds cost while layouts are drawn. A clone or bundle of lz4, two of
# its versions, BUILDS (10) builds of each: compiled once and side by side, beside compiled each time and one
# after the other, as was before; of those PLAIN (2) of each. Later builds are to cost below 10 % of the first,
# all of them below 1.5 of one plain build. Skipped where there is no such repository.
set -eu
build=$(cd "${1:-build}" && pwd)
repository=$(realpath "${2:-../shared/real/lz4.bundle}")
base=${3:-v1.9.3} head=${4:-v1.9.4}
assay=$build/src/cli/assay
[ -e "$repository" ] || { echo "builds: there is no $repository"; exit 0; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export ASSAY_STORE="$tmp/store.db" XDG_CACHE_HOME="$tmp/cache"
git clone -q "$repository" "$tmp/lz4"
cd "$tmp/lz4"
git archive "$base" >"$tmp/data"

# made BUILDS OPTION...: makes so many of each; prints the seconds of all, of the first ones, of the later ones' median
made() {
	n=$1
	shift
	"$assay" diff "$base" "$head" --randomize layout --builds "$n" -r 1 -w 0 "$@" --build 'make -C programs lz4' \
		--artifact programs/lz4 -- programs/lz4 -1 -c "$tmp/data" >"$tmp/out"
	"$assay" show --json @last | jq -r '
		[.subjects[].tree.builds] as $b
		| [$b[] | .cost_s[0]] as $first | ([$b[] | .cost_s[1:][]] | sort) as $later
		| ([$b[] | [(.started | map(sub("\\.[0-9]+Z"; "Z") | fromdate)), .cost_s] | transpose[] | add] | max) as $last
		| ([$b[] | .started[0] | sub("\\.[0-9]+Z"; "Z") | fromdate] | min) as $begin
		| [$last - $begin, ($first | max), ($first | min), $later[($later | length / 2 | floor)]] | map(tostring) | join(" ")'
}

plain=$(made "${PLAIN:-2}" --build-cache none --build-jobs 1)
once=$(made "${BUILDS:-10}")
again=$(made "${BUILDS:-10}")
echo "$plain / $once / $again" | awk -v n="${BUILDS:-10}" -v load="$(cut -d' ' -f1 /proc/loadavg)" '{
	printf "as before: one build %.2f s, %d builds of each about %.1f s\n", $2, n, 2 * n * $2
	printf "compiled once, side by side: the first %.2f and %.2f s, each later one %.2f s: %.1f %%\n", $7, $8, $9, 100 * $9 / $2
	printf "%d builds of each: %.1f s, %.2f of one plain build (below 1.5)\n", n, $6, $6 / $2
	printf "in a later experiment: %.1f s, %.2f of one plain build\n", $11, $11 / $2
	printf "load average %s\n", load }'
