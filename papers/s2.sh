# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154 # top, assay: of papers/run
# S2: 60 builds of 10 executions of 20 iterations; QUICK=1: 40 of 4 of 10, about 10 minutes.

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
}
