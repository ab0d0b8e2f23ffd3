#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Experiments as files: out of one store, into another, and out again the same.
load common

# same_again RESULT: exported, imported and exported, it is the same, byte for byte.
same_again() {
	"$ASSAY" export "$1" first.json
	"$ASSAY" import --store again.db first.json
	"$ASSAY" export --store again.db @last second.json
	cmp first.json second.json
	"$SCHEMA_CHECK" "$DATA_SCHEMA" first.json
}

@test "export, import, export: the same bytes, and as the schema says" {
	"$ASSAY" run --style none -r 5 --label 'a "label"' 'sleep 0.001' 'echo 1 | cat'
	same_again @last
	[ "$(jq -c '[.subjects[].tree.executions.order | length]' first.json)" = "[6,6]" ]
	[ "$("$ASSAY" list --store again.db --json | jq -r '.results[0].label')" = 'a "label"' ]
}

@test "failures, names that are not UTF-8, and iterations are all there" {
	script bench <<-'SH'
		echo 'assay 1' >>"$ASSAY_REPORT"
		echo 'iteration 10.5 us' >>"$ASSAY_REPORT"
		echo 'iteration 12 us' >>"$ASSAY_REPORT"
		echo 'execution speed 0.1 MB/s more' >>"$ASSAY_REPORT"
		exit "$(($(cat count) % 3 == 0))"
	SH
	echo 1 >count
	"$ASSAY" run --style none -r 4 -p 'echo $(($(cat count) + 1)) >count' -n $'caf\351' --drop 1 ./bench || [ $? = 5 ]
	same_again @last
	[ "$(jq -c '.subjects[0].name' first.json)" = '{"bytes":"café"}' ]
	[ "$(jq -c '.subjects[0].tree.executions.ending | unique' first.json)" = '["failed","ok"]' ]
	[ "$(jq -c '.subjects[0].tree.iterations.roles[0]' first.json)" = '["dropped",1]' ]
}

@test "builds and their hashes are all there" {
	"$ASSAY" run --style none --build "sed s/SEED/\$ASSAY_SEED/ $TARGET >/dev/null; cp $(type -P true) t" --builds 2 -r 2 ./t
	same_again @last
	[ "$(jq -r '.subjects[0].tree.builds.hash[0]' first.json)" != null ]
}

@test "show and compare take files as they are, also compressed and from standard input" {
	"$ASSAY" run --style none -r 3 true
	"$ASSAY" run --style none -r 3 true
	"$ASSAY" export 1 one.json
	"$ASSAY" export 2 two.json.zst
	[ "$(head -c 4 two.json.zst | xxd -p)" = 28b52ffd ]
	"$ASSAY" show -v 1 | sed 1,/^$/d >want
	"$ASSAY" show -v one.json | sed 1,/^$/d >got
	diff want got
	"$ASSAY" export 1 | "$ASSAY" show -v - | sed 1,/^$/d >got
	diff want got
	"$ASSAY" compare -v 1 two.json.zst | grep -q 'two.json.zst'
	zstd -qdc two.json.zst | cmp - <("$ASSAY" export 2)
	mv one.json looks-like-nothing
	"$ASSAY" show -v ./looks-like-nothing | sed 1,/^$/d | diff want -
}

@test "what is in the store already is not kept twice, and that is said" {
	"$ASSAY" run --style none -r 2 --export x.assay true
	"$ASSAY" export @last x.json
	[ "$("$ASSAY" import x.json)" = "x.json: is in the store already, as experiment 1" ]
	[ "$("$ASSAY" import x.assay)" = "x.assay: is in the store already, as experiment 1" ]
	[ "$("$ASSAY" list --json | jq ".results | length")" = 1 ]
	printf '%s\n' "x.json: kept as experiment 1" "x.assay: is in the store already, as experiment 1" >want
	"$ASSAY" import --store t.db x.json x.assay | diff want -
	[ "$("$ASSAY" import --store u.db - <x.json)" = "-: kept as experiment 1" ]
}

@test "what cannot be read is named with its place, and nothing is kept" {
	"$ASSAY" run --style none -r 2 true
	"$ASSAY" export @last x.json
	sed 's/"measured"/"gemessen"/' x.json >bad.json
	head -c 3000 x.json >cut.json
	head -c 300 <(zstd -qc x.json) >cut.json.zst
	: >empty.json
	line=$(grep -n gemessen bad.json | cut -d: -f1)
	column=$(($(sed -n "${line}p" bad.json | grep -bo '"gemessen"' | head -n 1 | cut -d: -f1) + 1))
	assay_fails 6 "cannot read 'bad.json': line $line, column $column, subjects[0].tree.executions.role[1]: expected a word such as \"measured\", found \"gemessen\"" \
		show bad.json
	assay_fails 6 "cannot read 'cut.json.zst': it is compressed (zstd), and its end is missing" show cut.json.zst
	assay_fails 6 "cannot read 'none.json': No such file or directory" import --store t.db none.json
	assay_fails 6 "cannot read './': Is a directory" show ./
	for file in bad.json cut.json cut.json.zst empty.json; do
		run "$ASSAY" import --store t.db $file
		[ "$status" = 6 ]
		[[ $output == "assay: cannot read '$file': "* ]]
	done
	[ "$("$ASSAY" list --store t.db)" = "no experiments are kept here yet; assay run keeps each one" ]
}

# means FILE: a reader in another language finds the means that assay finds.
means() {
	"$ASSAY" show --json "$1" | jq '.subjects[].summaries[0].mean' >ours
	"$BATS_TEST_DIRNAME/../../examples/read.py" "$1" >theirs
	[ -s ours ]
	paste ours theirs | awk '{ d = $1 - $2; if (NF != 2 || d * d > 1e-20 * $1 * $1) { print "differ:", $0; exit 1 } }'
}

# bats test_tags=long
@test "a reader made from docs/formats.md alone finds the same means" {
	script bench <<-'SH'
		echo 'assay 1' >>"$ASSAY_REPORT"
		for i in 1 2 3; do echo "iteration $i$$ us" >>"$ASSAY_REPORT"; done
		echo >>count
		[ "$(wc -l <count)" != 4 ]
	SH
	"$ASSAY" run --style none -r 5 --drop 1 ./bench 'sleep 0.001' && false
	"$ASSAY" export @last x.json
	grep -q '"failed"' x.json
	means ./x.json
	rm count
	"$ASSAY" run --style none --builds 2 -r 3 -w 1 --build 'cp bench prog && echo "# $ASSAY_SEED" >>prog' \
		--criterion wall ./prog && true
	an_hour_passes
	"$ASSAY" run --style none --extend @last -r 2 && true
	"$ASSAY" export @last x.json
	[ "$(jq '.subjects[0].tree.sessions.order | length' x.json)" = 2 ]
	means ./x.json
}

@test "exports are as the schema says, by another reader of schemas, too" {
	python_with jsonschema
	"$ASSAY" run --style none -r 3 --label $'\xff' true 'echo x'
	"$ASSAY" export @last x.json
	"$PYTHON" - "$DATA_SCHEMA" x.json "$BATS_TEST_DIRNAME/../fuzz/corpus/data/rich.json" <<-'END'
		import json, sys
		from jsonschema import Draft202012Validator as Validator
		schema = json.load(open(sys.argv[1]))
		Validator.check_schema(schema)
		for path in sys.argv[2:]:
		    Validator(schema).validate(json.load(open(path)))
	END
}

@test "import goes on after a file that cannot be read, and says so at the end" {
	"$ASSAY" run --style none -r 2 true
	"$ASSAY" run --style none -r 2 false -i
	"$ASSAY" export 1 one.json
	"$ASSAY" export 2 two.json.zst
	printf 'a,b,c,d,e,value\n1,1,1,1,1,2\n' >table.csv
	echo '{}' >bad.json
	status=0
	"$ASSAY" import --store t.db none.json one.json bad.json table.csv two.json.zst >out 2>err || status=$?
	[ "$status" = 6 ]
	printf '%s\n' "one.json: kept as experiment 1" "two.json.zst: kept as experiment 2" | diff - out
	[ "$(wc -l <err)" = 4 ]
	[ "$(sed -n 1p err)" = "assay: cannot read 'none.json': No such file or directory" ]
	[[ $(sed -n 2p err) == "assay: cannot read 'bad.json': "* ]]
	[[ $(sed -n 3p err) == "assay: cannot keep 'table.csv': it has more than 4 levels"* ]]
	[ "$(sed -n 4p err)" = "assay: cannot import 3 of 5 files, as was said; the others are in the store" ]
	run "$ASSAY" import --store u.db table.csv table.csv
	[ "$status" = 6 ]
	[ "${lines[2]}" = "assay: cannot import 2 of 2 files, as was said" ]
}

@test "nothing, too much, and where nothing can be written" {
	"$ASSAY" run --style none -r 2 true
	assay_fails 2 "cannot export nothing: name one result and one file, as in assay export @last x.json" export
	assay_fails 2 "cannot export more than one result at a time: name one result and one file, as in assay export @last x.json" \
		export 1 2 3
	assay_fails 2 "cannot import nothing: name files or a folder, as in assay import x.json" import
	assay_fails 6 "cannot write the experiment to '/no/x.json': No such file or directory" export 1 /no/x.json
	"$ASSAY" export 1 /dev/full 2>err && false
	[ "$(cat err)" = "assay: cannot write the experiment to '/dev/full': No space left on device" ]
	"$ASSAY" export 1 >/dev/full 2>err && false
	[ "$(cat err)" = "assay: cannot write all of the output to standard output: No space left on device" ]
	echo old >x.json
	(ulimit -f 1 && trap '' XFSZ && ! "$ASSAY" export 1 x.json 2>err)
	[ "$(cat x.json)" = old ]
	[ "$(echo x.json*)" = x.json ]
}

@test "export --redact: no command line and no host, all values, and it says what is left out" {
	host=$(cat /proc/sys/kernel/hostname)
	"$ASSAY" run --style none -r 3 --label "on $host" -n named 'echo secret' 'sh -c "echo secret >&2"'
	"$ASSAY" export @last full.json
	grep -q secret full.json
	"$ASSAY" export --redact @last x.json 2>err
	[ "$(cat err)" = "assay: note: left out: command lines, folders, paths of programs, values of parameters, notes about units, names of environment variables, and the name of the host; what you wrote stays: label, note, and names (-n)" ]
	[ "$(grep -cE "secret|$TEST_DIR" x.json)" -eq 0 ]
	[ "$(grep -ciF "\"$host\"" x.json)" -eq 0 ]
	[ "$(jq -c '[.subjects[].name]' x.json)" = '["named","command 2"]' ]
	[ "$(jq -r .experiment.label x.json)" = "on host" ]
	[ "$(jq -c '[.subjects[].tree]' x.json)" = "$(jq -c '[.subjects[].tree]' full.json)" ]
	"$SCHEMA_CHECK" "$DATA_SCHEMA" x.json
	"$ASSAY" import --store t.db x.json
	"$ASSAY" show -v --store t.db | grep -q '^named '
}

@test "export --redact: what the environment tells of folders and variables" {
	LD_LIBRARY_PATH=/home/alice/lib TZ=Moon/Crater OMP_NUM_THREADS=3 ALICE_TOKEN=hunter2 \
		"$ASSAY" run --style none -r 3 true
	"$ASSAY" export @last full.json
	[ "$(grep -cE 'alice|ALICE|Moon' full.json)" -ge 3 ]
	"$ASSAY" export --redact @last x.json 2>err
	[ "$(grep -cE 'alice|ALICE|Moon|hunter2' x.json)" -eq 0 ]
	facts() { jq -r --arg name "$1" '.machine.facts[] | select(.name == $name).value' "$2"; }
	[ "$(facts env.LD_LIBRARY_PATH x.json)" = redacted ]
	[ "$(facts variables.names x.json)" = redacted ]
	[ "$(facts env.OMP_NUM_THREADS x.json)" = 3 ]
	[ "$(facts kernel.release x.json)" = "$(facts kernel.release full.json)" ]
	[ "$(facts load.average x.json)" = "$(facts load.average full.json)" ]
	jq -e '.machine.facts | all(.value | test("^unknown \\(|^[^/]*$|[0-9]/[0-9]"))' x.json
	"$SCHEMA_CHECK" "$DATA_SCHEMA" x.json
}

@test "a target of --export that cannot be is refused before anything is measured" {
	echo text >x.assay
	mkdir folder
	local out
	for out in 'x.assay' 'folder' 'nowhere/x.assay' "$(printf 'x%.0s' {1..255})"; do
		run "$ASSAY" run -r 1 -w 0 --export "$out" 'touch measured'
		[ "$status" -eq 6 ]
		run "$ASSAY" run -r 1 -w 0 --export-json "$out/y/z" 'touch measured'
		[ "$status" -eq 6 ]
	done
	[ ! -e measured ]
	[ "$(cat x.assay)" = text ] && [ -z "$(ls folder)" ]
}

@test "the end of a store is not answered with JSON, which show would take for a store" {
	"$ASSAY" run -r 2 -w 0 true >out
	assay_fails 2 "cannot export to 'x.assay': that is the end of a store, which assay store copy FILE RESULT makes; name a file that ends in .json or .csv" \
		export @last x.assay
	"$ASSAY" store copy x.assay @last && "$ASSAY" show x.assay
}

@test "an end of another tool's format is not answered with JSON" {
	"$ASSAY" run -r 2 -w 0 true >out
	local end
	for end in tex md org adoc prom; do
		run "$ASSAY" export @last "x.$end"
		[ "$status" -eq 2 ]
		[[ "$output" = *"cannot export to 'x.$end'"*"assay convert RESULT FILE"* ]]
		[ ! -e "x.$end" ]
	done
	"$ASSAY" export @last x.json && "$ASSAY" export @last x.json.zst && "$ASSAY" export @last x.csv && "$ASSAY" export @last x
}

@test "what is odd in a file is said, and how many lines were left out" {
	printf 'BenchmarkA-2 10 5 ns/op\nhello\nBenchmarkA-2 10 6 ns/op\nworld\n' >a.bench
	"$ASSAY" import a.bench 2>err
	[ "$(cat err)" = "assay: note: a.bench: 2 of its lines are no result of a benchmark and are left out, the first in line 2: 'hello'" ]
	echo '{"results": [{"command": "x", "mean": 5, "times": [1, 2]}]}' >h.json
	"$ASSAY" show -v h.json 2>err >/dev/null
	[ "$(cat err)" = "assay: note: h.json: it says a mean of 5 s for 'x', but the 2 times it has have one of 1.5 s; the times are what counts here" ]
}

# peak NUMBER: how much memory, in bytes, it takes to write so many times of hyperfine as a table.
peak() {
	awk -v n="$1" 'BEGIN {
		printf "{\"results\": [{\"command\": \"x\", \"times\": ["
		for (i = 0; i < n; i++) printf "%s0.01%06d", i ? "," : "", i * 7919 % 1000003
		print "]}]}" }' >times.json
	# What a sanitizer keeps of what was freed is none of it.
	ASAN_OPTIONS=quarantine_size_mb=1:detect_leaks=0 "$ASSAY" run --style none -w 0 -r 1 --json \
		"$ASSAY export times.json times.csv" | jq '.subjects[0].tree.executions.values.peak_memory[0]'
	[ "$(wc -l <times.csv)" = $(($1 + 1)) ] || echo "times.csv has not all of them"
}

@test "times of hyperfine are read as they come: one more of them takes no more than a few bytes" {
	few=$(peak 100000)
	many=$(peak 1000000)
	echo "$few $many"
	[ $(((many - few) / 900000)) -lt 64 ]
}
