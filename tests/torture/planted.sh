#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Planted changes over many seeds: planted.sh COUNT. For each seed a repository of 24 commits whose program reports its
# time: a step of 2, 5 or 30 % in one direction, later one of 5 % in the other, at places that the seed draws; one commit
# does not build, one does not run, and from the third on the programs are made by another compiler. What `assay backfill` measures has a history with these two changes at these commits,
# and no other; `assay bisect` between the ends of the first one names it. Another repository of 20 commits takes more memory
# from a commit on that the seed draws, and goes to another machine in the middle, which is 30 % slower: the memory's step is
# found, the time's on either machine, and none where one machine follows the other.
# TAP on standard output. Needs ASSAY and ASSAY_SPAWN.
set -u
count=${1:-20}
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/planted.bash
. "$here/../cli/planted.bash"
top=$(mktemp -d "${TMPDIR:-/tmp}/assay-planted-XXXXXX")
trap 'cd /; rm -rf "$top"' EXIT
export HOME=$top/home TMPDIR=$top/tmp LC_ALL=C.UTF-8 NO_COLOR=
unset ASSAY_STORE XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME
mkdir "$HOME" "$TMPDIR"

# plan SEED: the words for planted, in `words`; the commits of the two steps, in `first` and `second`.
plan() {
	local sizes=(102 105 130) at=$1 base=100 high
	first=$((7 + at * 5 % 4)) second=$((15 + at * 7 % 4))
	high=${sizes[at % 3]}
	((at % 2)) && base=$high high=100 # a step that makes it faster, and back
	local last=$((high > base ? high * 95 / 100 : high * 105 / 100))
	words=(2x"$base" bash "$((first - 6))x$base" broken "2x$base" "2x$high" dead "$((second - first - 3))x$high" "$((25 - second))x$last")
}

# one SEED: 0 when all was found, and nothing else; else what was, on standard output.
one() {
	local words first second changes named
	plan "$1"
	mkdir "$top/$1" && cd "$top/$1" || return 1
	PLANTED_SEED=$1 planted "${words[@]}"
	"$ASSAY" backfill HEAD~23.. -r 3 --builds 2 --seed "$1" --build 'sh make.sh' -- ./prog >../out 2>&1 || { cat ../out; return 1; }
	changes=$("$ASSAY" history --json | jq -r '[.series[] | .versions as $v | .changes[] | $v[.at].subject] | join(", ")')
	named=$("$ASSAY" bisect HEAD~23 "HEAD~$((24 - second + 1))" --seed "$1" --json --build 'sh make.sh' -- ./prog |
		jq -r '.commits as $c | [.found[] | $c[.first].subject] | join(", ")')
	[ "$changes" = "number $first, number $second" ] && [ "$named" = "number $first" ] && return 0
	echo "# planted: ${words[*]}; history: $changes; bisection: $named; asked: number $first, number $second"
	return 1
}

# found METRIC: the subjects of the commits that changed it.
found() {
	"$ASSAY" history --metric "$1" --json |
		jq -r '[.series[] | .versions as $v | .changes[] | select(.kind != "small") | $v[.at].subject] | sort | join(", ")'
}

# machines SEED: 0 when all was found, and nothing else; else what was, on standard output.
machines() {
	local size=$((103 + $1 % 3 * 9)) at=$((4 + $1 % 3)) times memory
	mkdir "$top/m$1" && cd "$top/m$1" || return 1
	# number `at` takes longer, number `at + 2`, on the first machine too, more memory, and number 16 longer again
	PLANTED_SEED=$1 planted "$((at - 1))x100m2" "2x${size}m2" "$((14 - at))x${size}m4" "5x$((size * 108 / 100))m4"
	set -- -r 3 --builds 2 --seed "$1" --build 'sh make.sh' -- ./prog
	"$ASSAY" backfill HEAD~19..HEAD~10 "$@" >../out 2>&1 || { cat ../out; return 1; }
	python3 -c 'import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute("UPDATE experiments SET machine_id = ?, host = ?", ("0" * 32, "another"))
store.commit()' "$HOME/.local/share/assay/assay.db"
	echo 130 >../factor
	"$ASSAY" backfill HEAD~9.. "$@" >../out 2>&1 || { cat ../out; return 1; }
	times=$(found time) memory=$(found peak_memory)
	[ "$times" = "number 16, number $at" ] && [ "$memory" = "number $((at + 2))" ] && return 0
	echo "# time: $times; memory: $memory; asked: number 16, number $at; number $((at + 2))"
	return 1
}

echo "1..$((2 * count))"
for ((seed = 1; seed <= count; seed++)); do
	if said=$(one "$seed"); then
		echo "ok $seed - what was planted by seed $seed is found, and nothing else"
	else
		echo "not ok $seed - what was planted by seed $seed is found, and nothing else"
		echo "$said"
	fi
	rm -rf "${top:?}/$seed" "$HOME/.local"
	what="on two machines the changes of either, and of memory, are found by seed $seed, and nothing else"
	if said=$(machines "$seed"); then
		echo "ok $((count + seed)) - $what"
	else
		echo "not ok $((count + seed)) - $what"
		echo "$said"
	fi
	rm -rf "${top:?}/m$seed" "$HOME/.local"
done
