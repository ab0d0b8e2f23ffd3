#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Stores that cannot be read or written: nothing that was measured is lost.
load common

# The name of the file in the current folder that what could not be kept is in; it is a good one.
fallback() {
	local file
	file=$(ls assay-*.assay)
	[[ $file =~ ^assay-[0-9a-f]{12}\.assay$ ]] || return 1
	grep -q "the experiment is kept in ./$file instead: assay show ./$file\$" err || return 1
	"$ASSAY" show -v "./$file" | grep -qE '^(true|filler) +[12] executions? in ' || return 1
	rm "$file"
}

# told STATUS MESSAGE: that exit status, and that message in err but for what is never the same.
told() {
	sed -E 's/assay-[0-9a-f]{12}/assay-ID/g; s/\(process [0-9]+,/(process N,/; s/the file is damaged \([^)]*\)/the file is damaged (...)/' \
		err >shown
	if [ "$status" != "$1" ] || [ "$(cat shown)" != "assay: $2" ]; then
		echo "wanted $1: assay: $2"
		echo "got    $status: $(cat err)"
		return 1
	fi
}

kept="the experiment is kept in ./assay-ID.assay instead: assay show ./assay-ID.assay"

try() {
	status=0
	"$@" >out 2>err || status=$?
}

@test "nothing is kept yet" {
	[ "$("$ASSAY" list)" = "no experiments are kept here yet; assay run keeps each one" ]
	"$ASSAY" list --json | jq -e '.results == []'
	assay_fails 6 "cannot open '$HOME/.local/share/assay/assay.db': there is no such file; \`assay run\` makes a store, and --store names another" \
		show
	assay_fails 6 "cannot open 'no/such.db': there is no such file; \`assay run\` makes a store, and --store names another" \
		list --store no/such.db
}

@test "a result that is not there" {
	"$ASSAY" run --style none -r 1 --store s.db true
	assay_fails 2 "cannot find '99' in 's.db': no experiment there has that number; \`assay list\` shows what is" \
		show --store s.db 99
	for word in nosuch ''; do
		assay_fails 2 "cannot find '$word' in 's.db': no experiment there has that label, nor a uuid that begins so; \`assay list\` shows what is" \
			show --store s.db "$word"
	done
	assay_fails 2 "cannot find '@first' in 's.db': the newest experiment is called @last, the second before it @last~2" \
		show --store s.db @first
	assay_fails 2 "cannot find '@last~5' in 's.db': there are not so many experiments in it; \`assay list\` shows them" \
		show --store s.db @last~5
}

@test "no HOME: a place must be named, before anything is measured" {
	unset HOME
	assay_fails 2 "cannot keep results: there is no HOME to keep them in; name a file with --export, or a store with --store" \
		run -v 'touch ran'
	assay_fails 2 "cannot keep results: there is no HOME to keep them in; name a file with --export, or a store with --store" list
	HOME='' assay_fails 2 "cannot keep results: there is no HOME to keep them in; name a file with --export, or a store with --store" \
		run -v 'touch ran'
	[ ! -e ran ]
	assay_runs 0 failed "" run -r 2 --export x.assay true
	"$ASSAY" show -v x.assay | grep -q '^true  *2 executions in '
	assay_runs 0 failed "" run -r 2 --store s.db true
	"$ASSAY" list --store s.db | grep -q '^ 1 .* true '
}

@test "what is no store" {
	echo 'not a database, though long enough to be looked at' >words
	for verb in list show 'run true'; do
		# shellcheck disable=SC2086 # words
		assay_fails 6 "cannot open 'words': it is not a store of assay (not even an SQLite file); name another with --store" \
			$verb --store words
	done
	assay_fails 6 "cannot read './words', line 1: there is no column 'value'; a table begins with a line that names its columns, such as build,execution,iteration,metric,value,unit" \
		show ./words
	assay_fails 6 "cannot open '/dev/null': it is no regular file, not a store of assay; name another with --store" \
		run --store /dev/null true
	assay_fails 6 "cannot make the store '/proc/no/assay.db': No such file or directory; name another with --store, or a file with --export" \
		run --store /proc/no true
	[ "$(cat words)" = 'not a database, though long enough to be looked at' ]
}

@test "a corrupted store is refused before anything is measured, and not touched" {
	"$ASSAY" run --style none -r 1 --store s.db true
	size=$(stat -c %s s.db)
	head -c 4096 s.db >bad.db
	head -c $((size - 4096)) /dev/zero | tr '\0' A >>bad.db
	head -c 5000 s.db >cut.db
	for file in bad.db cut.db; do
		cp $file before
		for verb in list show 'run touch ran'; do
			# shellcheck disable=SC2086 # words
			try "$ASSAY" $verb --store $file
			told 6 "cannot open '$file': the file is damaged (...); put back a copy of it, or move it away so that a new one is made"
		done
		cmp before $file
	done
	[ ! -e ran ]
}

@test "a store of a newer schema" {
	"$ASSAY" run --style none -r 1 --store s.db true
	# SQLite's user_version: 4 bytes at 60.
	printf '\0\0\0\143' | dd of=s.db bs=1 seek=60 conv=notrunc status=none
	for verb in list show 'run touch ran'; do
		# shellcheck disable=SC2086 # words
		try "$ASSAY" $verb --store s.db
		sed -i 's/knows up to [0-9]*/knows up to N/' err
		told 6 "cannot open 's.db': a newer assay has written it (its schema is 99, this assay knows up to N); install the newer assay, or name another store with --store"
	done
	[ ! -e ran ]
}

# bats test_tags=long
@test "a locked store: the result is kept in the current folder" {
	"$ASSAY" run --style none -r 1 --store s.db true
	mkfifo release
	# Open for reading, too: without a reader it would be waited for.
	exec 9<>release
	"${STORE_LOCK:?}" s.db <release >locked 9>&- &
	while [ ! -s locked ]; do
		kill -0 $!
		sleep 0.05
	done
	"$ASSAY" list --store s.db | grep -q '^ 1 '
	try "$ASSAY" run --store s.db -r 2 true
	exec 9>&-
	wait
	told 6 "cannot keep the experiment in 's.db': another program (process N, 'store-lock') has kept it locked for 10 s; try again when that has ended, or name another store with --store; $kept"
	[ "$(grep -c 'executions in' out)" = 1 ]
	fallback
	[ "$("$ASSAY" list --store s.db | grep -c true)" = 1 ]
}

@test "two at once keep both results" {
	for i in 1 2 3 4; do
		"$ASSAY" run --style none -r 3 -n "number $i" true &
	done
	wait
	[ "$("$ASSAY" list | grep -c 'number [1-4]')" = 4 ]
}

@test "a store that vanishes while measuring: the result is kept in the current folder" {
	try "$ASSAY" run --store folder -r 2 -c 'rm -r folder' true
	told 6 "cannot keep the experiment in 'folder/assay.db': the disk does not let it be read or written (No such file or directory); look at the disk, or name another store with --store; $kept"
	fallback
}

@test "a store that is removed or replaced while measuring: the result is kept in the current folder" {
	"$ASSAY" run --style none -r 1 --store s.db true
	cp s.db other.db
	for away in 'rm s.db' 'mv other.db s.db'; do
		try "$ASSAY" run --store s.db -r 2 -c "$away" true
		told 6 "cannot keep the experiment in 's.db': the file has been removed or replaced since it was opened; put it back, or name another store with --store; $kept"
		fallback
		rm -f s.db s.db-wal s.db-shm
		"$ASSAY" run --style none -r 1 --store s.db true
	done
}

@test "a read-only store can be read, and is refused before anything is measured" {
	try on_small_disk 2m sh -c '
		"$0" run --style none -r 2 --store disk/s.db true
		mount -o remount,ro disk
		"$0" list --store disk/s.db >list
		exec "$0" run --store disk/s.db "touch ran"' "$ASSAY"
	told 6 "cannot open 'disk/s.db': the file or its directory is read-only; make both writable, or name another store with --store"
	grep -q '^ 1 .* true ' list
	[ ! -e ran ]
}

@test "a disk that is full already is refused before anything is measured" {
	try on_small_disk 1m sh -c '
		"$0" run --style none -r 2 --store disk/s.db true
		cat /dev/zero >disk/filler 2>filled
		exec "$0" run --store disk/s.db "touch ran"' "$ASSAY"
	told 6 "cannot open 'disk/s.db': the disk is full; free some space, or name another store with --store"
	try on_small_disk 1m sh -c 'cat /dev/zero >disk/filler 2>filled
		exec "$0" run --store disk/s.db "touch ran"' "$ASSAY"
	told 6 "cannot open 'disk/s.db': the disk is full; free some space, or name another store with --store"
	[ ! -e ran ]
}

filler='cat /dev/zero 2>filled >disk/filler; true'

@test "a disk that becomes full: the result is kept in the current folder" {
	try on_small_disk 1m "$ASSAY" run -n filler --store disk/s.db -r 2 "$filler"
	told 6 "cannot keep the experiment in 'disk/s.db': the disk is full; free some space, or name another store with --store; $kept"
	fallback
}

@test "a failure and a full disk are both told" {
	try on_small_disk 1m "$ASSAY" run -v -w 0 --seed 2 -n filler -n late --store disk/s.db "$filler" 'exit 3'
	told 6 "'late' failed: it ended with exit status 3; if that is fine, say so with --ignore-failure=3; --show-output shows what it prints; and cannot keep the experiment in 'disk/s.db': the disk is full; free some space, or name another store with --store; $kept"
	grep -q '^late  *1 execution, [0-9.]* [a-zµ]* together' out
}

@test "a full disk for --export: the result is kept in the current folder, or in the store" {
	unset HOME
	try on_small_disk 1m "$ASSAY" run -n filler --export disk/x.assay -r 2 "$filler"
	told 6 "cannot write 'disk/x.assay': the disk is full; free some space, or give --export another name; $kept"
	fallback
	try on_small_disk 1m "$ASSAY" run -n filler --export disk/x.assay --store s.db -r 2 "$filler"
	told 6 "cannot write 'disk/x.assay': the disk is full; free some space, or give --export another name"
	"$ASSAY" list --store s.db | grep -q '^ 1 .* filler '
}

@test "a full disk for store, journal and folder: the result is kept where there is room, for its owner alone" {
	mkdir spare
	TMPDIR=$PWD/spare try on_small_disk 1m sh -c 'cd disk && exec "$0" run -v -n filler --store s.db -r 40 "cat /dev/zero 2>/dev/null >filler; true"' "$ASSAY"
	grep -q '^filler  *40 executions in ' out
	file=$(echo spare/assay-*.assay)
	grep -q "the experiment is kept in $PWD/$file instead: assay show $PWD/$file" err
	[ "$(stat -c %a "$file")" = 600 ]
	"$ASSAY" show "$file" --json | jq -e '.plan.done == 40'
}

@test "no folder has room at all: the values are on the screen, and that is said" {
	size=$((($(stat -c %s "$ASSAY") + $(stat -c %s "$ASSAY_SPAWN")) / 1024 + 1024))
	try on_small_disk "${size}k" sh -c 'cd disk && cp "$0" "$1" . && case $PWD in /dev/shm/*) places="/var/tmp /tmp /dev/shm" ;; *) places="/dev/shm /var/tmp /tmp" ;; esac && for place in $places; do # where it lies last
			mount --bind . "$place" || exit 99
		done
		cd /tmp && HOME=/tmp TMPDIR=/tmp ASSAY_SPAWN=/tmp/assay-spawn exec ./assay run -v -n filler --store s.db -r 40 \
			"cat /dev/zero 2>/dev/null >filler; true"' "$ASSAY" "$ASSAY_SPAWN"
	[ "$status" -ne 99 ] || skip "no folder can be mounted over another here"
	[ "$status" = 6 ]
	grep -q '^filler  *40 executions in ' out
	[ "$(wc -l <err)" = 1 ]
	grep -q "; it could not be written to the current folder either, nor to TMPDIR, /tmp, the home folder, /var/tmp or /dev/shm, so the values are only on this screen$" err
	[ -z "$(ls assay-*.assay 2>/dev/null)" ]
}

@test "a full disk for an exported table: the store has the result" {
	try on_small_disk 1m "$ASSAY" run -n filler --export-csv disk/x.csv -r 2 "$filler"
	told 6 "cannot write --export-csv to 'disk/x.csv': No space left on device"
	"$ASSAY" list | grep -q '^ 1 .* filler '
}

@test "exports that cannot be written are refused before anything is measured" {
	mkdir folder
	assay_fails 6 "cannot write --export to '/no/x.assay': the folder '/no' takes no files: No such file or directory" \
		run --export /no/x.assay 'touch ran'
	assay_fails 6 "cannot write --export-csv to 'folder': Is a directory" run --export-csv folder 'touch ran'
	assay_fails 2 "cannot use '-' for --export: expected the name of a file, such as x.assay" run --export - 'touch ran'
	assay_fails 2 "--json and --export-csv - both write to standard output: give --export-csv a file" \
		run --json --export-csv - 'touch ran'
	[ ! -e ran ]
}

@test "a store with mode 0444 that another user reads is the owner's to write afterwards" {
	mkdir shared
	as_nobody "$PWD/bin/assay" run --style none -r 2 --store shared/s.db true
	chmod 777 shared
	chmod 444 shared/s.db
	setpriv "--reuid=$((NOBODY + 1))" "--regid=$((NOBODY + 1))" --clear-groups \
		"$PWD/bin/assay" list --store shared/s.db >list
	grep -q '^ 1 .* true ' list
	[ "$(ls shared)" = s.db ]
	chmod 644 shared/s.db
	as_nobody "$PWD/bin/assay" run --style none -r 2 --store shared/s.db true
}

@test "a home that can only be read is told as that" {
	mkdir disk
	try unshare --user --map-root-user --mount sh -c 'mount -t tmpfs tmpfs disk && mkdir disk/home && mount -o remount,ro disk && HOME=$PWD/disk/home exec "$0" run -r 1 true' "$ASSAY"
	[ "$status" != 1 ] || grep -q '^assay:' err || skip "no file system can be mounted here"
	told 6 "cannot make the store '$PWD/disk/home/.local/share/assay/assay.db': Read-only file system; name another with --store, or a file with --export"
}

# bats test_tags=long
@test "a file system that does not lock files is told as that, and no empty store stays there" {
	[ -e "${FAULTS_LIBRARY:-}" ] || skip "the library of faults is not built"
	mkdir data
	without_locks() { FAULT='locks 0' FAULT_UNDER=$PWD/data LD_PRELOAD=$FAULTS_LIBRARY "$@"; }
	why="its file system does not lock files (No locks available), so that two programs could write at once; name a store on another disk with --store, or mount this one with locks"
	try without_locks "$ASSAY" run -r 1 --store data/s.db true
	told 6 "cannot make the store 'data/s.db': $why"
	[ -z "$(ls data)" ]
	"$ASSAY" run --style none -r 1 --store data/s.db true
	try without_locks "$ASSAY" store label 1 x --store data/s.db
	[ "$status" = 6 ]
	grep -q "^assay: cannot .* 'data/s.db': its file system does not lock files (No locks available)" err
}
