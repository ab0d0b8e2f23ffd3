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
	assay_fails 2 "there is no help on 'nothing'; assay help lists what there is" help nothing
	assay_fails 2 "assay help takes one word, but was given 'y', too" help help y
}

@test "a terminal escape in an argument is shown, not sent" {
	assay_fails 2 "assay has no command '\\e[31mred\\n'; assay help lists those it has" $'\e[31mred\n'
}

@test "a full disk and a closed pipe are told, with exit status 6" {
	run bash -c '"$1" help >/dev/full' _ "$ASSAY"
	[ "$status" -eq 6 ]
	[ "$output" = "assay: cannot write all of the output to standard output: No space left on device" ]
	run bash -c '{ sleep 0.2; "$1" help; echo "exit $?" >&2; } 2>&1 >&3 3>&- | cat' _ "$ASSAY" 3> >(true)
	[ "${lines[0]}" = "assay: cannot write all of the output to standard output: its reader has left: Broken pipe" ]
	[ "${lines[1]}" = "exit 6" ]
	run bash -c '"$1" help >&-' _ "$ASSAY"
	[ "$status" -eq 6 ]
}
