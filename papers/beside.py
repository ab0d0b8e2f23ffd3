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
        """The rows of `assay show --table TABLE` of a result, or another document of it."""
        document = json.loads(self.text(f"{result or self.name}-{table}.json"))
        return document.get("rows", document)

    def figures(self, *named):
        """Those that were drawn, below each other, each with what it is."""
        for name, words in named:
            for kind in ("svg", "png"):
                if os.path.exists(os.path.join(self.folder, f"{name}.{kind}")):
                    yield f"![{words}](papers/{name}.{kind})"
                    yield ""
                    yield f"*{words}*"
                    yield ""

    def documents(self, name):
        """The JSON documents of a file, one after the other."""
        text, found, at = self.text(name).strip(), [], 0
        while at < len(text):
            document, end = json.JSONDecoder().raw_decode(text, at)
            found.append(document)
            at = end + (len(text) - end - len(text[end:].lstrip()))
        return found

    def command(self, result=None):
        """How a result was measured: assay run with the arguments that stand beside its suite, if there are any."""
        name = result or self.name
        return f"`assay run -f papers/{name}.yaml {self.text(f'{name}.done')}".strip() + "`"

    def began(self):
        """The load average of a minute when it began."""
        return float(self.text("machine").split("\n")[5].split()[0])

    def run(self):
        """In a sentence, on what this was measured."""
        system, processors, busy, commit, much, began = self.text("machine").split("\n")[:6]
        others = "on a machine with other work, " if self.began() > 0.5 else ""
        return (f"This run: {'QUICK, ' if much == 'QUICK' else ''}{others}{system}, {processors} processor{'' if processors == '1' else 's'}, load average {began} when it began, "
                f"{busy} when it ended, commit {commit}")


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
