#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay confirm: what alerts suspect is measured again, and settled by it.
load common
load planted
load histories
load alerts
bats_require_minimum_version 1.5.0

# confirms STATUS OPTION...: of ./prog; what it says is in ../out, as one line in ../line.
confirms() {
	local status=0
	"$ASSAY" confirm -N --seed 1 --build 'sh make.sh' "${@:2}" -- ./prog >../out || status=$?
	tr -s ' \n' '  ' <../out >../line
	[ "$status" -eq "$1" ]
}

# measured_now: how many experiments there are.
measured_now() {
	"$ASSAY" list --all --json | jq '.results | length'
}

# bats test_tags=long
@test "an alert gets its two re-runs, the second in another session, and is confirmed" {
	series 8x100 8x108
	states 0 suspected
	confirms 0 --builds 1
	grep -Eq '^  again    [0-9a-f]{9} beside [0-9a-f]{9} in 1[0-9] rounds, for alert 1$' ../out
	grep -q 'seen again$' ../out
	states 0 waiting
	# in the same session nothing is measured
	before=$(measured_now)
	confirms 0 --builds 1
	grep -q 'no alert of ./prog waits for a re-run that can be made now: nothing' ../out
	grep -q '1 alert waits for another session' ../out
	[ "$(measured_now)" = "$before" ]
	store "UPDATE alerts SET first_boot = 'another'"
	confirms 1 --builds 1
	grep -q '7\.[0-9]* % more time .*, confirmed since' ../line
	states 1 confirmed
}

# bats test_tags=long
@test "with builds that differ a re-run is one of builds, and of the same program one of executions" {
	series 8x100 8x108
	states 0 suspected
	confirms 0
	states 0 waiting
	[ "$("$ASSAY" show @last --json | jq -c '[.plan.builds_state, .plan.done]')" = '["identical",10]' ]
	store "UPDATE alerts SET first_boot = 'another'"
	status=0
	"$ASSAY" confirm -N --seed 1 --build 'sh make.sh && date +#%N >>prog' -- ./prog >../out || status=$?
	[ "$status" -eq 1 ]
	states 1 confirmed
	[ "$("$ASSAY" show @last --json | jq -c '[.plan.builds_state, .plan.builds, .plan.done]')" = '["differ",10,3]' ]
}

# bats test_tags=long
@test "what is not seen again is rejected, and the document says all of it" {
	series 16x100
	store "UPDATE summaries SET mean = mean * 1.08 WHERE EXISTS (SELECT 1 FROM versions v WHERE v.experiment =
		summaries.experiment AND v.subject = summaries.subject AND v.date_ns > 1700000000000000000 + 8.5 * 86400e9)"
	states 0 suspected
	confirms 0 --builds 1 --json
	"$SCHEMA_CHECK" "$SCHEMA" ../out
	[ "$(jq -c '.alerts | map([.id, .state])' ../out)" = '[[1,"rejected"]]' ]
}

# bats test_tags=long
@test "no re-run begins after the budget, of other commands none is made, and a number chooses" {
	series 8x100 8x108
	states 0 suspected
	before=$(measured_now)
	confirms 0 --budget 1ns
	grep -q 'the budget ended before 1 other re-run: assay confirm again measures it' ../line
	"$ASSAY" confirm -N --build 'sh make.sh' -- ./other | tr -s ' \n' '  ' >../line
	grep -q 'no alert of ./other waits for a re-run that can be made now' ../line
	grep -q '1 alert of other commands or machines waits for a re-run, too' ../line
	confirms 2 7 # there is none
	[ "$(measured_now)" = "$before" ]
	confirms 0 1 --builds 1
	states 0 waiting
}

# bats test_tags=long
@test "a version that does not build any more is named, and the alert stays as it is" {
	series 8x100 8x108
	states 0 suspected
	run ! "$ASSAY" confirm -N --seed 1 --build false -- ./prog
	[[ $output == *"for alert 1"*"the build 'false' of './prog' failed"* ]]
	states 0 suspected
}

# bats test_tags=long
@test "a confirmation that was killed is gone on with, and nothing is measured twice" {
	series 8x100 8x108
	states 0 suspected
	sh -c 'echo $$ >../pid && exec "$@"' sh "$ASSAY" confirm -N --seed 1 --builds 1 --build 'sh make.sh' \
		--prepare 'echo x >>'"$PWD"'/../runs; [ $(wc -l <'"$PWD"'/../runs) != 12 ] || kill -KILL $(cat '"$PWD"'/../pid)' \
		-- ./prog >../out 2>&1 || true
	rm ../pid
	states 0 suspected
	"$ASSAY" run --resume >../out
	states 0 waiting
	# twenty executions, warm-ups before either beginning, and what was under way
	[ "$(wc -l <../runs)" -le $((20 + 2 * 2 + 2)) ]
}

@test "what cannot confirm anything is refused" {
	planted 100
	assay_fails 2 "'x' is no number of an alert; assay alerts shows them, and the command to measure stands after --" \
		confirm x -- ./prog
	assay_fails 2 "cannot confirm by 3 builds: the means of 6 of each version are compared at least, or with --builds 1 executions of one" \
		confirm --build 'sh make.sh' --builds 3 -- ./prog
	assay_fails 2 "assay confirm needs a command to measure, after --, such as assay confirm --build make -- ./bench, or a suite in ./assay.yaml (assay help suite)" \
		confirm
}

@test "the number of no alert is refused, and nothing is measured" {
	assay_fails 2 'there is no alert 9; assay alerts shows those that are open, with --all all of them' confirm 9 -- true
}
