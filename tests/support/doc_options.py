#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""doc_options.py ASSAY FILE...: options that a document gives to a verb of assay which does not have them, a line each."""

import re
import subprocess
import sys


def said(assay, *words):
    return subprocess.run([assay, *words], capture_output=True, text=True, check=True).stdout


def main():
    assay, files = sys.argv[1], sys.argv[2:]
    verbs = re.findall(r"^  ([a-z]+)  ", said(assay, "help").split("More to read")[0], re.M)
    has = {verb: set(re.findall(r"--[a-z][a-z0-9-]+", said(assay, verb, "--help"))) for verb in verbs}
    command = re.compile(rf"\bassay ({'|'.join(verbs)})\b([^`|]*)")
    looked = 0
    for file in files:
        with open(file, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                for verb, words in command.findall(line):
                    own = re.split(r" -- |[;,.](?: |$)", words)[0]  # after -- stands the user's program
                    own = re.sub(r"'[^']*'|\"[^\"]*\"", "X", own)
                    given = re.findall(r"(?<![\w-])--[a-z][a-z0-9-]+", own)
                    looked += len(given)
                    for option in set(given) - has[verb]:
                        print(f"{file}:{number}: assay {verb} has no {option}")
    print(f"{looked} looked at")


if __name__ == "__main__":
    main()
