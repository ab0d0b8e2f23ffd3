#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Tables in long form: shown, compared, read from standard input, written, refused. Their numbers are
# held against the reference in levels.bats.
load common

machines() {
	cat >a.csv <<-'CSV'
		machine,boot,run,value,unit
		a,1,1,10,ms
		a,1,2,11,ms
		a,2,1,12,ms
		a,2,2,11,ms
		b,1,1,14,ms
		b,1,2,15,ms
		b,2,1,15,ms
		b,2,2,13,ms
	CSV
}

@test "a table is shown with the names of its levels" {
	machines
	LC_ALL=C "$ASSAY" show a.csv >out
	diff - out <<-'END'
		a.csv          2 machines x 2 boots x 2 runs
		  time     13 ms +- 164 %
		           95 % confidence -8 .. 33 ms (t, 1 df), for this table
		           min 10   median 12 ms
		  variation
		    machine      85 % ####################   impact factor 4.2
		    boot          0 % no visible variation   impact factor 1.0
		    run          15 % ###
		  warning  2 machines: the interval is 12.7 standard errors wide on each side; 5
		           would give 2.78, 10 would give 2.26
		  next     5 machines x 2 boots x 2 runs would halve the interval, to +- 82 %
	END
}

@test "standard input is a table, too, of any separator" {
	machines
	"$ASSAY" show --json a.csv | jq '.subjects[0].summaries' >want
	tr , ';' <a.csv | "$ASSAY" show --json - | jq '.subjects[0].summaries' >got
	diff want got
	sed 's/$/\r/' a.csv | "$ASSAY" show --json - | jq '.subjects[0].summaries' >got
	diff want got
	"$ASSAY" show --json a.csv | "$SCHEMA_CHECK" "$SCHEMA"
}

@test "tables are compared, and no more is claimed than that they or their sessions differ" {
	machines
	sed 's/,1\([0-9]\),ms/,2\1,ms/' a.csv >b.csv
	"$ASSAY" compare --json a.csv b.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	[ "$(jq -r '.comparisons[0] | .verdict, .n, (.findings | map(.id) | index("OTHER_SESSION") != null)' out | xargs)" = \
		"none 2 true" ]
	assay_fails 2 "cannot compare 'a.csv' with 'a.csv': they are the same experiment; measure once more, or assay show it" \
		compare a.csv a.csv
}

@test "subjects of one table: paired by rounds, or without a verdict" {
	{
		echo subject,execution,round,value
		for i in 0 1 2 3 4 5 6 7; do
			echo "a,$i,$i,10$i"
			echo "b,$i,$i,$((200 + i * i % 5))"
		done
	} >a.csv
	"$ASSAY" show --json a.csv >out
	[ "$(jq -r '.comparisons[0] | .interval.method, .verdict' out | xargs)" = "paired slower" ]
	cut -d, -f1,2,4 a.csv >b.csv
	"$ASSAY" show --json b.csv >out
	[ "$(jq -r '.comparisons[0] | .interval.method, .verdict, .findings[0].id' out | xargs)" = "welch none NO_ROUNDS" ]
}

@test "what is exported as a table reads back as the same trees" {
	script bench <<-'SH'
		n=$(($(cat count 2>/dev/null) + 1))
		echo "$n" >count
		{
			echo 'assay 1'
			for i in 1 2 3; do
				echo "iteration $((11 + i * n % 6)) ns"
				echo "value hits $i count more"
			done
		} >>"$ASSAY_REPORT"
	SH
	"$ASSAY" run --style none -r 7 -n 'a, "quoted" name' -n b ./bench './bench b'
	"$ASSAY" export @last x.csv
	"$ASSAY" show --json >want
	"$ASSAY" show --json x.csv >got
	for what in '[.subjects[].name]' '[.subjects[].tree.iterations | .first, .role, .values]' \
		'[.subjects[].tree.executions | .order, .round, .role, .ending, .values]' \
		'[.subjects[].summaries[0] | .mean, .sd, (.levels[] | .s2, .t2)]' '.comparisons[0].ratio'; do
		[ "$(jq -c "$what" want)" = "$(jq -c "$what" got)" ] || {
			echo "$what"
			jq -c "$what" want got
			return 1
		}
	done
	"$ASSAY" export x.csv y.csv
	cmp x.csv y.csv
}

@test "what is no table is refused with its place" {
	printf 'execution,value\n1,2\n2,fast\n' >a.csv
	assay_fails 6 "cannot read 'a.csv', line 3, column 3: expected a finite number, found 'fast'" show a.csv
	printf '1,2\n2,3\n' >a.csv
	assay_fails 6 "cannot read 'a.csv', line 1, column 1: '1' names no level; a table begins with a line that names its columns, such as build,execution,iteration,metric,value,unit" \
		show a.csv
	printf 'run,value\n1,2\n2,3\n' >a.csv
	assay_fails 2 "cannot keep 'a.csv': it is a table, which says nothing of how it was measured; assay show takes it as it is" \
		import a.csv
	assay_fails 2 "cannot export 'a.csv' as JSON: it is a table, which says nothing of how it was measured; name a file that ends in .csv" \
		export a.csv
}
