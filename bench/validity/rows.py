# SPDX-License-Identifier: GPL-3.0-or-later
"""What bench/validity/validity prints, and how its figures stand in tables."""

from collections import namedtuple

# word: whether the promise "holds", stays "open", or is "broken"; "-": nothing is promised. least and most: the
# 99 % interval of the rate.
Row = namedtuple('Row', 'hits n width low high word published least most')
Head = namedtuple('Head', 'commit date n seconds')

WORDS = {'holds': 'holds', 'open': '*not shown*', 'broken': '**does not hold**'}


def read(path):
    """The head of a file of rows, and its rows by cell and judge."""
    cells = {}
    with open(path) as f:
        head = f.readline().rstrip('\n').lstrip('# ').split('\t')
        for line in f:
            cell, judge, hits, n, *rest = line.rstrip('\n').split('\t')
            numbers = [x if i == 3 else float(x) for i, x in enumerate(rest)]
            numbers += [0.0] * (7 - len(numbers))
            cells.setdefault(cell, {})[judge] = Row(int(hits), int(n), *numbers)
    return Head(*(head + [''] * 4)[:4]), cells


def table(head, body):
    lines = ['| ' + ' | '.join(head) + ' |', '|' + '---|' * len(head)]
    return '\n'.join(lines + ['| ' + ' | '.join(row) + ' |' for row in body])


def rate(row):
    return row.hits / row.n


def percent(row, digits=1):
    """The rate; bold where it breaks a promise, italic where it does not show that one is kept."""
    text = f'{100 * rate(row):.{digits}f}'
    return {'broken': f'**{text}**', 'open': f'*{text}*'}.get(row.word, text)


def counts(rows):
    """How many experiments stand behind each figure of a table."""
    return 'Experiments behind each: ' + (' and '.join(str(n) for n in sorted({r.n for r in rows})) or 'none') + '.'


def promised(cells, group, changed=None):
    """All rows of a group that promise something."""
    return [(cell, judge, row) for cell, judges in cells.items()
            if cell.startswith(group + '/') and (changed is None or cell.endswith(' changed') == changed)
            for judge, row in judges.items() if row.word != '-']


def promise(words, wanted, rows):
    """A line of a table of promises: how many of its cells hold, and the cell that is farthest out."""
    if not rows:
        return (words, wanted, '0', '', '', '', '', 'not measured')

    def distance(found):
        r = found[2]
        return max(r.low - r.least if r.low else -1, r.most - r.high if r.high < 1 else -1)
    cell, judge, worst = max(rows, key=distance)
    count = [sum(r.word == word for _, _, r in rows) for word in WORDS]
    return (words, wanted, str(len(rows)), *(str(n) for n in count[:2]), f'**{count[2]}**' if count[2] else '0',
            f'{100 * rate(worst):.1f} % ({cell}{"" if judge == "assay" else ": " + judge})',
            f'{100 * worst.least:.1f} … {100 * worst.most:.1f} %')


def promises(lines):
    return table(('promise', 'wanted', 'cells', 'hold', 'not shown', 'do not hold', 'farthest out', 'its 99 % interval'),
                 lines)


def wanted(row):
    if not row.low:
        return f'at most {100 * row.high:g}'
    return f'at least {100 * row.low:g}' if row.high >= 1 else f'{100 * row.low:g} … {100 * row.high:g}'


def every(cells):
    """All that is promised, cell by cell."""
    return table(('cell', '%', '99 % interval', 'promised, %', 'experiments', ''), [
        [cell if judge == 'assay' else f'{cell}: {judge}', f'{100 * rate(r):.1f}',
         f'{100 * r.least:.1f} … {100 * r.most:.1f}', wanted(r), str(r.n), WORDS[r.word]]
        for cell, judges in cells.items() for judge, r in judges.items() if r.word != '-'])


# The rule is study_judge's, and stands nowhere else.
RULE = '''A promise **holds** in a cell when the 99 % binomial interval (Clopper and Pearson) of its rate lies in the range that was promised and half a
point around it: a false alarm rate, for one, whose interval ends below 5.5 % where at most 5 % are promised. Where the interval only reaches into
that range nothing is *shown*, and more experiments would tell; where it lies outside, the promise **does not hold**. Cells of all three kinds stand in
the same tables.'''
