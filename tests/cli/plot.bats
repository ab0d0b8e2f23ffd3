#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Pictures of a result.
load common

# values EXPRESSION: 40 of them, of i = 1 .. 40, as data.csv.
values() {
	awk "BEGIN { print \"execution,value\"; for (i = 1; i <= 40; i++) print i \",\" ($1) }" >data.csv
}

# Whether the rows of a frame, from the top, begin further and further to the left.
rises() {
	awk -F '|' '{ at = match($2, /[.:\047]/); bad = bad || (NR > 1 && at >= before); before = at } END { exit bad }' "$1"
}

@test "a sequence shows a drift in the order of time and none in random order" {
	values '100 + i'
	COLUMNS=60 "$ASSAY" plot --kind sequence data.csv >out
	[ "$(grep -cE '^ +in the order of time$|^ +the same in random order$' out)" = 2 ]
	sed -n '/order of time$/,/+--/p' out | grep -F '|' >in_time
	sed -n '/the same in random order$/,/+--/p' out | grep -F '|' >random
	rises in_time
	absent -q . <(rises random && echo it rises)
}

@test "a histogram has the counts at its side and the sizes below" {
	values 'i <= 30 ? 5 : 9'
	COLUMNS=40 "$ASSAY" plot --kind histogram data.csv >out
	grep -qE '^30\| *:+$' out
	grep -qE '^ 0\| *:+ +:+$' out
	[ "$(tail -n 1 out | tr -s ' ')" = " 4.88 9.12" ]
}

@test "a density says how many modes it seems to have" {
	values '(i % 2 ? 100 : 200) + i % 7'
	"$ASSAY" plot --kind density data.csv >out
	[ "$(tail -n 1 out)" = "2 modes, as far as the eye can tell: a hint, not a test" ]
	values '100 + i % 7'
	"$ASSAY" plot --kind density data.csv >out
	[ "$(tail -n 1 out)" = "one mode, as far as the eye can tell" ]
}

@test "an acf counts what independent values would not have" {
	values 'i % 2 ? 1 : 2'
	"$ASSAY" plot --kind acf data.csv >out
	tr -s '\n ' ' ' <out | grep -qF '10 of 10 beyond the dotted lines (0.31); of independent values 5 % are'
}

@test "two commands: their intervals first, each with its name" {
	"$ASSAY" run --style none -r 6 -n one -n 'the other' true 'sh -c :'
	"$ASSAY" plot >out
	head -n 1 out | grep -q '^intervals'
	grep -qE '^ *one\|.*\[-*o-*\]' out
	grep -qE '^the other\|.*\[-*o-*\]' out
	[ "$(grep -c '^histogram' out)" = 2 ]
}

# bats test_tags=long
@test "no line is wider than the terminal, in ASCII and in Unicode" {
	awk 'BEGIN { print "execution,iteration,value"; for (e = 1; e <= 30; e++) for (i = 1; i <= 3; i++)
		print e "," i "," 100 + (e + i) % 5 }' >data.csv
	for columns in 20 27 40 60 80 120; do
		COLUMNS=$columns "$ASSAY" plot --kind all data.csv >out
		[ "$(wc -L <out)" -le $columns ]
		LC_ALL=C absent -P '[\x80-\xff]' out
		on_terminal $columns "$ASSAY" plot --kind all "$PWD/data.csv"
		seen >out
		[ "$(wc -L <out)" -le $columns ]
		grep -q '⠂\|⡇\|⣿\|⠁\|⠄' out
	done
}

@test "iterations of one execution" {
	"$ASSAY" run --style none -r 3 -w 0 --iterations 8 "$TARGET iteration=0.1"
	"$ASSAY" plot --kind sequence --execution 2 >out
	tr '\n' ' ' <out | grep -q 'of 8 iterations of .*, in execution 2'
	assay_fails 2 "cannot show iterations of execution 4 of '$TARGET iteration=0.1': it has 3; name one from 1 to that" \
		plot --execution 4
}

@test "what cannot be drawn is refused with what would do" {
	printf 'execution,value\n1,5\n' >one.csv
	assay_fails 6 "cannot draw the sequence of 'one.csv' from 1 value: measure at least 2" plot --kind sequence one.csv
	printf 'execution,value\n1,5\n2,6\n3,7\n' >three.csv
	assay_fails 6 "cannot draw the acf of 3 values: measure at least 5" plot --kind acf three.csv
	assay_fails 2 "cannot draw 2 results at once: name one, as in assay plot @last" plot 1 2
	assay_fails 2 "cannot draw the result 'history': that is a kind of picture; did you mean assay plot --kind history?" \
		plot history
	assay_fails 2 "cannot show iterations of execution 1 of 'three.csv': it reported none; leave --execution out, or see docs/reporter.md for how a program reports them" \
		plot --execution 1 three.csv
	printf 'execution,value\n1,5\n2,5\n3,5\n4,5\n5,5\n' >same.csv
	"$ASSAY" plot same.csv >out
	"$ASSAY" plot --kind density --kind lag same.csv >out
}

# executions FAST SLOW: 4 of them, two of either time, each of 30 iterations, as data.csv.
executions() {
	awk -v fast="$1" -v slow="$2" 'BEGIN { print "execution,iteration,value"
		for (e = 1; e <= 4; e++)
			for (i = 1; i <= 30; i++)
				print e "," i "," (e % 2 ? fast : slow) + i * 7 % 11 / 10 }' >data.csv
}

@test "executions of two kinds are two clusters of curves, each with its letter" {
	executions 100 110
	COLUMNS=60 "$ASSAY" plot --kind by-execution data.csv >out
	[ "$(tail -n 1 out)" = "a execution 1; b execution 2; c execution 3; d execution 4" ]
	# a and c are alike, and at the left of b and d
	[ "$(grep -cE '^\|[ac* ]*[ac*] {20,}[bd*][bd* ]*$' out)" -ge 5 ]
	[ "$(grep -cE '^\|.*[bd].*[ac]' out)" -eq 0 ]
	executions 100 100
	COLUMNS=60 "$ASSAY" plot --kind by-execution data.csv >out
	[ "$(grep -cE ' {20,}[abcd*].* {20,}[abcd*]' out)" -eq 0 ]
}

@test "curves are told apart by colours where there are any, and by letters without" {
	executions 100 110
	on_terminal 80 "$ASSAY" plot --kind by-execution "$PWD/data.csv"
	for letter in c d; do
		seen | grep -q "│.*$letter"
	done
	[ "$(seen | grep -c $'\e\[38;5;')" -eq 0 ] # NO_COLOR
	values '100 + i'
	assay_fails 6 "cannot draw the densities of 'data.csv' by-execution: it reports no iterations, or was executed once; see docs/reporter.md for how a program reports them" \
		plot --kind by-execution data.csv
	assay_fails 6 "cannot draw the densities of 'data.csv' by-build: it has no builds of which each has values; measure several (--builds)" \
		plot --kind by-build data.csv
}

@test "many executions: some of them, evenly spread, and it is said" {
	awk 'BEGIN { print "build,execution,value"; for (b = 1; b <= 30; b++) for (e = 1; e <= 5; e++)
		print b "," e "," b + e / 10 }' >data.csv
	"$ASSAY" plot --kind by-build data.csv >out
	tail -n 2 out | tr '\n' ' ' | grep -q 'a build 1; b build 4; .*; h build 27; 8 of 30, evenly spread'
}

@test "executions that are slow are counted, and stand above those of their command" {
	awk 'BEGIN { print "subject,round,execution,metric,value,unit"
		for (r = 1; r <= 40; r++) {
			print "old," r "," r ",time," 100 + r % 7 ",ms"
			print "new," r "," r ",time," (r % 10 ? 97 + r % 7 : 250) ",ms"
		} }' >data.csv
	COLUMNS=70 "$ASSAY" plot --kind slow data.csv >out
	tr -s '\n ' ' ' <out | grep -qF 'a old (0 of 40 slow); b new (4 of 40 slow)'
	grep -qE '^ *2\.[0-9]+\|.*b$' out
	"$ASSAY" show --json data.csv |
		jq -e '.comparisons[0] | .material and .slow == 4 and .slow_reference == 0 and .slow_above == 1.5'
	"$ASSAY" show data.csv >out
	tr -s '\n ' ' ' <out | grep -qF 'new takes' 
	tr -s '\n ' ' ' <out | grep -qF '4 of 40 runs of new, 0 of 40 of old took more than 1.5 times the typical'
}

@test "an axis of an amount that does not begin at 0 has strokes across its beginning, and --zero has it begin there" {
	awk 'BEGIN { print "execution,value,unit"; for (i = 1; i <= 20; i++) print i "," 100 + i % 5 ",ms" }' >data.csv
	for kind in histogram density sequence lag intervals; do
		case $kind in sequence) across=0 up=1 ;; lag) across=1 up=1 ;; *) across=1 up=0 ;; esac
		COLUMNS=60 "$ASSAY" plot --kind $kind data.csv >out
		[ "$(grep -q '^ *+//-' out && echo 1 || echo 0)" = $across ]
		[ "$(grep -qE '^ *[0-9.]+/' out && echo 1 || echo 0)" = $up ]
		COLUMNS=60 "$ASSAY" plot --zero --kind $kind data.csv >out
		absent '+//' out
		absent -E '^ *[0-9.]+/' out
	done
	on_terminal 80 "$ASSAY" plot --kind lag "$PWD/data.csv"
	seen | grep -q '└╫─'
	seen | grep -qE '[0-9]╪'
}
