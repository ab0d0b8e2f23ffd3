#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# serve.sh [BUILD [SERIES [VERSIONS]]]: assay serve with a history of SERIES benchmarks (200) over VERSIONS versions (60): what it takes to
# receive (goal 50000 values a second; with IMPORT=1 all but the last 9 versions are imported instead, as 10000 of 1000 would take an hour to
# send), its pages (front below 0.2 s, a benchmark below 0.1 s), after a change, under load (goal 1000
# requests a second, by wrk) and its memory (goal 150 MB) and the store (goal 3 bytes a value). About two minutes; times of a busy machine are upper bounds.
set -eu
build=$(cd "${1:-build}" && pwd)
series=${2:-200} versions=${3:-60}
assay=$build/src/cli/assay
dir=$(mktemp -d)
trap 'kill "$server" 2>/dev/null; rm -rf "$dir"' EXIT
server=$$
cd "$dir"

# history FROM TO: versions as a table, 30 values each; one benchmark in 50 becomes slower half-way.
history() {
	awk -v from="$1" -v to="$2" -v series="$series" -v half=$((versions / 2)) 'BEGIN {
		srand(from + 1)
		print "commit,date,benchmark,execution,value,unit"
		for (v = from; v < to; v++)
			for (b = 0; b < series; b++)
				for (e = 1; e <= 30; e++)
					printf "%040x,%d-%02d-%02d,bench%04d,%d,%.0f,ns\n", 655360 + v, 2020 + int(v / 336), 1 + int(v / 28) % 12, 1 + v % 28, b, e, (100000 + 100 * b) * (b % 50 == 7 && v >= half ? 1.2 : 1) * (1 + 0.01 * rand())
	}'
}
# SENT is the first version that is sent.
SENT=1
[ -z "${IMPORT:-}" ] || SENT=$((versions - 9))
v=0
while [ "$v" -lt "$SENT" ]; do
	history "$v" $((v + 1)) >"first$v.csv"
	v=$((v + 1))
	if [ $((v % 20)) = 0 ] || [ "$v" = "$SENT" ]; then
		"$assay" import first*.csv --store s.db >/dev/null
		rm first*.csv
	fi
done
token=$("$assay" serve token add bench --may admin --store s.db 2>/dev/null)
"$assay" serve --public --store s.db --listen 127.0.0.1:0 >said &
server=$!
until grep -qs http said; do kill -0 "$server"; done
base=$(grep -o 'http://[^ ]*[0-9]' said)
used() { awk '{ print ($14 + $15) / 100 }' "/proc/$server/stat"; }
memory() { awk '/VmRSS|VmHWM/ { print $1, $2 / 1024 " MB" }' "/proc/$server/status"; }
# page TARGET: seconds that it takes to make, the median of 9: an answer that was given is kept, so that each has a parameter of its own.
page() {
	case $1 in *\?*) sep='&' ;; *) sep='?' ;; esac
	for i in 1 2 3 4 5 6 7 8 9; do curl -s -o page -w '%{time_total}\n' "$base$1${sep}fresh=$i"; done | sort -n | sed -n 5p
}

v=$SENT
while [ "$v" -lt "$versions" ]; do
	history "$v" $((v + 1)) >next.csv
	"$assay" import next.csv --store next.db >/dev/null
	"$assay" export @last "next$v.json" --store next.db >/dev/null
	v=$((v + 1))
done
before=$(used) began=$(date +%s.%N)
v=$SENT
while [ "$v" -lt "$versions" ]; do
	curl -s -o answer -w '%{http_code}\n' -H "Authorization: Bearer $token" --data-binary "@next$v.json" "$base/api/v1/experiments" | grep -q 201
	v=$((v + 1))
done
awk -v n=$((series * 30 * (versions - SENT))) -v a="$began" -v b="$(date +%s.%N)" -v c="$before" -v d="$(used)" 'BEGIN { printf "received: %.0f values a second, %.0f a second of processor time\n", n / (b - a), n / (d - c) }'
until curl -s "$base/api/v1/history.json?name=bench0007" | grep -q "$(printf '%040x' $((655360 + versions - 1)))"; do kill -0 "$server"; done
echo "front page: $(page /) s, benchmarks: $(page /benchmarks) s, a benchmark: $(page '/benchmark?name=bench0007') s"
before=$(used)
history "$versions" $((versions + 1)) >next.csv
"$assay" import next.csv --store s.db >/dev/null
curl -s -o page -w 'the first page after a change: %{time_total} s' "$base/"
until curl -s "$base/api/v1/history.json?name=bench0007" | grep -q "$(printf '%040x' $((655360 + versions)))"; do kill -0 "$server"; done
awk -v a="$before" -v b="$(used)" 'BEGIN { printf ", looking for changes anew: %.2f s of processor time\n", b - a }'
if command -v wrk >/dev/null; then
	for path in / /benchmarks '/benchmark?name=bench0007'; do
		echo "$path: $(wrk -t1 -c16 -d4s "$base$path" | sed -n 's/Requests.sec: */requests a second: /p')"
	done
fi
memory
echo "store: $(awk -v b="$(stat -c %s s.db)" -v n=$((series * 30 * (versions + 1))) 'BEGIN { printf "%.1f", b / n }') bytes a value"
