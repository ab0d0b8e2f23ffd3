# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What tests of histories make them of.

repository() {
	export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org TZ=UTC
	git init -q -b main repo && cd repo || return 1
	script bench <<-'END'
		exec "$TARGET" mean=1e6 execution=0.01 seed="$(cat number)" effect="$(cat effect)"
	END
	day=0
}

# commit SUBJECT [EFFECT]: the next day's.
commit() {
	day=$((day + 1))
	echo "$day" >number
	echo "${2:-0}" >effect
	git add . && GIT_AUTHOR_DATE="$((1700000000 + day * 86400)) +0000" \
		GIT_COMMITTER_DATE="$((1700000000 + day * 86400)) +0000" git commit -q --allow-empty -m "$1"
}

measure() {
	"$ASSAY" run --style none -N -w 0 -r 8 -n bench ./bench >/dev/null
}

# empty_commits N: so many, a day each, the subject of each its number.
empty_commits() {
	local k parent='from refs/heads/main^0'
	for k in $(seq $((day + 1)) $((day + $1))); do
		printf 'commit refs/heads/main\ncommitter a <a@example.org> %d +0000\ndata <<E\n%s\nE\n%s\n\n' \
			$((1700000000 + k * 86400)) "number $k" "$parent"
		parent=
	done | git fast-import --quiet
	day=$((day + $1))
}

# measured FILE: as if every commit had been measured as the one result in the store was. A line of
# FILE for each commit: its mean, and perhaps COLUMN=VALUE of experiments, subjects and versions; - is not
# measured.
measured() {
	python3 - "$HOME/.local/share/assay/assay.db" "$1" <<'END'
import sqlite3, subprocess, sys
store = sqlite3.connect(sys.argv[1])
store.execute("PRAGMA foreign_keys = OFF")
first = store.execute("SELECT min(id) FROM experiments").fetchone()[0]
commits = subprocess.run(["git", "log", "--first-parent", "--reverse", "--format=%H %ct %P"],
    capture_output=True, text=True, check=True).stdout.splitlines()
tables = {"experiments": "id", "plans": "experiment", "metrics": "experiment", "subjects": "experiment",
    "versions": "experiment", "summaries": "experiment", "experiment_facts": "experiment"}
columns = {t: [r[1] for r in store.execute(f"PRAGMA table_info({t})")] for t in tables}
kept = {t: store.execute(f"SELECT * FROM {t} WHERE {k} = ?", (first,)).fetchall() for t, k in tables.items()}
number = store.execute("SELECT max(id) FROM experiments").fetchone()[0]
for commit, line in zip(commits, open(sys.argv[2])):
    mean, *more = line.rstrip("\n").split("\t")
    if mean == "-":
        continue
    number += 1
    digest, date, *parents = commit.split()
    change = {"id": number, "experiment": number, "uuid": f"{number:032x}", "commit_id": digest,
        "parents": " ".join(parents), "date_ns": int(date) * 10**9}
    change.update(m.split("=", 1) for m in more)
    for t in tables:
        for row in kept[t]:
            row = dict(zip(columns[t], row))
            row.update({c: v for c, v in change.items() if c in row})
            if t == "summaries":
                row["mean"] = float(mean)
            store.execute(f"INSERT INTO {t} VALUES ({','.join('?' * len(row))})", list(row.values()))
store.execute("DELETE FROM experiments WHERE id = ?", (first,))
for t, k in tables.items():
    store.execute(f"DELETE FROM {t} WHERE {k} = ?", (first,))
store.commit()
END
}

# means N STEP FACTOR: so many, 1 ms with 1 % of noise; from number STEP on that times FACTOR.
means() {
	awk -v n="$1" -v step="$2" -v factor="$3" 'BEGIN {
		for (i = 1; i <= n; i++)
			printf "%.6f\n", 1e6 * (1 + ((i * i * 7 + i * 13) % 101 - 50) / 5000) * (i >= step ? factor : 1)
	}'
}
