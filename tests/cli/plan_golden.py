# SPDX-License-Identifier: GPL-3.0-or-later
"""plan_golden.py ASSAY FOLDER: the numbers of FOLDER/02_plan.json, by the command line."""
import json
import math
import os
import subprocess
import sys

assay, folder = sys.argv[1:]
names = ["iteration", "execution", "build", "session"]
counts = ["--iterations", "-r", "--builds"]
failed = 0


def check(what, got, want):
    """want: one number of the golden file, with its tolerances."""
    global failed
    if want is None:
        return
    near = got is not None and abs(got - want["v"]) <= want["atol"] + want["rtol"] * abs(want["v"])
    if not near:
        failed += 1
        print(f"{what}: {got} is not {want['v']}")


def run(*words):
    return json.loads(subprocess.run([assay, *words], check=True, capture_output=True).stdout)


def levels(values, unit=""):
    return ",".join(f"{name}={value!r}{unit}" for name, value in zip(names, values))


def optimum(name, case):
    want = case["expected"]
    given = ["plan", "--json", "--variance", levels(case["T2"]), "--cost", levels(case["cost"], "s")]
    for how, key in ("best", "r_best"), ("ceil", "r_ceil"):
        plan = run(*given, "--integers", how)
        lower = plan["levels"][:-1]
        for i, level in enumerate(lower):
            check(f"{name} r_{i + 1}", level["optimum"], want["r_real"][i])
            check(f"{name} published r_{i + 1}", level["published"], want["r_paper"][i])
            if want["r_paper"][i] is None and level["published"] is not None:
                check(f"{name} published r_{i + 1}", level["published"], {"v": math.nan, "atol": 0, "rtol": 0})
            if key in want:
                check(f"{name} {how} r_{i + 1}", level["count"], want[key][i])
        if how == "best" and "unit_cost_best" in want:
            check(f"{name} C1", plan["unit_cost_s"], want["unit_cost_best"])
            check(f"{name} V1", plan["unit_var"], want["unit_var_best"])


def target(case):
    given = ["plan", "--json", "--variance", levels(case["T2"]), "--mean", repr(case["mean"]),
             "--precision", f"{100 * case['rel_half_width']!r}%", "--min-top", str(case["r_min"])]
    for option, count in zip(counts, case["r_lower"]):
        given += [option, str(count)]
    plan = run(*given)
    check(f"target {case['T2']}", plan["levels"][-1]["count"],
          {"v": case["expected_r_top"], "atol": 0, "rtol": 0})


def stein(case):
    """A program whose executions take these times, in order and then again from the beginning."""
    means = case["pilot_top_means"]
    with open("prog", "w", encoding="ascii") as f:
        f.write("#!/bin/sh\n"
                f"set -- {' '.join(map(repr, means))}\n"
                f"shift $((HYPERFINE_ITERATION % {len(means)}))\n"
                "printf 'assay 1\\nexecution speed %s us\\n' \"$1\" >\"$ASSAY_REPORT\"\n")
    os.chmod("prog", 0o755)
    mean = sum(means) / len(means)
    plan = run("run", "--json", "-w", "0", "--stage1", str(len(means)), "--criterion", "speed",
               "--precision", f"{100 * case['half_width'] / mean!r}%", "./prog")["plan"]
    check(f"stein {means}", plan["planned"], case["expected"]["N"])


with open(os.path.join(folder, "02_plan.json"), encoding="utf-8") as f:
    golden = json.load(f)
for name, case in golden["cases"].items():
    optimum(name, case)
for case in golden["target"]:
    target(case)
for case in golden["stein"]:
    stein(case)
sys.exit(failed > 0)
