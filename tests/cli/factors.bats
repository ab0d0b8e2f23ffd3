#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The surroundings of executions, and where their variation comes from. What is planted is planted in a file,
# so that nothing depends on what this machine does.
load common

# recorded N: measures N executions on the virtual clock of tests/target, into data.json.
recorded() {
	cp "$TARGET" prog
	"$ASSAY" run --style none -r "$1" --iterations 1 --seed 7 "./prog execution=0.01 seed=3"
	"$ASSAY" export @last data.json >/dev/null
}

# plant USED SLOW: into planted.json, data.json with what others used in execution e, and how many times as
# slow it was: expressions of jq in $e. Of the surroundings of this machine nothing is left.
plant() {
	jq ".subjects[0].tree as \$t | [range(0; \$t.executions.order | length)] as \$all
		| .metrics += [{name: \"others_cpu\", unit: \"processors\", better: \"neither\", level: \"execution\"}]
		| .metrics |= unique_by(.name)
		| .subjects[0].tree.executions.columns |= (map(select(.metric | IN(\"wall\", \"user\", \"cpu\")))
			+ [{metric: \"others_cpu\", values: (\$all | map(. as \$e | $1))}])
		| .subjects[0].tree.iterations.columns[0].values |= [to_entries[]
			| .key as \$e | .value * ($2)]" data.json >planted.json
}

@test "what was read around executions is kept, exported, and said by show" {
	"$ASSAY" run --style none -r 3 'sleep 0.06'
	"$ASSAY" show --json >json
	[ "$(jq '[.subjects[0].tree.executions.values.run_queue[1:][] | . >= 0] | all' json)" = true ]
	[ "$(jq '[.subjects[0].tree.executions.values.others_cpu[1:][] | . >= 0] | all' json)" = true ]
	"$ASSAY" show >out
	[ "$(rows around)" = "" ]
	"$ASSAY" show --verbose >out
	[[ "$(rows around)" == "read: others cpu, run queue, load"* ]]
	"$ASSAY" run --style none -r 3 --surroundings=none 'sleep 0.06'
	"$ASSAY" show --json >json
	[ "$(jq '.subjects[0].tree.executions.values | has("load") or has("others_cpu")' json)" = false ]
	"$ASSAY" show -v >out
	[ "$(rows around)" = "" ]
}

@test "what has to be looked for is asked for, by either option" {
	"$ASSAY" run --style none -r 3 --surroundings=all 'sleep 0.06'
	"$ASSAY" show --json >json
	[ "$(jq '[.subjects[0].tree.executions.values.biggest_other[1:][] | . >= 0] | all' json)" = true ]
	"$ASSAY" run -v -r 3 --metric biggest_other 'sleep 0.06' >out
	grep -q 'biggest other' out
}

@test "short executions share what is read around them" {
	local begun=${EPOCHREALTIME/./} ended
	"$ASSAY" run --style none -r 100 true
	ended=${EPOCHREALTIME/./}
	"$ASSAY" show --json >json
	# No more than fit into the time it took, however long that was.
	[ "$(jq '.subjects[0].tree.executions.values.load | map(select(. != null)) | length' json)" -le \
		$(((ended - begun) / 50000)) ]
}

@test "--surroundings takes three words" {
	assay_fails 2 "cannot use 'some' for --surroundings: expected one of usual, all, none" run --surroundings=some true
}

@test "factors: clean data have none, and what to do is said" {
	recorded 40
	plant '0.1 * ($e % 2)' 1
	"$ASSAY" show --factors planted.json >out
	[ "$(grep -c '^factors in the time of ./prog execution=0.01 seed=3: 40 executions$' out)" -eq 1 ]
	[[ "$(rows next | tail -n 1)" == "no factor is seen to matter"* ]]
	[ "$(rows unknown)" = "cannot tell (did not vary): build, place in the round, what ran before it" ]
	[ "$(rows slow)" = "" ]
	"$ASSAY" show --verbose --factors planted.json >out
	[ "$(rows around)" = "read: others cpu" ]
}

@test "factors: load that slows down is found, with its size and what to do" {
	recorded 40
	plant '($e * 7 % 10) / 5' '1 + 0.01 * ($e * 7 % 10)'
	"$ASSAY" show --factors planted.json >out
	grep -qE '^  others cpu \*  +10 +[5-9][0-9] % +0\.00[0-9]+ +\+[0-9.]+ % ' out
	[ "$(rows next | tail -n 1)" = "other programs disturb it: end them, or compare in the same rounds only; assay doctor says more" ]
	[ "$(grep -c '^ *[0-9.]* \.\. [0-9.]* .* ms ' out)" -eq 4 ] # strata
	"$ASSAY" show --factors --json planted.json >json
	"$SCHEMA_CHECK" "$SCHEMA" json
	[ "$(jq -c '[.subjects[0].factors[] | select(.established) | .factor]' json)" = '["others_cpu"]' ]
	[ "$(jq -c '.subjects[0].strata | length' json)" = 4 ]
}

@test "factors: executions that others make faster are not said to be disturbed by them" {
	recorded 40
	plant '($e * 7 % 10) / 5' '1 - 0.01 * ($e * 7 % 10)'
	"$ASSAY" show --factors planted.json >out
	[[ "$(rows next | tail -n 1)" == "executions took less time, not more, when more went on around them: "* ]]
}

@test "slow executions beside others are named with them, and what they do not explain is said" {
	recorded 40
	plant 'if $e == 5 or $e == 10 or $e == 15 then 0.9 else 0 end' \
		'if $e == 5 or $e == 10 or $e == 15 or $e == 20 then 1.5 else 1 end'
	"$ASSAY" show -v planted.json >out
	[[ "$(rows slow)" == "3 of 4 slow executions ("*") ran while others used 0.9 processors (usually 0 processors, and for none of the other 36). The surroundings do not explain the other 1" ]]
	plant '0' 'if $e == 5 then 1.5 else 1 end'
	"$ASSAY" show -v planted.json >out
	[[ "$(rows slow)" == "1 slow execution ("*") is not explained by the surroundings, which were as usual" ]]
	"$ASSAY" import --store other.db planted.json >/dev/null # the store keeps them as it keeps others
	"$ASSAY" show --verbose --store other.db >out
	[ "$(rows around)" = "read: others cpu" ]
}

@test "factors: too few executions, and the document of --json" {
	recorded 9
	"$ASSAY" show --factors data.json >out
	[ "$(rows next | tail -n 1)" = "nothing can be told: measure at least 10 executions that end well (-r)" ]
	"$ASSAY" show --factors --json data.json >json
	"$SCHEMA_CHECK" "$SCHEMA" json
	[ "$(jq -r '.schema' json)" = assay-factors-1 ]
	[ "$(jq -c '[.subjects[0].factors[] | select(.told == "told")] | length' json)" = 0 ]
}

@test "factors: nothing is wider than the terminal, and ASCII is plain" {
	recorded 20
	for width in 60 80 120; do
		COLUMNS=$width "$ASSAY" show --factors data.json >out
		[ "$(awk -v w="$width" 'length > w' out | grep -vc '^  in  ')" -eq 0 ]
		LC_ALL=C COLUMNS=$width "$ASSAY" show --factors data.json >out
		[ "$(LC_ALL=C grep -c '[^ -~]' out)" -eq 0 ]
	done
}
