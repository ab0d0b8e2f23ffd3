#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench/diff_proof.py [--write] [--keep FILE] [--seeds N] [--more] [PROGRAM]: docs/diff-proof.md, from 20 repositories

Makes the repositories of bench/repositories.py with seeds 1 to N (20), measures each of their planted
commits against its parent by assay diff (PROGRAM, default build-release/src/cli/assay), over real
builds, and prints what it found, in Markdown. The time of ./bench decides, and of commits that change
memory the peak memory of ./bench memory. Takes about 15 minutes; best on a machine that does nothing
else.

  --keep FILE  keeps a line of JSON for each comparison; the same command goes on from there. Nothing is
               measured twice.
  --seconds S  end after S seconds, or soon after; only with --keep
  --more       only commits of 5 % more time, with seeds 21 to 40 and 50 builds of both versions
  --write      also puts it into docs/diff-proof.md, between its marks, when all are there
"""

import argparse
import datetime
import functools
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, f'{ROOT}/bench')
import repositories  # noqa: E402

MARKS = ('<!-- by bench/diff_proof.py --write, from here -->\n', '<!-- to here -->\n')
TIME = ['--builds', '16', '-r', '10', '--randomize', 'layout', '--build', 'make', '--', './bench']
MORE = ['--builds', '50', '-r', '4', *TIME[4:]]
MORE_MARKS = ('<!-- by bench/diff_proof.py --more --write, from here -->\n', '<!-- to here, with more -->\n')
MEMORY = ['--builds', '4', '-r', '5', '--randomize', 'layout', '--criterion', 'peak_memory', '--build', 'make',
          '--artifact', 'bench', '--', './bench', 'memory']
CHANGED = {'slower', 'slower_small', 'faster', 'faster_small', 'different'}
MEASURED = {'same': 'nothing, and the same program', 'moved': 'nothing, at other addresses',
            'slower-2': '2 % more time', 'slower-5': '5 % more time', 'hungrier-5': '5 % more memory',
            'hungrier-10': '10 % more memory'}
TRUTH = {'moved': 1, 'slower-2': 1.02, 'slower-5': 1.05, 'hungrier-5': 1.05, 'hungrier-10': 1.1}


def normal(x):
    return math.erfc(-x / math.sqrt(2)) / 2


def exceeds(t, df, shift):
    """P(T > t) of the noncentral t distribution: over the chi distribution of its denominator."""
    n, high = 2000, math.sqrt(df) + 8
    log_scale = (df / 2 - 1) * math.log(2) + math.lgamma(df / 2)
    total = 0.0
    for i in range(n):
        s = (i + 0.5) * high / n
        density = math.exp((df - 1) * math.log(s) - s * s / 2 - log_scale)
        total += density * normal(shift - t * s / math.sqrt(df))
    return total * high / n


@functools.lru_cache(maxsize=None)
def critical(df):
    """What |t| exceeds in 5 % of all cases."""
    low, high = 1.0, 50.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if exceeds(middle, df, 0) > 0.025 else (low, middle)
    return low


def standard_error(row):
    """Of the logarithm of the ratio, from the interval and its degrees of freedom."""
    return math.log(row['hi'] / row['lo']) / 2 / critical(row['df'])


def power(row, ratio):
    """How likely a design with this standard error finds that ratio."""
    return exceeds(critical(row['df']), row['df'], math.log(ratio) / standard_error(row))


def diff(program, repository, kind, seed, folder, time_options):
    """A row: what assay diff says of that commit and its parent, with a store of its own."""
    environment = dict(os.environ, ASSAY_STORE=os.path.join(folder, 'store.db'), TMPDIR=folder, LC_ALL='C.UTF-8')
    for file in os.listdir(folder):
        if file.startswith('store.db'):
            os.remove(os.path.join(folder, file))
    options = MEMORY if kind.startswith('hungrier') else time_options
    load, began = os.getloadavg()[0], time.monotonic()
    done = subprocess.run([program, 'diff', f'{kind}~1', kind, '--json', '--seed', str(seed), *options], cwd=repository,
                          env=environment, text=True, capture_output=True, stdin=subprocess.DEVNULL, check=False)
    row = {'seed': seed, 'kind': kind, 'status': done.returncode, 'load': load,
           'seconds': time.monotonic() - began, 'said': done.stderr.splitlines()[:1]}
    result = json.loads(done.stdout) if done.stdout.startswith('{') else {}
    found = result.get('benchmarks', [{}])[0]
    row['identical'] = found.get('kind') == 'identical'
    c = found.get('comparison')
    if c:
        row |= {key: c['interval'][key] for key in ('lo', 'hi', 'df', 'method')}
        row |= {key: c[key] for key in ('verdict', 'ratio', 'n')}
    if c and c['metric'] in ('time', 'wall'):
        row['ms'] = found['base']['summary']['mean'] / 1e6
    return row


def read_kept(file):
    if not file or not os.path.exists(file):
        return []
    with open(file, encoding='utf-8') as f:
        return [json.loads(line) for line in f]


def measure(a):
    """All rows, those in the file that is kept first."""
    rows, end = read_kept(a.keep), time.monotonic() + a.seconds
    there = {(row['seed'], row['kind']) for row in rows}
    with tempfile.TemporaryDirectory(prefix='repositories.') as folder:
        os.mkdir(os.path.join(folder, 'own'))
        for seed in range(a.first, a.first + a.seeds):
            wanted = [r['kind'] for r in repositories.make(folder, seed)
                      if (seed, r['kind']) not in there and r['kind'] in a.kinds]
            for kind in wanted:
                if time.monotonic() > end:
                    return rows
                row = diff(a.program, os.path.join(folder, str(seed)), kind, seed, os.path.join(folder, 'own'), a.time)
                rows.append(row)
                print(f"{seed:3} {kind:12} {found_words(row)}", file=sys.stderr, flush=True)
                if a.keep:
                    with open(a.keep, 'a', encoding='utf-8') as f:
                        print(json.dumps(row), file=f)
    return rows


def is_measured(row):
    return row['status'] == 0 and 'ratio' in row


def is_found(row):
    """A change of the planted direction."""
    return is_measured(row) and row['verdict'] in ('slower', 'slower_small')


def is_alarm(row):
    return is_measured(row) and row['verdict'] in CHANGED


def found_words(row):
    if row['status']:
        return f"exit status {row['status']}: {' '.join(row['said'])}"
    if row['identical']:
        return 'the same program'
    if 'ratio' not in row:
        return 'nothing'
    return f"{100 * (row['lo'] - 1):+.2f} … {100 * (row['hi'] - 1):+.2f} % ({row['verdict']})"


def expected(rows, ratio):
    """How many of them are found if their standard errors are right, and the deviation of that."""
    p = [min(1.0, power(row, ratio)) for row in rows]
    return sum(p), math.sqrt(sum(x * (1 - x) for x in p))


def of(rows, *kinds):
    return [row for row in rows if row['kind'] in kinds]


def table(head, body):
    lines = ['| ' + ' | '.join(head) + ' |', '|' + '---|' * len(head)]
    return '\n'.join(lines + ['| ' + ' | '.join(row) + ' |' for row in body])


def measured_line(rows, kind):
    """Of a kind that is measured: how many were found, and would be expected."""
    mine = of(rows, kind)
    measured = [row for row in mine if is_measured(row)]
    found = sum(is_found(row) if TRUTH[kind] > 1 else is_alarm(row) for row in measured)
    wide = statistics.median((row['hi'] - row['lo']) / 2 for row in measured) if measured else math.nan
    holds = sum(row['lo'] <= TRUTH[kind] <= row['hi'] for row in measured)
    want = '%.1f ± %.1f' % expected(measured, TRUTH[kind]) if TRUTH[kind] > 1 else f'{0.05 * len(measured):.1f}'
    covered = '' if kind.startswith('hungrier') else f'{holds} of {len(measured)}'
    return MEASURED[kind], f'**{found} of {len(mine)}**', want, f'± {100 * wide:.2f} %', covered


def told_line(rows, kind, words, good):
    mine = of(rows, kind)
    return words, f'**{sum(good(row) for row in mine)} of {len(mine)}**', str(len(mine)), '', ''


def not_built(row):
    return row['status'] == 5 and 'the build' in row['said'][0] and 'failed' in row['said'][0]


def failing(row):
    return row['status'] == 5 and 'the build' not in row['said'][0] and 'failed' in row['said'][0]


def claims(rows):
    """What issue and page promise, and whether it holds."""
    unplanted = of(rows, 'same', 'moved')
    alarms, found = sum(is_alarm(row) for row in unplanted), sum(is_found(row) for row in of(rows, 'slower-5'))
    seeds = len(of(rows, 'slower-5'))
    told = sum(not_built(row) for row in of(rows, 'unbuilt')) + sum(failing(row) for row in of(rows, 'failing'))
    two = [row for row in of(rows, 'slower-2') if is_measured(row)]
    mean, deviation = expected(two, 1.02)
    body = [
        ('5 % more time is found', f'{found} of {seeds}', 'at least 18 of 20', 10 * found >= 9 * seeds),
        ('differences reported where nothing was planted', f'{alarms} of {len(unplanted)}', 'at most 4', alarms <= 4),
        ('2 % more time is found as often as the standard errors predict',
         f'{sum(map(is_found, two))} of {len(two)}', f'{mean:.1f} ± {deviation:.1f}', None),
        ('what does not build, or fails, is told as such, with exit status 5',
         f"{told} of {len(of(rows, 'unbuilt', 'failing'))}", 'all', told == len(of(rows, 'unbuilt', 'failing')))]
    return table(('promise', 'obtained', 'wanted', ''),
                 [(*line[:3], '' if line[3] is None else 'holds' if line[3] else '**does not hold**') for line in body])


def kinds(rows):
    body = [told_line(rows, 'same', MEASURED['same'], lambda row: row['identical'])]
    body += [measured_line(rows, kind) for kind in TRUTH]
    body += [told_line(rows, 'unbuilt', 'it does not build', not_built),
             told_line(rows, 'failing', 'it fails at run time', failing)]
    return table(('planted in a commit', 'told so', 'expected', 'median half-width', 'interval has the truth'), body)


def every_one(rows):
    """Seed by seed, what the intervals were."""
    body = []
    for seed in sorted({row['seed'] for row in rows}):
        mine = {row['kind']: row for row in rows if row['seed'] == seed}
        ms = f"{mine['slower-5']['ms']:.1f} ms" if 'ms' in mine.get('slower-5', {}) else ''
        cells = []
        for kind, truth in TRUTH.items():
            row = mine.get(kind)
            cell = '' if not row else found_words(row).split(' (')[0]
            right = row and is_measured(row) and (is_alarm(row) if truth == 1 else is_found(row)) == (truth > 1)
            cells.append(cell if right or not cell else f'*{cell}*')
        body.append((str(seed), ms, *cells))
    return table(('seed', 'base takes', *[MEASURED[kind] for kind in TRUTH]), body)


def version(words):
    try:
        return subprocess.run(words, text=True, capture_output=True, check=True).stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError):
        return f'no {words[0]}'


def cpu():
    with open('/proc/cpuinfo', encoding='utf-8') as f:
        return next((line.split(':')[1].strip() for line in f if line.startswith('model name')), 'an unnamed processor')


def more_page(a, rows):
    """The second set: changes of 5 %, with more builds."""
    found, minutes = sum(map(is_found, rows)), sum(row['seconds'] for row in rows) / 60
    mean, deviation = expected([row for row in rows if is_measured(row)], TRUTH['slower-5'])
    body = [(str(row['seed']), f"{row['ms']:.1f} ms" if 'ms' in row else '',
             found_words(row).split(' (')[0] if is_found(row) else f"*{found_words(row).split(' (')[0]}*")
            for row in rows]
    verdict = 'holds' if 10 * found >= 9 * len(rows) else '**does not hold**'
    return '\n'.join([
        f'5 % more time was found in **{found} of {len(rows)}** (wanted: at least 18 of 20, which {verdict}; expected from '
        f"the standard errors: {mean:.1f} ± {deviation:.1f}); {minutes:.0f} minutes on {datetime.date.today()}, by "
        f"{version([a.program, '--version'])}.", '', table(('seed', 'base takes', MEASURED['slower-5']), body)]) + '\n'


def page(a, rows):
    loads = sorted(row['load'] for row in rows)
    minutes = sum(row['seconds'] for row in rows) / 60
    return '\n'.join([
        f"Measured on {datetime.date.today()} by {version([a.program, '--version'])} on {cpu()}, {os.cpu_count()} processors, "
        f"with {version(['cc', '--version'])} and {version(['mold', '--version'])}; "
        f"{len(rows)} comparisons in {minutes:.0f} minutes. The load average of the last minute, the measurement's own "
        f"included, was {loads[0]:.1f} to {loads[-1]:.1f}, in the middle {statistics.median(loads):.1f}.", '',
        claims(rows), '', '## By kind', '', kinds(rows), '',
        '## Every one', '', 'The interval of the ratio, less 1; slanted where a change was not found, or one that was not '
        'planted was reported.', '', every_one(rows)]) + '\n'


def options():
    p = argparse.ArgumentParser(usage=__doc__.replace('%', '%%'))
    p.add_argument('program', nargs='?', default=os.path.join(ROOT, 'build-release/src/cli/assay'))
    p.add_argument('--write', action='store_true')
    p.add_argument('--keep')
    p.add_argument('--seeds', type=int, default=len(repositories.SEEDS))
    p.add_argument('--more', action='store_true')
    p.add_argument('--seconds', type=float, default=math.inf)
    a = p.parse_args()
    a.program = os.path.abspath(a.program)
    a.first, a.kinds, a.time = (21, ['slower-5'], MORE) if a.more else (1, repositories.KINDS, TIME)
    for program in (a.program, 'git', 'make', 'cc'):
        if not shutil.which(program):
            sys.exit(f'bench/diff_proof.py: there is no {program}')
    return a


def main():
    a = options()
    rows = measure(a)
    text = (more_page if a.more else page)(a, rows)
    marks = MORE_MARKS if a.more else MARKS
    print(text, end='')
    missing = a.seeds * len(a.kinds) - len(rows)
    if missing:
        sys.exit(f'bench/diff_proof.py: {missing} comparisons are missing')
    if a.write:
        name = os.path.join(ROOT, 'docs/diff-proof.md')
        with open(name, encoding='utf-8') as file:
            before, rest = file.read().split(marks[0])
        with open(name, 'w', encoding='utf-8') as file:
            file.write(before + marks[0] + text + marks[1] + rest.split(marks[1], 1)[1])


if __name__ == '__main__':
    main()
