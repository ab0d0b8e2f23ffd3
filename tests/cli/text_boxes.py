#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""text_boxes.py FIGURE.svg...: fails if two texts of a figure lie over each other, or one leaves it.

A box is as wide as its letters are on average in Liberation Sans, and 0.72 of their size high."""

import itertools
import re
import sys

TEXT = re.compile(r'translate\(([-\d.]+),([-\d.]+)\)"[^>]*font-size="([\d.]+)"\s+text-anchor="(\w+)">\s*<text>(.*?)</text>',
                  re.S)


def boxes(svg):
    for x, y, size, anchor, words in TEXT.findall(svg):
        words = re.sub(r"&\w+;", "x", re.sub("<[^>]*>", "", words)).strip()
        x, y, size = float(x), float(y), float(size)
        wide = 0.5 * size * len(words)
        left = x - {"start": 0, "middle": wide / 2, "end": wide}[anchor]
        if words:
            yield left, y - 0.72 * size, left + wide, y, words


def over(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


for path in sys.argv[1:]:
    svg = open(path, encoding="utf-8").read()
    width, height = map(float, re.search(r'viewBox="0 0 (\S+) (\S+)"', svg).groups())
    found = list(boxes(svg))
    if not found:
        sys.exit(f"{path}: there are no texts")
    for a, b in itertools.combinations(found, 2):
        if over(a, b):
            sys.exit(f"{path}: '{a[4]}' and '{b[4]}' lie over each other")
    for box in found:
        if box[0] < 0 or box[2] > width or box[1] < 0 or box[3] > height:
            sys.exit(f"{path}: '{box[4]}' leaves the figure")
