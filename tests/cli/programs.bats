#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that cannot be started, fail, never end, leave others behind or print too much.
load common
bats_require_minimum_version 1.5.0
stderr_lines=

@test "a program that is not there is said to be not in PATH" {
	assay_fails 5 "cannot run 'no-such-program': there is no such program in PATH; check the spelling, or give its path" \
		run 'no-such-program --fast'
	assay_fails 5 "cannot run 'no-such-program': there is no such program in PATH; check the spelling, or give its path" \
		run -- no-such-program --fast
	assay_fails 5 "cannot run './no-such-program': no such file; check its path, or build it first" \
		run ./no-such-program
}

@test "a program that is not there, after one that is, may be an argument of it" {
	assay_fails 5 "cannot run '0.1': there is no such program in PATH; if it is an argument of 'sleep', write: assay run -- sleep 0.1" \
		run sleep 0.1
	assay_fails 2 "assay run has no option '-l'; if it belongs to ls, write: assay run -- ls -l" run ls -l
}

@test "a file that is not executable" {
	echo 'echo hello' >plain
	assay_fails 5 "cannot run './plain': it is not executable; make it so with chmod +x, or name its interpreter first" \
		run ./plain
}

@test "a directory" {
	mkdir folder
	assay_fails 5 "cannot run './folder': it is a directory; give the path of a program" run ./folder
}

@test "a bad interpreter" {
	printf '#!/no/such/interpreter -x\n' >script
	chmod +x script
	assay_fails 5 "cannot run './script': its first line names the interpreter '/no/such/interpreter', which does not exist; install that, or change the line" \
		run ./script
}

@test "a file that is no program, and an empty one" {
	echo 'echo hello' >words
	: >empty
	chmod +x words empty
	assay_fails 5 "cannot run './words': it is neither a program for this machine nor a script with a first line such as #!/bin/sh; add that line, or name its interpreter first" \
		run ./words
	assay_fails 5 "cannot run './empty': it is empty; give a program, or a script with a first line such as #!/bin/sh" \
		run ./empty
}

@test "a program that always fails is named as it was given, with what it printed" {
	assay_fails 5 "'exit 3' failed: it ended with exit status 3; if that is fine, say so with --ignore-failure=3" \
		run 'exit 3'
	assay_fails 5 "'echo out; echo err >&2; exit 7' failed: it ended with exit status 7; if that is fine, say so with --ignore-failure=7
  | out
  | err" run 'echo out; echo err >&2; exit 7'
	assay_fails 5 "'checks' failed: it ended with exit status 1; if that is fine, say so with --ignore-failure=1" \
		run -n checks false
	assay_fails 5 "'sh -c 'exit 9'' failed: it ended with exit status 9; if that is fine, say so with --ignore-failure=9" \
		run -- sh -c 'exit 9'
}

@test "of what a failed program printed the last lines are shown, and no terminal acts upon them" {
	assay_fails 5 "'seq 1 500; printf \"\\033[31m\\n\\377\\n\\n\"; false' failed: it ended with exit status 1; if that is fine, say so with --ignore-failure=1
$(seq 493 500 | sed 's/^/  | /')
  | \\e[31m
  | \\xff" run 'seq 1 500; printf "\033[31m\n\377\n\n"; false'
}

@test "where output is not kept, the failure says how to see it" {
	assay_fails 5 "'echo lost; exit 3' failed: it ended with exit status 3; if that is fine, say so with --ignore-failure=3; --show-output shows what it prints" \
		run -w 0 'echo lost; exit 3'
	assay_fails 5 "'echo kept; exit 3' failed: it ended with exit status 3; if that is fine, say so with --ignore-failure=3
  | kept" run -w 0 --output pipe 'echo kept; exit 3'
	assay_fails 5 "'echo filed; echo kept >&2; exit 3' failed: it ended with exit status 3; if that is fine, say so with --ignore-failure=3
  | kept" run --output ./file 'echo filed; echo kept >&2; exit 3'
	[ "$(cat file)" = filed ]
}

@test "a failure that is declared fine counts and is marked" {
	assay_runs 0 ignored "3 of 3 executions ended with exit status 3, which --ignore-failure accepts; they are in the result" \
		run -r 3 -i 'exit 3'
	assay_runs 0 ignored "3 of 3 executions ended with exit status 3, which --ignore-failure accepts; they are in the result" \
		run -r 3 --ignore-failure=1,3 'exit 3'
	assay_fails 5 "'exit 4' failed: it ended with exit status 4; if that is fine, say so with --ignore-failure=4" \
		run -r 3 -i=1,3 'exit 4'
}

# Fails in its executions 3, 6, 9 ...; the warm-up is its first.
third_fails() {
	script "$1" <<-'SH'
		n=$(($(cat "$0.n" 2>/dev/null || echo 0) + 1))
		echo $n >"$0.n"
		[ $((n % 3)) != 0 ] || { echo "no luck in $n" >&2; exit 7; }
	SH
}

# Only its first execution ends well.
fails_later() {
	script "$1" <<-'SH'
		[ ! -e begun ] || exit 7
		touch begun
	SH
}

@test "executions that fail later are left out, counted and repeated once" {
	third_fails now-and-then
	assay_runs 5 failed "3 of 8 executions failed: 3 exit status 7; they are not in the result; --output pipe keeps its last output" \
		run -r 6 ./now-and-then
	[ "$(rows warning)" = "38 % of the executions failed: those that survive may not be typical" ]
	[ "$("$ASSAY" show --json | jq -c '.subjects[0].tree.executions.ending')" = \
		'["ok","ok","failed","ok","ok","failed","ok","ok","failed"]' ]
	rm now-and-then.n
	assay_runs 5 failed "3 of 8 executions failed: 3 exit status 7; they are not in the result; the last output:
| no luck in 9" run -r 6 --output pipe ./now-and-then
}

@test "of two commands the one that never fails has its result" {
	fails_later later
	assay_runs 5 failed "./later: all 8 executions failed: 8 exit status 7; --output pipe keeps its last output" \
		run -r 4 ./later true
	[ "$(rows warning)" = "nothing to compare: one of the two has no result" ]
	[ "$(rows time | head -n 1)" = "no result: no execution ended well" ]
	[ "$("$ASSAY" show --json | jq '.subjects[1].summaries[] | select(.metric == "wall") | .n_values')" = 8 ]
}

@test "when all executions after the warm-up fail, that is the result" {
	fails_later later
	assay_runs 5 failed "all 6 executions failed: 6 exit status 7; --output pipe keeps its last output" \
		run -r 3 ./later
	[ "$(rows time)" = "no result: no execution ended well" ]
	"$ASSAY" list | grep -q '^ 1 .*\./later .* - *$'
}

@test "a program that disappears" {
	script gone <<<'[ ! -e begun ] || rm "$0"; touch begun'
	assay_runs 5 failed "4 of 5 executions failed: 4 not started (No such file or directory); they are not in the result" \
		run -r 3 ./gone
}

@test "killed by a signal" {
	assay_fails 5 "'kill -KILL \$\$' failed: it was killed by signal 9 (Killed), as the system does when memory runs out" run 'kill -KILL $$'
	script later <<-'SH'
		[ ! -e begun ] || kill -SEGV $$
		touch begun
	SH
	assay_runs 5 failed "all 4 executions failed: 4 killed by SIGSEGV" run -r 2 ./later
}

@test "never ends" {
	script forever <<<'echo $$ >>pids; echo before; exec sleep 1000'
	assay_fails 5 "'./forever' failed: it ran longer than --timeout 300ms and was ended; give it more time, or less to do
  | before" run --timeout 300ms ./forever
	none_lives pids
	script later <<<'[ ! -e begun ] || exec sleep 1000; touch begun'
	assay_runs 5 failed "all 2 executions failed: 2 over the time limit (--timeout)" \
		run -r 1 --timeout 300ms ./later
}

@test "ignores TERM" {
	script deaf <<-'SH'
		trap '' TERM INT HUP
		echo $$ >>pids
		while :; do sleep 0.05; done
	SH
	assay_fails 5 "'./deaf' failed: it ran longer than --timeout 300ms and was ended; give it more time, or less to do" \
		run --timeout 300ms ./deaf
	none_lives pids
}

@test "the time limit ends the whole group" {
	script tree <<<'sh -c "echo \$\$ >>pids; exec sleep 1000" & sleep 1000'
	assay_fails 5 "'./tree' failed: it ran longer than --timeout 1s and was ended; give it more time, or less to do" \
		run --timeout 1s ./tree
	none_lives pids
}

# It ends when the process that it leaves behind has written its number.
leaves_behind() {
	script daemon <<-SH
		$1
		while [ "\$(wc -l <pids)" -le "\$(wc -l <begun)" ]; do :; done
		echo >>begun
	SH
	: >pids
	: >begun
	assay_runs 0 warning "2 runs are too few: the interval is 12.7 standard errors wide on each side; 5 would give 2.78, 10 would give 2.26
3 executions left processes behind, which were ended" run -r 2 ./daemon
	[ "$(wc -l <pids)" = 3 ]
	none_lives pids
}

@test "forks a daemon" {
	leaves_behind "setsid sh -c 'echo \$\$ >>pids; exec sleep 1000' &"
}

@test "double-forks" {
	leaves_behind "(setsid sh -c 'echo \$\$ >>pids; exec sleep 1000' &)"
}

# bats test_tags=long
@test "prints a gigabyte" {
	assay_runs 0 failed "" run -r 1 'head -c 1000000000 /dev/zero'
	assay_runs 0 failed "" run -r 1 -w 0 --output pipe 'head -c 1000000000 /dev/zero >&2'
	assay_fails 5 "'head -c 100000000 /dev/zero; echo; echo the end; exit 1' failed: it ended with exit status 1; if that is fine, say so with --ignore-failure=1
  | the end" run 'head -c 100000000 /dev/zero; echo; echo the end; exit 1'
}

@test "closes its descriptors" {
	script closed <<-'SH'
		exec <&- >&- 2>&- 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
		true >>begun && echo "$$" >>begun
	SH
	for output in null pipe ./out.txt; do
		assay_runs 0 failed "" run -r 2 --output "$output" ./closed
	done
	[ "$(wc -l <begun)" = 9 ]
}

@test "reads its input, which is empty" {
	assay_runs 0 failed "" run -r 2 cat </dev/zero
}

@test "a command that cannot be split, and an empty one" {
	assay_fails 2 "cannot split the command 'echo \"a' into words: the quote \" is never closed; close it" \
		run 'echo "a'
	assay_fails 2 "cannot run an empty command: give a program to measure" run ''
	assay_fails 2 "cannot run an empty command: give a program to measure" run true ' '
	assay_fails 2 "assay run needs a command to measure, such as assay run 'sleep 0.1', or a suite in ./assay.yaml (assay help suite)" run
	assay_fails 2 "assay run needs a command to measure, such as assay run 'sleep 0.1', or a suite in ./assay.yaml (assay help suite)" run --
}

@test "files for input and output that cannot be used are refused before anything runs" {
	mkdir folder
	assay_fails 6 "cannot read '/no/such', the input of the commands: No such file or directory" \
		run --input /no/such 'touch ran'
	assay_fails 6 "cannot read 'folder', the input of the commands: Is a directory" \
		run --input folder 'touch ran'
	assay_fails 6 "cannot write the output of the commands to './folder': Is a directory" \
		run --output ./folder 'touch ran'
	assay_fails 6 "cannot write the output of the commands to './no/such': the folder './no' takes no files: No such file or directory" \
		run --output ./no/such 'touch ran'
	assay_fails 2 "cannot use 'file' for --output: expected null, pipe, inherit, or a file written with a slash, such as ./out" \
		run --output file 'touch ran'
	[ ! -e ran ]
}

@test "a program whose library the loader does not find: the message says how it finds it" {
	why="a library that it is linked with is not found; name the folder of the library in LD_LIBRARY_PATH, or link the program with -Wl,-rpath,FOLDER"
	mkdir lib
	echo 'int one(void) { return 0; }' | cc -shared -fPIC -x c - -o lib/libassay.so
	echo 'int one(void); int main(void) { return one(); }' | cc -x c - -x none -Llib -lassay -o linked
	for option in '' --report=none; do # asked for its benchmarks, and measured
		run -5 --separate-stderr "$ASSAY" run -r 3 $option ./linked
		[ "${stderr_lines[0]}" = "assay: cannot start './linked': $why" ]
		[[ ${stderr_lines[1]} == *'libassay.so'* ]]
	done
	LD_LIBRARY_PATH=$PWD/lib "$ASSAY" run -r 3 --report none ./linked >out
	# the same exit status for another reason
	script other <<<'exit 127'
	assay_fails 5 "'./other' failed: it ended with exit status 127; if that is fine, say so with --ignore-failure=127" run -r 3 ./other
}

@test "a parameter that goes nowhere is told, with the braces that may be meant, and measured all the same" {
	"$ASSAY" run -r 3 -L n 1,2 'true {m}' >out 2>err
	[ "$(cat err)" = "assay: note: no command uses the parameter 'n', and {m} is no parameter: write {n} where its values go" ]
	"$ASSAY" run -r 3 -L n 1,2 -L k 3,4 'true {k}' >out 2>err
	[ "$(cat err)" = "assay: note: no command uses the parameter 'n': write {n} where its values go" ]
	"$ASSAY" run -r 3 -P n 1 2 -p 'true {n}' true >out 2>err
	[ ! -s err ]
	"$ASSAY" run -r 3 -L n 1,2 'true {n} {m}' >out 2>err
	[ ! -s err ]
}
