/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "launching.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const int64_t ms = 1000000;

/* A daemon by the book: a session of its own and a parent that is gone. */
#define DAEMON "(setsid sh -c 'echo $$ >daemon; exec sleep 1000' &); " \
	"while ! [ -s daemon ]; do sleep 0.01; done; "

static struct as_launched with_timeout(struct launching *t, const char *text)
{
	launching_launch(t, &(struct as_launch){
		.command = launching_shell(t, text), .timeout_ns = 100 * ms});
	return launching_result(t);
}

static void a_child_over_its_time_is_ended_with_its_group(void **state)
{
	struct as_launched r = with_timeout(*state,
		"sleep 1000 & echo $! >first; (sleep 1000 & echo $! >second; wait) & wait");

	assert_true(r.timed_out);
	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_TIMEOUT);
	assert_ends(launching_number(*state, "first"));
	assert_ends(launching_number(*state, "second"));
}

static void a_child_that_ends_in_time_is_not_timed_out(void **state)
{
	struct launching *t = *state;
	struct as_launched r;

	launching_launch(t, &(struct as_launch){
		.command = launching_shell(t, "exit 0"), .timeout_ns = INT64_MAX});
	r = launching_result(t);
	assert_false(r.timed_out);
	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
}

static void a_child_that_ignores_term_is_killed(void **state)
{
	struct as_launched r = with_timeout(*state, "trap '' TERM; while :; do sleep 0.1; done");

	assert_true(r.timed_out);
	assert_int_equal(as_status_ended(r.status).code, SIGKILL);
}

static void a_group_that_ignores_term_is_killed_with_its_leader_gone(void **state)
{
	struct as_launched r = with_timeout(*state,
		"sh -c \"trap '' TERM; echo \\$\\$ >stubborn; while :; do sleep 0.1; done\" & wait");

	assert_true(r.timed_out);
	assert_ends(launching_number(*state, "stubborn"));
}

static void a_stopped_child_does_not_outlast_its_time(void **state)
{
	struct as_launched r = with_timeout(*state, "kill -STOP $$");

	assert_true(r.timed_out);
	assert_int_equal(as_status_ended(r.status).code, SIGTERM);
}

static void what_an_execution_leaves_running_is_ended_and_counted(void **state)
{
	struct as_launched r = launching_run(*state,
		"sleep 1000 & echo $! >first; sleep 1000 & echo $! >second", AS_LAUNCH_EXECUTION);

	assert_int_equal(r.leftovers, 2);
	assert_false(is_alive(launching_number(*state, "first")));
	assert_false(is_alive(launching_number(*state, "second")));
}

static void a_daemon_of_an_execution_is_ended_at_once(void **state)
{
	struct as_launched r = launching_run(*state, DAEMON "echo done", AS_LAUNCH_EXECUTION);

	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
	assert_int_equal(r.captured_bytes, 5); /* though the daemon holds the pipe as well */
	assert_int_equal(r.leftovers, 1);
	assert_false(is_alive(launching_number(*state, "daemon")));
}

static void orphans_that_have_ended_do_not_stay_while_the_leader_runs(void **state)
{
	struct as_launched r = launching_run(*state,
		"(sleep 0.01 & echo $! >orphan); while [ -e /proc/$(cat orphan) ]; do sleep 0.01; done",
		AS_LAUNCH_EXECUTION);

	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
	assert_int_equal(r.leftovers, 0);
}

static void what_a_hook_leaves_running_lives_until_the_end(void **state)
{
	struct launching *t = *state;
	struct as_launched r = launching_run(t, DAEMON "sleep 1000 & echo $! >server; echo up",
		AS_LAUNCH_HOOK);
	long daemon = launching_number(t, "daemon"), server = launching_number(t, "server");

	assert_int_equal(r.leftovers, 0);
	assert_int_equal(r.captured_bytes, 3);
	r = launching_run(t, "sleep 1000 & exit 0", AS_LAUNCH_EXECUTION);
	assert_int_equal(r.leftovers, 1);
	assert_true(is_alive(daemon));
	assert_true(is_alive(server));
	as_spawner_close(t->s);
	assert_false(is_alive(daemon));
	assert_false(is_alive(server));
	assert_int_equal(as_spawner_open(&t->s, NULL), AS_OK);
}

static void a_server_of_a_hook_may_write_on(void **state)
{
	struct launching *t = *state;
	struct as_launched r = launching_run(t,
		"(dd if=/dev/zero bs=1024 count=300; echo 1 >written; exec sleep 1000) &",
		AS_LAUNCH_HOOK);

	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
	r = launching_run(t, "while ! [ -s written ]; do sleep 0.01; done", AS_LAUNCH_EXECUTION);
	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
	assert_int_equal(r.captured_bytes, 0);
}

static void a_hook_over_its_time_leaves_nothing(void **state)
{
	struct launching *t = *state;
	struct as_launched r;

	launching_launch(t, &(struct as_launch){.command = launching_shell(t,
		"setsid sleep 1000 & echo $! >away; wait"), .kind = AS_LAUNCH_HOOK,
		.timeout_ns = 100 * ms});
	r = launching_result(t);
	assert_true(r.timed_out);
	assert_false(is_alive(launching_number(t, "away")));
}

static void a_server_is_told_to_end_before_it_is_killed(void **state)
{
	struct launching *t = *state;
	struct as_launched r = launching_run(t,
		"sh -c 'trap \"echo 1 >ended; exit\" TERM; echo 1 >ready; while :; do sleep 0.01; done' &",
		AS_LAUNCH_HOOK);

	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
	launching_number(t, "ready");
	as_spawner_close(t->s);
	assert_int_equal(launching_number(t, "ended"), 1);
	assert_int_equal(as_spawner_open(&t->s, NULL), AS_OK);
}

static void cancelling_ends_the_running_and_answers_the_waiting(void **state)
{
	struct launching *t = *state;
	uint32_t sleeper = launching_shell(t, "echo $$ >running; exec sleep 1000");
	struct as_launched r;

	for (uint64_t i = 0; i < 3; i++)
		launching_launch(t, &(struct as_launch){.command = sleeper, .token = i});
	launching_number(t, "running");
	as_spawner_cancel(t->s);
	launching_launch(t, &(struct as_launch){.command = launching_shell(t, "exit 5"), .token = 3});
	for (uint64_t i = 0; i < 3; i++) {
		r = launching_result(t);
		assert_int_equal(r.token, i);
		assert_true(r.cancelled);
		assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_CANCELLED);
		assert_true(i == 0 ? r.begin_ns > 0 : r.begin_ns == 0);
	}
	r = launching_result(t);
	assert_int_equal(r.token, 3);
	assert_int_equal(as_launched_ended(&r).code, 5);
}

static void a_second_cancel_kills_what_ignores_the_first(void **state)
{
	struct launching *t = *state;
	struct as_launched r;

	launching_launch(t, &(struct as_launch){.command = launching_shell(t,
		"trap '' TERM; echo 1 >ready; while :; do sleep 0.01; done")});
	launching_number(t, "ready");
	as_spawner_cancel(t->s);
	as_spawner_cancel(t->s);
	r = launching_result(t);
	assert_true(r.cancelled);
	assert_int_equal(as_status_ended(r.status).code, SIGKILL);
}

static void the_signals_of_a_terminal_do_not_end_the_spawner(void **state)
{
	struct launching *t = *state;
	struct as_launched r = launching_run(t, "echo $PPID >spawner", AS_LAUNCH_EXECUTION);
	pid_t spawner = (pid_t)launching_number(t, "spawner");
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};

	for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
		assert_int_equal(kill(spawner, signals[i]), 0);
	r = launching_run(t, "exit 6", AS_LAUNCH_EXECUTION);
	assert_int_equal(as_launched_ended(&r).code, 6);
}

static void a_stopped_spawner_can_be_left(void **state)
{
	struct launching *t = *state;
	struct as_launched r = launching_run(t, "echo $PPID >spawner", AS_LAUNCH_EXECUTION);

	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
	assert_int_equal(kill((pid_t)launching_number(t, "spawner"), SIGSTOP), 0);
	as_spawner_close(t->s);
	assert_false(is_alive(launching_number(t, "spawner")));
	assert_int_equal(as_spawner_open(&t->s, NULL), AS_OK);
}

/* In the process that is to be killed: everything that may run at that moment. */
static void run_until_killed(struct launching *t)
{
	static const char hook[] = DAEMON "sleep 1000 & echo $! >server";
	static const char execution[] = "setsid sh -c 'echo $$ >away; exec sleep 1000' & "
		"trap '' TERM HUP; echo $PPID >spawner; echo $$ >leader; while :; do sleep 0.1; done";

	assert_int_equal(as_spawner_open(&t->s, NULL), AS_OK);
	launching_run(t, hook, AS_LAUNCH_HOOK);
	launching_run(t, execution, AS_LAUNCH_EXECUTION);
	_exit(1);
}

static void everything_ends_when_assay_is_killed(void **state)
{
	struct launching *t = *state;
	static const char *const names[] = {"daemon", "server", "away", "leader", "spawner"};
	long pids[5];
	pid_t pid = fork();

	if (pid == 0)
		run_until_killed(t);
	for (int i = 0; i < 5; i++)
		pids[i] = launching_number(t, names[i]);
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	for (int i = 0; i < 5; i++)
		assert_ends(pids[i]);
}

static void a_killed_spawner_is_reported_after_its_last_results(void **state)
{
	struct launching *t = *state;
	struct as_launched r = {0};
	struct as_err err = {0};
	bool got = false;

	launching_launch(t, &(struct as_launch){
		.command = launching_shell(t, "echo $PPID >spawner"), .token = 8});
	launching_launch(t, &(struct as_launch){.command = launching_shell(t,
		"setsid sleep 1000 & echo $! >away; echo $$ >leader; exec sleep 1000")});
	launching_number(t, "leader");
	assert_int_equal(kill((pid_t)launching_number(t, "spawner"), SIGKILL), 0);
	r = launching_result(t);
	assert_int_equal(r.token, 8);
	assert_int_equal(as_spawner_wait(t->s, -1, &r, &got, &err), AS_ERR_SYS);
	assert_false(got);
	assert_string_equal(err.msg,
		"assay-spawn, which starts and times the commands, was killed by signal 9 while 'sh' "
		"was running: what had finished is kept; see in the system's log who ended it, then "
		"start again");
	assert_int_equal(as_spawner_wait(t->s, -1, &r, &got, NULL), AS_ERR_SYS);
	assert_int_equal(as_spawner_launch(t->s, &(struct as_launch){0}, NULL), AS_ERR_SYS);
	assert_ends(launching_number(t, "leader"));
	assert_ends(launching_number(t, "away"));
}

#define WITH_SPAWNER(f) cmocka_unit_test_setup_teardown(f, launching_begin, launching_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SPAWNER(a_child_over_its_time_is_ended_with_its_group),
		WITH_SPAWNER(a_child_that_ends_in_time_is_not_timed_out),
		WITH_SPAWNER(a_child_that_ignores_term_is_killed),
		WITH_SPAWNER(a_group_that_ignores_term_is_killed_with_its_leader_gone),
		WITH_SPAWNER(a_stopped_child_does_not_outlast_its_time),
		WITH_SPAWNER(what_an_execution_leaves_running_is_ended_and_counted),
		WITH_SPAWNER(a_daemon_of_an_execution_is_ended_at_once),
		WITH_SPAWNER(orphans_that_have_ended_do_not_stay_while_the_leader_runs),
		WITH_SPAWNER(what_a_hook_leaves_running_lives_until_the_end),
		WITH_SPAWNER(a_server_of_a_hook_may_write_on),
		WITH_SPAWNER(a_hook_over_its_time_leaves_nothing),
		WITH_SPAWNER(a_server_is_told_to_end_before_it_is_killed),
		WITH_SPAWNER(cancelling_ends_the_running_and_answers_the_waiting),
		WITH_SPAWNER(a_second_cancel_kills_what_ignores_the_first),
		WITH_SPAWNER(the_signals_of_a_terminal_do_not_end_the_spawner),
		WITH_SPAWNER(a_stopped_spawner_can_be_left),
		WITH_SPAWNER(everything_ends_when_assay_is_killed),
		WITH_SPAWNER(a_killed_spawner_is_reported_after_its_last_results),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
