#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What a benchmark has taught is kept, recalled and forgotten.
load common

# prog SETTING...: ./prog reports iterations that vary so, and counts its executions in the file log
prog() {
	echo "$*" >settings
	script prog <<-END
		echo x >>log
		exec "$TARGET" \$(cat settings)
	END
}

# of JSON-PATH: of the last result
of() {
	"$ASSAY" show --json @last | python3 -c "import json, sys
r = json.load(sys.stdin)
print($1)"
}
pilots="r['subjects'][0]['tree']['executions']['role'].count('dimensioning')"
reused="r['plan']['dimension_reused']"

@test "a benchmark is dimensioned once, and planned from that afterwards" {
	prog execution=0.01 iteration=0.05
	"$ASSAY" run -M 12 ./prog >out
	[ "$(of "$pilots, $reused")" = "5 False" ]
	[ "$(rows plan)" = "" ]
	"$ASSAY" run -M 12 ./prog >out
	[ "$(of "$pilots, $reused")" = "0 True" ]
	[ "$(rows plan)" = "" ]
	"$ASSAY" show -v --verbose >out
	[[ "$(rows plan)" == *"; planned from what was learnt earlier" ]]
	"$ASSAY" run -M 12 --redimension ./prog
	[ "$(of "$pilots, $reused")" = "5 False" ]
}

@test "a plan keeps what it has learnt, and one that is remembered executes nothing" {
	prog execution=0.01 iteration=0.05
	"$ASSAY" plan ./prog >out
	[[ $(cat out) != *learnt* ]]
	: >log
	"$ASSAY" plan ./prog >out
	[[ $(tr -s '\n ' ' ' <out) == *"; planned from what was learnt on $(date +%Y-%m-%d) "* ]]
	"$ASSAY" run --dry-run --json ./prog | python3 -c "import json, sys
assert json.load(sys.stdin)['learnt']"
	[ ! -s log ]
	"$ASSAY" run -M 12 ./prog
	[ "$(of "$pilots, $reused")" = "0 True" ]
}

# bats test_tags=long
@test "builds are remembered, too" {
	"$ASSAY" plan --build "$TARGET build prog" './prog build=0.05 execution=0.01' >out
	rm prog
	"$ASSAY" plan --build "$TARGET build prog" './prog build=0.05 execution=0.01' >again
	[ ! -e prog ]
	[ "$(tr -s '\n ' ' ' <again | sed 's/; planned from.*//')" = "$(tr -s '\n ' ' ' <out | sed 's/ $//')" ]
	"$ASSAY" run --budget 6s --build "$TARGET build prog" './prog build=0.05 execution=0.01'
	[ "$(of "$pilots, $reused")" = "0 True" ]
}

@test "a new version of the program is planned like the old one, another benchmark is not" {
	prog execution=0.01 iteration=0.05
	"$ASSAY" plan ./prog
	echo '# a new version' >>prog
	"$ASSAY" plan ./prog | grep -q learnt
	mkdir other
	cp prog settings other
	(cd other && "$ASSAY" plan ./prog >../out)
	for other in '--prepare true ./prog' '--criterion wall ./prog' '--drop 1 ./prog' \
		'--randomize none ./prog' '-- ./prog x=1' './prog ./prog'; do
		# shellcheck disable=SC2086
		"$ASSAY" plan $other >>out 2>&1 || true
	done
	grep -q plan: out
	run grep learnt out
	[ "$status" -ne 0 ]
}

# bats test_tags=long
@test "what no longer holds is forgotten, said, and learnt anew" {
	prog execution=0.01 iteration=0.05
	"$ASSAY" run -v -M 20 ./prog >out
	[ "$(rows note | grep -c learnt)" = 0 ]
	prog execution=0.3 iteration=0.05
	"$ASSAY" run -v -M 20 ./prog >out
	[ "$(of "$pilots, $reused")" = "0 True" ]
	rows note >notes
	grep -qE "^the variance of executions is [0-9.e+]+ times what it was on .*, when the numbers of this plan were learnt: the next run learns costs and variances anew$" notes
	"$ASSAY" run -v -M 20 ./prog >out
	[ "$(of "$pilots, $reused")" = "5 False" ]
	[ "$(rows note | grep -c learnt)" = 0 ]
}

@test "without a place for a store plans are made anew" {
	unset HOME
	for _ in 1 2; do
		env -u HOME "$ASSAY" plan true >out
		[[ $(cat out) == plan:* && $(cat out) != *learnt* ]]
	done
	"$ASSAY" plan --store here.db true
	"$ASSAY" plan --store here.db true | grep -q learnt
}

@test "a program that makes a number of iterations of its own is planned with that" {
	script own <<-'END'
		{ echo 'assay 1'
		for i in 1 2 3; do echo "iteration $((100 + ${HYPERFINE_ITERATION##*-} % 3 + i)) us"; done
		} >"$ASSAY_REPORT"
	END
	"$ASSAY" run -v -M 12 ./own >out
	[ "$(rows levels | head -1)" = "the program makes 3 iterations of its own (20 were asked for), none dropped as warm-up (--drop 0)" ]
	for _ in 1 2; do
		[ "$("$ASSAY" plan --json ./own | python3 -c "import json, sys
print(json.load(sys.stdin)['levels'][0]['count'])")" = 3 ]
	done
}
