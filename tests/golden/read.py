#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""read.py TESTS: every part of a golden file is read by a test. Its name has to stand in some test that names the
file, or in tests/support/golden*.c; names of cases and of numbers, which tests go over in a loop, need not."""
import glob
import json
import os
import re
import sys

WORDS = {'about', 'note', 'section'}  # for people
# Parts whose rules have not landed: each goes with the test that reads it.
PENDING = {}
tests = sys.argv[1]


def is_number(key):
    return re.fullmatch(r'[\d.,e-]+', key) or '=' in key


def is_list_of_cases(name, value):
    kinds = {tuple(sorted(v)) if isinstance(v, dict) else type(v) for v in value.values()}
    return name == 'cases' or (len(value) > 1 and len(kinds) == 1 and
                               all(isinstance(v, (dict, list)) for v in value.values()))


def parts(name, value):
    if isinstance(value, list):
        for v in value:
            yield from parts(name, v)
    elif isinstance(value, dict):
        cases = is_list_of_cases(name, value)
        for key, v in value.items():
            if not cases and not is_number(key):
                yield key
            yield from parts(key, v)


sources = [open(f).read() for f in sorted(glob.glob(f'{tests}/**/test_*.c', recursive=True))]
common = ''.join(open(f).read() for f in sorted(glob.glob(f'{tests}/support/golden*.c')))
files = sorted(glob.glob(f'{tests}/golden/*.json'))
print(f'1..{len(files)}')
for number, path in enumerate(files, 1):
    name = os.path.basename(path)
    text = common + ''.join(s for s in sources if f'"{name}"' in s)
    with open(path) as f:
        read = {k: v for k, v in json.load(f).items() if k not in PENDING.get(name, ())}
    unread = sorted({p for p in parts('', read) if f'"{p}"' not in text} - WORDS)
    print(f'{"not ok" if unread else "ok"} {number} - all of {name} is read by a test')
    for part in unread:
        print(f'# no test that reads {name} has "{part}"')
