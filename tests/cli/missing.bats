#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Rounds in which one of the two has no value: left out, counted, and said.
load common

# lacking ROUNDS LAST: a table of so many rounds in which b has no value up to round LAST.
lacking() {
	rounds_table "$1" a=10 b=10.5 | awk -F, -v last="$2" '$1 != "b" || $2 > last'
}

@test "a command that fails in half of its rounds is compared in the others, with a warning" {
	cat >flaky <<'END'
#!/bin/sh
n=$(($(cat count) + 1))
echo $n >count
[ $((n % 2)) -eq 1 ] || exit 3
END
	chmod +x flaky
	echo 0 >count
	local status=0
	"$ASSAY" run -v -w 1 -r 16 -n good true -n flaky ./flaky >out 2>err || status=$?
	[ "$status" -eq 5 ]
	tr '\n' ' ' <out | tr -s ' ' >flat
	"$ASSAY" show --json >out.json
	python3 - <<'END'
import json
c = next(x for x in json.load(open("out.json"))["comparisons"] if x["metric"] == "wall")
rounds, tried = c["n"], c["n_tried"]
assert rounds == tried // 2 and c["n_reference"] == rounds, c
flat = open("flat").read()
for words in (
        f"{tried - rounds} of {tried} executions failed: {tried - rounds} exit status 3",
        f"{rounds} of {tried} rounds",
        f"warning {tried - rounds} of {tried} rounds left out, because one of the two has no value "
        "there: those that remain may not be typical"):
    assert words in flat, (words, flat)
END
}

@test "rounds that lack one of the two are counted, and warned of above a tenth" {
	lacking 20 2 >t.csv
	"$ASSAY" show t.csv >out
	[ "$(grep -c '95 %, 18 of 20 rounds, for this table)' out)" -eq 1 ]
	[ "$(grep -c 'left out' out)" -eq 0 ]
	lacking 20 3 >t.csv
	"$ASSAY" show -v t.csv >out
	[ "$(grep -c '95 %, 17 of 20 rounds' out)" -eq 1 ]
	[ "$(grep -c '^  warning  3 of 20 rounds left out' out)" -eq 1 ]
	lacking 20 0 >t.csv
	"$ASSAY" show -v t.csv >out
	[ "$(grep -c '95 %, 20 rounds' out)" -eq 1 ]
}

@test "with fewer than three rounds in common there is no verdict" {
	lacking 12 10 >t.csv
	"$ASSAY" show -v t.csv >out
	[ "$(grep -c 'b against a: no verdict' out)" -eq 1 ]
	[ "$(grep -c '^  warning  2 rounds are too few for a verdict' out)" -eq 1 ]
	[ "$(grep -c '^  warning  10 of 12 rounds left out' out)" -eq 1 ]
}

@test "each of several comparisons has the rounds of its own two" {
	rounds_table 12 a=10 b=10.5 c=11 | awk -F, '$1 != "b" || $2 > 4' >t.csv
	"$ASSAY" show --json t.csv >out.json
	python3 - <<'END'
import json
c = json.load(open("out.json"))["comparisons"]
assert [(x["n"], x["n_tried"]) for x in c] == [(8, 12), (12, 12)], c
END
	diff - <("$ASSAY" show -v t.csv | sed -n '/^compared with/,$p' | grep -o '^compared.*\|^  warning.*\|12 rounds, p') <<'END'
compared with a   (95 % for all 2 together (Holm), 8 of 12 rounds)
12 rounds, p
  warning  b: 4 of 12 rounds left out, because one of the two has no value
END
}
