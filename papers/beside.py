# SPDX-License-Identifier: GPL-3.0-or-later
"""What the pages of all studies are made of: tables of assay, published numbers beside them, verdicts."""

import json
import os

REPRODUCED, NOT, CANNOT = "*reproduced*", "*not reproduced*", "*cannot be asked here*"


class Study:
    """What papers/run left of a study in its folder."""

    def __init__(self, folder, name):
        self.folder, self.name = folder, name

    def text(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as f:
            return f.read()

    def has(self, name):
        return os.path.exists(os.path.join(self.folder, name))

    def load(self, table, result=None):
        """The rows of `assay show --table TABLE` of a result."""
        return json.loads(self.text(f"{result or self.name}-{table}.json"))["rows"]

    def counts(self, result=None):
        """The arguments of assay run by which a result was measured; of drawn times there are none."""
        name = f"{result or self.name}.done"
        return self.text(name).strip() if self.has(name) else "drawn"

    def figure(self, name, words):
        """A figure that papers/run drew, with what it shows; nothing where it drew none."""
        if self.has(f"{name}.svg"):
            yield f"![{words}](papers/{name}.svg)"
            yield ""

    def run(self):
        """In a sentence, on what this was measured."""
        system, processors, busy, commit = self.text("machine").split("\n")[:4]
        return f"This run: {system}, {processors} processors, load average {busy} when it ended, commit {commit}"


def percent(x):
    return "-" if x is None else f"{100 * x:.1f}"


def verdict(holds):
    return REPRODUCED if holds else NOT


def claims(rows):
    """A table of claims: of each its words, the verdict, and the sentence that says why."""
    yield "| claim | here | why |"
    yield "|:---|:---|:---|"
    for words, here, why in rows:
        yield f"| {words} | {here} | {why} |"
