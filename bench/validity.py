#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench/validity.py BUILD [-n N] [-j JOBS] [--rows FILE] [--tree FOLDER]: docs/validity.md and the table in README.md

Runs BUILD's bench/validity/validity, N replications (4000) in every cell, and writes the page of what it
prints. With --rows the rows stay in FILE, and what is in FILE already is not run again. --tree is where BUILD was
built, whose commit is named. A promise that does not hold is said on the page; it is no failure of this program."""

import argparse
import datetime
import itertools
import math
import os
import subprocess
import sys
import time
from collections import namedtuple

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, f'{TOP}/bench/validity')
import page  # noqa: E402

Row = namedtuple('Row', 'hits n width low high promise published')


def rows_of(lines):
    """Rows by cell and judge; a cell that was cut off in the middle of its rows is left out."""
    cells = {}
    for line in lines:
        words = line.rstrip('\n').split('\t')
        if len(words) == 9:
            cell, judge, hits, n, width, low, high, promise, published = words
            cells.setdefault(cell, {})[judge] = Row(int(hits), int(n), float(width), float(low), float(high),
                                                    promise, float(published))
    return cells


def read_rows(path):
    if not path or not os.path.exists(path):
        return {}
    with open(path) as f:
        return rows_of(f)


def commit_of(tree):
    """Its hash, and whether there is more than the commit."""
    def git(*words):
        return subprocess.run(['git', '-C', tree, *words], check=True, capture_output=True, text=True).stdout
    changed = git('status', '--porcelain', '--untracked-files=no', 'src', 'bench/validity')
    return git('rev-parse', 'HEAD').strip() + (', changed' if changed else '')


def head_of(path):
    """What the first line of a file of rows says: # commit, date, seconds."""
    with open(path) as f:
        words = f.readline().rstrip('\n').lstrip('# ').split('\t')
    return words if len(words) >= 3 else ('unknown', 'unknown', '')


def run(program, a, out):
    """All cells, in as many parts as there are jobs."""
    parts, began = [], time.monotonic()
    for job in range(a.j):
        name = f'{out}.{job + 1}'
        with open(name, 'w') as f:
            parts.append((name, subprocess.Popen(
                [program, '-n', str(a.n), '-p', f'{job + 1}/{a.j}'], stdout=f)))
    if any([process.wait() for _, process in parts]):
        sys.exit('validity: a part of the study failed')
    with open(out, 'w') as f:
        f.write(f'# {commit_of(a.tree)}\t{datetime.date.today()}\t{time.monotonic() - began:.0f}\n')
        f.writelines(in_order([open(name).readlines() for name, _ in parts]))
    for name, _ in parts:
        os.remove(name)


def in_order(parts):
    """The lines of all parts, cell by cell as one part would have them: cells were dealt in turn."""
    cells = []
    for part in parts:
        cells.append([])
        for line in part:
            cell = line.split('\t')[0]
            if not cells[-1] or cells[-1][-1][0] != cell:
                cells[-1].append((cell, []))
            cells[-1][-1][1].append(line)
    turns = itertools.zip_longest(*cells, fillvalue=('', []))
    return [line for turn in turns for _, lines in turn for line in lines]


def at_most(k, n, p):
    """P(X <= k) of a binomial number of n: the terms from k downward, until they vanish."""
    if p <= 0 or p >= 1:
        return float(p <= 0 or k >= n)
    if k > n * p:
        return 1 - at_most(n - k - 1, n, 1 - p) if k < n else 1.0
    term = math.exp(math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) +
                    k * math.log(p) + (n - k) * math.log1p(-p))
    total = 0.0
    for i in range(k, -1, -1):
        total += term
        if term < 1e-12 * total:
            break
        term *= i / (n - i + 1) * (1 - p) / p
    return total


def interval(hits, n):
    """The 99.9 % interval of a rate, by Clopper and Pearson."""
    def end(k):  # the p at which k or fewer come in 0.05 % of cases
        low, high = 0.0, 1.0
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if at_most(k, n, middle) > 0.0005 else (low, middle)
        return low
    return (1 - end(n - hits) if hits else 0.0), (end(hits) if hits < n else 1.0)


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument('build')
    p.add_argument('-n', type=int, default=4000)
    p.add_argument('-j', type=int, default=os.cpu_count())
    p.add_argument('--rows')
    p.add_argument('--tree', default=TOP)
    a = p.parse_args()
    rows = a.rows or f'{a.build}/validity-{a.n}.tsv'
    if not (a.rows and os.path.exists(rows)):
        run(f'{a.build}/bench/validity/validity', a, rows)
    text, table = page.of(read_rows(rows), interval, a.n, head_of(rows))
    with open(f'{TOP}/docs/validity.md', 'w') as f:
        f.write(text)
    with open(f'{TOP}/README.md') as f:
        before, rest = f.read().split(page.BEGIN)
        after = rest.split(page.END)[1]
    with open(f'{TOP}/README.md', 'w') as f:
        f.write(before + page.BEGIN + table + page.END + after)


if __name__ == '__main__':
    main()
