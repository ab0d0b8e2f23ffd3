#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Those who know hyperfine put `assay run` in its place. The command lines are those of its README
# and manual (tests/unit/cli/test_hyperfine.c has all of them); -r 2 is added where nothing else
# keeps them short, and substitutes are named.
load common

# measured N ARGUMENT...: a run that succeeds with N subjects that have values.
measured() {
	local n=$1
	shift
	"$ASSAY" run --json "$@" >out 2>err || { cat err; return 1; }
	[ "$(jq '[.subjects[] | select(.summaries[0].n > 0)] | length' out)" = "$n" ]
}

commands() {
	jq -r '.subjects[].command' out | paste -sd '|'
}

executions() {
	jq -c '[.subjects[].tree.executions.role | map(select(. == "measured")) | length]' out
}

@test "one command, several, a number of runs" {
	measured 1 'sleep 0.3' -r 2
	measured 1 --runs 5 'sleep 0.3'
	[ "$(executions)" = "[5]" ]
	measured 2 --min-runs 5 'sleep 0.02' 'sleep 0.03' # for 0.2 and 3.2
	[ "$(jq '[.subjects[].tree.executions.role | map(select(. == "measured")) | length] | min >= 5' out)" = true ]
	measured 1 -M 3 'sleep 0.01'
	[ "$(executions)" = "[3]" ]
}

@test "hexdump and xxd" {
	for program in hexdump xxd; do
		command -v "$program" >/dev/null || skip "$program is not installed"
	done
	head -c 100000 /dev/zero >file
	measured 2 'hexdump file' 'xxd file' -r 2
}

@test "warm-ups, a preparation, a pattern that a shell fills in" {
	echo 'TODO' >a.txt
	measured 1 --warmup 3 'grep -R TODO *' -r 2
	[ "$(jq -c '[.subjects[0].tree.executions.role[] | select(. == "warmup")] | length' out)" = 3 ]
	# A file of our own for /proc/sys/vm/drop_caches, and no sudo.
	measured 1 --prepare 'sync; echo 3 | tee ./drop_caches' 'grep -R TODO a*' -r 2
	[ "$(cat drop_caches)" = 3 ]
}

# bats test_tags=long
@test "a scan of parameters with a preparation, and one of decimals" {
	printf 'all:\n\ttrue\nclean:\n\ttrue\n' >Makefile
	measured 12 --prepare 'make clean' --parameter-scan num_threads 1 12 'make -j {num_threads}' -r 1 \
		-w 0
	[[ "$(commands)" == "make -j 1|make -j 2|"*"|make -j 12" ]]
	measured 3 --parameter-scan delay 0.3 0.7 -D 0.2 'sleep {delay}' -r 1 -w 0
	[ "$(commands)" = "sleep 0.3|sleep 0.5|sleep 0.7" ]
	# In ms, and by a shell that knows **.
	measured 4 -P size 0 3 'sleep $((2**{size}))e-3' -r 1 -w 0 -S bash
}

@test "a list of parameters" {
	echo 'int main(void) { return 0; }' >main.c
	# cc and gcc for gcc and clang, C for C++.
	measured 2 -L compiler cc,gcc '{compiler} -O2 main.c' -r 2
	[ "$(commands)" = "cc -O2 main.c|gcc -O2 main.c" ]
	measured 12 -L number 1,2 -L letter a,b,c 'echo {number}{letter}' "printf '%s\n' {number}{letter}" \
		-r 1 -w 0
	[[ "$(commands)" == "echo 1a|printf '%s\\n' 1a|echo 2a|"* ]]
}

@test "another shell, none, a function" {
	if command -v zsh >/dev/null; then
		measured 1 --shell zsh 'for i in {1..10000}; do echo test; done' -r 2
	fi
	echo TODO >"$HOME/notes"
	measured 1 -N "grep TODO $HOME/notes" -r 2
	my_function() { sleep 0.1; } # for 1 s
	export -f my_function
	measured 1 --shell=bash my_function -r 2
	measured 1 'my_function() { sleep 0.1; }; my_function' -r 2
}

@test "setup, prepare, conclude and cleanup run in hyperfine's order" {
	run "$ASSAY" run -L n 1,2 -r 2 -w 0 --show-output --setup 'echo setup n={n}' \
		--prepare 'echo prepare={n}' --conclude 'echo conclude={n}' \
		--cleanup 'echo cleanup n={n}' 'echo command n={n}'
	[ "$status" -eq 0 ]
	for n in 1 2; do
		echo "setup n=$n"
		for _ in 1 2; do
			printf '%s\n' "prepare=$n" "command n=$n" "conclude=$n"
		done
		echo "cleanup n=$n"
	done >want
	grep -E '^(setup|prepare|command n|conclude|cleanup)' <<<"$output" | grep -v executions >got
	diff want got
}

@test "a setup and a cleanup without parameters run once, around all rounds" {
	measured 2 -r 2 -w 0 -s 'echo setup >>log' -c 'echo cleanup >>log' 'echo a >>log' 'echo b >>log'
	[ "$(sort log | uniq -c | tr -s ' \n' ' ')" = " 2 a 2 b 1 cleanup 1 setup " ]
	[ "$(sed -n '1p;$p' log | paste -sd ' ')" = "setup cleanup" ]
}

@test "each command has its own preparation and output" {
	measured 2 --prepare 'echo one >log' 'cat log' --prepare 'echo two >log' 'cat log ' -r 1 -w 0 \
		--output=./a.log --output=./b.log
	[ "$(cat a.log b.log | paste -sd ' ')" = "one two" ]
}

@test "the number of the execution is in the environment" {
	measured 1 'env > output-${HYPERFINE_ITERATION}.log' -r 2
	ls output-0.log output-1.log output-warmup-0.log
}

@test "the hooks of an execution have its number" {
	measured 1 -r 2 -p 'echo "p $HYPERFINE_ITERATION" >>log' -C 'echo "c $HYPERFINE_ITERATION" >>log' \
		'echo "x $HYPERFINE_ITERATION" >>log'
	[ "$(paste -sd , log)" = "p warmup-0,x warmup-0,c warmup-0,p 0,x 0,c 0,p 1,x 1,c 1" ]
}

@test "a reference, names, and failures that do not matter" {
	measured 2 --reference "$TARGET iteration=0.01" --reference-name base \
		-n slow "$TARGET iteration=0.01 effect=1" -r 6
	[ "$(jq -c '[.subjects[].name, .experiment.reference]' out)" = '["base","slow",0]' ]
	[ "$(jq -r '.comparisons[0].verdict' out)" = slower ]
	measured 1 --ignore-failure=1,2 'sh -c "exit 1"' -r 2
	measured 1 -i 'sh -c "exit 7"' -r 2
}

@test "input is a file" {
	echo hello >in.txt
	measured 1 --input in.txt --output ./copy cat -r 1
	[ "$(cat copy)" = hello ]
}

# Numbers become N, so that what is left is the shape.
shape() {
	sed -E 's/[0-9]+(\.[0-9]+)?(e-?[0-9]+)?/N/g; s/\[(ms|s|µs)\]/[U]/g' "$1"
}

@test "exports have the shape of hyperfine's own" {
	command -v hyperfine >/dev/null || skip "hyperfine is not installed"
	local files='--export-markdown X.md --export-asciidoc X.adoc --export-orgmode X.org --export-csv X.csv
		--export-json X.json' commands=(-n 'a|b' -r 3 -L v '1,2' 'sleep 0.0{v}')
	# shellcheck disable=SC2086 # words
	hyperfine --style none ${files//X/h} "${commands[@]}"
	# shellcheck disable=SC2086 # words
	"$ASSAY" run --style none ${files//X/a} "${commands[@]}"
	for kind in md adoc; do
		shape "h.$kind" >want
		shape "a.$kind" | head -n "$(wc -l <want)" >got
		# Which of both is the fastest is a matter of chance: it has no ±.
		diff <(sed 's/N ± N/N/g' want) <(sed 's/N ± N/N/g' got)
	done
	# A bar in a name divides cells in org mode, even after hyperfine's backslash: ours is a broken bar.
	shape h.org | sed 's/\\|/¦/' >want
	diff <(sed 's/N ± N/N/g' want) <(shape a.org | head -n "$(wc -l <want)" | sed 's/N ± N/N/g')
	diff <(shape h.csv) <(shape a.csv)
	# hyperfine 1.20 has memory_usage_byte, Debian's 1.15 has not.
	jq -c '[.results[] | del(.memory_usage_byte) | [paths | map(tostring) | join(".")]]' h.json >want
	jq -c '[.results[] | del(.memory_usage_byte) | [paths | map(tostring) | join(".")]]' a.json >got
	diff want got
	[ "$(jq -c '[.results[].memory_usage_byte | length]' a.json)" = "[3,3]" ]
}
