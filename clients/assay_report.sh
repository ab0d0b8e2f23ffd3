# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Benchmarks in shell for `assay run` (docs/reporter.md). Copy this file; it needs a POSIX shell and a date
# with nanoseconds (GNU, busybox).
#
#	#!/bin/sh
#	. ./assay_report.sh
#	assay_benchmark compress gzip -kf data
#	assay_benchmark copy cp data copy
#
# `assay run ./bench.sh` makes every benchmark a subject of its own. A shell reads the clock by starting a
# program, which takes about a millisecond of each iteration: good for long ones, and for comparing them.

# assay_line FILE LINE: appends a line, with one write; the first time the version stands before it.
assay_line() {
	if [ -z "${assay_begun:-}" ]; then
		echo "assay 1" >>"$1"
		assay_begun=1
	fi
	printf '%s\n' "$2" >>"$1"
}

# assay_benchmark NAME COMMAND...: a benchmark, whose name is one word, that runs the command again and again.
assay_benchmark() {
	assay_name=$1
	shift
	if [ -n "${ASSAY_LIST:-}" ]; then
		assay_line "$ASSAY_LIST" "benchmark $assay_name"
		return
	fi
	[ "${ASSAY_BENCHMARK:-$assay_name}" = "$assay_name" ] || return 0
	assay_i=0
	while [ "$assay_i" -lt "${ASSAY_ITERATIONS:-20}" ]; do
		assay_start=$(date +%s%N)
		if ! "$@" >/dev/null; then
			assay_line "${ASSAY_REPORT:-/dev/stdout}" "failed $1 has failed"
			return 1
		fi
		assay_end=$(date +%s%N)
		assay_line "${ASSAY_REPORT:-/dev/stdout}" \
			"iteration $((assay_end - assay_start)) ns benchmark=$assay_name"
		assay_i=$((assay_i + 1))
	done
}

# assay_values NAME UNIT FILE: many numbers of one metric, such as the latencies that a load generator wrote:
# FILE has them with blanks or newlines between. `assay run --criterion latency:p99 ./client.sh` takes them.
assay_values() {
	[ -n "${ASSAY_REPORT:-}" ] || return 0
	assay_n=$(awk '{ n += NF } END { print n + 0 }' "$3") || return 1
	[ "$assay_n" -gt 0 ] || return 0
	assay_line "$ASSAY_REPORT" "values $1 $assay_n $2"
	awk '{ for (i = 1; i <= NF; i++) print $i }' "$3" >>"$ASSAY_REPORT"
}
