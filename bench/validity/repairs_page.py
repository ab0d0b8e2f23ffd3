# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/validity-repairs.md from the rows of before and of now: what each cell shows, and the words."""

from collections import namedtuple

from rows import RULE, counts, percent, promise, promised, promises, rate

# What a cell shows. judge: the tally; text: what methods-repairs.md has, a number or a range, None where
# it says nothing. What is promised the rows say.
Cell = namedtuple('Cell', 'name judge text')
Table = namedtuple('Table', 'rule title words head rows')

NEAR = 1.0  # points from the text

WORLDS = ('independent', 'lognormal 0.5', 'rho 0.3', 'rho 0.6', 'rho 0.8', 'rho 0.9', 'rho 0.95', 'rho 0.98',
          'drift', 'step', 'period 50')
LASTS = {'rho 0.3': 1.4, 'rho 0.6': 2.5, 'rho 0.8': 5, 'rho 0.9': 10, 'rho 0.95': 20, 'rho 0.98': 50}
ALONE = {  # 1.6
    10: (97.3, 94.2, 94.1, 87.7, 77.1, 68.7, 61.3, 57.5, 100, 99.8, 48.8),
    20: (97.4, 95.7, 95.3, 90.0, 80.5, 68.3, 57.1, 48.1, 100, 100, 58.4),
    50: (96.6, 95.5, 95.0, 92.5, 89.5, 81.2, 66.4, 48.1, 100, 100, 100),
    100: (96.2, 95.5, 94.7, 95.3, 95.3, 92.7, 84.2, 64.1, 100, 100, 100),
    200: (95.6, 95.3, 94.9, 96.0, 96.4, 96.3, 94.7, 83.4, 100, 100, 100),
    1000: (94.7, 95.1, 96.1, 94.6, 94.8, 94.7, 95.0, 97.2, 100, 100, 100),
}
BELOW = {  # 1.6, the share that is not called 95 %
    20: {'independent': 3.9, 'rho 0.6': 28, 'rho 0.9': 32, 'rho 0.98': 14, 'drift': 98},
    50: {'independent': 0.3, 'rho 0.6': 13, 'rho 0.9': 50, 'rho 0.98': 30, 'drift': 100},
    200: {'independent': 0, 'rho 0.6': 0, 'rho 0.9': 19, 'rho 0.98': 83, 'drift': 100},
}
PLANNED_WORLDS = ('independent', 'lognormal 0.5', 'rho 0.3', 'rho 0.6', 'rho 0.9', 'rho 0.98', 'period 50')
PLANNED = {10: (96.9, 93.2, 95.3, 94.0, 91.1, 68.8, 99.1), 20: (96.9, 94.4, 94.7, 93.9, 90.1, 63.4, 99.6)}
MISSED = {10: (11, 13, 19, 25, 76, 78, 95), 20: (13, 11, 21, 29, 78, 75, 96)}
STRETCHES = {30: (2.3, 4.5, 6.3, 23.8), 200: (3.8, 4.3, 3.0, 1.9)}
STAGES = (  # cell, words, text for 6 / 10 / 20
    ('log ratio', 'log ratio', (3.5, 3.9, 4.7)),
    ('means', '`--ratio=means`, normal', (3.5, 3.9, 4.8)),
    ('means, lognormal 0.5', '`--ratio=means`, lognormal 0.5', (3.6, 4.0, 4.5)),
    ('means, AR 0.6', '`--ratio=means`, AR 0.6 state', (3.4, 3.9, 4.8)),
    ('means, ideal 15', '`--ratio=means`, ideal number 15', (4.3, 4.7, 4.8)),
    ('other metric, 0', 'another metric, correlation 0', (2.4, 3.3, 4.1)),
    ('other metric, 0.5', 'another metric, 0.5', (2.5, 3.6, 4.2)),
    ('other metric, 0.9', 'another metric, 0.9', (3.1, 3.9, 4.6)),
    ('10 % zeros', 'counts with 10 % zeros', (2.5, 3.5, 4.9)),
)
SUBJECTS = (
    ('one subject', 'mean of one subject, normal', (97.4, 96.6, 95.8)),
    ('one subject, lognormal 0.5', 'mean of one subject, lognormal 0.5', (95.3, 94.4, 93.6)),
)
SUITES = {5: ((3.3, 3.7, 4.2), (3.4, 3.7, 4.3)), 10: ((3.5, 3.8, 4.6), (3.5, 3.8, 4.7)),
          20: ((3.8, 3.8, 4.4), (3.8, 3.9, 4.5))}
BUILDS = {'normal': (94.7, 96.4), 'two kinds 30:70': (93.0, 94.3), 'lognormal 0.5': (92.4, 94.0)}
CLOCKS = {3: (0, 0, 0.41, None), 4: ((0, 2), (0, 2), (0, 2), (4.8, 5.5)), 5: ((0, 3.2),) * 3 + ((4.8, 5.5),),
          6: ((0, 3.8),) * 3 + ((4.8, 5.5),), 10: ((0, 4.4),) * 3 + ((4.8, 5.5),)}
BUDGET = {5: ((95.1, 95.5), (96.2, 96.4), (97.3, 97.5)), 6: ((95.2, 95.7), (96.1, 96.2), (97.1, 97.3)),
          10: ((95.0, 95.1), (95.3, 95.8), (96.5, 96.7)), 20: (95, 95, (95.8, 96.0))}
OVERALL = {'builds': {5: (95.2, 95.0, 95.2), 10: (95.3, 95.3, 95.2), 20: (95.2, 95.4, 95.2)},
           'rounds': {5: (95.2, 95.0, 95.0), 10: (95.2, 95.1, 95.1), 20: (95.0, 95.2, 95.1)}}
TYPICAL = (  # cell, judge, words, text for 10 / 30 / 100 / 300
    ('no difference, 2 %', 'faster', 'no difference, sd 2 %: faster', ((2.4, 2.5),) * 4),
    ('no difference, 2 %', 'slower', 'the same: slower', ((2.4, 2.5),) * 4),
    ('no difference, 50 %', 'faster', 'no difference, sd 50 %: faster', ((2.4, 2.5),) * 4),
    ('no difference, 50 %', 'slower', 'the same: slower', ((2.4, 2.5),) * 4),
    ('slow runs on both sides', 'faster', '4 % slow runs on both sides: faster', ((2.0, 2.8),) * 4),
    ('slow runs on both sides', 'slower', 'the same: slower', ((2.0, 2.8),) * 4),
    ('typical -3 %, mean +2.8 %', 'faster', 'typical -3 %, mean +2.8 %: faster', (57, 29.7, 1.7, 0.1)),
    ('typical -3 %, mean +2.8 %', 'slower', 'the same: slower', (None,) * 4),
    ('-3 %', 'faster', '-3 %, sd 2 %: faster', (86, None, None, None)),
    ('-10 %, 50 %', 'faster', '-10 %, sd 50 %: faster', (None, None, None, 69.8)),
    ('+6 % by slow runs', 'slower', '+6 % by slow runs alone: slower', (None, None, 48.5, 99.2)),
)


def alone_rows(counts):
    for n in counts:
        group = 'heavy' if n == 1000 else 'alone'
        yield str(n), [Cell(f'{group}/{n}/{w}', 'assay', t)
                       for w, t in zip(WORLDS, ALONE[n])]


def below_rows():
    for n in (10, 20, 50, 100, 200):
        yield str(n), [Cell(f'alone/{n}/{w}', 'not called 95 %', BELOW.get(n, {}).get(w))
                       for w in WORLDS]


def planned_rows(judge, text):
    for stage1 in (10, 20):
        yield str(stage1), [Cell(f'planned/{stage1}/{w}', judge, t)
                            for w, t in zip(PLANNED_WORLDS, text[stage1])]


def stage_rows(cases):
    for name, words, text in cases:
        yield words, [Cell(f'stages/{name}/{r}', 'assay', t) for r, t in zip((6, 10, 20), text)]


def build_rows(group, ideal, text):
    for kind in BUILDS:
        for share in ('0.9', '0.5'):
            yield f'{kind}, builds make {share}', [
                Cell(f'{group}/{kind}/{share}/{i}', 'assay', text[kind]) for i in ideal]


TABLES = (
    Table(1, 'A mean of dependent executions', """The session's long-run mean, from so many executions (`-r N`) whose state is as large
as their noise and is like that of the one before by rho; drift and step are of four standard deviations, a period of 50 executions. Where
the list of states in methods-repairs.md 1.9 is too short, nothing is promised but the label, which the next table counts. The
bootstrap of skewed units is in these figures, as it is on screen.""",
          ('N',) + WORLDS, list(alone_rows((10, 20, 50, 100, 200)))),
    Table(1, 'The same of 1000 executions', 'Each takes as long as fifty of the others.',
          ('N',) + WORLDS, list(alone_rows((1000,)))),
    Table(1, 'How often it is not called 95 %', 'The label "less than 95 %"; before, everything was called 95 %.',
          ('N',) + WORLDS, list(below_rows())),
    Table(1, 'Planned in two stages: coverage', 'A target that 40 independent executions meet, after a stage 1 of so many.',
          ('stage 1',) + PLANNED_WORLDS, list(planned_rows('assay', PLANNED))),
    Table(1, 'Planned in two stages: target missed by more than 2 %', """Where it is missed the screen says so, with the figure
that was reached. Lognormal values: the number of executions is that of their variance, and the bootstrap of skewed units, which the text
leaves out, makes the interval wider after that, also before.""",
          ('stage 1',) + PLANNED_WORLDS, list(planned_rows('target missed by 2 %', MISSED))),
    Table(1, 'Two stretches of one machine, compared unpaired', """False alarms; sessions are taken to be alike, so that all that differs is what lasts within each.""",
          ('N a side', 'independent', 'rho 0.3', 'rho 0.6', 'rho 0.9'),
          [(str(n), [Cell(f'stretches/{n}/{w}', 'assay', t)
                     for w, t in zip(('independent', 'rho 0.3', 'rho 0.6', 'rho 0.9'), STRETCHES[n])])
           for n in (30, 200)]),
    Table(2, 'Other estimates and metrics after two stages', 'False alarms of identical programs, target 1 %, one extension.',
          ('', 'stage 1 of 6', '10', '20'), list(stage_rows(STAGES))),
    Table(2, 'Means of single subjects, where the target is the ratio', 'Coverage. The text has 100 less these.',
          ('', 'stage 1 of 6', '10', '20'), list(stage_rows(SUBJECTS[:1]))),
    Table(2, 'The same, skewed', 'Each of these is resampled ten thousand times.',
          ('', 'stage 1 of 6', '10', '20'), list(stage_rows(SUBJECTS[1:]))),
    Table(3, 'Suites: any false alarm', 'Each benchmark planned in two stages; Holm, and Benjamini and Hochberg.',
          ('benchmarks', 'Holm, stage 1 of 6', '10', '20', 'BH, stage 1 of 6', '10', '20'),
          [(str(n), [Cell(f'suites/{n}/{r}', how, t) for how, texts in zip(('Holm', 'BH'), SUITES[n])
                     for r, t in zip((6, 10, 20), texts)]) for n in (5, 10, 20)]),
    Table(4, 'Stored baselines: false alarms', """Sessions of the command vary so many times as much as those of another, which has a profile of 6 sessions.""",
          ('its own profile has', '1', '2', '3', '5', '10'),
          [(f'{own} sessions' if own else 'there is none', [
              Cell(f'stored/{own}/{k}', 'assay', {0: 0, 2: (0, 4.6), 6: (3.3, 4.9), 10: (0, 5.1)}[own])
              for k in (1, 2, 3, 5, 10)]) for own in (0, 2, 6, 10)]),
    Table(4, 'Stored baselines: verdicts given', 'Of all comparisons; without a profile of its own there is none.',
          ('its own profile has', '1', '2', '3', '5', '10'),
          [(f'{own} sessions' if own else 'there is none', [
              Cell(f'stored/{own}/{k}', 'verdicts', 100 if own else 0)
              for k in (1, 2, 3, 5, 10)]) for own in (0, 2, 6, 10)]),
    Table(5, 'Builds that take 3 s: coverage', 'As many as the precision takes; an ideal plan would need 5 to 30.',
          ('', 'ideal 5', '10', '20', '30'),
          list(build_rows('builds', (5, 10, 20, 30), BUILDS))),
    Table(5, 'The same: false alarms of comparisons', '',
          ('', 'ideal 10', '30'),
          list(build_rows('build pairs', (10, 30), {k: (3.6, 5.2) for k in BUILDS}))),
    Table(6, 'Coarse clocks: identical programs called different', """Runs of some 20 steps of the clock, whose noise is so many steps; 3 to 5 runs are
compared unpaired, 6 and 10 in rounds.""",
          ('runs', 'noise 0.05', '0.2', '0.5', '1'),
          [(str(n), [Cell(f'clocks/{n}/{z}', 'assay', t) for z, t in zip(('0.05', '0.2', '0.5', '1'), CLOCKS[n])])
           for n in CLOCKS]),
    Table(7, 'Stage 2 cut by the budget: coverage', 'The budget is for 0.75, 1, 1.5 and 2.5 times the ideal number of rounds, and at least for stage 1.',
          ('stage 1', 'ideal') + tuple(f'{m} times' for m in ('0.75', '1', '1.5', '2.5')),
          [(f'{r} | {i}', [Cell(f'budget/{r}/{i}/{m}', 'assay', t) for m in ('0.75', '1', '1.5', '2.5')])
           for r in BUDGET for i, t in zip((10, 20, 50), BUDGET[r])]),
    Table(8, 'Overall ratio of benchmarks of one program: coverage', """Ten units a side; of a unit's variance so much is common to its rows. In rounds the machine's state is
twice as large as the noise.""",
          ('benchmarks', 'builds, 0 shared', '0.3', '0.8', 'rounds, 0 shared', '0.3', '0.8'),
          [(str(n), [Cell(f'overall/{how}/{n}/{k}', 'assay', t) for how in ('builds', 'rounds')
                     for k, t in zip(('0', '0.3', '0.8'), OVERALL[how][n])]) for n in (5, 10, 20)]),
    Table(9, 'Typical run against mean', 'How often each word is said; slow runs take 2.5 times as long.',
          ('', '10 rounds', '30', '100', '300'),
          [(words, [Cell(f'typical/{name}/{n}', judge, t) for n, t in zip((10, 30, 100, 300), text)])
           for name, judge, words, text in TYPICAL]),
)

MEANS = (  # what is counted beside a rate: cells, judge, words
    ('planned/10', 'target missed by 2 %', 'executions, stage 1 of 10: ' + ', '.join(PLANNED_WORLDS), PLANNED_WORLDS),
    ('planned/20', 'target missed by 2 %', 'executions, stage 1 of 20: the same', PLANNED_WORLDS),
    ('builds/normal/0.9', 'builds', 'builds, normal, builds make 0.9: ideal 5, 10, 20, 30', (5, 10, 20, 30)),
    ('builds/two kinds 30:70/0.9', 'builds', 'the same, two kinds', (5, 10, 20, 30)),
    ('builds/normal/0.5', 'builds', 'builds, normal, builds make 0.5', (5, 10, 20, 30)),
)

HEAD = """# Do the repaired rules hold?

Made by `bench/validity.py` from commit `{commit}` on {date}, of the run of [validity.md](validity.md), whose second part it is.

Where rounds, stages, the extension, budgets, pilots or numbers of builds are decided, `as_schedule` does it, and `src/analyse` judges; only processes and
clocks are replaced, by values and costs that are drawn. The seed of a cell is its name. How many experiments stand behind each figure is below its table.

Each field is *before* → *after* (what methods-repairs.md has), in per cent. **before** is what commit `{before_commit}` of {before_date} gave in the
first 20000 experiments of the same cells (2000 of those of 1000 executions), conducted by what `src/run` was then (`bench/validity/before.tsv`); 60 of each cell
that is conducted were run both by its successor then and by `as_schedule`, and gave the same counts. ≠ is before a figure whose 99 % interval stays more than {near:g} point
away from what the text has: not wrong by itself, but not reproduced.

{rule} One that does not hold is **bold**, one that is not shown to *italic*.

{promises}

{far}

What was redefined after results had been seen: until commit 4796018 a figure held if its 99.9 % interval reached 5.3 % of false alarms (coarse clocks 5.6,
typical runs 2.8 a side) or 93.5 % of intervals (budgets 94.5, overall ratios 94 to 97), and so did all 269. Builds of two kinds and lognormal ones promised nothing where
they are compared, and do now. The counts were once larger in some cells of a table than in others; now they are those below it, in all.
"""


def text_range(text):
    return text if isinstance(text, tuple) else (text, text)


def text_words(text):
    low, high = text_range(text)
    return f'{low:g}' if low == high else f'{low:g} … {high:g}'


def is_far(row, text):
    """The whole interval is more than NEAR from what the text has."""
    low, high = text_range(text)
    return 100 * row.most < low - NEAR or 100 * row.least > high + NEAR


PROMISES = (  # words, what is promised, cells
    ('the interval of a mean of dependent executions, where their number is enough', 'at least 95 %', ('alone', 'heavy')),
    ('the same, planned in two stages, independent and rho 0.3', 'at least 95 %', ('planned',)),
    ('false alarms of two stretches, independent or of 200 executions', 'at most 5 %', ('stretches',)),
    ('false alarms after two stages, all estimates', 'at most 5 %', ('stages',)),
    ('any false alarm of a suite', 'at most 5 %', ('suites',)),
    ('false alarms against a stored baseline', 'at most 5 %', ('stored',)),
    ('builds, normal: the interval holds the truth', 'at least 95 %', ('builds',)),
    ('builds: false alarms', 'at most 5 %', ('build pairs',)),
    ('false alarms by coarse clocks', 'at most 5 %', ('clocks',)),
    ('the interval where the budget cut stage 2', 'at least 95 %', ('budget',)),
    ('the interval of an overall ratio', 'at least 95 %', ('overall',)),
    ('no difference: "faster", or "slower"', 'at most 2.5 % each', ('typical',)),
)


class Page:
    def __init__(self, before, after):
        self.before, self.after, self.far = before, after, []

    def row(self, cell):
        return self.after.get(cell.name, {}).get(cell.judge)

    def field(self, cell):
        then, now = self.before.get(cell.name, {}).get(cell.judge), self.row(cell)
        text = '' if cell.text is None else f' ({text_words(cell.text)})'
        if not now:
            return 'not measured'
        words = percent(now)
        if cell.text is not None and is_far(now, cell.text):
            self.far.append(f'{cell.name}, {cell.judge}: {100 * rate(now):.1f} %')
            words = f'≠ {words}'
        return (f'{100 * rate(then):.1f} → ' if then else '') + words + text

    def table(self, t):
        lines = [f'## {t.rule}. {t.title}', '', t.words, ''] if t.words else [f'## {t.rule}. {t.title}', '']
        lines += ['| ' + ' | '.join(t.head) + ' |', '|' + '---|' * len(t.head)]
        for words, cells in t.rows:
            lines.append(f'| {words} | ' + ' | '.join(self.field(c) for c in cells) + ' |')
        return '\n'.join(lines + ['', counts([self.row(c) for _, cells in t.rows for c in cells if self.row(c)])]) + '\n'

    def means(self):
        lines = ['## How many were measured', '', '| on average | before → after |', '|---|---|']
        for cell, judge, words, ends in MEANS:
            found = []
            for end in ends:
                then, now = (rows.get(f'{cell}/{end}', {}).get(judge) for rows in (self.before, self.after))
                found.append(f'{then.width:.0f} → {now.width:.0f}' if then and now else 'not measured')
            lines.append(f'| {words} | {", ".join(found)} |')
        return '\n'.join(lines) + '\n'

    def promises(self):
        return promises([promise(words, wanted, [r for g in groups for r in promised(self.after, g) if r[1] != 'verdicts'])
                         for words, wanted, groups in PROMISES])


def of(before, before_head, after, head):
    page = Page(before, after)
    tables = [page.table(t) for t in TABLES] + [page.means()]
    far = f'{len(page.far)} figures are further than {NEAR:g} point from the text: {"; ".join(page.far)}.' if page.far else ''
    return '\n'.join([HEAD.format(
        commit=head.commit, date=head.date, before_commit=before_head.commit, before_date=before_head.date, near=NEAR,
        rule=RULE, promises=page.promises(), far=far)] + tables)
