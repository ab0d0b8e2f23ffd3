#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The machine fails while it is measured: what was measured is not lost, one sentence says what to do,
# and when that is done it goes on. storing.bats has stores that fail at the end, journal.bats kills.
load common

# on_disk SIZE: the script on standard input, with a file system of that size at ./disk. try there is
# a command whose exit status and words are kept in NAME.status, NAME.out and NAME.err.
on_disk() {
	{
		cat <<-'EOF'
			set -e
			try() {
				local name=$1 status=0
				shift
				"$@" >$name.out 2>$name.err || status=$?
				echo $status >$name.status
			}
		EOF
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
		try killed sh -c 'echo $$ >pid; exec "$0" "$@"' "$ASSAY" run --seed 3 -r 12 --store disk/s.db ./fills
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
	# The journal's last page may have held more than what was measured before the disk was full.
	jq -e '.plan | .outcome == "interrupted" and .done >= 4' before
	told resumed 0
	jq -es '.[0].subjects[0].tree.executions.values.wall as $old | .[1].subjects[0].tree.executions.values.wall as $new |
		$new[:($old | length)] == $old and ($new | length) == 13' before after
	[ "$(cat left)" = s.db ]
}

@test "there is room again while it is measured: the journal has all of it" {
	fills 5 40
	touch kill-at-43
	on_disk 1m <<-'EOF'
		try killed sh -c 'echo $$ >pid; exec "$0" "$@"' "$ASSAY" run --seed 3 -r 50 --store disk/s.db ./fills
		"$ASSAY" show --store disk/s.db --json >before
	EOF
	told killed 137
	jq -e '.plan | .outcome == "interrupted" and .done == 41' before
}

@test "the disk is full at the end, and nothing else can be written: the journal has all of it" {
	fills 2 0 16K # for the journal, but not for a store
	on_disk 1m <<-'EOF'
		mv fills when disk
		cd disk
		mkdir disk
		try ../full "$ASSAY" run --seed 3 -r 12 --store s.db ./fills
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
