# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154 # of papers/run: build, assay
# S5: four benchmarks, 100 trials of 10 000 measurements each, and 100 calibrations; QUICK=1: 40 of 1000, and 40, about
# a minute. examples/micro is that of the build.

measure() {
	local counts=() calibrations=()
	cp "$build/examples/micro" .
	if [ "${QUICK-}" = 1 ]; then
		counts=(-r 40 --iterations 1000)
		calibrations=(-r 40)
	fi
	campaign s5 "${counts[@]}"
	campaign s5-calibrations "${calibrations[@]}"
	[ -e s5-oracle.json ] || oracle >s5-oracle.json
}

# How many operations to time together, with this machine's clock, which is measured once.
oracle() {
	local costs=() ns
	for ns in 1 10 50 100 250 500 1000 2000 5000 9000; do
		costs+=(--oracle "${ns}ns")
	done
	"$assay" plan "${costs[@]}" --json
}

# What each estimate of a trial says: of all trials, and how often two trials of the same are called different by more
# than 5 %, or differ by 5 % or 30 % and are.
tables() {
	for estimate in mean median trimmed min; do
		metric=time:$estimate
		[ "$estimate" != mean ] || metric="time"
		"$assay" show --estimators --metric "$metric" --json s5 >"s5-trials-$estimate.json"
	done
	"$assay" aa --estimator mean --estimator trimmed --estimator median --estimator min --group 1 --tolerance 5% \
		--change 5%,30% --json s5 >s5-judge.json
	shown s5-calibrations calibrations --estimators --metric time
	"$build/bench/validity/validity" -n "${DELAYS:-2000}" delays >s5-delays.tsv
	figure s5 sequence
	figure s5 trials
	figure s5 by-execution
	figure s5-calibrations per-n
}
