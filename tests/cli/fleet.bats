#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Results of several machines, put together.
load common
bats_require_minimum_version 1.5.0

# on MACHINE ARGUMENT...: a result as if it were measured there, in MACHINE.json.
on() {
	local name=$1
	shift
	"$ASSAY" run --style none "$@"
	"$ASSAY" export @last "$name.json"
	sed -i 's/"host": "[^"]*"/"host": "'"$name"'"/' "$name.json"
}

# fast NAME: a program that reports times around 1, and 3 for `new`, with luck drawn from its number.
program() {
	cat >prog <<'END'
#!/bin/sh
n=$(cat n 2>/dev/null || echo 0)
echo $((n + 1)) >n
echo "value=$(($1 * 1000 + n * 7919 % 13))"
END
	chmod +x prog
}

three() {
	program
	for name in n1 n2 n3; do
		rm -f n
		on "$name" -r 12 --metric 'v=value=([0-9]+):s' --criterion v -n old -n new \
			"./prog ${1:-100}" './prog 300'
		shift || true
	done
}

@test "three machines have a verdict for machines like these, beside that for these" {
	three
	"$ASSAY" fleet n1.json n2.json n3.json >out
	rows all | grep -qE '^takes .*3 machines like these\)'
	rows these | grep -q 'on these 3 alone'
	rows another | grep -q 'another machine like these'
	rows sure | grep -q '^more on at least 3 of 3'
	"$ASSAY" fleet --json n1.json n2.json n3.json >json
	"$SCHEMA_CHECK" "$SCHEMA" json
	[ "$(jq -r '.rows | map([.reference, .machines] | join(" ")) | join(",")' json)" = ' 3,old 3' ]
	[ "$(jq -r '.rows[1].verdict' json)" = slower ]
}

# bats test_tags=long
@test "of two machines there is a verdict for these two alone" {
	three
	"$ASSAY" fleet n1.json n2.json >out
	rows all | grep -q 'these 2 machines alone'
	rows another | grep -q 'two machines give no verdict'
}

# bats test_tags=long
@test "a machine that is slower than the others is named, and stays in" {
	three 100 100 150
	"$ASSAY" fleet n1.json n2.json n3.json >out
	rows warning | grep -q '^n3 is not like the others'
	rows warning | grep -q '^the machines are not equally fast'
	rows warning | grep -q '^the ratio is not the same on all machines'
	[ "$("$ASSAY" fleet --json n1.json n2.json n3.json | jq '.rows[0].machines')" = 3 ]
}

# bats test_tags=long
@test "results of one machine are its sessions" {
	three
	sed 's/"host": "n2"/"host": "n1"/' n2.json >again.json
	"$ASSAY" fleet --json n1.json again.json n3.json >json
	[ "$(jq -c '.rows[0].each | map([.machine, .sessions, .rounds])' json)" = \
		'[["n1",2,24],["n3",1,12]]' ]
}

# bats test_tags=long
@test "a machine whose clock is wrong by years says the same" {
	three
	"$ASSAY" fleet n1.json n2.json n3.json >right
	sed -i -E 's/"started": "20../"started": "2061/; s/"ended": "20../"ended": "1999/' n2.json
	"$ASSAY" fleet n1.json n2.json n3.json >wrong
	cmp right wrong
}

# bats test_tags=long
@test "a machine with too few rounds is left out and named" {
	three
	on n4 -r 2 --metric 'v=value=([0-9]+):s' --criterion v -n old -n new './prog 100' './prog 300'
	"$ASSAY" fleet n1.json n2.json n3.json n4.json >out
	rows warning | grep -q '^n4 is left out: 2 of 12 rounds complete'
	[ "$("$ASSAY" fleet --json n1.json n2.json n3.json n4.json | jq -c '[.rows[].machines]')" = '[3,3]' ]
}

# other NAME FROM: the result of FROM, as if it were of a machine of another kind.
other() {
	sed 's/\("name": "cpu.model", "value": "\)[^"]*/\1Other/; s/"host": "[^"]*"/"host": "'"$1"'"/; s/"uuid": "../"uuid": "'"${3:-ff}"'/' "$2.json" >"$1.json"
}

# bats test_tags=long
@test "a machine of another kind speaks for itself, and nothing is said of all together" {
	three
	other n4 n3
	"$ASSAY" fleet n1.json n2.json n4.json >out
	rows note | grep -q '^2 kinds of processors, each told by itself'
	rows note | grep -q 'it takes two machines of two kinds each'
	rows strata | grep -qE 'Other, 1 machine: .*; of other machines of this kind nothing is known$'
	"$ASSAY" fleet --json n1.json n2.json n4.json >json
	"$SCHEMA_CHECK" "$SCHEMA" json
	jq -e '.rows[1] | .verdict == "none" and .ratio == null and (.kinds | map(.machines) | sort) == [1, 2]' json
}

# bats test_tags=long
@test "builds that all machines have executed are said to be what it holds for" {
	program
	for name in n1 n2; do
		rm -f n
		on "$name" -r 12 --builds 1 --build 'cp prog built' --artifact ./built --metric 'v=value=([0-9]+):s' --criterion v \
			-n old -n new './built 100' './built 300'
	done
	"$ASSAY" fleet n1.json n2.json >out
	rows note | grep -q '^all machines executed the same builds: this holds for these builds'
	"$ASSAY" fleet --json n1.json n2.json >json
	"$SCHEMA_CHECK" "$SCHEMA" json
	jq -e .same_builds json
	three
	"$ASSAY" fleet --json n1.json n2.json n3.json | jq -e '.same_builds | not'
}

# bats test_tags=long
@test "kinds of two machines each have a verdict over kinds, whose interval is no narrower than that of either" {
	three
	other n4 n1 fe
	other n5 n2 fd
	"$ASSAY" fleet n1.json n2.json n4.json n5.json >out
	rows all | grep -q '2 kinds of machines like these, each weighing alike'
	[ "$(rows strata | grep -c machines:)" = 4 ]
	"$ASSAY" fleet --json n1.json n2.json n4.json n5.json >json
	"$SCHEMA_CHECK" "$SCHEMA" json
	# both kinds have the same two numbers: sqrt(1/2) of t of one degree of freedom, by the larger part
	jq -e '.rows[1] | .verdict == "slower" and .ratio > 2.9 and (.kinds | length) == 2 and
		((.machines_like_these.hi / .ratio | log) * 2 - (.kinds[0].hi / .kinds[0].value | log) | fabs) < 1e-6' json
	jq -e '.rows[0] | .mean == null and .verdict == null' json
}

# five: the rounds of n5 vary by 30 times as much as the others'.
five() {
	program
	for name in n1 n2 n3 n4 n5; do
		rm -f n
		if [ "$name" = n5 ]; then
			sed -i 's/n \* 7919 % 13/n * 7919 % 13 * 300/' prog
		fi
		on "$name" -r 12 --metric 'v=value=([0-9]+):s' --criterion v -n old -n new \
			'./prog 100' './prog 300'
	done
}

# bats test_tags=long
@test "a machine whose rounds vary too much is set aside by a rule that looks at no ratio" {
	five
	"$ASSAY" fleet n?.json >out
	rows warning | grep -qE '^n5 is set aside by a rule that looks at no ratio: its rounds vary [0-9.]+ times as much'
	rows all | grep -q '4 machines like these that are admitted'
	"$ASSAY" fleet --json n?.json >json
	"$SCHEMA_CHECK" "$SCHEMA" json
	[ "$(jq -c '[.rows[1].each[] | [.machine, .counts, .set_aside]] | .[3:]' json)" = '[["n4",true,null],["n5",false,"noise"]]' ]
	[ "$(jq '.rows[1].each[4].value > 1' json)" = true ]
	"$ASSAY" fleet --json --admit none n?.json >json
	[ "$(jq '.rows[1].machines' json)" = 5 ]
	# Of three machines the usual noise is not known.
	[ "$("$ASSAY" fleet --json n1.json n2.json n5.json | jq '.rows[1].machines')" = 3 ]
}

# bats test_tags=long
@test "a machine whose level is far from the others, or that doctor speaks against, is set aside where that is asked for" {
	five
	sed -i 's/13 \* 300/13/' prog
	rm -f n
	on n5 -r 12 --metric 'v=value=([0-9]+):s' --criterion v -n old -n new './prog 150' './prog 450'
	[ "$("$ASSAY" fleet --json n?.json | jq '.rows[1].machines')" = 5 ]
	[ "$("$ASSAY" fleet --json --admit level n?.json | jq -r '.rows[1].each[4].set_aside')" = level ]
	sed -i 's/"facts": \[/"facts": [{"kind": "state", "name": "doctor.matters", "value": "load"}, /' n2.json
	[ "$("$ASSAY" fleet --json --admit noise,doctor n?.json | jq -r '[.rows[0].each[].set_aside] | join(",")')" = ',doctor,,,' ]
	assay_fails 2 "cannot use 'luck' for --admit: expected noise, doctor, level, several of them with commas between, or none" \
		fleet --admit luck n1.json n2.json
}

@test "what is not of several machines, or not the same, is refused" {
	three
	on other -r 3 true
	assay_fails 2 "cannot put 1 results together: name one of each machine, as in assay fleet n1.assay n2.assay n3.assay" \
		fleet n1.json
	assay_fails 2 "cannot put 'n1.json' to itself: name one result of each machine" \
		fleet n1.json n1.json
	assay_fails 2 "cannot put 'other.json' to the others: its criterion is wall and not v; measure the same on each machine" \
		fleet n1.json other.json
	sed 's/"host": "n2"/"host": "n1"/' n2.json >again.json
	assay_fails 2 "cannot say anything of machines: all 2 results are of n1; measure the same on another one" \
		fleet n1.json again.json
}
