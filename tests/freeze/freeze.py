#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tests/freeze/freeze.py ASSAY [--write]: every form in which assay shows recorded results, held byte by byte.

Everything is computed from files of tests/data and tests/freeze/recorded, with fixed seeds, a fixed width and clock
zone, so that the outputs follow from the program alone. expected/KIND/NAME.txt holds each: its command, exit status,
standard output and standard error. Prints TAP. --write makes them all anew, for a change that is meant: read the
difference (`git diff tests/freeze`), and give its reason in the commit.
"""

import concurrent.futures
import difflib
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
EXPECTED = os.path.join(HERE, "expected")
ENVIRONMENT = {"LC_ALL": "C.UTF-8", "TZ": "UTC", "COLUMNS": "100", "TERM": "dumb", "HOME": "/nonexistent",
               "PATH": "/usr/local/bin:/usr/bin:/bin"}
RECORDED = [n[:-5] for n in sorted(os.listdir(os.path.join(HERE, "recorded"))) if n.endswith(".json")]
FOREIGN = [n for n in sorted(os.listdir(os.path.join(ROOT, "tests/data/foreign"))) if n != "README.md"]
HISTORIES = ["constructed_codespeed.json", "constructed_github_action_benchmark_data.js", "constructed_conbench.json",
             "constructed_bencher_reports.json", "constructed_nyrkio.json", "constructed_perfherder.json",
             "constructed_rustc_perf.jsonl", "constructed_lnt_v2.json"]
FORMS = ["json", "csv", "jsonl", "hyperfine", "hyperfine_csv", "google", "pyperf", "go", "bmf", "gab", "openmetrics",
         "markdown", "asciidoc", "org", "latex"]
CI = ["markdown", "github", "junit", "openmetrics", "json"]
PICTURES = ["intervals", "raincloud", "violin", "quantiles", "slow", "histogram", "density", "by-execution", "by-build",
            "sequence", "lag", "acf", "course", "iterations", "levels"]
PAGES = ["/", "/benchmarks", "/alerts", "/results", "/suites", "/machines", "/result?id=1", "/result?id=3", "/quantiles?id=2",
         "/compare?a=1&b=2", "/api/v1/history.json", "/api/v1/history.csv", "/api/v1/alerts.json", "/api/v1/alerts.csv",
         "/api/v1/machines.json", "/api/v1/results.json", "/api/v1/results.csv", "/api/v1/result.json?id=3",
         "/api/v1/result.csv?id=3", "/api/v1/compare.json?a=1&b=2", "/api/v1/quantiles.json?id=2", "/api/v1/openapi.json",
         "/benchmark?name=parse", "/nothing", "/result?id=99"]
LARGE = 10000  # of a longer output the first bytes are held, and a sum of all of it


def commands():
    """KIND/NAME and the words of each command that is held."""
    for name in RECORDED:
        path = "tests/freeze/recorded/%s.json" % name
        yield "show/" + name, ["show", path]
        yield "show_v/" + name, ["show", "-v", path]
        yield "show_json/" + name, ["show", "--json", path]
        yield "estimators/" + name, ["show", "--estimators", path]
        yield "quantiles/" + name, ["show", "--quantiles", path]
        yield "export_csv/" + name, ["show", "--style", "none", "--export-csv", "-", path]
        yield "export_markdown/" + name, ["show", "--style", "none", "--export-markdown", "-", path]
        yield "export_hyperfine/" + name, ["show", "--style", "none", "--export-json", "-", path]
        yield "plot/" + name, ["plot", path]
        yield "plan/" + name, ["plan", path]
    for name in FOREIGN:
        path = "tests/data/foreign/" + name
        yield "foreign/" + name, ["show", path]
        yield "foreign_json/" + name, ["show", "--json", path]
        yield "foreign_v/" + name, ["show", "-v", path]
    for name in HISTORIES:
        path = "tests/data/foreign/" + name
        yield "history/" + name, ["history", path]
        yield "history_v/" + name, ["history", "-v", path]
        yield "history_json/" + name, ["history", "--json", path]
    for name in ("history_steps", "history_quiet", "history_noise"):
        path = "tests/freeze/recorded/%s.csv" % name
        yield "history/" + name, ["history", path]
        yield "history_v/" + name, ["history", "-v", path]
        yield "history_json/" + name, ["history", "--json", path]
    for what in FORMS:
        for name in ("one", "two", "builds"):
            yield "convert/%s_%s" % (what, name), ["convert", "--to", what, "tests/freeze/recorded/%s.json" % name, "-"]
    for what in CI:
        for name in ("slower", "same"):
            words = ["compare", "tests/freeze/recorded/base.json", "tests/freeze/recorded/%s.json" % name]
            yield "ci/%s_%s" % (name, what), words + ["--fail-if", "slower by 3%", "--style", "none", "--ci", what + "=-"]
    for what in PICTURES:
        for name in ("two", "iterations", "builds"):
            yield "plot_kind/%s_%s" % (what, name), ["plot", "--kind", what, "tests/freeze/recorded/%s.json" % name]
    for one, two in (("base", "slower"), ("base", "same"), ("one", "one")):
        words = ["compare", "tests/freeze/recorded/%s.json" % one, "tests/freeze/recorded/%s.json" % two]
        yield "compare/%s_%s" % (one, two), words
        yield "compare_json/%s_%s" % (one, two), words + ["--json"]
    for verb in ("run", "show", "diff", "check", "compare", "history", "serve", "store", "plot", "report"):
        yield "help/" + verb, [verb, "-h"]
        yield "help/%s_long" % verb, [verb, "--help"]
    yield "help/assay", ["help"]


def form(words, status, out, err):
    text = "$ assay %s\n" % " ".join("'%s'" % w if re.search(r"[^\w./=,:-]", w) else w for w in words)
    text += "[exit status %d]\n" % status
    for title, part in (("", out), ("[standard error]\n", err)):
        if not part:
            continue
        if len(part) > LARGE:
            sum_ = hashlib.sha256(part).hexdigest().encode()
            part = part[:LARGE] + b"\n[of %d bytes, whose SHA-256 is %s]\n" % (len(part), sum_)
        text += title + part.decode("utf-8", "backslashreplace")
    return text if text.endswith("\n") else text + "\n[no end of line]\n"


def perform(assay, words, store):
    done = subprocess.run([assay] + words, cwd=ROOT, env=dict(ENVIRONMENT, ASSAY_STORE=store), capture_output=True,
                          stdin=subprocess.DEVNULL, timeout=300)
    place = os.path.dirname(store).encode()
    return form(words, done.returncode, done.stdout.replace(place, b"STORE"), done.stderr.replace(place, b"STORE"))


def pages(assay, folder):
    """KIND/NAME, the address and the answer of each page of a server on a store of recorded results."""
    environment = dict(ENVIRONMENT, ASSAY_STORE=os.path.join(folder, "served.db"))
    for name in ("one", "two", "builds"):
        subprocess.run([assay, "import", "tests/freeze/recorded/%s.json" % name], cwd=ROOT, env=environment, check=True,
                       capture_output=True)
    subprocess.run([assay, "import", "tests/freeze/recorded/history_steps.csv"], cwd=ROOT, env=environment, check=True,
                   capture_output=True)
    server = subprocess.Popen([assay, "serve", "--listen", "127.0.0.1:0"], cwd=folder, env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        address = None
        while not address:
            line = server.stdout.readline()
            if not line:
                sys.exit("freeze.py: assay serve said no address")
            found = re.search(r"http://[0-9.:]+", line)
            address = found.group() if found else None
        for target in PAGES:
            request = urllib.request.Request(address + target, headers={"Host": "localhost"})
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    status, out = answer.status, answer.read()
            except urllib.error.HTTPError as error:
                status, out = error.code, error.read()
            out = re.sub(rb'"stamp":"[0-9a-f-]+"', b'"stamp":"STAMP"', out.replace(folder.encode(), b"FOLDER"))
            yield "page/" + re.sub(r"\W+", "_", target).strip("_"), ["GET", target], form(["GET", target], status, out, b"")
    finally:
        server.send_signal(signal.SIGTERM)
        server.communicate()


def main(arguments):
    write = "--write" in arguments
    rest = [a for a in arguments if a != "--write"]
    if len(rest) != 1:
        print(__doc__.strip())
        return 2
    assay = os.path.abspath(rest[0])
    all_ = list(commands())
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "none", "store.db")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            texts = list(pool.map(lambda item: perform(assay, item[1], store), all_))
        for name, words, text in pages(assay, folder):
            all_.append((name, words))
            texts.append(text)
    if write:
        shutil.rmtree(EXPECTED, ignore_errors=True)
    bad = 0
    print("1..%d" % (len(all_) + 1))
    for number, ((name, _), text) in enumerate(zip(all_, texts), 1):
        path = os.path.join(EXPECTED, name + ".txt")
        if write:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(text)
        try:
            with open(path) as file:
                expected = file.read()
        except FileNotFoundError:
            expected = ""
        print("%s %d - %s" % ("ok" if text == expected else "not ok", number, name))
        if text != expected:
            bad += 1
            lines = difflib.unified_diff(expected.splitlines(), text.splitlines(), "expected", "now", lineterm="", n=1)
            print("\n".join("# " + line[:240] for line in list(lines)[:40]))
    there = set(os.path.relpath(os.path.join(d, n), EXPECTED)[:-4] for d, _, names in os.walk(EXPECTED) for n in names)
    extra = sorted(there - set(name for name, _ in all_))
    print("%s %d - nothing is expected that is not shown%s" % ("not ok" if extra else "ok", len(all_) + 1,
                                                             ": " + ", ".join(extra) if extra else ""))
    return 1 if bad or extra else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
