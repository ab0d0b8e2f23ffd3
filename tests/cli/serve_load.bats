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
	sed 's/"uuid": *"./&0/; s/"uuid": *".0/"uuid": "0/' x.json >other.json
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

@test "an answer that a limit puts off is one of those that the documentation has" {
	sed -n 's/^AS_LIMIT([A-Z_]*, \([0-9]*\), "\(.*\)")$/| \1 | \2 |/p' "$DOCS/../src/serve/limits.def" >limits
	[ "$(wc -l <limits)" -ge 15 ]
	while read -r line; do
		grep -qxF "$line" "$DOCS/serve.md" || { echo "not in docs/serve.md: $line"; false; }
	done <limits
}
