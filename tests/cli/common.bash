# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# For every file here: `load common`. ASSAY is the program; every test has a home, a store and a
# current folder of its own.

setup() {
	ASSAY=${ASSAY:-$BATS_TEST_DIRNAME/../../build/src/cli/assay}
	TEST_DIR=$(mktemp -d)
	unset TMPDIR # assay finds its own folders, as for most users
	export HOME=$TEST_DIR/home TERM=xterm
	unset ASSAY_STORE XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME LD_LIBRARY_PATH # the last is Meson's, for libraries of the tests
	mkdir "$HOME" "$TEST_DIR/here"
	cd "$TEST_DIR/here" || return 1
}

teardown() {
	cd / && rm -rf "$TEST_DIR"
}

# assay_fails STATUS MESSAGE ARGUMENT...: nothing on standard output, this on standard error, all of it.
assay_fails() {
	local want=$1 message=$2 status=0
	shift 2
	"$ASSAY" "$@" >out 2>err || status=$?
	if [ "$status" != "$want" ] || [ -s out ] || [ "$(cat err)" != "assay: $message" ]; then
		echo "assay $*"
		echo "wanted $want: assay: $message"
		echo "got    $status: $(cat err)"
		cat out
		return 1
	fi
}

# assay_fails_showing STATUS MESSAGE OUTPUT ARGUMENT...: the same, and below the message these lines.
assay_fails_showing() {
	assay_fails "$1" "$2
$3" "${@:4}"
}

# script NAME: makes an executable shell script of standard input.
script() {
	{ echo '#!/bin/sh' && cat; } >"$1"
	chmod +x "$1"
}

# rows LABEL: the remarks under that label in the screen `out`, each on a line of its own, as if the
# screen were as wide as they are.
rows() {
	awk -v want="$1" '
		function flush() { if (text != "") print text; text = "" }
		/^  [a-z]/ { flush(); on = $1 == want; if (on) { sub(/^  [a-z]+ +/, ""); text = $0 } next }
		/^           \| / { if (on) { flush(); sub(/^ +/, ""); print } next }
		/^           / { if (on) { sub(/^ +/, " "); text = text $0 } next }
		{ flush(); on = 0 }
		END { flush() }' out
}

# assay_runs STATUS LABEL ROWS VERB ARGUMENT...: the whole screen (-v) on standard output with these
# remarks under that label, nothing on standard error.
assay_runs() {
	local want=$1 label=$2 remarks=$3 status=0
	shift 3
	"$ASSAY" "$1" -v "${@:2}" >out 2>err || status=$?
	if [ "$status" != "$want" ] || [ -s err ] || [ "$(rows "$label")" != "$remarks" ]; then
		echo "assay $*"
		echo "wanted $want, $label: $remarks"
		echo "got    $status: $(cat err)"
		cat out
		return 1
	fi
}

# none_lives FILE: no process lives whose number stands in FILE, and there are some numbers.
none_lives() {
	[ -s "$1" ] || { echo "no process has written to $1"; return 1; }
	while read -r pid; do
		if kill -0 "$pid" 2>/dev/null; then
			echo "process $pid is still there"
			return 1
		fi
	done <"$1"
}

# on_small_disk SIZE COMMAND...: COMMAND with a file system of SIZE at ./disk, which goes with it.
on_small_disk() {
	local size=$1 user=()
	shift
	mkdir -p disk
	[ "$(id -u)" = 0 ] || user=(--user --map-root-user)
	unshare "${user[@]}" --mount true 2>/dev/null || skip "no file system can be mounted here"
	unshare "${user[@]}" --mount sh -c 'mount -t tmpfs -o size="$0" tmpfs disk && exec "$@"' "$size" "$@"
}

# python_with MODULE: sets PYTHON to a Python that can import it.
python_with() {
	for PYTHON in python3 /usr/bin/python3; do
		"$PYTHON" -c "import $1" 2>/dev/null && return
	done
	skip "no Python here has $1"
}

# as_nobody COMMAND...: COMMAND as a user who is not root, and who has this folder, a HOME and no process
# yet; the program is that user's ./bin/assay.
as_nobody() {
	[ "$(id -u)" = 0 ] || skip "only root can be another user"
	if [ ! -d bin ]; then
		mkdir bin
		cp "$ASSAY" "${ASSAY_SPAWN:-$ASSAY-spawn}" bin
		chmod 755 "$TEST_DIR"
		NOBODY=$((100000 + RANDOM)) # whose processes none but this test has
		chown -R "$NOBODY:$NOBODY" "$HOME" .
	fi
	ASSAY=$PWD/bin/assay ASSAY_SPAWN=$PWD/bin/assay-spawn TMPDIR=$HOME \
		setpriv "--reuid=$NOBODY" "--regid=$NOBODY" --clear-groups "$@"
}

# on_terminal COLUMNS COMMAND...: COMMAND on a pseudo-terminal of that width; what appears there is in
# the file terminal, line ends as carriage return and newline. What is written into the FIFO keys is
# typed.
on_terminal() {
	local columns=$1
	shift
	[ -p keys ] || mkfifo keys
	exec 9<>keys
	env -u COLUMNS SHELL="$BASH" script -qec \
		"stty cols $columns rows 24; exec $(printf '%q ' "$@")" /dev/null <&9 >terminal
}

# What is seen in the end of the lines in the file terminal: what was rewritten is left out.
seen() {
	sed -E 's/\r$//; s/.*\r//; s/\x1b\[[0-9;]*[mK]//g' terminal
}

# Every state that lines in the file terminal have had, without colours.
shown() {
	tr '\r' '\n' <terminal | sed -E 's/\x1b\[[0-9;]*[mK]//g'
}

# absent GREP-ARGUMENT...: as ! grep, which bats would take for success wherever it stands.
absent() {
	if grep "$@"; then
		return 1
	fi
}

# rounds_table ROUNDS NAME=MEAN...: a table of so many rounds that all the subjects share, in ms; round
# and subject decide what is added to the mean, up to 1 % of it.
rounds_table() {
	local rounds=$1
	shift
	echo subject,round,execution,metric,value,unit
	printf '%s\n' "$@" | awk -F= -v rounds="$rounds" '
		{ for (r = 1; r <= rounds; r++)
			printf "%s,%d,%d,time,%.6f,ms\n", $1, r, r,
				$2 * (1 + ((r * 7 + NR * 3) % 11 - 5) / 500 + (r * (NR + 1) % 7 - 3) / 1000) }'
}

# As if all that was measured so far had been an hour earlier, so that its session is over.
an_hour_passes() {
	python3 - "$HOME/.local/share/assay/assay.db" <<'END'
import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
for table, columns in (("sessions", ("first_ns", "last_ns")), ("experiments", ("started_ns", "ended_ns")),
                       ("noise_sessions", ("began_ns", "ended_ns"))):
    for column in columns:
        store.execute(f"UPDATE {table} SET {column} = {column} - 3600000000000")
store.commit()
END
}

# noise_profile METRIC [COMMAND...]: noise profiles of eight sessions, which differ by 0.01 %, for the machine
# of what was measured first; of all commands of the store where none is named.
noise_profile() {
	python3 - "$HOME/.local/share/assay/assay.db" "$@" <<'END'
import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
machine, environment = store.execute("SELECT machine_id, environment_id FROM experiments").fetchone()
boot = store.execute("SELECT boot_id FROM sessions").fetchone()[0]
commands = sys.argv[3:] or [row[0] for row in store.execute("SELECT DISTINCT command FROM subjects").fetchall()]
profiles = [store.execute("INSERT INTO noise_profiles (machine_id, environment_id, metric, command, build, host)"
    " VALUES (?, ?, ?, ?, '', 'here')", (machine, environment, sys.argv[2], command)).lastrowid for command in commands]
for k in range(8):
    began = 10**18 + k * 3600 * 10**9
    session = store.execute("INSERT INTO sessions (machine_id, boot_id, suspended_ns, first_ns, last_ns)"
        " VALUES (?, ?, 0, ?, ?)", (machine, boot, began, began + 10**9)).lastrowid
    for profile in profiles:
        store.execute("INSERT INTO noise_sessions VALUES (?, ?, ?, ?, 'x', 20, 10, 0.95, ?, 1e-4, 19, 1e-4, 19, 1e-4, 19)",
            (profile, session, began, began + 10**9, 10 + k % 2 * 1e-4))
        for way in 0, 1:
            store.execute("INSERT INTO noise_ways VALUES (?, ?, ?, 2, 0, 1, 0.9, 1.1)", (profile, session, way))
store.commit()
END
}
