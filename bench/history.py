#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""history.py ASSAY FOLDER [BENCHMARKS METRICS VERSIONS]: a store of that many results in FOLDER, made of one
that is measured and copied, and how long `assay history` takes for all of it. Default: 1000 3 500."""
import os
import random
import resource
import sqlite3
import subprocess
import sys
import time

assay, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
benchmarks, metrics, versions = map(int, sys.argv[3:6] or (1000, 3, 500))
path = os.path.join(folder, "history.db")
draw = random.Random(1)

subprocess.run([assay, "run", "--store", path, "--style", "none", "-N", "-w", "0", "-r", "3", "--label", "first",
                "-n", "b", "true"], check=True, cwd=folder)
store = sqlite3.connect(path)
tables = {"experiments": "id", "plans": "experiment", "metrics": "experiment", "subjects": "experiment",
          "versions": "experiment", "summaries": "experiment", "experiment_facts": "experiment"}
columns = {t: [r[1] for r in store.execute(f"PRAGMA table_info({t})")] for t in tables}
kept = {t: [dict(zip(columns[t], r)) for r in store.execute(f"SELECT * FROM {t}")] for t in tables}
kept["summaries"] = kept["summaries"][:metrics]
if not kept["versions"]:
    kept["versions"] = [{"experiment": 1, "subject": 0, "project": "p", "commit_id": "", "parents": "", "branch": None,
                         "label": None, "date_ns": 0, "changes": 1}]
for table in tables:
    store.execute(f"DELETE FROM {table}")
store.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000;"
                    "PRAGMA foreign_keys = OFF")
store.create_function("noise", 0, lambda: draw.lognormvariate(0, 0.01))


def insert(table, rows):
    marks = ",".join("?" * len(columns[table]))
    store.executemany(f"INSERT INTO {table} VALUES ({marks})", ([r[c] for c in columns[table]] for r in rows))


def first_version():
    """The rows of all benchmarks, as those of the one that was measured; what they are versions of stands once."""
    insert("subjects", (dict(row, experiment=1, number=s, name=f"benchmark {s}", command=f"benchmark {s}")
                        for s in range(benchmarks) for row in kept["subjects"]))
    insert("summaries", (dict(row, experiment=1, subject=s, mean=1e6, sd=1e4, n_top=10)
                         for s in range(benchmarks) for row in kept["summaries"]))


def copy(table, number, step):
    """Those of the first version again; of every tenth benchmark step times as much."""
    changed = {"experiment": str(number), "mean": f"1e6 * noise() * CASE subject % 10 WHEN 0 THEN {step} ELSE 1 END"}
    store.execute(f"INSERT INTO {table} SELECT " + ", ".join(changed.get(c, c) for c in columns[table]) +
                  f" FROM {table} WHERE experiment = 1")


for version in range(versions):
    number = version + 1
    for table in ("experiments", "plans", "metrics", "experiment_facts"):
        insert(table, [dict(r, **{tables[table]: number},
                            **({"uuid": f"{number:032x}", "label": None, "n_subjects": benchmarks, "n_versions": 1,
                                "one_version": 1} if table == "experiments" else {})) for r in kept[table]])
    insert("versions", [dict(kept["versions"][0], experiment=number, project="p", commit_id=f"{number:040x}",
                             date_ns=number * 10**9, changes=1)])
    if version:
        for table in ("subjects", "summaries"):
            copy(table, number, 1.05 if version >= versions // 2 else 1)
    else:
        first_version()
store.commit()
store.close()


def timed(*words):
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run([assay, "history", "--store", path, *words], check=True, cwd=folder, capture_output=True,
                         text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (out, time.monotonic() - began,
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


one, seconds, processor = min((timed("benchmark 7") for _ in range(5)), key=lambda t: t[2])
assert f"{versions} versions" in one, one
print(f"assay history of one benchmark of {benchmarks}, of {versions} versions: {seconds:.2f} s, {processor:.3f} s of a processor")
if benchmarks > 5000:
    sys.exit()
out, seconds, processor = timed("--metric", "all", "--all")
found = out.count("p <")
print(f"assay history: {benchmarks} benchmarks x {metrics} metrics x {versions} versions in {seconds:.1f} s, "
      f"{processor:.1f} s of a processor ({os.path.getsize(path) / 1e6:.0f} MB, {found} changes)")
