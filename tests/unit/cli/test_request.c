/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "request_line.h"

static void ask(struct as_arena *a, const char *line, struct as_request *r)
{
	struct as_err err = {0};

	if (request(a, line, r, &err))
		fail_msg("%s: %s", line, err.msg);
}

static void refuse(const char *line, const char *message)
{
	struct as_arena a = {0};
	struct as_request r = {.amount.runs = 77};
	struct as_err err = {0};

	assert_int_equal(request(&a, line, &r, &err), AS_ERR_USAGE);
	assert_string_equal(err.msg, message);
	assert_int_equal(r.amount.runs, 77); /* untouched */
	as_arena_release(&a);
}

static void without_options_the_defaults_of_the_manual_hold(void **state)
{
	struct as_arena a = {0};
	struct as_request r = {0};

	(void)state;
	ask(&a, "'sleep 1' ls", &r);
	assert_int_equal(r.what.n_commands, 2);
	assert_string_equal(r.what.commands[0].command, "sleep 1");
	assert_null(r.what.commands[0].name);
	assert_null(r.what.commands[0].words);
	assert_true(r.what.shared_hooks && (r.building.randomize & AS_RANDOMIZE_ENVIRONMENT));
	assert_int_equal(r.amount.warmup, 1);
	assert_int_equal(r.amount.runs + r.amount.min_runs + r.amount.max_runs + r.amount.stage1 +
				 r.amount.drop,
		0);
	assert_int_equal(r.amount.iterations, 20);
	assert_false(r.amount.iterations_given || r.amount.budget_given || r.aim.precision_each);
	assert_true(r.amount.budget_ns == 10000000000);
	assert_true(r.aim.precision > 0.0099 && r.aim.precision < 0.0101);
	assert_true(r.aim.confidence > 0.949 && r.aim.confidence < 0.951);
	assert_string_equal(r.reading.criterion, "time");
	assert_int_equal(r.what.shell, AS_SHELL_AUTO);
	assert_true(r.amount.seed < UINT64_C(1) << 53);
	as_arena_release(&a);
}

static void words_after_two_dashes_are_one_command(void **state)
{
	struct as_arena a = {0};
	struct as_request r = {0};

	(void)state;
	ask(&a, "'ls -l' -L n 1,2 -- echo '{n} x' -r", &r);
	assert_int_equal(r.what.n_commands, 4);
	assert_string_equal(r.what.commands[0].name, "ls -l (n = 1)");
	assert_null(r.what.commands[1].command);
	assert_string_equal(r.what.commands[1].words[1], "1 x");
	assert_string_equal(r.what.commands[1].words[2], "-r");
	assert_null(r.what.commands[1].words[3]);
	assert_null(r.what.commands[1].name);
	assert_string_equal(r.what.commands[3].words[1], "2 x");
	as_arena_release(&a);
}

static void lists_make_all_combinations_commands_first(void **state)
{
	const char *const want[] = {"echo a z", "printf a z", "echo b z", "printf b z", "echo a y",
		"printf a y", "echo b y", "printf b y"};
	struct as_arena a = {0};
	struct as_request r = {0};

	(void)state;
	ask(&a, "-L p a,b -L q z,y 'echo {p} {q}' 'printf {p} {q}'", &r);
	assert_int_equal(r.what.n_commands, 8);
	for (size_t i = 0; i < 8; i++)
		assert_string_equal(r.what.commands[i].command, want[i]);
	assert_int_equal(r.what.commands[5].n_parameters, 2);
	assert_string_equal(r.what.commands[5].parameters[1].name, "q");
	assert_string_equal(r.what.commands[5].parameters[1].value, "y");
	as_arena_release(&a);
}

static void a_comma_is_escaped_and_what_is_filled_in_is_not_filled_again(void **state)
{
	struct as_arena a = {0};
	struct as_request r = {0};

	(void)state;
	ask(&a, "-L foo 'x\\,{bar},\\\\,' -L bar b 'echo {foo} {bar} {other}'", &r);
	assert_int_equal(r.what.n_commands, 3);
	assert_string_equal(r.what.commands[0].command, "echo 'x,{bar}' b {other}");
	assert_string_equal(r.what.commands[1].command, "echo '\\' b {other}");
	assert_string_equal(r.what.commands[2].command, "echo  b {other}");
	as_arena_release(&a);
}

/* As hyperfine 1.15 wrote them on the same options. */
static void scans_are_exact_and_written_as_hyperfine_does(void **state)
{
	static const struct {
		const char *options, *values;
	} cases[] = {
		{"-P x 1 3", "1 2 3"},
		{"-P x -1 1", "-1 0 1"},
		{"-P x 0 10 -D 3", "0 3 6 9"},
		{"-P x 0.1 0.3 -D 0.1", "0.1 0.2 0.3"},
		{"-P x 0.3 0.7 -D 0.2", "0.3 0.5 0.7"},
		{"-P x 0 1 -D 0.25", "0 0.25 0.50 0.75 1.00"},
		{"-P x 0.50 2 -D 0.5", "0.50 1.00 1.50 2.00"},
		{"-P x 1 3.5 -D 1", "1 2 3"},
		{"-P x 1 2 -D 0.50", "1 1.50 2.00"},
		{"-P x -0.2 0.1 -D 0.1", "-0.2 -0.1 0.0 0.1"},
		{"-P x 5 5", "5"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct as_arena a = {0};
		struct as_request r = {0};
		char line[128], got[256] = "";
		size_t n = 0;
		snprintf(line, sizeof line, "%s '{x}'", cases[i].options);
		ask(&a, line, &r);
		for (size_t k = 0; k < r.what.n_commands; k++)
			n += (size_t)snprintf(got + n, sizeof got - n, "%s%s", k ? " " : "",
				r.what.commands[k].command);
		assert_string_equal(got, cases[i].values);
		as_arena_release(&a);
	}
}

static void a_scan_that_cannot_be_is_refused(void **state)
{
	(void)state;
	refuse("-P x 2 1 ls",
		"cannot scan 'x' from 2 to 1: there is nothing between; give the smaller number first");
	refuse("-P x 1 2.5 ls",
		"cannot scan 'x' from 1 to 2.5 without a step: decimals need --parameter-step-size");
	refuse("-P x 1 2 -D 0 ls", "cannot use '0' for --parameter-step-size: expected a number above 0");
	refuse("-P x 1 2 -D -1 ls", "cannot use '-1' for --parameter-step-size: expected a number above 0");
	refuse("-P x 1 1e3 ls",
		"cannot use '1e3' for --parameter-scan: expected a decimal number of at most 15 digits");
	refuse("-P x nan 3 ls",
		"cannot use 'nan' for --parameter-scan: expected a decimal number of at most 15 digits");
	refuse("-P x 0 1000000 ls",
		"cannot scan 'x' from 0 to 1000000: that is more than 10000 values; widen the step");
	refuse("-P x -999999999999999 999999999999999 -D .00000001 ls",
		"cannot scan 'x' from -999999999999999 to 999999999999999: that is more than 10000 values; "
		"widen the step");
	refuse("-D 1 ls", "--parameter-step-size is the step of --parameter-scan, which was not given");
	refuse("-P x 1 2 -L y 1 ls",
		"--parameter-scan and --parameter-list cannot be combined: write the scan as a list");
	refuse("-L y 1 -L y 2 ls",
		"the parameter 'y' was given twice: put all its values into one list");
	refuse("-L '' 1 ls",
		"cannot call a parameter '': a name has at least one character and no braces");
}

static void names_hooks_and_files_take_parameters(void **state)
{
	struct as_arena a = {0};
	struct as_request r = {0};

	(void)state;
	ask(&a,
		"-L n 1,2 -n 'run-{n}' -s 'make {n}' -p 'prep {n}' -C 'con {n}' -c 'clean {n}' "
		"--output './out-{n}' 'x {n}'",
		&r);
	assert_string_equal(r.what.commands[1].name, "run-2");
	assert_string_equal(r.what.commands[1].setup, "make 2");
	assert_string_equal(r.what.commands[1].prepare, "prep 2");
	assert_string_equal(r.what.commands[1].conclude, "con 2");
	assert_string_equal(r.what.commands[1].cleanup, "clean 2");
	assert_string_equal(r.what.commands[1].output_file, "./out-2");
	assert_int_equal(r.what.commands[1].output, AS_OUTPUT_FILE);
	assert_false(r.what.shared_hooks);
	ask(&a, "-L n 1,2 -s make -c 'make clean' -p 'prep {n}' 'x {n}'", &r);
	assert_true(r.what.shared_hooks);
	ask(&a, "-L n 1,2 -s 'make {n}' 'x {n}'", &r);
	assert_false(r.what.shared_hooks);
	as_arena_release(&a);
}

static void names_are_given_in_order(void **state)
{
	struct as_arena a = {0};
	struct as_request r = {0};

	(void)state;
	ask(&a, "-n one ls -n two who date", &r);
	assert_string_equal(r.what.commands[0].name, "one");
	assert_string_equal(r.what.commands[1].name, "two");
	assert_null(r.what.commands[2].name);
	ask(&a, "-L v 1,2 -n a -n b ls", &r);
	assert_string_equal(r.what.commands[1].name, "b (v = 2)");
	refuse("-n a -n b ls", "--command-name was given 2 times for 1 command: give at most one for each");
	refuse("-L v 1,2,3 -n a -n b 'ls {v}'",
		"--command-name was given 2 times for 3 commands: give one for all, with parameters in it, or "
		"one for each");
	as_arena_release(&a);
}

static void hooks_and_outputs_are_for_all_or_for_each(void **state)
{
	struct as_arena a = {0};
	struct as_request r = {0};

	(void)state;
	ask(&a, "-p p1 a -p '' b --output=pipe --output=null", &r);
	assert_string_equal(r.what.commands[0].prepare, "p1");
	assert_null(r.what.commands[1].prepare);
	assert_int_equal(r.what.commands[0].output, AS_OUTPUT_PIPE);
	assert_int_equal(r.what.commands[1].output, AS_OUTPUT_NULL);
	ask(&a, "-C done a b --show-output", &r);
	assert_string_equal(r.what.commands[1].conclude, "done");
	assert_int_equal(r.what.commands[1].output, AS_OUTPUT_INHERIT);
	refuse("-p a -p b -p c one two",
		"--prepare was given 3 times for 2 commands: give it once for all, or once for each");
	refuse("-C a -C b one",
		"--conclude was given 2 times for 1 command: give it once for all, or once for each");
	refuse("--reference r -p a -p b -p c one",
		"--prepare was given 3 times for 2 commands, the reference included: give it once for all, "
		"or once for each");
	refuse("--output out one",
		"cannot use 'out' for --output: expected null, pipe, inherit, or a file written with a slash, "
		"such as ./out");
	as_arena_release(&a);
}

static void the_reference_comes_first_and_takes_no_parameters(void **state)
{
	struct as_arena a = {0};
	struct as_request r = {0};

	(void)state;
	ask(&a, "--reference 'old {n}' --reference-name base -L n 1,2 -n 'new {n}' 'new {n}' -p x -p y -p z",
		&r);
	assert_int_equal(r.what.n_commands, 3);
	assert_true(r.what.commands[0].is_reference && !r.what.commands[1].is_reference);
	assert_string_equal(r.what.commands[0].command, "old {n}");
	assert_string_equal(r.what.commands[0].name, "base");
	assert_string_equal(r.what.commands[2].name, "new 2");
	assert_string_equal(r.what.commands[2].prepare, "z");
	refuse("--reference-name x ls",
		"--reference-name names the command of --reference, which was not given");
	as_arena_release(&a);
}

static void failures_to_ignore_are_all_or_listed(void **state)
{
	struct as_arena a = {0};
	struct as_request r = {0};

	(void)state;
	ask(&a, "-i ls", &r);
	assert_int_equal(r.what.ignore, AS_IGNORE_ALL);
	ask(&a, "--ignore-failure=all-non-zero ls", &r);
	assert_int_equal(r.what.ignore, AS_IGNORE_ALL);
	ask(&a, "--ignore-failure=1,255 ls", &r);
	assert_int_equal(r.what.ignore, AS_IGNORE_CODES);
	assert_int_equal(r.what.n_ignore_codes, 2);
	assert_int_equal(r.what.ignore_codes[1], 255);
	refuse("-i=1,x ls",
		"cannot use '1,x' for --ignore-failure: expected exit statuses from 0 to 255 with commas "
		"between, such as 1,2, or all-non-zero");
	refuse("-i=256 ls",
		"cannot use '256' for --ignore-failure: expected exit statuses from 0 to 255 with commas "
		"between, such as 1,2, or all-non-zero");
	as_arena_release(&a);
}

static void shells_as_hyperfine_names_them(void **state)
{
	struct as_arena a = {0};
	struct as_request r = {0};

	(void)state;
	ask(&a, "-N ls", &r);
	assert_int_equal(r.what.shell, AS_SHELL_NONE);
	ask(&a, "--shell=none ls", &r);
	assert_int_equal(r.what.shell, AS_SHELL_NONE);
	ask(&a, "-S 'bash --norc' ls", &r);
	assert_int_equal(r.what.shell, AS_SHELL_GIVEN);
	assert_string_equal(r.what.shell_command, "bash --norc");
	ask(&a, "-S default ls", &r);
	assert_string_equal(r.what.shell_command, "/bin/sh");
	refuse("-S '' ls",
		"cannot use '' for --shell: expected a shell with its arguments, such as bash or "
		"'bash --norc', or default, or none");
	refuse("-N -S zsh ls",
		"-N and --shell cannot be combined: one of them wants no shell; leave one out");
	as_arena_release(&a);
}

static void counts_that_contradict_are_refused(void **state)
{
	(void)state;
	refuse("-r 0 ls", "cannot use '0' for --runs: expected a whole number from 1 to 100000000");
	refuse("-r 1000000000000 ls",
		"cannot use '1000000000000' for --runs: expected a whole number from 1 to 100000000");
	refuse("-w 1000000000000 ls",
		"cannot use '1000000000000' for --warmup: expected a whole number from 0 to 100000000");
	refuse("--iterations 0 ls",
		"cannot use '0' for --iterations: expected a whole number from 1 to 100000000");
	refuse("-r 5 -m 3 ls",
		"--runs and --min-runs cannot be combined: --runs is an exact number; leave one out");
	refuse("-m 5 -M 3 ls",
		"cannot measure at least 5 and at most 3 executions: --min-runs must not be above --max-runs");
	refuse("--drop 20 ls",
		"cannot drop 20 of 20 iterations: nothing would be left; raise --iterations");
	refuse("--show-output --output=pipe ls",
		"--show-output and --output cannot be combined: both say where the output goes; leave one out");
	refuse("'  '", "cannot run an empty command: give a program to measure");
	refuse("-w 1", "assay run needs a command to measure, such as assay run 'sleep 0.1'");
	refuse("--label 12 ls",
		"cannot use '12' for --label: expected a text that is no number and does not begin with @");
	refuse("--precision 1 ls",
		"cannot use '1' for --precision: expected a percentage above 0% and below 100%, such as 1%");
	refuse("--confidence 100% ls",
		"cannot use '100%' for --confidence: expected a percentage from 50% to below 100%, such as "
		"95%");
}

static void amounts_arrive(void **state)
{
	struct as_arena a = {0};
	struct as_request r = {0};

	(void)state;
	ask(&a,
		"-w 0 -m 3 -M 9 --iterations 5 --drop 4 --stage1 7 --precision 2.5% --precision-each "
		"--budget 90s --seed 9223372036854775807 --timeout 500ms --tolerance 0% --confidence 99.9% "
		"--criterion peak_memory --combine max --min-benchmarking-time 0.5 --label nightly ls",
		&r);
	assert_int_equal(r.amount.warmup, 0);
	assert_int_equal(r.amount.min_runs, 3);
	assert_int_equal(r.amount.max_runs, 9);
	assert_int_equal(r.amount.iterations, 5);
	assert_true(r.amount.iterations_given && r.aim.precision_each && r.amount.budget_given);
	assert_int_equal(r.amount.drop, 4);
	assert_int_equal(r.amount.stage1, 7);
	assert_true(r.aim.precision > 0.02499 && r.aim.precision < 0.02501);
	assert_true(r.amount.budget_ns == 90000000000);
	assert_true(r.amount.seed == 9223372036854775807);
	assert_true(r.what.timeout_ns == 500000000 && r.amount.min_time_ns == 500000000);
	assert_true(r.aim.tolerance < 1e-9 && r.aim.confidence > 0.9989);
	assert_string_equal(r.reading.criterion, "peak_memory");
	assert_string_equal(r.what.combine, "max");
	assert_string_equal(r.keeping.label, "nightly");
	as_arena_release(&a);
}

static void files_are_looked_at_before_measuring(void **state)
{
	struct as_arena a = {0};
	struct as_request r = {0};
	struct as_err err = {0};

	(void)state;
	ask(&a, "--input /dev/null ls", &r);
	assert_string_equal(r.what.input, "/dev/null");
	ask(&a, "--input null ls", &r);
	assert_null(r.what.input);
	assert_int_equal(request(&a, "--input /nowhere/x ls", &r, &err), AS_ERR_SYS);
	assert_string_equal(err.msg, "cannot read '/nowhere/x', the input of the commands");
	assert_int_equal(request(&a, "--input / ls", &r, &err), AS_ERR_SYS);
	assert_int_equal(request(&a, "--output /nowhere/x ls", &r, &err), AS_ERR_SYS);
	assert_string_equal(err.msg,
		"cannot write the output of the commands to '/nowhere/x': the folder '/nowhere' takes no files");
	as_arena_release(&a);
}

static void no_shell_takes_back_the_shell_that_a_suite_says(void **state)
{
	struct as_arena a = {0};
	struct as_request r = {0};

	(void)state;
	assert_int_equal(as_request_shell("bash --norc", &a, &r, NULL), AS_OK);
	assert_string_equal(r.what.shell_command, "bash --norc");
	assert_int_equal(as_request_shell("none", &a, &r, NULL), AS_OK);
	assert_int_equal(r.what.shell, AS_SHELL_NONE);
	assert_null(r.what.shell_command); /* or the request is refused where it is read again */
	as_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_shell_takes_back_the_shell_that_a_suite_says),
		cmocka_unit_test(without_options_the_defaults_of_the_manual_hold),
		cmocka_unit_test(words_after_two_dashes_are_one_command),
		cmocka_unit_test(lists_make_all_combinations_commands_first),
		cmocka_unit_test(a_comma_is_escaped_and_what_is_filled_in_is_not_filled_again),
		cmocka_unit_test(scans_are_exact_and_written_as_hyperfine_does),
		cmocka_unit_test(a_scan_that_cannot_be_is_refused),
		cmocka_unit_test(names_hooks_and_files_take_parameters),
		cmocka_unit_test(names_are_given_in_order),
		cmocka_unit_test(hooks_and_outputs_are_for_all_or_for_each),
		cmocka_unit_test(the_reference_comes_first_and_takes_no_parameters),
		cmocka_unit_test(failures_to_ignore_are_all_or_listed),
		cmocka_unit_test(shells_as_hyperfine_names_them),
		cmocka_unit_test(counts_that_contradict_are_refused),
		cmocka_unit_test(amounts_arrive),
		cmocka_unit_test(files_are_looked_at_before_measuring),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
