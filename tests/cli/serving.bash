# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# For the tests of assay serve: `load serving` after common.

# A store of two results and a history of 12 versions, which becomes slower in the seventh.
fill() {
	{
		printf 'commit,date,benchmark,execution,value,unit\n'
		for v in $(seq 12); do
			for e in 1 2 3; do
				printf '%040x,2026-01-%02d,sort <b>,%d,%d,us\n' "$((0xa000 + v))" "$v" "$e" "$((1000 + (v > 6) * 300 + (v * 7 + e * 3) % 5))"
			done
		done
	} >h.csv
	"$ASSAY" import h.csv --store s.db >/dev/null 2>&1
	for i in 1 2; do
		"$ASSAY" run --store s.db -w 0 -r 2 -N --label "label$i" 'sh -c :' >/dev/null 2>&1
	done
}

# begin OPTION...: a server of s.db; BASE is where.
begin() {
	: >said # by the one before
	"$ASSAY" serve --store s.db --listen 127.0.0.1:0 "$@" >said 2>complained 3>&- &
	SERVER=$!
	until grep -q http said; do
		kill -0 "$SERVER" 2>/dev/null || {
			grep -q "built without\|not there" complained && skip "assay is built without its server or page"
			cat complained
			return 1
		}
	done
	# shellcheck disable=SC2034 # of the tests
	BASE=$(grep -o 'http://[^ ]*[0-9]' said)
}

end() {
	[ -z "${SERVER-}" ] || { kill "$SERVER" && wait "$SERVER"; } 2>/dev/null || true
	SERVER=
}

teardown() {
	end
	cd / && rm -rf "$TEST_DIR"
}

# status OPTION...: of what curl gets; its body is in body.
status() {
	curl -s -o body -w '%{http_code}' "$@"
}

# token NAME OPTION...: a token of s.db, into the file NAME.
token() {
	"$ASSAY" serve token add "$@" --store s.db >"$1" 2>complained || {
		grep -q "built without\|not there" complained && skip "assay is built without its tokens"
		cat complained
		return 1
	}
}
