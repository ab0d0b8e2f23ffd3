#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The machine fails while it is measured: what was measured is not lost, one sentence says what to do,
# and when that is done it goes on. storing.bats has stores that fail at the end, journal.bats kills.
load common

# try NAME COMMAND...: COMMAND, whose exit status and words go to NAME.status, NAME.out and NAME.err.
try() {
	local name=$1 status=0
	shift
	"$@" >"$name.out" 2>"$name.err" || status=$?
	echo $status >"$name.status"
}

# on_disk SIZE: the script on standard input, which has try, with a file system of that size at ./disk.
on_disk() {
	{
		echo 'set -e'
		declare -f try
		cat
	} >steps
	export ASSAY TARGET
	on_small_disk "$1" bash steps
}

# told NAME STATUS MESSAGE: so ended `try NAME`, but for what is never the same.
told() {
	sed -E 's/[0-9a-f]{32}/UUID/g; s/[0-9.]+ [kM]B/SIZE/g' "$1.err" >shown
	if [ "$(cat "$1.status")" != "$2" ] || [ "$(cat shown)" != "${3:+assay: $3}" ]; then
		echo "wanted $2: assay: $3"
		echo "got    $(cat "$1.status"): $(cat shown)"
		return 1
	fi
}

# fills N [M [BYTES]]: at its execution number N ./fills takes all the room of the disk but so many
# bytes, and at number M it gives it back.
fills() {
	printf '%s %s %s\n' "$1" "${2:-0}" "${3:-0}" >when
	rm -f count
	script fills <<-'EOF'
		echo >>count
		read -r fill free bytes <when
		case $(wc -l <count) in
		"$fill") cat /dev/zero >disk/filler 2>/dev/null; truncate -s "-$bytes" disk/filler ;;
		"$free") rm disk/filler; sleep 1.1 ;; # the journal tries again once a second
		esac
		[ ! -e "kill-at-$(wc -l <count)" ] || { kill -KILL "$(cat pid)"; sleep 5; }
	EOF
}

@test "the disk fills while programs are built: the builds before that are kept, and it goes on" {
	script build <<-'EOF'
		"$TARGET" build prog
		echo >>count
		[ "$(wc -l <count)" != 3 ] || cat /dev/zero >disk/filler 2>/dev/null || :
	EOF
	on_disk 80m <<-'EOF'
		unset TMPDIR
		try full "$ASSAY" run --seed 3 -r 4 --builds 5 --store disk/s.db --build ./build './prog iteration=0.01'
		rm disk/filler
		"$ASSAY" list --store disk/s.db >list
		try resumed "$ASSAY" run --resume --store disk/s.db
		"$ASSAY" show --store disk/s.db --json >json
		ls disk >left
	EOF
	told full 6 "cannot keep the copy of '$PWD/prog' in '$PWD/disk/s.db.journals/UUID.d/s000/copies/b0002': that takes SIZE, and of the 0 bytes that are free there SIZE have to stay: No space left on device; make room, name a larger disk in TMPDIR, or ask for fewer builds"
	grep -q ' interrupted$' list
	told resumed 0
	[ "$(wc -l <count)" = 6 ] # two builds, the one that failed, and it and two more again
	jq -e '.plan.outcome == "complete" and (.subjects[0].tree | (.builds.order | length) == 5)' json
	[ "$(cat left)" = s.db ]
}

@test "the disk fills while it is measured, and assay is killed: what the journal had is kept" {
	fills 6
	touch kill-at-9
	on_disk 1m <<-'EOF'
		# with a hook each is written down before the next begins
		try killed sh -c 'echo $$ >pid; exec "$0" "$@"' "$ASSAY" run -v --seed 3 -r 12 --prepare : --store disk/s.db ./fills
		try list "$ASSAY" list --store disk/s.db
		try full "$ASSAY" run --resume --store disk/s.db
		rm disk/filler kill-at-9
		"$ASSAY" show --store disk/s.db --json >before
		try resumed "$ASSAY" run --resume --store disk/s.db
		"$ASSAY" show --store disk/s.db --json >after
		ls disk >left
	EOF
	told killed 137
	# What is there can be read without any room.
	told list 0
	[ "$(cat list.out)" = "no experiments are kept here yet; assay run keeps each one" ]
	told full 6 "cannot open 'disk/s.db': the disk is full; free some space, or name another store with --store"
	# Of the four that were measured before the disk was full, rounds that were over when the last was
	# written down; the journal's last page may have held more.
	jq -e '.plan | .outcome == "interrupted" and .done >= 3' before
	told resumed 0
	jq -es '.[0].subjects[0].tree.executions.values.wall as $old | .[1].subjects[0].tree.executions.values.wall as $new |
		$new[:($old | length)] == $old and ($new | length) == 13' before after
	[ "$(cat left)" = s.db ]
}

# bats test_tags=long
@test "there is room again while it is measured: the journal has all of it" {
	fills 5 40
	touch kill-at-43
	on_disk 1m <<-'EOF'
		try killed sh -c 'echo $$ >pid; exec "$0" "$@"' "$ASSAY" run -v --seed 3 -r 50 --store disk/s.db ./fills
		"$ASSAY" show --store disk/s.db --json >before
	EOF
	told killed 137
	# 41, and the last one where a second had gone by since the journal wrote
	jq -e '.plan | .outcome == "interrupted" and (.done == 41 or .done == 42)' before
}

@test "the disk is full at the end, and nothing else can be written: the journal has all of it" {
	fills 2 0 32K # for the journal, but not for a store
	on_disk 1m <<-'EOF'
		mv fills when disk
		cd disk
		mkdir disk
		try ../full "$ASSAY" run -v --seed 3 -r 12 --store s.db ./fills
		try ../list "$ASSAY" list --store s.db
		rm disk/filler
		"$ASSAY" list --store s.db >../after
		try ../resumed "$ASSAY" run --resume --store s.db
		"$ASSAY" show --store s.db --json >../json
	EOF
	told full 6 "cannot keep the experiment in 's.db': the disk is full; free some space, or name another store with --store; it could not be written to the current folder either, but all of it is in the journal, which the next assay run or list keeps once that is mended"
	grep -q '^./fills *12 executions in ' full.out
	told list 0
	grep -q ' interrupted$' after
	told resumed 0
	jq -e '.plan | .outcome == "complete" and .done == 12' json
}

# at N COMMAND...: ./at does COMMAND in the execution that is told to be number N, before its end.
at() {
	script at <<-EOF
		[ "\$HYPERFINE_ITERATION" != $1 ] || { ${*:2}; }
	EOF
}

# nobody WORDS: what stands there of a shell, with $ASSAY, as a user who is not root. The
# number of the process is in ./pid.
nobody() {
	as_nobody sh -c 'echo $$ >pid; exec '"$1"
}

@test "a store made read-only while it is measured: the result is kept in the current folder, once" {
	mkdir s
	at 4 'chmod -R a-w s'
	try full nobody '$ASSAY run -r 9 --store s/s.db ./at'
	told full 6 "cannot keep the experiment in 's/s.db': the file or its directory is read-only; make both writable, or name another store with --store; the experiment is kept in ./$(echo assay-*.assay) instead: assay show ./$(echo assay-*.assay)"
	"$ASSAY" show -v ./assay-*.assay | grep -q '^./at *9 executions in '
	# The journal could not go; what it has is not kept a second time.
	[ -n "$(ls s/s.db.journals)" ]
	chmod -R u+w s
	[ "$(nobody '$ASSAY list --store s/s.db')" = "no experiments are kept here yet; assay run keeps each one" ]
	nobody '$ASSAY run --style none -r 1 --store s/s.db true'
	[ "$(ls s)" = s.db ]
}

@test "a store made read-only while it is measured, and assay is killed: it goes on when that is undone" {
	mkdir s
	at 4 'chmod -R a-w s; [ -e refused.status ] || { kill -KILL $(cat pid); sleep 5; }'
	try killed nobody '$ASSAY run -w 0 -r 9 --store s/s.db ./at'
	[ "$(cat killed.status)" = 137 ]
	try refused nobody '$ASSAY run --resume --store s/s.db'
	told refused 6 "cannot open 's/s.db': the file or its directory is read-only; make both writable, or name another store with --store"
	chmod -R u+w s
	try resumed nobody '$ASSAY run --resume --style none --store s/s.db'
	told resumed 0
	"$ASSAY" show --store s/s.db --json | jq -e '.plan | .outcome == "complete" and .done == 9'
}

# As soon as ./go is there: processes of that user, up to the limit; their numbers are in ./crowd.
crowd() {
	# sh gives up at the first process that it cannot make; what it has made lives on.
	for _ in $(seq 600); do
		[ ! -e go ] || break
		sleep 0.05
	done
	as_nobody prlimit --nproc=16 sh -c 'for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do sleep 60 & echo $! >>crowd; done' 2>/dev/null || :
	: >full
}

# crowded WHAT OPTION...: no process can be made for WHAT.
crowded() {
	local what=$1
	shift
	at 4 ': >go; while [ ! -e full ]; do :; done'
	export ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 # which needs a process
	as_nobody true
	crowd 3>&- &
	crowd=$!
	try crowded nobody "prlimit --nproc=12 \$ASSAY run -w 0 -r 9 --store s.db $* ./at"
	wait "$crowd"
	while read -r pid; do kill "$pid"; done <crowd
	told crowded 6 "cannot start $what: no process can be made (Resource temporarily unavailable): what had finished is kept, and assay run --resume goes on; make room first: end some, or see ulimit -u and pids.max of the cgroup"
	"$ASSAY" show --store s.db --json | jq -e '.plan | .outcome == "interrupted" and .done == 5'
	nobody '$ASSAY run --resume --style none --store s.db'
	"$ASSAY" show --store s.db --json | jq -e '(.plan | .outcome == "complete" and .done == 9) and
		(.subjects[0].tree.executions.ending | all(. == "ok"))'
}

@test "no process can be made while it is measured: what was measured is kept, and it goes on" {
	crowded "'./at'"
}

@test "no process can be made for a hook: what was measured is kept, and it goes on" {
	crowded 'the --prepare command' -p :
}

@test "no process can be made at all: it says what to do" {
	export ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0
	try none nobody 'prlimit --nproc=1 $ASSAY run true'
	told none 6 "cannot start '$PWD/bin/assay-spawn', which starts and times the commands: Resource temporarily unavailable; end some processes, or raise their limit (ulimit -u, or pids.max of the cgroup), and try again"
}

@test "memory runs out in a program: it is a failure with its reason, and the rest goes on" {
	at 3 'ulimit -v 50000; tail </dev/zero'
	status=0
	"$ASSAY" run -v -r 6 --output pipe ./at >out 2>err || status=$?
	[ "$status" = 5 ]
	[ ! -s err ]
	[ "$(rows failed)" = "1 of 7 executions failed: 1 exit status 1; it is not in the result; the last output:
| tail: memory exhausted" ]
	"$ASSAY" show --json | jq -e '.plan | .outcome == "complete" and .done == 6'
}

@test "the system ends a program for want of memory: that is said, and the rest goes on" {
	at 3 'kill -KILL $$' # which is all that can be seen of it
	status=0
	"$ASSAY" run -v -r 6 ./at >out 2>err || status=$?
	[ "$status" = 5 ]
	[[ $(rows failed) == "1 of 7 executions failed: 1 killed by SIGKILL, as when memory runs out;"* ]]
	"$ASSAY" show --json | jq -e '.plan | .outcome == "complete" and .done == 6'
	at warmup-0 'kill -KILL $$'
	status=0
	"$ASSAY" run -v -r 6 ./at >out 2>err || status=$?
	[ "$status" = 5 ]
	grep -q "^assay: './at' failed: it was killed by signal 9 (Killed), as the system does when memory runs out" err
}

@test "assay, its spawner and the program are stopped, and go on: nothing is lost, and the order is kept" {
	script stopped <<-'EOF'
		case $HYPERFINE_ITERATION in
		2) kill -STOP "$(cat pid)"; sleep 0.2; kill -CONT "$(cat pid)" ;;
		4) spawner=$(cat "/proc/$(cat pid)/task/$(cat pid)/children")
			kill -STOP $spawner; sleep 0.2; kill -CONT $spawner ;;
		6) sh -c "sleep 0.2; kill -CONT $$" & kill -STOP $$; wait ;;
		esac
	EOF
	try stopped sh -c 'echo $$ >pid; exec "$0" "$@"' "$ASSAY" run --style none -w 0 -r 9 --store s.db ./stopped
	told stopped 0
	"$ASSAY" show --store s.db --json >json
	jq -e '.plan | .outcome == "complete" and .done == 9' json
	jq -e '.subjects[0].tree.executions | .order == [range(9)] and (.values.wall | .[2] > 2e8 and .[4] > 2e8 and .[6] > 2e8)' json
	[ ! -e s.db.journals ]
}

@test "where /proc is not mounted, nothing of the current folder is started" {
	mkdir -p lone && cp "$ASSAY" lone/assay
	script assay-spawn <<<'touch ran'
	unshare --mount true 2>/dev/null || skip "no file system can be mounted here"
	unshare --mount sh -c 'mount -t tmpfs tmpfs /proc && exec lone/assay --version' >/dev/null 2>&1 ||
		skip "a program with sanitizers does not start without /proc"
	status=0
	unshare --mount sh -c 'mount -t tmpfs tmpfs /proc && unset ASSAY_SPAWN && exec lone/assay run true' >out 2>err || status=$?
	[ "$status" -eq 6 ]
	[ ! -e ran ]
	grep -q '^assay: cannot find assay-spawn, which starts and times the commands: where assay itself lies is not known, as /proc is not there, and it is not in ' err
	grep -q 'mount /proc, or name it in ASSAY_SPAWN$' err
}
