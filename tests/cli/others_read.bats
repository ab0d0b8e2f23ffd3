#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What is written for other tools, taken by these tools themselves.
load common
bats_require_minimum_version 1.5.0

setup_file() {
	cd "$BATS_FILE_TMPDIR"
	cat >runs.csv <<-'END'
		subject,execution,metric,value,unit
		a|b_c,1,wall,10.5,ms
		a|b_c,2,wall,10.25,ms
		a|b_c,3,wall,11.125,ms
		d & 50% <x>,1,wall,20.5,ms
		d & 50% <x>,2,wall,21.75,ms
		d & 50% <x>,3,wall,20.125,ms
	END
	sed '2,4s/,1\([01]\)/,2\1/' runs.csv >slower.csv
	ASSAY_STORE=$PWD/s.db "$ASSAY" run --style none -r 3 -n 'a "b" \ c' true
	ASSAY_STORE=$PWD/s.db "$ASSAY" export @last measured.json
}

# as TO [FILE]: the runs in that format, out.TO.
as() {
	"$ASSAY" convert "$BATS_FILE_TMPDIR/${2:-runs.csv}" "out.$1" --to "$1" 2>/dev/null
}

# needs PROGRAM
needs() {
	command -v "$1" >/dev/null || skip "there is no $1"
}

@test "Google Benchmark's compare.py reads both files, with the ratio and a U test" {
	local tool=/usr/share/benchmark/compare.py
	[ -e "$tool" ] || skip "there is no compare.py of libbenchmark-tools"
	python_with scipy
	# compare.py wants cpu_time, which a table alone has not
	"$ASSAY" convert "$BATS_FILE_TMPDIR/measured.json" before.json --to google 2>/dev/null
	jq '(.benchmarks[] | .real_time) *= 2' before.json >out.google
	NO_COLOR=1 "$PYTHON" "$tool" --no-color benchmarks before.json out.google >said
	[ "$(grep -cF 'a "b" \ c  ' said)" = 3 ]
	[ "$(grep -F 'a "b" \ c  ' said | grep -c '+1\.0000')" = 3 ]
	grep -F 'a "b" \ c_pvalue' said | grep -q 'U Test, Repetitions: 3 vs 3'
}

@test "promtool and the parser of Prometheus' client take OpenMetrics" {
	"$ASSAY" convert "$BATS_FILE_TMPDIR/measured.json" out.prom 2>/dev/null
	if command -v promtool >/dev/null; then
		promtool check metrics <out.prom
	fi
	python_with prometheus_client
	"$PYTHON" - <<-'END'
		from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse
		families = {f.name: f for f in parse(open("out.prom").read())}
		wall = families["assay_wall_seconds"]
		assert wall.unit == "seconds" and wall.type == "gauge"
		assert [s.labels["of"] for s in wall.samples] == ["mean", "typical", "lower", "upper"]
		assert wall.samples[0].labels["benchmark"] == 'a "b" \\ c', wall.samples[0].labels
		assert wall.samples[2].value <= wall.samples[1].value <= wall.samples[3].value
	END
}

@test "asciidoctor and pandoc make a table of each row, with the names as they are" {
	as asciidoc
	as org
	if command -v asciidoctor >/dev/null; then
		asciidoctor -s -o a.html out.asciidoc
		[ "$(grep -c '<tr>' a.html)" = 3 ]
		grep -qF 'd &amp; 50% &#60;x&gt;' a.html
		[ "$(grep -c 'a|b_c' a.html)" = 2 ] # in the table, and in the words below
	fi
	needs pandoc
	pandoc -f org -t plain out.org | grep -qF 'a|b_c'
	pandoc -f org -t json out.org | jq -e '.blocks[0].t == "Table"'
}

@test "cmark-gfm makes a table of Markdown" {
	needs cmark-gfm
	as markdown
	cmark-gfm -e table out.markdown >a.html
	[ "$(grep -c '<tr>' a.html)" = 3 ]
	[ "$(grep -cF '<code>a|b_c</code>' a.html)" = 2 ] # in the table, and in the words below
	grep -q 'd &amp; 50% &lt;x&gt;' a.html
}

@test "pdflatex sets the table with the lines of booktabs" {
	needs pdflatex
	as latex
	{
		printf '%s\n' '\documentclass{article}' '\usepackage{booktabs,textcomp}' '\begin{document}'
		cat out.latex
		echo '\end{document}'
	} >doc.tex
	pdflatex -interaction=batchmode -halt-on-error doc.tex >log
	pdftotext doc.pdf text
	grep -q 'a|b c' text
	grep -qF 'd & 50% <x>' text
}

@test "gnuplot and Python read the long form, jq its lines of JSON" {
	as csv
	python3 -c 'import csv
rows = list(csv.DictReader(open("out.csv")))
assert [float(r["value"]) for r in rows if r["subject"] == "a|b_c"] == [10.5e6, 10.25e6, 11.125e6], rows'
	as jsonl
	[ "$(jq -sc 'map(select(.subject == "d & 50% <x>").value)' out.jsonl)" = '[20500000,21750000,20125000]' ]
}

@test "Bencher's and github-action-benchmark's files are of the shape that these take" {
	as bmf
	jq -e '."a|b_c".latency | (.value - 10618693 | fabs) < 1 and .lower_value < .value and .value < .upper_value' out.bmf
	jq -e '[.[][] | keys - ["value", "lower_value", "upper_value"] | length] | max == 0' out.bmf
	as gab
	jq -e 'all(.[]; (.name | type) == "string" and (.value | type) == "number" and (.unit | type) == "string")' out.gab
}

@test "Go's parser of benchmarks takes the lines, an execution each" {
	needs go
	[ -d /usr/share/gocode/src/golang.org/x/tools/benchmark/parse ] || skip "there is no golang.org/x/tools"
	as go
	cat >read.go <<-'END'
		package main

		import (
			"bufio"
			"fmt"
			"golang.org/x/tools/benchmark/parse"
			"os"
		)

		func main() {
			for in := bufio.NewScanner(os.Stdin); in.Scan(); {
				if b, err := parse.ParseLine(in.Text()); err == nil {
					fmt.Println(b.Name, b.N, b.NsPerOp)
				}
			}
		}
	END
	GOPATH=/usr/share/gocode GO111MODULE=off GOCACHE=$PWD/cache go run read.go <out.go >said
	printf '%s\n' 'BenchmarkA|b_c 1 1.05e+07' 'BenchmarkA|b_c 1 1.025e+07' 'BenchmarkA|b_c 1 1.1125e+07' >want
	head -n 3 said | diff want -
	[ "$(wc -l <said)" = 6 ]
}
