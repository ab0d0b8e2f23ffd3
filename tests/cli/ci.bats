#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# --ci: what a continuous integration shows.
load common

# ends STATUS ARGUMENT...: the exit status of assay.
ends() {
	local want=$1 status=0
	shift
	"$ASSAY" "$@" >out 2>err || status=$?
	[ "$status" = "$want" ] || { echo "status $status"; cat out err; return 1; }
}

# Results of two versions as tables: a is slower, b is not.
two_tables() {
	rounds_table 20 a=10 b=10 >old.csv
	rounds_table 20 a=11 b=10 >new.csv
}

@test "every format writes its usual file, and the screen is as before" {
	two_tables
	ends 0 compare old.csv new.csv
	cp out screen
	ends 0 compare --ci markdown --ci junit --ci openmetrics --ci json old.csv new.csv
	diff screen out
	[ ! -s err ]
	[ "$(head -n 1 assay.md)" = '<!-- assay: results -->' ]
	grep -q '^<testsuites name="assay" tests="2" failures="0" errors="0">$' assay-junit.xml
	[ "$(tail -n 1 assay-metrics.txt)" = '# EOF' ]
	[ "$(jq -r .schema assay-review.json)" = assay-review-1 ]
	"$SCHEMA_CHECK" "$SCHEMA" <assay-review.json
	[ "$(find . -name '*.??????' | wc -l)" -eq 0 ]
}

@test "check writes them, of what is kept and of what fails now" {
	two_tables
	ends 0 check --style none --ci json new.csv --baseline old.csv
	[ "$(jq -r '.in_sessions, .counts.undecided' assay-review.json | tr '\n' ' ')" = 'true 2 ' ]
	script bench <<<'exit 0'
	"$ASSAY" run --style none -r 3 -w 0 --label good -- ./bench
	script bench <<<'exit 7'
	ends 5 check --baseline good --ci markdown --ci junit -r 3 -w 0 -- ./bench
	grep -q '^### ❌ `./bench` newly fails$' assay.md
	grep -q '<error type="newly failing" message="newly fails: ' assay-junit.xml
	assay_fails 2 "cannot use 'mark' for --ci: expected FORMAT or FORMAT=FILE, where FORMAT is one of markdown, github, junit, openmetrics, json" \
		check --ci mark new.csv --baseline old.csv
}

@test "standard output takes one of them, behind the screen" {
	two_tables
	ends 0 compare --style none --ci junit=- old.csv new.csv
	[ "$(head -n 1 out)" = '<?xml version="1.0" encoding="UTF-8"?>' ]
	assay_fails 2 "--ci junit=- and --ci json=- both write to 'standard output': give each a file of its own" \
		compare --ci junit=- --ci json=- old.csv new.csv
	assay_fails 2 "--json and --ci junit=- both write to standard output: give one of them a file, as in --ci json=FILE" \
		compare --json --ci junit=- old.csv new.csv
}

@test "an unknown format is refused with the one that was probably meant" {
	local formats='markdown, github, junit, openmetrics, json'
	two_tables
	assay_fails 2 "cannot use 'markdwn=x' for --ci: expected FORMAT or FORMAT=FILE, where FORMAT is one of $formats; did you mean markdown?" \
		compare --ci markdwn=x old.csv new.csv
	assay_fails 2 "cannot use 'gitlab' for --ci: expected FORMAT or FORMAT=FILE, where FORMAT is one of $formats; did you mean openmetrics?" \
		compare --ci gitlab old.csv new.csv
	assay_fails 2 "cannot use '=x' for --ci: expected FORMAT or FORMAT=FILE, where FORMAT is one of $formats" \
		compare --ci =x old.csv new.csv
	assay_fails 2 "cannot use 'junit=' for --ci: expected the name of a file behind =" compare --ci junit= old.csv new.csv
	assay_fails 2 "cannot use --ci with one result: it is about two versions, so name two results" compare --ci junit old.csv
}

@test "a folder that is not there is refused before anything else" {
	assay_fails 6 "cannot write --ci to './none/x.md': the folder './none' takes no files: No such file or directory" \
		compare --ci markdown=./none/x.md nothing.csv neither.csv
}

@test "github wants its environment, and adds to what is in the summary" {
	two_tables
	unset GITHUB_STEP_SUMMARY
	assay_fails 2 "cannot use --ci github here: the variable GITHUB_STEP_SUMMARY, which names the file for the summary, is not set, so this is no step of GitHub Actions; --ci github=FILE writes it to a file of your own" \
		compare --ci github old.csv new.csv
	echo 'of another command' >summary
	GITHUB_STEP_SUMMARY=$PWD/summary ends 0 compare --style none --ci github old.csv new.csv
	[ "$(head -n 2 summary | tail -n 1)" = '<!-- assay: results -->' ]
	[ "$(head -n 1 summary)" = 'of another command' ]
	grep -q '^::notice title=results::undecided: 2 of 2 benchmarks$' out
	[ "$(grep -vc '^::' out)" -eq 0 ]
	ends 0 compare --style none --ci github=own.md old.csv new.csv
	[ "$(head -n 1 own.md)" = '<!-- assay: results -->' ]
}

@test "a summary that is nearly full is not made too long" {
	two_tables
	head -c 998000 /dev/zero | tr '\0' x >summary
	GITHUB_STEP_SUMMARY=$PWD/summary ends 0 compare --style none --ci github old.csv new.csv
	[ "$(stat -c %s summary)" -le 1048576 ]
	grep -q 'undecided: 2 of 2 benchmarks' summary
}

@test "a file that cannot be written does not keep the others from it, nor the screen" {
	two_tables
	ends 6 compare --ci junit=/dev/full --ci markdown old.csv new.csv
	grep -q '^assay: cannot write --ci to .*/dev/full.*: No space left on device$' err
	grep -q 'measured: 10.0 % more' out
	grep -q 'undecided' assay.md
}

@test "hostile names do not act in any file" {
	rounds_table 20 'a|<script>alert(1)</script> @all `x` #1 ~~z~~ www.evil.example mailto:me@evil.example [l](http://evil.example) ::error::y=10' b=10 >old.csv
	sed 's/,10\./,11./' old.csv >new.csv
	ends 0 compare --ci markdown --ci junit --ci github=own.md --ci openmetrics old.csv new.csv
	[ "$(grep -c '<script>' assay.md assay-junit.xml | grep -vc ':0$')" -eq 0 ]
	[ "$(grep -c '^ *::error::y' out)" -eq 0 ]
	python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' assay-junit.xml
	command -v cmark-gfm >/dev/null || skip "cmark-gfm is not installed"
	cmark-gfm --unsafe -e table -e autolink -e strikethrough assay.md >page.html
	grep -q '&lt;script&gt;alert(1)&lt;/script&gt;' page.html
	[ "$(grep -cE '<(script|a|img|del|h1|h2)[ >]' page.html)" -eq 0 ]
	[ "$(grep -c '<table>' page.html)" -eq 1 ]
}

@test "OpenMetrics and JUnit are what their own readers accept" {
	two_tables
	ends 0 compare --ci junit --ci openmetrics old.csv new.csv
	python3 - <<-'PYTHON'
		import xml.etree.ElementTree as tree
		root = tree.parse("assay-junit.xml").getroot()
		cases = root.findall("testsuite/testcase")
		assert root.tag == "testsuites" and [c.get("name") for c in cases] == ["a", "b"]
		assert all(c.get("classname") == "results" and float(c.get("time")) > 0 for c in cases)
	PYTHON
	xmllint --noout --schema "$BATS_TEST_DIRNAME/../data/ci/junit.xsd" assay-junit.xml
	python_with prometheus_client
	"$PYTHON" - <<-'PYTHON'
		from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse
		families = {f.name: f for f in parse(open("assay-metrics.txt").read())}
		assert families["assay_measured_time_seconds"].unit == "seconds"
		assert families["assay_change_ratio"].type == "gauge"
		head = [s for s in families["assay_measured_time_seconds"].samples
		        if s.labels == {"benchmark": "a", "version": "head", "bound": "estimate"}]
		assert len(head) == 1 and 0.0109 < head[0].value < 0.0111
	PYTHON
}
