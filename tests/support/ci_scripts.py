#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The workflow files of docs/ci.md, action.yml and GitLab's component: checks them, and takes out their scripts.

usage: ci_scripts.py DOCS/ci.md ACTION.yml COMPONENT.yml FOLDER

Each shell script goes to FOLDER, with the shell it is run by in its first line. What is wrong is said on standard
output, one a line; nothing where all is well.
"""
import pathlib
import re
import sys

import yaml

DOC, ACTION, COMPONENT, FOLDER = (pathlib.Path(word) for word in sys.argv[1:])
SHELLS = {"bash": "#!/bin/bash\nset -eo pipefail\n", "sh": "#!/bin/sh\nset -e\n"}


def say(where, what):
    print(f"{where}: {what}")


def keep(name, shell, script):
    file = FOLDER / re.sub(r"[^A-Za-z0-9.-]+", "-", name).lstrip(".")
    file.write_text(SHELLS[shell] + script.rstrip("\n") + "\n", encoding="utf-8")
    file.chmod(0o755)


def check_steps(where, steps, shell):
    for i, step in enumerate(steps):
        name = f"{where}-{i + 1}"
        if ("run" in step) == ("uses" in step):
            say(name, "a step runs or uses, one of both")
        if "run" in step:
            # What is put into a script by the forge is run by the shell, whoever wrote it.
            if "${{" in step["run"]:
                say(name, "an expression stands in a script; put it into env")
            if shell is None and "shell" not in step:
                say(name, "a step of an action that runs something names its shell")
            keep(f"{name}.sh", step.get("shell", shell), step["run"])
        elif re.match(r"[^@]+@[\w.]+$", step["uses"]) is None:
            say(name, f"'{step['uses']}' has no version")
        if step.get("uses", "").startswith("actions/checkout@"):
            with_ = step.get("with", {})
            if with_.get("persist-credentials") is not False:
                say(name, "a checkout keeps the token where the code that is measured can read it")


def check_workflow(where, w):
    on = w.get("on", w.get(True))  # YAML 1.1 takes on for true
    if "pull_request_target" in on:
        say(where, "pull_request_target runs somebody else's code with your secrets")
    permissions = w.get("permissions")
    if not isinstance(permissions, dict):
        say(where, "says no permissions of its own")
    for name, job in w["jobs"].items():
        for key in ("runs-on", "timeout-minutes", "steps"):
            if key not in job:
                say(where, f"the job {name} has no {key}")
        check_steps(f"{where}-{name}", job["steps"], "bash")
        # The token that may write is never beside the code of a fork.
        own = all(s.get("with", {}).get("repository") for s in job["steps"]
                  if s.get("uses", "").startswith("actions/checkout@"))
        if "workflow_run" in on and not own:
            say(where, "checks out the code of the pull request beside a token that may write")


def check_gitlab(where, w):
    for name, job in w.items():
        if name == "include":
            continue
        for part in ("before_script", "script"):
            lines = job.get(part, [])
            if not all(isinstance(line, str) for line in lines):
                say(where, f"{part} of {name} has a line that is no text")
            keep(f"{where}-{name}-{part}.sh", "bash", "\n".join(map(str, lines)))


def check_jenkins(where, text):
    if text.count("{") != text.count("}") or text.count("(") != text.count(")"):
        say(where, "brackets are open")
    for i, m in enumerate(re.finditer(r"'''\n(.*?)'''", text, re.S)):
        keep(f"{where}-{i + 1}.sh", "sh", m[1].replace("\\\\\n", "\\\n"))


def load(where, text):
    for line in text.splitlines():
        if line != line.rstrip() or "\t" in line:
            say(where, f"a blank too many: '{line}'")
    return yaml.safe_load(text)


def check_component(where, text):
    head, body = (load(where, part) for part in text.split("\n---\n"))
    inputs = head["spec"]["inputs"]
    used = set(re.findall(r"\$\[\[ inputs\.(\w+) \]\]", text))
    for name in set(inputs) ^ used:
        say(where, f"the input {name} is not used, or is none")
    for name, value in inputs.items():
        if not value.get("description"):
            say(where, f"the input {name} has no description")
    [job] = body.values()
    if any("$[[" in line for part in ("before_script", "script") for line in job[part]):
        say(where, "an input stands in a script; put it into variables")
    check_gitlab(where, {"assay": job})


found = 0
for m in re.finditer(r"```(yaml|groovy)\n((?:#|//) (\S+)\n.*?)```", DOC.read_text(encoding="utf-8"), re.S):
    kind, text, name = m.groups()
    found += 1
    if kind == "groovy":
        check_jenkins(name, text)
    elif name == ".pre-commit-config.yaml":
        load(name, text)
    elif ".github/" in name:
        check_workflow(pathlib.Path(name).name, load(name, text))
        (FOLDER / pathlib.Path(name).name).write_text(text)
    else:
        check_gitlab(name, load(name, text))
if found < 8:
    say(DOC, f"has {found} files of workflows, not 8")
action = load(ACTION, ACTION.read_text(encoding="utf-8"))
if action["runs"]["using"] != "composite":
    say(ACTION, "is no composite action")
check_steps("action", action["runs"]["steps"], None)
for name, value in action["inputs"].items():
    if not value.get("description") or "default" not in value:
        say(ACTION, f"the input {name} has no description or no default")
    if f"inputs.{name} " not in ACTION.read_text(encoding="utf-8"):
        say(ACTION, f"the input {name} is not used")
check_component(COMPONENT.name, COMPONENT.read_text(encoding="utf-8"))
