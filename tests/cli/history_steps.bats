#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay history: several changes, short histories, what is no change, and what does not enter a history.
load common
load histories

# made_of AWK: as many commits as lines of what awk writes, each measured as a line says.
made_of() {
	repository
	commit one
	measure
	awk "BEGIN { $1 }" >means
	empty_commits $(($(wc -l <means) - 1))
	measured means
	"$ASSAY" history >out
	"$ASSAY" history --json >out.json
	"$SCHEMA_CHECK" "$SCHEMA" out.json
	tr -s ' \n' '  ' <out >flat
}


# bats test_tags=long
@test "levels that alternate are shown with all their steps" {
	for length in 10 12 15; do
		made_of "for (i = 0; i < 6 * $length; i++)
			printf \"%.6f\n\", 1e3 * (1000 + 100 * (int(i / $length) % 2) + ((i * i * 7 + i * 13) % 101 - 50) / 29)"
		[ "$(jq -c '[.series[0].changes[].at]' out.json)" = "$(jq -nc "[range(1; 6) * $length]")" ]
		for k in 1 2 3 4 5; do
			grep -q "$(git rev-parse "HEAD~$((6 * length - 1 - k * length))" | cut -c 1-9)" out
		done
		[ "$(grep -c "for $length versions; recovered" flat)" -eq 1 ]
		[ "$(jq -c '[.series[0].changes[] | .recovered_by, .alert]' out.json)" = \
			'[1,false,null,false,3,false,null,false,null,true]' ]
		grep -Eq '^  worse    (9\.9|10\.)[0-9]+ % more time \(.* % more, 95 %\), p < 0\.001$' out
		[ "$(grep -c 'no change' out)" -eq 0 ]
		cd ..
		rm -rf repo "$HOME"/.local
	done
}

@test "a regression that was mended is one line that says so, and no alert" {
	made_of 'for (i = 0; i < 50; i++)
		printf "%.6f\n", 1e6 * (1 + ((i * i * 7 + i * 13) % 101 - 50) / 5000) * (i >= 20 && i < 32 ? 1.6 : 1)'
	grep -Eq 'was (59|60|61)[.0-9]* % more time .*for 12 versions; recovered' flat
	grep -q "back at $(git rev-parse HEAD~17 | cut -c 1-9)" out
	[ "$(jq -c '[.series[0].changes[].alert]' out.json)" = '[false,false]' ]
	[ "$(grep -c 'p <' flat)" -eq 1 ]
}

# bats test_tags=long
@test "a steady trend is one gradual change, however many pieces it has" {
	made_of 'for (i = 0; i < 300; i++)
		printf "%.6f\n", 1e6 * exp(i / 500) * (1 + ((i * i * 7 + i * 13) % 101 - 50) / 10000)'
	[ "$(jq '.series[0].changes | length' out.json)" -gt 10 ]
	[ "$(jq -c '[.series[0].changes[].gradual] | unique' out.json)" = '[1]' ]
	[ "$(grep -c '^  worse    gradually, ' out)" -eq 1 ]
	[ "$(grep -c 'p <' out)" -eq 1 ]
	grep -Eq 'gradually, [78][0-9]( %|\.[0-9]+ %) more time \([^)]*95 %\) over 2[0-9][0-9] versions, p < 0.001 from [0-9a-f]{9} .* to [0-9a-f]{9}' flat
}

@test "without noise there is no interval, and none is printed" {
	made_of 'for (i = 0; i < 30; i++)
		print i < 12 ? 1000000 : 1100000'
	grep -q '^  worse    10\.*0* % more time, p < 0.001$' out
	[ "$(grep -c '(,' out)" -eq 0 ]
}

# bats test_tags=long
@test "a quarter that cannot be seen in few noisy versions is not called no change" {
	made_of 'for (i = 0; i < 16; i++)
		printf "%.6f\n", 1e6 * (1 + ((i * i * 37 + i * 13) % 101 - 50) / 170) * (i >= 11 ? 1.25 : 1)'
	[ "$(jq '.series[0].changes | length' out.json)" -eq 0 ]
	grep -Eq 'no change found in 16 versions \(would have seen [3-9][0-9] %\)$' flat ||
		grep -Eq 'no change found in 16 versions \(would have seen [0-9]+ %\) $' flat
	[ "$(jq '.series[0].parts[0].visible > 0.25' out.json)" = true ]
}

# bats test_tags=long
@test "a quiet history says with -v what would have been seen" {
	made_of 'for (i = 0; i < 90; i++)
		printf "%.6f\n", 1e6 * (1 + ((i * i * 7 + i * 13) % 101 - 50) / 5000)'
	grep -q 'no change in 90 versions$' out
	"$ASSAY" history -v >out
	grep -Eq 'no change in 90 versions \(would have seen 0\.[0-9] %\)$' out
}

# bats test_tags=long
@test "fewer than six versions are compared by their executions, which is said" {
	made_of 'for (i = 0; i < 5; i++)
		printf "%.6f\tsd=10000\n", 1e6 * (i < 4 ? 1 : 1.2)'
	grep -q '^  few      5 versions: too few to tell a change from luck (6 needed)$' out
	old=$(git rev-parse HEAD~1 | cut -c 1-9)
	grep -Eq "newest (19|20|20\.0) % more time \(.*95 %\) than $old, the version before it, by their executions alone" flat
	[ "$(grep -c 'leaves out what makes versions differ, such as builds and sessions' flat)" -eq 1 ]
	[ "$(jq '.series[0].newest.alone * 100 | round' out.json)" -eq 20 ]
	[ "$(jq '.series[0].parts[0].looked' out.json)" = false ]
}

# bats test_tags=long
@test "six versions are enough for a large step" {
	made_of 'for (i = 0; i < 6; i++)
		printf "%.6f\n", 1e6 * (i < 3 ? 1 : 1.5) * (1 + i % 3 / 1000)'
	[ "$(jq -c '[.series[0].changes[].at]' out.json)" = '[3]' ]
	grep -Eq '^  worse    (49|50)\.*[0-9]* % more time \(' out
}

# bats test_tags=long
@test "versions far from their level are listed, and no change" {
	made_of 'for (i = 0; i < 60; i++)
		printf "%.6f\n", 1e6 * (1 + ((i * i * 7 + i * 13) % 101 - 50) / 5000) * (i == 30 || i == 44 ? 1.3 : 1)'
	[ "$(jq '.series[0].changes | length' out.json)" -eq 0 ]
	[ "$(jq -c '[.series[0].parts[0].outliers[].at]' out.json)" = '[30,44]' ]
	grep -Eq "far 2 versions far from their level \(no change of level\): $(git rev-parse HEAD~29 | cut -c 1-9) \+(29|30|31) %, " flat
	grep -Eq '^  quiet    no change found in 60 versions \(would have seen [0-9.]+ %\)$' out
}

# bats test_tags=long
@test "a history that wanders is said to, and makes no alert" {
	made_of 'srand(3); x = 0; for (i = 0; i < 120; i++) {
		x += rand() + rand() + rand() - 1.5; printf "%.6f\n", 1e6 * exp(x / 30) }'
	case $(jq -r '.series[0].parts[0].dependence' out.json) in
	wanders) grep -q 'histories that wander without levels (random walk, season or trend), whose changes are shown, but are no alerts: bench' flat ;;
	strong) grep -q 'histories in which neighbouring versions are much alike (rho above 0.6), so that changes are found less readily: bench' flat ;;
	*) false ;;
	esac
}

@test "files that git does not know make no changes, and their results are part of the history" {
	repository
	commit one
	echo log >build.log
	mkdir reports
	echo report >reports/assay.md
	"$ASSAY" run -N -w 0 -r 8 -n bench ./bench >out
	[ "$(grep -c 'not part of a history' out)" -eq 0 ]
	[ "$("$ASSAY" history --json | jq -c '[(.series[0].versions | length), .left_out.changed]')" = '[1,0]' ]
}

# bats test_tags=long
@test "run says at once that a result is no part of a history, and why" {
	repository
	commit one
	echo 5 >number
	"$ASSAY" run -N -w 0 -r 8 -n bench ./bench >out
	[ "$(sed -n 1p out)" = 'not part of a history: number has uncommitted changes' ]
	"$ASSAY" run --json -N -w 0 -r 8 -n bench ./bench | jq -e . >/dev/null
	"$ASSAY" history >out
	grep -q '^left out: 2 results of trees with uncommitted changes$' out
	grep -q '^no benchmark has a history here yet' out
	printf 'benchmarks:\n  %s:\n    execute: ./bench\n  %s:\n    execute: ./bench\n' one two >assay.yaml
	"$ASSAY" run -N -w 0 -r 4 >out
	[ "$(grep -c 'not part of a history' out)" -eq 1 ]
}
