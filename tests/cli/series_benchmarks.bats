#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs with benchmarks of their own over versions: assay backfill, bisect, confirm.
load common
load alerts
bats_require_minimum_version 1.5.0
stderr=

# benchmarks_planted NUMBER...: a repository of a commit for each, a day apart, whose program has the benchmarks sort, of
# NUMBER ms and a little more, and find, which stays as it is; `broken` does not build, `dead` does not run.
benchmarks_planted() {
	local k=0 word
	export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org TZ=UTC
	git init -q -b main repo && cd repo || return 1
	echo /prog >.gitignore
	echo 0 >../count
	cat >prog.in <<-END
		#!/bin/sh
		[ -z "\${ASSAY_LIST-}" ] || { printf 'assay 1\nbenchmark sort\nbenchmark find\n' >>"\$ASSAY_LIST" && exit; }
		[ SPEED != dead ] || exit 3
		read -r i <$PWD/../count
		i=\$((i + 1))
		echo \$i >$PWD/../count
		case \$ASSAY_BENCHMARK in sort) ms=SPEED ;; *) ms=50 ;; esac
		x=\$((i * 2654435761 + 40503))
		x=\$(((x ^ x >> 15) * 2246822519 & 0xffffffff))
		printf 'assay 1\niteration %s.%s ms\n' \$ms \$(((x ^ x >> 13) % 90 + 10)) >>"\$ASSAY_REPORT"
	END
	cat >make.sh <<-'END'
		read -r speed <speed
		[ "$speed" != broken ] || exit 1
		sed "s/SPEED/$speed/" prog.in >prog && chmod +x prog
	END
	for word; do
		k=$((k + 1))
		echo "$word" >speed
		echo "$k" >number
		git add . && GIT_AUTHOR_DATE="$((1700000000 + k * 86400)) +0000" \
			GIT_COMMITTER_DATE="$((1700000000 + k * 86400)) +0000" git commit -q -m "number $k"
	done
}

@test "each benchmark of a program has a history of its own, and what does not build or run is left out" {
	benchmarks_planted 100 100 100 100 broken 100 100 108 108 dead 108 108 108 108
	"$ASSAY" backfill HEAD~13.. -N -r 3 --builds 2 --seed 1 --build 'sh make.sh' -- ./prog >../out
	grep -q 'number 5: it does not build' ../out
	grep -q 'number 10: it does not run' ../out
	"$ASSAY" history --json >../h
	[ "$(jq -c '[.series[] | [.benchmark // .name, (.versions | length), (.changes | length)]] | sort' ../h)" = \
		'[["find",12,0],["sort",12,1]]' ]
	[ "$(jq -r '.series[] | .versions as $v | .changes[] | $v[.at].subject' ../h)" = 'number 8' ]
	# an alert of one of them is confirmed by measuring both
	states 0 suspected
	"$ASSAY" confirm -N --seed 1 --builds 1 --build 'sh make.sh' -- ./prog >../out
	states 0 waiting
	[ "$("$ASSAY" show @last --json | jq -c '[.subjects[].name]')" = '["sort","find","sort","find"]' ]
}

# bats test_tags=long
@test "a benchmark of a program is bisected by its name, and two of them are refused" {
	benchmarks_planted 100 100 100 100 108 108 108
	"$ASSAY" bisect HEAD~6 HEAD --only sort --json --seed 3 --build 'sh make.sh' -- ./prog >../out
	[ "$(jq -r '.commits as $c | .found[] | $c[.first].subject' ../out)" = 'number 5' ]
	run -2 --separate-stderr "$ASSAY" bisect HEAD~6 HEAD --build 'sh make.sh' -- ./prog
	[[ $stderr == *"cannot bisect './prog', which has several benchmarks: name one by --only"* ]]
	run -2 --separate-stderr "$ASSAY" bisect HEAD~6 HEAD --only sor --build 'sh make.sh' -- ./prog
	[[ $stderr == *"cannot choose 'sor': no benchmark of './prog' is called so; did you mean 'sort'?"* ]]
	run -2 --separate-stderr "$ASSAY" backfill HEAD~6.. --only x --build 'sh make.sh; printf "#!/bin/sh\n" >prog' -- ./prog
	[[ $stderr == *"cannot choose 'x': './prog' tells of no benchmarks of its own"* ]]
}

@test "a series of benchmarks that was killed is gone on with, and nothing is measured twice" {
	benchmarks_planted 100 100 100 108 108 108
	sh -c 'echo $$ >../pid && exec "$@"' sh "$ASSAY" backfill HEAD~5.. -N -r 3 --builds 2 --seed 1 --build 'sh make.sh' \
		--prepare 'echo x >>'"$PWD"'/../runs; [ $(wc -l <'"$PWD"'/../runs) != 25 ] || kill -KILL $(cat '"$PWD"'/../pid)' \
		-- ./prog >../out 2>&1 || true
	rm ../pid
	"$ASSAY" run --resume >../out
	grep -q '6 versions of ./prog measured in 1 session' ../out
	[ "$("$ASSAY" history --json | jq -c '[.series[] | [.benchmark // .name, (.versions | length)]] | sort')" = '[["find",6],["sort",6]]' ]
	# 36 executions, a warm-up before each command begins either time, and what was under way
	[ "$(wc -l <../runs)" -le $((36 + 2 * 12 + 2)) ]
}
