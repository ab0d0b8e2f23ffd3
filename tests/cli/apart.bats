#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Results of different sessions, environments and machines (methods.md 3.4), and suites of them.
load common

# One program, each execution of which has luck of its own.
program() {
	cat >prog <<'END'
#!/bin/sh
n=$(cat n 2>/dev/null || echo 0)
echo $((n + 1)) >n
exec "$TARGET" seed="$n" "$@" $(cat words 2>/dev/null)
END
	chmod +x prog
}

measure() { # NAME TARGET-ARGUMENT...
	local name=$1
	shift
	echo "$*" >words
	"$ASSAY" run --style none -r 12 -w 0 --iterations 1 -n "$name" './prog execution=0.01'
}

# in_store PYTHON: with the store open as `store`.
in_store() {
	python3 - "$HOME/.local/share/assay/assay.db" "$1" <<'END'
import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
exec(sys.argv[2])
store.commit()
END
}

# As if all that was measured so far had been an hour earlier, so that its session is over.
an_hour_passes() {
	in_store '
for table, columns in (("sessions", ("first_ns", "last_ns")), ("experiments", ("started_ns", "ended_ns")),
                       ("noise_sessions", ("began_ns", "ended_ns"))):
    for column in columns:
        store.execute(f"UPDATE {table} SET {column} = {column} - 3600000000000")'
}

# Three sessions of A against A.
profile() {
	for _ in 1 2 3; do
		"$ASSAY" aa --style none -r 12 -w 0 --iterations 1 './prog execution=0.01'
		an_hour_passes
	done
}

# bats test_tags=long
@test "with a noise profile of the machine, results of two sessions get a verdict" {
	program
	profile
	measure it
	an_hour_passes
	measure it effect=0.5
	"$ASSAY" compare --json @last~1 @last >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.comparisons[0] | .verdict == "slower" and .interval.df <= 2 and
		[.findings[].id] == ["SESSION_NOISE"]' out
	jq -e '.noise_profile | .schema == "assay-noise-1" and (.sessions | length) == 3 and .session.df == 2' out
	jq -e '.noise_profile.machine == .sides[0].machine_id and .noise_profile_refused == null' out
	"$ASSAY" compare -v --fail-if 'slower by 1%' @last~1 @last | tr -s ' \n' ' ' >out || [ "${PIPESTATUS[0]}" -eq 1 ]
	grep -q 'note measured apart: sessions of this command differ by .* and the interval includes that' out
	grep -q 'noise profile of this machine, .* across sessions' out
	grep -q 'gate slower by 1%: failed, @last against @last~1: ' out
	"$ASSAY" compare -v --method welch @last~1 @last | tr -s ' \n' ' ' >out
	grep -q 'for information: none of them knows how sessions differ; the interval above does, and decides Welch: ' out
}

# bats test_tags=long
@test "a profile of another machine is not used, and that is said" {
	program
	profile
	measure it
	an_hour_passes
	measure it effect=0.5
	in_store 'store.execute("UPDATE noise_profiles SET machine_id = ?, host = ?", ("other", "elsewhere"))'
	"$ASSAY" compare -v --fail-if 'slower by 1%' @last~1 @last | tr -s ' \n' ' ' >out
	grep -q 'no verdict; measured: ' out
	grep -q '1 profile is of another, such as elsewhere, and is not used' out
	grep -q 'undecided, @last against @last~1: .* because there is no verdict' out
	"$ASSAY" compare --json @last~1 @last | jq -e '.noise_profile == null and .noise_profile_refused == null'
}

# bats test_tags=long
@test "a profile that cannot be read hides no result" {
	program
	profile
	measure it
	an_hour_passes
	measure it
	in_store 'store.execute("UPDATE noise_sessions SET unit_sd = -1")'
	"$ASSAY" compare -v @last~1 @last | tr -s ' \n' ' ' >out
	grep -q 'no verdict; measured: ' out
	grep -q "warning cannot read the noise profiles in '.*': a session of it has a number that cannot be" out
	"$ASSAY" compare --json @last~1 @last >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.noise_profile == null' out
	jq -e '.noise_profile_refused | startswith("cannot read the noise profiles in ")' out
}

@test "two boots of one machine are one machine" {
	program
	measure it
	in_store 'store.execute("UPDATE experiments SET boot_id = ?", ("01234567-89ab-cdef-0123-456789abcdef",))'
	measure it
	"$ASSAY" compare -v 1 2 >out
	grep -q 'measured apart' out
}

@test "other environments: refused with what differs, and with --across shown without a verdict" {
	program
	LANG=C LD_LIBRARY_PATH=/nowhere measure it
	LANG=C measure it effect=0.5
	assay_fails 4 "cannot compare '2' with '1': they were measured in different environments (env.LD_LIBRARY_PATH is /nowhere in '1' only); measure both in one assay run, or insist with --across" \
		compare -v 1 2
	"$ASSAY" compare -v --across --fail-if 'slower by 1%' 1 2 | tr -s ' \n' ' ' >out
	grep -q 'no verdict; measured: ' out
	grep -q 'warning measured in different environments: the difference may be theirs, so there is no verdict' out
	grep -q "warning environments differ: env.LD_LIBRARY_PATH is /nowhere in '1' only" out
	grep -q 'gate slower by 1%: undecided, ' out
	"$ASSAY" compare --json --across 1 2 >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.comparisons[0] | .verdict == "none" and [.findings[].id] == ["ACROSS"]' out
	"$ASSAY" compare -v --across --method welch 1 2 | tr -s ' \n' ' ' >out
	grep -q 'for information: none of them knows how environments differ Welch: ' out
}

@test "another compiler is another environment of what is built, and none of what is not" {
	built() {
		"$ASSAY" run --style none -r 3 --builds 3 --build 'echo "$ASSAY_SEED" >x' --artifact x -n b 'true x'
	}
	mkdir old new
	cp "$(type -P true)" old/cc
	cp "$(type -P false)" new/cc
	PATH=$PWD/old:$PATH built
	PATH=$PWD/new:$PATH built
	run "$ASSAY" compare -v 1 2
	[ "$status" -eq 4 ]
	[[ $output == *"different environments (toolchain.cc is "*"); measure both in one assay run, or insist with --across" ]]
	program
	PATH=$PWD/old:$PATH measure it
	PATH=$PWD/new:$PATH measure it
	"$ASSAY" compare -v 3 4 >out
}

# bats test_tags=long
@test "results that have sessions of their own are compared by these" {
	program
	# three LABEL TARGET-ARGUMENT...: a result of three sessions.
	three() {
		"$ASSAY" run --style none -r 3 -w 0 --iterations 1 -n it "./prog execution=0.001 $2"
		for _ in 1 2; do
			an_hour_passes
			"$ASSAY" run --style none --extend @last --label "$1"
		done
	}
	three old effect=0
	three new effect=0.5
	"$ASSAY" compare -v old new | tr -s ' \n' ' ' >out
	grep -q 'new takes [0-9.]* % more time than old (.*, 95 %, 3 sessions each[,)]' out
	grep -q 'note measured apart, 3 against 3 sessions: these are the units, so the interval holds beyond one session' out
	"$ASSAY" compare -v --method welch old new | tr -s ' \n' ' ' >out
	grep -q 'for information: sessions are the units of both, so Fieller-Welch was planned, and decides Welch: .* (95 %, 3 sessions each, ' out
}

@test "a suite: benchmark by benchmark by size, then the geometric mean with two intervals" {
	rounds_table 8 s1=10 s2=20 s3=5 s4=3 s5=77 s6=1 >o.csv
	rounds_table 9 s1=10.2 s2=20.1 s3=6 s4=3 s5=77 s6=1 >n.csv
	diff - <("$ASSAY" compare o.csv n.csv | sed -n '/^6 comparisons/,$p' | grep -v '^  [on].csv ') <<'END'
6 comparisons, each interval at 99.17 %, the largest first
  s3 (n.csv)   no verdict   18.7 .. 21.3 % more
  s1 (n.csv)   no verdict   1.1 .. 2.6 % more
  s2 (n.csv)   no verdict   0.7 % less .. 1.7 % more
  s4 (n.csv)   no verdict   1.1 % less .. 1.1 % more
  s5 (n.csv)   no verdict   1.1 % less .. 0.9 % more
  s6 (n.csv)   no verdict   1.0 % less .. 1.0 % more
  +- is half the width of the 95 % confidence interval, which holds for its
  table, if executions are independent
  warning  measured apart: they differ, or the sessions do
  next     assay run OLD NEW measures both in the same rounds
  overall  1.035x (1.033 .. 1.037), 6 benchmarks of 1 program: 3.51 % more time,
           95 %, for this suite in these sessions, for information: of some it
           is not known what sessions do
           4 % less .. 12 % more, 95 %, for programs like these in these
           sessions
END
	"$ASSAY" compare --json --adjust bh o.csv n.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	jq -e '.overall[0] | .n == 6 and .this_suite.lo < .ratio and .programs_like_these.lo < .this_suite.lo' out
	# Two of the six are reported: their intervals, and all others, are at 1 - 2 x 5 % / 6.
	jq -e '.comparisons | all(.interval.confidence > 0.9833 and .interval.confidence < 0.98334)' out
	jq -e '[.comparisons[] | .p_adjusted <= 0.05] == [true, false, true, false, false, false]' out
	assay_fails 2 "cannot use 'by' for --adjust: expected one of holm, bh" compare --adjust by o.csv n.csv
}

@test "bad input: one unit a side, unequal counts, other units, nothing in common, no ratio" {
	rounds_table 1 a=10 >one.csv
	rounds_table 1 a=11 >other.csv
	assay_runs 0 warning "1 execution on one side is too few for a verdict; use 5 or more (below 3 there is none)
measured apart, not in the same rounds: they differ, or the sessions do; nothing is known of how sessions of this command differ" \
		compare one.csv other.csv
	rounds_table 20 a=10 >many.csv
	rounds_table 5 a=10 >few.csv
	assay_runs 0 warning "20 against 5 executions: with unequal counts false alarms can rise to 9 %
measured apart, not in the same rounds: they differ, or the sessions do; nothing is known of how sessions of this command differ" \
		compare many.csv few.csv
	sed 's/,ms$/,kB/; s/,time,/,size,/' many.csv >size.csv
	assay_fails 2 "cannot compare 'size.csv' with 'many.csv': one is size in bytes, the other time in ns; have the tool that wrote them measure the same of both" \
		compare -v many.csv size.csv
	rounds_table 5 b=10 c=10 >else.csv
	assay_fails 2 "cannot compare 'many.csv' with the rest: no command has the same name in both (one has 'a', the other 'b'); measure both in one assay run, or name them alike with -n" \
		compare -v many.csv else.csv
	sed -i '2,$s/,[0-9.]*,ms/,0,ms/' few.csv
	assay_runs 0 warning "no ratio: a value is negative, or all are zero; --difference compares by the difference, --criterion by another metric" compare many.csv few.csv
	sed -i '2s/,0,ms/,nan,ms/' few.csv
	assay_fails 6 "cannot read 'few.csv', line 2, column 12: expected a finite number, found 'nan'" compare many.csv few.csv
}
