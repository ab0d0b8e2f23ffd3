# SPDX-License-Identifier: GPL-3.0-or-later
"""The section of docs/validity.md on histories of versions."""

from rows import counts, promise

NOISES = ('independent', 'lognormal', 'bimodal', 'spikes', 'AR 0.3', 'AR 0.5')
LENGTHS = (6, 8, 10, 16, 20, 50, 100, 500)

# What the detector of commit 9091f46 found in the same series, the first thousand of each cell, in per cent: ranks
# on seeded intervals, correlation taken out first, from 16 versions on.
BEFORE_STEP = {
    'independent': (97.0, 96.8), 'lognormal': (99.1, 98.7), 'bimodal': (95.8, 97.0), 'spikes': (89.9, 91.7),
    'AR 0.3': (83.3, 91.9), 'AR 0.5': (55.9, 84.0)}
BEFORE_LEVELS = {
    'alternating/3 versions, 5 sd/independent': 0.0, 'alternating/3 versions, 100 sd/independent': 0.0,
    'alternating/5 versions, 5 sd/independent': 0.0, 'alternating/5 versions, 100 sd/independent': 0.0,
    'alternating/10 versions, 5 sd/independent': 0.0, 'alternating/10 versions, 100 sd/independent': 0.0,
    'alternating/15 versions, 5 sd/independent': 9.8, 'alternating/15 versions, 100 sd/independent': 2.5,
    'alternating/5 versions, 5 sd/AR 0.5': 0.0, 'alternating/5 versions, 100 sd/AR 0.5': 0.0,
    'alternating/10 versions, 5 sd/AR 0.5': 0.1, 'alternating/10 versions, 100 sd/AR 0.5': 0.0,
    'alternating/15 versions, 5 sd/AR 0.5': 2.3, 'alternating/15 versions, 100 sd/AR 0.5': 1.1,
    'stairs/5 versions, 5 sd/independent': 17.5, 'stairs/10 versions, 5 sd/independent': 44.1,
    'stairs/10 versions, 100 sd/independent': 43.9, 'stairs/10 versions, 5 sd/AR 0.5': 36.9}

# Cell, judge, what is counted.
SAID = (
    ('excursion/10 versions of 100, 5 sd', 'found', 'ten versions of 100 are worse by 5 sd: both changes found'),
    ('excursion/10 versions of 100, 5 sd', 'recovered', '... and of these called recovered'),
    ('trend/rise of 5 sd in 200', 'gradual', 'a straight rise of 5 sd in 200 versions: its changes called gradual'),
    ('trend/rise of 10 sd in 200', 'gradual', '... of 10 sd'),
    ('trend/rise of 20 sd in 200', 'gradual', '... of 20 sd'),
    ('trend/step of 3 sd in 200', 'gradual', 'one step of 3 sd: called gradual'),
    ('size/4 sd/{}/20', 'size', 'steps of 4 sd found among 20 versions: the 95 % interval holds the truth'),
    ('size/2 sd/{}/50', 'size', '... of 2 sd among 50'),
    ('size/2 sd/{}/100', 'size', '... of 2 sd among 100'),
    ('size/4 sd/{}/20', 'place', 'the place is one of those named: 4 sd, 20 versions'),
    ('size/2 sd/{}/50', 'place', '... 2 sd, 50'),
    ('size/2 sd/{}/100', 'place', '... 2 sd, 100'),
)
# Change of the ten, and what is asked of a commit.
COMMITS = (('0', 'any', 'nothing has changed: any of the 1000 reported'), ('3', 'found', 'ten changed by 3 standard deviations of a version: found'),
           ('4', 'found', '... by 4'), ('6', 'found', '... by 6'), ('4', 'false', '... by 4: false, of what is reported'),
           ('6', 'false', '... by 6'))
SEEN = (6, 8, 10, 12, 16, 20, 30, 50, 100, 200)

TEXT = '''A false alarm is a quiet series in which any change is named, in per cent. AR is the correlation of neighbouring versions, bimodal noise has two modes
far apart.

{quiet}

{quiet_n}

A step of two standard deviations is found when a change is named within three versions of it, with 60 versions after it; independent, power is promised, with
correlation it costs what the level takes. Before is the detector of commit 9091f46, on the same series.

{step}

Six levels of so many versions each, alternating or rising: of the five changes those found within one version. The old detector took the correlation
out before it knew the steps, which look like correlation.

{levels}

What is said of changes, in per cent of those found:

{said}

The step in the middle that a quiet history "would have seen" is found in

{seen}

{seen_n}

Noise that changes its size: quiet histories in which any change is named, one at 0.1 %, the newest version is suspected, and the noise is said to have changed, in per cent.

{uneven}

At most 1 % is promised of any change and of the newest version. Not kept, and said in [history.md](history.md#what-it-cannot-do): noise of the last ten versions, 30 versions with ten
noisy ones, stretches of 10 versions, heavy tails.

One commit and 1000 benchmarks with three metrics each (correlated by 0.6), after 60 versions, by the test of the newest version at q = 1 %, corrected over benchmarks and metrics; once, and
with what is suspected measured again, as `assay history` asks for. In per cent:

{commits}

{commits_n}'''


def promises(page):
    return (
        promise('quiet histories in which `assay history` names a change',
                     'at most 1 % (two modes apart, below 13 versions: 2 %)', page.promised('history', False)),
        promise('quiet histories whose noise changes its size in which `assay history` names a change, or suspects the newest version',
                     'at most 1 to 1.7 %; under heavy tails 3 % for the newest', page.promised('uneven')),
        promise('a step of two standard deviations in a history is found', 'at least 93 %',
                     page.promised('history', True)),
        promise('each of six levels that alternate or rise, 5 and 100 standard deviations apart', 'at least 82 to 99 %',
                     page.promised('levels')),
        promise('excursions and trends are called so, and single steps are not', 'at least 95 %, at most 1 %',
                     page.promised('excursion') + page.promised('trend')),
        promise('the interval of a change that was found holds its size', 'at least 94 %', page.promised('size')),
        promise('quiet commits of 1000 benchmarks at which any is reported; of what is reported at a step of six standard deviations, false', 'at most 1 %',
                     [r for r in page.promised('commit') if r[1] != 'found']),
        promise('... and of ten such steps found', 'at least 95 %', [r for r in page.promised('commit') if r[1] == 'found']),
        promise('the step that a quiet history "would have seen" is found', '75 to 90 %', page.promised('visible')))


def section(page, table, percent):
    def of(cell, judge='assay', digits=1):
        row = page.row(cell, judge)
        return percent(row, digits) if row else '-'
    quiet = [[n] + [of(f'history/{n}/{k}', digits=2) for k in LENGTHS] for n in NOISES]
    step = [[n] + [f'{b} → {of(f"history/{n}/{k} changed")}' for b, k in zip(BEFORE_STEP[n], (100, 500))] for n in NOISES]
    levels = [[*cell.split('/'), f'{before}', of(f'levels/{cell}')] for cell, before in BEFORE_LEVELS.items()]
    said = [[words] + [of(cell.format(n) if '{}' in cell else f'{cell}/{n}', judge) for n in ('independent', 'AR 0.5')]
            for cell, judge, words in SAID]
    def behind(*groups):
        return counts([r for cell, judges in page.cells.items() if cell.split('/')[0] in groups for r in judges.values()
                       if not cell.endswith(' changed')])
    return TEXT.format(
        quiet_n=behind('history'), seen_n=f"Of the other tables of this section: {behind('levels', 'trend', 'visible')}",
        quiet=table(('noise', *(f'{n} versions' for n in LENGTHS)), quiet),
        step=table(('noise', '100 versions, before → now', '500 versions'), step),
        levels=table(('six levels', 'of', 'noise', 'before', 'now'), levels),
        said=table(('', 'independent', 'AR 0.5'), said),
        commits=table(('', 'once', 'measured again'), [[words, of(f'commit/{change} sd/once', judge, 2),
                                                        of(f'commit/{change} sd/measured again', judge, 2)] for change, judge, words in COMMITS]),
        commits_n=behind('commit'),
        uneven=table(('noise', 'versions', 'any change', 'at 0.1 %', 'newest', 'noise'),
                     [[*cell.split('/')[1:], *(of(cell, judge) for judge in ('any', '0.1 %', 'newest', 'noise'))]
                      for cell in page.cells if cell.startswith('uneven/')]),
        seen=table([f'{n} versions' for n in SEEN], [[of(f'visible/{n}') for n in SEEN]]))
