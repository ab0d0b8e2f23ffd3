#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What a benchmark must not do: what is printed then, and with which status the program ends.
# shellcheck disable=SC2154 # stderr and stderr_lines are those of run
bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	unset ASSAY_REPORT ASSAY_ITERATIONS ASSAY_WARMUP ASSAY_STORE XDG_DATA_HOME XDG_CACHE_HOME
	export HOME=$BATS_TEST_TMPDIR
	bad=$PROGRAMS/bad
}

# fails NAME WORDS: the row of that benchmark says so, the others of the program still run, status 5.
fails() {
	run "$bad" --time 1ms "$1" good
	[ "$status" -eq 5 ]
	[ "$(unwrapped | sed -n "s/^$1 *failed: //p")" = "$2" ]
	[[ "$output" = *$'\n'"good "* ]]
}

# The output with its lines as they were before they had to fit.
unwrapped() {
	echo "$output" | sed -E -e :a -e '$!N' -e 's/\n {11,}/ /' -e ta -e P -e D
}

# refused N WORDS: the declarations of that number are refused before anything runs.
refused() {
	run "$PROGRAMS/declared-$1"
	[ "$status" -eq 2 ]
	[ "$(echo "$output" | sed 's/^[^ ]*: [^ ]*declared.c:[0-9]*: //')" = "$2" ]
	run "$PROGRAMS/declared-$1" --list
	[ "$status" -eq 2 ]
}

@test "a benchmark that never runs its loop has failed" {
	fails no_loop 'it never runs its loop: write assay_loop (state) { ... }'
}

@test "a benchmark that runs its loop twice has failed" {
	fails twice 'it runs its loop twice: a benchmark has one loop'
}

@test "leaving the loop by break or longjmp is a failure" {
	fails leaves 'it left its loop before the end, by break, return, goto or longjmp'
	fails jumps 'it left its loop before the end, by break, return, goto or longjmp'
}

@test "a parameter that is not there is a failure, and the first reason is kept" {
	fails never "it asks for its parameter 'absent' and has none of that name"
}

@test "the reason a benchmark gives is shown, and no terminal acts on it" {
	fails says_why 'the answer is 41\e[2J'
}

@test "two threads with one state are found out" {
	fails two_threads 'a second thread used the state of the first: declare ASSAY_THREADS'
}

@test "a counter whose name is no word, and negative bytes, are failures" {
	fails counter_of_nothing "its counter 'two words' of 1 B is none: name and unit are words, and the value is finite"
	fails negative_bytes 'it says that an operation gets through -1 bytes'
}

@test "exit() in a benchmark is named, and ends with status 5" {
	run "$bad" exits
	[ "$status" -eq 5 ]
	[ "${lines[-1]}" = "$bad: benchmark 'exits' called exit(): a benchmark returns, and says by assay_fail() what went wrong" ]
}

@test "a crash is named, and the signal ends the program" {
	ulimit -c 0
	export ASAN_OPTIONS=handle_segv=0:handle_abort=0
	run --separate-stderr "$bad" --time 1ms good crashes aborts
	[ "$status" -eq 139 ]
	[ "$stderr" = "$bad: benchmark 'crashes' crashed (SIGSEGV); --isolate runs each in a process of its own, so that the others still run" ]
	# What was measured before is in the table.
	[[ "${lines[1]}" =~ ^good\ +[0-9.]+\ [nu]s ]]
}

@test "--isolate is no advice where nothing else would have run" {
	ulimit -c 0
	export ASAN_OPTIONS=handle_segv=0:handle_abort=0
	run --separate-stderr "$bad" crashes
	[ "$status" -eq 139 ]
	[ "$stderr" = "$bad: benchmark 'crashes' crashed (SIGSEGV)" ]
	ASSAY_REPORT=r ASSAY_BENCHMARK=crashes run --separate-stderr "$bad"
	[ "$status" -eq 139 ]
	[ "$stderr" = "$bad: benchmark 'crashes' crashed (SIGSEGV)" ]
	run "$bad" aborts
	[ "$status" -eq 134 ]
	[[ "$output" = *"benchmark 'aborts' crashed (SIGABRT)"* ]]
}

@test "where nothing was measured, no clock and no next step is told" {
	run "$bad" --time 1ms no_loop
	[ "$status" -eq 5 ]
	[ "$(echo "$output" | grep -Ec '^(clock|counters|scope|next|warning) ')" -eq 0 ]
	run "$bad" --time 1ms no_loop good
	[ "$status" -eq 5 ]
	[ "$(echo "$output" | grep -Ec '^(clock|scope|next) ')" -eq 3 ]
}

@test "lines below a table keep within the width of the terminal" {
	run "$bad" --time 1ms no_loop counter_of_nothing math silent/other
	[ "$status" -eq 5 ]
	[ "$(echo "$output" | awk 'length > 80' | grep -c .)" -eq 0 ]
	run "$bad" --help
	[ "$(echo "$output" | awk 'length > 80' | grep -c .)" -eq 0 ]
}

@test "a forked child that comes back is named and ended, and the parent goes on" {
	run "$bad" --time 1ms forks
	[ "$status" -eq 0 ]
	[[ "$output" = *"benchmark 'forks': a child that it forked came back into the benchmark: end it with _exit()"* ]]
	[ "$(echo "$output" | grep -c '^scope')" -eq 1 ]
	run "$bad" --time 1ms forks_well
	[ "$status" -eq 0 ]
	[ "$(echo "$output" | grep -c 'came back')" -eq 0 ]
}

@test "two runs of one name are refused, and both places named" {
	run "$PROGRAMS/declared-1"
	[ "$status" -eq 2 ]
	[[ "$output" = *": two runs are called 'same': "*"declared.c:"*" and "*"declared.c:"*"; give one another name" ]]
	run "$PROGRAMS/declared-10"
	[ "$status" -eq 2 ]
	[[ "$output" = *"two runs are called 'copy/size=1': "* ]]
}

@test "names with blanks or escapes are refused" {
	refused 2 "benchmark 'two words': a name has no blanks, control characters or characters beyond ASCII: use an identifier"
	refused 3 "benchmark 'red\e[31m': a name has no blanks, control characters or characters beyond ASCII: use an identifier"
	refused 9 "benchmark 'copy', parameter 'a size': the name of a parameter has no blank, '=' or '/'"
}

@test "parameters out of range are refused" {
	refused 4 "benchmark 'copy', parameter 'size': a range needs 1 <= low <= high and a factor of at least 2"
	refused 5 "benchmark 'copy', parameter 'size': steps need low <= high and a step of at least 1"
	refused 6 "benchmark 'copy', parameter 'threads': a number of threads is from 1 to 1024"
	refused 7 "benchmark 'copy', parameter 'size': it is declared twice"
	refused 8 "benchmark 'copy', parameter 'size': it has more than 10000 values"
}

@test "a filter that matches nothing is a usage error" {
	run "$bad" good 'x*'
	[ "$status" -eq 2 ]
	[ "$output" = "$bad: no benchmark is called 'x*': --list shows the names" ]
}

@test "a command line that cannot be read is a usage error" {
	run "$bad" --fast
	[ "$status" -eq 2 ]
	[ "$output" = "$bad: there is no option --fast; --help shows those there are" ]
	run "$bad" --time 5
	[ "$status" -eq 2 ]
	[ "$output" = "$bad: --time takes a time with a unit, as in 200ms or 1s, not '5'" ]
	run "$bad" --calibrate=0
	[ "$status" -eq 2 ]
	run "$bad" --clock sun
	[ "$status" -eq 2 ]
	run "$bad" --list=3
	[ "$output" = "$bad: --list takes no value" ]
	run "$bad" --time
	[ "$output" = "$bad: --time needs a value: TIME" ]
}

@test "a report that cannot be written is an error of the system" {
	ASSAY_REPORT=$PWD/absent/r run "$bad" good
	[ "$status" -eq 6 ]
	[[ "$output" = "$bad: cannot make the report '$PWD/absent/r."*"', beside the file that \$ASSAY_REPORT names: No such file or directory" ]]
}

@test "a benchmark that failed says so in the report" {
	ASSAY_REPORT=r ASSAY_ITERATIONS=2 run "$bad" says_why
	[ "$status" -eq 5 ]
	[ -z "$output" ]
	[ "$(cat r.*)" = "assay 1
failed benchmark says_why: the answer is 41\e[2J" ]
}

@test "with --isolate a benchmark that dies is a row, and the others still run" {
	ulimit -c 0
	ASAN_OPTIONS=handle_segv=0:handle_abort=0 run "$bad" --isolate --time 1ms crashes exits good forks
	[ "$status" -eq 5 ]
	[[ "$output" = *$'\n'"crashes    failed: it crashed: signal 11 ("* ]]
	[[ "$(unwrapped)" = *$'\n'"exits      failed: it called exit(0): a benchmark returns, and says by assay_fail() what went wrong"$'\n'* ]]
	echo "$output" | grep -Eq '^good +[0-9.]+ ns '
	[ "$(echo "$output" | grep -c isolate)" -eq 0 ]
}

@test "with --isolate each run of a benchmark dies by itself, and a group as one" {
	ulimit -c 0
	ASAN_OPTIONS=handle_segv=0:handle_abort=0 run "$bad" --isolate --time 1ms fragile deadly good
	[ "$status" -eq 5 ]
	[[ "$(unwrapped)" = *$'\n'"fragile/dies=1 "*"failed: it crashed: signal 11 ("* ]]
	echo "$output" | grep -Eq '^fragile/dies=0 +[0-9.]+ ns '
	[ "$(unwrapped | grep -Ec '^deadly/(alive|dies) +failed: it, or another of its group, crashed: signal 11 ')" -eq 2 ]
	echo "$output" | grep -Eq '^good +[0-9.]+ ns '
}

@test "candidates that are wrong are named and not timed, the others are" {
	run "$bad" --time 1ms math
	[ "$status" -eq 5 ]
	[ "$(unwrapped | grep failed)" = "\
math/off    failed: wrong, and not timed: number 1 is 2.5, the reference's 2
math/short  failed: wrong, and not timed: its output has 8 bytes, the reference's 16
math/mute   failed: wrong, and not timed: it hands nothing to assay_output" ]
	[[ "$(unwrapped)" =~ takes\ [0-9.e-]+\ times\ as\ long\ as\ math/exact\ \([0-9.e-]+\ to\ [0-9.e+]+,\ 95\ %\ of\ [0-9]+\ rounds\) ]]
}

@test "under assay a wrong candidate fails before it is timed" {
	ASSAY_REPORT=r ASSAY_BENCHMARK=math/off run "$bad"
	[ "$status" -eq 5 ]
	[ "$(cat r.*)" = "assay 1
failed benchmark math/off: wrong, and not timed: number 1 is 2.5, the reference's 2" ]
}

@test "a reference that hands over nothing fails with all its candidates" {
	run "$bad" --time 1ms silent
	[ "$status" -eq 5 ]
	[[ "$(unwrapped)" = *"silent/reference  failed: it hands nothing to assay_output, so that nothing can be compared with it"$'\n'"silent/other      failed: its reference failed: it hands nothing"* ]]
}

@test "groups without one reference, and candidates with parameters, are refused" {
	refused 11 "benchmark 'sum/fast': its group has no ASSAY_REFERENCE to compare it with"
	refused 12 "benchmark 'sum/slow': its group has a reference already"
	refused 13 "benchmark 'sum/slow', parameter 'size': a candidate has no parameters"
}

@test "a benchmark that is not there cannot be asked for" {
	ASSAY_REPORT=r ASSAY_BENCHMARK=absent run "$bad"
	[ "$status" -eq 2 ]
	[ "$output" = "$bad: no benchmark is called 'absent', which \$ASSAY_BENCHMARK asks for" ]
}

@test "under assay run the reason that a benchmark reports is in the sentence, with no advice to ignore it" {
	ulimit -c 0
	export ASAN_OPTIONS=handle_segv=0:handle_abort=0
	run --separate-stderr "$ASSAY" run -r 2 --only math/off "$bad"
	[ "$status" -eq 5 ]
	[ "$stderr" = "assay: 'math/off' failed: it reported: benchmark math/off: wrong, and not timed: number 1 is 2.5, the reference's 2" ]
	run --separate-stderr "$ASSAY" run -r 2 --only exits "$bad"
	[ "$status" -eq 5 ]
	[ "${stderr_lines[0]}" = "assay: 'exits' failed: it ended with exit status 5, and has reported nothing" ]
	run --separate-stderr "$ASSAY" run -r 2 --only crashes "$bad"
	[ "$status" -eq 5 ]
	[ "$(echo "$stderr" | grep -Ec -- '--(isolate|ignore-failure)')" -eq 0 ]
}
