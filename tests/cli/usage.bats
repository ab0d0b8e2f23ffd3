#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What is said when the command line cannot be understood.
load common

@test "without a word, assay shows what there is and exits 2" {
	run "$ASSAY"
	[ "$status" -eq 2 ]
	[[ $output == *"Commands:"* ]]
}

@test "an unknown verb that is a slip is corrected" {
	assay_fails 2 "assay has no command 'versionn'; did you mean version?" versionn
	assay_fails 2 "assay has no command 'xyzzyx'; assay help lists those it has" xyzzyx
	assay_fails 2 "assay has no command 'runs'; did you mean run?" runs
}

@test "an action or an option where the verb should be gets its verb before it" {
	assay_fails 2 "assay has no command 'label'; did you mean assay store label?" label @last x
	assay_fails 2 "assay has no command 'labek'; did you mean assay store label?" labek @last x
	assay_fails 2 "assay has no command 'prune'; did you mean assay store prune?" prune
	assay_fails 2 "assay has no command 'extend'; did you mean assay run --extend?" extend @last
	assay_fails 2 "assay has no command 'extned'; did you mean assay run --extend?" extned @last
	assay_fails 2 "assay has no command 'resume'; did you mean assay run --resume?" resume
	assay_fails 2 "assay has no command 'restore'; did you mean assay doctor --restore?" restore
}

@test "a command where the verb should be gets assay run before it" {
	assay_fails 2 "assay has no command 'sleep 0.1'; to measure, write: assay run 'sleep 0.1' 'sleep 0.2'" \
		'sleep 0.1' 'sleep 0.2'
	assay_fails 2 "assay has no command 'true'; to measure, write: assay run true" true
	assay_fails 2 "assay has no command 'ls | wc'; to measure, write: assay run 'ls | wc'" 'ls | wc'
	assay_fails 2 "assay needs a command before the option '-w'; to measure, write: assay run -w 3 'sleep 1'" \
		-w 3 'sleep 1'
}

@test "an option that was cut short or mistyped is corrected, not guessed" {
	assay_fails 2 "assay help has no option '--styl'; did you mean --style?" help --styl
	assay_fails 2 "assay help has no option '--stlye=none'; did you mean --style?" help --stlye=none
	assay_fails 2 "assay run has no option '--ony'; did you mean --only?" run --ony x
	assay_fails 2 "assay help has no option '--frobnicate'; assay help --help lists those it has" \
		help --frobnicate
	assay_fails 2 "assay help has no option '-x'; assay help --help lists those it has" help -x
}

@test "a value that is missing, unwanted or not of the list is said" {
	assay_fails 2 "--style needs TYPE, but nothing follows: write --style TYPE" help --style
	assay_fails 2 "--style needs TYPE, but the option '--json' follows: write --style TYPE" \
		help --style --json
	assay_fails 2 "--json takes no value, but was given 'x': leave it out" help --json=x
	assay_fails 2 "cannot use 'blue' for --style: expected one of auto, basic, full, nocolor, color, none" \
		help --style=blue
	assay_fails 2 "--style was given twice, and only one can count: leave one out" \
		help --style=none --style=basic
}

@test "help on what there is not" {
	assay_fails 2 "there is no help on 'helpp'; did you mean help?" help helpp
	assay_fails 2 "there is no help on 'label'; did you mean store?" help label
	assay_fails 2 "there is no help on 'nothing'; assay help lists what there is" help nothing
	assay_fails 2 "assay help takes one word, but was given 'y', too" help help y
}

@test "a terminal escape in an argument is shown, not sent" {
	assay_fails 2 "assay has no command '\\e[31mred\\n'; assay help lists those it has" $'\e[31mred\n'
}

@test "a reader that leaves ends assay quietly, as it ends every program" {
	local ends='{ sleep 0.2; "$1" help; echo "exit $?" >&2; } 2>&1 >&3 3>&- | cat'
	run bash -c "$ends" _ "$ASSAY" 3> >(true)
	[ "$output" = "exit 141" ]
	# Where SIGPIPE is ignored it is told.
	run bash -c "trap '' PIPE; $ends" _ "$ASSAY" 3> >(true)
	[ "${lines[0]}" = "assay: cannot write all of the output to standard output: its reader has left: Broken pipe" ]
	[ "${lines[1]}" = "exit 6" ]
	# What the run found is not hidden by it.
	run bash -c '{ sleep 0.2; "$1" run -i -r 1 -w 0 false nowhere-at-all; echo "exit $?" >&2; } 2>&1 >&3 3>&- | tail -1' _ "$ASSAY" 3> >(true)
	[ "$output" = "exit 5" ]
}

@test "a full disk and a closed output are told, with exit status 6" {
	run bash -c '"$1" help >/dev/full' _ "$ASSAY"
	[ "$status" -eq 6 ]
	[ "$output" = "assay: cannot write all of the output to standard output: No space left on device" ]
	run bash -c '"$1" help >&-' _ "$ASSAY"
	[ "$status" -eq 6 ]
}

@test "run: nothing to measure, or nothing that can be" {
	assay_fails 2 "assay run needs a command to measure, such as assay run 'sleep 0.1', or a suite in ./assay.yaml (assay help suite)" run
	assay_fails 2 "assay run needs a command to measure, such as assay run 'sleep 0.1', or a suite in ./assay.yaml (assay help suite)" run -w 3 --
	assay_fails 2 "cannot run an empty command: give a program to measure" run ''
	assay_fails 2 "cannot run an empty command: give a program to measure" run true -- ' ' x
	assay_fails 2 "cannot split the command 'echo \"x' into words: the quote \" is never closed; close it" \
		run 'echo "x'
}

@test "run: a command that was not quoted" {
	assay_fails 2 "assay run has no option '-l'; if it belongs to ls, write: assay run -- ls -l" run ls -l
	assay_fails 2 "assay run has no option '-k'; if it belongs to gzip, write: assay run -- gzip -k -9 'a file'" \
		run gzip -k -9 'a file'
	assay_fails 5 "cannot run 'nofile': there is no such program in PATH; if it is an argument of 'ls', write: assay run -- ls nofile 'a b'" \
		run ls nofile 'a b'
	assay_fails 5 "cannot run 'sleep 0.1': there is no such program in PATH; after -- it is taken as one word: as a command with arguments, write: assay run 'sleep 0.1'" \
		run -- 'sleep 0.1'
}

@test "run: counts of 0, of 10^12, and what is no count" {
	for option in runs min-runs max-runs iterations; do
		for value in 0 1000000000000 -1 1.5 x '' 99999999999999999999999; do
			assay_fails 2 "cannot use '$value' for --$option: expected a whole number from 1 to 100000000" \
				run "--$option=$value" true
		done
	done
	for option in warmup drop; do
		assay_fails 2 "cannot use '1000000000000' for --$option: expected a whole number from 0 to 100000000" \
			run "--$option" 1000000000000 true
	done
	assay_fails 2 "cannot use '1' for --stage1: expected a whole number from 2 to 100000000" \
		run --stage1 1 true
	assay_fails 2 "cannot use '-1' for --seed: expected a whole number from 0 to 9223372036854775807" \
		run --seed=-1 true
	assay_fails 2 "cannot use '0' for --limit: expected a whole number from 1 to 1000000000" list --limit 0
}

@test "run: times, percentages and other values" {
	local time="a time above 0 with its unit, such as 500ms, 30s, 20m or 2h"
	for value in 0 10 -3s 1e400s x nan inf ''; do
		assay_fails 2 "cannot use '$value' for --budget: expected $time" run "--budget=$value" true
		assay_fails 2 "cannot use '$value' for --timeout: expected $time" run "--timeout=$value" true
	done
	for value in 1 0% 100% -1% x% nan%; do
		assay_fails 2 "cannot use '$value' for --precision: expected a percentage above 0% and below 100%, such as 1%" \
			run "--precision=$value" true
	done
	assay_fails 2 "cannot use '30%' for --confidence: expected a percentage from 50% to below 100%, such as 95%" \
		run --confidence 30% true
	assay_fails 2 "cannot use 'year' for --time-unit: expected one of microsecond, millisecond, second" \
		run -u year true
	assay_fails 2 "cannot use 'avg' for --combine: expected one of sum, max, pool" run --combine avg true
	assay_fails 2 "cannot use '@x' for --label: expected a text that is no number and does not begin with @" \
		run --label @x true
	assay_fails 2 "cannot use 'nul' for --output: expected null, pipe, inherit, or a file written with a slash, such as ./out" \
		run --output nul true
}

@test "run: options that contradict each other" {
	assay_fails 2 "--runs and --max-runs cannot be combined: --runs is an exact number; leave one out" \
		run -r 5 -M 9 true
	assay_fails 2 "cannot measure at least 5 and at most 3 executions: --min-runs must not be above --max-runs" \
		run -m 5 -M 3 true
	assay_fails 2 "--parameter-scan and --parameter-list cannot be combined: write the scan as a list" \
		run -P a 1 2 -L b 1,2 true
	assay_fails 2 "--prepare was given 2 times for 3 commands: give it once for all, or once for each" \
		run -p a -p b true true true
	assay_fails 2 "--json and --export-json - both write to standard output: give --export-json a file" \
		run --json --export-json - true
	assay_fails 2 "cannot drop 20 of 20 iterations: nothing would be left; raise --iterations" \
		run --drop 20 true
}

@test "run: files that cannot be read or written are told before anything runs" {
	assay_fails 6 "cannot read 'nofile', the input of the commands: No such file or directory" \
		run --input nofile 'touch ran'
	assay_fails 6 "cannot read '.', the input of the commands: Is a directory" run --input . 'touch ran'
	assay_fails 6 "cannot write --export-csv to 'no/x.csv': the folder 'no' takes no files: No such file or directory" \
		run --export-csv no/x.csv 'touch ran'
	assay_fails 6 "cannot write --export to '.': Is a directory" run --export . 'touch ran'
	assay_fails 6 "cannot write the output of the commands to './no/x': the folder './no' takes no files: No such file or directory" \
		run --output ./no/x 'touch ran'
	[ ! -e ran ]
}

@test "run: an export that fails in the end is told, and the others are written" {
	run bash -c '"$1" run -r 2 --style none --export-csv /dev/full --export-json x.json true 2>&1' _ "$ASSAY"
	[ "$status" -eq 6 ]
	[ "$output" = "assay: cannot write --export-csv to '/dev/full': No space left on device" ]
	jq -e '.results | length == 1' x.json
	"$ASSAY" show >/dev/null
}

@test "show: one export, one result" {
	"$ASSAY" run -r 2 --style none true
	assay_fails 2 "cannot export 2 results into one file: export them one by one" \
		show @last @last --export-csv x.csv
	assay_fails 6 "cannot write --export-csv to 'no/x': the folder 'no' takes no files: No such file or directory" \
		show --export-csv no/x
	[ "$("$ASSAY" show --style none --export-csv - | head -n 1)" = command,mean,stddev,median,user,system,min,max ]
}
