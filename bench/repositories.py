#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench/repositories.py FOLDER [SEED...]: git repositories whose commits change a known thing

Makes FOLDER/SEED (default: seeds 1 to 20), each a git repository with a program in C, its Makefile and
a suite file, and beside it FOLDER/SEED.json: what each commit has changed, and by how much. All
follows from the seed, commit names included. bench/diff_proof.py measures them.

A program is some functions that compute, called one after the other in each of ROUNDS rounds: that is
`./bench`, 10 to 40 ms. `./bench memory` writes BYTES once and reads them. The seed decides which functions, how many, their sizes and
order, their files, and the compiler's -O1 to -O3. Where a commit plants a change, ROUNDS or BYTES
changes by that share and nothing else that is executed.

  same        a comment, or a local variable with another name: the same program is built
  moved       functions in another order, or a new function or a table that nothing uses: the same
              work at other addresses
  slower-2    2 % more rounds, and something that moves all else, as changes do
  slower-5    5 % more rounds, likewise
  hungrier-5  5 % more memory
  hungrier-10 10 % more memory
  unbuilt     does not compile, or does not link
  failing     compiles, and ends with a status other than 0, or by a signal

Each is one commit on top of one that builds and works, in an order that is drawn; what is broken is
repaired by the next one. Tags have these names.

  --count     say how many instructions each program executes, and with how much more than its parent
              (needs valgrind; two minutes)
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys

SEEDS = range(1, 21)
ROUNDS = 1000  # 2 and 5 % of it are whole, in either order
KINDS = ('same', 'moved', 'slower-2', 'slower-5', 'hungrier-5', 'hungrier-10', 'unbuilt', 'failing')
PLANTED = {'slower-2': ('time', 0.02), 'slower-5': ('time', 0.05),
           'hungrier-5': ('memory', 0.05), 'hungrier-10': ('memory', 0.10)}

# Each takes 1 to 3 us on a machine of 2020, depending on @n, and has a local variable @v.
FUNCTIONS = {
    'mix': ('', '''
	unsigned @v = x;

	for (unsigned i = 0; i < @n; i++) {
		@v = @v * 2654435761u + i;
		if (@v & 64)
			@v ^= @v >> 13;
	}
	return @v;'''),
    'sieve': ('static unsigned char composite_@i[2 * @n];\n', '''
	unsigned @v = 0;

	for (unsigned i = 0; i < 2 * @n; i++)
		composite_@i[i] = 0;
	for (unsigned i = 2; i < 2 * @n; i++) {
		@v += !composite_@i[i];
		for (unsigned j = i + i; j < 2 * @n && i < 24; j += i)
			composite_@i[j] = 1;
	}
	return x + @v;'''),
    'sort': ('static unsigned values_@i[@n / 8];\n', '''
	unsigned @v = x;

	for (unsigned i = 0; i < @n / 8; i++)
		values_@i[i] = (@v = @v * 1664525u + 1013904223u) >> 16;
	for (unsigned gap = @n / 16; gap; gap /= 2)
		for (unsigned i = gap; i < @n / 8; i++)
			for (unsigned j = i; j >= gap && values_@i[j - gap] > values_@i[j]; j -= gap) {
				unsigned t = values_@i[j];
				values_@i[j] = values_@i[j - gap];
				values_@i[j - gap] = t;
			}
	return values_@i[@n / 16];'''),
    'matrix': ('static unsigned left_@i[12][12], right_@i[12][12];\n', '''
	unsigned @v = x;

	for (unsigned i = 0; i < 144; i++) {
		left_@i[i / 12][i % 12] = x + i;
		right_@i[i % 12][i / 12] = x ^ i;
	}
	for (unsigned i = 0; i < @n / 64; i++)
		for (unsigned j = 0; j < 12; j++)
			for (unsigned k = 0; k < 12; k++)
				@v += left_@i[i % 12][k] * right_@i[k][j];
	return @v;'''),
    'machine': ('static const unsigned char code_@i[] = "@code";\n', '''
	unsigned @v = x;

	for (unsigned i = 0, at = 0; i < @n; i++, at = at + 1 < sizeof code_@i - 1 ? at + 1 : 0)
		switch (code_@i[at]) {
		case 'a': @v += 3; break;
		case 'b': @v ^= @v << 5; break;
		case 'c': @v *= 7; break;
		case 'd': @v -= x; break;
		case 'e': @v = @v >> 3 | @v << 29; break;
		default: @v = ~@v; break;
		}
	return @v;'''),
    'words': ('static const char text_@i[] = "@text";\n', '''
	unsigned @v = x, inside = 0;

	for (unsigned turn = 0; turn < @n / 128; turn++)
		for (const char *s = text_@i; *s; s++) {
			if (*s == ' ') {
				@v += inside;
				inside = 0;
			} else {
				inside = inside * 31 + (unsigned char)*s;
			}
		}
	return @v;'''),
    'walk': ('static unsigned next_@i[@n / 2];\n', '''
	unsigned @v = 0;

	if (!next_@i[0])
		for (unsigned i = 0; i < @n / 2; i++)
			next_@i[i] = (i + 1 + @n / 5) % (@n / 2);
	for (unsigned i = 0; i < @n / 2; i++)
		@v = next_@i[(@v + x) % (@n / 2)];
	return x + @v;'''),
}
LOCALS = ('sum', 'state', 'hash', 'total', 'value', 'result')
MAIN = '''#include <stdio.h>
#include <stdlib.h>
#include "work.h"
@broken
/* All of it is written once, so that it is there. */
static int fill(size_t bytes)
{
	unsigned char *room = malloc(bytes);
	unsigned sum = 0;

	if (!room)
		return 1;
	for (size_t i = 0; i < bytes; i += 512)
		room[i] = (unsigned char)(i >> 9);
	for (size_t i = 0; i < bytes; i += 512)
		sum += room[i];
	printf("%u\\n", sum);
	free(room);
	return 0;
}

int main(int argc, char **argv)
{
	unsigned sum = 1;

	(void)argv;
	if (argc > 1)
		return fill(BYTES);
	for (unsigned i = 0; i < ROUNDS; i++) {
@calls	}
@failing	printf("%u\\n", sum);
	return 0;
}
'''
BROKEN = ('#include "missing.h"\n', 'int half(int x) { return x / 2 }\n',
          'unsigned nowhere(void);\nunsigned (*const called)(void) = nowhere;\n')
FAILING = ('\tif (sum != 0) {\n\t\tfputs("bench: the answer is wrong\\n", stderr);\n\t\treturn 3;\n\t}\n',
           '\tif (sum != 0)\n\t\tabort();\n',
           '\tsum = *(volatile unsigned *)(size_t)(sum & 3);\n')
MAKEFILE = '''CFLAGS = -O@level -g
bench: main.o one.o two.o
	$(CC) $(LDFLAGS) -static -o $@ main.o one.o two.o
main.o one.o two.o: work.h
'''
SUITE = '''suite: bench
build: make
artifacts: bench
randomize: [layout, address, environment]
benchmarks:
  compute:
    execute: ./bench
  memory:
    execute: ./bench memory
    criterion: peak_memory
'''


class Source:
    """The program as it is after some commits."""

    def __init__(self, seed):
        self.draw = draw = random.Random(seed)
        self.level, self.rounds = draw.choice((1, 2, 2, 3)), ROUNDS
        self.bytes = 4000 * draw.randint(8000, 16000)  # 5 and 10 % are whole, in either order
        self.files = {'one.c': [], 'two.c': []}
        self.calls = []
        for i in range(draw.randint(5, 9)):
            kind = draw.choice(list(FUNCTIONS))
            self.files[draw.choice(('one.c', 'two.c'))].append(self.function(kind, i))
            self.calls.append(f'{kind}_{i}')
        self.broken = self.failing = ''
        self.spares = 0

    def function(self, kind, i):
        data, body = FUNCTIONS[kind]
        draw = self.draw
        code = ''.join(draw.choices('abcdef', k=draw.randint(5, 60)))
        text = ' '.join(''.join(draw.choices('etaoinsh', k=draw.randint(2, 9))) for _ in range(20))
        text = f'{data}unsigned {kind}_{i}(unsigned x)\n{{{body}\n}}\n'.replace('@code', code).replace('@text', text)
        return text.replace('@n', str(64 * draw.randint(12, 40))).replace('@i', str(i)).replace(
            '@v', draw.choice(LOCALS))

    def texts(self):
        """What stands in each file."""
        calls = ''.join(f'\t\tsum = {name}(sum + i);\n' for name in self.calls)
        header = f'/* What is done, and with how much memory. */\n#define ROUNDS {self.rounds}\n' \
                 f'#define BYTES {self.bytes}\n' + ''.join(f'unsigned {name}(unsigned x);\n' for name in self.calls)
        texts = {name: '#include "work.h"\n\n' + '\n'.join(parts) for name, parts in self.files.items()}
        texts['main.c'] = MAIN.replace('@broken', self.broken).replace('@calls', calls).replace(
            '@failing', self.failing)
        return texts | {'work.h': header, 'Makefile': MAKEFILE.replace('@level', str(self.level)),
                        'assay.yaml': SUITE, '.gitignore': 'bench\n*.o\n'}

    def some_file(self):
        """A file with functions in it."""
        return self.draw.choice([name for name, parts in self.files.items() if parts])

    # Each of these changes something and says what.

    def comment(self):
        parts = self.files[self.some_file()]
        parts[-1] += '/* The end of what is done here. */\n'
        return 'a comment'

    def rename(self):
        parts = self.files[self.some_file()]
        i = self.draw.choice([i for i, part in enumerate(parts) if '\tunsigned ' in part])
        old = re.search(r'\tunsigned (\w+)', parts[i]).group(1)
        parts[i] = re.sub(rf'\b{old}\b', f'{old}_so_far', parts[i])
        return f'the variable {old} has another name'

    def reorder(self):
        """All functions of a file that has several, from the last to the first."""
        name = max(self.files, key=lambda name: len(self.files[name]))
        self.files[name].reverse()
        return f'the functions of {name} in another order'

    def spare_function(self):
        self.spares += 1
        lines = ''.join(f'\tx = x * {self.draw.randint(3, 999)}u + (x >> {self.draw.randint(1, 9)});\n'
                        for _ in range(self.draw.randint(1, 30)))
        parts = self.files[self.some_file()]
        parts.insert(0, f'unsigned spare_{self.spares}(unsigned x);\nunsigned spare_{self.spares}(unsigned x)\n'
                        f'{{\n{lines}\treturn x;\n}}\n')
        return 'a function that nothing calls'

    def spare_table(self):
        self.spares += 1
        numbers = ', '.join(str(self.draw.randint(0, 9)) for _ in range(self.draw.randint(20, 200)))
        parts = self.files[self.some_file()]
        parts.insert(0, f'extern const unsigned char spare_{self.spares}[];\nconst unsigned char '
                        f'spare_{self.spares}[] = {{{numbers}}};\n')
        return 'a table that nothing reads'

    def move(self):
        return self.draw.choice((self.reorder, self.spare_function, self.spare_table))()

    def change(self, kind):
        """The change of that name, in words."""
        what, share = PLANTED.get(kind, ('', 0))
        if kind == 'same':
            return self.draw.choice((self.comment, self.rename))()
        if kind == 'moved':
            return self.move()
        if what == 'time':
            self.rounds = exactly(self.rounds * (100 + round(100 * share)), 100)
            return f'{100 * share:.0f} % more rounds, and {self.spare_function()}'
        if what == 'memory':
            self.bytes = exactly(self.bytes * (100 + round(100 * share)), 100)
            return f'{100 * share:.0f} % more memory'
        if kind == 'unbuilt':
            self.broken = self.draw.choice(BROKEN)
            return 'does not build: ' + ('a header is missing', 'a ; is missing', 'a function is missing')[
                BROKEN.index(self.broken)]
        self.failing = self.draw.choice(FAILING)
        return 'fails: ' + ('exit status 3', 'SIGABRT', 'SIGSEGV')[FAILING.index(self.failing)]


def exactly(a, b):
    if a % b:
        raise ValueError(f'{a} / {b} is not whole')
    return a // b


class Repository:
    """A repository in a folder that is not there yet."""

    def __init__(self, folder, seed):
        self.folder, self.seconds, self.rows = folder, 1700000000 + 1000000 * seed, []
        self.source = Source(seed)
        os.makedirs(folder)
        self.git('init', '-q', '-b', 'main')
        self.commit('begin')
        kinds = list(KINDS)
        self.source.draw.shuffle(kinds)
        for kind in kinds:
            words = self.source.change(kind)
            what, share = PLANTED.get(kind, ('', 0))
            parent = self.git('rev-parse', 'HEAD')
            self.rows.append({'kind': kind, 'change': words, 'parent': parent,
                              'commit': self.commit(f'{kind}: {words}'),
                              'time': 1 + share if what == 'time' else 1,
                              'memory': 1 + share if what == 'memory' else 1,
                              'builds': kind != 'unbuilt', 'runs': kind not in ('unbuilt', 'failing')})
            self.git('tag', kind)
            if kind in ('unbuilt', 'failing'):
                self.source.broken = self.source.failing = ''
                self.commit('repair')

    def git(self, *words):
        """What git says. Nothing of the user's configuration, and dates that follow from the seed."""
        date = f'{self.seconds} +0000'
        who = {f'GIT_{role}_{what}': value for role in ('AUTHOR', 'COMMITTER') for what, value in
               (('NAME', 'bench'), ('EMAIL', 'bench@example.org'), ('DATE', date))}
        quiet = {'GIT_CONFIG_GLOBAL': '/dev/null', 'GIT_CONFIG_NOSYSTEM': '1'}
        return subprocess.run(['git', *words], cwd=self.folder, env=os.environ | who | quiet, check=True, text=True,
                              stdout=subprocess.PIPE).stdout.strip()

    def commit(self, message):
        for name, text in self.source.texts().items():
            with open(os.path.join(self.folder, name), 'w', encoding='ascii') as file:
                file.write(text)
        self.seconds += 3600
        self.git('add', '.')
        self.git('commit', '-q', '-m', message)
        return self.git('rev-parse', 'HEAD')


def make(folder, seed):
    """FOLDER/SEED and FOLDER/SEED.json; what stands in the latter."""
    file = os.path.join(folder, f'{seed}.json')
    if os.path.exists(file):
        with open(file, encoding='ascii') as f:
            return json.load(f)
    rows = Repository(os.path.join(folder, str(seed)), seed).rows
    with open(file, 'w', encoding='ascii') as f:
        json.dump(rows, f, indent=1)
    return rows


def instructions(repository, revision, scratch):
    """How many instructions the program of a revision executes, by valgrind."""
    subprocess.run(f'rm -rf {scratch} && mkdir {scratch} && git -C {repository} archive {revision} | tar -x -C '
                   f'{scratch} && make -s -C {scratch}', shell=True, check=True)
    said = subprocess.run(['valgrind', '--tool=none', '--tool=callgrind', '--callgrind-out-file=/dev/null', './bench'],
                          cwd=scratch, check=True, text=True, capture_output=True).stderr
    return int(re.search(r'Collected : (\d+)', said).group(1))


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument('folder')
    p.add_argument('seeds', nargs='*', type=int)
    p.add_argument('--count', action='store_true')
    a = p.parse_args()
    os.makedirs(a.folder, exist_ok=True)
    for seed in a.seeds or SEEDS:
        rows = make(a.folder, seed)
        for row in rows:
            counted = ''
            if a.count and row['runs']:
                n = [instructions(os.path.join(a.folder, str(seed)), row[r], os.path.join(a.folder, 'counted'))
                     for r in ('parent', 'commit')]
                counted = f'  {n[1]} instructions, {100 * (n[1] / n[0] - 1):+.2f} %'
            print(f"{seed:3} {row['kind']:12} {row['commit'][:9]} {row['change']}{counted}", flush=True)


if __name__ == '__main__':
    sys.exit(main())
