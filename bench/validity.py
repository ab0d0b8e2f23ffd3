#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench/validity.py BUILD [-n N] [-j JOBS] [--runs N] [--rows FILE] [--decisions]: docs/validity*.md and the table in README.md

Runs BUILD's bench/validity/validity, N replications (20000) in a cell, and makes docs/validity.md and
docs/validity-repairs.md of what it prints; then tests/target/proof.py through BUILD's assay, --runs experiments (100)
in each of its cells, and makes docs/validity-runs.md; 0: it stays as it is. Each page names the commit of this
tree, of which BUILD was made. With --decisions only docs/validity-decisions.md is made, of its own cells. With --rows the rows stay in FILE, and what is there already is not run again. A promise
that does not hold is said on the page; it is no failure of this program."""

import argparse
import datetime
import itertools
import os
import subprocess
import sys
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, f'{TOP}/bench/validity')
import decisions_page  # noqa: E402
import page  # noqa: E402
import repairs_page  # noqa: E402
import rows as study_rows  # noqa: E402

# Groups of cells of docs/validity-decisions.md.
DECISIONS = ('quantiles', 'early', 'early power', 'early batches', 'early slow', 'detect', 'gates')


def commit_of(tree):
    """Its hash, and whether there is more than the commit."""
    def git(*words):
        return subprocess.run(['git', '-C', tree, *words], check=True, capture_output=True, text=True).stdout
    changed = git('status', '--porcelain', '--untracked-files=no', 'src', 'bench/validity')
    return git('rev-parse', 'HEAD').strip() + (', changed' if changed else '')


def run(program, a, out):
    """All cells, in as many parts as there are jobs."""
    parts, began = [], time.monotonic()
    for job in range(a.j):
        name = f'{out}.{job + 1}'
        with open(name, 'w') as f:
            parts.append((name, subprocess.Popen(
                [program, '-n', str(a.n), '-p', f'{job + 1}/{a.j}', *(DECISIONS if a.decisions else ())], stdout=f)))
    if any([process.wait() for _, process in parts]):
        sys.exit('validity: a part of the study failed')
    with open(out, 'w') as f:
        f.write(f'# {commit_of(TOP)}\t{datetime.date.today()}\t{a.n}\t{time.monotonic() - began:.0f}\n')
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


def write(name, text):
    with open(f'{TOP}/{name}', 'w') as f:
        f.write(text)


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument('build')
    p.add_argument('-n', type=int, default=20000)
    p.add_argument('-j', type=int, default=os.cpu_count())
    p.add_argument('--runs', type=int, default=100)
    p.add_argument('--rows')
    p.add_argument('--decisions', action='store_true')
    a = p.parse_args()
    rows = a.rows or f'{a.build}/validity{"-decisions" if a.decisions else ""}-{a.n}.tsv'
    if not (a.rows and os.path.exists(rows)):
        run(f'{a.build}/bench/validity/validity', a, rows)
    head, cells = study_rows.read(rows)
    if a.decisions:
        write('docs/validity-decisions.md', decisions_page.of(cells, head))
        return
    before_head, before = study_rows.read(f'{TOP}/bench/validity/before.tsv')
    text, table = page.of(cells, head)
    write('docs/validity.md', text)
    write('docs/validity-repairs.md', repairs_page.of(before, before_head, cells, head))
    write('docs/validity-decisions.md', decisions_page.of(cells, head))
    with open(f'{TOP}/README.md') as f:
        top, rest = f.read().split(page.BEGIN)
    write('README.md', top + page.BEGIN + table + page.END + rest.split(page.END)[1])
    if a.runs:
        subprocess.run([f'{TOP}/bench/validity_runs.py', a.build, '-n', str(a.runs), '-j', str(a.j)], check=True)


if __name__ == '__main__':
    main()
