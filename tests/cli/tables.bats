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
	LC_ALL=C "$ASSAY" show -v a.csv >out
	diff - out <<-'END'
		a.csv          2 machines x 2 boots x 2 runs
		  time     12 ms
		           values 10 .. 15 ms; no interval from 2 machines: measure at least 3
		           min 10   quartiles 11 12 14   max 15 ms
		  variation
		    machine      86 % ####################   impact factor 3.8 (1.0 .. 105)
		    boot          0 % no visible variation   impact factor 1.0 (1.0 .. 4.3)
		    run          14 % ###
		  steady   iterations: 4 unknown of 4 executions
		  modes    of 8 runs 1
		  warning  2 machines are too few: the interval is 12.7 standard errors wide on
		           each side; 5 would give 2.78, 10 would give 2.26
		  next     8 machines x 2 boots x 2 runs would halve the interval
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

# drifting FILE: 40 executions that take 10 % longer towards the end, their lines in no order of time.
drifting() {
	awk 'BEGIN {
		print "execution,order,value,unit"
		for (i = 0; i < 40; i++) {
			at = i * 17 % 40
			printf "%d,%d,%.3f,ms\n", i + 1, at, 100 + at / 4 + at * 7 % 5 / 2 + sin(at)
		}
	}' >"$1"
}

order_of() {
	"$ASSAY" show --json "$1" >json
	"$SCHEMA_CHECK" "$SCHEMA" json >/dev/null
	jq -c '.subjects[0].summaries[0].steadiness.order | if . then [.n, .found, .trend] else . end' json
}

@test "drift is told of a table that says in which order its executions were, and of no other" {
	drifting a.csv
	cut -d, -f1,3,4 a.csv >b.csv
	[ "$(order_of a.csv)" = "[40,true,true]" ]
	"$ASSAY" show -v a.csv >out
	[[ "$(rows warning)" == *"values became slower from the first run to the last, by 9."*" % (p < 0.0001)"* ]]
	[[ "$(rows time)" == *" less than 95 % confidence "* ]]
	# Lines that happen to be in the order of time do not say so.
	{
		head -1 a.csv
		tail -n +2 a.csv | sort -t , -k 2n
	} | cut -d, -f1,3,4 >c.csv
	for file in b.csv c.csv; do
		[ "$(order_of "$file")" = null ]
		"$ASSAY" show -v "$file" >out
		[ "$(rows warning)" = "" ]
	done
	# It stays so in a store, and in what is written.
	"$ASSAY" import a.csv
	[ "$(order_of @last)" = "[40,true,true]" ]
	"$ASSAY" export @last d.csv
	[ "$(order_of d.csv)" = "[40,true,true]" ]
	"$ASSAY" export c.csv e.csv
	[ "$(order_of e.csv)" = null ]
}

@test "JSON says that there is a trend only where the screen does" {
	# It goes one way, by less than a thousandth of the mean.
	awk 'BEGIN {
		print "execution,order,value,unit"
		for (i = 0; i < 40; i++)
			printf "%d,%d,%.6f,ms\n", i, i, 100 + i / 4000 + i * 7 % 5 / 2000
	}' >a.csv
	[ "$(order_of a.csv)" = "[40,true,false]" ]
	"$ASSAY" show -v a.csv >out
	[[ "$(rows warning)" != *became* ]]
}

@test "what is no table is refused with its place" {
	printf 'execution,value\n1,2\n2,fast\n' >a.csv
	assay_fails 6 "cannot read 'a.csv', line 3, column 3: expected a finite number, found 'fast'" show a.csv
	printf '1,2\n2,3\n' >a.csv
	assay_fails 6 "cannot read 'a.csv', line 1, column 1: '1' names no level; a table begins with a line that names its columns, such as build,execution,iteration,metric,value,unit" \
		show a.csv
	printf 'run,value\n1,2\n2,3\n' >a.csv
	printf 'a,b,c,d,e,value\n1,1,1,1,1,2\n' >b.csv
	assay_fails 6 "cannot keep 'b.csv': it has more than 4 levels, which is what a store has; the mean of the lowest in one value each makes one less" \
		import b.csv
	assay_fails 2 "cannot export 'a.csv' as JSON: it is a table, which says nothing of how it was measured; name a file that ends in .csv, or assay import it first" \
		export a.csv
}

@test "a plain column of numbers is read, and a file whatever its name" {
	printf '# ms\n12.5\n13.1\n\n12.9\n13\n' >v.txt
	cp v.txt v
	printf 'execution,value\n1,12.5\n2,13.1\n3,12.9\n4,13\n' >v.csv
	for file in v.txt v v.csv; do
		"$ASSAY" show --json $file | jq -c '.subjects[0].summaries[0] | [.n, .mean, .low, .high]' >$file.out
	done
	cmp v.out v.csv.out
	cmp v.txt.out v.csv.out
	printf '1\nx\n' >v.txt
	assay_fails 6 "cannot read 'v.txt', line 2: expected a finite number, found 'x'" show v.txt
	# A label goes before a file.
	"$ASSAY" run --style none -r 2 -w 0 --label v true
	[ "$("$ASSAY" show --json v | jq .experiment.id)" = 1 ]
}

@test "a table is kept, and is the table again in every way out" {
	printf 'subject,machine,run,metric,value,unit\na,1,1,zeta,3,x\na,1,1,wall,5,ms\na,1,2,alpha,4,x\na,1,2,wall,6,ms\na,2,1,wall,5.5,ms\nb,1,1,zeta,3,x\n' >t.csv
	"$ASSAY" import t.csv >said
	[ "$(cat said)" = "t.csv: kept as experiment 1" ]
	diff <("$ASSAY" show -v t.csv) <("$ASSAY" show -v 1)
	# The order of metrics is that of the table, from file and store, and through JSON.
	"$ASSAY" export t.csv t1.csv
	"$ASSAY" export 1 t2.csv
	"$ASSAY" export 1 t.json
	"$ASSAY" export t.json t3.csv
	"$ASSAY" export t1.csv t4.csv
	for i in 2 3 4; do cmp t1.csv t$i.csv; done
	[ "$(cut -d, -f4 t1.csv | grep -n '[a-z]' | sort -t: -uk2 | sort -n | cut -d: -f2 | paste -sd ' ')" = "metric zeta wall alpha" ]
	[ "$("$ASSAY" show --json 1 | jq -r '.experiment.table')" = t.csv ]
	"$ASSAY" import t.csv >said
	[ "$(cat said)" = "t.csv: is in the store already, as experiment 1" ]
	"$ASSAY" store label 1 elsewhere
	"$ASSAY" show -v elsewhere >/dev/null
	run "$ASSAY" run -v --extend 1
	[ "$status" -eq 2 ]
}

# versions FROM TO: lines of a table, twice as slow from v10 on.
versions() {
	for v in $(seq "$1" "$2"); do
		for e in 1 2 3 4 5; do
			echo "v$v,2026-01-$(printf %02d "$v"),sort,$e,$((100 * (1 + (v >= 10)) + (v * 7 + e * 5) % 11)),ms"
			echo "v$v,2026-01-$(printf %02d "$v"),find,$e,$((100 + (v * 3 + e * 5) % 11)),ms"
		done
	done
}

# bats test_tags=long
@test "a table of versions and dates is a history in one command" {
	{ echo version,date,benchmark,execution,value,unit; versions 1 20; } >h.csv
	"$ASSAY" import h.csv >said
	[ "$(tail -1 said)" = "h.csv: kept as experiment 20, v20" ]
	"$ASSAY" history --json >out
	[ "$(jq -c '[.series[] | [.name, (.versions | length)]]' out | tr -d '"')" = "[[find,20],[sort,20]]" ] ||
		{ jq -c ".series[] | [.name, .versions]" out; return 1; }
	"$ASSAY" history >out
	grep -q 'v10 *2026-01-10' out
	# Of the file itself it is the same, and no store is made.
	"$ASSAY" history --store none.db h.csv >direct
	cmp out direct
	"$ASSAY" history --store none.db h.csv 'so*' --json >direct.json
	[ "$(jq -c '[.series[] | [.name, (.versions | length)]]' direct.json)" = '[["sort",20]]' ]
	[ ! -e none.db ]
	assay_fails 2 "cannot show the history of 'none': no benchmark in the files has that name in any version that is looked at; assay history without a name shows those that there are" \
		history h.csv none
	printf 'version,date,execution,value\nv1,yesterday,1,5\n' >e.csv
	assay_fails 6 "cannot read 'e.csv', line 2, column 4: expected a date such as 2026-08-18 or 2026-08-18T10:00:00Z, found 'yesterday'" history h.csv e.csv
	# More versions of the same table: the old ones are there already.
	versions 21 22 >>h.csv
	"$ASSAY" import h.csv >said
	[ "$(grep -c 'is in the store already' said)" = 20 ]
	[ "$(grep -c 'kept as' said)" = 2 ]
	"$ASSAY" compare -v 1 22 >out
	grep -q 'sort (22) against sort (1)' out
}

@test "commits in a table are versions, too, and what is wrong with them is said" {
	{
		echo commit,date,execution,value,unit
		for v in $(seq 3); do
			for e in 1 2 3; do echo "$(printf "%040x" "$v"),2026-01-0${v}T10:00:00+02:00,$e,$((100 + e)),ms"; done
		done
	} >c.csv
	"$ASSAY" import c.csv
	"$ASSAY" history >out
	grep -q '3 versions, 2026-01-01 to 2026-01-03' out
	printf 'version,date,execution,value\nv1,yesterday,1,5\n' >e.csv
	assay_fails 6 "cannot read 'e.csv', line 2, column 4: expected a date such as 2026-08-18 or 2026-08-18T10:00:00Z, found 'yesterday'" import e.csv
	printf 'version,date,execution,value\nv1,2026-01-01,1,5\nv1,2026-01-02,2,5\n' >e.csv
	assay_fails 6 "cannot read 'e.csv', line 3, column 4: expected the date of an earlier line of this version, found '2026-01-02'" import e.csv
	# Without a date it is a level, as it always was.
	printf 'version,execution,value\nv1,1,5\nv1,2,5\nv2,1,6\nv2,2,7\n' >e.csv
	"$ASSAY" show -v e.csv | grep -q '2 versions x 2 executions'
}

@test "an interval of an amount ends at 0, and of two units the values are shown" {
	printf 'execution,value,unit\n1,1,s\n2,9,s\n3,1.2,s\n' >w.csv
	"$ASSAY" show -v --estimator mean w.csv >out
	grep -q '95 % if executions are independent 0 .. 15 s (t, 2 df),' out
	grep -q 'so wide' out
	"$ASSAY" show -v w.csv >out
	grep -q 'so wide' out
	absent 'to +- ' out # a share of 100 % and more
	[ "$("$ASSAY" show --json --estimator mean w.csv | jq '.subjects[0].summaries[0] | [.. | numbers] | min < 0')" = true ]
	printf 'execution,value,unit\n1,1,s\n2,9,s\n' >w.csv
	"$ASSAY" show -v w.csv >out
	grep -q 'values 1 .. 9 s; no interval from 2 executions: measure at least 3' out
	absent 'to +- ' out
	"$ASSAY" show -v --estimator mean w.csv >out
	grep -q 'values 1 .. 9 s; no interval from 2 executions: measure at least 3' out
	for unit in ops/us MB/s count items/s; do
		printf 'execution,value,unit\n1,1,%s\n2,20,%s\n3,6,%s\n' $unit $unit $unit >r.csv
		"$ASSAY" show -v r.csv | grep -q 'independent 0 ..'
	done
	# What may be negative keeps its interval.
	printf 'execution,value,unit\n1,1,profit\n2,9,profit\n3,1.2,profit\n' >w.csv
	"$ASSAY" show -v w.csv | grep -q '95 % if executions are independent -8 ..'
}

@test "without a column order a table holds if its executions are independent, and says so; with one it is looked at" {
	{ echo execution,order,value,unit; for i in $(seq 60); do echo "$i,$i,$((100 + i * 7 % 11)),ms"; done; } >o.csv
	cut -d, -f1,3,4 o.csv >n.csv
	"$ASSAY" show n.csv >out
	grep -q '95 % if executions are independent' out
	"$ASSAY" show -v n.csv | tr -s '\n ' ' ' | grep -q 'the table has no column order, so it is unknown whether executions depend on those before them'
	[ "$("$ASSAY" show --json n.csv | jq -r '.subjects[0].summaries[0].interval.confidence_holds')" = "if independent" ]
	[ "$("$ASSAY" show --json o.csv | jq -r '.subjects[0].summaries[0].interval.confidence_holds')" = yes ]
}

@test "a version and a commit of that version stay apart" {
	printf 'version,commit,date,execution,value\nv1,,2026-01-01,1,5\nv1,0123456789,2026-01-01,1,6\n' >v.csv
	[ "$("$ASSAY" show --json v.csv | jq -c '[.subjects[].name]')" = '["v.csv (v1)","v.csv (v1) (2)"]' ]
	printf 'version,date,execution,value\nv1,2026-01-02T10:00:00+,1,5\n' >v.csv
	run "$ASSAY" show -v v.csv
	[ "$status" -eq 6 ]
}

@test "a file with builds and no rounds says why it cannot be summarised" {
	{ echo build,execution,round,value,unit; for b in 1 2 3; do for r in 0 1; do echo "$b,$r,$r,$((5 + b + r)),ms"; done; done; } >b.csv
	"$ASSAY" import b.csv
	"$ASSAY" export 1 | jq '.subjects[0].tree.executions.round |= map(null)' >b.json
	assay_fails 6 "cannot summarise 'time' of 'b.csv': it says that its builds were measured in rounds, and its executions are in none" show b.json
}

# said FILE OPTION...: how a table was understood, in the note of assay import, and its results as JSON in `out`.
said() {
	rm -f one.db
	"$ASSAY" import --store one.db "$@" >said 2>note
	"$ASSAY" show --store one.db --json 1 >out
	sed 's/^assay: note: //' note
}

@test "--value and --unit decide which column of a table is its values, over what names say" {
	printf 'name,run,elapsed,time_ms,load\na,1,2.5,100,1\na,2,2.6,101,1\nb,1,3.5,100,1\nb,2,3.75,103,1\n' >t.csv
	[ "$(said t.csv)" = "t.csv: values in ms are those of column 'time_ms'; what was repeated: run; benchmarks are told apart by name, load" ]
	[ "$(said t.csv --value elapsed --unit s)" = "t.csv: values in s are those of column 'elapsed'; what was repeated: run; benchmarks are told apart by name, load" ]
	[ "$(jq -c '[.subjects[] | [.name, .tree.executions.values.wall]]' out)" = '[["a/load=1",[2500000000,2600000000]],["b/load=1",[3500000000,3750000000]]]' ]
	grep -q 'not used of it: time_ms' said
	# another column of the same table is another result
	"$ASSAY" import --store one.db t.csv 2>/dev/null | grep -q '^t.csv: kept as experiment 2'
	"$ASSAY" import --store one.db t.csv --value elapsed --unit ms 2>/dev/null | grep -q '^t.csv: kept as experiment 3'
	"$ASSAY" import --store one.db t.csv --value elapsed --unit s 2>/dev/null | grep -q '^t.csv: is in the store already, as experiment 1'
	# a unit in the column's name does where none is given
	said t.csv --value time_ms >/dev/null
	jq -e '.subjects[0].summaries[0].mean == 100500000' out
	said t.csv --value=time_ms --unit=us >/dev/null
	jq -e '.subjects[0].summaries[0].mean == 100500' out
	# other separators, packed, one column alone, lines of JSON, and a table of ours
	tr , '\t' <t.csv >t.tsv
	tr , ';' <t.csv >t2.csv
	gzip -k t.tsv
	for file in t.tsv t2.csv t.tsv.gz; do
		said $file --value elapsed --unit s >/dev/null
		jq -e '.subjects[1].summaries[0].mean == 3625000000' out
	done
	printf 'latency\n5\n6\n7\n' >one.txt
	[ "$(said one.txt --value latency --unit us)" = "one.txt: values in us are those of column 'latency'; each line is a run" ]
	jq -e '.subjects[0].summaries[0].mean == 6000' out
	printf '{"name": "a", "run": 1, "elapsed": 2.5}\n{"name": "a", "run": 2, "elapsed": 2.6}\n' >t.jsonl
	said t.jsonl --value elapsed --unit s >/dev/null
	jq -e '.subjects[0].summaries[0].mean == 2550000000' out
	printf 'run,value,unit\n1,5,ms\n2,7,ms\n' >ours.csv
	said ours.csv --value value --unit MB >/dev/null
	jq -e '.subjects[0].summaries[0].mean == 6000000' out
	# the same of a file that is shown
	"$ASSAY" show t.csv --value elapsed --unit s --json 2>/dev/null | jq -e '.subjects[1].summaries[0].mean == 3625000000'
}

@test "what --value and --unit cannot be is refused" {
	printf 'name,run,elapsed,time_ms\na,1,2.5,100\na,2,2.6,101\n' >t.csv
	assay_fails 6 "cannot read 't.csv', line 1: it has no column 'elapse' (only: name, run, elapsed, time_ms)" import t.csv --value elapse --unit s
	assay_fails 6 "cannot read 't.csv', line 1: nothing says in which unit the column 'elapsed' is; give --unit ms, say" import t.csv --value elapsed
	assay_fails 2 "unknown unit 'parsecs': --unit takes ns, us, ms, s, min, h, B, kB, MB, GB, KiB, MiB, GiB, count, and any of them per second, such as MB/s and ops/s" \
		import t.csv --value elapsed --unit parsecs
	assay_fails 2 "--unit is of a column: name it, too, as in --value time --unit s" import t.csv --unit s
	assay_fails 2 "cannot take --format beside --value, which reads a table by the names of its columns; leave one of them out" \
		import t.csv --value elapsed --unit s --format csv
	assay_fails 6 "cannot read 't.csv', line 2, column 1: expected a number, found 'a'" import t.csv --value name --unit s
	cp "$BATS_TEST_DIRNAME/../data/foreign/google_repetitions.json" g.json
	assay_fails 6 "cannot take --value of 'g.json': it is no table with a line that names its columns (JSON of Google Benchmark)" import g.json --value x --unit s
	printf 'a page of words\nand another line\n' >words.txt
	assay_fails 6 "cannot take --value of 'words.txt': it is no table with a line that names its columns" import words.txt --value x --unit s
	printf '1.5\n2.5\n' >plain.txt
	assay_fails 6 "cannot take --value of 'plain.txt': it is no table with a line that names its columns (a number a line)" import plain.txt --value x --unit s
	[ ! -e "$HOME/.local/share/assay/assay.db" ] || "$ASSAY" list --json | jq -e '.results == []'
}

@test "a value that is no number is told with its line, the first one, too" {
	printf 'name,time_ms\na,12 ms\n' >t.csv
	assay_fails 6 "cannot read 't.csv', line 2, column 3: expected a number, found '12 ms'" import t.csv
	printf 'name,time_ms\na,12\nb\n' >t.csv
	assay_fails 6 "cannot read 't.csv', line 3: expected 2 fields as in its first line, found 1" import t.csv
	printf 'name,time_ms\na\nb\n' >t.csv
	assay_fails 6 "cannot read 't.csv', line 2: expected 2 fields as in its first line, found 1" import t.csv
}

@test "JMeter's table is called by its name, in a folder left alone, and not taken for one of nobody" {
	mkdir logs
	printf 'timeStamp,elapsed,label,responseCode,bytes\n1700000000000,120,home,200,1256\n' >logs/jmeter.csv
	assay_fails 6 "cannot read 'logs/jmeter.csv': this looks like JMeter's table of samples, which cannot be read here; a table of its values can, with columns such as execution,value,unit (docs/formats.md)" \
		show logs/jmeter.csv
	printf 'ms\n5\n6\n' >logs/mine.csv
	"$ASSAY" import logs >said 2>&1
	grep -q 'mine.csv: kept as experiment 1' said
	absent jmeter said
}

@test "versions of a table whose values are named by a unit are a history" {
	{
		echo version,date,ms
		for v in 1 2 3 4 5 6; do
			for e in 1 2 3; do echo "1.$v,2026-01-0$v,$((100 + e)).5"; done
		done
	} >h.csv
	"$ASSAY" history h.csv --json >out 2>note
	[ "$(jq -c '[.series[] | [.name, (.versions | length)]]' out)" = '[["h.csv",6]]' ]
	[ "$(sed 's/^assay: note: //' note)" = "h.csv: values in ms are those of column 'ms'; each line is a run; versions of a history are told apart by version, date" ]
	# commits, another column for the values, benchmarks beside them
	awk -F, 'NR > 1 {
		for (b = 0; b < 2; b++)
			printf "%040d,%s,%s,bench%d\n", substr($1, 3), $2, $3, b
	}' h.csv | sed '1i commit,date,elapsed,name' >c.csv
	"$ASSAY" import c.csv --value elapsed --unit ms 2>note >said
	[ "$(grep -c 'kept as' said)" = 6 ]
	[ "$("$ASSAY" history --json | jq -c '[.series[] | [.name, (.versions | length)]]')" = '[["bench0",6],["bench1",6]]' ]
	printf 'version,date,ms\nv1,yesterday,5\n' >e.csv
	assay_fails 6 "cannot read 'e.csv', line 2, column 4: expected a date such as 2026-08-18 or 2026-08-18T10:00:00Z, found 'yesterday'" history e.csv
	printf 'version,date,ms\nv1,2026-01-01,5\nv1,2026-01-02,5\n' >e.csv
	assay_fails 6 "cannot read 'e.csv', line 3, column 4: expected the date of an earlier line of this version, found '2026-01-02'" history e.csv
	printf 'version,date,ms\n,2026-01-01,5\n' >e.csv
	assay_fails 6 "cannot read 'e.csv', line 2, column 1: expected the version that the value is of, found nothing" history e.csv
}

@test "a table without names of benchmarks is called after its file" {
	printf 'ms\n5\n6\n7\n' >one.csv
	[ "$("$ASSAY" show --json one.csv 2>/dev/null | jq -r '.subjects[0].name')" = one.csv ]
	printf 'run,latency\n1,5\n2,6\n' >two.csv
	[ "$("$ASSAY" show --json two.csv --value latency --unit us 2>/dev/null | jq -r '.subjects[0].name')" = two.csv ]
}

@test "units of a column that is named by a unit are counted as values" {
	printf 'ms,value\n1,5\n' >t.csv
	"$ASSAY" show t.csv >out
	[ "$(rows warning)" = "1 value is too few; use 5 or more" ]
	absent ' ms' out
}
