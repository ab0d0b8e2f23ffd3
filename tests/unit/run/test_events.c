/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counters of the kernel around real programs that make known numbers. */
#include "launching.h"

#include <errno.h>
#include <linux/magic.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

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

/* Where parent and child take turns on one processor the kernel may swap their counters. */
static void on_one_processor_every_launch_is_counted(void **state)
{
	struct launching *t = *state;
	cpu_set_t all, one;
	size_t first = 0;

	need_counters(t);
	pid_t spawner = (pid_t)as_spawner_pid(t->s);
	assert_int_equal(sched_getaffinity(spawner, sizeof all, &all), 0);
	while (!CPU_ISSET(first, &all))
		first++;
	CPU_ZERO(&one);
	CPU_SET(first, &one);
	assert_int_equal(sched_setaffinity(spawner, sizeof one, &one), 0);
	for (int i = 0; i < 20; i++) {
		struct as_launched r = run(t, "3000", "2", NULL);
		assert_true(r.counts[FAULTS].value >= PAGES && r.counts[FAULTS].value < 2 * PAGES);
		assert_true(r.counts[SWITCHES].value >= 2);
		assert_true(r.counts[CLOCK].value > 0);
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
	struct as_event_set set = {.n = 0};
	struct rlimit before, none;

	need_counters(*state);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	none = (struct rlimit){.rlim_cur = 0, .rlim_max = before.rlim_max};
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	as_events_begin(&set, events, 2);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
	as_events_end(&set, counts);
	assert_int_equal(counts[0].error, EMFILE);
	assert_int_equal(counts[1].error, EMFILE);
	as_events_begin(&set, events, 2); /* with room they are there again */
	as_events_end(&set, counts);
	assert_int_equal(counts[0].error, 0);
	assert_int_equal(counts[1].error, 0);
	assert_int_equal(counts[0].value, 0);
	as_events_close(&set);
}

/* Were counters to stay open for what is not counted, the hook's server would be counted on. */
static void what_a_hook_left_running_is_not_counted(void **state)
{
	const char *const argv[] = {"sh", "-c", "while :; do read -r x </proc/self/stat; done & exit 0", NULL};
	struct launching *t = *state;

	need_counters(t);
	int64_t before = run(t, "0", "20", NULL).counts[CLOCK].value;
	uint32_t id = launching_prepare(t, &(struct as_command_spec){.path = "/bin/sh", .argv = argv});
	launching_launch(t, &(struct as_launch){.command = id, .kind = AS_LAUNCH_HOOK});
	launching_result(t);
	struct as_launched r = run(t, "0", "200", NULL);
	assert_true(before > 0);
	assert_true(r.counts[CLOCK].value < 100000000); /* of 0.2 s, of which the server uses each */
	assert_true(r.counts[FAULTS].value < PAGES);
}

static void what_is_left_running_of_one_execution_is_not_counted_to_the_next(void **state)
{
	const char *const argv[] = {"sh", "-c", "(while :; do read -r x </proc/self/stat; done) & exit 0", NULL};
	struct launching *t = *state;

	need_counters(t);
	int64_t few = run(t, "0", "0", NULL).counts[FAULTS].value;
	for (int i = 0; i < 5; i++) {
		uint32_t id = launching_prepare(t, &(struct as_command_spec){.path = "/bin/sh", .argv = argv,
			.events = events, .n_events = EVENTS});
		launching_launch(t, &(struct as_launch){.command = id});
		launching_result(t);
		int64_t next = run(t, "0", "0", NULL).counts[FAULTS].value;
		assert_true(next > few - 50 && next < few + 50);
	}
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

/* A new group of version 2 below our own; false: there is none to be had here, and path names one that is not. */
static bool make_group_2(char folder[static 600], char procs[static 640])
{
	static const char *const mounts[] = {"/sys/fs/cgroup/unified", "/sys/fs/cgroup"};
	char own[256] = "", line[256];
	FILE *f = fopen("/proc/self/cgroup", "r");
	bool made = false;

	while (f && fgets(line, sizeof line, f))
		if (!strncmp(line, "0::", 3))
			snprintf(own, sizeof own, "%.*s", (int)strcspn(line + 3, "\n"), line + 3);
	if (f)
		fclose(f);
	for (size_t i = 0; i < 2 && !made; i++) {
		struct statfs fs;

		snprintf(folder, 600, "%s%s/assay-test-%d", mounts[i], strcmp(own, "/") ? own : "", (int)getpid());
		made = !statfs(mounts[i], &fs) && fs.f_type == CGROUP2_SUPER_MAGIC && !mkdir(folder, 0755);
	}
	snprintf(procs, 640, "%s/cgroup.procs", folder);
	return made;
}

static void a_child_is_born_in_its_group_of_version_2(void **state)
{
	const char *const argv[] = {"sh", "-c", "cat /proc/self/cgroup", NULL};
	const struct as_command_spec spec = {.path = "/bin/sh", .argv = argv, .out = {.kind = AS_STREAM_CAPTURE},
		.events = events, .n_events = EVENTS};
	struct launching *t = *state;
	char folder[600], procs[640], want[64], text[2048];
	bool made = make_group_2(folder, procs);

	launching_launch(t, &(struct as_launch){.command = launching_prepare(t, &spec), .group = procs});
	struct as_launched r = launching_result(t);
	assert_true(r.begin_ns > 0 && r.end_ns > r.begin_ns && r.use.peak_rss_bytes > 0);
	assert_int_equal(!r.group_error, made);
	snprintf(text, sizeof text, "%.*s", (int)(r.tail ? r.tail_bytes : 0), r.tail ? r.tail : "");
	snprintf(want, sizeof want, "/assay-test-%d\n", (int)getpid());
	assert_int_equal(strstr(text, want) != NULL, made);
	if (!r.counts[FAULTS].error)
		assert_true(r.counts[FAULTS].value > 0);
	const char *const none[] = {"none", NULL};
	const struct as_command_spec nothing = {.path = "/nonexistent/program", .argv = none};
	launching_launch(t, &(struct as_launch){.command = launching_prepare(t, &nothing), .group = procs});
	r = launching_result(t);
	assert_int_equal(r.step, AS_STEP_EXEC);
	assert_int_equal(r.exec_errno, ENOENT);
	if (made)
		assert_int_equal(rmdir(folder), 0);
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
		TEST(on_one_processor_every_launch_is_counted),
		TEST(without_events_nothing_is_counted),
		TEST(one_that_cannot_be_opened_says_why_and_the_others_go_on),
		TEST(a_program_that_is_not_there_is_not_counted),
		TEST(without_room_for_descriptors_the_errno_says_so),
		TEST(what_a_hook_left_running_is_not_counted),
		TEST(what_is_left_running_of_one_execution_is_not_counted_to_the_next),
		TEST(a_group_that_cannot_be_entered_is_said_and_the_program_runs),
		TEST(a_child_is_born_in_its_group_of_version_2),
		TEST(more_events_than_there_is_room_for_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
