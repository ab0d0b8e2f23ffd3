# SPDX-License-Identifier: GPL-3.0-or-later
# assay report: one file, and the documents in it. tests/page opens it in a browser.
load common

built() {
	"$ASSAY" report "$1" -o probe.html 2>/dev/null || skip "assay is built without its page"
}

table() {
	printf 'subject,execution,round,metric,value,unit\n'
	for i in $(seq 20); do
		printf 'quick,%d,%d,wall,%d,us\nslow,%d,%d,wall,%d,us\n' "$i" "$i" "$((1000 + i % 7))" "$i" "$i" "$((1300 + i % 5))"
	done
}

@test "the documents have the numbers and words of the result, one a line" {
	table >t.csv
	"$ASSAY" report t.csv t.csv -o r.json
	[ "$(wc -l <r.json)" -eq 2 ]
	[ "$(head -n 1 r.json | jq -r .schema)" = assay-view-result-1 ]
	sentence=$(head -n 1 r.json | jq -r '[.answer.sentence[][1]] | join("") | gsub("\u00a0"; " ")')
	[ "$sentence" = 'slow takes 29.80 % more time than quick' ]
	"$ASSAY" show t.csv >screen
	grep -qF "$sentence" screen
	[ "$(head -n 1 r.json | jq -r '.answer.kind')" = worse ]
	[ "$(head -n 1 r.json | jq '.metrics[0].values[1].in_time | length')" -eq 20 ]
	[ "$(head -n 1 r.json | jq '.metrics[0].comparisons[0].ratio > 1.29')" = true ]
}

@test "the same result gives the same bytes" {
	table >t.csv
	built t.csv
	"$ASSAY" report t.csv -o a.html
	"$ASSAY" report t.csv -o b.html
	cmp a.html b.html
	"$ASSAY" report t.csv -o - >c.html
	cmp a.html c.html
}

@test "where nobody says where the page goes, it is told" {
	table >t.csv
	built t.csv
	[ "$("$ASSAY" report t.csv)" = "wrote report.html" ]
	[ -s report.html ]
	[ -z "$("$ASSAY" report t.csv -o a.html)" ]
}

@test "nothing in a name ends the script or begins a comment" {
	table | sed 's/slow/<\/script><script>alert(1)<\/script><!--/' >t.csv
	built t.csv
	"$ASSAY" report t.csv -o a.html
	[ "$(grep -o '<script' a.html | wc -l)" -eq 2 ]
	[ "$(grep -o '</script' a.html | wc -l)" -eq 2 ]
	grep -q "default-src 'none'; script-src 'sha256-" a.html
}

@test "more values than a page has room for are thinned, and it says how many" {
	{
		echo 'subject,execution,metric,value,unit'
		seq 250000 | awk '{ print "a," $1 ",wall," 1000 + $1 % 977 ",us" }'
	} >t.csv
	"$ASSAY" report t.csv -o r.json
	[ "$(jq -c '.metrics[0].values[0] | [.of, .shown, (.in_time.code | length)]' r.json)" = '[250000,200000,800000]' ]
}

# bats test_tags=long
@test "a report of 20 commands with 10 000 executions each is smaller than 1.5 MB, and has every one" {
	awk 'BEGIN { print "subject,execution,round,value"; x = 1
		for (i = 1; i <= 10000; i++)
			for (k = 1; k <= 20; k++) { x = x * 16807 % 2147483647; print "c" k "," i "," i "," 1000 + 10 * k + 50 * x / 2147483647 } }' >big.csv
	built big.csv
	"$ASSAY" report big.csv -o big.html
	[ "$(stat -c %s big.html)" -lt 1500000 ]
	"$ASSAY" report big.csv -o big.json
	[ "$(jq -c '[.metrics[0].values[] | .of, .shown] | unique' big.json)" = '[10000]' ]
}

@test "a file that cannot be written, and a result that is not there, are refused" {
	table >t.csv
	built t.csv
	assay_fails 6 "cannot write the report to 'no/x.html': the folder 'no' takes no files: No such file or directory" report t.csv -o no/x.html
}

# bats test_tags=long
@test "diff and check write a page of all benchmarks with the results behind it" {
	export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
	git init -q -b main repo && cd repo
	script bench <<-'SH'
		echo assay 1 >>"$ASSAY_REPORT"
		echo "iteration $(($(cat speed) + ${HYPERFINE_ITERATION#warmup-} % 3)) us" >>"$ASSAY_REPORT"
	SH
	echo 1000 >speed
	printf 'suite: mono\nruns: 6\nbenchmarks:\n  one:\n    execute: ./bench\n  two:\n    execute: ./bench x\n' >assay.yaml
	git add . && git commit -q -m one
	echo 1200 >speed
	"$ASSAY" diff -o ../diff.json >../screen
	[ "$(jq -sc 'map(.schema)' ../diff.json)" = '["assay-view-suite-1","assay-view-result-1","assay-view-result-1"]' ]
	[ "$(head -n 1 ../diff.json | jq -c '[.rows[] | [.name, .kind, .result]]')" = '[["one","worse",0],["two","worse",1]]' ]
	sentence=$(head -n 1 ../diff.json | jq -r '[.answer.sentence[][1]] | join("") | gsub("\u00a0"; " ")')
	grep -qxF "$sentence" ../screen
	"$ASSAY" check -o ../check.json --fail-if 'slower by 5%' >../screen || [ $? -eq 1 ]
	[ "$(head -n 1 ../check.json | jq .exit)" -eq 1 ]
}
