#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The default screen answers in five lines (docs/screens.md): of one command at most five; of a comparison at most
# three and one for each command; a gate is one line more. Whatever is said of what was measured, the answer is first.
load common

# One line of the screen a line of the file: what is counted is rows, not how narrow a terminal is.
wide() {
	COLUMNS=400 "$ASSAY" "$@"
}

# answers MOST FIRST ARGUMENT...: assay's answer has at most so many lines and begins as the pattern says. The versions
# of a diff stand before it, and gates behind it, one line each.
answers() {
	local most=$1 first=$2 status=0
	shift 2
	wide "$@" >out 2>err || status=$?
	awk -v RS= '!/^  base / { print > ("part." ++n) }' out
	sed -i '/^plan: /d' part.1
	if [ "$status" -gt 3 ] || [ "$(wc -l <part.1)" -gt "$most" ] || ! head -n 1 part.1 | grep -qE "^$first" ||
		{ [ -e part.2 ] && grep -qv '^  gate ' part.2; }; then
		echo "assay $*: status $status, at most $most lines were wanted, and '$first' first"
		cat out err
		return 1
	fi
	rm part.*
}

@test "one command has five lines at most, and its value first" {
	cp "$TARGET" prog
	answers 5 './prog   1.00 ms' run -r 10 ./prog
	answers 5 './prog   1.00 ms' run -r 1 ./prog
	answers 5 './prog   2 runs: 1.00, 1.00 ms' run -r 2 ./prog
	answers 5 './prog execution=0.3 ' run -r 30 './prog execution=0.3'
	answers 5 './prog warm=0.5 ' run -r 10 -w 0 --iterations 40 './prog warm=0.5 cold=5 iteration=0.01 execution=0.3'
	answers 5 './prog iteration=0.3   time:p90 ' run -r 12 --iterations 60 --criterion time:p90 './prog iteration=0.3'
	answers 5 './prog iteration=0.3   time:min ' run -r 6 --iterations 60 --criterion time:min './prog iteration=0.3'
	answers 5 'false ' run -r 6 -i false
	answers 5 'sh -c ' run -r 6 -w 0 "sh -c 'sleep 0.001 & true'"
}

# bats test_tags=long
@test "a counted number has five lines at most, its source in the first" {
	command -v valgrind >/dev/null || skip "valgrind is not installed"
	answers 5 'true   instructions by valgrind [0-9]' run -r 3 --count-by valgrind --criterion instructions true
	answers 5 'true x ' run -r 6 --count-by valgrind --criterion instructions true 'true x'
}

@test "a comparison has three lines and one a command at most, and the verdict first" {
	cp "$TARGET" prog
	answers 5 './prog seed=2 .* no verdict' run -r 2 './prog execution=0.02 seed=1' './prog seed=2 execution=0.02'
	answers 5 'no difference found: ./prog seed=2 ' run -r 10 './prog execution=0.02 seed=1' './prog seed=2 execution=0.02'
	answers 5 './prog effect=0.5 .* takes .* % more time' run -r 10 './prog execution=0.02' './prog effect=0.5 execution=0.02'
	answers 5 './prog effect=0.5 .* % more time:p90' run -r 10 --iterations 60 --criterion time:p90 \
		'./prog iteration=0.02' './prog effect=0.5 iteration=0.02'
	answers 5 './prog warm=0.5 .* and ./prog|./prog warm=0.5 .*(takes|against)' run -r 10 -w 0 --iterations 40 \
		'./prog execution=0.3' './prog warm=0.5 cold=5 execution=0.3'
	answers 6 'compared with ./prog' run -r 4 './prog execution=0.02' './prog execution=0.02 effect=0.3' \
		'./prog execution=0.02 effect=0.6'
}

@test "gates are a line each, below the answer of as many lines as without them" {
	cp "$TARGET" prog
	answers 5 './prog effect=0.5 .* % more time' run -r 10 --fail-if 'slower by 5%' --fail-unless 'not slower by 1%' \
		'./prog execution=0.02' './prog effect=0.5 execution=0.02'
	[ "$(grep -c '^  gate ' out)" = 2 ]
	answers 5 'no difference found: ./prog seed=2 ' run -r 8 --early --fail-if 'slower by 5%' './prog execution=0.03 seed=1' \
		'./prog seed=2 execution=0.03'
	[ "$(grep -c '^  gate ' out)" = 1 ]
}

# bats test_tags=long
@test "a diff has five lines at most below its versions, whether built or not, equal or not" {
	cp "$TARGET" prog
	git init -q project && cd project
	git config user.email a@example.org && git config user.name a
	printf '#!/bin/sh\nexec ../prog execution=0.02 seed=1\n' >bench.sh && chmod +x bench.sh
	git add . && git commit -qm one
	echo text >README && git add . && git commit -qm two
	sed "s|^exec .*|exec $TEST_DIR/here/prog execution=0.02 seed=1|" -i bench.sh && git commit -qam three
	sed 's/seed=1/seed=2 effect=0.5/' -i bench.sh && git commit -qam four
	answers 5 'HEAD .* more time' diff HEAD~1 HEAD -r 8 -- ./bench.sh
	answers 5 'HEAD .* no verdict' diff HEAD~1 HEAD -r 2 -- ./bench.sh
	answers 5 'HEAD .* more time' diff HEAD~1 HEAD -r 8 --fail-if 'slower by 5%' --fail-unless 'not slower by 1%' -- ./bench.sh
	answers 5 'HEAD .* and HEAD|HEAD .* (takes|against)' diff HEAD~1 HEAD -r 6 --build true -- ./bench.sh
}

@test "one build that takes more than the budget: said at once, with the budget that would do" {
	cp "$TARGET" prog
	git init -q project && cd project
	git config user.email a@example.org && git config user.name a
	printf '#!/bin/sh\nexec %s/here/prog execution=0.02 seed=$1\n' "$TEST_DIR" >bench.sh && chmod +x bench.sh
	git add . && git commit -qm one
	echo text >README && git add . && git commit -qm two
	answers 5 'HEAD .* and HEAD|HEAD .* (takes|against)' diff HEAD~1 HEAD --budget 500ms --build 'sleep 0.6' -- './bench.sh 1'
	grep -qE '^plan: one build of each: a budget of 0.5 s is too short .*; --budget [0-9.]+ ?(s|min) would do' out
}
