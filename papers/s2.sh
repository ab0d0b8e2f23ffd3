# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154 # top, assay: of papers/run
# S2: 60 builds of 10 executions of 20 iterations, about 4 minutes on a quiet machine; QUICK=1: 40 of 4 of 10.

# shellcheck source=papers/benchmarks.sh
. "$top/papers/benchmarks.sh"

measure() {
	if [ "${QUICK-}" = 1 ]; then
		campaign s2 --builds 40 -r 4 --iterations 10
	else
		campaign s2 --builds 60 -r 10 --iterations 20
	fi
}

tables() {
	for name in alarms impact dimension; do
		table s2 "$name"
	done
	if [ -z "$drawn" ]; then
		sweep >s2-sweep.tsv
	elif [ -e "$drawn/s2-sweep.tsv" ]; then
		cp "$drawn/s2-sweep.tsv" .
	fi
}

# optimum: of each benchmark its name and how many executions and iterations (21) and (23) ask for; none where a variance
# is 0, so that they have no counts.
optimum() {
	jq -r '.rows | group_by(.benchmark)[] | INDEX(.level) as $of | [.[0].benchmark, $of.execution.published,
		$of.iteration.published] | select(all) | @tsv' s2-dimension.json
}

# foreseen BENCHMARK ARGUMENT...: what a plan of a minute gives: benchmark, executions, iterations, the half-width.
foreseen() {
	"$assay" plan "@$(number_of s2 "$1")" --budget 1m --json "${@:2}" 2>/dev/null |
		jq -r --arg of "$1" '(.levels | INDEX(.name)) as $level |
			[$of, $level.execution.count, $level.iteration.count, .half_width] | select(all) | @tsv'
}

# sweep: of each of these the plan with those counts, and then a grid of others.
sweep() {
	local benchmark m n executions iterations
	while read -r benchmark m n; do
		foreseen "$benchmark" -r "$m" --iterations "$n"
		for executions in 1 2 5 10 20 50 100; do
			for iterations in 1 3 10 30 100; do
				foreseen "$benchmark" -r "$executions" --iterations "$iterations"
			done
		done
	done < <(optimum)
}
