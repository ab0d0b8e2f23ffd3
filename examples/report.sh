#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# report.sh COMMAND...: runs the command again and again and reports each as one iteration to assay:
#
#	assay run 'examples/report.sh gzip -kf data'
#
# A shell reads the clock by starting a program, which takes about a millisecond of each iteration:
# good for long ones. Without assay the report goes to the terminal.
report=${ASSAY_REPORT:-/dev/stdout}
echo "assay 1" >>"$report"
i=0
while [ "$i" -lt "${ASSAY_ITERATIONS:-20}" ]; do
	start=$(date +%s%N)
	"$@" >/dev/null || {
		echo "failed $1 ended with status $?" >>"$report"
		exit 1
	}
	echo "iteration $(($(date +%s%N) - start)) ns" >>"$report"
	i=$((i + 1))
done
