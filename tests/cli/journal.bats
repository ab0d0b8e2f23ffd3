#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What an assay that is killed leaves: its journal, which the next one keeps.
load common

# A program that ends assay by KILL when it runs for the Nth time, and is fast else.
deadly() {
	echo "$1" >nth
	script deadly <<-'EOF'
		echo >>count
		if [ "$(wc -l <count)" = "$(cat nth)" ] && [ -s pid ]; then
			kill -KILL "$(cat pid)"
			sleep 5
		fi
	EOF
}

# killed N ARGUMENT...: assay, which is killed while ./deadly runs for the Nth time.
killed() {
	local status=0
	deadly "$1"
	shift
	rm -f count
	sh -c 'echo $$ >pid && exec "$0" "$@"' "$ASSAY" "$@" >out 2>err || status=$?
	rm pid
	[ "$status" = 137 ]
}

@test "what a killed assay had measured is in the list, and can be shown" {
	killed 6 run -r 50 ./deadly
	"$ASSAY" list >out
	grep -qE '^ 1 .* \./deadly .* interrupted$' out
	"$ASSAY" show -v >out
	# The last one may have ended and not been told (docs/reliability.md).
	grep -q '^./deadly *[34] executions in ' out
	rows note | grep -qxE 'interrupted after [34] executions; the intervals are of what was measured until then \(assay run --resume goes on\)'
	"$ASSAY" show --json | jq -e '.plan | .outcome == "interrupted" and (.done == 4 or .done == 3)'
}

@test "the next run keeps what a killed one has left, before its own" {
	killed 4 run -r 50 ./deadly
	"$ASSAY" run --style none -r 1 true
	"$ASSAY" list >out
	grep -qE '^ 1 .* \./deadly .* interrupted$' out
	grep -qE '^ 2 .* true ' out
	# And does so once.
	"$ASSAY" run --style none -r 1 true
	[ "$("$ASSAY" list --json | jq '.results | length')" = 3 ]
}

@test "nothing is kept of an assay that was killed before it had measured anything" {
	killed 1 run -r 50 ./deadly
	[ "$("$ASSAY" list)" = "no experiments are kept here yet; assay run keeps each one" ]
	[ ! -e "$HOME/.local/share/assay/assay.db.journals" ]
}

@test "no journal is left of a run that was kept, that failed, or that is only planned" {
	"$ASSAY" run --style none -r 2 --store s.db true
	"$ASSAY" run --style none -r 2 --store s.db false >out 2>&1 || true
	"$ASSAY" run --dry-run --style none --store s.db true >out 2>&1
	"$ASSAY" run --style none -r 2 --store s.db true
	[ ! -e s.db.journals ]
}

# bats test_tags=long
@test "a journal is nobody's but its owner's while that lives" {
	"$ASSAY" run --style none -r 60 --store s.db 'sleep 0.05' &
	for _ in $(seq 100); do
		[ -e s.db.journals ] && break
		sleep 0.02
	done
	for _ in 1 2 3; do
		"$ASSAY" list --store s.db >out
		[ "$(cat out)" = "no experiments are kept here yet; assay run keeps each one" ]
	done
	wait $!
	[ "$("$ASSAY" list --store s.db --json | jq '.results | length')" = 1 ]
}

@test "a journal whose middle is damaged gives what was before it, and says so" {
	killed 9 run -r 50 --store s.db ./deadly
	file=$(echo s.db.journals/*.journal)
	size=$(stat -c %s "$file")
	printf 'XXXXXXXX' | dd of="$file" bs=1 seek=$((size - 400)) conv=notrunc 2>/dev/null
	"$ASSAY" list --store s.db >out 2>err
	grep -qE '^assay: the journal [0-9a-f]{8} is damaged after [0-9]+ of [0-9]+ bytes: [0-9] units before that were kept, what follows is lost$' err
	grep -q ' interrupted$' out
	"$ASSAY" list --store s.db >out 2>err
	[ ! -s err ]
}

@test "a journal of an experiment that is no longer in the store goes" {
	killed 5 run -r 50 --store s.db ./deadly
	"$ASSAY" list --store s.db >out
	rm s.db
	"$ASSAY" run --style none -r 1 --store s.db true
	[ ! -e s.db.journals ]
}

# bats test_tags=long
@test "a run that was killed is gone on with, in the order it would have had" {
	"$ASSAY" run --style none --seed 4 -r 9 --store whole.db "$TARGET iteration=0.01" "$TARGET mean=2e6 iteration=0.01"
	killed 7 run --style none --seed 4 -r 9 --store s.db -p ./deadly "$TARGET iteration=0.01" "$TARGET mean=2e6 iteration=0.01"
	"$ASSAY" show --store s.db --json >before
	cd /
	"$ASSAY" run --resume --style none --store "$OLDPWD/s.db" >"$OLDPWD/out" 2>&1
	cd "$OLDPWD"
	"$ASSAY" show --store s.db --json >after
	for file in before after; do
		jq -e '.experiment.id == 1' $file
	done
	jq -es '.[0].experiment.uuid == .[1].experiment.uuid and .[0].experiment.started == .[1].experiment.started' before after
	jq -e '.plan | .outcome == "complete" and .done == 9' after
	# Its rounds are those of an uninterrupted run with the same seed; there are hooks between.
	rounds='[.subjects[].tree.executions | [.order, .round, .role] | transpose | .[]] | sort | map(.[1:])'
	diff <("$ASSAY" show --store whole.db --json | jq -c "$rounds") <(jq -c "$rounds" after)
	diff <("$ASSAY" show --store whole.db --json | jq -c '[.subjects[].tree.iterations.values.time]') \
		<(jq -c '[.subjects[].tree.iterations.values.time]' after)
	[ ! -e s.db.journals ]
	"$ASSAY" show -v --store s.db >out
	rows note | grep -qx 'interrupted and resumed: what changed in between is part of the variation'
}

@test "what is named is gone on with; what was not interrupted is not" {
	killed 5 run --style none -r 9 --store s.db ./deadly
	killed 6 run --style none -r 9 --store s.db ./deadly
	"$ASSAY" run --style none -r 2 --store s.db true
	rm -f count
	"$ASSAY" run --style none --resume=1 --store s.db
	[ "$("$ASSAY" list --store s.db --json | jq -c '[.results[] | [.id, .outcome]]')" = '[[3,"complete"],[2,"interrupted"],[1,"complete"]]' ]
	assay_fails 2 "cannot resume '3': it was not interrupted; --extend measures more of a result" \
		run --resume=3 --store s.db
	"$ASSAY" run --style none --resume --store s.db
	assay_fails 2 "cannot resume: no interrupted run has left a journal beside 's.db'; assay list shows what is kept" \
		run --resume --store s.db
	assay_fails 2 "cannot take the command 'true' beside --resume: the commands are those of the interrupted run; leave it out, and name a result as in --resume=12" \
		run --resume --store s.db true
	assay_fails 2 "cannot take --runs beside --resume: plan and commands are those of the interrupted run; only options of screen and store can stand there" \
		run --resume --store s.db --runs 5
}

@test "a program that has changed since is refused" {
	killed 5 run --style none -r 9 --store s.db ./deadly
	echo ': changed' >>deadly
	status=0
	"$ASSAY" run -v --resume --store s.db >out 2>err || status=$?
	[ "$status" = 4 ]
	grep -q '^assay: cannot resume .*: it would not be the same experiment (the program ./deadly has changed); measure anew$' err
	# The journal is still there for when it is back.
	deadly 5
	"$ASSAY" run --style none --resume --store s.db
}

@test "set-up is run again before what is missing, hooks around what is there are not" {
	killed 5 run --style none -w 0 -r 6 --store s.db -s 'echo s >>log' -p 'echo p >>log' -c 'echo c >>log' ./deadly
	[ "$(tr -d '\n' <log)" = sppppp ]
	rm -f count
	"$ASSAY" run --style none --resume --store s.db
	[ "$(tr -d '\n' <log)" = spppppsppc ]
}

# bats test_tags=long
@test "copies of builds outlive a kill; a lost one is built again, and has to be the same" {
	unset TMPDIR
	build="$TARGET build prog"
	killed 9 run --style none --seed 2 -r 6 --builds 4 -w 0 --store s.db -p ./deadly --build "$build" ./prog
	copies=$(echo s.db.journals/*.d/s000/copies)
	[ "$(ls "$copies" | wc -l)" = 4 ]
	stat -c %i "$copies"/*/prog >inodes
	rm -r "$copies/b0002"
	rm -f count
	"$ASSAY" run --resume --style none --store s.db
	"$ASSAY" show --store s.db --json | jq -e '[.subjects[0].tree.builds.order | length] == [4]'
	[ ! -e s.db.journals ]
	# A build that makes another program every time cannot take the place of what is lost.
	killed 9 run --style none --seed 2 -r 6 --builds 4 -w 0 --store t.db -p ./deadly \
		--build "$build; date +%N >>prog" ./prog
	rm -r t.db.journals/*.d/s000/copies/b0002
	status=0
	"$ASSAY" run -v --resume --store t.db >out 2>err || status=$?
	[ "$status" = 4 ]
	grep -qE '^assay: cannot go on: what build 3 of .\./prog. had made is lost, and building it again with its seed makes another program \([0-9a-f]{32}, not [0-9a-f]{32}\); measure anew$' err
}

@test "a run with builds and a budget is gone on with: its builds stay, and so do its rounds and its budget" {
	unset TMPDIR
	build="$TARGET build prog"
	killed 9 run --style none --seed 2 -r 6 --builds 4 --budget 300s -w 0 --store s.db -p ./deadly --build "$build" ./prog
	"$ASSAY" show --store s.db --json | jq -c '[.subjects[0].tree.builds.started, .plan.budget_s]' >before
	rm -f count
	"$ASSAY" run --resume --style none --store s.db
	"$ASSAY" show --store s.db --json >json
	jq -c '[.subjects[0].tree.builds.started, .plan.budget_s]' json | diff before -
	jq -e '.plan.budget_s == 300 and .plan.outcome == "complete" and .plan.done == 6' json
	[ "$(jq '.subjects[0].tree.executions.order | length' json)" = 24 ]
	[ ! -e s.db.journals ]
}

@test "folders and processes that a killed assay has left are ended by the next" {
	export TMPDIR=$PWD/tmp
	mkdir tmp tmp/assay-notours
	mkdir -m 700 tmp/assay-0123456789abcdef tmp/assay-fedcba9876543210
	touch tmp/assay-fedcba9876543210/report0 # its owner was killed while it removed it
	echo precious >outside
	ln -s "$PWD" tmp/assay-00112233445566ff
	script stray <<-'EOF'
		setsid sleep 1000 </dev/null >/dev/null 2>&1 & echo $! >>pids
		[ -s pid ] || exit 0
		spawner=$(cat "/proc/$(cat pid)/task/$(cat pid)/children")
		kill -STOP $spawner # else it would still end what is left
		kill -KILL $(cat pid)
		kill -KILL $spawner
		sleep 5
	EOF
	status=0
	sh -c 'echo $$ >pid && exec "$0" "$@"' "$ASSAY" run -v -r 3 --store s.db ./stray >out 2>err || status=$?
	[ "$status" = 137 ]
	# The one that an assay had no time to lock, and the one that was half gone, went when this began.
	[ "$(ls tmp | wc -l)" = 3 ]
	kill -0 "$(head -n 1 pids)"
	"$ASSAY" run --style none -r 1 --store s.db true
	# A container's init may not have buried it yet.
	[ -s pids ]
	while read -r pid; do
		! grep -q '^State:[[:space:]]*[^Z]' "/proc/$pid/status" 2>/dev/null
	done <pids
	# What only looks alike stays.
	[ "$(ls tmp)" = $'assay-00112233445566ff\nassay-notours' ]
	[ "$(cat outside)" = precious ]
}

@test "the folder of journals goes with the last of them, and with the next assay where that was killed before" {
	"$ASSAY" run --style none -r 2 --store s.db true
	mkdir s.db.journals
	"$ASSAY" list --store s.db | grep -q ' true '
	[ ! -e s.db.journals ]
	mkdir s.db.journals
	"$ASSAY" run --style none -r 2 --store s.db true
	[ ! -e s.db.journals ]
}

@test "temporary files of a compiler that was killed with assay go at the next start" {
	export TMPDIR=$PWD/tmp
	mkdir tmp
	script compile <<-'EOF'
		echo "$TMPDIR" >place
		: >"$TMPDIR/cc0123.s" # as compilers do, which remove it when they end
		printf '#!/bin/sh\n' >prog && chmod +x prog
		[ ! -s pid ] || { kill -KILL "$(cat pid)"; sleep 5; }
	EOF
	status=0
	sh -c 'echo $$ >pid && exec "$0" "$@"' "$ASSAY" run -r 3 --builds 2 --build ./compile --store s.db ./prog >out 2>err || status=$?
	[ "$status" = 137 ]
	rm pid
	case $(cat place) in "$TMPDIR"/assay-*) ;; *) false ;; esac
	"$ASSAY" run --style none -r 1 --store s.db true
	[ -z "$(ls tmp)" ]
}
