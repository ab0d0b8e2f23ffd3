# SPDX-License-Identifier: GPL-3.0-or-later
# assay serve: no request keeps others from theirs.
bats_require_minimum_version 1.5.0
load common
load serving

# hold WHAT N: N connections, each of which sends WHAT and no more; `held` is there when all were made.
hold() {
	cat >hold.py <<'PY'
import socket, sys, time
host, port = sys.argv[1].rsplit("/", 1)[-1].split(":")
held = []
for _ in range(int(sys.argv[3])):
    try:
        s = socket.create_connection((host, int(port)))
        s.sendall(sys.argv[2].encode().decode("unicode_escape").encode())
        held.append(s)
    except OSError:
        pass
open("held", "w").close()
sys.stdin.read()
PY
	mkfifo until
	python3 hold.py "$BASE" "$1" "$2" <until 3>&- &
	HOLDER=$!
	exec 9>until
	until [ -e held ]; do kill -0 "$HOLDER"; done
}

teardown() {
	exec 9>&-
	end
	cd / && rm -rf "$TEST_DIR"
}

@test "three hundred connections that send half a head make room for others" {
	fill
	begin
	hold 'GET / HTTP/1.1\r\nHost: loc' 300
	for path in / /results /api/v1/health; do
		[ "$(status "$BASE$path")" = 200 ]
	done
	kill -0 "$SERVER"
}

@test "bodies that do not come keep nobody from reading, and further ones are put off" {
	fill
	token ci --may send
	begin --public
	hold "POST /api/v1/experiments HTTP/1.1\\r\\nHost: localhost\\r\\nAuthorization: Bearer $(cat ci)\\r\\nContent-Length: 30000000\\r\\n\\r\\n " 60
	[ "$(status "$BASE/")" = 200 ]
	[ "$(status -H "Authorization: Bearer $(cat ci)" -d '{}' "$BASE/api/v1/experiments")" = 503 ]
	grep -q 'Too much is being sent at once' body
}

@test "what waits for the store keeps no page waiting" {
	fill
	token ci --may send
	begin --public
	"$ASSAY" export 13 x.json --store s.db
	sed -E 's/("uuid": *")0/\1f/; t; s/("uuid": *")./\10/' x.json >other.json
	# another program writes until it is told to end
	mkfifo go
	sqlite3 s.db <go >/dev/null 3>&- &
	WRITER=$!
	exec 8>go
	echo "BEGIN IMMEDIATE; UPDATE experiments SET label = 'label1' WHERE id = 13; SELECT writefile('writes', 'x');" >&8
	until [ -e writes ]; do kill -0 "$WRITER"; done
	curl -s -o sent -w '%{http_code}' -H "Authorization: Bearer $(cat ci)" --data-binary @other.json "$BASE/api/v1/experiments" >code 3>&- &
	SENDER=$!
	for path in / /results '/result?id=13' /benchmarks; do
		[ "$(status "$BASE$path")" = 200 ]
	done
	kill -0 "$SENDER" # it waits still
	echo 'ROLLBACK;' >&8
	exec 8>&-
	wait "$WRITER" "$SENDER"
	grep -qx '20[01]\|400' code
}

# bats test_tags=long
@test "a result of very many commands is shown 200 at a time, and searched" {
	python3 -c 'import json; json.dump({"results": [{"command": "c%d" % i, "times": [.1 + i % 7 / 100, .11, .12]} for i in range(450)]}, open("many.json", "w"))'
	"$ASSAY" import many.json --store s.db >/dev/null
	begin
	subjects() { grep -o '"schema":"assay-view-result-1".*' body | grep -o '"name":"c[0-9]*"' | sort -u | wc -l; }
	[ "$(status "$BASE/result?id=1")" = 200 ]
	sed 's/\xc2\xa0/ /g' body | grep -q '"schema":"assay-view-part-1","answer":"450 commands, 1350 executions; number 1 to 200 of them are below, where'
	grep -q '"search":"","page":1,"pages":3,"found":450,"of":450' body
	[ "$(subjects)" = 200 ]
	# the others, each with what all are compared with
	[ "$(status "$BASE/result?id=1&page=3")" = 200 ]
	[ "$(subjects)" = 51 ]
	grep -q '"name":"c449"' body
	[ "$(status "$BASE/result?id=1&q=c44")" = 200 ]
	sed 's/\xc2\xa0/ /g' body | grep -q '"answer":"11 commands of 450, 33 executions; number 1 to 11 of them'
	[ "$(subjects)" = 12 ]
	[ "$(status "$BASE/result?id=1&q=nothing")" = 200 ]
	grep -q '"answer":"No command has these words in its name."' body
	# the whole of it is in its data
	[ "$(curl -s "$BASE/api/v1/result.csv?id=1" | wc -l)" -ge 1351 ]
	[ "$(curl -s "$BASE/api/v1/result.json?id=1" | jq '.results | length')" = 450 ] || curl -s "$BASE/api/v1/result.json?id=1" | jq -e '[.. | .name? // empty | select(test("^c[0-9]+$"))] | unique | length == 450'
	# of few nothing is left out, and nothing is said of it
	"$ASSAY" run --store s.db -w 0 -r 2 -N 'sh -c :' >/dev/null 2>&1
	[ "$(status "$BASE/result?id=2")" = 200 ]
	run ! grep -q 'assay-view-part-1' body
}

# bats test_tags=long
@test "a disk that was full for a moment keeps nobody from sending, and no lock is said to be another program's" {
	[ -e "${FAULTS_LIBRARY:-}" ] || skip "the library of faults is not built"
	"$ASSAY" run --store s.db -w 0 -r 2 -N true >/dev/null 2>&1
	"$ASSAY" export 1 x.json --store s.db
	sed -E 's/("uuid": *")0/\1f/; t; s/("uuid": *")./\10/' x.json >other.json
	token ci --may send
	mkdir data
	# SQLite's index of what was written, which is shared, cannot grow once: the number of that call among all is found
	for place in $(seq 5 60); do
		rm -rf data/* fault && : >said
		cp s.db s.db-tokens data/
		(
			cd data || exit 1
			FAULT="files $place" FAULT_UNDER=$PWD FAULT_LOG=$PWD/../fault LD_PRELOAD=$FAULTS_LIBRARY \
				exec "$ASSAY" serve --store s.db --public --listen 127.0.0.1:0 >../said 2>../complained 3>&-
		) &
		SERVER=$!
		until grep -q http said || ! kill -0 "$SERVER" 2>/dev/null; do sleep 0.02; done
		BASE=$(grep -o 'http://[^ ]*[0-9]' said) || BASE=
		[ -z "$BASE" ] || code=$(status -H "Authorization: Bearer $(cat ci)" --data-binary @other.json "$BASE/api/v1/experiments")
		end
		! grep -q ' write .*-shm' fault || break
	done
	grep -q ' write .*-shm' fault
	[ "$code" = 201 ] || { cat body; false; }
}

# many N: a result of so many commands is number 1 of s.db.
many() {
	python3 -c 'import json, sys; json.dump({"results": [{"command": "c%d" % i, "times": [.1 + i % 7 / 100, .11, .12]} for i in range(int(sys.argv[1]))]}, open("many.json", "w"))' "$1"
	"$ASSAY" import many.json --store s.db >/dev/null
}

peak() {
	sed -n 's/^VmHWM: *\([0-9]*\) kB$/\1/p' "/proc/$SERVER/status"
}

# bats test_tags=long
@test "the whole data of a result of very many commands come as a stream, which takes no memory" {
	many 4000
	begin
	# the same result is read and analysed, and there is nothing to be sent of it: what that takes is there
	[ "$(status "$BASE/api/v1/quantiles.csv?id=1")" = 404 ]
	before=$(peak)
	[ "$(curl -s -D head -o all.json -w '%{http_code}' "$BASE/api/v1/result.json?id=1")" = 200 ]
	grep -qi '^transfer-encoding: chunked' head
	"$ASSAY" show --json --store s.db 1 >shown.json
	cmp all.json shown.json
	# the document is far larger than what is left of memory after it was sent
	bytes=$(stat -c %s all.json)
	[ "$bytes" -gt 10000000 ]
	[ $((($(peak) - before) * 1024)) -lt $((bytes / 4)) ]
}

# bats test_tags=long
@test "who takes whole data slowly keeps nobody from others" {
	many 2000
	begin
	# more of them than threads that make whole data; none reads
	hold 'GET /api/v1/result.json?id=1 HTTP/1.1\r\nHost: localhost\r\n\r\n' 8
	for path in '/api/v1/result.csv?id=1' '/api/v1/result.json?id=1' '/result?id=1'; do
		[ "$(status "$BASE$path")" = 200 ]
	done
	# they go, and what is made for them ends
	exec 9>&-
	[ "$(status "$BASE/api/v1/result.csv?id=1")" = 200 ]
	kill -0 "$SERVER"
}

# bats test_tags=long
@test "comparisons and quantiles of very many commands are shown 200 at a time, and searched" {
	python3 -c 'import json; json.dump({"results": [{"command": "c%d" % i, "times": [.1 + (i * k) % 97 / 1e5 for k in range(130)]} for i in range(250)]}, open("many.json", "w"))'
	"$ASSAY" import many.json --store s.db >/dev/null
	sed 's/0\.1/0.2/g' many.json >other.json
	"$ASSAY" import other.json --store s.db >/dev/null
	begin
	rows() { grep -o '"schema":"assay-view-suite-1".*' body | grep -o '"name":"c[0-9]*"' | sort -u | wc -l; }
	[ "$(status "$BASE/compare?a=1&b=2")" = 200 ]
	grep -q '"search":"","page":1,"pages":2,"found":250,"of":250' body
	sed 's/\xc2\xa0/ /g' body | grep -q '"schema":"assay-view-part-1","answer":"250 benchmarks; number 1 to 200 of them are below'
	[ "$(rows)" = 200 ]
	# sums are of all
	sum=$(grep -o '"counts":{[^}]*}' body)
	[ "$(status "$BASE/compare?a=1&b=2&page=2")" = 200 ]
	[ "$(rows)" = 50 ]
	[ "$(grep -o '"counts":{[^}]*}' body)" = "$sum" ]
	[ "$(status "$BASE/compare?a=1&b=2&q=c24")" = 200 ]
	[ "$(rows)" = 11 ]
	[ "$(status "$BASE/compare?a=1&b=2&q=nothing")" = 200 ]
	grep -q '"answer":"No benchmark has these words in its name."' body
	# the whole of it is in its data
	[ "$(curl -s "$BASE/api/v1/compare.csv?a=1&b=2" | wc -l)" = 251 ]
	subjects() { grep -o '"schema":"assay-view-quantiles-1".*' body | grep -o '"subjects":\[[^]]*\]' | grep -o '"c[0-9]*"' | wc -l; }
	[ "$(status "$BASE/quantiles?id=1")" = 200 ]
	grep -q '"pages":2,"found":250,"of":250' body
	[ "$(subjects)" = 200 ]
	[ "$(status "$BASE/quantiles?id=1&page=2")" = 200 ]
	[ "$(subjects)" = 51 ]
	[ "$(status "$BASE/quantiles?id=1&q=c24")" = 200 ]
	[ "$(subjects)" = 12 ]
	[ "$(status "$BASE/quantiles?id=1&q=nothing")" = 200 ]
	[ "$(subjects)" = 0 ]
	[ "$(curl -s "$BASE/api/v1/quantiles.csv?id=1" | cut -d, -f1 | sort -u | wc -l)" = 251 ]
}

@test "an answer that a limit puts off is one of those that the documentation has" {
	sed -n 's/^AS_LIMIT([A-Z_]*, \([0-9]*\), "\(.*\)")$/| \1 | \2 |/p' "$DOCS/../src/serve/limits.def" >limits
	[ "$(wc -l <limits)" -ge 15 ]
	while read -r line; do
		grep -qxF "$line" "$DOCS/serve.md" || { echo "not in docs/serve.md: $line"; false; }
	done <limits
}
