#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# How much is measured, and what is said when that is less than was asked for.
load common

@test "a budget too small for a plan: what fits, at least 2, and what 5 would need" {
	run "$ASSAY" run -v --budget 1ms --precision 0.0001% 'sleep 0.1'
	[ "$status" -eq 0 ]
	[[ ${lines[0]} == "sleep 0.1      2 executions in "* ]]
	[[ $output == *"  note     the budget of 1 ms ended it after 2 executions"* ]]
	[[ $output == *"  next     --budget "*" would allow 5, the fewest for a useful interval"* ]]
	[[ $output != *"would give +-"* ]]
}

@test "a budget that hooks have used up is not told again as one that would do" {
	"$ASSAY" run -v -w 0 --budget 1s -p 'sleep 0.3' true >out
	[[ $(rows next) =~ ^"--budget "([0-9]+)"s would allow 5, the fewest for a useful interval" ]]
	[ "${BASH_REMATCH[1]}" -gt 1 ]
}

@test "a number of runs that the budget cuts is said to be cut" {
	run "$ASSAY" run -v -r 100 --budget 1ms 'sleep 0.01'
	[[ $output == *"the budget of 1 ms ended it after 2 of the 100 executions asked for"* ]]
	run "$ASSAY" run -v -r 100 --budget 1ms 'sleep 0.01' 'sleep 0.02'
	[[ $output == *"the budget of 1 ms ended it after 2 of the 100 rounds asked for"* ]]
}

# stop_at N: a command that takes 0.1 s, and stops assay when it is run for the N-th time.
stop_at() {
	rm -f count
	echo "echo >>count; [ \$(wc -l <count) -lt $1 ] || kill -INT \$STOP_PID; sleep 0.1"
}

# planned ARGUMENT...: the plan that assay run prints before it is stopped, as one line
planned() {
	bash -c 'export STOP_PID=$$; exec "$0" run "$@"' "$ASSAY" "$@" >out || [ $? -eq 130 ]
	awk '/^plan: / { on = 1; printf "%s", $0; next } on && /^      / { sub(/^ +/, " "); printf "%s", $0; next }
		{ on = 0 }' out
}

@test "long work is announced: a number of executions" {
	[[ $(planned -r 900 "$(stop_at 9)") =~ ^"plan: 900 executions, ".*", expected +- ".*" % (95 % if executions are independent)"$ ]]
	[[ $(planned -w 0 -r 900 "$(stop_at 9)" 'sleep 0.01') =~ ^"plan: 900 rounds of 2 commands, ".*", expected +- ".*" % on the ratio (95 % confidence)"$ ]]
}

@test "long work is announced: a first stage, and what follows from it" {
	[[ $(planned --stage1 200 "$(stop_at 4)") =~ ^"plan: first 200 executions, ".*" s; then as many more as +- 1.0 % takes"$ ]]
	[[ $(planned -w 0 --stage1 5 --precision 0.0001% --budget 1h "$(stop_at 8)") =~ ^"plan: "[0-9]+" executions, ".*", expected +- ".*" % (95 % if executions are independent)"$ ]]
}

# bats test_tags=long
@test "long work is announced: a number of builds and executions" {
	[[ $(planned --builds 3 -r 900 --iterations 2 --build "$TARGET build prog" './prog build=0.05' \
		--prepare "$(stop_at 30)") =~ ^"plan: 3 builds x 900 executions x 2 iterations, ".*", expected +- ".*" % (95 % confidence)"$ ]]
	[[ $(planned --builds 900 -r 2 --build true "$(stop_at 9)") =~ ^"plan: 900 builds x 2 executions, ".*" "(s|min)$ ]]
}

@test "a budget that does not pay for several builds is said to be too short before it is spent on one" {
	"$ASSAY" run -v --seed 7 --budget 1ms --build "echo >>builds; $TARGET build prog" './prog build=0.05' >out
	[[ $(head -2 out | tr -s ' \n' ' ') =~ ^"plan: one build: a budget of 1 ms is too short for 5 and their rounds; --budget "[0-9]+"s would do, and would show how much the luck of a build matters " ]]
	[ "$(wc -l <builds)" -eq 1 ]
	grep -q "one build only: another may be faster or slower" out
}

@test "who says no at the terminal is measured with one build, and who says yes with five" {
	[ -x "$(type -P script)" ] || skip "there is no program 'script'"
	cat >ask <<-SH
		"$ASSAY" run --style full --seed 7 --budget 1ms --build 'echo >>builds; $TARGET build prog' './prog build=0.05'
	SH
	command script -qec 'bash ./ask' /dev/null <<<n >out
	grep -q 'instead? (y/N)' out
	[ "$(wc -l <builds)" -eq 1 ]
	rm builds
	command script -qec 'bash ./ask' /dev/null <<<y >out
	[ "$(wc -l <builds)" -ge 5 ]
}
