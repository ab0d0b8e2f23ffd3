# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/validity-decisions.md: quantiles, the earliest safe stop, changes to be seen, several gates."""

from rows import RULE, counts, percent, promise, promised, promises, table

FORMS = ('normal', 'lognormal 0.5', 'Pareto 3', 'bimodal 80:20')
LAWS = ('normal', 't 3 df', '5 % slowed by 8 sd')
QUANTILES = (  # cell, words
    ('median of 20/6 executions', 'median of 20, 6 rounds'), ('median of 20/30 executions', '30 rounds'),
    ('p90 of 50/6 executions', 'p90 of 50, 6 rounds'), ('p90 of 50/10 executions', '10 rounds'),
    ('p90 of 50/30 executions', '30 rounds'), ('p99 of 500/6 executions', 'p99 of 500, 6 rounds'),
    ('p99 of 500/10 executions', '10 rounds'),
    ('p90 of 10/30 executions', 'p90 of 10: 6 batches of 5 rounds'),
    ('p90 of 10/75 executions', '15 batches of 5 rounds'),
    ('p90 of 50/2 executions, 6 builds', 'p90 of 50, 2 executions of each of 6 builds'),
    ('p90 of 50/2 executions, 10 builds', 'of each of 10 builds'),
    ('p90 of 10/5 executions, 10 builds', 'p90 of 10, 5 executions of each of 10 builds, put together'),
)
EARLY = {  # methods-quantiles.md 4.3: proven, passed, wrong
    'normal': {'24': (2.0, 1.7, 3.7), '48': (1.8, 1.9, 3.7), '80': (1.9, 2.0, 3.8), '160': (2.0, 2.0, 4.0)},
    't 3 df': {'24': (1.7, 1.6, 3.3), '48': (1.6, 1.7, 3.3), '80': (1.7, 1.7, 3.4), '160': (1.8, 1.8, 3.7)},
    '5 % slowed by 8 sd': {'24': (1.0, 1.0, 2.0), '48': (1.5, 1.5, 2.9), '80': (1.6, 1.7, 3.3), '160': (1.9, 1.7, 3.7)},
}
BATCHES = ('24', '48', '80')
SLOW = (('0.04', '80'), ('0.04', '320'), ('0.15', '80'), ('0.15', '320'))
POWER = {'1': (43, 0, 99.9), '1.01': (63, 0, 90.2), '1.05': (63, 88.8, 0), '1.1': (18, 100, 0)}
DETECT = {'normal': (92.2, 91.9, 90.8), 't 3 df': (91.4, 91.6, 92.2), '5 % slowed by 8 sd': (94.3, 95.0, 93.4)}
FALSE = {'normal': (3.0, 3.6, 4.2), 't 3 df': (3.6, 3.6, 3.9), '5 % slowed by 8 sd': (3.5, 3.0, 2.9)}
GATES = {('2', '10'): (2.4, 2.6), ('5', '10'): (2.6, 2.4), ('5', '30'): (2.5, 2.4), ('10', '30'): (2.4, 2.5)}

HEAD = """# Do the rules for decisions hold?

Made by `bench/validity.py` from commit `{commit}` on {date}, of the rows of the same program as [validity.md](validity.md). Rules and the figures in brackets are
those of methods-quantiles.md. `as_schedule` decides what is measured, `src/analyse` judges; only processes and clocks are replaced. The seed of a cell is
its name. {rule}

{promises}
"""

QUANTILE = """## Quantiles as criterion: identical programs called different

Per cent of comparisons; at most 5 are promised. Executions, and builds, differ by 3 % in place, executions by 30 % in spread. Builds with a quantile were
not simulated before."""
STOP = """## The earliest safe stop: at the limit

A gate "slower by 3%" and a true change of 3 %; log ratios of normal rounds have a standard deviation of 5 %. Per cent of experiments that were
called proven · passed · whose interval is wrong (at most 2.5, 2.5 and 5 are promised)."""
BATCHED = """## The same by medians of batches

`--criterion wall:median` of programs that report nothing: twenty rounds are a batch, whose log ratio has a standard deviation of about 5 %; looks are at
whole batches. Proven · passed · interval wrong; not simulated before."""
RARE = """## Rare slow runs, and a gate on the mean

The second program is faster in a typical run, and takes 2.5 times as long in some of its runs, so that its mean is 3 % more: at the limit. Per cent
proven and passed, and rounds. Nothing is promised: who measures 10 rounds has seen no slow run of 4 % in two of three cases, and no method sees what did not happen."""
FAR = """## The same: away from the limit

At most 80 rounds. Rounds that were measured on average, and per cent called proven and passed. Nothing is promised."""
SEEN = """## A change that is to be seen

`--detect 3%`, power 90 %, three stages; a known standard deviation would need 50 rounds. Per cent of experiments with a verdict, and rounds on average: at least 90
where the change is there, at most 5 where there is none."""
TOGETHER = """## Several gates

Benchmarks that share nothing, each with a limit of 1 %: any that is called worse where all lie at their limit (Holm), and "none is worse" where one
does and the others do not differ. At most 2.5 per cent of either."""


def figure(cells, cell, judge, text=None):
    row = cells.get(cell, {}).get(judge)
    if row is None:
        return '-'
    return percent(row) + ('' if text is None else f' ({text:g})')


def table_of(cells, names, head, body):
    rows = [row for name in names for row in cells.get(name, {}).values()]
    return table(head, body) + '\n\n' + counts(rows)


def of(cells, head):
    quantiles = [f'quantiles/{q}/{f}' for q, _ in QUANTILES for f in FORMS]
    parts = [QUANTILE, table_of(cells, quantiles, ('',) + FORMS, [
        (words, *(figure(cells, f'quantiles/{q}/{f}', 'assay') for f in FORMS)) for q, words in QUANTILES])]
    stops = [f'early/{law}/{n}' for law in LAWS for n in EARLY[law]]
    parts += [STOP, table_of(cells, stops, ('', *(f'at most {n} rounds' for n in EARLY['normal'])), [
        (law, *(' · '.join(figure(cells, f'early/{law}/{n}', judge, text) for judge, text in
                          zip(('proven', 'passed', 'wrong'), EARLY[law][n])) for n in EARLY[law])) for law in LAWS])]
    parts += [BATCHED, table_of(cells, [f'early batches/{law}/{n}' for law in LAWS for n in BATCHES],
                                ('', *(f'at most {n} batches' for n in BATCHES)), [
        (law, *(' · '.join(figure(cells, f'early batches/{law}/{n}', judge) for judge in ('proven', 'passed', 'wrong'))
                for n in BATCHES)) for law in LAWS])]
    parts += [RARE, table_of(cells, [f'early slow/{q}/{n}' for q, n in SLOW],
                             ('slow runs', 'at most', 'rounds', 'proven', 'passed'), [
        (f'{100 * float(q):.0f} %', f'{n} rounds', f'{cells[name]["wrong"].width:.0f}', figure(cells, name, 'proven'),
         figure(cells, name, 'passed')) for q, n in SLOW for name in [f'early slow/{q}/{n}'] if name in cells])]
    parts += [FAR, table_of(cells, [f'early power/{f}' for f in POWER], ('true change', 'rounds', 'proven', 'passed'), [
        (f'{100 * float(f) - 100:.0f} %', f'{cells[name]["wrong"].width:.0f} ({POWER[f][0]})',
         figure(cells, name, 'proven', POWER[f][1]), figure(cells, name, 'passed', POWER[f][2]))
        for f in POWER for name in [f'early power/{f}'] if name in cells])]
    seen = [f'detect/{law}/{r}/{w}' for law in LAWS for r in (6, 10, 20) for w in ('3 %', 'none')]
    parts += [SEEN, table_of(cells, seen, ('differences', 'stage 1', 'change of 3 %', 'rounds', 'none'), [
        (law, str(r), figure(cells, f'detect/{law}/{r}/3 %', 'seen', DETECT[law][i]),
         f'{cells[f"detect/{law}/{r}/3 %"]["seen"].width:.0f}', figure(cells, f'detect/{law}/{r}/none', 'seen', FALSE[law][i]))
        for law in LAWS for i, r in enumerate((6, 10, 20)) if f'detect/{law}/{r}/3 %' in cells])]
    sets = [(g, b) for g in ('2', '5', '10') for b in ('10', '30')]
    parts += [TOGETHER, table(('gates', 'rounds', 'any worse', 'experiments', 'none is worse', 'experiments'), [
        (g, b, figure(cells, f'gates/{g}/{b}/all at the limit', 'worse', GATES.get((g, b), (None, None))[0]),
         str(cells[f'gates/{g}/{b}/all at the limit']['worse'].n),
         figure(cells, f'gates/{g}/{b}/one at the limit', 'joint', GATES.get((g, b), (None, None))[1]),
         str(cells[f'gates/{g}/{b}/one at the limit']['joint'].n))
        for g, b in sets if f'gates/{g}/{b}/all at the limit' in cells])]
    lines = [promise(words, wanted, promised(cells, group)) for words, wanted, group in (
        ('identical programs called different by a quantile', 'at most 5 %', 'quantiles'),
        ('early stop: proven, passed, wrong at the limit', 'at most 2.5, 2.5, 5 %', 'early'),
        ('the same by medians of batches', 'at most 2.5, 2.5, 5 %', 'early batches'),
        ('a change to be seen, and none', 'at least 90, at most 5 %', 'detect'),
        ('several gates', 'at most 2.5 %', 'gates'))]
    top = HEAD.format(commit=head.commit, date=head.date, rule=RULE, promises=promises(lines))
    return '\n\n'.join([top.rstrip('\n')] + parts) + '\n'
