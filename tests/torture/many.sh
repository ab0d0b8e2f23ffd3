#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# many.sh VALUES [SUBJECTS]: pictures and the report of so many values, in memory of at most 64 bytes a value beyond 64 MB and
# within 3 us of processor time a value beyond 2 s; then of so many commands. What is left out of a picture is said.
# TAP on standard output. Needs ASSAY, and GNU time.
set -u
values=$1 subjects=${2:-500}
top=$(mktemp -d "${TMPDIR:-/tmp}/assay-torture-XXXXXX")
trap 'cd /; rm -rf "$top"' EXIT
export HOME=$top LC_ALL=C.UTF-8 NO_COLOR=
unset ASSAY_STORE XDG_DATA_HOME
cd "$top" || exit 1
n=0

# ok STATUS WHAT: after what it is about; the status stands first, because words may be made by commands.
ok() {
	local status=$1
	shift
	n=$((n + 1))
	[ $status = 0 ] || echo -n 'not '
	echo "ok $n $1"
}

# spends VALUES COMMAND...: whether it succeeds within the bounds for so many; what it spent in `spent`.
spends() {
	local of=$1
	shift
	/usr/bin/time -q -o spent -f '%U %S %M' "$@" >out 2>err || { sed 's/^/# /' err; return 1; }
	awk -v n="$of" '{ exit !($1 + $2 <= 2 + 3e-6 * n && $3 * 1024 <= 64e6 + 64 * n) }' spent
}

figures() {
	awk '{ printf "%.1f s of the processor, %d MB", $1 + $2, $3 / 1024 }' spent
}

awk -v n="$values" 'BEGIN { print "execution,value,unit"; x = 1
	for (e = 1; e <= n; e++) { x = x * 16807 % 2147483647; print e "," 1000000 + x % 50000 ",ns" } }' >many.csv
for kind in histogram density sequence lag lags acf raincloud; do
	spends "$values" "$ASSAY" plot --kind $kind many.csv -o $kind.svg
	ok $? "$kind of $values values: $(figures)"
done
grep -q "2000 of $values values as dots" sequence.svg
ok $? 'what a sequence leaves out is said'
spends "$values" "$ASSAY" plot many.csv
ok $? "pictures in the terminal: $(figures)"
spends "$values" "$ASSAY" report many.csv -o many.html
ok $? "the report: $(figures)"
[ "$(stat -c %s many.html)" -le 3000000 ]
ok $? "it has $(stat -c %s many.html) bytes"
awk -v n="$subjects" 'BEGIN { print "subject,round,execution,value,unit"; x = 1
	for (s = 1; s <= n; s++) for (e = 1; e <= 20; e++) { x = x * 16807 % 2147483647
		print "c" s "," e "," e "," 1000000 + 100 * s + x % 50000 ",ns" } }' >wide.csv
for kind in intervals raincloud quantiles slow; do
	spends $((100 * subjects * subjects)) "$ASSAY" plot --kind $kind wide.csv -o $kind.svg
	ok $? "$kind of $subjects commands: $(figures)"
done
"$ASSAY" plot --kind matrix wide.csv -o matrix.svg 2>err && false || grep -q '^assay: cannot ' err
ok $? "a matrix of $subjects commands is refused: $(head -c 200 err)"
spends $((100 * subjects * subjects)) "$ASSAY" report wide.csv -o wide.html
ok $? "the report of $subjects commands: $(figures)"
echo "1..$n"
