# SPDX-License-Identifier: GPL-3.0-or-later
# assay serve token: who may ask, and for what.
bats_require_minimum_version 1.5.0
load common
load serving

@test "a token is shown once, kept as a hash, listed and taken away" {
	fill
	token reader --may read
	token=$(cat reader)
	[ "${#token}" -eq 50 ]
	run ! grep -q "${token#reader.}" s.db-tokens
	[ "$(stat -c %a s.db-tokens)" = 600 ]
	"$ASSAY" serve token add ci --may send --project own/er --until 2099-01-02 --store s.db >/dev/null 2>err
	[ "$(cat err)" = 'assay: this is the token, and it is not shown again' ]
	"$ASSAY" serve token list --store s.db >listed
	grep -q '^reader  *may read   since 20..-..-..$' listed
	grep -q '^ci  *may send   since 20..-..-.., until 2099-01-0[12], of own/er$' listed
	begin
	[ "$(status "$BASE/")" = 401 ]
	[ "$(status -H "Authorization: Bearer $token" "$BASE/")" = 200 ]
	[ "$(status -u "any:$token" "$BASE/")" = 200 ]
	"$ASSAY" serve token revoke reader --store s.db
	[ "$(status -H "Authorization: Bearer $token" "$BASE/")" = 401 ]
	"$ASSAY" serve token revoke ci --store s.db
	[ "$(status "$BASE/")" = 401 ]
	[ "$("$ASSAY" serve token list --store s.db)" = 'There is no token: assay serve token add NAME --may read makes one.' ]
	[ "$(sed 's/^[^ ]* user:[^ ]* //' s.db-log)" = 'token reader: added, may read
token ci: added, may send
token reader: revoked
token ci: revoked' ]
}

@test "a token that was made while it serves counts, and pages can stay open to all" {
	fill
	begin
	[ "$(status "$BASE/")" = 200 ]
	token reader --may read
	[ "$(status "$BASE/")" = 401 ]
	[ "$(status -H "Authorization: Bearer $(cat reader)" "$BASE/")" = 200 ]
	end
	begin --public
	[ "$(status "$BASE/")" = 200 ]
	[ "$(status -H 'Authorization: Bearer reader.x' "$BASE/")" = 401 ]
}

# bats test_tags=long
@test "who may send reads nothing, and who guesses is slowed" {
	fill
	token ci --may send
	token reader --may read
	begin
	[ "$(status -H "Authorization: Bearer $(cat ci)" "$BASE/")" = 403 ]
	[ "$(cat body)" = 'This token may not do that.' ]
	[ "$(status -H "Authorization: Bearer $(cat ci)" "$BASE/api/v1/health")" = 200 ]
	for i in $(seq 30); do
		status -H "Authorization: Bearer ci.$i" "$BASE/api/v1/health"
		echo
	done >guessed
	[ "$(sort -u guessed)" = '401
429' ]
	until curl -s -D head -o /dev/null -H "Authorization: Bearer ci.x" "$BASE/" && grep -q ' 429 ' head; do kill -0 "$SERVER"; done
	grep -qi '^retry-after: ' head
	# a right token is not kept out by them, whether it was seen before or not
	[ "$(status -H "Authorization: Bearer $(cat ci)" "$BASE/api/v1/health")" = 200 ]
	[ "$(status -H "Authorization: Bearer $(cat reader)" "$BASE/")" = 200 ]
	end
	begin
	until [ "$(status -H 'Authorization: Bearer reader.x' "$BASE/")" = 429 ]; do kill -0 "$SERVER"; done
	[ "$(status -H "Authorization: Bearer $(cat reader)" "$BASE/")" = 200 ]
}

# bats test_tags=long
@test "behind a proxy that is named guesses are counted for each client, and for nobody who says so himself" {
	fill
	token reader --may read
	begin --proxy 127.0.0.0/8 --proxy ::1
	guess() { status -H 'Authorization: Bearer reader.x' "$@" "$BASE/"; }
	# slowed FEW OPTION...: one of so many guesses is put off; some more are answered as time goes by
	slowed() {
		for _ in $(seq "$1"); do [ "$(guess "${@:2}")" = 429 ] && return; done
		return 1
	}
	slowed 90 -H 'X-Forwarded-For: 192.0.2.1'
	[ "$(guess -H 'X-Forwarded-For: 192.0.2.2')" = 401 ]
	[ "$(guess -H 'Forwarded: for=192.0.2.3')" = 401 ]
	# the client has written what stands before, in a header of its own or in the same
	slowed 6 -H 'X-Forwarded-For: 198.51.100.1, 192.0.2.1'
	slowed 6 -H 'X-Forwarded-For: 198.51.100.1' -H 'X-Forwarded-For: 192.0.2.1'
	slowed 6 -H 'X-Forwarded-For: 192.0.2.1, 127.0.0.9'
	end
	begin
	slowed 90 -H 'X-Forwarded-For: 192.0.2.1'
	slowed 6 -H 'X-Forwarded-For: 192.0.2.2'
	end
	assay_fails 2 "cannot use 'proxy' for --proxy: expected an address, such as 127.0.0.1 or ::1, or a network, such as 10.0.0.0/8" serve --store s.db --proxy proxy
}

@test "no token is called as the server calls its own, and one that is has its own rights" {
	fill
	assay_fails 2 "cannot call a token 'token-file': that is the name of the token of --token-file; take another" serve token add token-file --may triage --store s.db
	token x --may triage
	printf '0123456789abcdef\n' >file
	chmod 600 file
	sed -i 's/^x /token-file /' s.db-tokens
	sed -i 's/^x/token-file/' x
	begin --token-file file
	[ "$(status -c jar -u "any:$(cat x)" "$BASE/sign-in")" = 303 ]
	word=$(curl -s -b jar "$BASE/alerts" | grep -o '"session":"[^"]*"' | cut -d'"' -f4)
	[ -n "$word" ]
	"$ASSAY" export 13 x.json --store s.db
	[ "$(status -b jar -H "X-Assay-Session: $word" -H "Origin: $BASE" --data-binary @x.json "$BASE/api/v1/experiments")" = 403 ]
	[ "$(status -H "Authorization: Bearer $(cat x)" --data-binary @x.json "$BASE/api/v1/experiments")" = 403 ]
	[ "$(status -H 'Authorization: Bearer 0123456789abcdef' --data-binary @x.json "$BASE/api/v1/experiments")" = 200 ]
}

# bats test_tags=long
@test "a token of a project sees nothing of others" {
	for project in one two; do
		git init -q "$project"
		git -C "$project" -c user.name=a -c user.email=a@b commit -q --allow-empty -m first
		for i in 1 2 3; do
			(cd "$project" && "$ASSAY" run --store ../s.db -w 0 -r 2 -N -n "bench-$project" 'sh -c :' >/dev/null 2>&1)
		done
	done
	token uno --may read --project one
	token all --may read
	begin
	get() { curl -s -H "Authorization: Bearer $(cat "$1")" "$BASE$2"; }
	[ "$(get all /api/v1/results.json | jq '.results | length')" = 6 ]
	[ "$(get uno /api/v1/results.json | jq '.results | length')" = 3 ]
	[ "$(get uno /api/v1/history.json | jq -r '.series[].name')" = bench-one ]
	for path in / /benchmarks /results /alerts '/api/v1/results.csv' '/api/v1/history.csv'; do
		get uno "$path" >body
		run ! grep -q 'bench-two' body
	done
	[ "$(status -H "Authorization: Bearer $(cat uno)" "$BASE/api/v1/result.json?id=1")" = 200 ]
	[ "$(status -H "Authorization: Bearer $(cat uno)" "$BASE/api/v1/result.json?id=4")" = 404 ]
	[ "$(jq -r .says body)" = "no result of your project is '4'" ]
	[ "$(status -H "Authorization: Bearer $(cat uno)" "$BASE/benchmark?name=bench-two")" = 404 ]
	[ "$(status -H "Authorization: Bearer $(cat uno)" "$BASE/compare?a=1&b=4")" = 404 ]
	[ "$(status -H "Authorization: Bearer $(cat all)" "$BASE/result?id=4")" = 200 ]
}

@test "what is no token is refused, with what one is" {
	fill
	assay_fails 2 "cannot call a token 'No': a name has at most 40 small letters, digits, - and _" serve token add No --may read --store s.db
	assay_fails 2 "cannot make the token 'x': --may says what it is for: read, send, triage or admin" serve token add x --store s.db
	assay_fails 2 "there is no token 'x'; assay serve token list shows those that there are" serve token revoke x --store s.db
	assay_fails 2 "assay serve token is written: assay serve token add NAME --may read, assay serve token list, assay serve token revoke NAME" serve token x --store s.db
	"$ASSAY" serve token add x --may read --store s.db >/dev/null 2>&1 || skip "assay is built without its tokens"
	assay_fails 2 "there is a token 'x' already; assay serve token revoke x takes it away" serve token add x --may read --store s.db
	echo damaged >>s.db-tokens
	assay_fails 6 "cannot read the tokens in 's.db-tokens': line 3 is not as assay writes it" serve token list --store s.db
	assay_fails 6 "cannot read the tokens in 's.db-tokens': line 3 is not as assay writes it" serve --store s.db --listen 127.0.0.1:0
}

@test "a token that has run out is none" {
	fill
	"$ASSAY" serve token add old --may read --until 2001-01-01 --store s.db >old 2>err || skip "assay is built without its tokens"
	begin
	[ "$(status -H "Authorization: Bearer $(cat old)" "$BASE/")" = 401 ]
	[ "$(cat body)" = 'This token has run out.' ]
}
