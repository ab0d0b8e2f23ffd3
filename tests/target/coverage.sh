#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/target/coverage.sh ASSAY TARGET [N]: whether the interval and the verdict keep their promises,
# through the command line, on a program whose mean is known (target.c). Seeds 1 to N (200), each:
# one command, how often its 95 % interval has the truth in it; the same program twice, how often
# it comes out different. Once with the defaults, once with a stage 1 of 10 and a target that needs
# stage 2. Exit status 1 if a count is one that chance gives less than once in 1000 times.
set -u
assay=$1 target=$2 n=${3:-200} truth=1000000
export ASSAY_STORE="${TMPDIR:-/tmp}/assay-coverage-$$"
tree='execution=0.01 iteration=0.02'
trap 'rm -rf "$ASSAY_STORE"*' EXIT

one() {
	"$assay" run --json --seed "$1" $options "$target seed=$1 $tree" |
		jq -r --argjson truth "$truth" '.subjects[0].summaries[0] | [
			(.interval.lo <= $truth and $truth <= .interval.hi), .n,
			.interval.half_width / .mean] | @tsv'
}

pair() {
	"$assay" run --json --seed "$1" $options "$target seed=$1 $tree" "$target seed=$(($1 + 10000)) $tree" |
		jq -r '.comparisons[0] | [(.interval.lo <= 1 and 1 <= .interval.hi), .n,
			(.interval.hi - .interval.lo) / 2, .verdict] | @tsv'
}

# The bounds are those of a binomial with 95 %, 3.3 standard deviations wide.
count() {
	awk -v n="$n" -v what="$1" '
		{ hit += $1 == "true"; units += $2; width += $3; if ($4) verdict[$4]++ }
		END {
			printf "%s: the truth is inside in %d of %d (%.1f %%), %.1f executions, ± %.2f %%",
				what, hit, NR, 100 * hit / NR, units / NR, 100 * width / NR
			for (v in verdict) printf ", %s %d", v, verdict[v]
			print ""
			exit NR != n || hit / NR < 0.95 - 3.3 * sqrt(0.95 * 0.05 / n)
		}'
}

status=0
for options in '' '--stage1 10 --precision 0.4%'; do
	for kind in one pair; do
		seed=1
		while [ "$seed" -le "$n" ]; do
			$kind "$seed"
			seed=$((seed + 1))
		done | count "$kind ${options:-by default}" || status=1
	done
done
exit $status
