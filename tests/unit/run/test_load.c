/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies that run beside an execution as its load. */
#include "launching.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const as_copy[] = {"COPY=1", NULL};

#define UNTIL(lines, file) "until [ \"$(cat " file " 2>/dev/null | wc -l)\" -ge " #lines " ]; do sleep 0.01; done"

static struct as_launched with_copies(struct launching *t, uint32_t copies, const char *text)
{
	launching_launch(t, &(struct as_launch){.command = launching_shell(t, text), .copies = copies,
		.copy_env = as_copy});
	return launching_result(t);
}

/* Each number in a file of the folder is of a process that is no more; returns how many there are. */
static int all_ended(struct launching *t, const char *name)
{
	char path[128];
	long pid = 0;
	int n = 0;

	snprintf(path, sizeof path, "%s/%s", t->folder, name);
	FILE *f = fopen(path, "r");
	assert_non_null(f);
	for (; fscanf(f, "%ld", &pid) == 1; n++)
		assert_ends(pid);
	fclose(f);
	return n;
}

static void copies_run_beside_the_execution_and_end_with_it(void **state)
{
	struct as_launched r = with_copies(*state, 3,
		"[ -z \"$COPY\" ] || { echo $$ >>pids; sleep 1000; exit; }; " UNTIL(3, "pids"));

	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
	assert_int_equal(all_ended(*state, "pids"), 3);
	assert_int_equal(r.leftovers, 0);
	assert_int_equal(r.failed_copies, 0);
}

static void a_copy_that_has_ended_begins_anew(void **state)
{
	struct as_launched r = with_copies(*state, 2,
		"[ -z \"$COPY\" ] || { echo $$ >>pids; exit; }; " UNTIL(10, "pids"));

	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
	assert_true(all_ended(*state, "pids") >= 10);
	assert_int_equal(r.failed_copies, 0);
}

static void a_copy_that_fails_is_counted_and_begins_anew(void **state)
{
	struct as_launched r = with_copies(*state, 1,
		"[ -z \"$COPY\" ] || { echo $$ >>pids; exit 3; }; " UNTIL(3, "pids"));

	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
	assert_true(r.failed_copies >= 2);
}

static void what_a_copy_leaves_running_ends_with_it(void **state)
{
	struct as_launched r = with_copies(*state, 1,
		"[ -z \"$COPY\" ] || { sleep 1000 & echo $! >>pids; (setsid sleep 1000 & echo $! >>away); exit; }; "
		UNTIL(3, "pids") "; " UNTIL(3, "away"));

	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
	assert_true(all_ended(*state, "pids") >= 3);
	assert_true(all_ended(*state, "away") >= 3);
}

static void copies_write_nowhere_and_read_what_the_execution_reads(void **state)
{
	struct launching *t = *state;
	const char *const argv[] = {"sh", "-c", "cat >/dev/null; echo said; [ -n \"$COPY\" ] && echo $$ >>pids; "
		"[ -n \"$COPY\" ] || { " UNTIL(2, "pids") "; }", NULL};
	const char *const envp[] = {"PATH=/usr/bin:/bin", NULL};
	const struct as_command_spec spec = {.path = "/bin/sh", .argv = argv, .envp = envp, .cwd = t->folder,
		.input = "/bin/sh", .out.kind = AS_STREAM_CAPTURE, .err.kind = AS_STREAM_CAPTURE};

	launching_launch(t, &(struct as_launch){.command = launching_prepare(t, &spec), .copies = 2,
		.copy_env = as_copy});
	struct as_launched r = launching_result(t);
	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
	assert_int_equal(r.captured_bytes, 5);
	assert_memory_equal(r.tail, "said\n", 5);
}

static void a_program_that_is_not_there_is_told_whatever_its_copies_do(void **state)
{
	struct launching *t = *state;
	const char *const argv[] = {"x", NULL};
	const struct as_command_spec spec = {.path = "/nowhere/x", .argv = argv};

	launching_launch(t, &(struct as_launch){.command = launching_prepare(t, &spec), .copies = 2});
	struct as_launched r = launching_result(t);
	assert_int_equal(r.step, AS_STEP_EXEC);
	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_NOT_STARTED);
}

#define ENDLESS "[ -z \"$COPY\" ] || echo $$ >>pids; [ -n \"$COPY\" ] || { " UNTIL(3, "pids") \
	"; echo $$ >leader; }; sleep 1000"

static void a_cancel_ends_the_copies_too(void **state)
{
	struct launching *t = *state;

	launching_launch(t, &(struct as_launch){.command = launching_shell(t, ENDLESS), .copies = 3,
		.copy_env = as_copy});
	launching_number(t, "leader");
	as_spawner_cancel(t->s);
	struct as_launched r = launching_result(t);
	assert_true(r.cancelled);
	assert_int_equal(all_ended(t, "pids"), 3);
}

static void copies_end_when_the_spawner_is_killed(void **state)
{
	struct launching *t = *state;
	struct as_launched r;
	bool got = true;

	launching_launch(t, &(struct as_launch){.command = launching_shell(t,
		"[ -n \"$COPY\" ] || echo $PPID >spawner; " ENDLESS), .copies = 3, .copy_env = as_copy});
	launching_number(t, "leader");
	kill((pid_t)launching_number(t, "spawner"), SIGKILL);
	assert_int_equal(as_spawner_wait(t->s, -1, &r, &got, NULL), AS_ERR_SYS);
	assert_int_equal(all_ended(t, "pids"), 3);
	assert_ends(launching_number(t, "leader"));
}

#define WITH_SPAWNER(f) cmocka_unit_test_setup_teardown(f, launching_begin, launching_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SPAWNER(copies_run_beside_the_execution_and_end_with_it),
		WITH_SPAWNER(a_copy_that_has_ended_begins_anew),
		WITH_SPAWNER(a_copy_that_fails_is_counted_and_begins_anew),
		WITH_SPAWNER(what_a_copy_leaves_running_ends_with_it),
		WITH_SPAWNER(copies_write_nowhere_and_read_what_the_execution_reads),
		WITH_SPAWNER(a_program_that_is_not_there_is_told_whatever_its_copies_do),
		WITH_SPAWNER(a_cancel_ends_the_copies_too),
		WITH_SPAWNER(copies_end_when_the_spawner_is_killed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
