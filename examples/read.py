#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `assay export` writes, read by docs/formats.md alone: the mean of the criterion of each subject.

usage: read.py FILE.json
"""
import json
import sys
from collections import defaultdict


def text(t):
    """As bytes, for it need not be UTF-8."""
    return t["bytes"].encode("latin-1") if isinstance(t, dict) else t.encode()


def unit_path(tree, level, i):
    """Numbers of the units from the top down to unit i; None if one of them does not count."""
    units = tree[level]
    if any(units[key][i] not in ("ok", "measured") for key in ("ending", "role") if key in units):
        return None
    for above in ("build", "session"):
        if above in units:
            up = unit_path(tree, above + "s", units[above][i])
            return up and up + (i,)
    return (i,)


def values(tree, criterion):
    """Of each unit that counts, its path and value, at the lowest level that the criterion is read at."""
    roles = [role for role, n in tree.get("iterations", {"roles": []})["roles"] for _ in range(n)]
    for level in "iterations", "executions", "builds":
        for column in tree.get(level, {"columns": []})["columns"]:
            if text(column["metric"]) != criterion:
                continue
            if level != "iterations":
                return [(unit_path(tree, level, i), v) for i, v in enumerate(column["values"])]
            first = tree["iterations"]["first"]
            return [(unit_path(tree, "executions", e), column["values"][i]) for e in range(len(first) - 1)
                    for i in range(first[e], first[e + 1]) if roles[i] == "measured"]
    return []


def mean(of):
    """Units of one parent weigh the same, at every level."""
    while of and of[0][0]:
        parents = defaultdict(list)
        for path, v in of:
            parents[path].append(v)
        of = [(path[:-1], sum(v) / len(v)) for path, v in parents.items()]
    return sum(v for _, v in of) / len(of) if of else float("nan")


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as f:
        x = json.load(f)
    for subject in x["subjects"]:
        counted = [(path, float(v)) for path, v in values(subject["tree"], text(x["experiment"]["criterion"]))
                   if path and v is not None]
        print(mean(counted))
