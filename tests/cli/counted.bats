# SPDX-License-Identifier: GPL-3.0-or-later
# Instructions where the processor does not count them: --count-by valgrind.
load common

# looping TIMES [FLAG]: a program that goes round so often, 3 instructions each time, and then forks
# one that does as much, where it is to (-DFORKS).
looping() {
	cat >looping.c <<-'C'
		#include <sys/wait.h>
		#include <unistd.h>
		static void turn(long n) { for (long i = 0; i < n; i++) __asm__ volatile("nop"); }
		int main(void)
		{
			turn(TIMES);
		#ifdef FORKS
			if (!fork()) { turn(TIMES); _exit(0); }
			wait(NULL);
		#endif
			return 0;
		}
	C
	cc -O1 -DTIMES="$1" "${@:2}" looping.c -o "loop$1"
}

# values METRIC: what executions that are measured counted, a line each.
values() {
	"$ASSAY" export @last out.csv
	awk -F, -v m="$1" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		$at["metric"] == m && $at["role"] == "measured" { print $at["value"] }' out.csv
	rm out.csv
}

# bats test_tags=long
@test "valgrind counts six executions of each command, all with the same count" {
	looping 1000000
	"$ASSAY" run -v -r 8 --budget 60s --count-by valgrind --metric instructions ./loop1000000 >out
	grep -q 'instructions by valgrind' out
	[ "$(values instructions_by_valgrind | sort -u | wc -l)" -eq 1 ]
	[ "$(values instructions_by_valgrind | wc -l)" -eq 6 ]
	[ "$(values instructions_by_valgrind | head -n 1)" -ge 3000000 ]
	[ "$(values instructions_by_valgrind | head -n 1)" -le 3400000 ]
}

# bats test_tags=long
@test "a change of a thousandth is found by the count, in seconds" {
	looping 1000000
	looping 1001000
	status=0
	"$ASSAY" run -r 5 --count-by valgrind --criterion instructions --fail-if 'more by 0.05%' ./loop1000000 ./loop1001000 >out || status=$?
	[ "$status" -eq 1 ]
	[ "$(values instructions_by_valgrind | wc -l)" -eq 10 ]
}

# bats test_tags=long
@test "gates on a count and on the time: each command is counted before it is timed, and each gate is of its own" {
	looping 1000000
	looping 1001000
	status=0
	"$ASSAY" run -r 8 -w 0 --budget 100s --count-by valgrind --fail-if 'instructions more by 0.02%' --fail-if 'time more by 9000%' \
		--prepare 'echo a $HYPERFINE_ITERATION >>log' --prepare 'echo b $HYPERFINE_ITERATION >>log' ./loop1000000 ./loop1001000 >out || status=$?
	[ "$status" -eq 1 ]
	grep -q 'instructions more by 0.02%: failed, ' out
	run ! grep -q 'time more by 9000%: failed' out
	for command in a b; do
		[ "$(grep -c "^$command counted-" log)" -eq 6 ]
		[ "$(grep "^$command " log | head -6 | grep -c counted-)" -eq 6 ]
	done
	[ "$(values instructions_by_valgrind | sort | uniq -c | awk '{ print $1 }' | tr '\n' ' ')" = '6 6 ' ]
}

# bats test_tags=long
@test "where builds differ, the pilot is counted, too, and the plan is made from its counts" {
	git init -q r && cd r
	git config user.name t && git config user.email t@example.org
	looping 100000
	printf 'cc -O1 -DTIMES=100000 looping.c -o loop\n' >make.sh
	git add looping.c make.sh && git commit -qm one
	sed -i s/100000/101000/ make.sh && git commit -qam two
	status=0
	"$ASSAY" diff HEAD~1 HEAD --criterion instructions --count-by valgrind --randomize none --builds 5 --build 'sh make.sh' \
		--fail-if 'more by 0.1%' -- ./loop >out 2>err || status=$?
	[ "$status" -eq 1 ]
	grep -q 'more instructions by valgrind' out
}

# bats test_tags=long
@test "what children count is counted with it, and what was before a fork is not counted twice" {
	looping 1000000 -DFORKS
	"$ASSAY" run -r 3 --count-by valgrind --metric instructions ./loop1000000 >out
	n=$(values instructions_by_valgrind | head -n 1)
	[ "$n" -ge 6000000 ] && [ "$n" -le 6600000 ]
	"$ASSAY" run -r 3 --count-by valgrind --metric instructions -- sh -c './loop1000000; ./loop1000000' >out
	n=$(values instructions_by_valgrind | head -n 1)
	[ "$n" -ge 12000000 ] && [ "$n" -le 14000000 ]
}

@test "a program that forks without a symbol that says so has no count, with the reason" {
	looping 1000000 -DFORKS -static -s
	assay_runs 0 metric "instructions_by_valgrind: './loop1000000' could not be counted: it forks, and has no symbols that say where, so that what its children did cannot be told from what it had done before" \
		run -r 3 --count-by valgrind --metric instructions ./loop1000000
}

@test "a program that does not run under valgrind is named, and ends it where all hangs on the count" {
	script shy <<-'SH'
		case $LD_PRELOAD in *vgpreload*) echo 'not under a microscope' >&2; exit 3 ;; esac
	SH
	assay_runs 0 metric "instructions_by_valgrind: './shy' could not be counted: under Valgrind './shy' failed: it ended with exit status 3; if that is fine, say so with --ignore-failure=3" \
		run -r 3 --count-by valgrind --metric instructions ./shy
	assay_fails 5 "cannot count the instructions of './shy': under Valgrind './shy' failed: it ended with exit status 3; if that is fine, say so with --ignore-failure=3" \
		run -r 3 --count-by valgrind --criterion instructions ./shy
}

@test "without valgrind the reason is said" {
	mkdir bin
	cp "$(type -P true)" bin/
	env PATH="$PWD/bin" "$ASSAY" run -v -r 3 --metric cycles_estimated true >out
	[ "$(rows metric)" = "cycles_estimated: not available: valgrind is not in PATH; install valgrind" ]
}

# bats test_tags=long
@test "estimated cycles are more than the instructions they are made of" {
	looping 1000000
	"$ASSAY" run -r 3 --count-by valgrind --metric cycles-estimated,instructions ./loop1000000 >out
	[ "$(values cycles_estimated | head -n 1)" -gt "$(values instructions_by_valgrind | head -n 1)" ]
}

@test "hooks are around executions that are counted, too" {
	"$ASSAY" run -r 2 -w 0 --count-by valgrind --metric instructions --prepare 'echo p >>log' --conclude 'echo c >>log' true >out
	[ "$(tr -d '\n' <log)" = "$(printf 'pc%.0s' 1 2 3 4)" ]
}

# bats test_tags=long
@test "of a benchmark of libassay an operation is counted, and what it keeps of its speed stays" {
	cat >add.c <<-'C'
		#define ASSAY_IMPLEMENTATION
		#include "assay_single.h"
		ASSAY_BENCH(add)
		{
			unsigned x = 1;
			assay_loop (state) {
				assay_hide(x);
				x += 3;
				x *= 5;
			}
			assay_keep(x);
		}
		ASSAY_MAIN()
	C
	cc -std=gnu11 -O2 -I"${ASSAY%/cli/assay}/harness" add.c -o add -lm -pthread # also where the library has sanitizers in it
	"$ASSAY" run -r 4 --count-by valgrind --metric instructions ./add >out
	[ "$(values instructions_by_valgrind | sort -u | wc -l)" -eq 1 ]
	values instructions_by_valgrind | awk 'NR == 1 { if ($1 < 3 || $1 > 7) { print; exit 1 } }'
	"$ASSAY" show --json @last | jq -e '[.subjects[0].summaries[] | select(.metric == "time")][0].mean < 100'
}
