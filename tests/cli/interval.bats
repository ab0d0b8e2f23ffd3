#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Which interval a mean gets: t, for skewed executions the wider ends of that and Hall's, and what
# --interval asks for.
load common

# Twelve executions of which one is slow.
skewed() {
	printf '%s\n' execution,value,unit 1,10,ms 2,10.1,ms 3,10.2,ms 4,10.3,ms 5,10.1,ms 6,10,ms 7,10.2,ms \
		8,10.4,ms 9,10.1,ms 10,10.3,ms 11,13,ms 12,10.2,ms >a.csv
}

@test "where executions are skewed the screen says which two intervals the wider ends are of" {
	skewed
	LC_ALL=C "$ASSAY" show -v --estimator mean a.csv >out
	diff - out <<-'END'
		a.csv          12 executions
		  time     10.4 ms
		           95 % if executions are independent 9.9 .. 12.1 ms, for this table
		           the wider ends of t 9.9 .. 10.9, and Hall's 9.9 .. 12.1 ms:
		           executions are skewed (2.9)
		           min 10.0   quartiles 10.1 10.2 10.3   max 13.0 ms
		  shape    #-         .
		  modes    of 12 executions 1
		  steady   the table has no column order, so it is unknown whether executions
		           depend on those before them
		  next     48 executions would halve the interval, to +- 5.3 %
	END
	"$ASSAY" show --json --estimator mean a.csv >out.json
	"$SCHEMA_CHECK" "$SCHEMA" out.json
	[ "$(jq -r '.subjects[0].summaries[0].interval | .method, .bootstrap, (.lo, .hi | round)' out.json | xargs)" = \
		"skewed null 9884073 12104019" ]
}

@test "--interval t gives that of the t distribution alone" {
	skewed
	LC_ALL=C "$ASSAY" show -v --interval t a.csv >out
	grep -q '95 % if executions are independent 9.9 .. 10.9 ms (t, 11 df),$' out
	[ "$(grep -c 'wider ends' out)" -eq 0 ]
}

@test "each way of resampling is named with its resamples, and the same each time" {
	skewed
	LC_ALL=C "$ASSAY" show -v --interval bootstrap-t a.csv >out
	diff - <(sed -n 2,4p out) <<-'END'
		  time     10.4 ms +- 12 %
		           95 % if executions are independent 10.1 .. 12.6 ms, for this table
		           bootstrap-t, from 9999 resamples of the executions; t 9.9 .. 10.9 ms
	END
	LC_ALL=C "$ASSAY" show -v --interval bootstrap-t a.csv >again
	diff out again
	seq 40 | sed 's/^/e,/; s/$/,ms/; 1iexecution,value,unit' | awk -F, 'NR > 1 { $1 = NR } { print $1 "," $2 "," $3 }' >b.csv
	for kind in percentile:percentile bca:BCa; do
		"$ASSAY" show -v --interval "${kind%:*}" b.csv >out
		grep -q "^           ${kind#*:}, from 9999 resamples of the executions; t " out
	done
}

@test "what takes more executions than there are is refused in a sentence, and the interval stays" {
	skewed
	for kind in percentile:percentile bca:BCa; do
		"$ASSAY" show -v --interval "${kind%:*}" a.csv >out
		[ "$(rows interval | head -1)" = "${kind#*:} is refused: it takes 30 executions, and there are 12; with fewer it covers less often than it says" ]
		grep -q 'the wider ends of' out
	done
	head -5 a.csv >few.csv
	"$ASSAY" show -v --interval bootstrap-t few.csv >out
	[ "$(rows interval)" = "bootstrap-t is refused: it takes 5 executions, and there are 4; with fewer it covers less often than it says" ]
	"$ASSAY" show --json --interval bca a.csv >out.json
	"$SCHEMA_CHECK" "$SCHEMA" out.json
	[ "$(jq -r '.subjects[0].summaries[0].interval | .method, .refused' out.json | xargs)" = "skewed bca" ]
	assay_fails 2 "cannot use 'median' for --interval: expected one of auto, t, percentile, bca, bootstrap-t" \
		show -v --interval median a.csv
}

@test "percentile and bca give median and quartiles intervals from ten executions on" {
	skewed
	"$ASSAY" show -v --interval percentile a.csv >out
	rows interval | tail -1 | grep -qE '^25 % quantile 10.10 \(10.00 .. 10.20\) ms, median 10.20 \(10.10 .. 10.30\) ms, 75 % quantile 10.30 \(10.20 .. [0-9.]+\) ms, by percentile, approximately: 12 executions$'
	"$ASSAY" show --json --interval percentile a.csv >out.json
	"$SCHEMA_CHECK" "$SCHEMA" out.json
	[ "$(jq -c '[.subjects[0].summaries[0].interval.quantiles[] | .p]' out.json)" = '[0.25,0.5,0.75]' ]
	head -9 a.csv >few.csv
	"$ASSAY" show -v --interval bca few.csv >out
	[ "$(rows interval)" = "BCa is refused: it takes 30 executions, for quantiles 10, and there are 8; with fewer it covers less often than it says" ]
}

@test "an interval that was asked for is shown, and what is kept is ours" {
	"$ASSAY" run -r 6 --interval bootstrap-t --export x.assay true >out
	grep -q 'resamples of the executions\|is refused' out
	"$ASSAY" store verify
	"$ASSAY" run -r 6 --estimator mean true >out
	"$ASSAY" run -r 6 --ratio means true 'true ' >out
	"$ASSAY" store verify
	[[ "$("$ASSAY" show --json x.assay | jq -r '.subjects[0].summaries[0].interval.method')" == @(t|mixture) ]]
}
