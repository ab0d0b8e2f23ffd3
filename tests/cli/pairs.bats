#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# --pairs=all: every two commands compared.
load common

# steps N: a table of 12 rounds of N subjects, each 5 % slower than the one before it.
steps() {
	local names
	mapfile -t names < <(awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "s%02d=%.6f\n", i, 10 * 1.05 ^ i }')
	rounds_table 12 "${names[@]}"
}

@test "every pair of three stands in the list, the largest difference first" {
	rounds_table 12 a=10 b=10.5 c=10.5 >t.csv
	diff - <("$ASSAY" show --pairs=all t.csv | sed -n '/^every pair/,$p') <<'END'
every pair compared   (95 % for all 3 pairs together (Holm))
  c against a   takes 5.0 % more time   4.0 .. 6.2 % more, 12 rounds
  b against a   takes 4.8 % more time   3.7 .. 5.8 % more, 12 rounds
  c against b   equivalent within 1 %   0.8 % less .. 0.8 % more, 12 rounds
  a   10.01 ms +- 0.5 %   (95 % if executions are independent)
  b   10.48 ms (10.45 .. 10.54 ms)   (95 % if executions are independent)
  c   10.51 ms +- 0.5 %   (95 % if executions are independent)
  more: with -v
END
	diff <("$ASSAY" show -v --pairs=all t.csv | tail -n +3) <("$ASSAY" compare -v --pairs=all t.csv)
	[ "$("$ASSAY" show -v t.csv | grep -c '^compared with a ')" -eq 1 ]
	[ "$("$ASSAY" show -v --pairs=first t.csv | grep -c '^compared with a ')" -eq 1 ]
}

@test "all pairs of three are adjusted for three" {
	rounds_table 12 a=10 b=10.5 c=10.5 >t.csv
	"$ASSAY" show --json --pairs=all t.csv >out.json
	python3 - <<'END'
import json, math
c = json.load(open("out.json"))["comparisons"]
assert [(x["subject"], x["reference"]) for x in c] == [(1, 0), (2, 0), (2, 1)]
p = sorted((x["p"], i) for i, x in enumerate(c))
holm = 0
for place, (value, i) in enumerate(p):
    holm = max(holm, min(1, (3 - place) * value))
    assert math.isclose(c[i]["p_adjusted"], holm, rel_tol=1e-12)
for x in c:
    assert x["n_comparisons"] == 3
    assert math.isclose(x["interval"]["confidence"], 1 - 0.05 / 3)
# Pseudo-median and signed-rank interval of the log ratios at 1 - 0.05 / 3, by the reference in numpy.
want = [(1.0476340184881143, 1.0374751491053678, 1.0578733770469586),
    (1.050486041690617, 1.0395519788984497, 1.0615847542627883),
    (1.0030105933566609, 0.9920330287463192, 1.0075429531175557)]
for x, (ratio, lo, hi) in zip(c, want):
    assert math.isclose(x["ratio"], ratio, rel_tol=1e-9)
    assert math.isclose(x["interval"]["lo"], lo, rel_tol=1e-9)
    assert math.isclose(x["interval"]["hi"], hi, rel_tol=1e-9)
END
}

@test "--verbose shows beside each interval of a list the p value, adjusted for the number" {
	rounds_table 12 a=10 b=10.05 c=10.5 >t.csv
	for pairs in first all; do
		"$ASSAY" show --json --pairs=$pairs t.csv | jq -r '.comparisons[].p_adjusted' |
			awk '{ if ($1 < 0.0001) print "p < 0.0001"; else printf "p = %.2g\n", $1 }' | sort >want
		"$ASSAY" show --verbose --pairs=$pairs t.csv | tr -s ' \n' ' ' |
			grep -o '\(more\|less\)\(, 12 rounds\)\?, p [<=] [0-9.]*' | sed 's/.*, p/p/' | sort >got
		[ "$(wc -l <want)" -ge 2 ]
		diff want got
		[ "$("$ASSAY" show --pairs=$pairs t.csv | grep -c 'p [<=] ')" -eq 0 ]
	done
}

@test "of 64 commands the screen has the largest of 2016 differences, and JSON has all" {
	steps 64 >t.csv
	"$ASSAY" show --pairs=all t.csv | sed -n '/^every pair/,$p' >out
	[ "$(sed -n 1p out)" = "every pair compared   (95 % for all 2016 pairs together (Holm))" ]
	[ "$(sed -n 2p out)" = "  2016 differ; the 10 largest differences:" ]
	[[ $(sed -n 3p out) == "  s63 against s00   takes 21.71 times as long "* ]]
	[ "$(sed -n 13p out)" = "  2006 more pairs, which --json has" ]
	[ "$(wc -l <out)" -lt 30 ]
	"$ASSAY" show --json --pairs=all t.csv >out.json
	python3 - <<'END'
import json
c = json.load(open("out.json"))["comparisons"]
pairs = {frozenset((x["subject"], x["reference"])) for x in c}
assert len(c) == len(pairs) == 2016
assert all(x["verdict"] == "slower" and x["n_comparisons"] == 2016 for x in c)
END
	"$ASSAY" show -v --pairs=all --method welch t.csv >out
	grep -qx '    1971 more, which --json has' out
}

@test "what is measured is shown with all pairs, now and later" {
	"$ASSAY" run --json --pairs=all -r 2 true : 'exit 0' |
		python3 -c '
import json, sys
c = [(x["subject"], x["reference"]) for x in json.load(sys.stdin)["comparisons"] if x["metric"] == "wall"]
assert c == [(1, 0), (2, 0), (2, 1)], c'
	[ "$("$ASSAY" show -v --pairs=all @last | grep -c '^every pair compared ')" -eq 1 ]
	[ "$("$ASSAY" show -v @last | grep -c '^every pair compared ')" -eq 0 ]
}

@test "gates are about the reference, also with all pairs" {
	rounds_table 12 a=10 b=10.5 c=11.5 >t.csv
	diff - <("$ASSAY" compare -v --pairs=all --fail-if 'slower by 20%' t.csv | grep '^  gate') <<'END'
  gate     slower by 20%: passed, b against a: 3.8 .. 5.7 % more time, 97.5 %
  gate     slower by 20%: passed, c against a: 14.0 .. 16.2 % more time, 97.5 %
END
}

@test "what --pairs cannot be is refused" {
	rounds_table 12 a=10 b=10.5 >t.csv
	rounds_table 12 a=10 b=10.6 >u.csv
	assay_fails 2 "cannot use --pairs=all with 2 results: it compares the commands of one, and each result is compared with the first; leave it out" \
		compare --pairs=all t.csv u.csv
	run "$ASSAY" show -v --pairs=some t.csv
	[ "$status" -eq 2 ]
}
