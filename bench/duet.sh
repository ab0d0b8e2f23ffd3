#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# bench/duet.sh [BUILD [ROUNDS]]: turns against duets (--duet), for docs/duet.md. Each pair of programs is
# measured both ways, in so many rounds each, on the machine as it is and beside a load that comes and
# goes on all cores: the ratio with its interval, what being beside each other does to it, and what a
# duet is worth, time for time.
set -eu
build=$(realpath "${1:-build}") rounds=${2:-120}
here=$(realpath "$(dirname "$0")")
dir=$(mktemp -d)
load=
# shellcheck disable=SC2317 # by trap
clean() {
	[ -z "$load" ] || kill $load 2>/dev/null || true
	rm -rf "$dir"
}
trap clean EXIT
cc -O2 -o "$dir/duet_work" "$here/duet_work.c"
export ASSAY_STORE="$dir/store.db"
cd "$dir"

# half a second of work, a fifth of a second none, out of step on all cores
begin_load() {
	for _ in $(seq $(($(nproc) + 1))); do
		sh -c 'while :; do timeout 0.5 sh -c "while :; do :; done"; sleep 0.2; done' &
		load="$load $!"
	done
}

# of_result: sd of the log ratio of a unit, and seconds of wall time per unit
of_result() {
	"$build/src/cli/assay" show --json @last | jq -r '
		(.subjects | map(.tree.executions | [.role, .round, .metrics.wall] | transpose)) as $s | .comparisons[0] as $c |
		[$c.sd, $c.n, $c.ratio, $c.interval.lo, $c.interval.hi, ($c.duet.word // "-"), ($c.duet.shift // "null"), ($c.duet.lo // "null"), ($c.duet.hi // "null"), ($c.duet.worth // "null"), ($c.duet.side // "null")] | @tsv'
}

# both NAME OLD NEW
both() {
	for way in turns duet; do
		[ $way = duet ] && flag=--duet || flag=
		"$build/src/cli/assay" run --style none $flag -r "$rounds" -n old -n new "$2" "$3" >/dev/null || true
		printf '%s\t%s\t' "$1" $way
		of_result
	done
}

printf 'pair\tway\tsd\tunits\tratio\tfrom\tup to\tword\tshift\tshift from\tshift up to\tworth\tside\n'
both 'registers' './duet_work spin 12000000' './duet_work spin 12600000'
both 'memory against registers' './duet_work walk 48 150000' './duet_work spin 30000000'
both 'memory against memory' './duet_work walk 48 150000' './duet_work walk 48 160000'
begin_load
both 'registers, load' './duet_work spin 12000000' './duet_work spin 12600000'
both 'memory against registers, load' './duet_work walk 48 150000' './duet_work spin 30000000'
