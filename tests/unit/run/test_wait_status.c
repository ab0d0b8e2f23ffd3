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
	assert_int_equal(as_launch_explain(&spec, &r, &err), AS_ERR_BENCH);
	assert_string_equal(err.msg, whole);
}

static void files_that_cannot_be_run_are_told_apart(void **state)
{
	struct launching *t = *state;

	launching_run(t,
		"mkdir folder; echo 'exit 0' >plain; : >empty; chmod +x empty; "
		"echo '#! /no/such/interpreter -x' >script; echo text >text; chmod +x script text",
		AS_LAUNCH_EXECUTION);
	assert_explained(t, "missing", ENOENT, "no such file; give the path of a program");
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
	struct as_launched r = launching_run(t, "echo '#!/no/such' >script; chmod +x script",
		AS_LAUNCH_EXECUTION);
	struct as_err err = {0};

	launching_launch(t, &(struct as_launch){.command = launching_prepare(t, &spec)});
	r = launching_result(t);
	as_launch_explain(&spec, &r, &err);
	assert_string_equal(err.msg,
		"cannot run './script': its first line names the interpreter '/no/such', which does not "
		"exist; install that, or change the line");
}

static void assert_step(struct launching *t, const struct as_command_spec *spec,
	enum as_launch_step step, const char *words)
{
	struct as_launched r;
	struct as_err err = {0};

	launching_launch(t, &(struct as_launch){.command = launching_prepare(t, spec)});
	r = launching_result(t);
	assert_int_equal(r.step, step);
	assert_int_equal(r.exec_errno, ENOENT);
	as_launch_explain(spec, &r, &err);
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

static void endings_are_put_in_words(void **state)
{
	const struct as_command_spec spec = {
		.path = "/bin/x", .argv = (const char *const[]){"x", NULL}};
	struct as_launched r = {.status = 3 << 8};
	struct as_err err = {0};

	(void)state;
	as_launch_explain(&spec, &r, &err);
	assert_string_equal(err.msg, "'x' failed: it ended with status 3");
	r.status = SIGSEGV;
	as_launch_explain(&spec, &r, &err);
	assert_string_equal(err.msg, "'x' failed: it was killed by signal 11 (Segmentation fault)");
	r.status = SIGSEGV | 0x80; /* and left a core */
	assert_int_equal(as_launched_ended(&r).code, SIGSEGV);
	r = (struct as_launched){.step = AS_STEP_CLONE, .exec_errno = EAGAIN};
	as_launch_explain(&spec, &r, &err);
	assert_string_equal(err.msg,
		"cannot run 'x': cannot make the process: Resource temporarily unavailable");
	r = (struct as_launched){.timed_out = true};
	as_launch_explain(&spec, &r, &err);
	assert_string_equal(err.msg, "'x' failed: it ran longer than its time limit and was ended");
	r.cancelled = true;
	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_CANCELLED);
	as_launch_explain(&spec, &r, &err);
	assert_string_equal(err.msg, "'x' was stopped");
	assert_int_equal(as_launched_ended(&(struct as_launched){0}).ending, AS_ENDED_OK);
}

#define WITH_SPAWNER(f) cmocka_unit_test_setup_teardown(f, launching_begin, launching_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SPAWNER(files_that_cannot_be_run_are_told_apart),
		WITH_SPAWNER(a_path_relative_to_the_working_directory_is_looked_at_there),
		WITH_SPAWNER(the_step_that_failed_is_named),
		cmocka_unit_test(endings_are_put_in_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
