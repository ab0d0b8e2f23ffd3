# SPDX-License-Identifier: GPL-3.0-or-later
# Results that are sent to a server of assay: --send, assay store send, and what a server takes.
bats_require_minimum_version 1.5.0
load common
load serving

# A server of s.db that takes what is sent by $ASSAY_TOKEN.
receive() {
	fill
	token ci --may send
	token reader --may read
	ASSAY_TOKEN=$(cat ci)
	export ASSAY_TOKEN
	begin
}

post() { status -H "Authorization: Bearer $ASSAY_TOKEN" -H 'Content-Type: application/json' "$@" "$BASE/api/v1/experiments"; }
measure() { "$ASSAY" run --store mine.db -w 0 -r 3 -N "$@" 'sh -c :' 2>complained >/dev/null; }
experiments() { "$ASSAY" list --store "$1" --all --json | jq -r '.results[].uuid' | sort; }

@test "what is measured is sent, and is the same there" {
	receive
	measure --send "$BASE" --label here
	[ "$(cat complained)" = 'assay: sent 1 result' ]
	"$ASSAY" export @last mine.json --store mine.db >/dev/null
	"$ASSAY" export here theirs.json --store s.db >/dev/null
	cmp mine.json theirs.json
	[ ! -e mine.db.sending ]
	tail -n 1 s.db-log | grep -q ' ci sent 1 experiment, 1 new$'
	(
		cd "$(mktemp -d -p .)"
		git init -q .
		for i in 1 2; do
			echo "exit 0 # $i" >prog
			git add prog
			git -c user.name=a -c user.email=a@b commit -q -m "$i"
		done
		"$ASSAY" diff HEAD~1 HEAD -r 2 --build true --send "$BASE" --store mine.db -- sh ./prog >out 2>err || true
		cat err
		grep -q 'assay: sent 1 result' err
	)
	[ "$(experiments s.db | wc -l)" -eq 16 ]
}

@test "without a connection results wait, and are sent later" {
	receive
	end
	measure --send "$BASE"
	grep -q "^assay: 1 result for $BASE waits: .*; assay store send sends what waits$" complained
	measure --send "$BASE"
	[ "$(find mine.db.sending -name '*.json' | wc -l)" -eq 2 ]
	"$ASSAY" serve --store s.db --listen "${BASE#http://}" >said2 2>&1 3>&- &
	SERVER=$!
	until curl -s -o /dev/null "$BASE/api/v1/health"; do kill -0 "$SERVER"; done
	run -0 "$ASSAY" store send --store mine.db
	[ "$output" = 'assay: sent 2 results' ]
	[ ! -e mine.db.sending ]
	[ "$(experiments s.db | wc -l)" -eq 16 ]
	run -0 "$ASSAY" store send --store mine.db
	[ -z "$output" ]
}

@test "what a server refuses is said, and goes on waiting" {
	receive
	ASSAY_TOKEN=$(cat reader)
	run -6 "$ASSAY" run --store mine.db -w 0 -r 2 -N --send "$BASE" 'sh -c :'
	echo "$output" | grep -q "assay: 1 result for $BASE waits: This token may not do that.; assay store send sends what waits"
	ASSAY_TOKEN=$(cat ci) run -0 "$ASSAY" store send --store mine.db
	[ "$output" = 'assay: sent 1 result' ]
}

# bats test_tags=long
@test "a page that something else answers with is no word of the server, whatever its status" {
	ASSAY_TOKEN=ci.x
	export ASSAY_TOKEN
	cat >another.py <<'PY'
import http.server, sys
class Page(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(int(sys.argv[1]))
        self.end_headers()
        self.wfile.write(b"<html>\r\n<title>Sign in</title>\r\n</html>\r\n")
    def log_message(self, *words):
        pass
server = http.server.HTTPServer(("127.0.0.1", 0), Page)
print(server.server_port, flush=True)
server.serve_forever()
PY
	for code in 200 201 302 404 502; do
		python3 another.py "$code" >port 3>&- &
		SERVER=$!
		until [ -s port ]; do kill -0 "$SERVER"; done
		BASE=http://127.0.0.1:$(cat port)
		expected=6
		[ "$code" != 502 ] || expected=0
		run "-$expected" "$ASSAY" run --store mine.db -w 0 -r 2 -N --send "$BASE" 'sh -c :'
		echo "$output" | grep -qx "assay: 1 result for $BASE waits: the answer is $code, and not of assay serve; assay store send sends what waits"
		[ "$(find mine.db.sending -name '*.json' | wc -l)" -eq 1 ]
		end
		: >port
		rm -r mine.db.sending
	done
}

@test "clocks of runners that are hours wrong: the newest is what came last, and the server's own ends a token" {
	fill
	token ci --may admin --until 2h
	begin --public
	ASSAY_TOKEN=$(cat ci)
	export ASSAY_TOKEN
	for wrong in 18000 -18000; do
		CLOCKS_AHEAD=$wrong ASAN_OPTIONS=${ASAN_OPTIONS-}:verify_asan_link_order=0 LD_PRELOAD=$CLOCKS \
			"$ASSAY" run --store mine.db -w 0 -r 3 -N --label "by$wrong" --send "$BASE" 'sh -c :' >/dev/null 2>complained
		[ "$(tail -n 1 complained)" = 'assay: sent 1 result' ]
		[ "$("$ASSAY" list --store s.db --json | jq -r '.results[0].label')" = "by$wrong" ]
		[ "$(curl -s "$BASE/api/v1/results.json" | jq -r '.results[0].label')" = "by$wrong" ]
		[ "$("$ASSAY" show @last --store s.db --json | jq -r '.experiment.label')" = "by$wrong" ]
	done
	"$ASSAY" store verify --store s.db
	CLOCKS_AHEAD=-18000 ASAN_OPTIONS=${ASAN_OPTIONS-}:verify_asan_link_order=0 LD_PRELOAD=$CLOCKS \
		"$ASSAY" serve token add gone --may admin --until 2h --store s.db >gone 2>/dev/null
	[ "$(status -H "Authorization: Bearer $(cat gone)" "$BASE/")" = 401 ]
	[ "$(cat body)" = 'This token has run out.' ]
}

@test "no program that is measured has the token" {
	receive
	"$ASSAY" run --store mine.db -w 0 -r 1 -N --send "$BASE" --output ./seen env >/dev/null 2>&1
	[ -s seen ]
	run ! grep -q ASSAY_TOKEN seen
}

@test "where it cannot be sent nothing is measured" {
	export ASSAY_TOKEN=x
	assay_fails 2 "cannot send to 'http://perf.example.org': others between here and there would read the token; use https://" run --send http://perf.example.org 'sh -c :'
	assay_fails 2 "cannot send to 'perf.example.org': a server is written https://perf.example.org, or http://127.0.0.1:8080 on this machine; its token is that of ASSAY_TOKEN" run --send perf.example.org 'sh -c :'
	unset ASSAY_TOKEN
	assay_fails 2 "cannot send to 'https://perf.example.org' without a token: ASSAY_TOKEN has it; assay serve token add NAME --may send makes one there" run --send https://perf.example.org 'sh -c :'
}

@test "the same again is kept once, and another one of its uuid is refused" {
	receive
	measure
	"$ASSAY" export @last x.json --store mine.db >/dev/null
	[ "$(post --data-binary @x.json)" = 201 ]
	jq -e '.experiments[0].new and .experiments[0].id == 15' body
	[ "$(post --data-binary @x.json)" = 200 ]
	jq -e '.experiments[0].new == false and .experiments[0].id == 15' body
	jq '.experiment.note = "mine" | .experiment.label = "other"' x.json >marked.json
	[ "$(post --data-binary @marked.json)" = 200 ]
	jq '.subjects[0].command = "other"' x.json >other.json
	[ "$(post --data-binary @other.json)" = 409 ]
	jq -r .says body | grep -q '^an experiment .* is kept already, as number 15, and it is another one: two of one uuid cannot be kept$'
	[ "$("$ASSAY" show 15 --store s.db --json | jq -r '.subjects[0].command')" != other ]
	# several at once, in pieces, and of any layout
	jq -c '.experiment.uuid = "0123456789abcdef0123456789abcdef"' x.json >two.json
	cat x.json two.json | post -H 'Transfer-Encoding: chunked' --data-binary @- >code
	[ "$(cat code)" = 201 ]
	[ "$(jq -c '[.experiments[].new]' body)" = '[false,true]' ]
	[ "$(experiments s.db | wc -l)" -eq 16 ]
}

@test "what is no experiment, too large, or of another site is refused, and nothing is kept" {
	receive
	measure
	"$ASSAY" export @last x.json --store mine.db >/dev/null
	[ "$(post -d '{}')" = 400 ]
	[ "$(post -d 'x')" = 400 ]
	[ "$(head -c 500 x.json | post --data-binary @-)" = 400 ]
	[ "$(post -H 'Content-Encoding: gzip' --data-binary @x.json)" = 415 ]
	[ "$(post -H 'Origin: https://evil.org' --data-binary @x.json)" = 403 ]
	[ "$(post -H 'Content-Length: 99999999999' -d x)" = 413 ] || [ "$(post -H 'Content-Length: 99999999999' -d x)" = 000 ]
	head -c 34000000 /dev/zero >zeros
	[ "$(post --data-binary @zeros)" = 413 ]
	[ "$(post -H 'Transfer-Encoding: chunked' --data-binary @zeros)" = 413 ]
	[ "$(status -u "x:$ASSAY_TOKEN" --data-binary @x.json "$BASE/api/v1/experiments")" = 401 ]
	[ "$(status --data-binary @x.json "$BASE/api/v1/experiments")" = 401 ]
	[ "$(status -H "Authorization: Bearer $(cat reader)" --data-binary @x.json "$BASE/api/v1/experiments")" = 403 ]
	[ "$(status -H "Authorization: Bearer $(cat reader)" "$BASE/api/v1/experiments")" = 405 ]
	[ "$(experiments s.db | wc -l)" -eq 14 ]
	"$ASSAY" store verify --store s.db
}

@test "a token of a project sends nothing of another" {
	receive
	token narrow --may send --project own/er
	ASSAY_TOKEN=$(cat narrow)
	measure
	"$ASSAY" export @last x.json --store mine.db >/dev/null
	[ "$(post --data-binary @x.json)" = 403 ]
	jq '.subjects[].version = {"project":"own/er","commit":null,"parents":null,"branch":null,"label":null,"date":null,"changes":"unknown"}' x.json >y.json
	[ "$(post --data-binary @y.json)" = 201 ]
}

# many.py BASE TOKEN FIRST LAST: posts experiments of these numbers, and prints the uuids that were answered with 2xx.
many() {
	python3 - "${BASE#http://}" "$ASSAY_TOKEN" "$@" <<'PY'
import http.client, sys
where, token, first, last = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
text = open('x.json').read()
import json
uuid = json.loads(text)['experiment']['uuid']
c = http.client.HTTPConnection(where)
for i in range(first, last):
    name = '%032x' % (i + 1)
    try:
        c.request('POST', '/api/v1/experiments', text.replace(uuid, name), {'Authorization': 'Bearer ' + token})
        r = c.getresponse()
        r.read()
    except (OSError, http.client.HTTPException):
        break
    if r.status in (200, 201):
        print(name, flush=True)
PY
}

# bats test_tags=long
@test "a store that is full keeps what it has, says so, and takes the rest later" {
	receive
	end
	measure
	"$ASSAY" export @last x.json --store mine.db >/dev/null
	(trap '' XFSZ && ulimit -f 240 && exec "$ASSAY" serve --store s.db --listen "${BASE#http://}") >said 2>complained 3>&- &
	SERVER=$!
	until curl -s -o /dev/null "$BASE/api/v1/health"; do kill -0 "$SERVER"; done
	many 0 200 >answered
	[ "$(wc -l <answered)" -gt 0 ]
	[ "$(wc -l <answered)" -lt 200 ]
	[ "$(post --data-binary @x.json)" = 500 ]
	grep -q 'the file may not grow further (see `ulimit -f`); raise the limit' body
	[ "$(status -H "Authorization: Bearer $(cat reader)" "$BASE/results")" = 200 ]
	end
	"$ASSAY" store verify --store s.db
	[ "$(experiments s.db | wc -l)" -eq $((14 + $(wc -l <answered))) ]
	begin
	[ "$(many 0 200 | wc -l)" -eq 200 ]
	[ "$(experiments s.db | wc -l)" -eq 214 ]
}

# bats test_tags=long
@test "killed while a thousand are received: what was answered is there, and nothing twice" {
	receive
	measure
	"$ASSAY" export @last x.json --store mine.db >/dev/null
	for part in 0 250 500 750; do
		many "$part" "$((part + 250))" >"answered.$part" &
	done
	until [ "$(cat answered.* 2>/dev/null | wc -l)" -ge 200 ]; do kill -0 "$SERVER"; done
	kill -9 "$SERVER"
	wait
	cat answered.* | sort >answered
	[ "$(wc -l <answered)" -lt 1000 ]
	experiments s.db >kept
	[ -z "$(comm -23 answered kept)" ]
	[ -z "$(uniq -d kept)" ]
	"$ASSAY" store verify --store s.db
	begin
	[ "$(many 0 1000 | wc -l)" -eq 1000 ]
	[ "$(experiments s.db | wc -l)" -eq 1014 ]
	[ "$(experiments s.db | uniq -d | wc -l)" -eq 0 ]
}

# bats test_tags=long
@test "the OpenAPI document names every path of the API, as it answers" {
	receive
	read=(-H "Authorization: Bearer $(cat reader)")
	curl -s "${read[@]}" "$BASE/api/v1/openapi.json" >api.json
	jq -e '.openapi == "3.1.0" and (.info.title | length > 0) and .components.securitySchemes.token.scheme == "bearer"' api.json
	jq -e '[.paths[][] | (.summary | length > 0) and (.responses["200"].description | length > 0)] | all' api.json
	jq -e '[.paths[][].parameters // [] | .[] | .in == "query" and (.name | length > 0) and .schema.type == "string"] | all' api.json
	if python3 -c 'import openapi_spec_validator' 2>/dev/null; then
		python3 -c 'import json, openapi_spec_validator as o; o.validate(json.load(open("api.json")))'
	fi
	jq -r '.paths | to_entries[] | select(.value.get) | "\(.key) \(.value.get.responses["200"].content | keys[0])"' api.json >paths
	[ "$(wc -l <paths)" -ge 13 ]
	"$ASSAY" run --store s.db --style none -w 0 -r 160 true >/dev/null
	many=$("$ASSAY" list --store s.db --json | jq '.results[0].id')
	while read -r path type; do
		query=
		case $path in *compare*) query='?a=13&b=14' ;; *result.*) query='?id=13' ;; *quantiles*) query="?id=$many" ;; esac
		[ "$(status "${read[@]}" -D head "$BASE$path$query")" = 200 ]
		grep -qi "^content-type: ${type%% *}" head
		[ "$(status "${read[@]}" -X POST "$BASE$path")" = 405 ]
	done <paths
	jq -r '.paths | to_entries[] | select(.value.post) | .key' api.json >paths
	while read -r path; do
		[ "$(status "${read[@]}" -D head "$BASE$path")" = 405 ]
		grep -qi '^allow: POST' head
	done <paths
	# every path of the table that is data is in it
	sed -n 's|^AS_[A-Z_]*("\(/[^"]*\)".*|\1|p' "$BATS_TEST_DIRNAME/../../src/cli/serve/routes.def" | grep '^/api\|^/metrics' | sort >table
	jq -r '.paths | keys[]' api.json | sort | cmp - table
}

@test "numbers of the server are OpenMetrics, and count" {
	receive
	read=(-H "Authorization: Bearer $(cat reader)")
	measure
	"$ASSAY" export @last x.json --store mine.db >/dev/null
	[ "$(post --data-binary @x.json)" = 201 ]
	[ "$(post --data-binary @x.json)" = 200 ]
	[ "$(status -H 'Authorization: Bearer x' "$BASE/")" = 401 ]
	curl -s "${read[@]}" "$BASE/metrics" >metrics
	grep -q '^assay_received_total 1$' metrics
	grep -q '^assay_refused_tokens_total 1$' metrics
	grep -q '^assay_experiments 15$' metrics
	grep -q "^assay_body_bytes_total $(($(wc -c <x.json) * 2))$" metrics
	[ "$(tail -n 1 metrics)" = '# EOF' ]
	if python3 -c 'import prometheus_client' 2>/dev/null; then
		python3 -c 'from prometheus_client.openmetrics.parser import text_string_to_metric_families as f; assert len(list(f(open("metrics").read()))) >= 7'
	fi
}

@test "a body that is cut is not kept, and who sends slowly keeps nobody waiting" {
	receive
	measure
	"$ASSAY" export @last x.json --store mine.db >/dev/null
	port=${BASE##*:}
	size=$(wc -c <x.json)
	for i in $(seq 20); do
		exec {fd}<>"/dev/tcp/127.0.0.1/$port"
		printf 'POST /api/v1/experiments HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n' "$ASSAY_TOKEN" "$size" >&"$fd"
		head -c $((size - i)) x.json >&"$fd"
		[ $((i % 2)) -eq 0 ] || exec {fd}>&-
	done
	[ "$(status -H "Authorization: Bearer $(cat reader)" "$BASE/")" = 200 ]
	[ "$(experiments s.db | wc -l)" -eq 14 ]
	# nor is one that was dropped as a whole taken for one of nothing new
	for nothing in '' ' ' $'\n\n'; do
		[ "$(post --data-binary "$nothing")" = 400 ]
		jq -e '.says | test("there is no experiment in the body")' body
	done
	[ "$(post --data-binary @x.json)" = 201 ]
	[ "$(experiments s.db | wc -l)" -eq 15 ]
}

# bats test_tags=long
@test "five thousand requests of chance get an answer each, or none, and change nothing" {
	receive
	before=$(experiments s.db)
	python3 - "${BASE##*:}" <<'PY'
import random, socket, sys
random.seed(23)
port = int(sys.argv[1])
words = [b'GET', b'POST', b'HEAD', b'PUT', b' ', b'/', b'/results', b'/api/v1/experiments', b'/api/v1/triage', b'/sign-in', b'?q=', b'%2e%2e', b'%00', b'../', b' HTTP/1.1', b' HTTP/1.0', b'\r\n', b'\r\n\r\n', b'\n', b'Host: localhost', b'Host: evil', b'Content-Length: 5', b'Content-Length: 99', b'Transfer-Encoding: chunked', b'Authorization: Bearer ci.', b'Authorization: Basic x', b'Cookie: assay=', b'X-Assay-Session: x', b'0\r\n\r\n', b'{}', b'{"id":1}', b'\x00', b'\xff', b'A' * 300, b':', b'Expect: 100-continue', b'Upgrade: websocket', b'Range: bytes=0-']
for i in range(5000):
    with socket.create_connection(('127.0.0.1', port)) as s:
        s.settimeout(0.05 if i % 50 == 0 else 0.001)
        text = b''.join(random.choice(words) for _ in range(random.randrange(1, 14)))
        if i % 3 == 0:
            text = b'GET ' + text.replace(b'\n', b'') + b' HTTP/1.1\r\nHost: localhost\r\n\r\n'
        try:
            s.sendall(text)
            s.recv(4096)
        except (TimeoutError, OSError):
            pass
PY
	kill -0 "$SERVER"
	[ "$(status -H "Authorization: Bearer $(cat reader)" "$BASE/")" = 200 ] || [ "$(cat body)" = 'Too many tokens that are none came from there; try it again in a minute.' ]
	[ "$(experiments s.db)" = "$before" ]
}
