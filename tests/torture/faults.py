#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tests/torture/faults.py [-n PLACES] [-j JOBS] [VERB...]: every call of assay's that can fail fails once.

Each VERB (all of them) is carried out once for each place at which it asks for memory, and once for each at which it
opens, reads, writes, syncs, cuts, renames, locks or makes something beside the store, the journal, the export or what the
server is sent (tests/support/faults.c); with -n at so many places of each, spread evenly. After each:

  - assay has ended by itself, with an exit status that it has (a server: it goes on);
  - where it says that it went well, everything is there, and whole;
  - else its message names the cause, and of a file which one;
  - the store is sound, what was in it is there as it was, and what was measured is in the store, in a file that the message
    names, or in a journal that the next assay goes on with;
  - no export is half a file, and nothing beside it is left.

TAP on standard output, a line a verb and kind; the last line counts. Needs ASSAY, ASSAY_SPAWN and FAULTS_LIBRARY."""

import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ASSAY = os.environ["ASSAY"]
LIBRARY = os.environ["FAULTS_LIBRARY"]
# Words by which a message says why; of files by the call that failed.
NO_MEMORY = "out of memory"
CAUSES = {
    "open": "Too many open files|the system did not say why", "read": "Input/output error|disk I/O error", "write": "No space left|disk is full|free some space",
    "sync": "Input/output error|disk I/O error", "cut": "Input/output error|disk I/O error|No space left|disk is full",
    "rename": "Input/output error", "mkdir": "No space left|disk is full", "lock": "Input/output error|disk I/O error|lock",
}
STATUSES = {0, 1, 2, 3, 4, 5, 6, 7, 130}


class Lost(Exception):
    """What went wrong, in words."""


def environment(place, fault=None):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("ASSAY_", "XDG_", "FAULT"))}
    env.update(HOME=f"{place}/home", TMPDIR=f"{place}/tmp", LC_ALL="C.UTF-8", NO_COLOR="1",
               ASSAY_SPAWN=os.environ["ASSAY_SPAWN"])
    if fault:
        env.update(FAULT=fault, FAULT_UNDER=f"{place}/data", FAULT_LOG=f"{place}/fault", LD_PRELOAD=LIBRARY)
        if "ASAN_OPTIONS" in os.environ:
            env["ASAN_OPTIONS"] += ":verify_asan_link_order=0:allocator_may_return_null=1"
    return env


def assay(place, *words, fault=None, check=True):
    done = subprocess.run([ASSAY, *words], cwd=f"{place}/here", env=environment(place, fault), stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=120, check=False)
    if check and done.returncode:
        raise Lost(f"afterwards, assay {' '.join(words)}: {done.returncode}: {done.stderr.decode()}")
    return done


STORE = ("--store", "../data/s.db")


def results(place, store="../data/s.db"):
    """Uuid and outcome of all results of a store, which is sound."""
    assay(place, "store", "verify", "--store", store)
    listed = json.loads(assay(place, "list", "--all", "--json", "--store", store).stdout)["results"]
    return {r["uuid"]: r["outcome"] for r in listed}


def fresh(place):
    for name in ("home", "tmp", "data", "here"):
        os.mkdir(f"{place}/{name}")
    with open(f"{place}/here/program", "w") as f:
        f.write('#!/bin/sh\necho >>runs\n[ ! -s pid ] || [ "$(wc -l <runs)" != 4 ] || { kill -KILL "$(cat pid)"; sleep 5; }\n')
    os.chmod(f"{place}/here/program", 0o755)
    with open(f"{place}/here/values.csv", "w") as f:
        f.write("subject,execution,value,unit\n" + "".join(f"a,{i},{40 + i * 7 % 5},us\n" for i in range(1, 21)))
    for label in ("one", "two"):
        assay(place, "run", *STORE, "-w", "0", "-r", "2", "-N", "--style", "none", "--label", label, "--seed", "1", "true")


def runs(place):
    try:
        with open(f"{place}/here/runs") as f:
            return len(f.readlines())
    except FileNotFoundError:
        return 0


def rescued(place, words=b""):
    """Files that hold a result; of a run that is gone on with they lie where it began, in the template."""
    there = [n for folder in ("here", "tmp", "home") for n in os.listdir(f"{place}/{folder}") if n.endswith(".assay")]
    return there or b"the experiment is kept in ./assay-" in words


def units(place, name, store="../data/s.db"):
    shown = json.loads(assay(place, "show", name, "--json", "--store", store).stdout)
    return [len(s["tree"]["executions"]["order"]) for s in shown["subjects"]]


class Verb:
    """words: of the call. before: beyond fresh(). after: what holds, given the place, its template, and what it ended with."""
    alone = False

    def before(self, place):
        pass

    def call(self, place, fault):
        return assay(place, *self.words, fault=fault, check=False)

    def kept(self, place, template):
        now, then = results(place), results_of(template)
        for uuid, outcome in then.items():
            if now.get(uuid) != outcome:
                raise Lost(f"the store has lost {uuid[:8]}, or it is now {now.get(uuid)}")
        return now, then


class Run(Verb):
    name = "run"
    words = ("run", *STORE, "--seed", "1", "-w", "0", "-r", "3", "-N", "--style", "none", "./program")

    def after(self, place, template, done):
        now, then = self.kept(place, template)
        new = [u for u in now if u not in then]
        if done.returncode == 0 and (len(new) != 1 or now[new[0]] != "complete" or units(place, new[0]) != [3]):
            raise Lost(f"it went well, but the store has {[now[u] for u in new]} of it")
        if runs(place) > 1 and not new and not rescued(place):
            raise Lost(f"{runs(place)} runs were measured, and are nowhere")


class Resume(Verb):
    name = "resume"
    alone = True  # all go on in the folder where it began
    words = ("run", "--resume", *STORE, "--style", "none")

    def before(self, place):
        subprocess.run(["sh", "-c", 'echo $$ >pid && exec "$0" "$@"', ASSAY, "run", *STORE, "--seed", "1", "-w", "0", "-r", "8", "-N",
                        "--style", "none", "./program"], cwd=f"{place}/here", env=environment(place), capture_output=True, check=False)
        os.remove(f"{place}/here/pid")
        if not os.path.isdir(f"{place}/data/s.db.journals"):
            raise Lost("the template has no journal")

    def after(self, place, template, done):
        now, then = self.kept(place, template)
        new = [u for u in now if u not in then]
        if rescued(place, done.stderr):
            return
        if len(new) != 1:
            raise Lost(f"the store has {len(new)} results of the interrupted run")
        if now[new[0]] != "complete":
            assay(place, *self.words)
            new = [u for u in results(place) if u not in then]
        if units(place, new[0]) != [8]:
            raise Lost(f"it has {units(place, new[0])} runs")

    def kept(self, place, template):
        return results(place), complete_of(template)


class Import(Verb):
    name = "import"
    words = ("import", "values.csv", *STORE)

    def after(self, place, template, done):
        now, then = self.kept(place, template)
        new = [u for u in now if u not in then]
        if len(new) != (done.returncode == 0) and not (done.returncode and len(new) == 1):
            raise Lost(f"it ended with {done.returncode}, and the store has {len(new)} of it")
        if new and units(place, new[0]) != [20]:
            raise Lost(f"it has {units(place, new[0])} values")


class Export(Verb):
    name = "export"
    words = ("export", "one", "../data/x.json", *STORE)
    file = "x.json"

    def before(self, place):
        assay(place, *self.words)
        os.rename(f"{place}/data/{self.file}", f"{place}/whole")
        if self.name == "overwrite":
            with open(f"{place}/data/{self.file}", "w") as f:
                f.write("{}\n")

    def after(self, place, template, done):
        self.kept(place, template)
        with open(f"{place}/whole", "rb") as f:
            whole = f.read()
        path = f"{place}/data/{self.file}"
        there = os.path.exists(path)
        if done.returncode == 0 and not there:
            raise Lost("it went well, but the file is not there")
        if there:
            with open(path, "rb") as f:
                bytes_ = f.read()
            if bytes_ != whole:
                raise Lost(f"the file has {len(bytes_)} bytes, and the whole has {len(whole)}")
        left = [n for n in os.listdir(f"{place}/data") if not n.startswith("s.db") and n != self.file]
        if left:
            raise Lost(f"left behind: {left}")


class ExportTable(Export):
    name = "export csv"
    words = ("export", "one", "../data/x.csv", *STORE)
    file = "x.csv"


class Copy(Verb):
    name = "copy"
    words = ("store", "copy", "../data/new.db", *STORE)

    def after(self, place, template, done):
        self.kept(place, template)
        then = results_of(template)
        if os.path.exists(f"{place}/data/new.db"):
            there = results(place, "../data/new.db") if os.path.getsize(f"{place}/data/new.db") else {}
            if any(then.get(u) != o for u, o in there.items()) or (done.returncode == 0 and there != then):
                raise Lost(f"the copy has {there}")
        elif done.returncode == 0:
            raise Lost("it went well, but there is no copy")
        assay(place, *self.words)
        if results(place, "../data/new.db") != then:
            raise Lost("copied again, it is not whole")


class Prune(Verb):
    name = "prune"
    words = ("store", "prune", "--keep", "1", *STORE)

    def before(self, place):
        for _ in range(2):
            assay(place, "run", *STORE, "-w", "0", "-r", "2", "-N", "--style", "none", "--seed", "1", "true")

    def after(self, place, template, done):
        now, then = results(place), results_of(template)
        if any(then.get(u) != o for u, o in now.items()) or len(now) not in (len(then), len(then) - 1):
            raise Lost(f"of {len(then)} results {len(now)} are there")
        if done.returncode == 0 and len(now) != len(then) - 1:
            raise Lost("it went well, but nothing was removed")


class Post(Verb):
    name = "POST"

    def before(self, place):
        token = assay(place, "serve", "token", "add", "ci", "--may", "send", *STORE).stdout.decode().strip()
        assay(place, "run", "--store", "../other.db", "-w", "0", "-r", "2", "-N", "--style", "none", "true")
        assay(place, "export", "@last", "../sent.json", "--store", "../other.db")
        with open(f"{place}/token", "w") as f:
            f.write(token)

    def call(self, place, fault):
        said = open(f"{place}/said", "wb+")
        complained = open(f"{place}/complained", "wb+")
        server = subprocess.Popen([ASSAY, "serve", *STORE, "--listen", "127.0.0.1:0"], cwd=f"{place}/here",
                                  env=environment(place, fault), stdin=subprocess.DEVNULL, stdout=said, stderr=complained)
        try:
            return self.talk(place, server)
        finally:
            if server.poll() is None:
                server.kill()
            server.wait()
            said.close()
            complained.close()

    def talk(self, place, server):
        base = None
        while not base and server.poll() is None:
            with open(f"{place}/said") as f:
                found = re.search(r"http://[^ ]*[0-9]", f.read())
            base = found and found.group(0)
            if not base:
                time.sleep(0.002)  # between looks
        answer, status = b"", 0
        if base:
            with open(f"{place}/sent.json", "rb") as f, open(f"{place}/token") as t:
                ask = urllib.request.Request(f"{base}/api/v1/experiments", data=f.read(), method="POST",
                                             headers={"Authorization": f"Bearer {t.read()}", "Content-Type": "application/json"})
            try:
                with urllib.request.urlopen(ask, timeout=60) as r:
                    answer, status = r.read(), r.status
            except urllib.error.HTTPError as e:
                answer, status = e.read(), e.code
            except OSError as e:
                answer = str(e).encode()
        if server.poll() is None:
            server.terminate()
        ended = server.wait(60)
        with open(f"{place}/complained", "rb") as f:
            words = f.read()
        done = subprocess.CompletedProcess([], ended, answer, words + answer)
        done.status = status
        done.began = bool(base)
        if base and ended not in (0, 128 + 15, -15):
            done.returncode = ended
        elif base:
            done.returncode = 0 if status in (200, 201) else 6
        return done

    def after(self, place, template, done):
        now, then = self.kept(place, template)
        new = [u for u in now if u not in then]
        if done.returncode == 0 and len(new) != 1:
            raise Lost(f"it was answered with {done.status}, and the store has {len(new)} of it")
        if new and units(place, new[0]) != [2]:
            raise Lost("it is not whole")


VERBS = [Run(), Resume(), Import(), Export(), ExportTable(), Copy(), Prune(), Post()]
known = {}
SHOW = False


def results_of(template):
    return known[template]


def complete_of(template):
    return {u: o for u, o in known[template].items() if o == "complete"}


def failed_call(place):
    """Number of calls, and name and path of the one that failed."""
    calls, failed = 0, None
    try:
        with open(f"{place}/fault") as f:
            for line in f:
                number, name, path = line.rstrip("\n").split(" ", 2)
                if name == "calls":
                    calls = int(number)
                else:
                    failed = (name, path)
    except FileNotFoundError:
        pass
    return calls, failed


def names_file(words, path):
    base = re.sub(r"(-(wal|shm|journal)|\.[a-zA-Z0-9]{6}|\.new|~)? ?(\(deleted\))?$", "", os.path.basename(path))
    return base in words or os.path.basename(os.path.dirname(path)) in words or "s.db" in words


def check(verb, template, place, done, kind):
    _, failed = failed_call(place)
    if done.returncode < 0 or done.returncode not in STATUSES:
        raise Lost(f"it ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
    words = (done.stderr + done.stdout).decode(errors="replace")  # a copy says of each what failed
    if "Sanitizer" in words:
        raise Lost(words)
    # Verbs whose status says what was found may end with 1 to 5; none of these does.
    if done.returncode and failed:
        cause = NO_MEMORY if kind == "memory" else CAUSES[failed[0]]
        if not re.search(cause, words):
            raise Lost(f"its message does not say why ({cause}): {words.strip()}")
        if kind == "files" and not names_file(words, failed[1]):
            raise Lost(f"its message does not name the file ({failed[1]}): {words.strip()}")
    verb.after(place, template, done)


def attempt(verb, template, kind, n):
    """What went wrong where call n fails; None: nothing."""
    place = tempfile.mkdtemp(prefix="f", dir=os.path.dirname(template))
    try:
        shutil.rmtree(place)
        shutil.copytree(template, place, symlinks=True)
        done = verb.call(place, f"{kind} {n}")
        if SHOW:
            print(f"# {failed_call(place)}: {done.returncode}: {done.stdout.decode()}{done.stderr.decode()}")
        check(verb, template, place, done, kind)
        return None
    except (Lost, subprocess.TimeoutExpired, json.JSONDecodeError, KeyError) as e:
        return f"{verb.name}, {kind} {n} {failed_call(place)[1]}: {e}"
    finally:
        shutil.rmtree(place, ignore_errors=True)


def places(verb, template, kind):
    place = tempfile.mkdtemp(prefix="c", dir=os.path.dirname(template))
    shutil.rmtree(place)
    shutil.copytree(template, place, symlinks=True)
    done = verb.call(place, f"{kind} 0")
    if done.returncode:
        raise Lost(f"{verb.name} fails without a fault: {done.stderr.decode()}")
    calls = failed_call(place)[0]
    shutil.rmtree(place)
    return calls


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-n", type=int, default=0)
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("--kind", choices=("memory", "files"))
    parser.add_argument("--only", type=int, help="this place alone, and say what came of it")
    parser.add_argument("verbs", nargs="*")
    args = parser.parse_args()
    global SHOW
    SHOW = args.only is not None
    verbs = [v for v in VERBS if not args.verbs or v.name in args.verbs]
    kinds = [args.kind] if args.kind else ["files", "memory"]
    number, tried, bad = 0, 0, 0
    print(f"1..{len(verbs) * len(kinds)}", flush=True)
    with tempfile.TemporaryDirectory(prefix="assay-faults-") as top, concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        for verb in verbs:
            template = f"{top}/{verb.name.replace(' ', '-')}"
            os.mkdir(template)
            fresh(template)
            verb.before(template)
            shown = assay(template, "list", "--all", "--json", *STORE) if verb.name != "resume" else None
            known[template] = {r["uuid"]: r["outcome"] for r in json.loads(shown.stdout)["results"]} if shown else resumed_known(template)
            for kind in kinds:
                number += 1
                try:
                    calls = places(verb, template, kind)
                except Lost as e:
                    bad += 1
                    print(f"not ok {number} - {e}", flush=True)
                    continue
                step = max(1, calls // args.n) if args.n else 1
                chosen = [args.only] if args.only else range(1, calls + 1, step)
                each = (map if verb.alone else pool.map)(lambda n, v=verb, t=template, k=kind: attempt(v, t, k, n), chosen)
                found = [w for w in each if w]
                tried += len(chosen)
                bad += len(found)
                what = "calls for files" if kind == "files" else "requests for memory"
                print(f"{'not ok' if found else 'ok'} {number} - {verb.name}: {len(chosen)} of {calls} {what} fail, one at a time, "
                      "and nothing is lost", flush=True)
                for words in found[:20]:
                    print("# " + words.strip().replace("\n", "\n#   "), flush=True)
                if len(found) > 20:
                    print(f"# and {len(found) - 20} more", flush=True)
    print(f"# {tried} faults, {bad} of them not as they should be", flush=True)
    return 1 if bad else 0


def resumed_known(template):
    """The journal stays as it is: looked at in a copy."""
    copy = f"{template}-looked-at"
    shutil.copytree(template, copy)
    listed = json.loads(assay(copy, "list", "--all", "--json", *STORE).stdout)["results"]
    shutil.rmtree(copy)
    return {r["uuid"]: r["outcome"] for r in listed}


sys.exit(main())
