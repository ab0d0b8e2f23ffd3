#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench/validity_repairs.py BUILD [-n N] [-j JOBS] [--rows FILE] [--tree FOLDER] [--tap CELL...]: docs/validity-repairs.md

Runs BUILD's bench/validity/repairs, N experiments (20000) in every cell: three quarters of an hour on two processors. Beside its
rates stand those of before the repairs, bench/validity/repairs/before.tsv. With --rows the rows stay in FILE,
and what is there already is not run again. --tree is where BUILD was built, whose commit is named. --tap runs
these cells alone, says whether they are as wanted, and writes nothing.

The rows of before were made in a tree of the commit that they name, into which bench/validity was copied, with
c_args -DSTUDY_BEFORE for the program repairs."""

import argparse
import os
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, f'{TOP}/bench')
import validity  # noqa: E402, which puts its own folder into the path
import repairs_page  # noqa: E402


def tap(program, a):
    """For make check: what is wanted of some cells."""
    out = subprocess.run([program, '-n', str(a.n), *a.tap], check=True, capture_output=True, text=True).stdout
    rows = validity.rows_of(out.splitlines())
    wanted = [c for t in repairs_page.TABLES for _, cells in t.rows for c in cells if c.wanted and c.name in rows]
    for i, c in enumerate(wanted):
        row = rows[c.name][c.judge]
        good = repairs_page.in_range(row, *c.wanted, validity.interval)
        print(f'{"" if good else "not "}ok {i + 1} - {c.name}: {c.judge}: {row.hits} of {row.n}, wanted '
              f'{c.wanted[0]:g} to {c.wanted[1]:g} %')
    missing = [name for name in a.tap if name not in {c.name for c in wanted}]
    if missing:
        print(f'Bail out! nothing is wanted of {missing}')
    print(f'1..{len(wanted)}')


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument('build')
    p.add_argument('-n', type=int, default=20000)
    p.add_argument('-j', type=int, default=os.cpu_count())
    p.add_argument('--rows')
    p.add_argument('--tree', default=TOP)
    p.add_argument('--tap', nargs='+')
    a = p.parse_args()
    if a.tap:
        return tap(f'{a.build}/bench/validity/repairs', a)
    rows = a.rows or f'{a.build}/validity-repairs-{a.n}.tsv'
    if not (a.rows and os.path.exists(rows)):
        validity.run(f'{a.build}/bench/validity/repairs', a, rows)
    before = f'{TOP}/bench/validity/repairs/before.tsv'
    then, now = validity.head_of(before), validity.head_of(rows)
    cells = validity.read_rows(rows)
    took = f' It took {float(now[2]) / 60:.0f} minutes.' if now[2] else ''
    print(f'validity_repairs: {took.strip()}' if took else 'validity_repairs: rows that were there')
    text = repairs_page.of(validity.read_rows(before), cells, validity.interval, {
        'before_hash': then[0], 'before_date': then[1], 'after_hash': now[0], 'after_date': now[1],
        'took': took, 'checked': now[3] if len(now) > 3 else ''})
    with open(f'{TOP}/docs/validity-repairs.md', 'w') as f:
        f.write(text)


if __name__ == '__main__':
    main()
