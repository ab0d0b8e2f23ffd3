#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay history: versions of a real repository. What is measured is the test program (tests/target) on its
# virtual clock, so all follows from the seeds; long histories are one such result, copied in the store.
load common
load histories

# bats test_tags=long
@test "a planted step is found, and named with its commit" {
	repository
	for k in $(seq 18); do
		commit "number $k" "$([ "$k" -lt 10 ] && echo 0 || echo 0.08)"
		measure
	done
	"$ASSAY" history >out
	short=$(git rev-parse HEAD~8 | cut -c 1-9)
	grep -q '^bench   18 versions, 2023-11-15 to 2023-12-02' out
	grep -Eq '^  worse    8\.[0-9]+ % more time \(.* % more, 95 %\), p < 0\.001$' out
	grep -qx " *$short  2023-11-24  number 10" out
	[ "$(grep -c 'p <' out)" -eq 1 ]
	"$ASSAY" history --json >out.json
	"$SCHEMA_CHECK" "$SCHEMA" out.json
	[ "$(jq -r '.series[0].changes[0].commit' out.json)" = "$(git rev-parse HEAD~8)" ]
	[ "$(jq '.series[0].changes | length' out.json)" -eq 1 ]
}

@test "a quiet history is one line and names nothing" {
	repository
	commit one
	measure
	empty_commits 60
	means 61 99 1 >means
	measured means
	"$ASSAY" history >out
	[ "$(wc -l <out)" -eq 1 ]
	grep -Eq '^bench +time +1\.[0-9]+ ms .* no change in 61 versions$' out
}

# noisy_means N FROM FACTOR: so many without a change, 1 ms with 1 % of noise, from number FROM on FACTOR times that.
noisy_means() {
	awk -v n="$1" -v from="$2" -v factor="$3" 'BEGIN {
		for (i = 1; i <= n; i++) {
			seed = (seed * 1103 + 12345 + i) % 65536; a = seed; seed = (seed * 1103 + 12345 + i) % 65536
			seed = (seed * 1103 + 12345 + i) % 65536; z = (a + seed) / 65536 - 1
			printf "%.6f\n", 1e6 * (1 + 0.02 * z * (i >= from ? factor : 1))
		}
	}'
}

@test "a history whose noise grows names no change, and says that the noise changed" {
	repository
	commit one
	measure
	empty_commits 119
	noisy_means 120 81 4 >means
	measured means
	"$ASSAY" history >out
	tr -s ' \n' '  ' <out | grep -Eq 'noise since [0-9a-f]{9} \([0-9-]+\) results vary [34]\.[0-9] times as much: a change of [0-9.]+ % can be detected now, and of [0-9.]+ % before'
	"$ASSAY" history --json >out.json
	"$SCHEMA_CHECK" "$SCHEMA" out.json
	[ "$(jq -c '.series[0].changes, .series[0].parts[0].noise.told, .series[0].newest.word' out.json | xargs)" = '[] true quiet' ]
}

# bats test_tags=long
@test "noise that many benchmarks of a machine share is one row" {
	repository
	commit one
	measure
	empty_commits 119
	for k in 1 2 3; do
		noisy_means 120 $((80 + k)) 4 | sed "s/\$/\tname=b$k/" >"means$k"
		measured "means$k"
	done
	python3 -c 'import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute("UPDATE metrics SET name = ? WHERE name LIKE ?", ("time", "b_"))
store.commit()' "$HOME/.local/share/assay/assay.db"
	"$ASSAY" history >out
	[ "$(grep -c '^ *noise' out)" -eq 1 ]
	tr -s ' \n' '  ' <out | grep -Eq 'noise +(on [^ ]+, )?since [0-9a-f]{9} 3 of 3 benchmarks vary more \(median [34]\.[0-9] times\): assay doctor'
	[ "$("$ASSAY" history --json | jq -r '.noisier[] | "\(.changed) of \(.benchmarks)"')" = '3 of 3' ]
}

# bats test_tags=long
@test "the newest version is suspected in JSON only if it is once all benchmarks are allowed for" {
	repository
	commit one
	measure
	empty_commits 59
	for k in 1 2 3 4 5 6; do # one of six is 2.7 standard deviations off
		means 59 99 1 | sed "s/\$/\tname=b$k/" >means
		echo "$([ "$k" -eq 1 ] && echo 1018000 || echo 1001000)	name=b$k" >>means
		measured means
	done
	python3 -c 'import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute("UPDATE metrics SET name = ? WHERE name LIKE ?", ("time", "b_"))
store.commit()' "$HOME/.local/share/assay/assay.db"
	"$ASSAY" history --json >out.json
	[ "$(jq '[.series[].newest | select(.p <= 0.01)] | length' out.json)" -eq 1 ]
	[ "$(jq '[.series[].newest | select(.word == "suspected" or .selected)] | length' out.json)" -eq 0 ]
}

@test "commits that were not measured are counted where a change is" {
	repository
	commit one
	measure
	empty_commits 59
	means 60 40 1.2 | awk 'NR >= 36 && NR < 40 { print "-"; next } { print }' >means
	measured means
	"$ASSAY" history >out
	[ "$(tr -s ' \n' '  ' <out | grep -c 'number 40; 4 commits between ......... and it were not measured')" -eq 1 ]
}

# bats test_tags=long
@test "a commit that changes several benchmarks is named once, with the geometric mean of the changes" {
	repository
	commit one
	measure
	empty_commits 59
	means 60 40 1.2 >first
	means 60 40 1.3 | sed 's/$/\tname=other/' >second
	means 60 20 1.1 | sed 's/$/\tname=third/' >third
	for k in first second third; do
		measured $k
	done
	python3 -c 'import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute("UPDATE metrics SET name = ? WHERE name IN (?, ?)", ("time", "other", "third"))
store.commit()' "$HOME/.local/share/assay/assay.db"
	"$ASSAY" history --json >out
	[ "$(jq -c '[.together[] | [.changes, (.geometric_mean * 1000 | round)]]' out)" = '[[2,1251]]' ]
	"$ASSAY" history >out
	[ "$(tr -s ' \n' '  ' <out | grep -cE ' together [0-9a-f]{9} number 40 changes 2 benchmarks, by geometric mean (24|25)(\.[0-9]+)? % more time')" -eq 1 ]
}

# bats test_tags=long
@test "another environment, another command and another design are no changes" {
	for break in environment_id=other command=./other n_top=80; do
		repository
		commit one
		measure
		empty_commits 59
		means 60 31 1.5 | awk -v b="$break" '{ print $0 (NR >= 31 ? "\t" b : "") }' >means
		measured means
		"$ASSAY" history --json >out.json
		[ "$(jq -c '[.series[0].changes, [.series[0].parts[].from]]' out.json)" = '[[],[0,30]]' ]
		"$SCHEMA_CHECK" "$SCHEMA" out.json
		"$ASSAY" history >out
		grep -q 'no change in 30 versions since a' out
		cd ..
		rm -rf repo "$HOME"/.local
	done
}

# bats test_tags=long
@test "the same program on both sides is the environment, and no alert" {
	repository
	commit one
	measure
	empty_commits 59
	means 60 31 1.5 >means
	measured means
	python3 - "$HOME/.local/share/assay/assay.db" <<-'END'
		import sqlite3, sys
		store = sqlite3.connect(sys.argv[1])
		store.execute("INSERT INTO builds SELECT id, 0, 0, 'h', 'code', 'layout', 9 FROM experiments")
		store.commit()
	END
	# As earlier versions kept it: of the code alone, which is no proof.
	"$ASSAY" history >out
	absent '^  same' out
	[ "$("$ASSAY" history --json | jq -r '.series[0].changes[0].kind')" = change ]
	python3 - "$HOME/.local/share/assay/assay.db" <<-'END'
		import sqlite3, sys
		store = sqlite3.connect(sys.argv[1])
		store.execute("UPDATE builds SET code = 'loaded:1234'")
		store.commit()
	END
	"$ASSAY" history >out
	grep -q '^  same     50' out
	[ "$(tr -s ' \n' '  ' <out | grep -c 'so the environment has changed')" -eq 1 ]
	[ "$("$ASSAY" history --json | jq -r '.series[0].changes[0].kind')" = environment ]
}

@test "a change below --tolerance is small" {
	repository
	commit one
	measure
	empty_commits 59
	means 60 31 1.05 >means
	measured means
	"$ASSAY" history --tolerance 10% >out
	grep -q '^  small    5' out
	[ "$(tr -s ' \n' '  ' <out | grep -c 'less than 10 %, no alert')" -eq 1 ]
	[ "$("$ASSAY" history --tolerance 10% --json | jq -r '.series[0].changes[0].kind')" = small ]
	"$ASSAY" history >out
	grep -q '^  worse    5' out
}

# bats test_tags=long
@test "results of a tree with changes, and of other branches, are left out and counted" {
	repository
	commit one
	echo 5 >number
	measure
	git checkout -q number
	measure
	git checkout -q -b side
	commit side
	measure
	git checkout -q main
	commit two
	measure
	"$ASSAY" history >out
	grep -q '2 versions: too few to tell a change from luck (6 needed)$' out
	grep -q '^left out: 1 result of trees with uncommitted changes' out
	grep -q '^left out: 1 result of commits that are not among the first parents' out
	[ "$("$ASSAY" history --until side --json | jq -r '[.series[0].versions[].subject] | join(" ")')" = 'one side' ]
}

# bats test_tags=long
@test "--since is a revision, a date, or an age" {
	repository
	commit one
	measure
	empty_commits 29
	means 30 99 1 >means
	measured means
	count() {
		"$ASSAY" history --json "$@" | jq '[.series[].versions[]] | length'
	}
	[ "$(count --since HEAD~9)" -eq 10 ]
	[ "$(count --since 2023-12-05)" -eq 10 ]
	[ "$(count --since 1d)" -eq 0 ]
	[ "$(count --since 2999-01-01)" -eq 0 ]
	[ "$(count --until HEAD~9)" -eq 21 ]
	assay_fails 2 "cannot find the revision 'nothing' in '$PWD': it names no commit" history --since nothing
	cd /
	status=0
	"$ASSAY" history --since HEAD~1 2>"$TEST_DIR/err" || status=$?
	[ "$status" -eq 2 ]
	grep -q "cannot use 'HEAD~1' for --since: expected a date such as" "$TEST_DIR/err"
	status=0
	"$ASSAY" history --until main 2>"$TEST_DIR/err" || status=$?
	[ "$status" -eq 2 ]
	grep -q "cannot use 'main' for --until" "$TEST_DIR/err"
	[ "$(count --since 2023-12-05)" -eq 10 ]
}

@test "outside of the repository versions are ordered by date, and have no subjects" {
	repository
	commit one
	measure
	empty_commits 29
	means 30 20 1.3 >means
	measured means
	git rev-parse HEAD~10 >"$TEST_DIR/want"
	cd /
	"$ASSAY" history --json >"$TEST_DIR/out"
	[ "$(jq -r '.order, .series[0].changes[0].commit' "$TEST_DIR/out")" = "dates
$(cat "$TEST_DIR/want")" ]
}

@test "labels are versions where there is no git" {
	for k in 1 2 3; do
		"$ASSAY" run --style none -N -w 0 -r 3 -n it --label "v$k" true >/dev/null
	done
	"$ASSAY" run --style none -N -w 0 -r 3 -n it true >/dev/null
	[ "$("$ASSAY" history --json | jq -r '[.series[0].versions[].label] | join(" ")')" = 'v1 v2 v3' ]
	[ "$("$ASSAY" history --json | jq .left_out.unnamed)" -eq 1 ]
}

@test "a subject line acts upon no terminal" {
	repository
	commit one
	measure
	empty_commits 28
	commit "$(printf 'red \033[31m \033]0;title\007 \302\233 \342\200\256back')"
	empty_commits 20
	means 50 30 1.3 >means
	measured means
	for style in basic full; do
		"$ASSAY" history --style "$style" >out
		"$NEUTRAL_CHECK" <out
		grep -q 'red \\e\[31m' out
	done
	"$ASSAY" history --json >out.json
	"$SCHEMA_CHECK" "$SCHEMA" out.json
}

@test "names are benchmarks or patterns, and one that is none is an error" {
	repository
	commit one
	"$ASSAY" run --style none -N -w 0 -r 3 -n sort-a ./bench -n sort-b ./bench -n other ./bench >/dev/null
	[ "$("$ASSAY" history 'sort*' --json | jq -r '[.series[].name] | join(" ")')" = 'sort-a sort-b' ]
	[ "$("$ASSAY" history other --json | jq -r '[.series[].name] | join(" ")')" = 'other' ]
	assay_fails 2 "cannot show the history of 'nothing': no benchmark in the store has that name in any version that is looked at; assay history without a name shows those that there are" history other nothing
}

@test "--metric chooses what was kept" {
	repository
	commit one
	measure
	[ "$("$ASSAY" history --json | jq -r '.series[].metric')" = time ]
	[ "$("$ASSAY" history --metric peak-memory,wall --json | jq -r '[.series[].metric] | join(" ")')" = 'peak_memory wall' ]
	"$ASSAY" history --metric all --json | jq -e '[.series[].metric] | index("user") and index("time") and (index("load") | not)'
}

@test "without a store, and without anything in it, there is no history yet" {
	"$ASSAY" history >out
	grep -q '^no benchmark has a history here yet' out
	[ "$("$ASSAY" history --json | jq '.series | length')" -eq 0 ]
}

# bats test_tags=long
@test "the newest version is suspected before its level is known, and what settles it is said" {
	repository
	commit one
	measure
	empty_commits 39
	means 40 40 1.2 >means
	measured means
	"$ASSAY" history >out
	new=$(git rev-parse HEAD | cut -c 1-9) old=$(git rev-parse HEAD~1 | cut -c 1-9)
	grep -q "^  newest   $new is suspected: 1[0-9.]* % more time than the 37" out
	[ "$(tr -s ' \n' '  ' <out | grep -c "assay diff $old $new -r 16 with the command")" -eq 1 ]
	[ "$("$ASSAY" history --json | jq -r '.series[0].newest.word')" = suspected ]
	[ "$("$ASSAY" history --until HEAD~1 --json | jq -r '.series[0].newest.word')" = quiet ]
	"$ASSAY" history --json >out.json
	"$SCHEMA_CHECK" "$SCHEMA" out.json
}

# bats test_tags=long
@test "--method edivisive stands beside, and makes no alert" {
	repository
	commit one
	measure
	empty_commits 119
	means 120 60 1.05 >means
	measured means
	"$ASSAY" history --method edivisive >out
	[ "$(grep -vc e-div out)" -gt 3 ]
	grep -q '^  worse    5' out
	short=$(git rev-parse HEAD~60 | cut -c 1-9)
	grep -q "^  e-div    finds the change at $short, too, p = 0.00" out
	[ "$(tr -s ' \n' '  ' <out | grep -c '999 permutations of 8 versions at a time (seed 1)')" -eq 1 ]
	"$ASSAY" history --method edivisive --json >out.json
	"$SCHEMA_CHECK" "$SCHEMA" out.json
	[ "$(jq -c '.beside, [.series[0].beside[] | .at, .same]' out.json | tr -d '\n ')" = \
		'{"method":"edivisive","block":8,"permutations":999,"seed":1,"least":49}[59,0]' ]
	"$ASSAY" history --json >out.json
	"$SCHEMA_CHECK" "$SCHEMA" out.json
	[ "$(jq -c '.beside, .series[0].beside' out.json | tr -d '\n')" = 'null[]' ]
}

@test "a change of the spread alone is one for --method edivisive, and none for ranks" {
	repository
	commit one
	measure
	empty_commits 119
	means 120 130 1 | awk '{ print NR < 60 ? $1 : 1e6 + 8 * ($1 - 1e6) }' >means
	measured means
	"$ASSAY" history --method edivisive --json >out.json
	[ "$(jq -c '.series[0] | [.changes, .n_alerts, (.beside | length > 0), .beside[0].same]' out.json)" = '[[],null,true,null]' ]
	"$ASSAY" history --method edivisive >out
	grep -q '^  e-div    alone finds [0-9a-f]\{9\}  2024-01-[0-9]*  number' out
	grep -q 'no alert' out
}

@test "--method edivisive says which histories are too short, and what --block does to that" {
	repository
	commit one
	measure
	empty_commits 29
	means 30 16 1.05 >means
	measured means
	"$ASSAY" history --method edivisive >out
	[ "$(grep -c '^  e-div' out)" -eq 0 ]
	[ "$(tr -s ' \n' '  ' <out | grep -c 'this history is too short for it, which takes 49 versions in blocks of 8: --block 1 takes fewer')" -eq 1 ]
	"$ASSAY" history --method edivisive --block 1 >out
	grep -q '^  e-div    finds the change' out
	[ "$(grep -c 'too short' out)" -eq 0 ]
	assay_fails 2 "cannot use '4' for --block: expected --method edivisive beside it, whose permutations it is of" history --block 4
	assay_fails 2 "cannot use '0' for --block: expected a whole number from 1 to 100000" history --method edivisive --block 0
}

# bats test_tags=long
@test "a history as a picture: its levels and its change as lines, and below it what they are" {
	repository
	commit one
	measure
	empty_commits 59
	means 60 31 1.5 >means
	measured means
	COLUMNS=60 "$ASSAY" plot --kind history bench >out
	grep -q '^bench   time of 60 versions, 2023-11-15 to 2024-01-13' out
	[ "$(grep -cE "^ *1\.51[0-9] ms\\| {25}['.:-]{25}" out)" -eq 1 ] # the level after it, and before it
	[ "$(grep -cE "^ *0\.99[0-9]/['.:-]{26}$" out)" -eq 1 ]
	[ "$(grep -c '|.*!' out)" -ge 10 ] # the place of the change
	grep -q "^ *$(git rev-list --max-parents=0 HEAD | cut -c 1-9) .* $(git rev-parse HEAD | cut -c 1-9)$" out
	grep -Eq '^  worse    (49|50|51)[.0-9]* % more time' out
	for columns in 20 33 80; do
		COLUMNS=$columns "$ASSAY" plot --kind history >out
		[ "$(sed -n '/|/p' out | wc -L)" -le $columns ]
	done
}

@test "a history as a picture: over a break there are no levels, and a line says where it is" {
	repository
	commit one
	measure
	empty_commits 59
	means 60 31 1.5 | awk '{ print $0 (NR >= 31 ? "\tenvironment_id=other" : "") }' >means
	measured means
	COLUMNS=60 "$ASSAY" plot --kind history >out
	[ "$(grep -c '|.*!' out)" -eq 0 ]
	[ "$(grep -c '^ *[0-9.ms ]*|.*|' out)" -ge 10 ]
	grep -q '^  break ' out
}

@test "a level of more than twice the time says of what it is so many times" {
	repository
	commit one
	measure
	empty_commits 59
	means 60 31 2.8 >means
	measured means
	"$ASSAY" history >out
	grep -Eq '^  worse    2\.[78][0-9]* times the time \(2\.[0-9]+ \.\. 2\.[0-9]+ times, 95 %\)' out
}

@test "a history is drawn alone, and what says which versions is for it alone" {
	assay_fails 2 "cannot draw a history beside pictures of one result: it is of benchmarks over their versions; give --kind history alone" \
		plot --kind history --kind acf
	assay_fails 2 "cannot take --since for pictures of one result: it is for --kind history" plot --since 90d
	"$ASSAY" plot --kind history >out
	grep -q '^no benchmark has a history here yet' out
}

# rerun: the newest two commits beside each other, as the screen of a suspicion says.
rerun() {
	"$ASSAY" diff HEAD~1 HEAD --style none -N -r 16 -- ./bench >/dev/null
}

# bats test_tags=long
@test "a suspicion is confirmed by measuring it again" {
	repository
	commit one
	measure
	empty_commits 38
	commit slow 0.2
	means 40 40 1.2 >means
	measured means
	"$ASSAY" history --json >out.json
	[ "$(jq -c '.series[0].newest | .selected, .rerun' out.json | tr '\n' ' ')" = 'true null ' ]
	rerun
	"$ASSAY" history --json >out.json
	"$SCHEMA_CHECK" "$SCHEMA" out.json
	[ "$(jq -c '.series[0].newest | .word, (.rerun | .word, .beside, .rounds)' out.json | tr '\n' ' ')" = \
		'"suspected" "confirmed" 38 16 ' ]
	"$ASSAY" history >out
	new=$(git rev-parse HEAD | cut -c 1-9) old=$(git rev-parse HEAD~1 | cut -c 1-9)
	grep -q "^  newest   $new is confirmed: 1[0-9.]* % more time than the 37" out
	[ "$(tr -s ' \n' '  ' <out | grep -cE "measured again beside $old in 16 rounds: (1|2)[0-9.]* % more time \(assay show [0-9]+\)")" -eq 1 ]
	[ "$(grep -c 'to settle it' out)" -eq 0 ]
}

# bats test_tags=long
@test "what settles a suspicion of a benchmark that was built takes one build of it, in rounds" {
	repository
	commit one
	measure
	empty_commits 38
	commit slow 0.2
	means 40 40 1.2 | sed 's/$/\tbuild_command=make bench/' >means
	measured means
	"$ASSAY" history >out
	new=$(git rev-parse HEAD | cut -c 1-9) old=$(git rev-parse HEAD~1 | cut -c 1-9)
	[ "$(tr -s ' \n' '  ' <out | grep -cE "assay diff $old $new -r [0-9]+ --builds 1 with the build and the command")" -eq 1 ]
}

@test "a history without the metric that is asked for, with few versions, or without any that is looked at, says so" {
	repository
	commit one
	measure
	commit two
	measure
	"$ASSAY" history --metric cache_misses >out
	[ "$(tr '\n' ' ' <out)" = '2 results that were looked at have no value of that metric; assay history --metric all shows those that there are ' ]
	"$ASSAY" report @last --history bench -o h.json
	[ "$(tail -n 1 h.json | jq -r .answer.sure | sed 's/\xc2\xa0/ /g')" = '2 versions: too few to tell a change from luck (6 needed).' ]
	"$ASSAY" history --since 2030-01-01 >out
	[ "$(tr '\n' ' ' <out)" = 'no version is left to look at left out: 2 results of versions before --since ' ]
}

# bats test_tags=long
@test "a suspicion that measuring again does not bear out is not confirmed, however often that is done" {
	repository
	commit one
	measure
	empty_commits 38
	commit lucky
	means 40 40 1.2 >means
	measured means
	rerun
	"$ASSAY" history --json >out.json
	"$SCHEMA_CHECK" "$SCHEMA" out.json
	[ "$(jq -r '.series[0].newest.rerun.word' out.json)" = not_confirmed ]
	"$ASSAY" history >out
	grep -q 'was suspected, but is not confirmed: 1' out
	first=$(jq '.series[0].newest.rerun.experiment' out.json)
	rerun
	[ "$("$ASSAY" history --json | jq '.series[0].newest.rerun.experiment')" -eq "$first" ]
	echo 9 >number
	"$ASSAY" diff HEAD~1 --style none -N -r 16 -- ./bench >/dev/null
	git checkout -q number
	[ "$("$ASSAY" history --json | jq '.series[0].newest.rerun.experiment')" -eq "$first" ]
}

# bats test_tags=long
@test "an opposite re-run is unstable, and one of another command or without rounds settles nothing" {
	repository
	commit one
	measure
	empty_commits 38
	commit fast -0.2
	means 40 40 1.2 >means
	measured means
	"$ASSAY" diff HEAD~1 HEAD --style none -N -r 16 -- ./bench other >/dev/null
	"$ASSAY" diff HEAD~20 HEAD --style none -N -r 1 -- ./bench >/dev/null
	[ "$("$ASSAY" history --json | jq -c '.series[0].newest.rerun')" = null ]
	rerun
	[ "$("$ASSAY" history --json | jq -r '.series[0].newest.rerun.word')" = opposite ]
	"$ASSAY" history >out
	[ "$(tr -s ' \n' '  ' <out | grep -c 'is unstable: two campaigns disagree: 1')" -eq 1 ]
}

@test "a change whose size may be none is barely found, and its interval ends at no change" {
	local k=0 e v
	printf 'version,date,benchmark,execution,value,unit\n' >t.csv
	for v in 101 102 103 104 127 128 129 130; do
		k=$((k + 1))
		for e in 1 2 3 4 5 6; do
			printf 'v%d,2026-01-0%d,t,%d,%d.0%d,s\n' $k $k $e $v $e >>t.csv
		done
	done
	"$ASSAY" history --json t.csv |
		jq -e '[.. | objects | select(has("lo") and has("alert"))] | length == 1 and (.[0] | .lo == 0 and .hi > 0)'
	run "$ASSAY" history t.csv
	[[ $output == *"barely found"* ]]
}
