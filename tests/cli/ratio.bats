#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# --ratio=means: the ratio of means of commands that shared rounds.
load common

@test "the ratio of means is that of the paired Fieller numbers, the usual one that of the log ratios" {
	python3 - <<'END' >cases
import json, os
for case in json.load(open(os.environ["GOLDEN"] + "/22_blocks.json"))["paired"]:
    # Fewer than 6 rounds are not paired by plan.
    if len(case["old"]) < 6 or "fieller" not in case["expected"]:
        continue
    with open(case["name"] + ".csv", "w") as out:
        print("subject,round,execution,metric,value,unit", file=out)
        for name in "old", "new":
            for i, value in enumerate(case[name], 1):
                print(f"{name},{i},{i},size,{value!r},MB", file=out) # of times it is the typical ratio
    with open(case["name"] + ".expected", "w") as out:
        json.dump(case["expected"], out)
    print(case["name"])
END
	[ "$(wc -l <cases)" -ge 3 ]
	while read -r name; do
		"$ASSAY" show --json "$name.csv" >usual.json
		"$ASSAY" show --json --ratio=means "$name.csv" >means.json
		python3 - "$name" <<'END'
import json, math, sys
expected = json.load(open(sys.argv[1] + ".expected"))
for file, key in ("usual.json", "paired"), ("means.json", "fieller"):
    c, = json.load(open(file))["comparisons"]
    assert c["of_means"] == (key == "fieller")
    for got, name in (c["ratio"], "ratio"), (c["interval"]["lo"], "lo"), (c["interval"]["hi"], "hi"):
        assert math.isclose(got, expected[key][name]["v"], rel_tol=1e-9), (sys.argv, key, name, got)
    # The test and the interval say the same.
    assert (c["p"] < 0.05) == (c["interval"]["lo"] > 1 or c["interval"]["hi"] < 1), c
END
	done <cases
}

@test "the ratio of means is named on the screen as what was asked for" {
	rounds_table 12 a=10 b=10.5 >t.csv
	"$ASSAY" show -v --ratio=means t.csv | tr '\n' ' ' | tr -s ' ' >flat
	grep -q 'note the ratio is that of means (paired Fieller)' flat
	"$ASSAY" show -v --ratio=geometric t.csv >out
	[ "$(grep -c Fieller out)" -eq 0 ]
	"$ASSAY" run --ratio=means --json -r 6 true : |
		jq -e '[.comparisons[] | select(.metric == "wall") | .of_means] == [true]'
}

@test "a mean of the reference that is hardly known gives no ratio of means" {
	rounds_table 6 b=10 >t.csv
	printf 'a,%d,%d,time,%s,ms\n' 1 1 1 2 2 1 3 3 1 4 4 1 5 5 1 6 6 100 >>t.csv
	"$ASSAY" show --json --ratio=means t.csv |
		jq -e '.comparisons | length == 1 and .[0].verdict != "none"' # b, the first, is well known
	{ head -n 1 t.csv; grep '^a' t.csv; grep '^b' t.csv; } >u.csv
	"$ASSAY" show -v --ratio=means u.csv >out
	[ "$(grep -c 'b against a: no verdict' out)" -eq 1 ]
	[ "$(grep -c '^  warning  no ratio: the mean of the reference is only known to' out)" -eq 1 ]
}

@test "results that were measured apart have no pairs to ask for" {
	rounds_table 12 a=10 >t.csv
	rounds_table 12 a=10.5 >u.csv
	assay_fails 2 "cannot use --ratio=means with 2 results: it is of commands that shared rounds, and results never do; leave it out" \
		compare --ratio=means t.csv u.csv
}

# A table of two subjects, b of which varies so much that its geometric mean is far below its mean.
uneven() {
	rounds_table 40 a=10 b=13 | awk -F, -v OFS=, '$1 == "b" { $5 = $5 + ($2 % 2 ? -8 : 8) } { print }'
}

@test "where one varies much more, the mean stands beside the typical run, with its interval" {
	uneven >t.csv
	assay_runs 0 mean "on average 30 % more time (4 .. 56 % more): 20 of 40 runs of b, 0 of 40 of a were more than twice as slow" \
		show t.csv
	"$ASSAY" show --json t.csv >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	"$ASSAY" show --json --ratio=means t.csv >means
	[ "$(jq '.comparisons[0].means | [.ratio, .lo, .hi]' out)" = \
		"$(jq '.comparisons[0] | [.ratio, .interval.lo, .interval.hi]' means)" ]
	rounds_table 40 a=10 b=10.5 >even.csv
	assay_runs 0 mean '' show even.csv
}

@test "--verbose says what sharing rounds was good for" {
	printf '%s\n' 1,10,10.1 2,11,11.2 3,9,9.0 4,12,12.1 5,10,10.2 6,8,8.1 7,13,13.1 8,9,9.2 |
		awk -F, 'BEGIN { print "subject,round,execution,metric,value,unit" }
			{ printf "a,%d,%d,time,%s,ms\nb,%d,%d,time,%s,ms\n", $1, $1, $2, $1, $1, $3 }' >t.csv
	assay_runs 0 rounds "the ratio varies by 0.8 % from round to round (standard deviation); the two correlate by 1.00 (1: they rise and fall together), so without shared rounds an answer as sure would take 959 times as many; 8 rounds: what happens in fewer than 1 run of 2 may not have been seen" \
		show t.csv
	"$ASSAY" show --json t.csv | python3 -c '
import json, math, statistics, sys
c = json.load(sys.stdin)["comparisons"][0]
old = [math.log(x) for x in (10, 11, 9, 12, 10, 8, 13, 9)]
new = [math.log(x) for x in (10.1, 11.2, 9.0, 12.1, 10.2, 8.1, 13.1, 9.2)]
sd = statistics.stdev(y - x for x, y in zip(old, new))
assert math.isclose(c["sd"], 0.00781526622912837, rel_tol=1e-9) # standard error of signed ranks times sqrt(8), by the reference in numpy
assert math.isclose(c["correlation"], statistics.correlation(old, new), rel_tol=1e-9)
assert math.isclose(c["gain"], (statistics.variance(old) + statistics.variance(new)) / sd ** 2, rel_tol=1e-9)'
	assay_runs 0 rounds "the difference varies by 70.7 us from round to round (standard deviation); the two correlate by 1.00 (1: they rise and fall together), so without shared rounds an answer as sure would take 1118 times as many; 8 rounds: what happens in fewer than 1 run of 2 may not have been seen" \
		show --difference t.csv
	rounds_table 12 a=10 b=10.1 c=10.2 >u.csv
	"$ASSAY" show -v u.csv >out
	[ "$(rows rounds | grep -c '^[bc] against a: the ratio varies by .*, so sharing rounds has saved nothing')" -eq 2 ]
	"$ASSAY" show -v --pairs=all u.csv >out
	[ "$(rows rounds | grep -c '^[bc] against [ab]: the ratio varies by ')" -eq 3 ]
	"$ASSAY" show u.csv >out
	[ "$(rows rounds)" = "" ]
}
