/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command lines that hyperfine 1.20's README, manual, help and change log show, with `assay run` in
 * the place of `hyperfine`: all of them are understood, and ask for what they asked for there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "request_line.h"

static const struct {
	const char *line;
	size_t n;          /* benchmarks */
	const char *first; /* command of the first */
	const char *last;  /* and of the last */
} shown[] = {
	{"'sleep 0.3'", 1, "sleep 0.3", "sleep 0.3"},
	{"'sleep 0.3' 'sleep 1.7'", 2, "sleep 0.3", "sleep 1.7"},
	{"--runs 5 'sleep 0.3'", 1, "sleep 0.3", "sleep 0.3"},
	{"'hexdump file' 'xxd file'", 2, "hexdump file", "xxd file"},
	{"--warmup 3 'grep -R TODO *'", 1, "grep -R TODO *", "grep -R TODO *"},
	{"--prepare 'sync; echo 3 | sudo tee /proc/sys/vm/drop_caches' 'grep -R TODO *'", 1,
		"grep -R TODO *", "grep -R TODO *"},
	{"--prepare 'make clean' --parameter-scan num_threads 1 12 'make -j {num_threads}'", 12,
		"make -j 1", "make -j 12"},
	{"--parameter-scan delay 0.3 0.7 -D 0.2 'sleep {delay}'", 3, "sleep 0.3", "sleep 0.7"},
	{"-L compiler gcc,clang '{compiler} -O2 main.cpp'", 2, "gcc -O2 main.cpp", "clang -O2 main.cpp"},
	{"--shell zsh 'for i in {1..10000}; do echo test; done'", 1,
		"for i in {1..10000}; do echo test; done", "for i in {1..10000}; do echo test; done"},
	{"-N 'grep TODO /home/user'", 1, "grep TODO /home/user", "grep TODO /home/user"},
	{"--shell=bash my_function", 1, "my_function", "my_function"},
	{"'my_function() { sleep 1; }; my_function'", 1, "my_function() { sleep 1; }; my_function",
		"my_function() { sleep 1; }; my_function"},
	{"-P threads 1 8 'make -j {threads}'", 8, "make -j 1", "make -j 8"},
	{"-P size 0 3 'sleep $((2**{size}))'", 4, "sleep $((2**0))", "sleep $((2**3))"},
	{"'my-command > output-${HYPERFINE_ITERATION}.log'", 1,
		"my-command > output-${HYPERFINE_ITERATION}.log",
		"my-command > output-${HYPERFINE_ITERATION}.log"},
	{"--output=null my-cmd --output=./file.log my-cmd", 2, "my-cmd", "my-cmd"},
	{"'find . -name todo.txt'", 1, "find . -name todo.txt", "find . -name todo.txt"},
	{"--min-runs 5 'sleep 0.2' 'sleep 3.2'", 2, "sleep 0.2", "sleep 3.2"},
	{"--export-markdown output.md --parameter-scan time 1 5 'sleep {time}'", 5, "sleep 1",
		"sleep 5"},
	{"-L n 1,2 -r 2 --show-output --setup 'echo setup n={n}' --prepare 'echo prepare={n}' "
	 "--conclude 'echo conclude={n}' --cleanup 'echo cleanup n={n}' 'echo command n={n}'",
		2, "echo command n=1", "echo command n=2"},
	{"-L number 1,2 -L letter a,b,c 'echo {number}{letter}' \"printf '%s\\n' {number}{letter}\"", 12,
		"echo 1a", "printf '%s\\n' 2c"},
	{"--prepare 'make clean; git checkout master' make "
	 "--prepare 'make clean; git checkout feature' make",
		2, "make", "make"},
	{"--ignore-failure=1,2 'exit 1'", 1, "exit 1", "exit 1"},
	{"--reference 'sleep 1' --reference-name base 'sleep 2'", 2, "sleep 1", "sleep 2"},
	{"--sort command -u microsecond --style=full --input /dev/null cat", 1, "cat", "cat"},
	{"--export-json f.json --export-csv f.csv --export-asciidoc f.adoc --export-orgmode f.org ls", 1,
		"ls", "ls"},
	{"-w 3 -m 5 -M 20 -s setup -p prepare -C conclude -c cleanup -S bash -i -n name cmd", 1, "cmd",
		"cmd"},
};

static void every_command_line_hyperfine_shows_is_understood(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
		struct as_arena a = {0};
		struct as_request r = {0};
		struct as_err err = {0};
		enum as_status st = request(&a, shown[i].line, &r, &err);
		if (st)
			fail_msg("%s: %s", shown[i].line, err.msg);
		assert_int_equal(r.what.n_commands, shown[i].n);
		assert_string_equal(r.what.commands[0].command, shown[i].first);
		assert_string_equal(r.what.commands[r.what.n_commands - 1].command, shown[i].last);
		as_arena_release(&a);
	}
}

/* Names and letters of hyperfine 1.20's options (its src/cli.rs; --debug-mode, which is hidden and
 * measures nothing, is left out). */
static const struct {
	const char *name;
	char letter;
	int values;
} options[] = {
	{"warmup", 'w', 1}, {"min-runs", 'm', 1}, {"max-runs", 'M', 1}, {"runs", 'r', 1},
	{"setup", 's', 1}, {"reference", 0, 1}, {"reference-name", 0, 1}, {"prepare", 'p', 1},
	{"conclude", 'C', 1}, {"cleanup", 'c', 1}, {"parameter-scan", 'P', 3},
	{"parameter-step-size", 'D', 1}, {"parameter-list", 'L', 2}, {"shell", 'S', 1}, {NULL, 'N', 0},
	{"ignore-failure", 'i', 1}, {"style", 0, 1}, {"sort", 0, 1}, {"time-unit", 'u', 1},
	{"export-asciidoc", 0, 1}, {"export-csv", 0, 1}, {"export-json", 0, 1},
	{"export-markdown", 0, 1}, {"export-orgmode", 0, 1}, {"show-output", 0, 0}, {"output", 0, 1},
	{"input", 0, 1}, {"command-name", 'n', 1}, {"min-benchmarking-time", 0, 1}, {"help", 0, 0}, {NULL, 'h', 0},
};

static int values_of(const struct as_option *o)
{
	int n = *o->args != '\0';

	for (const char *s = o->args; *s; s++)
		n += *s == ' ';
	return n;
}

static void every_option_of_hyperfine_is_there_by_name_and_letter(void **state)
{
	size_t known = sizeof options / sizeof options[0], found = 0, marked = 0;

	(void)state;
	for (size_t i = 0; i < known; i++)
		for (int k = 0; k < AS_OPTIONS_KNOWN; k++) {
			const struct as_option *o = &as_options[k];
			bool same = options[i].name ? o->name && !strcmp(o->name, options[i].name)
						    : o->letter == options[i].letter;
			if (!same)
				continue;
			found++;
			assert_int_equal(o->letter, options[i].letter);
			assert_int_equal(values_of(o), options[i].values);
			assert_true(o->kind & AS_OPTION_HF);
		}
	assert_int_equal(found, known);
	for (int k = 0; k < AS_OPTIONS_KNOWN; k++)
		marked += (as_options[k].kind & AS_OPTION_HF) != 0;
	assert_int_equal(marked, known);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_command_line_hyperfine_shows_is_understood),
		cmocka_unit_test(every_option_of_hyperfine_is_there_by_name_and_letter),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
