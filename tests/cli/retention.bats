#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What a store gives up when it has grown, and that every verdict stays as it was.
bats_require_minimum_version 1.5.0
load common
load retention
stderr=

# answers N: what the commands say of the store of N versions
answers() {
	local k n=$1
	"$ASSAY" history --store s.db --json
	"$ASSAY" list --store s.db --all --json
	for ((k = 1; k <= n; k += n / 8)); do
		"$ASSAY" show --store s.db --json $k
		"$ASSAY" compare --store s.db --json $k $((n - k + 1))
		"$ASSAY" plan --store s.db --json --precision 0.5% @last~$((n - k))
	done
	"$ASSAY" check --store s.db --json --baseline 10 $((n - 10)) --fail-if 'slower by 3%' || echo $?
	"$ASSAY" show --store s.db --table levels --to csv 5 | jq -R .
	"$ASSAY" show --store s.db --confidence 99% --json 7
}

# but_for_refusals: without what is refused, and the iterations themselves
but_for_refusals() {
	jq -c '(.. | objects | select(has("impact_drawn"))).impact_drawn = null |
		(.. | objects | select(has("modes"))).modes = null | (.. | objects | select(has("clock"))).clock = null |
		del(.. | objects | .iterations?) |
		(.. | objects | select(has("findings"))).findings |= map(select(.id != "THINNED"))' <(grep -v '^[0-9]$' "$1")
}

same() {
	but_for_refusals before >before.json
	but_for_refusals "$1" >after.json
	[ "$(wc -l <before.json)" -gt 25 ]
	cmp before.json after.json
}

# bats test_tags=long
@test "thinned, a store of 500 versions says of everything what it said, bit by bit, but for what is refused" {
	many 500
	"$ASSAY" alerts --store s.db --json >alerts_before || true
	answers 500 >before
	"$ASSAY" store size --store s.db >size
	grep -q '%  values of iterations' size
	"$ASSAY" store thin --store s.db --dry-run >out
	grep -qx 'would thin 470 of 500 experiments: iterations go, what each execution came to stays' out
	answers 500 | cmp before -
	"$ASSAY" store thin --store s.db >out
	grep -qx 'thinned 470 of 500 experiments: iterations go, what each execution came to stays' out
	grep -qx '30 stay as they are: among the newest' out
	answers 500 >after
	same after
	"$ASSAY" alerts --store s.db --json | cmp alerts_before -
	"$ASSAY" store verify --store s.db | grep -q '500 experiments, all sound'
	"$ASSAY" store size --store s.db >size
	grep -qx '470 experiments thinned' size
	# again there is nothing to thin; a copy says the same
	"$ASSAY" store thin --store s.db >out
	grep -qx '470 stay as they are: no iterations, or none any more' out
	"$ASSAY" store copy --store s.db copy.db >/dev/null
	mv copy.db s.db
	answers 500 >copied
	same copied
}

# is_refused WORDS COMMAND...
is_refused() {
	run -4 --separate-stderr "$ASSAY" "${@:2}" --store s.db
	[[ $stderr == *"cannot $1: the iterations of 'bench' were thinned on 20"*" (assay store thin), and only what its executions came to is left"* ]]
}

@test "what would take the iterations is refused by name" {
	many 60
	"$ASSAY" store thin --store s.db >out
	grep -qx 'thinned 30 of 60 experiments: iterations go, what each execution came to stays' out
	is_refused 'tell time:p50' show --quantiles 1
	is_refused 'tell time:p99' compare --criterion time:p99 1 50
	is_refused 'draw iterations' plot --kind iterations 1
	is_refused 'take one iteration of each execution' show --same-iteration 3 1
	is_refused 'answer as a paper does' show --method epew2006 1
	is_refused "export '1', of which assay store copy writes all there is" export 1 x.json
	[ ! -e x.json ]
	"$ASSAY" show --store s.db 1 -v >out
	grep -q 'iterations were thinned' out
	"$ASSAY" store copy --store s.db x.db 1 >/dev/null
	[ "$("$ASSAY" show --store x.db --json 1 | jq '.subjects[0].metrics[0].mean')" = \
		"$("$ASSAY" show --store s.db --json 1 | jq '.subjects[0].metrics[0].mean')" ]
}

@test "a pinned result keeps its iterations, one with a quantile as its criterion does, and so does what has few" {
	many 60
	"$ASSAY" store pin --store s.db 3 >/dev/null
	"$ASSAY" store thin --store s.db >out
	grep -qx 'thinned 29 of 60 experiments: iterations go, what each execution came to stays' out
	grep -qx '1 stays as it is: pinned' out
	"$ASSAY" show --store s.db --quantiles 3 >out
	run -2 --separate-stderr "$ASSAY" store thin --store s.db --keep 5
	[[ $stderr == *"cannot use '5' for --keep"*30* ]]
	run -2 --separate-stderr "$ASSAY" store thin --store s.db --labelled
	[[ $stderr == *'--labelled has no meaning here: it is an option of assay store prune'* ]]
}

# bats test_tags=long
@test "pruned to its history, a store shows the same histories, lists and alerts, and refuses the rest by name" {
	many 200
	"$ASSAY" history --store s.db --json >history
	"$ASSAY" list --store s.db --all --json >list
	"$ASSAY" alerts --store s.db --json >alerts || true
	"$ASSAY" store label --store s.db 7 baseline
	"$ASSAY" store pin --store s.db 8 >/dev/null
	"$ASSAY" store prune --to-history --store s.db --dry-run >out
	grep -q '^would prune 1[0-9][0-9] of 200 experiments to their histories: ' out
	"$ASSAY" store prune --to-history --store s.db >out
	grep -q '^pruned 1[0-9][0-9] of 200 experiments to their histories: assay history and list show them as before$' out
	grep -qx '30 stay as they are: among the newest' out
	grep -qx '1 stays as it is: pinned' out
	grep -qx '1 stays as it is: labelled' out
	grep -q 'stay as they are: near a change or an alert, or links the sessions of a series$' out
	"$ASSAY" store label --store s.db 7 ''
	"$ASSAY" store unpin --store s.db 8 >/dev/null
	"$ASSAY" history --store s.db --json | cmp history -
	"$ASSAY" list --store s.db --all --json | cmp list -
	"$ASSAY" alerts --store s.db --json | cmp alerts -
	run -4 --separate-stderr "$ASSAY" show --store s.db 1
	[[ $stderr == *"cannot read experiment 1 of 's.db': its values were pruned to its history on 20"*"(assay store prune --to-history); assay history and assay list show what is left"* ]]
	# both sides of the change, and five more to either side, are there
	for k in $(seq 96 106); do "$ASSAY" show --store s.db $k >/dev/null; done
	"$ASSAY" show --store s.db 7 8 >/dev/null
	"$ASSAY" store verify --store s.db | grep -q '200 experiments, all sound'
	# what is left goes into a copy
	"$ASSAY" store copy --store s.db copy.db | grep -q 'copied 200 experiments'
	"$ASSAY" history --store copy.db --json | cmp history -
	run -4 "$ASSAY" show --store copy.db 1
	"$ASSAY" store size --store copy.db | grep -q '1[0-9][0-9] experiments pruned to their histories'
}
