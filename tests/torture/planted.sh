#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Planted changes over many seeds: planted.sh COUNT. For each seed a repository of 24 commits whose program reports its
# time: a step of 2, 5 or 30 % in one direction, later one of 5 % in the other, at places that the seed draws; one commit
# does not build, one does not run. What `assay backfill` measures has a history with these two changes at these commits,
# and no other; `assay bisect` between the ends of the first one names it.
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
	words=("$((first - 4))x$base" broken "2x$base" "2x$high" dead "$((second - first - 3))x$high" "$((25 - second))x$last")
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

echo "1..$count"
for ((seed = 1; seed <= count; seed++)); do
	if said=$(one "$seed"); then
		echo "ok $seed - what was planted by seed $seed is found, and nothing else"
	else
		echo "not ok $seed - what was planted by seed $seed is found, and nothing else"
		echo "$said"
	fi
	rm -rf "${top:?}/$seed"
done
