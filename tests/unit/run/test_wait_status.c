/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "launching.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

/* What launching the file of this name in the test's folder comes to, in words that begin with
 * "cannot run 'NAME': ". */
static void assert_explained(struct launching *t, const char *name, int error, const char *words)
{
	const char *const argv[] = {name, NULL};
	char path[128], whole[512];
	struct as_command_spec spec = {.path = path, .argv = argv};
	const struct as_launch_subject what = {.name = "the command", .spec = &spec};
	struct as_launched r;
	struct as_err err = {0};

	snprintf(path, sizeof path, "%s/%s", t->folder, name);
	snprintf(whole, sizeof whole, "cannot run '%s': %s", name, words);
	launching_launch(t, &(struct as_launch){.command = launching_prepare(t, &spec)});
	r = launching_result(t);
	assert_int_equal(r.step, AS_STEP_EXEC);
	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_NOT_STARTED);
	assert_int_equal(as_launched_ended(&r).code, error);
	assert_int_equal(r.begin_ns, 0);
	assert_int_equal(as_launch_explain(&what, &r, &err), AS_ERR_BENCH);
	assert_string_equal(err.msg, whole);
}

static void files_that_cannot_be_run_are_told_apart(void **state)
{
	struct launching *t = *state;

	launching_run(t,
		"mkdir folder; echo 'exit 0' >plain; : >empty; chmod +x empty; "
		"echo '#! /no/such/interpreter -x' >script; echo text >text; chmod +x script text",
		AS_LAUNCH_EXECUTION);
	assert_explained(t, "missing", ENOENT, "no such file; check its path, or build it first");
	assert_explained(t, "folder", EACCES, "it is a directory; give the path of a program");
	assert_explained(t, "plain", EACCES,
		"it is not executable; make it so with chmod +x, or name its interpreter first");
	assert_explained(t, "empty", ENOEXEC,
		"it is empty; give a program, or a script with a first line such as #!/bin/sh");
	assert_explained(t, "script", ENOENT,
		"its first line names the interpreter '/no/such/interpreter', which does not exist; "
		"install that, or change the line");
	assert_explained(t, "text", ENOEXEC,
		"it is neither a program for this machine nor a script with a first line such as "
		"#!/bin/sh; add that line, or name its interpreter first");
	assert_explained(t, "plain/x", ENOTDIR, "Not a directory");
}

static void a_path_relative_to_the_working_directory_is_looked_at_there(void **state)
{
	struct launching *t = *state;
	const char *const argv[] = {"./script", NULL};
	struct as_command_spec spec = {.path = "./script", .argv = argv, .cwd = t->folder};
	const struct as_launch_subject what = {.name = "the command", .spec = &spec};
	struct as_launched r = launching_run(t, "echo '#!/no/such' >script; chmod +x script",
		AS_LAUNCH_EXECUTION);
	struct as_err err = {0};

	launching_launch(t, &(struct as_launch){.command = launching_prepare(t, &spec)});
	r = launching_result(t);
	as_launch_explain(&what, &r, &err);
	assert_string_equal(err.msg,
		"cannot run './script': its first line names the interpreter '/no/such', which does not "
		"exist; install that, or change the line");
}

static void assert_step(struct launching *t, const struct as_command_spec *spec,
	enum as_launch_step step, const char *words)
{
	const struct as_launch_subject what = {.name = "the command", .spec = spec};
	struct as_launched r;
	struct as_err err = {0};

	launching_launch(t, &(struct as_launch){.command = launching_prepare(t, spec)});
	r = launching_result(t);
	assert_int_equal(r.step, step);
	assert_int_equal(r.exec_errno, ENOENT);
	as_launch_explain(&what, &r, &err);
	assert_string_equal(err.msg, words);
}

static void the_step_that_failed_is_named(void **state)
{
	struct as_command_spec spec = {
		.path = "/bin/true", .argv = (const char *const[]){"true", NULL}};
	struct as_command_spec s = spec;

	s.cwd = "/no/such";
	assert_step(*state, &s, AS_STEP_CHDIR,
		"cannot run 'true': cannot open the working directory '/no/such': No such file or "
		"directory");
	s = spec;
	s.input = "/no/in";
	assert_step(*state, &s, AS_STEP_INPUT,
		"cannot run 'true': cannot open the input file '/no/in': No such file or directory");
	s = spec;
	s.out = (struct as_stream){AS_STREAM_FILE, "/no/out"};
	assert_step(*state, &s, AS_STEP_OUTPUT,
		"cannot run 'true': cannot open the output file '/no/out': No such file or directory");
	s = spec;
	s.err = (struct as_stream){AS_STREAM_FILE, "/no/err"};
	assert_step(*state, &s, AS_STEP_ERROR,
		"cannot run 'true': cannot open the file for standard error '/no/err': No such file or "
		"directory");
}

static void assert_ending(const struct as_launch_subject *what, const struct as_launched *r,
	const char *words)
{
	struct as_err err = {0};

	assert_int_equal(as_launch_explain(what, r, &err), AS_ERR_BENCH);
	assert_string_equal(err.msg, words);
}

static void endings_are_put_in_words(void **state)
{
	const struct as_command_spec spec = {
		.path = "/bin/sh", .argv = (const char *const[]){"/bin/sh", "-c", "exit 3", NULL}};
	struct as_launch_subject what = {
		.name = "exit 3", .spec = &spec, .timeout_ns = 1500000000};
	struct as_launched r = {.status = 3 << 8};

	(void)state;
	assert_ending(&what, &r,
		"'exit 3' failed: it ended with exit status 3; if that is fine, say so with "
		"--ignore-failure=3");
	r.status = SIGSEGV;
	assert_ending(&what, &r, "'exit 3' failed: it was killed by signal 11 (Segmentation fault)");
	r.status = SIGSEGV | 0x80; /* and left a core */
	assert_int_equal(as_launched_ended(&r).code, SIGSEGV);
	what.unheard = true;
	assert_ending(&what, &r,
		"'exit 3' failed: it was killed by signal 11 (Segmentation fault); --show-output shows "
		"what it prints");
	what.unheard = false;
	r = (struct as_launched){.step = AS_STEP_CLONE, .exec_errno = EAGAIN};
	assert_ending(&what, &r,
		"cannot run '/bin/sh': cannot make the process: Resource temporarily unavailable");
	r = (struct as_launched){.timed_out = true};
	assert_ending(&what, &r,
		"'exit 3' failed: it ran longer than --timeout 1500ms and was ended; give it more time, "
		"or less to do");
	r.cancelled = true;
	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_CANCELLED);
	assert_ending(&what, &r, "'exit 3' was stopped");
	assert_int_equal(as_launched_ended(&(struct as_launched){0}).ending, AS_ENDED_OK);
}

static void what_it_printed_last_goes_along(void **state)
{
	const struct as_launch_subject what = {.name = "x", .spec = &(struct as_command_spec){0}};
	struct as_launched r = {.status = 1 << 8, .tail = "one\ntw\0o\n\n", .tail_bytes = 10};
	struct as_err err = {0};
	char lines[3000];

	(void)state;
	as_launch_explain(&what, &r, &err);
	assert_string_equal(err.output, "one\ntw o");
	for (size_t i = 0; i < sizeof lines; i++)
		lines[i] = i % 100 == 99 ? '\n' : 'y';
	r.tail = lines;
	r.tail_bytes = sizeof lines;
	as_launch_explain(&what, &r, &err);
	assert_int_equal(strlen(err.output), 999); /* ten whole lines, without the last newline */
	assert_int_equal(err.output[99], '\n');
	r.tail_bytes = 0;
	as_launch_explain(&what, &r, &err);
	assert_string_equal(err.output, "");
}

static void a_long_name_leaves_room_for_the_reason(void **state)
{
	char name[5001];
	const struct as_launch_subject what = {.name = name, .spec = &(struct as_command_spec){0}};
	struct as_launched r = {.status = SIGKILL};
	struct as_err err = {0};

	(void)state;
	for (size_t i = 0; i < 2500; i++)
		memcpy(name + 2 * i, "\u00e4", 2);
	name[5000] = '\0';
	as_launch_explain(&what, &r, &err);
	assert_non_null(strstr(err.msg, "\u00e4...' failed: it was killed by signal 9 (Killed)"));
	assert_true(strlen(err.msg) < 360);
}

#define WITH_SPAWNER(f) cmocka_unit_test_setup_teardown(f, launching_begin, launching_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SPAWNER(files_that_cannot_be_run_are_told_apart),
		WITH_SPAWNER(a_path_relative_to_the_working_directory_is_looked_at_there),
		WITH_SPAWNER(the_step_that_failed_is_named),
		cmocka_unit_test(endings_are_put_in_words),
		cmocka_unit_test(what_it_printed_last_goes_along),
		cmocka_unit_test(a_long_name_leaves_room_for_the_reason),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
