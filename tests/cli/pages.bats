#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay report: the documents of a page by their schema, histories, and an assay that was built without its page.
load common
bats_require_minimum_version 1.5.0

VIEWS=$BATS_TEST_DIRNAME/../../docs/assay-view.schema.json

# A table of two commands of 20 executions of 6 iterations.
inside() {
	awk 'BEGIN { print "subject,execution,iteration,value,unit"; x = 1
		for (s = 0; s < 2; s++) for (e = 1; e <= 20; e++) for (i = 1; i <= 6; i++) { x = x * 16807 % 2147483647
			print "c" s "," e "," i "," 1000000 * (1 + s / 5) * (1 + x / 2147483647 / 20) ",ns" } }' >inside.csv
}

# Forty versions of a benchmark in the store, slower from the twentieth on.
versions() {
	awk 'BEGIN { print "commit,date,benchmark,execution,value,unit"; x = 7
		for (v = 0; v < 40; v++) for (e = 1; e <= 4; e++) { x = x * 16807 % 2147483647
			printf "%040x,2026-%02d-%02d,parse,%d,%f,us\n", v + 1, 1 + int(v / 20), 1 + v % 20, e, 1000 * (v >= 20 ? 1.2 : 1) * (1 + x / 2147483647 / 100) } }' >versions.csv
	"$ASSAY" import versions.csv >out
}

@test "every document of a report is as docs/assay-view.schema.json says" {
	inside
	versions
	printf 'execution,value\n1,5\n' >one.csv
	printf 'execution,value\n%s\n' "$(for i in $(seq 30); do echo "$i,5"; done)" >equal.csv
	awk 'BEGIN { print "subject,execution,round,value"; for (e = 1; e <= 9; e++) for (s = 0; s < 40; s++) print "c" s "," e "," e "," 100 + (e * 7 + s * 3) % 11 }' >many.csv
	"$ASSAY" run --style none -r 6 -L n 10,20,40 'true {n}'
	"$ASSAY" run --style none -r 6 --iterations 5 --label rich "$TARGET execution=0.05 iteration=0.03" "$TARGET execution=0.05 effect=0.2"
	for words in inside.csv one.csv equal.csv many.csv @last~1 rich 'inside.csv rich --history parse' 'inside.csv --history *'; do
		set -f
		# shellcheck disable=SC2086 # words
		"$ASSAY" report $words -o a.json
		set +f
		"$SCHEMA_CHECK" "$VIEWS" a.json
	done
	[ "$(jq -r .schema a.json | sort -u | tr '\n' ' ')" = 'assay-view-history-1 assay-view-result-1 ' ]
	sed 's/^c0/c2/; s/^c1/c0/; s/^c2/c1/' inside.csv >other.csv
	"$ASSAY" compare inside.csv other.csv -o b.json >out || true
	"$SCHEMA_CHECK" "$VIEWS" b.json
	[ "$(head -n 1 b.json | jq -r .schema)" = assay-view-suite-1 ]
}

@test "a document that is not as the schema says is found by it" {
	inside
	"$ASSAY" report inside.csv -o a.json
	for change in '.metrics[0].better = "most"' 'del(.pictures[0].frames)' '.more = 1' '.rows[0].importance = 101' '.pictures[0].frames[0].layers[0].mark = "pie"'; do
		jq -c "$change" a.json >wrong.json
		run ! "$SCHEMA_CHECK" "$VIEWS" wrong.json
	done
}

# bats test_tags=long
@test "the documents of a server are as the schema says, too" {
	versions
	"$ASSAY" run --style none -r 6 true 'sleep 0.001' >out
	"$ASSAY" run --style none -r 20 --iterations 12 "$TARGET iteration=0.05" >out
	"$ASSAY" aa -r 10 -w 0 -N true >out
	"$ASSAY" serve --listen 127.0.0.1:0 >said &
	server=$!
	while ! grep -q http said; do kill -0 "$server"; done
	base=$(grep -o 'http://[^ /]*' said)
	n=0
	for path in / /benchmarks '/benchmark?name=parse' /alerts /machines /suites /results '/compare' '/quantiles?id=42' '/result?id=41' '/result?id=nothing'; do
		python3 - "$base$path" >views.json <<'END'
import html, re, sys, urllib.error, urllib.request
try:
    page = urllib.request.urlopen(sys.argv[1]).read().decode()
except urllib.error.HTTPError as e:
    page = e.read().decode()
found = re.findall(r'<script type="application/json" class="view">(.*?)</script>', page, re.S)
assert len(found) > 1, page[:300]
print("\n".join(x.strip() for x in found))
END
		"$SCHEMA_CHECK" "$VIEWS" views.json
		n=$((n + 1))
	done
	kill "$server"
	[ "$n" -eq 11 ]
}

@test "an assay without its page says so where a page is asked for, and gives the documents all the same" {
	inside
	cp inside.csv one.csv
	status=0
	"$ASSAY_PLAIN" report inside.csv -o a.html 2>err || status=$?
	[ "$status" -eq 2 ]
	[ "$(<err)" = "assay: cannot write a report: this assay was built without its page, which takes node and npm; install them (nodejs and npm, of Debian) and build again, or see assay show --verbose for the same in words" ]
	[ ! -e a.html ]
	status=0
	"$ASSAY_PLAIN" compare inside.csv one.csv -o a.html >out 2>err || status=$?
	[ "$status" -eq 2 ]
	grep -q '^assay: cannot write a report: this assay was built without its page' err
	status=0
	"$ASSAY_PLAIN" serve 2>err || status=$?
	[ "$status" -eq 2 ]
	grep -q '^assay: cannot serve: this assay was built without its page' err
	"$ASSAY_PLAIN" report inside.csv -o a.json
	"$ASSAY" report inside.csv -o b.json
	cmp a.json b.json
	"$ASSAY_PLAIN" show inside.csv >out
	"$ASSAY_PLAIN" plot inside.csv >out
}

@test "a hundred thousand values have a report and pictures, which say how many are drawn" {
	awk 'BEGIN { print "execution,iteration,value"; x = 1; for (e = 1; e <= 1000; e++) for (i = 1; i <= 100; i++) { x = x * 16807 % 2147483647; print e "," i "," 10 + x / 2147483647 } }' >many.csv
	"$ASSAY" report many.csv -o a.html
	[ "$(stat -c %s a.html)" -lt 1500000 ]
	"$ASSAY" plot --kind course many.csv -o a.svg
	[[ "$(xmllint --xpath 'string(/)' a.svg)" = *'2000 of 100000 values as dots'* ]]
}
