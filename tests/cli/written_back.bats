#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Every format that is written and read: what was written is read back as the same numbers, of files of many tools.
load common

FOREIGN=$BATS_TEST_DIRNAME/../data/foreign
FILES="pyperf_several.json jmh_sort.json hyperfine_params.json google_repetitions.json criterion_raw.csv constructed_krun.json
	levels.jsonl time_v.txt perf_table.txt asv_samples.json"

setup_file() {
	cd "$BATS_FILE_TMPDIR"
	cat >trees.py <<-'END'
		"""Values that count of each subject, by execution, of a file as assay reads it; or how two such files differ."""
		import json, os, subprocess, sys

		def read(path, form):
		    words = [os.environ["ASSAY"], "convert", path, "-", "--to", "json"] + (["--format", form] if form else [])
		    done = subprocess.run(words, capture_output=True, text=True)
		    if "it is a table" in done.stderr:
		        words[4:6] = ["--to", "jsonl"]
		        rows = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
		        return table([json.loads(r) for r in rows])
		    if done.returncode:
		        sys.exit(f"{path}: {done.stderr}")
		    return [tree(s["tree"]) for s in json.loads(done.stdout)["subjects"]]

		def table(rows):
		    inside, known = any(r.get("metric", "time") == "time" for r in rows), {}
		    unit = lambda r: tuple(r.get(k) for k in ("subject", "session", "build", "execution"))
		    failed = {unit(r) for r in rows if (r.get("ending") or "ok") != "ok"}
		    for r in rows:
		        if unit(r) not in failed and r.get("metric", "time") == ("time" if inside else "wall") and r.get("value") is not None and \
		                (r.get("role") or "measured") == "measured":
		            known.setdefault(r.get("subject"), {}).setdefault(unit(r), []).append(r["value"])
		    return [list(e.values()) for e in known.values()]

		def column(level, names):
		    known = {c["metric"]: c["values"] for c in level.get("columns", [])}
		    return next((known[n] for n in names if n in known), None)

		def tree(t):
		    e, i = t.get("executions", {}), t.get("iterations", {})
		    well = [r == "measured" and end == "ok" for r, end in zip(e.get("role", []), e.get("ending", []))]
		    inside, whole = column(i, ["time"]), column(e, ["wall"])
		    if inside is not None:
		        roles = [r for r, n in i["roles"] for _ in range(n)]
		        spans = zip(i["first"], i["first"][1:] + [len(inside)])
		        rows = [[inside[k] for k in range(*s) if roles[k] == "measured" and inside[k] is not None] for s in spans]
		    else:
		        rows = [[v] if v is not None else [] for v in whole or []]
		    return [r for r, w in zip(rows, well) if w and r]

		def mean(v):
		    return sum(v) / len(v)

		def answers(path):
		    """What the formats of one number a benchmark have: the typical run of times, else the mean."""
		    done = subprocess.run([os.environ["ASSAY"], "show", path, "--json"], capture_output=True, text=True, check=True)
		    first = [s["summaries"][0] for s in json.loads(done.stdout)["subjects"] if s["summaries"]]
		    first = [s for s in first if s["metric"] in ("time", "wall") and s["mean"] is not None]
		    return [s["mean"] if s["typical"] is None else s["typical"] for s in first]

		def flat(trees):
		    several = any(len(t) > 1 for t in trees)
		    return [[[mean(e)] for e in t] if several else [[v] for e in t for v in e] for t in trees]

		def near(a, b):
		    if isinstance(a, list):
		        return len(a) == len(b) and all(near(x, y) for x, y in zip(a, b))
		    return a == b or abs(a - b) <= 1e-12 * abs(a)

		source, written, form = sys.argv[1:]
		a, b = [t for t in read(source, None) if t], [t for t in read(written, form) if t]
		if form in ("hyperfine", "google", "go"):
		    a, b = flat(a), [[[v] for e in t for v in e] for t in b]
		elif form in ("bmf", "gab"):
		    a, b = answers(source), [mean([mean(e) for e in t]) for t in b]
		elif form == "pyperf":
		    a, b = [t for t in a], [t for t in b]
		sys.exit(0 if near(a, b) else f"{source} as {form}:\n{a}\nbecame\n{b}")
	END
}

# bats test_tags=long
@test "what every writer writes its reader reads as the same numbers" {
	local file to n=0
	for file in $FILES; do
		for to in json csv jsonl hyperfine google pyperf go bmf gab; do
			rm -f out
			if "$ASSAY" convert "$FOREIGN/$file" out --to "$to" 2>said; then
				python3 "$BATS_FILE_TMPDIR/trees.py" "$FOREIGN/$file" ./out "$to"
				n=$((n + 1))
			else
				grep -qE "it holds times alone|it is a table, which|no value in it that counts" said || { cat said; false; }
			fi
		done
	done
	[ "$n" -gt 70 ]
}

@test "no writer writes NaN or an infinity, of what has failed either" {
	local file to
	run "$ASSAY" convert "$FOREIGN/asv_samples.json" out --to none
	for to in $(sed 's/.*--to takes //; s/[,;]/ /g' <<<"$output"); do
		for file in asv_samples.json asv_medians.json time_v_failed.txt constructed_krun.json google_means.json; do
			"$ASSAY" convert "$FOREIGN/$file" - --to "$to" >out 2>said || continue
			if grep -wiE 'nan|-?inf(inity)?' out; then
				echo "$file as $to"
				false
			fi
		done
	done
	[ "$to" ]
}
