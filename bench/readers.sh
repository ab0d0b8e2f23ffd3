#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How fast other tools' files are read: assay beside jansson (bench/readers.c), Python's json and, where it is there,
# R's jsonlite, of the same files, in MB a second of the processor, best of three; then 10^7 times of hyperfine and a file
# of 1 GB with the memory that they take, a line of 1 GB, and the results of asv: 1000 files of 1000 (goal: 10 s).
# Needs 3 GB of disk; 5 minutes.
#
# usage: bench/readers.sh [BUILD]
set -eu
build=${1:-build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

"$build/bench/bench_readers" 50 "$tmp"
for file in google pyperf hyperfine; do
	python3 - "$tmp/$file.json" <<-'END'
		import json, os, sys, time
		best = 1e9
		for _ in range(3):
		    begin = time.process_time()
		    json.load(open(sys.argv[1]))
		    best = min(best, time.process_time() - begin)
		print(f"{os.path.basename(sys.argv[1])}: Python's json {os.path.getsize(sys.argv[1]) / 1e6 / best:.0f} MB/s")
	END
	if command -v Rscript >/dev/null && Rscript -e 'quit(status = !requireNamespace("jsonlite", quietly = TRUE))'; then
		Rscript -e 'f <- commandArgs(TRUE)' \
			-e 't <- min(replicate(3, sum(system.time(jsonlite::fromJSON(f, simplifyVector = FALSE))[1:2])))' \
			-e 'cat(sprintf("%s: R with jsonlite %.0f MB/s\n", basename(f), file.size(f) / 1e6 / t))' "$tmp/$file.json"
	else
		echo "$file.json: R's jsonlite is not installed, so it was not measured (apt install r-cran-jsonlite)"
	fi
done
rm "$tmp"/*

# hyperfine_times N FILE: so many times of hyperfine
hyperfine_times() {
	awk -v n="$1" 'BEGIN { srand(1); printf "{\"results\": [{\"command\": \"x\", \"times\": [\n        0.01"
		for (i = 1; i < n; i++) printf ",\n        %.17g", 0.01 + rand() / 100; print "]}]}" }' >"$2"
}
hyperfine_times 10000000 "$tmp/times.json"
"$build/bench/bench_readers" read "$tmp/times.json"
hyperfine_times 33500000 "$tmp/gigabyte.json"
"$build/bench/bench_readers" read "$tmp/gigabyte.json"
tr -d '\n' <"$tmp/gigabyte.json" >"$tmp/line.json"
"$build/bench/bench_readers" read "$tmp/line.json"
rm "$tmp"/*
head -c 1000000000 /dev/zero | tr '\0' x >"$tmp/line.txt"
"$build/bench/bench_readers" read "$tmp/line.txt" || true
rm "$tmp"/*

python3 - "$tmp/results" <<-'END'
	import json, os, random, sys
	r = random.Random(1)
	columns = ["result", "params", "version", "started_at", "duration", "stats_ci_99_a", "stats_ci_99_b", "stats_q_25",
	           "stats_q_75", "stats_number", "stats_repeat", "samples", "profile"]
	level = [r.uniform(1e-6, 1e-3) for _ in range(1000)]
	os.makedirs(sys.argv[1] + "/rig")
	for f in range(1000):
	    rows = {}
	    for i in range(1000):
	        v = level[i] * r.gauss(1, 0.01)
	        rows[f"suite{i // 100}.Class{i // 10}.time_benchmark_{i}"] = [
	            [v], [], f"{i:064x}", 1795367768000 + i, 0.5, [v * .99], [v * 1.01], [v * .995], [v * 1.005], [1000], [10]]
	    commit = f"{r.getrandbits(160):040x}"
	    json.dump({"commit_hash": commit, "env_name": "e", "date": 1700000000000 + f * 3600000, "params": {"machine": "rig"},
	               "result_columns": columns, "results": rows}, open(f"{sys.argv[1]}/rig/{commit[:8]}-e.json", "w"))
END
# shellcheck disable=SC2016 # of bash
TIMEFORMAT='asv, 1000 files of 1000 results: %U s in assay, %S s in the kernel, %R s by the clock' bash -c \
	'time "$0" import --store "$1/s.db" "$1/results" >/dev/null 2>&1' "$build/src/cli/assay" "$tmp"
