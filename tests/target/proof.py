#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tests/target/proof.py ASSAY TARGET [-n N] [-j JOBS] [--keep FILE] [--tap] [CELL...]

Whether assay keeps its promises: experiments through the command line on a program whose truth is
known (target.c), with the seeds 1 to N (400) in every cell. A cell is a tree of variances and a way
to measure it; it is judged by the claims that stand beside it, and no seed is ever replaced. CELL
limits it to cells whose names begin so. --keep writes what each experiment gave, lines of JSON; what
is there already is not run again, and a larger N goes on from there. Exit status 1 if a claim does
not hold.

--tap: N experiments of a few cells (`make check`: 40; under the sanitizers, where they give the same numbers
more slowly, 5). It fails where a true claim would give such a count less than once in 100000 times: it finds
what is broken, not what is off by a percent.

All times are virtual and costs given, so what comes out depends on the seeds alone, not on the machine.
"""

import argparse
import concurrent.futures
import datetime
import json
import math
import os
import queue
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import namedtuple

# tree: settings of the target. options: of assay run. pair: the same program twice, each with luck
# of its own. builds: it is built. claims: (what, least, most) of the rows. effect: by how much the second
# program of a pair is slower. gates: options that judge it.
Cell = namedtuple('Cell', 'group name tree options pair builds claims effect gates', defaults=(0, ()))

COVERAGE = ('coverage', 0.92, 0.98)
FALSE_ALARMS = ('false alarms', 0, 0.08)
BUILD_SHARE = ('build share', 0, 0.05)
PLANNED = ('obtained/planned', 0.9, 1.1)
SEEN = ('seen', 0.9, 1)
PROVEN = ('proven', 0, 0.05)
PASSED = ('passed', 0, 0.05)
LOOKS = ('a look is wrong', 0, 0.07)
DECIDED = ('decided', 0.85, 1)
REACHED = ('target reached', 0.9, 1)  # within 2 %

SHAPES = {
    'normal': '',
    'skewed': 'shape=1',
    'bimodal': 'shape=2',
    'outliers': 'outliers=0.02',
    'drift': 'drift=0.09',
    'epochs': 'epochs=0.02',
}
THREE = 'build=0.01 execution=0.01 iteration=0.02'
TWO = 'execution=0.01 iteration=0.02'
FIXED = '--builds {} -r 6 --iterations 5'
# A build costs 10 executions, an execution 10 iterations.
COSTS = '--cost build=1s,start=100ms,iteration=10ms --budget 1h'


def three_levels():
    for name, shape in SHAPES.items():
        yield Cell('fixed', name, f'{THREE} {shape}', FIXED.format(10), False, True, (COVERAGE,))
    for name in ('normal', 'skewed', 'bimodal'):
        yield Cell('five', name, f'{THREE} {SHAPES[name]}', FIXED.format(5), False, True, ())
    for name, shape in SHAPES.items():
        yield Cell('pair', name, f'{THREE} {shape}', FIXED.format(10), True, True, (FALSE_ALARMS,))


def drifting_machine():
    """Nothing but noise of 1 % and a drift over 6 builds in 8 rounds."""
    for name, drift in (('0 %', 0), ('2 %', 0.042), ('4 %', 0.083)):
        yield Cell('drift', name, f'execution=0.01 drift={drift}', '--builds 6 -r 8 --iterations 1',
                   False, True, (BUILD_SHARE,) if drift else ())


def plans():
    """Counts chosen by assay. The claim on plans is for trees in which every level varies."""
    for name in ('normal', 'skewed', 'bimodal', 'outliers', 'drift'):
        shape = SHAPES[name]
        yield Cell('plan', name, f'{THREE} {shape}', f'--precision 0.6% {COSTS}', False, True,
                   (COVERAGE, PLANNED) if name == 'normal' else (COVERAGE,))
    for name, tree in (('executions alone', 'execution=0.02'), ('iterations alone', 'iteration=0.05')):
        yield Cell('plan', name, tree, f'--precision 0.6% {COSTS}', False, True, (COVERAGE,))
    yield Cell('planpair', 'normal', THREE, f'--precision 1% {COSTS}', True, True, (FALSE_ALARMS,))


def two_stages():
    """Executions alone. What varies more has a coarser target, so that its numbers are alike."""
    coarser = {'outliers': 2, 'epochs': 2}
    for stage1, names in ((10, ('normal', 'skewed', 'bimodal', 'outliers', 'epochs')),
                          (20, ('normal',)), (200, ('normal', 'outliers'))):
        for name in names:
            precision = (0.15 if stage1 == 200 else 0.4) * coarser.get(name, 1)
            yield Cell(f'two stages from {stage1}', name, f'{TWO} {SHAPES[name]}',
                       f'--stage1 {stage1} --precision {precision}% --iterations 5', False, False,
                       (COVERAGE, REACHED) if name == 'normal' else ())
    for name in ('normal', 'outliers', 'drift'):
        yield Cell('two stages, pair', name, f'{TWO} {SHAPES[name]}',
                   f'--stage1 10 --precision {coarser.get(name, 1)}% --iterations 5', True, False,
                   (FALSE_ALARMS,))


def two_looks():
    """The first look after 10 rounds; where that is undecided, at least 10 more, by the variance."""
    for name in ('normal', 'outliers', 'drift'):
        yield Cell('two looks', name, f'{TWO} {SHAPES[name]}',
                   '--decide --stage1 10 --precision 50% --tolerance 2% --iterations 5', True, False,
                   (FALSE_ALARMS,))


def changes():
    """--detect 1 %, with 90 %: that change, and none. Rounds are added in stages; builds are made once."""
    stages, made = '--stage1 10 --detect 1% --iterations 5', f'--detect 1% {COSTS}'
    for name in ('normal', 'bimodal', 'outliers'):
        yield Cell('to be seen', name, f'{TWO} {SHAPES[name]}', stages, True, False, (SEEN,), 0.01)
        yield Cell('to be seen, none', name, f'{TWO} {SHAPES[name]}', stages, True, False, (FALSE_ALARMS,))
    for name in ('normal', 'bimodal'):
        yield Cell('to be seen, builds', name, f'{THREE} {SHAPES[name]}', made, True, True, (SEEN,), 0.01)
        yield Cell('to be seen, builds, none', name, f'{THREE} {SHAPES[name]}', made, True, True,
                   (FALSE_ALARMS,))


def early():
    """--early: the true change is the limit of the gate, and whatever is concluded is wrong; none; and 10 %."""
    gate = ('--fail-if', 'slower by 3%')
    for most in (24, 80):
        for name in ('normal', 'bimodal', 'outliers', 'drift'):
            yield Cell(f'early, at most {most}', name, f'execution=0.05 {SHAPES[name]}',
                       f'--early --runs {most} --iterations 1', True, False, (PROVEN, PASSED, LOOKS), 0.03, gate)
    for name, effect in (('none', 0), ('10 %', 0.1)):
        yield Cell('early, decided', name, 'execution=0.035', '--early --runs 80 --iterations 1', True, False,
                   (DECIDED,), effect, gate)
    for name in ('normal', 'outliers'):
        yield Cell('early, two gates', name, f'execution=0.05 {SHAPES[name]}', '--early --runs 80 --iterations 1',
                   True, False, (PROVEN, PASSED, LOOKS), 0.03, gate + ('--fail-if', 'faster by 20%'))
        yield Cell('early, to be shown', name, f'execution=0.05 {SHAPES[name]}',
                   '--early --runs 80 --iterations 1', True, False, (PROVEN, PASSED, LOOKS), 0.03,
                   ('--fail-unless', 'not slower by 3%'))


def all_cells():
    yield from three_levels()
    yield from drifting_machine()
    yield from two_stages()
    yield from two_looks()
    yield from changes()
    yield from early()
    yield from plans()


def title(cell):
    return f'{cell.group}/{cell.name}'


class Failure(Exception):
    """An experiment that gave no result."""


def output_of(words, folder, fine=(0,)):
    done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          env=os.environ | {'ASSAY_STORE': folder + '/store', 'TMPDIR': folder})
    if done.returncode not in fine:
        raise Failure(f"{' '.join(words)}: exit status {done.returncode}: {done.stderr}")
    return done.stdout


def take_gates(cell, result, row):
    """What became of them, and whether an interval of a look misses the truth: one may end it at any."""
    if not cell.gates:
        return
    state, looks = result['gates'][0]['state'], result['gates'][0]['early']
    row['proven'] = state in ('failed', 'worse')
    row['passed'] = state in ('passed', 'shown')
    row['decided'] = row['proven'] or row['passed']
    row['rounds'] = result['plan']['done']
    if looks:
        row['a look is wrong'] = any(not look['lo'] <= 1 + cell.effect <= look['hi'] for look, blocked in
                                     zip(looks['looks'], looks['blocked']) if not blocked)


def what_it_gave(cell, result, truth):
    """A row: what the claims ask of one experiment, and what it took."""
    summary, plan = result['subjects'][0]['summaries'][0], result['plan']
    level = {l['level']: l for l in summary['levels']}
    row = {'units': summary['n'], 'executions': summary['executions']['ok'],
           'iterations': plan['iterations'], 'build share': level.get('build', {}).get('share', 0)}
    if cell.pair:
        interval = result['comparisons'][0]['interval']
        row['false alarms'] = not interval['lo'] <= 1 <= interval['hi']
        row['width'] = (interval['hi'] - interval['lo']) / 2
        row['seen'] = interval['lo'] > 1
        row['verdict'] = result['comparisons'][0]['verdict']
        take_gates(cell, result, row)
    else:
        interval = summary['interval']
        row['coverage'] = interval['lo'] <= truth <= interval['hi']
        row['width'] = interval['half_width'] / summary['mean']
        row['error'] = summary['mean'] / truth - 1
    if plan.get('precision') and not plan['decide']:
        row['target reached'] = row['width'] <= 1.02 * plan['precision']
    if plan['expected']:
        row['obtained/planned'] = row['width'] / plan['expected']
    return row


def experiment(programs, cell, seed, folder):
    assay, target = programs
    program = './p' if cell.builds else target
    trees = [f'{cell.tree} machine={seed} seed={seed + other} effect={effect}' for other, effect in
             (((0, 0), (1000000, cell.effect)) if cell.pair else ((0, 0),))]
    words = [assay, 'run', '--json', '--seed', str(seed)] + cell.options.split()
    if cell.builds:
        words += ['--build', f'{target} build ./p']
    result = json.loads(output_of(words + list(cell.gates) + [f'{program} {tree}' for tree in trees], folder, (0, 1, 3)
                                  if cell.gates else (0,)))
    executions = str(result['subjects'][0]['summaries'][0]['executions']['ok'])
    truth = float(output_of([target, 'truth', executions] + trees[0].split(), folder))
    return what_it_gave(cell, result, truth)


def measure(programs, cell, seeds, jobs):
    """Experiments of a cell, in the order of their seeds."""
    with tempfile.TemporaryDirectory(prefix='assay-proof-') as top:
        folders = queue.Queue()
        for job in range(jobs):
            os.mkdir(f'{top}/{job}')
            folders.put(f'{top}/{job}')

        def one(seed):
            folder = folders.get()
            try:
                return experiment(programs, cell, seed, folder)
            finally:
                shutil.rmtree(f'{folder}/store', ignore_errors=True)  # nothing is learnt from it
                folders.put(folder)

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(one, seeds))


def values(rows, what):
    return [row[what] for row in rows if what in row]


def estimate(rows, what):
    """The figure that a claim is about: a rate, a mean or a median; and its standard error."""
    x = sorted(values(rows, what))
    n = len(x)
    if what == 'obtained/planned':  # from the order statistics that are one error of rank away
        rank = max(1, round(math.sqrt(n) / 2))
        return statistics.median(x), (x[min(n - 1, n // 2 + rank)] - x[max(0, n // 2 - rank)]) / 2
    mean = statistics.fmean(x)
    if what == 'build share':
        return mean, statistics.stdev(x) / math.sqrt(n)
    return mean, math.sqrt(mean * (1 - mean) / n)


def at_most(k, n, p):
    """Probability that a binomial number is at most k."""
    return sum(math.comb(n, i) * p ** i * (1 - p) ** (n - i) for i in range(k + 1))


def refuted(rows, claim):
    """Whether rows as these come less often than once in 100000 times where the claim is true."""
    what, least, most = claim
    x, chance = values(rows, what), 1e-5
    n = len(x)
    if what == 'build share':
        mean, error = estimate(rows, what)
        return mean - 4.3 * error > most
    if what == 'obtained/planned':  # at most half of them lie beyond
        beyond = max(sum(r < least for r in x), sum(r > most for r in x))
        return at_most(n - beyond, n, 0.5) < chance / 2
    hits = sum(x)
    return at_most(hits, n, least) < chance / 2 or at_most(n - hits, n, 1 - most) < chance / 2


def holds(rows, claim):
    what, least, most = claim
    return least <= estimate(rows, what)[0] <= most


def line(cell, rows, claim):
    what, least, most = claim
    value, error = estimate(rows, what)
    return (f'{title(cell)}: {what} {value:.3f} +- {error:.3f}, wanted {least} to {most}, '
            f'{len(rows)} experiments')


REDUCED = ('fixed/normal', 'fixed/drift', 'pair/bimodal', 'drift/4 %', 'two stages from 10/normal',
           'two looks/normal')


def tap(programs, a):
    chosen = [cell for cell in all_cells() if title(cell) in REDUCED]
    status = 0
    print(f'1..{sum(len(cell.claims) for cell in chosen)}', flush=True)
    for cell in chosen:
        rows = measure(programs, cell, range(1, a.n + 1), a.j)
        for claim in cell.claims:
            bad = refuted(rows, claim)
            status |= bad
            print(f"{'not ' if bad else ''}ok - {line(cell, rows, claim)}", flush=True)
    return status


def read_kept(path):
    """What --keep has written: rows by title."""
    kept = {}
    if path and os.path.exists(path):
        with open(path) as f:
            for cell, rows in map(json.loads, f):
                kept.setdefault(cell, []).extend(rows)
    return kept


def made_by(assay):
    """What makes rows now: the version of assay, the commit of this tree where there is one, and the day."""
    version = subprocess.run([assay, '--version'], capture_output=True, text=True, check=True).stdout.split('\n')[0]
    here = os.path.dirname(os.path.abspath(__file__))

    def git(*words):
        return subprocess.run(['git', '-C', here, *words], capture_output=True, text=True, check=False).stdout.strip() if shutil.which('git') else ''

    commit = git('rev-parse', 'HEAD')
    # pages are written while rows are made, and do not make them
    if commit and git('status', '--porcelain', '--untracked-files=no', '--', ':/', ':!/docs', ':!/README.md'):
        commit += '-dirty'
    return version + (f' ({commit})' if commit else '') + f', {datetime.date.today()}'


def grow(programs, cell, rows, a):
    """More experiments, until there are a.n; each portion is kept at once."""
    made = made_by(programs[0])
    while len(rows) < a.n:
        portion = [row | {'made': made} for row in
                   measure(programs, cell, range(len(rows) + 1, min(len(rows) + 100, a.n) + 1), a.j)]
        rows += portion
        if a.keep:
            with open(a.keep, 'a') as f:
                print(json.dumps([title(cell), portion]), file=f)
    return rows


def prove(programs, a):
    kept, status = read_kept(a.keep), 0
    for cell in all_cells():
        if a.cells and not any(title(cell).startswith(name) for name in a.cells):
            continue
        rows = grow(programs, cell, kept.get(title(cell), []), a)
        for claim in cell.claims:
            good = holds(rows, claim)
            status |= not good
            print(f"{line(cell, rows, claim)}: {'holds' if good else 'DOES NOT HOLD'}", flush=True)
    return status


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument('assay')
    p.add_argument('target')
    p.add_argument('cells', nargs='*')
    p.add_argument('-n', type=int, default=400)
    p.add_argument('-j', type=int, default=2)
    p.add_argument('--keep')
    p.add_argument('--tap', action='store_true')
    a = p.parse_args()
    programs = os.path.abspath(a.assay), os.path.abspath(a.target)
    try:
        return tap(programs, a) if a.tap else prove(programs, a)
    except Failure as failure:
        print(f'proof: {failure}', file=sys.stderr)
        return 2


if __name__ == '__main__':
    sys.exit(main())
