#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""retention.py TEMPLATE N FOLDER: N experiments like that of TEMPLATE (assay export), each of a commit of its own, a day
after the other, with other values of its iterations, which take 5 % longer from the middle on."""
import datetime
import json
import random
import sys

template, n, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
draw = random.Random(7)


def instant(seconds):
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%S.000000000Z')


def values(first, step):
    for begin, end in zip(first, first[1:]):
        level = 1e8 * step * draw.lognormvariate(0, 0.01)
        yield from (round(level * draw.lognormvariate(0, 0.02)) for _ in range(end - begin))


for k in range(n):
    with open(template) as file:
        one = json.load(file)
    began = 1700000000 + k * 86400
    one['experiment'].update(uuid=f'{k + 1:032x}', label=None, started=instant(began), ended=instant(began + 60))
    subject = one['subjects'][0]
    subject['version'].update(commit=f'{k + 1:040x}', parents=f'{k:040x}', date=instant(began))
    iterations = subject['tree']['iterations']
    for column in iterations['columns']:
        column['values'] = list(values(iterations['first'], 1.05 if k >= n // 2 else 1))
    with open(f'{folder}/{k:04d}.json', 'w') as file:
        json.dump(one, file)
