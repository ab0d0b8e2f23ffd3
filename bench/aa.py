#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench/aa.py BUILD [-r ROUNDS]: docs/aa-programs.md, real programs against themselves

The programs of examples/, each measured against itself by `assay aa` in 400 rounds and then in sequence: how
often they are called different from themselves on this machine, as it is now. A few minutes."""

import argparse
import json
import os
import subprocess
import tempfile

from validity import interval

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAMS = ('fft', 'fft --allocate', 'interpreter', 'words')

TEXT = '''# Real programs against themselves

Made by `bench/aa.py`: the programs of `examples/`, each against itself by `assay aa -r {rounds}`. First two copies share {rounds} rounds, then the program is
executed as often again in sequence. Every ten rounds are one comparison, every ten executions in sequence are compared with the next ten; whatever is called
different is a false alarm, and 5 % may be. In brackets the 95 % interval of the rate. The load average of the last minute was {before} before and {after} at the end, on
{cpus} processors: this is one machine on one day, and [validity.md](validity.md) is where the truth is known.

{table}

"seen from": the smallest change that ten rounds (executions in sequence) find in 80 % of cases. What interleaving is worth is the difference between the columns.
'''


def of(assay, program, rounds, store):
    done = subprocess.run([assay, 'aa', '-r', str(rounds), '--seed', '1', '--json', '--', *program.split()],
                          check=True, capture_output=True, text=True,
                          env=os.environ | {'ASSAY_STORE': store})
    return {way['way']: way for way in json.loads(done.stdout)['ways']}


def alarms(ways):
    """Of one program, or of all together."""
    hits, n = sum(way['alarms'] for way in ways), sum(way['comparisons'] for way in ways)
    low, high = interval(hits, n, 0.025)
    return f'{hits} of {n} ({100 * low:.0f} … {100 * high:.0f} %)'


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument('build')
    p.add_argument('-r', type=int, default=400)
    a = p.parse_args()
    build, before, body = os.path.abspath(a.build), os.getloadavg()[0], []
    all_rounds, all_sequence = [], []
    with tempfile.TemporaryDirectory() as folder:
        for program in PROGRAMS:
            ways = of(f'{build}/src/cli/assay', f'{build}/examples/{program}', a.r, f'{folder}/store.db')
            rounds, sequence = ways['rounds'], ways['sequence']
            all_rounds.append(rounds)
            all_sequence.append(sequence)
            body.append(f"| `{program}` | {alarms([rounds])} | {100 * rounds['smallest']:.0f} % | "
                        f"{alarms([sequence])} | {100 * sequence['smallest']:.0f} % |")
            print(body[-1], flush=True)
    body.append(f'| together | {alarms(all_rounds)} | | {alarms(all_sequence)} | |')
    table = '\n'.join(('| program | false alarms in rounds | seen from | false alarms in sequence | seen from |',
                       '|---|---|---|---|---|', *body))
    with open(f'{TOP}/docs/aa-programs.md', 'w') as f:
        f.write(TEXT.format(rounds=a.r, before=f'{before:.1f}', after=f'{os.getloadavg()[0]:.1f}',
                            cpus=os.cpu_count(), table=table))


if __name__ == '__main__':
    main()
