#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""needed.py BUILD FUZZ-BUILD: compiles and links the readers of the second folder from those objects alone that they
need, as the compiled objects of the first tell; the libraries have more than twice as many, and to compile them was
most of the time of `make check`'s fuzzing. Verbs are named and not run: what they call is not looked for, and ends
the reader that calls it."""

import collections
import glob
import os
import re
import subprocess
import sys


def symbols(objects):
    """What the objects define, and what each uses."""
    defines, uses = {}, collections.defaultdict(set)
    names = subprocess.run(["nm", "-A", "-g", "-P"] + sorted(objects), capture_output=True, text=True, check=True)
    for line in names.stdout.splitlines():
        path, rest = line.split(": ", 1)
        name, kind = rest.split()[:2]
        if kind in "Uw":
            uses[path].add(name)
        else:
            defines.setdefault(name, path)
    return defines, uses


def is_verb(path):
    return "_cmd_" in os.path.basename(path)


def closure(roots, defines, uses):
    """The objects that the roots lead to, and themselves."""
    found, left = set(), list(roots)
    while left:
        path = left.pop()
        if path in found:
            continue
        found.add(path)
        if not is_verb(path):
            left += [defines[name] for name in uses[path] if name in defines]
    return found


def compile_needed(fuzz, own, defines, uses):
    """Of each reader its objects. A compiler that does not optimise asks for more than another one."""
    done = set()
    while True:
        needed = {r: closure(own[r], defines, uses) for r in own}
        more = set().union(*needed.values()) - done
        if not more:
            return needed
        subprocess.run(["ninja", "-C", fuzz, "--quiet"] + sorted(more), check=True)
        os.chdir(fuzz)
        uses.update(symbols(more)[1])
        done |= more


def link(fuzz, reader, objects, defines, uses):
    command = subprocess.run(["ninja", "-C", fuzz, "-t", "commands", "-s", reader], capture_output=True, text=True,
                             check=True).stdout.splitlines()[-1]
    ends = {name for path in objects if is_verb(path) for name in uses[path] if defines.get(name) not in objects | {None}}
    with open(reader + "_ends.c", "w", encoding="utf-8") as file:
        file.write("".join("void %s(void);\nvoid %s(void) { __builtin_trap(); }\n" % (n, n) for n in sorted(ends)))
    words = re.sub(r" (src|tests)/[^ ]+\.(a|o)(?= |$)", "", command)
    own = " ".join([reader + "_ends.c"] + sorted(objects))
    words = words.replace(" -o " + reader, " -o %s %s" % (reader, own), 1)
    if subprocess.run(words, shell=True, cwd=fuzz, check=False).returncode:
        sys.exit("tests/fuzz/needed.py: %s cannot be linked" % reader)


def main(build, fuzz):
    os.chdir(build)
    own = {r[:-2]: [o for o in glob.glob(r + "/*.o") if not o.endswith("replay.c.o")]
           for r in glob.glob("tests/fuzz/fuzz_*.p")}
    defines, uses = symbols(glob.glob("src/**/*.o", recursive=True) + sum(own.values(), []))
    needed = compile_needed(fuzz, own, defines, uses)
    for reader in sorted(own):
        link(fuzz, reader, needed[reader], defines, uses)
    print("%d objects are needed" % len(set().union(*needed.values())))


main(*[os.path.abspath(a) for a in sys.argv[1:3]])
