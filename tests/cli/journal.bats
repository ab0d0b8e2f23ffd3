#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What an assay that is killed leaves: its journal, which the next one keeps.
load common

# A program that ends assay by KILL when it runs for the Nth time, and is fast else.
deadly() {
	script deadly <<-EOF
		echo >>count
		if [ "\$(wc -l <count)" = $1 ] && [ -s pid ]; then
			kill -KILL "\$(cat pid)"
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
	"$ASSAY" show >out
	grep -q '^./deadly *4 executions in ' out
	rows note | grep -qx 'interrupted after 4 executions; the intervals are of what was measured until then'
	"$ASSAY" show --json | jq -e '.plan | .outcome == "interrupted" and .done == 4'
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
