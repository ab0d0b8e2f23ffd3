#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What assay takes where little or nothing is measured: to begin and end, to analyse, to import and to export.
#
# usage: bench/start.sh [BUILD] [OTHER]   BUILD is a build directory; OTHER another assay, such as that of
#                                        an earlier build, which takes turns with it
#
# Everything takes turns, 15 times; ratios are of two neighbours in time, so that they hold on a machine
# that does something else. Prints median and range. Outside of a git repository, as git takes its own time.
# shellcheck disable=SC2016 # expressions of awk
set -eu
build=$(cd "${1:-build}" && pwd)
assay=$build/src/cli/assay
other=${2:-}
. "$(dirname "$0")/timing.sh"
export HOME="$tmp/home" XDG_DATA_HOME="$tmp/data"
mkdir "$HOME" "$tmp/work" "$tmp/import"
case $other in "" | /*) ;; *) other=$PWD/$other ;; esac
cd "$tmp/work"
hyperfine=$(command -v hyperfine || true)

# turns FILE: what follows on each line of standard input is a command; the times of all, a line a turn
turns() {
	cat >"$tmp/commands"
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
		while read -r line; do
			# shellcheck disable=SC2086 # a command and its words
			printf '%s ' "$(nanoseconds $line)"
		done <"$tmp/commands"
		echo
	done >"$1"
}

# row LABEL FILE EXPRESSION UNIT
row() {
	printf '  %-34s' "$1"
	awk "{ print $3 }" "$2" | summary " $4"
}

ours="run -r 2 --style none --store"
{
	echo "$assay $ours $tmp/a.db true"
	echo "${hyperfine:-true} ${hyperfine:+-N --warmup 1 -r 2 --style none true}"
	[ ! "$other" ] || echo "$other $ours $tmp/b.db true"
} | turns "$tmp/begin"
echo "2 executions of true, whole process"
row "assay run -r 2 (wanted 12 ms)" "$tmp/begin" '$1 / 1e6' ms
[ ! "$hyperfine" ] || row "hyperfine -N -r 2" "$tmp/begin" '$2 / 1e6' ms
[ ! "$hyperfine" ] || row "assay/hyperfine" "$tmp/begin" '$1 / $2' ""
[ ! "$other" ] || row "assay/the other" "$tmp/begin" '$1 / $3' ""

"$assay" run -N -w 0 -r 500 --style none --store "$tmp/c.db" "$build/bench/spin" 2>/dev/null
{
	echo "$assay show --store $tmp/c.db"
	echo "$assay list --store $tmp/c.db"
} | turns "$tmp/analysis"
echo "500 executions of 1 ms"
row "show, beyond list (wanted 20 ms)" "$tmp/analysis" '($1 - $2) / 1e6' ms

i=0
while [ $i -lt 1000 ]; do
	printf '{"results":[{"command":"a%d","mean":1,"times":[0.9,1,1.1]}]}' $i >"$tmp/import/$i.json"
	i=$((i + 1))
done
cat >"$tmp/reports" <<'END'
#!/bin/sh
{
	echo assay 1
	awk 'BEGIN { srand(1); for (i = 0; i < 100000; i++) printf "iteration %.3f us\n", 10 + rand() }'
} >"$ASSAY_REPORT"
END
chmod +x "$tmp/reports"
"$assay" run -w 0 -r 3 --iterations 100000 --style none --store "$tmp/d.db" "$tmp/reports" 2>/dev/null
{
	echo "$assay export --store $tmp/d.db @last $tmp/x.json"
	echo "$assay export --store $tmp/d.db @last $tmp/x.csv"
} >"$tmp/exports"
for _ in 1 2 3; do
	rm -f "$tmp/e.db"
	nanoseconds "$assay" import --store "$tmp/e.db" "$tmp"/import/*.json
done >"$tmp/imported"
for _ in 1 2 3 4 5; do
	while read -r line; do
		rm -f "$tmp/x.json" "$tmp/x.csv"
		# shellcheck disable=SC2086 # a command and its words
		printf '%s ' "$(nanoseconds $line)"
	done <"$tmp/exports"
	echo
done >"$tmp/exported"
echo "1000 files, and 300000 iterations"
row "import, a file (wanted 2 ms)" "$tmp/imported" '$1 / 1e9' ms
row "export as JSON" "$tmp/exported" '$1 / 1e6' ms
row "CSV/JSON (wanted 1.3)" "$tmp/exported" '$2 / $1' ""
