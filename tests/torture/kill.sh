#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# assay is killed, and goes on: kill.sh COUNT [FIRST] [aimed]. For each number from FIRST on, assay, its
# spawner, or both get KILL at an instant drawn from the number, once or twice, in one of four
# experiments over a program with a virtual clock; then --resume until it is complete. Where it is
# aimed, assay dies in the middle of what it does to its journal or its store (tests/support/kills.c):
# before it, half-way, or after. Then
#   - the tree is that of the same run without a kill: each unit once, in the same order, with the
#     same seeds, and the same values of the virtual clock;
#   - what was measured before the kill has the same bits;
#   - no process, no temporary folder and no journal is left, and the store is sound.
# TAP on standard output. Needs ASSAY, ASSAY_SPAWN and TARGET; to aim, KILLS_LIBRARY.
set -u
count=$1 first=${2:-1} how=${3:-random}
top=$(mktemp -d "${TMPDIR:-/tmp}/assay-torture-XXXXXX")
trap 'cd /; rm -rf "$top"' EXIT
export HOME=$top/home TMPDIR=$top/tmp LC_ALL=C.UTF-8 NO_COLOR=
unset ASSAY_STORE XDG_DATA_HOME
mkdir "$HOME" "$TMPDIR" "$top/here"
cd "$top/here" || exit 1

if [ "$how" = aimed ]; then
	export KILLS=$top/kills ASAN_OPTIONS=${ASAN_OPTIONS:-}:verify_asan_link_order=0
	export LD_PRELOAD=$KILLS_LIBRARY
	: >"$KILLS"
fi

# start KIND STORE: what is measured; one KIND of experiment a number.
start() {
	case $1 in
	0) set -- "$2" -r 40 -w 1 --iterations 3 "$TARGET execution=0.01 iteration=0.01" "$TARGET mean=1.1e6 iteration=0.01 seed=7" ;;
	1) set -- "$2" -r 6 --iterations 4 --builds 5 --build "$TARGET build prog" './prog build=0.05 execution=0.01' ;;
	2) set -- "$2" -r 15 --iterations 2 -p 'echo >>prepared' -C 'echo >>concluded' -s 'echo >>set' -c : "$TARGET iteration=0.01" ;;
	# Costs are given, because real ones would choose another number of iterations each time.
	3) set -- "$2" --stage1 5 -M 12 --precision 0.1% --cost execution=30ms,iteration=1ms \
		"$TARGET execution=0.1 iteration=0.1" ;;
	esac
	local store=$1
	shift
	exec "$ASSAY" run --seed 7 --style none --store "$store" "$@"
}

# What must be the same: everything but real times and what depends on them.
tree() {
	"$ASSAY" show --store "$1" --json | jq -cS '[.plan.planned, .plan.stage1, .plan.done, (.subjects[].tree |
		[(.builds | [.order, .role, .ending, .seed, .hash]),
		(.executions | [.build, .order, .round, .role, .ending, .seed]), .iterations])]'
}

# Every value, flat, for a comparison of beginnings.
values() {
	"$ASSAY" show --store "$1" --json | jq -cS '[.subjects[].tree.executions | {order, values, started}]'
}

# begins LONG SHORT: each array of SHORT is the beginning of that of LONG.
begins() {
	jq -n --argjson long "$1" --argjson short "$2" '
		[$short | paths(type == "array" and (length == 0 or (.[0] | type) != "object"))] |
		all(. as $p | ($short | getpath($p)) as $s | ($long | getpath($p))[:($s | length)] == $s)' |
		grep -qx true
}

milliseconds() { echo $(($(date +%s%N) / 1000000)); }

# A pause of so many milliseconds, without a process.
pause() { read -rt "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))" <>"$top/never"; }

# The spawner of that assay. It may have other children: a leak check's helper, at its end, is waited
# for without end where it is killed.
spawner_of() {
	local children child
	children=$(cat "/proc/$1/task/$1/children")
	for child in $children; do
		[ "$(cat "/proc/$child/comm")" != assay-spawn ] || echo "$child"
	done 2>/dev/null
}

# strike PID WHOM: KILL for assay, its spawner, or both.
strike() {
	local spawner
	spawner=$(spawner_of "$1" 2>/dev/null)
	case $2 in
	0) kill -KILL "$1" ;;
	1) [ -z "$spawner" ] || kill -KILL $spawner ;;
	2) kill -KILL "$1" $spawner ;;
	esac 2>/dev/null
}

# Of the only experiment; a store that was killed while it was made has nothing in it yet.
outcome() {
	"$ASSAY" list --store "$1" --json >"$top/list" 2>/dev/null || echo '{}' >"$top/list"
	jq -r '.results[0].outcome // "none"' "$top/list"
}

# Processes that came of these runs.
strays() { grep -lsz "^HOME=$HOME" /proc/[0-9]*/environ | xargs -r grep -lsz '^ASSAY_EXPERIMENT=' | wc -l; }

# aim KIND FIRST: what is to be the last of its first process, or of a later one.
aim() {
	local units=(82 36 16 20) deeds=('write .journal' 'write -wal' 'sync -wal' 'remove .journal' 'write .db' 'sync .db')
	local hows=(before torn after) most
	[ "$2" = 0 ] || deeds=('cut .journal' 'write .journal' 'write -wal' 'remove .journal')
	local deed=${deeds[RANDOM % ${#deeds[@]}]}
	case $deed in
	'write .journal') most=${units[$1]} ;;
	'write -wal') most=30 ;;
	'write .db') most=20 ;;
	'sync '*) most=2 ;;
	*) most=1 ;;
	esac
	echo "$deed $((1 + RANDOM % most)) ${hows[RANDOM % 3]}" >"$KILLS"
}

# phase: in the middle of what that KILL came, as far as can be seen afterwards.
phase() {
	case $(outcome "$1") in
	none) echo 'before the first unit' ;;
	complete | max) [ -e "$1.journals" ] && echo 'after the commit' || echo 'too late' ;;
	*)
		"$ASSAY" show --store "$1" --json | jq -r 'if [.subjects[].tree.executions.order | length] | add > 0
			then "executing" else "building" end' ;;
	esac
}

mkfifo "$top/never"
reference=() span=()
for kind in 0 1 2 3; do
	begun=$(milliseconds)
	(start "$kind" "$top/reference$kind.db" >/dev/null 2>&1)
	span[kind]=$(($(milliseconds) - begun + 10))
	reference[kind]=$(tree "$top/reference$kind.db")
done

one() {
	local store=$top/killed.db kind=$(($1 % 4)) whom=$((RANDOM % 3)) before=null resumes=0 pid
	rm -rf "$store"* "${TMPDIR:?}"/*
	[ "$how" = random ] || aim "$kind" 0
	(start "$kind" "$store" >"$top/out" 2>&1) &
	pid=$!
	while [ "$resumes" -lt 9 ]; do
		[ "$how" = aimed ] || pause $((RANDOM * RANDOM % span[kind]))
		[ "$how" = aimed ] || [ "$resumes" -gt 1 ] || strike "$pid" "$whom"
		wait "$pid" 2>/dev/null
		if [ "$how" = aimed ]; then
			: >"$KILLS"
		elif [ "$resumes" -le 1 ]; then
			phase "$store" >>"$top/hit"
		fi
		case $(outcome "$store") in
		complete | max) break ;;
		none) (start "$kind" "$store" >"$top/out" 2>&1) & ;;
		*)
			before=$(values "$store")
			[ "$how" = random ] || [ "$resumes" -gt 0 ] || aim "$kind" 1
			("$ASSAY" run --resume --style none --store "$store" >"$top/out" 2>&1) & ;;
		esac
		pid=$!
		resumes=$((resumes + 1))
	done 2>/dev/null
	# A machine that has more or less to do than before moves the instants along.
	if [ "$resumes" -gt 0 ]; then
		struck=$((struck + 1))
		span[kind]=$((span[kind] * 11 / 10 + 1))
	else
		span[kind]=$((span[kind] * 3 / 4 + 5))
	fi
	[ "$(tree "$store")" = "${reference[kind]}" ] || { echo "the tree is another one"; cat "$top/out"; return 1; }
	[ "$before" = null ] || begins "$(values "$store")" "$before" || { echo "values have changed"; return 1; }
	[ "$(strays)" = 0 ] || { echo "a process is left"; return 1; }
	# A folder that a dying spawner still held is for the next one to sweep.
	[ -z "$(ls -A "$TMPDIR")" ] ||
		"$ASSAY" run -r 1 -w 0 --style none --store "$top/next.db" true >/dev/null 2>&1
	[ -z "$(ls -A "$TMPDIR")" ] || { echo "a folder is left: $(ls "$TMPDIR")"; return 1; }
	[ ! -e "$store.journals" ] || { echo "a journal is left"; return 1; }
	"$ASSAY" store verify --store "$store" >"$top/out" 2>&1 || { cat "$top/out"; return 1; }
}

struck=0
echo "1..$((count + 1))"
for ((i = first; i < first + count; i++)); do
	RANDOM=$i
	if one "$i" >"$top/why" 2>&1; then
		echo "ok $((i - first + 1)) killed at instant $i and gone on with"
	else
		echo "not ok $((i - first + 1)) killed at instant $i and gone on with"
		sed 's/^/# /' "$top/why"
	fi
done
# What the instants hit.
cat "$top/hit" "$top/kills.hit" 2>/dev/null | sort | uniq -c | sed 's/^ */# /'
# Instants that hit nothing would prove nothing.
[ $((struck * 4)) -ge "$count" ] || echo -n 'not '
echo "ok $((count + 1)) $struck of $count were interrupted"
