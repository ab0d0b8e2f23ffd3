#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs with several benchmarks of their own (docs/reporter.md): a subject each.
load common

# speaks NAME BENCHMARK...: a program that lists these, and reports the one it is asked for: 3 iterations of
# ten times its place in the list, in us. What it is started with is noted in the file starts.
speaks() {
	local program=$1
	shift
	printf '%s\n' "$@" >"$program.list"
	script "$program" <<-SH
		echo "\${ASSAY_LIST:+list}\$ASSAY_BENCHMARK" >>starts
		if [ -n "\$ASSAY_LIST" ]; then
			{ echo assay 1; sed 's/^/benchmark /' $program.list; } >>"\$ASSAY_LIST"
			exit
		fi
		us=\$(grep -nxF -e "\$ASSAY_BENCHMARK" $program.list | cut -d: -f1)0
		for i in 1 2 3; do echo "iteration \$us.\$i us benchmark=\$ASSAY_BENCHMARK"; done >iterations
		{ echo assay 1; cat iterations; } >>"\$ASSAY_REPORT"
	SH
}

# lists TEXT: a program that gives this as its list, and is not to be run.
lists() {
	printf '%b' "$1" >answer
	script bench <<-'SH'
		# ASSAY_LIST
		[ -n "$ASSAY_LIST" ] || { echo it was run >&2; exit 9; }
		cat answer >>"$ASSAY_LIST"
	SH
}

subjects() {
	"$ASSAY" show --json | jq -c '[.subjects[].name]'
}

@test "every benchmark of a program is a subject, and the program is asked once" {
	speaks bench alpha beta gamma/1 delta
	"$ASSAY" run -v -r 6 ./bench >out
	[ "$(subjects)" = '["alpha","beta","gamma/1","delta"]' ]
	[ "$(head -n 1 starts)" = list ]
	[ "$(grep -c list starts)" -eq 1 ]
	[ "$(sort starts | uniq -c | awk '{print $1, $2}' | tr '\n' ' ')" = "7 alpha 7 beta 7 delta 7 gamma/1 1 list " ]
	[ "$("$ASSAY" show --json | jq -c '[.subjects[].benchmark]')" = '["alpha","beta","gamma/1","delta"]' ]
	[ "$("$ASSAY" show --json | jq '.comparisons | length')" -eq 0 ]
	grep -q '^6 rounds of 4 ' out
	grep -Eq '^  gamma/1 +30\.20? us ' out
}

@test "executions come in random order, another one in each round" {
	speaks bench a b c d e f
	"$ASSAY" run -r 6 --seed 1 -w 0 ./bench >out
	tail -n +2 starts | paste -d' ' - - - - - - >rounds
	[ "$(sort -u rounds | wc -l)" -gt 3 ]
	while read -r round; do
		[ "$(tr ' ' '\n' <<<"$round" | sort | tr -d '\n')" = abcdef ]
	done <rounds
}

@test "--only chooses by name and by pattern" {
	speaks bench sort sort/2 search copy
	"$ASSAY" run -r 2 --only sort ./bench >out
	[ "$(subjects)" = '["sort"]' ]
	"$ASSAY" run -r 2 --only 'sort*' --only copy ./bench >out
	[ "$(subjects)" = '["sort","sort/2","copy"]' ]
	assay_fails 2 "cannot choose 'searchh': no benchmark of './bench' is called so; did you mean 'search'?" \
		run --only searchh ./bench
	assay_fails 2 "cannot choose 'nothing*': no benchmark of './bench' is called so; --list shows them" \
		run --only 'nothing*' ./bench
	assay_fails 2 "cannot choose 'x': 'true' tells of no benchmarks of its own (assay help reporter), and there is no suite beside a command; leave --only out" \
		run --only x true
}

@test "--list shows them and runs none" {
	speaks bench sort search
	[ "$("$ASSAY" run --list ./bench)" = "sort
search" ]
	[ "$(cat starts)" = list ]
}

@test "what is not known to speak is not asked" {
	script bench <<<'env | grep -c "^ASSAY_LI""ST=" >>starts; true'
	"$ASSAY" run -r 3 -w 0 ./bench >out
	[ "$(wc -l <starts)" -eq 3 ]
	[ "$(sort -u starts)" = 0 ]
}

@test "--report none asks nobody" {
	script bench <<<'[ -z "$ASSAY_LIST" ] && echo >>starts'
	"$ASSAY" run -r 3 -w 0 --report none ./bench >out
	[ "$(wc -l <starts)" -eq 3 ]
	[ "$(subjects)" = '["./bench"]' ]
	assay_fails 5 "cannot ask './bench' which benchmarks it has (ASSAY_LIST): it ended with exit status 1; --report none measures it as it is" run ./bench
}

@test "a built program is asked once it is built" {
	speaks bench a b
	run "$ASSAY" run -r 2 -w 0 --builds 1 --build 'echo a >built' --artifact built './bench built'
	[ "$(grep -c list starts)" -eq 1 ]
	[ "$(wc -l <starts)" -gt 1 ]
}

@test "hostile lists are refused with the line, and nothing is run" {
	local why="cannot use the benchmarks of './bench':"
	lists 'assay 1\nbenchmark a\nbenchmark b\nbenchmark a\n'
	assay_fails 5 "$why benchmarks 1 and 3 are both called 'a'; give each a name of its own" run ./bench
	lists 'assay 1\nbenchmark \n'
	assay_fails 5 "$why benchmark 1, '': it has no name" run ./bench
	lists 'assay 1\nbenchmark a b\n'
	assay_fails 5 "$why benchmark 1, 'a b': its name has a blank in it; join its words by - or _" run ./bench
	lists 'assay 1\nbenchmark \0033[31mred\n'
	assay_fails 5 "$why benchmark 1, '\\e[31mred': its name has a control character in it" run ./bench
	lists 'assay 1\nbenchmark \xff\n'
	assay_fails 5 "$why benchmark 1, '\\xff': its name is not UTF-8" run ./bench
	lists "assay 1\nbenchmark $(printf '%01001d' 0)\n"
	assay_fails 5 "$why benchmark 1, '$(printf '%080d' 0)': its name has over 1000 bytes" run ./bench
	lists 'garbage\n'
	assay_fails 5 "$why line 1: found 'garbage', expected the header 'assay 1'" run ./bench
	lists 'assay 1\niteration 5 us\n'
	assay_fails 5 "$why line 2: found 'iteration 5 us', expected 'benchmark NAME'" run ./bench
	lists "assay 1\n$(printf 'benchmark %s\\n' $(seq 10001))"
	assay_fails 5 "$why there are more than 10000 benchmarks" run ./bench
	script bench <<<'mkdir "$ASSAY_LIST"; exit 3 # asked'
	assay_fails 5 "cannot ask './bench' which benchmarks it has (ASSAY_LIST): it ended with exit status 3; --report none measures it as it is" run ./bench
}

@test "an answer that is no file, or none, is that of a program without benchmarks" {
	script bench <<<'if [ -n "$ASSAY_LIST" ]; then ln -s /dev/zero "$ASSAY_LIST"; fi'
	"$ASSAY" run -r 3 ./bench >out
	[ "$(subjects)" = '["./bench"]' ]
	assay_fails 5 "cannot use './bench' as --report assay says: it has told of no benchmark" run --report assay ./bench
}

@test "a benchmark that another one is run for has failed" {
	script bench <<-'SH'
		[ -z "$ASSAY_LIST" ] || { printf 'assay 1\nbenchmark a\nbenchmark b\n' >>"$ASSAY_LIST"; exit; }
		printf 'assay 1\niteration 5 us benchmark=a\n' >>"$ASSAY_REPORT"
	SH
	assay_runs 5 failed "b: the only execution failed: 1 with a report or an output that cannot be used; the last reason: it was to run its benchmark 'b' (ASSAY_BENCHMARK), and reported iterations of 'a'" \
		run -r 3 ./bench
	script bench <<-'SH'
		[ -z "$ASSAY_LIST" ] || { printf 'assay 1\nbenchmark a\nbenchmark b\n' >>"$ASSAY_LIST"; exit; }
	SH
	assay_fails 5 "'b' failed: it was to run its benchmark 'b' (ASSAY_BENCHMARK), and reported no iterations" run ./bench
}

# breaks NAME: a program of the benchmarks a, b and c, of which b fails and says why. With a file `pid` it
# ends assay when it runs for the 9th time.
breaks() {
	speaks "$1" a b c
	sed -i '/^us=/i [ "$ASSAY_BENCHMARK" != b ] || { printf "assay 1\\nfailed out of paper\\n" >>"$ASSAY_REPORT"; exit 3; }\
[ "$(wc -l <starts)" != 9 ] || [ ! -s pid ] || { kill -KILL "$(cat pid)"; sleep 5; }' "$1"
}

# Executions of each subject, and how those of b ended.
executions() {
	"$ASSAY" show --json | jq -c '[.subjects[].tree.executions.ending | length] + .subjects[1].tree.executions.ending'
}

# bats test_tags=long
@test "a benchmark that fails at once is left out with its reason, and the others are measured" {
	local why='b: the only execution failed: 1 exit status 3; the last reason: it reported: out of paper'
	breaks bench
	assay_runs 5 failed "$why" run -r 4 ./bench
	[ "$(grep -Ec '^[ac] +4 executions x 3 iterations' out)" -eq 2 ]
	grep -qx '  time     no result: no execution ended well' out
	[ "$(executions)" = '[5,1,5,"report"]' ]
	assay_runs 5 failed "$why" run -r 4 -w 0 ./bench
	[ "$(executions)" = '[4,1,4,"report"]' ]
	# How many iterations and rounds are planned from the others, too.
	assay_runs 5 failed "$why" run --budget 1s --max-runs 9 ./bench
	[ "$("$ASSAY" show --json | jq -c '[.subjects[].summaries[0].n > 1]')" = '[true,false,true]' ]
	# With nothing left it is an error.
	assay_fails 5 "'b' failed: it reported: out of paper" run -r 4 --only b ./bench
}

@test "what was left out before an interruption stays so" {
	local status=0
	breaks bench
	sh -c 'echo $$ >pid && exec "$0" run -r 5 ./bench' "$ASSAY" >out 2>err || status=$?
	rm pid
	[ "$status" -eq 137 ]
	assay_runs 5 failed 'b: the only execution failed: 1 exit status 3; the last reason: it reported: out of paper' \
		run --resume
	[ "$(executions)" = '[6,1,6,"report"]' ]
	[ "$(grep -cx b starts)" -eq 1 ]
}

@test "of two programs one may have a benchmark that fails" {
	breaks new
	speaks old a b c
	assay_runs 5 failed 'b of ./new: the only execution failed: 1 exit status 3; the last reason: it reported: out of paper' \
		run -r 6 ./old ./new
	[ "$("$ASSAY" show --json | jq -c '[.comparisons[] | select(.verdict != "none") | [.subject, .reference]] | unique')" = '[[3,0],[5,2]]' ]
}

@test "forks and threads that report one benchmark are an error, and --combine puts them together" {
	script bench <<-'SH'
		[ -z "$ASSAY_LIST" ] || { printf 'assay 1\nbenchmark a\nbenchmark b\n' >>"$ASSAY_LIST"; exit; }
		for i in 1 2; do
			{ printf 'assay 1\niteration 5 us benchmark=%s\n' "$ASSAY_BENCHMARK" >>"$ASSAY_REPORT.$((100 + i))"; } &
		done
		wait
	SH
	run "$ASSAY" run -v -r 3 ./bench
	[ "$status" -eq 5 ]
	[[ $output == *"--combine"* ]]
	"$ASSAY" run -v -r 3 --combine sum ./bench >out
	[ "$(grep -c '^  time  *10.0* us' out)" -eq 2 ]
}

# bats test_tags=long
@test "two programs are compared benchmark by benchmark, and two results, too" {
	speaks old a b gone
	speaks new a b new
	sed -i 's/0$/5/; s/us=$(/us=$(/' new
	"$ASSAY" run -r 8 ./old ./new >out
	[ "$(subjects)" = '["a of ./old","b of ./old","gone of ./old","a of ./new","b of ./new","new of ./new"]' ]
	[ "$("$ASSAY" show --json | jq -c '[.comparisons[] | [.subject, .reference]] | unique')" = '[[3,0],[4,1]]' ]
	"$ASSAY" run -r 8 ./old >out
	"$ASSAY" run -r 8 ./new >out
	[ "$("$ASSAY" compare --json @last~1 @last | jq '.comparisons | length')" -eq 2 ]
}

@test "a gate has nothing to compare in one program" {
	speaks bench a b
	assay_fails 2 "cannot use --fail-if with the benchmarks of one program, which are not compared with each other: give another version of it, too, or compare results with assay check" \
		run --fail-if 'slower by 3%' ./bench
}

@test "ten thousand benchmarks are listed, and one of them is measured" {
	speaks bench $(seq -f 'n%g' 10000)
	[ "$("$ASSAY" run --list ./bench | wc -l)" -eq 10000 ]
	"$ASSAY" run -r 2 --only n777 ./bench >out
	[ "$(subjects)" = '["n777"]' ]
}

# bats test_tags=long
@test "a program with 300 benchmarks is a table of 300 lines" {
	script bench <<-'SH'
		if [ -n "$ASSAY_LIST" ]; then
			{ echo assay 1; seq -f 'benchmark n%g' 300; } >>"$ASSAY_LIST"
		else
			printf 'assay 1\niteration 5 us\n' >>"$ASSAY_REPORT"
		fi
	SH
	"$ASSAY" run -r 2 -w 0 ./bench >out
	[ "$(grep -Ec '^  n[0-9]+ +2 runs: 5\.00, 5\.00 us$' out)" -eq 300 ]
}

# bats test_tags=long
@test "assay diff goes benchmark by benchmark" {
	git init -q -b main repo
	cd repo
	git config user.email a@example.org
	git config user.name a
	speaks bench one two three
	echo starts >.gitignore
	git add -A
	git commit -qm first
	sed -i 's/^two$/two\nfiller/; s/^three$/three/' bench.list
	"$ASSAY" diff -r 6 --only one --only three -- ./bench >../out
	grep -q '^  one  *10.* the same' ../out
	grep -q '^  three  *30.* 33.* % more time' ../out
	grep -q '1 worse, 1 without a difference, of 2 benchmarks' ../out
	[ "$("$ASSAY" show --json | jq -c '[.subjects[].benchmark]')" = '["one","three","one","three"]' ]
	sed -i 's/us\.\$i us/us.${i}0$(($$ % 90 + 10)) us/' bench # what never varies is known to a step of the clock only
	grep -q '% 90' bench
	run "$ASSAY" diff -r 6 --only three --fail-if 'slower by 3%' -- ./bench
	[ "$status" -eq 1 ]
	run "$ASSAY" diff --only nothing -- ./bench
	[ "$status" -eq 2 ]
	[[ $output == *"cannot choose 'nothing': no benchmark of './bench' is called so; --list shows them" ]]
}

@test "assay diff builds each version once, and the same program is not asked" {
	git init -q -b main repo
	cd repo
	git config user.email a@example.org
	git config user.name a
	speaks source one two
	rm -f starts
	printf 'starts\nbench\nbuilds\n' >.gitignore
	git add -A
	git commit -qm first
	sed 's/source.list/bench.list/' source >bench
	chmod +x bench
	sed -i 's/^one$/one\nnew/' source.list
	"$ASSAY" diff -r 6 --builds 1 --build "echo >>'$PWD/builds'; cp source bench; echo '# built' >>bench" -- ./bench >../out
	grep -q '^1 the same program in both, of 1 benchmark$' ../out
	[ "$(wc -l <builds)" -eq 2 ]
}
