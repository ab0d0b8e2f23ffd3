# SPDX-License-Identifier: MIT
"""Benchmarks in Python for `assay run` (docs/reporter.md). Copy this file; it needs Python 3.7 alone.

    import assay_report

    @assay_report.benchmark
    def sorting():
        sorted(DATA)

    assay_report.main()

`assay run ./bench.py` makes every benchmark a subject of its own. Without assay, a table is printed.
"""

import array
import os
import statistics
import sys
import time

_ENOUGH_NS = 1_000_000  # calls are timed together until they take this long
_benchmarks = {}


def benchmark(function=None, *, name=None):
    """Register a function without parameters, under its own name or another: one word."""
    if function is None:
        return lambda f: benchmark(f, name=name)
    name = name or function.__name__
    if name in _benchmarks or not name or any(c.isspace() or not c.isprintable() for c in name):
        raise ValueError(f"the benchmark {name!r} needs a name of its own, without blanks")
    _benchmarks[name] = function
    return function


class Values:
    """Many numbers of one metric, such as the latencies of a load generator: kept while it measures, and
    reported when that is over. `assay run --criterion latency:p99 ./client.py` takes them.

        latencies = assay_report.Values("latency", "ns")
        ...
            latencies.add(end - start)  # some tens of ns
        ...
        latencies.report()
    """

    def __init__(self, name, unit):
        for word in (name, unit):
            if not word or len(word) > 199 or any(c.isspace() or not c.isprintable() for c in word):
                raise ValueError(f"{word!r} is no name or unit: it takes one word")
        self._name, self._unit = name, unit
        self._list = array.array("d")
        self.add = self._list.append

    def report(self):
        """Append them to the report where assay asks for one, and forget them."""
        report = os.environ.get("ASSAY_REPORT")
        if report and self._list:
            if sys.byteorder == "big":
                self._list.byteswap()
            with open(f"{report}.{os.getpid()}", "ab") as file:
                head = "" if file.tell() else "assay 1\n"
                head += f"values {self._name} {len(self._list)} {self._unit} as float64\n"
                file.write(head.encode())
                file.write(self._list)
                file.write(b"\n")
        del self._list[:]


def _write(path, lines):
    """Append lines, each with one write."""
    fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        for line in lines:
            os.write(fd, (line + "\n").encode())
    finally:
        os.close(fd)


def _time(function, n):
    start = time.monotonic_ns()
    for _ in range(n):
        function()
    end = time.monotonic_ns()
    return end - start, end


def _calls(function):
    """So many calls take long enough for the clock."""
    n = 1
    while _time(function, n)[0] < _ENOUGH_NS and n < 1 << 30:
        n *= 2
    return n


def _measure(function, iterations):
    n = _calls(function)
    return n, [_time(function, n) for _ in range(iterations)]


def main():
    """List the benchmarks, report one to assay, or print a table of all."""
    listing, report = os.environ.get("ASSAY_LIST"), os.environ.get("ASSAY_REPORT")
    wanted = os.environ.get("ASSAY_BENCHMARK")
    iterations = int(os.environ.get("ASSAY_ITERATIONS", "20"))
    if listing:
        _write(listing, ["assay 1"] + [f"benchmark {name}" for name in _benchmarks])
        return
    for name, function in _benchmarks.items():
        if wanted not in (None, name):
            continue
        n, times = _measure(function, iterations)
        if report:
            _write(report, ["assay 1"] + [
                f"iteration {ns / n!r} ns n={n} t={end} benchmark={name}" for ns, end in times])
        else:
            each = [ns / n for ns, _ in times]
            print(f"{name}: min {min(each):.4g} ns, median {statistics.median(each):.4g} ns, in this process")
