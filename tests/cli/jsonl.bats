#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Lines of JSON, an object a value.
load common
bats_require_minimum_version 1.5.0

@test "members named levels are the levels of the tree, whatever comes first in a line" {
	cat >a.jsonl <<-'END'
		{"execution": 1, "metric": "wall", "value": 7, "unit": "ms"}
		{"execution": 1, "iteration": 1, "metric": "time", "value": 1.5, "unit": "us"}
		{"unit": "us", "metric": "time", "value": "2.5", "iteration": 2, "execution": 1}

		{"execution": 2, "iteration": 1, "metric": "time", "value": 1.25, "unit": "us"}
	END
	"$ASSAY" convert a.jsonl a.csv 2>/dev/null
	printf '%s\n' subject,execution,iteration,metric,value,unit,better,role,ending,round,order \
		a.jsonl,1,,wall,7000000,ns,less,measured,ok,, a.jsonl,1,1,time,1500,ns,less,measured,,, \
		a.jsonl,1,2,time,2500,ns,less,measured,,, a.jsonl,2,,,,,,measured,ok,, \
		a.jsonl,2,1,time,1250,ns,less,measured,,, >want
	diff want a.csv
	"$ASSAY" show --json a.jsonl | jq -e '.subjects[0].summaries[0] | .metric == "time" and .mean == 1625'
}

@test "what is written is read back, and written again as the same bytes" {
	"$ASSAY" run --style none -r 4 -n 'a, "b"' -n $'c\td' 'sleep 0.001' true
	"$ASSAY" convert @last one.jsonl 2>/dev/null
	"$ASSAY" convert one.jsonl two.jsonl 2>/dev/null
	cmp one.jsonl two.jsonl
	"$ASSAY" convert @last one.csv 2>/dev/null
	"$ASSAY" convert one.jsonl two.csv 2>/dev/null
	cmp one.csv two.csv
}

@test "versions and dates in lines are a history" {
	for v in 1 2 3; do
		for e in 1 2 3; do
			echo "{\"version\":\"v$v\",\"date\":\"2026-01-0$v\",\"benchmark\":\"sort\",\"execution\":$e,\"value\":1$v.$e,\"unit\":\"ms\"}"
		done
	done >h.jsonl
	[ "$("$ASSAY" history --json h.jsonl | jq -c '[.series[0].versions[].label]')" = '["v1","v2","v3"]' ]
	"$ASSAY" import h.jsonl
	[ "$("$ASSAY" list --json | jq '.results | length')" = 3 ]
}

# refused LINE-AND-WORDS: bad.jsonl is refused with them.
refused() {
	run -6 "$ASSAY" import bad.jsonl
	[[ $output == "assay: cannot read 'bad.jsonl'"[:,]" $1"* ]] || {
		echo "$output"
		false
	}
}

@test "a line that is no value is named, and nothing is kept" {
	local good='{"execution":1,"value":1,"unit":"ms"}'
	printf '%s\n' "$good" '{"execution":2,"value":[1],"unit":"ms"}' >bad.jsonl
	refused 'line 2, column 24, value: expected a number, a text, true, false or null'
	printf '%s\n' "$good" '' '{"execution":2,"value":-NaN,"unit":"ms"}' >bad.jsonl
	refused 'line 3: expected a finite number'
	printf '%s\n' "$good" '{"execution":2,"value":1e400,"unit":"ms"}' >bad.jsonl
	refused 'line 2, column 24, value: this number is larger than any that can be kept'
	printf '%s\n' "$good" '{"execution":2,"value":1,"value":2}' >bad.jsonl
	refused 'line 2, '
	printf '%s\n' "$good" '{"execution":1,"value":2,"unit":"ms"}' >bad.jsonl
	refused 'line 2: '
	printf '%s\n' '{"value":2,"unit":"ms"}' >bad.jsonl
	refused 'line 1: there is no level'
	printf '%s\n' "$good" '3' >bad.jsonl
	refused 'line 2, column 1: expected an object'
	{ yes "$good" | head -n 3000; echo '{"execution":2,"host":"a","value":1}'; } >bad.jsonl
	refused 'line 3001, column 22, host: this member is new here'
	head -c 70000 /dev/zero | tr '\0' ' ' | sed "s/^/{\"value\":/" >bad.jsonl
	refused 'line 1 has more than 65536 bytes'
	run -6 "$ASSAY" show --format jsonl /dev/null
	"$ASSAY" list | grep -q 'no experiments are kept'
}
