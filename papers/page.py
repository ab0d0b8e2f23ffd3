#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""papers/page.py WORK [PAGE]: docs/papers.md of the tables that papers/run left in WORK.

Of a study that WORK has nothing of, the section is that of PAGE, the page as it was. Computes no statistic: sN.py
set the numbers of assay beside those of the papers, and hold each claim to a rule that stands with it.
"""

import importlib
import os
import re
import sys

from beside import Study

HEAD = """# The founding papers, repeated

By `make papers` (`QUICK=1`: fewer of everything; `ONLY=S4`: one study), which measures, keeps what it has if it is killed, and writes this page. All
numbers are those of assay; `papers/` sets them beside the published ones and holds each claim to the rule beside it."""


def sections_of(page):
    """The sections of a page by the names of their studies."""
    parts = re.split(r"^## (S\d): ", page, flags=re.MULTILINE)
    return {name.lower(): f"## {name}: {text}".rstrip("\n") for name, text in zip(parts[1::2], parts[2::2])}


def sections(work, page):
    kept = sections_of(page)
    for name in ("s1", "s2", "s3", "s4", "s5"):
        folder = os.path.join(work, name)
        if os.path.exists(os.path.join(folder, "tables.done")):
            study = importlib.import_module(name)
            yield f"## {name.upper()}: {study.TITLE}\n\n" + "\n".join(study.section(Study(folder, name)))
        elif name in kept:
            yield kept[name]


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    page = ""
    if len(sys.argv) == 3 and os.path.exists(sys.argv[2]):
        with open(sys.argv[2], encoding="utf-8") as f:
            page = f.read()
    print("\n\n".join([HEAD, *sections(sys.argv[1], page)]))


main()
