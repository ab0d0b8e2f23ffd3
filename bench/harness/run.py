#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""libassay beside Google Benchmark and a loop written by hand, in one run.

usage: bench/harness/run.py [BUILD [PROCESSES]]

Nothing, and chains of 1, 100 and 10000 dependent additions, in PROCESSES (20, at least 2) processes of each, one
after the other. Prints the least time of each, its spread over the processes, the time until a chain of
1 is known to 1 %, and what listing, compiling and storing cost. Best on a machine that does nothing else.
"""
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

BUILD = sys.argv[1] if len(sys.argv) > 1 else 'build'
PROCESSES = int(sys.argv[2]) if len(sys.argv) > 2 else 20
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = ('empty', 'chain1', 'chain100', 'chain10000')
COMPILES = 11


def output(*command, **more):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **more).stdout


def compile_all(folder):
    library = os.path.join(BUILD, 'src', 'harness', 'libassay.a')
    flags = ['-O2', '-I' + os.path.join(ROOT, 'include')]
    output('cc', *flags, os.path.join(HERE, 'hand.c'), '-o', folder + '/hand')
    output('cc', *flags, os.path.join(HERE, 'ours.c'), library, '-lm', '-pthread', '-o', folder + '/ours')
    many = '#include <assay.h>\n' + ''.join('ASSAY_BENCH(b%d) { assay_loop (state) ; }\n' % i for i in range(1000))
    with open(folder + '/many.c', 'w', encoding='utf-8') as f:
        f.write(many + 'ASSAY_MAIN()\n')
    output('cc', *flags, folder + '/many.c', library, '-lm', '-pthread', '-o', folder + '/many')
    try:
        output('c++', '-O2', os.path.join(HERE, 'google.cc'), '-lbenchmark', '-lpthread', '-o', folder + '/google',
               stderr=subprocess.DEVNULL)
    except subprocess.CalledProcessError:
        sys.exit('bench/harness/run.py: no Google Benchmark here: tools/setup bench installs libbenchmark-dev')


def ours(folder, name):
    return json.loads(output(folder + '/ours', '--json', '--time', '500ms', '--calibrate', '1', name,
                             env=dict(os.environ, HOME='', XDG_CACHE_HOME='')))['benchmarks'][0]


def google(folder, name):
    found = json.loads(output(folder + '/google', '--benchmark_filter=^%s$' % name, '--benchmark_format=json',
                              stderr=subprocess.DEVNULL))['benchmarks'][0]
    return found['real_time']


def spread(x):
    """Of the minima of processes: the interquartile range, relative to their median."""
    low, middle, high = statistics.quantiles(x, n=4)
    return 100 * (high - low) / middle


def time_to_know(run, truth):
    """What a process of ours spends in its loops until its minimum is within 1 % of the truth, in ns."""
    spent = sum(sum(c['ns']) for c in run['calibrations'])
    for ns in run['ns']:
        spent += ns * run['repetitions']
        if ns <= 1.01 * truth:
            return spent
    return float('inf')


def least_seconds(command, times):
    """Of the processors; waiting for one is not the command's."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    taken = []
    for _ in range(times):
        start = used()
        output(*command)
        taken.append(used() - start)
    return min(taken)


def compile_cost(folder):
    for name, text in (('without', 'int x;\n'), ('with', '#include <assay.h>\nint x;\n')):
        with open('%s/%s.c' % (folder, name), 'w', encoding='utf-8') as f:
            f.write(text)
    return [1000 * least_seconds(['cc', '-O2', '-I' + os.path.join(ROOT, 'include'), '-c', '%s/%s.c' % (folder, name),
                                   '-o', folder + '/x.o'], COMPILES) for name in ('without', 'with')]


def compare(folder):
    least = {}
    known, google_seconds = [], []
    print('%-11s %28s  %28s  %28s' % ('least, ns', 'by hand', 'libassay', 'Google Benchmark'))
    for name in NAMES:
        got = {'hand': [], 'ours': [], 'google': []}
        for _ in range(PROCESSES):
            got['hand'].append(float(output(folder + '/hand', name, '100')))
            run = ours(folder, name)
            got['ours'].append(run['minimum_ns'])
            start = time.monotonic()
            got['google'].append(google(folder, name))
            if name == 'chain1':
                google_seconds.append(time.monotonic() - start)
                known.append(run)
        least[name] = {who: min(x) for who, x in got.items()}
        hand = least[name]['hand']
        print('%-11s' % name + ''.join('%12.4f %+5.2f %% ± %5.2f %%' % (min(x), 100 * (min(x) / hand - 1), spread(x))
                                        for x in got.values()))
    print('± is the interquartile range over %d processes; Google Benchmark gives one mean a process, not a minimum' % PROCESSES)
    cycle = min(least['chain10000']['hand'], least['chain10000']['ours']) / 10000
    print('loop cost   libassay %.3f ns, %.2f cycles (a cycle: one addition of the chain of 10000, %.4f ns); by hand %.3f ns'
          % (least['empty']['ours'], least['empty']['ours'] / cycle, cycle, least['empty']['hand']))
    until = sorted(time_to_know(run, least['chain1']['hand']) for run in known)
    reached = [ns for ns in until if ns < float('inf')]
    print('known to 1 %%  a chain of 1: libassay after %.2f ms (median; %d of %d processes within 500 ms), Google Benchmark ends after '
          '%.0f ms' % (until[len(until) // 2] / 1e6, len(reached), len(until), 1000 * statistics.median(google_seconds)))


def main():
    with tempfile.TemporaryDirectory() as folder:
        compile_all(folder)
        compare(folder)
        without, with_header = compile_cost(folder)
        print('compiling   %.0f ms with assay.h, %.0f ms without' % (with_header, without))
        print('listing     1000 benchmarks in %.1f ms' % (1000 * least_seconds([folder + '/many', '--list'], 21)))
        print('storing     16 bytes an iteration (struct as_sample)')


main()
