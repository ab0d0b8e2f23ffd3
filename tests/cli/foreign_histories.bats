#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay history over what the tools that keep histories have kept, all of it at once.
load common
bats_require_minimum_version 1.5.0

# Eight versions of one program, each tool's own way, newest first where the tool lets one choose: the order
# is that of dates. Codespeed and asv have two machines, of which the second is twice as slow.
setup_file() {
	cd "$BATS_FILE_TMPDIR"
	python3 - <<-'END'
		import datetime, json, os

		days = range(8)
		commit = lambda k: f"{k + 1:x}" * 40
		when = lambda k: datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.timezone.utc) + datetime.timedelta(days=k)
		time = lambda k, slow=1: 0.005 * slow * (1 + 0.001 * (k * 7 % 3))
		columns = ["result", "params", "version"]

		for machine, slow in ("one", 1), ("two", 2):
		    os.makedirs(f"results/{machine}")
		    for k in days:
		        json.dump({"commit_hash": commit(k), "env_name": "e", "date": int(when(k).timestamp() * 1000),
		                   "params": {"machine": machine, "os": "Linux"}, "result_columns": columns,
		                   "results": {"asv.time_sort": [[time(k, slow)], [], "v"]}},
		                  open(f"results/{machine}/{9 - k}-e.json", "w"))
		os.mkdir("lnt")
		for k in days:
		    json.dump({"format_version": "2", "machine": {"name": "rig"},
		               "run": {"llvm_project_revision": f"r{100 + k}", "start_time": when(k).strftime("%Y-%m-%d %H:%M:%S")},
		               "tests": [{"name": "lnt", "execution_time": [time(k), time(k) * 1.01]}]}, open(f"lnt/{9 - k}.json", "w"))
		bench = [{"commit": {"id": commit(k), "timestamp": when(k).isoformat()}, "date": 1, "tool": "customSmallerIsBetter",
		          "benches": [{"name": "gab", "value": time(k) * 1e3, "unit": "ms"}]} for k in days]
		open("data.js", "w").write("window.BENCHMARK_DATA = " + json.dumps({"entries": {"Suite": bench}}))
		json.dump([{"commitid": commit(k), "project": "p", "executable": "x", "benchmark": "codespeed", "environment": e,
		            "result_value": time(k, slow), "revision_date": when(k).strftime("%Y-%m-%d %H:%M:%S")}
		           for k in reversed(days) for e, slow in (("one", 1), ("two", 2))], open("codespeed.json", "w"))
		json.dump([{"batch_id": "b", "timestamp": when(k).strftime("%Y-%m-%dT%H:%M:%SZ"), "tags": {"name": "conbench"},
		            "machine_info": {"name": "rig"}, "github": {"commit": commit(k)},
		            "stats": {"data": [time(k), time(k) * 1.01], "unit": "s"}} for k in reversed(days)], open("conbench.json", "w"))
		json.dump([{"timestamp": int(when(k).timestamp()), "attributes": {"git_commit": commit(k)},
		            "metrics": [{"name": "nyrkio", "unit": "ms", "value": time(k) * 1e3}]} for k in reversed(days)], open("nyrkio.json", "w"))
		with open("runs.csv", "w") as f:
		    f.write("version,date,benchmark,execution,value,unit\n")
		    for k in reversed(days):
		        f.write(f"v{k},{when(k).date()},table,1,{time(k) * 1e3},ms\n")
	END
}

@test "histories of all tools at once: versions in the order of their dates, machines apart" {
	cd "$BATS_FILE_TMPDIR"
	run --separate-stderr "$ASSAY" history results/ lnt/ data.js codespeed.json conbench.json nyrkio.json runs.csv --json
	[ "$status" = 0 ]
	jq -e '[.series[].versions | length] == [range(9) | 8] or error([.series[] | [.name, (.versions | length)]] | tostring)' <<<"$output"
	jq -e '[.series[].name] | sort == (["asv.time_sort", "asv.time_sort", "lnt/execution_time", "Suite/gab", "codespeed (project=p, executable=x)",
		"codespeed (project=p, executable=x)", "conbench", "nyrkio", "table"] | sort) or error(. | tostring)' <<<"$output"
	jq -e '[.series[] | [.versions[].date] | . == sort] | all' <<<"$output"
	# the second machine's are twice as long throughout: nothing changed in either
	jq -e '[.series[] | select(.name == "asv.time_sort") | .versions[0].mean] | sort | .[1] / .[0] == 2' <<<"$output"
	jq -e '[.series[] | select(.name | startswith("codespeed")) | .versions[0].mean] | sort | .[1] / .[0] == 2' <<<"$output"
	jq -e '[.series[].changes | length] | add == 0' <<<"$output"
	[ ! -e "$HOME/.local/share/assay/assay.db" ]
}

@test "a history that is imported has the same series as the files" {
	cd "$BATS_FILE_TMPDIR"
	run --separate-stderr "$ASSAY" import --store "$TEST_DIR/s.db" results lnt data.js codespeed.json conbench.json nyrkio.json runs.csv
	[ "$status" = 0 ]
	(cd "$TEST_DIR" && "$ASSAY" history --store s.db --json) | jq -c '[.series[] | [.name, [.versions[].mean]]] | sort' >"$TEST_DIR/kept"
	"$ASSAY" history results/ lnt/ data.js codespeed.json conbench.json nyrkio.json runs.csv --json 2>"$TEST_DIR/notes" |
		jq -c '[.series[] | [.name, [.versions[].mean]]] | sort' | diff "$TEST_DIR/kept" -
}

@test "what says no version is counted, and a folder without results is refused" {
	cd "$BATS_FILE_TMPDIR"
	run --separate-stderr "$ASSAY" history "$BATS_TEST_DIRNAME/../data/foreign/constructed_perfherder.json"
	grep -q '^left out: 2 results without a commit and without a label' <<<"$output"
	mkdir none
	assay_fails 6 "cannot import './none': none of its 0 files is a result that assay knows (docs/formats.md); name a file to have it read all the same" history ./none
}

# Twenty versions of one file of github-action-benchmark: a time that does not change, a size and a count that grow by half at
# the thirteenth.
mixed_units() {
	python3 - <<-'END'
		import json

		runs = []
		for k in range(20):
		    grown = 1.5 if k >= 12 else 1
		    runs.append({"commit": {"id": f"{k + 1:040x}", "timestamp": f"2025-03-{k + 1:02}T10:00:00Z"}, "date": 1,
		                 "tool": "customSmallerIsBetter", "benches": [
		                     {"name": "startup", "value": 100 + 0.01 * (k * 7 % 5), "unit": "ms"},
		                     {"name": "bundle", "value": 54000 * grown, "unit": "bytes"},
		                     {"name": "chunks", "value": 54 * grown, "unit": "chunks"}]})
		open("data.js", "w").write("window.BENCHMARK_DATA = " + json.dumps({"entries": {"B": runs}}))
	END
}

@test "a history has each benchmark by its own metric, of a file and of the store, and alerts of all" {
	mixed_units
	local from
	"$ASSAY" import data.js 2>/dev/null
	for from in ./data.js ''; do
		run --separate-stderr "$ASSAY" history --json $from
		[ "$status" = 0 ]
		jq -e '[.series[] | [.name, (.versions | length), (.changes | length)]] ==
			[["B/bundle", 20, 1], ["B/chunks", 20, 1], ["B/startup", 20, 0]] or error(. | tostring)' <<<"$output"
		jq -e '[.series[].unit] == ["bytes", "chunks", "ns"] or error([.series[].unit] | tostring)' <<<"$output"
	done
	run "$ASSAY" alerts
	[[ $output == *"B/chunks: 50.0 % more"* ]]
	[[ $output == *"B/bundle: 50.0 % more"* ]]
	# what is asked for by name is shown alone
	run --separate-stderr "$ASSAY" history --json --metric time ./data.js
	jq -e '[.series[].name] == ["B/startup"]' <<<"$output"
}

@test "a commit that was measured again has more executions, and no benchmark of another name" {
	python3 - <<-'END'
		import json

		bench = lambda k, j: {"commit": {"id": f"{k + 1:040x}", "timestamp": f"2025-03-{k + 1:02}T10:00:00Z"}, "date": 1,
		                      "tool": "customSmallerIsBetter",
		                      "benches": [{"name": "A", "value": 100 + k + 0.1 * j, "unit": "ns"}]}
		runs = [bench(k, j) for k in range(8) for j in range(3 if k % 4 == 0 else 1)]
		open("data.js", "w").write("window.BENCHMARK_DATA = " + json.dumps({"entries": {"B": runs}}))
		twice = bench(0, 0)
		twice["benches"] *= 2
		open("twice.js", "w").write("window.BENCHMARK_DATA = " + json.dumps({"entries": {"B": [twice, bench(0, 1)]}}))
		json.dump([{"commitid": f"{k + 1:040x}", "executable": "x", "benchmark": "A", "environment": "e", "result_value": 1 + k + 0.1 * j,
		            "revision_date": f"2025-03-{k + 1:02} 10:00:00"} for k in range(8) for j in range(3)], open("codespeed.json", "w"))
		json.dump([{"timestamp": 1740000000 + 86400 * k, "attributes": {"git_commit": f"{k + 1:040x}"},
		            "metrics": [{"name": "A", "unit": "ms", "value": 1 + k + 0.1 * j}]} for k in range(8) for j in range(3)], open("nyrkio.json", "w"))
	END
	run --separate-stderr "$ASSAY" history --json ./data.js
	jq -e '[.series[] | .name] == ["B/A"] or error([.series[].name] | tostring)' <<<"$output"
	jq -e '[.series[0].versions[].units] == [3, 1, 1, 1, 3, 1, 1, 1] or error([.series[0].versions[].units] | tostring)' <<<"$output"
	local file
	for file in codespeed nyrkio; do
		run --separate-stderr "$ASSAY" history --json ./$file.json
		jq -e '[.series[] | [.versions[].units]] == [[range(8) | 3]] or error([.series[] | [.name, [.versions[].units]]] | tostring)' <<<"$output"
	done
	# twice in one run are two
	run --separate-stderr "$ASSAY" show --json ./twice.js
	jq -e '[.subjects[] | [.name, (.summaries[0].executions | add? // .)]] | map(.[0]) == ["B/A", "B/A (2)"] or error(. | tostring)' <<<"$output"
	jq -e '[.subjects[].summaries[0].n_values] == [2, 1]' <<<"$output"
}

@test "commits that begin alike are told apart in alerts" {
	awk 'BEGIN { print "commit,date,benchmark,execution,value,unit"
		for (v = 10; v < 50; v++) for (e = 1; e <= 3; e++)
			printf "a0000000000000000000000000000000000000%d,2026-01-01T%02d:%02d:00Z,b,%d,%d,us\n", v, v / 2 - 5, v % 2 * 30, e,
				(v < 30 ? 1000 : 1500) + (v * 7 + e * 3) % 5 }' >alike.csv
	"$ASSAY" import alike.csv --store alike.db >/dev/null
	"$ASSAY" alerts --store alike.db >out
	tr -s '\n ' ' ' <out | grep -q 'measures a000000000000000000000000000000000000029 and a000000000000000000000000000000000000030'
}
