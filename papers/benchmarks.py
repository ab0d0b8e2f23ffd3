# SPDX-License-Identifier: GPL-3.0-or-later
"""What the pages of S1 and S3 are made of beside tables."""

import json
import os
import re


def states(study):
    """By benchmark whether warm-up was found, iterations that depend on those before them, and such executions."""
    found = {}
    for file in sorted(os.listdir(study.folder)):
        if re.fullmatch(rf"{study.name}(-.*)?\.show\.json", file):
            for subject in json.loads(study.text(file))["subjects"]:
                said = subject["summaries"][0]["steadiness"]
                found[subject["benchmark"] or subject["name"]] = {
                    "warm": bool((said["iterations"] or {}).get("warmup")),
                    "depend": bool((said["dependence"] or {}).get("found")),
                    "lasting": bool((said["order"] or {}).get("found"))}
    return found
