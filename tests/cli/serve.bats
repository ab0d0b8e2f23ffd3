# SPDX-License-Identifier: GPL-3.0-or-later
# assay serve: HTTP with curl, and what is refused. tests/page opens the pages in a browser.
bats_require_minimum_version 1.5.0
load common
load serving

@test "every page answers, and no name in it is markup" {
	fill
	begin
	for path in / /benchmarks '/benchmark?name=sort%20%3Cb%3E' /alerts /machines /suites /results '/result?id=13' '/compare?a=13&b=14' /compare; do
		[ "$(status "$BASE$path")" = 200 ]
		grep -q '<div id="page">' body
		run ! grep -q '<b>' body
	done
	[ "$(status "$BASE/page.js")" = 200 ]
	[ "$(status "$BASE/page.css")" = 200 ]
}

@test "alerts are shown as assay alerts keeps them, and none is made by looking" {
	fill
	begin
	[ "$(status "$BASE/alerts")" = 200 ]
	grep -q 'No change is kept as an alert yet' body
	[ "$(curl -s "$BASE/api/v1/alerts.json" | jq '.alerts | length')" = 0 ]
	[ "$(status "$BASE/")" = 200 ]
	grep -q '"alerts":""' body
	"$ASSAY" alerts --store s.db --all --json | jq -S .alerts >printed
	[ "$(jq -r '.[0].state' printed)" = suspected ]
	curl -s "$BASE/api/v1/alerts.json" | jq -S .alerts >served
	cmp served printed
	[ "$(status "$BASE/")" = 200 ]
	sed 's/\xc2\xa0/ /g' body | grep -q '"alerts":"1 alert is open"'
	[ "$(status "$BASE/alerts")" = 200 ]
	sed 's/\xc2\xa0/ /g' body | grep -q '"answer":"1 alert is open."'
	"$ASSAY" ack 1 'as "meant", once' --store s.db --expected >/dev/null
	[ "$(status "$BASE/alerts")" = 200 ]
	sed 's/\xc2\xa0/ /g' body | grep -q '"answer":"No alert is open; 1 is dealt with or over."'
	grep -q '"state":"expected","stage":"dealt"' body
	curl -s "$BASE/api/v1/alerts.csv" >rows
	[ "$(wc -l <rows)" -eq 2 ]
	grep -q '^1,expected,no,yes,sort <b>,.*,"as ""meant"", once"$' rows
	[ "$(curl -s "$BASE/api/v1/alerts.json?q=nothing" | jq '.alerts | length')" = 0 ]
}

@test "data are what --json prints, and tables" {
	fill
	begin
	curl -s "$BASE/api/v1/history.json" | jq -S . >served
	"$ASSAY" history --store s.db --json | jq -S . >printed
	cmp served printed
	curl -s "$BASE/api/v1/results.json" | jq -S . >served
	"$ASSAY" list --store s.db --all --json | jq -S . >printed
	cmp served printed
	curl -s "$BASE/api/v1/result.json?id=13" | jq -S . >served
	"$ASSAY" show 13 --store s.db --json | jq -S . >printed
	cmp served printed
	curl -s "$BASE/api/v1/compare.json?a=13&b=14" | jq -S . >served
	"$ASSAY" compare 13 14 --store s.db --json | jq -S . >printed || [ $? -le 3 ]
	cmp served printed
	curl -s "$BASE/api/v1/history.csv?name=sort%20%3Cb%3E" >h
	[ "$(wc -l <h)" -eq 13 ]
	[ "$(head -n 1 h)" = name,parameters,metric,unit,host,commit,label,date,mean,sd,units,experiment ]
	curl -s "$BASE/api/v1/results.csv" >l
	[ "$(wc -l <l)" -eq 15 ]
	curl -s "$BASE/api/v1/compare.csv?a=13&b=14" >c
	[ "$(wc -l <c)" -eq 2 ]
	curl -s "$BASE/api/v1/result.csv?id=13" >r.csv
	"$ASSAY" show r.csv >/dev/null
}

@test "what is searched for is found by the server, whole pages at a time" {
	fill
	begin
	[ "$(curl -s "$BASE/api/v1/results.json?q=LABEL1" | jq '.experiments // .results // . | [.. | .uuid? // empty] | length')" = 1 ]
	curl -s "$BASE/results?q=label2" | grep -o '"found":[0-9]*,"of":[0-9]*' >found
	[ "$(cat found)" = '"found":1,"of":14' ]
	curl -s "$BASE/benchmarks?q=nothing" | grep -q '"found":0'
}

@test "a store that nobody may write is served, and stays as it is" {
	fill
	chmod 0444 s.db
	before=$(sha256sum <s.db)
	begin
	[ "$(status "$BASE/")" = 200 ]
	[ "$(status "$BASE/result?id=13")" = 200 ]
	end
	[ "$(sha256sum <s.db)" = "$before" ]
}

@test "what is kept while it serves is shown" {
	fill
	begin
	[ "$(status "$BASE/result?id=15")" = 404 ]
	old=$(curl -s "$BASE/api/v1/health" | jq -r .stamp)
	"$ASSAY" run --store s.db -w 0 -r 2 -N --label late 'sh -c :' >/dev/null 2>&1
	[ "$(status "$BASE/result?id=late")" = 200 ]
	[ "$(curl -s "$BASE/api/v1/health" | jq -r .stamp)" != "$old" ]
}

@test "who waits for changes is told of them, and keeps nobody from ending" {
	fill
	begin
	stamp=$(curl -s "$BASE/api/v1/health" | jq -r .stamp)
	curl -sN "$BASE/events?stamp=$stamp" >events &
	until [ -s events ]; do kill -0 "$SERVER"; done
	run ! grep -q '^data' events
	"$ASSAY" run --store s.db -w 0 -r 2 -N 'sh -c :' >/dev/null 2>&1
	until grep -q '^data: ' events; do kill -0 "$SERVER"; done
	run ! grep -q "^data: $stamp" events
	kill "$SERVER"
	wait "$SERVER"
}

@test "nothing can be changed, and what is no request for a page is refused" {
	fill
	begin
	for method in POST PUT DELETE PATCH OPTIONS TRACE PROPFIND; do
		[ "$(status -X "$method" "$BASE/")" = 405 ]
	done
	[ "$(status -X POST -d x=1 "$BASE/")" = 405 ]
	[ "$(status -X GET -d x=1 "$BASE/")" = 400 ]
	[ "$(curl -s -I -o /dev/null -w '%{http_code}' "$BASE/")" = 200 ]
	[ "$(status "$BASE/$(printf 'x%.0s' $(seq 5000))")" = 414 ]
	[ "$(status "$BASE/%00")" = 400 ]
	[ "$(status "$BASE/results?q=%zz")" = 400 ]
	[ "$(status "$BASE/nothing")" = 404 ]
	[ "$(status "$BASE/result?id=nothing")" = 404 ]
	[ "$(status "$BASE/api/v1/result.json?id=nothing")" = 404 ]
	jq -e '.says | test("nothing")' body
}

@test "no path leads to a file" {
	fill
	printf 'the secret\n' >secret
	begin
	for path in /../secret /..%2fsecret /secret /s.db "$PWD/secret" /%2e%2e/%2e%2e/etc/passwd '/result?id=./secret' '/result?id=../s.db' '/compare?a=./h.csv&b=./h.csv'; do
		[ "$(status --path-as-is "$BASE$path")" = 404 ]
		run ! grep -q 'the secret\|SQLite\|root:' body
	done
}

@test "a page of another name that leads here gets nothing" {
	fill
	begin --host perf.example.org
	[ "$(status -H 'Host: evil.example.org' "$BASE/")" = 421 ]
	[ "$(status -H 'Host: 127.0.0.1.evil.org' "$BASE/api/v1/results.json")" = 421 ]
	[ "$(status -H 'Host;' "$BASE/")" = 421 ]
	[ "$(status -H 'Host: perf.example.org' "$BASE/")" = 200 ]
	[ "$(status -H 'Host: localhost:9' "$BASE/")" = 200 ]
}

@test "no script but its own may run, and no other page may frame it" {
	fill
	begin
	curl -s -D head -o /dev/null "$BASE/"
	grep -qi "^content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'" head
	grep -qi '^x-content-type-options: nosniff' head
	grep -qi '^cross-origin-resource-policy: same-origin' head
	run ! grep -qi '^set-cookie\|^access-control' head
}

@test "beyond loopback it wants a token, which nobody else may read" {
	fill
	begin
	end
	assay_fails 2 "cannot listen on '0.0.0.0:0' without a token: others can reach it; make one (assay serve token add NAME --may read), name a file with one (--token-file), or listen on 127.0.0.1" \
		serve --store s.db --listen 0.0.0.0:0
	printf 'a token of sixteen\n' >token
	chmod 644 token
	assay_fails 2 "cannot take the token in 'token': others may read it; chmod 600 says that nobody else does" serve --store s.db --token-file token
	chmod 600 token
	assay_fails 2 "cannot take the token in 'token': it may have letters, digits and signs of ASCII alone" serve --store s.db --token-file token
	printf 'short\n' >token
	assay_fails 2 "cannot take the token in 'token': its first line has to have 16 to 512 characters, such as those of head -c 24 /dev/urandom | base64" \
		serve --store s.db --token-file token
}

@test "who has the token may ask, and nobody else" {
	fill
	printf '0123456789abcdef\n' >token
	chmod 600 token
	begin --token-file token
	[ "$(status "$BASE/")" = 401 ]
	[ "$(status "$BASE/page.js")" = 401 ]
	[ "$(status "$BASE/api/v1/health")" = 401 ]
	[ "$(status -H 'Authorization: Bearer 0123456789abcdeF' "$BASE/")" = 401 ]
	[ "$(status -H 'Authorization: Bearer 0123456789abcdef' "$BASE/")" = 200 ]
	[ "$(status -u any:0123456789abcdef "$BASE/")" = 200 ]
	[ "$(status -u any:wrong "$BASE/")" = 401 ]
}

@test "an address that is none, and one that is taken, are refused" {
	fill
	begin
	assay_fails 2 "cannot listen on 'localhost': an address is four numbers, or six in brackets, with a port, such as 127.0.0.1:8080 or [::1]:8080" \
		serve --store s.db --listen localhost
	run -6 --separate-stderr "$ASSAY" serve --store s.db --listen "${BASE#http://}"
	# shellcheck disable=SC2154 # of run
	[ "$stderr" = "assay: cannot listen on '${BASE#http://}': Address already in use" ]
	run -2 "$ASSAY" serve --store s.db word
}

@test "a store that is none, or of another program, is refused" {
	printf 'no store\n' >s.db
	run ! "$ASSAY" serve --store s.db --listen 127.0.0.1:0
	run ! "$ASSAY" serve --store nowhere.db --listen 127.0.0.1:0
}

@test "half a request and many at once do not keep others from theirs" {
	fill
	begin
	port=${BASE##*:}
	for _ in $(seq 20); do
		exec {fd}<>"/dev/tcp/127.0.0.1/$port"
		printf 'GET / HTTP/1.1\r\nHost: loc' >&"$fd"
	done
	for _ in $(seq 20); do
		status "$BASE/results" >/dev/null &
	done
	[ "$(status "$BASE/benchmarks")" = 200 ]
	kill -0 "$SERVER"
}

@test "shapes by which requests are smuggled get no second answer" {
	fill
	begin
	port=${BASE##*:}
	for head in 'Content-Length: 5\r\nTransfer-Encoding: chunked' 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity' 'Content-Length: 5\r\nContent-Length: 6' 'Content-Length: -1' 'Content-Length: 0x5'; do
		exec {fd}<>"/dev/tcp/127.0.0.1/$port"
		# shellcheck disable=SC2059 # escapes
		printf "GET / HTTP/1.1\r\nHost: localhost\r\n$head\r\n\r\n0\r\n\r\nGET /page.css HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" >asked
		cat asked >&"$fd" || true
		timeout 5 cat <&"$fd" >got || true
		exec {fd}>&-
		run ! grep -aq '^HTTP/1.1 200' got
	done
	# folded, or with a blank before the colon: whoever lies between may see a body there, and the request that is
	# in it is not answered
	for head in 'Transfer-Encoding:\r\n chunked' 'X: a\r\n\tContent-Length: 5' 'Content-Length : 5' 'Transfer-Encoding : chunked' ' Content-Length: 5'; do
		for verb in 'GET /' 'POST /api/v1/experiments'; do
			exec {fd}<>"/dev/tcp/127.0.0.1/$port"
			# shellcheck disable=SC2059 # escapes
			printf "$verb HTTP/1.1\r\nHost: localhost\r\n$head\r\n\r\n0\r\n\r\nGET /page.css HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" >asked
			cat asked >&"$fd" || true
			timeout 5 cat <&"$fd" >got || true
			exec {fd}>&-
			run ! grep -aqi '^Content-Type: text/css' got
		done
	done
	[ "$(status "$BASE/")" = 200 ]
}

@test "the pages are written as files, thinned, and lead to each other alone" {
	{
		printf 'commit,date,benchmark,execution,value,unit\n'
		for v in $(seq 400); do
			printf '%040x,2026-%02d-%02d,sort,1,%d,us\n' "$((0xa000 + v))" "$((v / 28 % 12 + 1))" "$((v % 28 + 1))" "$((1000 + (v > 200) * 300 + v * 7 % 5))"
		done
	} >h.csv
	"$ASSAY" import h.csv --store s.db >/dev/null 2>&1
	"$ASSAY" serve --static public --store s.db 2>complained || {
		grep -q "built without" complained && skip "assay is built without its page"
		cat complained
		false
	}
	for file in index benchmarks alerts machines results; do [ -s "public/$file.html" ]; done
	[ -s public/page.js ]
	[ -s public/page.css ]
	[ "$(find public/b -name '*.html' | wc -l)" -eq 1 ]
	[ "$(find public/r -name '*.html' | wc -l)" -eq 20 ]
	run ! grep -l 'href="/\|src="/' public/*.html public/b/*.html public/r/*.html
	versions=$(grep -o '"at":[0-9]*,"commit"' public/b/*.html | wc -l)
	[ "$versions" -gt 120 ]
	[ "$versions" -lt 190 ]
	assay_fails 6 "cannot make the folder 'h.csv/b': Not a directory" serve --static h.csv --store s.db
}

@test "what identical programs differ by on a machine is shown as assay aa keeps it" {
	fill
	begin
	[ "$(curl -s "$BASE/api/v1/machines.json" | jq '.profiles | length')" = 0 ]
	curl -s "$BASE/machines" | sed 's/\xc2\xa0/ /g' | grep -q 'Results are from 1 machine; how much identical programs differ is known for no command: assay aa COMMAND measures it'
	"$ASSAY" aa --store s.db -r 10 -w 0 -N 'sh -c :' >/dev/null 2>&1
	[ "$(curl -s "$BASE/api/v1/machines.json" | jq -r '.profiles[0].command')" = 'sh -c :' ]
	curl -s "$BASE/machines" | grep -q '"command":"sh -c :"'
	[ "$(curl -s "$BASE/api/v1/machines.csv" | wc -l)" -ge 2 ]
}

@test "versions of a suite are compared by all their experiments, each benchmark with its own" {
	for version in 1111111 2222222; do
		for bench in parse render; do
			factor=$([ $version$bench = 2222222render ] && echo 13 || echo 10)
			awk -v v=$version -v b=$bench -v f="$factor" 'BEGIN { print "commit,date,benchmark,execution,value,unit"
				for (e = 1; e <= 10; e++) print v "000000000000000000000000000000000,2026-01-0" v % 9 "," b "," e "," f * (100 + e % 5) ",us" }' >one.csv
			"$ASSAY" import one.csv --store s.db >/dev/null
		done
	done
	begin
	[ "$(status "$BASE/suites")" = 200 ]
	grep -q '"benchmarks":2' body
	[ "$(status "$BASE/compare?of=suite&a=1111111&b=2222222")" = 200 ]
	[ "$(curl -s "$BASE/api/v1/compare.json?of=suite&a=1111111&b=2222222" | jq '.comparisons | length')" = 2 ]
	curl -s "$BASE/api/v1/compare.csv?of=suite&a=1111111&b=2222222" >rows
	grep -qE '^render,[a-z]+,time,ns,1019[0-9]{3}(\.[0-9]+)?,132[56][0-9]{3}(\.[0-9]+)?,1\.(3|30000|29999)' rows
	grep -q '^parse,' rows
	[ "$(wc -l <rows)" -eq 3 ]
	[ "$(status "$BASE/compare?of=suite&a=1111111&b=3333")" = 404 ]
	grep -q "no version with a history is called '3333'" body
}

@test "quantiles of a result are those that assay show --quantiles prints" {
	awk 'BEGIN { print "subject,execution,value,unit"; x = 1
		for (s = 0; s < 2; s++) for (e = 1; e <= 60; e++) { x = x * 16807 % 2147483647; print "c " s "," e "," 1000 + 50 * s + x % 90 ",us" } }' >q.csv
	"$ASSAY" import q.csv --store s.db >/dev/null
	begin
	[ "$(status "$BASE/quantiles?id=1")" = 200 ]
	grep -q '"schema":"assay-view-quantiles-1"' body
	sed 's/\xc2\xa0/ /g' body | grep -q '"against":"against c 0"'
	curl -s "$BASE/api/v1/quantiles.json?id=1" | jq -S . >served
	"$ASSAY" show 1 --quantiles --store s.db --json | jq -S . >printed
	cmp served printed
	curl -s "$BASE/api/v1/quantiles.csv?id=1" >rows
	[ "$(wc -l <rows)" -eq "$(($(jq '.quantiles | length' printed) * 2 + 1))" ]
	awk 'BEGIN { print "execution,value,unit"; for (e = 1; e <= 3; e++) print e ",1,us" }' >few.csv
	"$ASSAY" import few.csv --store s.db >/dev/null
	[ "$(status "$BASE/quantiles?id=2")" = 404 ]
	grep -q 'cannot' body
}

# bats test_tags=long
@test "seventy thousand results are looked at some at a time, and what is found is what assay history finds" {
	awk 'BEGIN { srand(3)
		for (v = 0; v < 100; v++) {
			f = sprintf("v%03d.csv", v)
			print "commit,date,benchmark,execution,value,unit" >f
			for (b = 0; b < 700; b++)
				for (e = 1; e <= 2; e++)
					printf "%040x,2026-%02d-%02d,case%03d,%d,%.0f,ns\n", 655360 + v, 1 + v / 28, 1 + v % 28, b, e, (1000000 + 1000 * b) * (b % 100 == 7 && v >= 50 ? 1.1 : 1) * (1 + 0.01 * rand()) >f
			close(f)
		}
	}'
	"$ASSAY" import v*.csv --store s.db >/dev/null
	[ "$(sqlite3 s.db 'SELECT sum(n) FROM packs p JOIN subject_sets s ON s.id = p.subject_set')" = 70000 ]
	begin
	# the page says so until everything was looked at
	until curl -s "$BASE/" >front && grep -q '"of":' front; do :; done
	"$ASSAY" history --store s.db --json >all
	jq -r '.series[] | select([.changes[] | select(.kind == "change")] | length > 0) | .name' all | sort >changed
	[ "$(grep -c 'case[0-6]07' changed)" = 7 ]
	for name in case007 case300; do
		curl -s "$BASE/api/v1/history.json?name=$name" | jq '.series[0] | del(.newest)' >served
		jq ".series[] | select(.name == \"$name\") | del(.newest)" all >printed
		cmp served printed
		# judged among all benchmarks
		curl -s "$BASE/api/v1/history.json?name=$name" | jq -S '.series[0].newest' >served
		jq -S ".series[] | select(.name == \"$name\") | .newest" all >printed
		cmp served printed
	done
	curl -s "$BASE/suites?q=$(printf '%040x' 655410)" | grep -q '"benchmarks":700,"worse":7,"better":0'
}
