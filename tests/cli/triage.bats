# SPDX-License-Identifier: GPL-3.0-or-later
# Alerts that are dealt with over the server: by a token, or by a browser's session.
bats_require_minimum_version 1.5.0
load common
load serving

# A server of s.db with an alert, number 1; edits of it.
watched() {
	fill
	"$ASSAY" alerts --store s.db >/dev/null || true
	token ann --may triage
	token ben --may triage
	token reader --may read
	begin
}
edits() { curl -s -H "Authorization: Bearer $(cat reader)" "$BASE/alerts" | grep -o '"edits":[0-9]*' | head -n 1 | cut -d: -f2; }
deal() { status -H "Authorization: Bearer $(cat "$1")" -d "$2" "$BASE/api/v1/triage"; }
state() { "$ASSAY" alerts --store s.db --all --json | jq -r '.alerts[0] | "\(.state) \(.reason)"'; }

@test "an alert is dealt with once, and the second of two is told" {
	watched
	was=$(edits)
	[ "$(deal ann "{\"id\":1,\"edits\":$was,\"to\":\"acknowledged\",\"reason\":\"checks bounds\"}")" = 200 ]
	jq -e '.state == "acknowledged"' body
	[ "$(deal ben "{\"id\":1,\"edits\":$was,\"to\":\"expected\",\"reason\":\"new hash\"}")" = 409 ]
	[ "$(jq -r .says body)" = 'alert 1 has changed meanwhile: it is acknowledged, checks bounds (ann)' ]
	[ "$(state)" = 'acknowledged checks bounds (ann)' ]
	[ "$(deal ben "{\"id\":1,\"edits\":$(edits),\"to\":\"expected\",\"reason\":\"new hash\"}")" = 200 ]
	[ "$(state)" = 'expected new hash (ben)' ]
	[ "$(sed 's/^[^ ]* //' s.db-log | tail -n 2)" = 'ann alert 1: acknowledged, checks bounds
ben alert 1: expected, new hash' ]
}

@test "who may only read deals with nothing, and what is no deal is refused" {
	watched
	was=$(edits)
	good="{\"id\":1,\"edits\":$was,\"to\":\"expected\",\"reason\":\"x\"}"
	[ "$(deal reader "$good")" = 403 ]
	[ "$(status -d "$good" "$BASE/api/v1/triage")" = 401 ]
	[ "$(status -u "x:$(cat ann)" -d "$good" "$BASE/api/v1/triage")" = 401 ]
	[ "$(status -H "Authorization: Bearer $(cat ann)" -H 'Origin: https://evil.org' -d "$good" "$BASE/api/v1/triage")" = 403 ]
	for bad in '' '{}' '[]' "${good%?}" "${good%?},\"more\":1}" "${good/expected/gone}" "${good/\"x\"/\" \"}" "${good/\"x\"/7}"; do
		[ "$(deal ann "$bad")" = 400 ]
	done
	[ "$(deal ann "${good/\"id\":1/\"id\":9}")" = 404 ]
	# what two fresh measurements have to show first is not confirmed by hand
	[ "$(deal ann "${good/expected/confirmed}")" = 409 ]
	[ "$(jq -r .says body)" = 'alert 1 is suspected, which does not become confirmed' ]
	[ "$(state)" = 'suspected null' ]
}

@test "a browser signs in with its token, and only pages of that session deal" {
	watched
	was=$(edits)
	good="{\"id\":1,\"edits\":$was,\"to\":\"expected\",\"reason\":\"x\"}"
	[ "$(status "$BASE/sign-in")" = 401 ]
	[ "$(status -u "x:$(cat reader)" "$BASE/sign-in")" = 403 ]
	[ "$(status -u "x:$(cat ann)" -c jar -D head "$BASE/sign-in")" = 303 ]
	grep -qi '^set-cookie: assay=[A-Za-z0-9_-]*; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200' head
	grep -qi '^location: /alerts' head
	[ "$(status -u "x:$(cat ann)" -H 'X-Forwarded-Proto: https' -D head "$BASE/sign-in")" = 303 ]
	grep -qi '^set-cookie: .*; Secure' head
	curl -s -b jar "$BASE/alerts" >page
	session=$(grep -o '"session":"[^"]*"' page | cut -d'"' -f4)
	[ "${#session}" -eq 43 ]
	grep -q '"who":"ann"' page
	[ "$(status -b jar -d "$good" "$BASE/api/v1/triage")" = 403 ]
	[ "$(status -b jar -H 'X-Assay-Session: wrong' -d "$good" "$BASE/api/v1/triage")" = 403 ]
	[ "$(status -b jar -H "X-Assay-Session: $session" -H 'Origin: https://evil.org' -d "$good" "$BASE/api/v1/triage")" = 403 ]
	[ "$(status -b jar -H "X-Assay-Session: $session" -d "$good" "$BASE/api/v1/triage")" = 200 ]
	[ "$(state)" = 'expected x (ann)' ]
	"$ASSAY" serve token revoke ann --store s.db
	[ "$(status -b jar "$BASE/alerts")" = 401 ]
}

@test "an alert of a benchmark whose unit has changed still leads to it" {
	watched
	sed 's/,us$/,ms/; s/2026-01/2026-02/; s/^0/1/' h.csv >later.csv
	"$ASSAY" import later.csv --store s.db >/dev/null 2>&1
	key=$(curl -s -H "Authorization: Bearer $(cat reader)" "$BASE/alerts" | grep -o '"key":"[^"]*"' | head -n 1 | cut -d'"' -f4)
	for path in /benchmark /api/v1/history.json /api/v1/history.csv; do
		[ "$(status -H "Authorization: Bearer $(cat reader)" "$BASE$path?name=sort%20%3Cb%3E&series=$key")" = 200 ]
	done
}
