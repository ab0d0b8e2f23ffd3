/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counters of the kernel around real programs that make known numbers. */
#include "launching.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "spawn/event.h"

enum { PAGES = 3000, NAPS = 20, FAULTS = 0, SWITCHES = 1, CLOCK = 2, EVENTS = 3 };

static const struct as_event events[EVENTS] = {
	{.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_PAGE_FAULTS},
	{.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CONTEXT_SWITCHES},
	{.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_TASK_CLOCK, .no_kernel = true},
};

static struct as_launched run(struct launching *t, const char *pages, const char *naps, const char *child)
{
	const char *const argv[] = {"busy", pages, naps, child, NULL};
	uint32_t id = launching_prepare(t, &(struct as_command_spec){.path = launching_busy(), .argv = argv,
		.events = events, .n_events = EVENTS});

	launching_launch(t, &(struct as_launch){.command = id});
	struct as_launched r = launching_result(t);
	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
	assert_int_equal(r.n_counts, EVENTS);
	return r;
}

/* Where the system does not let us count, there is nothing to be tested. */
static void need_counters(struct launching *t)
{
	struct as_launched r = run(t, "0", "0", NULL);

	for (int i = 0; i < EVENTS; i++)
		if (r.counts[i].error) {
			print_message("perf_event_open is refused here (errno %d)\n", r.counts[i].error);
			skip();
		}
}

static void faults_of_so_many_pages_are_counted(void **state)
{
	need_counters(*state);
	int64_t few = run(*state, "0", "0", NULL).counts[FAULTS].value;
	int64_t many = run(*state, "3000", "0", NULL).counts[FAULTS].value;

	assert_true(few > 0 && few < PAGES);
	assert_true(many - few >= PAGES - 50 && many - few <= PAGES + 50);
}

static void what_a_child_does_is_counted_too(void **state)
{
	need_counters(*state);
	struct as_launched r = run(*state, "3000", "20", "child");

	assert_true(r.counts[FAULTS].value >= PAGES && r.counts[FAULTS].value < 2 * PAGES);
	assert_true(r.counts[SWITCHES].value >= NAPS);
	assert_true(r.counts[CLOCK].value > 0);
	assert_true(r.counts[CLOCK].enabled_ns > 0);
	assert_int_equal(r.counts[CLOCK].running_ns, r.counts[CLOCK].enabled_ns);
}

static void each_sleep_is_a_switch(void **state)
{
	need_counters(*state);
	assert_true(run(*state, "0", "20", NULL).counts[SWITCHES].value >= NAPS);
}

/* Were a counter to go on from one launch to the next, or to count the spawner, this would grow. */
static void every_launch_is_counted_from_nothing(void **state)
{
	need_counters(*state);
	int64_t first = run(*state, "0", "0", NULL).counts[FAULTS].value;

	for (int i = 0; i < 20; i++) {
		int64_t now = run(*state, "0", "0", NULL).counts[FAULTS].value;
		assert_true(now > first - 50 && now < first + 50);
	}
}

static void without_events_nothing_is_counted(void **state)
{
	struct as_launched r = launching_run(*state, "exit 0", AS_LAUNCH_EXECUTION);

	assert_int_equal(r.n_counts, 0);
}

static void one_that_cannot_be_opened_says_why_and_the_others_go_on(void **state)
{
	const char *const argv[] = {"busy", "3000", "0", NULL};
	struct as_event two[2] = {{.type = 0x7ffffff0}, events[FAULTS]};
	struct launching *t = *state;

	need_counters(t);
	uint32_t id = launching_prepare(t,
		&(struct as_command_spec){.path = launching_busy(), .argv = argv, .events = two, .n_events = 2});
	launching_launch(t, &(struct as_launch){.command = id});
	struct as_launched r = launching_result(t);
	assert_int_equal(r.n_counts, 2);
	assert_true(r.counts[0].error != 0);
	assert_int_equal(r.counts[0].value, 0);
	assert_int_equal(r.counts[1].error, 0);
	assert_true(r.counts[1].value >= PAGES);
}

static void a_program_that_is_not_there_is_not_counted(void **state)
{
	const char *const argv[] = {"none", NULL};
	struct launching *t = *state;
	uint32_t id = launching_prepare(t, &(struct as_command_spec){.path = "/nonexistent/program",
		.argv = argv, .events = events, .n_events = EVENTS});

	for (int i = 0; i < 200; i++) { /* descriptors that stayed open would run out */
		launching_launch(t, &(struct as_launch){.command = id});
		struct as_launched r = launching_result(t);
		assert_int_equal(r.exec_errno, ENOENT);
		assert_int_equal(r.n_counts, 0);
	}
}

static void without_room_for_descriptors_the_errno_says_so(void **state)
{
	struct as_event_count counts[2] = {{0}};
	struct rlimit before, none;
	int fd[2] = {-1, -1};

	need_counters(*state);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	none = (struct rlimit){.rlim_cur = 0, .rlim_max = before.rlim_max};
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	as_events_open(events, 2, fd, counts);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
	as_events_read(fd, 2, counts);
	assert_int_equal(counts[0].error, EMFILE);
	assert_int_equal(counts[1].error, EMFILE);
	assert_int_equal(fd[0], -1);
}

static void a_group_that_cannot_be_entered_is_said_and_the_program_runs(void **state)
{
	const char *const argv[] = {"busy", NULL};
	struct launching *t = *state;
	uint32_t id = launching_prepare(t,
		&(struct as_command_spec){.path = launching_busy(), .argv = argv});

	launching_launch(t, &(struct as_launch){.command = id, .group = "/nonexistent/cgroup.procs"});
	struct as_launched r = launching_result(t);
	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
	assert_int_equal(r.group_error, ENOENT);
	launching_launch(t, &(struct as_launch){.command = id});
	assert_int_equal(launching_result(t).group_error, 0);
}

static void more_events_than_there_is_room_for_are_refused(void **state)
{
	struct launching *t = *state;
	const char *const argv[] = {"busy", NULL};
	struct as_event many[AS_SPAWN_EVENTS + 1] = {{0}};
	struct as_err err = {0};
	uint32_t id;

	assert_int_equal(as_spawner_prepare(t->s, &(struct as_command_spec){.path = launching_busy(), .argv = argv,
		.events = many, .n_events = AS_SPAWN_EVENTS + 1}, &id, &err), AS_ERR_ARG);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, launching_begin, launching_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(faults_of_so_many_pages_are_counted),
		TEST(what_a_child_does_is_counted_too),
		TEST(each_sleep_is_a_switch),
		TEST(every_launch_is_counted_from_nothing),
		TEST(without_events_nothing_is_counted),
		TEST(one_that_cannot_be_opened_says_why_and_the_others_go_on),
		TEST(a_program_that_is_not_there_is_not_counted),
		TEST(without_room_for_descriptors_the_errno_says_so),
		TEST(a_group_that_cannot_be_entered_is_said_and_the_program_runs),
		TEST(more_events_than_there_is_room_for_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
