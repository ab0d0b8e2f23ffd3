/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sampling of executions whose processes are files that are made here. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "clock/clock.h"
#include "run/metrics/chosen.h"

struct tree {
	char path[64];
	struct as_probe_root root;
	struct as_experiment *x;
	struct as_sampling s;
	size_t unit;
};

static void file(struct tree *t, const char *path, const char *text)
{
	char whole[512];

	snprintf(whole, sizeof whole, "%s%s", t->path, path);
	for (char *s = strchr(whole + strlen(t->path) + 1, '/'); s; s = strchr(s + 1, '/')) {
		*s = '\0';
		assert_true(!mkdir(whole, 0755) || errno == EEXIST);
		*s = '/';
	}
	FILE *f = fopen(whole, "w");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

/* The one process of the execution has so much. */
static void has(struct tree *t, const char *kib)
{
	char text[256];

	snprintf(text, sizeof text, "1000-2000 rw-p 00000000 00:00 0    [heap]\nRss: %s kB\nPss: %s kB\n", kib, kib);
	file(t, "/proc/71/smaps", text);
}

static int begin(void **state)
{
	static struct tree t;
	char why[AS_PROBE_REASON];
	size_t heap = as_memory_find("memory_heap");

	t = (struct tree){.path = "/tmp/assay-test-sampling-XXXXXX", .x = as_experiment_new()};
	*state = &t;
	if (!mkdtemp(t.path) || !t.x || !as_experiment_add_subject(t.x, "a", "a"))
		return 1;
	t.root.root = t.path;
	file(&t, "/proc/self/status", "Name:\tx\n");
	file(&t, "/proc/self/smaps", "1000-2000 rw-p 00000000 00:00 0\nPss: 1 kB\n");
	file(&t, "/proc/70/task/70/children", "");
	file(&t, "/proc/71/task/71/children", "");
	file(&t, "/proc/71/status", "VmPTE:\t60 kB\nThreads:\t1\n");
	snprintf(why, sizeof why, "%s/proc/71/exe", t.path);
	if (symlink("/bin/one", why) || !as_sampling_ask(&t.s, heap, &t.root, why) ||
		as_sampling_declare(&t.s, t.x, NULL))
		return 1;
	as_memory_below(&t.s.sampler, 70);
	return 0;
}

static int end(void **state)
{
	struct tree *t = *state;
	char command[128];

	as_sampling_close(&t->s);
	as_experiment_free(t->x);
	snprintf(command, sizeof command, "rm -rf '%s'", t->path);
	return system(command);
}

static void starts(struct tree *t)
{
	file(t, "/proc/70/task/70/children", "");
	as_sampling_begin(&t->s, NULL, 1);
	file(t, "/proc/70/task/70/children", "71 ");
}

static void ends(struct tree *t)
{
	struct as_launched r = {.begin_ns = 1};
	struct as_unit u = {.parent = 0};

	assert_int_equal(as_subject_add_unit(&t->x->subjects[0], AS_LEVEL_EXECUTION, &u, &t->unit, NULL), AS_OK);
	assert_int_equal(as_sampling_take(&t->s, t->x, 0, t->unit, &r, NULL), AS_OK);
}

static double value(const struct tree *t, const char *metric)
{
	size_t m = as_experiment_find_metric(t->x, metric);
	const struct as_column *c = as_subject_column(&t->x->subjects[0], AS_LEVEL_EXECUTION, m);

	return c ? as_column_at(c, t->unit) : (double)NAN;
}

static void the_most_of_all_samples_counts_and_is_of_one_execution(void **state)
{
	static const char *const seen[] = {"100", "300", "200"};
	struct tree *t = *state;

	starts(t);
	for (size_t i = 0; i < 3; i++) {
		has(t, seen[i]);
		as_sampling_look(&t->s);
	}
	ends(t);
	assert_true(fabs(value(t, "memory_heap") - 300 * 1024) < 1e-9);
	assert_true(fabs(value(t, "memory_samples") - 3) < 1e-9);
	assert_true(value(t, "memory_interval") > 0);
	starts(t);
	as_sampling_look(&t->s);
	ends(t);
	assert_true(fabs(value(t, "memory_heap") - 200 * 1024) < 1e-9);
	assert_true(isnan(value(t, "memory_interval"))); /* one sample has no interval */
	assert_null(as_chosen_why(t->x, "memory_heap"));
}

static void looking_is_due_while_an_execution_runs_only(void **state)
{
	struct tree *t = *state;

	assert_true(as_sampling_due(&t->s) == INT64_MAX);
	starts(t);
	assert_true(as_sampling_due(&t->s) > as_clock_now() - 1000000000);
	int64_t first = as_sampling_due(&t->s);
	has(t, "1");
	as_sampling_look(&t->s);
	assert_true(as_sampling_due(&t->s) > first);
	ends(t);
	assert_true(as_sampling_due(&t->s) == INT64_MAX);
}

static void without_a_sample_there_is_no_value_and_it_is_said(void **state)
{
	struct tree *t = *state;

	starts(t);
	ends(t);
	assert_true(isnan(value(t, "memory_heap")));
	assert_true(fabs(value(t, "memory_samples")) < 1e-9);
	assert_string_equal(as_chosen_why(t->x, "memory_heap"),
		"not available: ended before a sample, of which the first is 10 ms after the start");
	size_t n = t->x->machine.n_facts;
	starts(t);
	has(t, "7");
	as_sampling_look(&t->s);
	ends(t);
	assert_string_equal(as_chosen_why(t->x, "memory_heap"), "missing in some executions: ended before a "
		"sample, of which the first is 10 ms after the start");
	starts(t);
	ends(t);
	assert_int_equal(t->x->machine.n_facts, n);
}

static void a_look_that_finds_no_process_is_no_sample(void **state)
{
	struct tree *t = *state;

	starts(t);
	file(t, "/proc/70/task/70/children", "");
	as_sampling_look(&t->s);
	ends(t);
	assert_true(fabs(value(t, "memory_samples")) < 1e-9);
	assert_true(isnan(value(t, "memory_heap")));
}

static void a_group_is_looked_at_and_one_that_vanishes_does_no_harm(void **state)
{
	struct tree *t = *state;
	struct as_group_place place = {.folder = "/sys/fs/cgroup", .root = &t->root, .version = 2};
	size_t row = as_group_find("group_slab"), number = 0;
	char path[128];

	assert_int_equal(as_experiment_metric(t->x, &as_group_metrics[row], &number, NULL), AS_OK);
	as_sampling_ask_row(&t->s, row, number);
	snprintf(path, sizeof path, "/sys/fs/cgroup/assay-%d-5/memory.stat", (int)getpid());
	file(t, path, "slab 4096\n");
	as_sampling_begin(&t->s, &place, 5);
	as_sampling_look(&t->s);
	file(t, path, "slab 1024\n");
	as_sampling_look(&t->s);
	snprintf(path, sizeof path, "%s/sys/fs/cgroup/assay-%d-5/memory.stat", t->path, (int)getpid());
	assert_int_equal(unlink(path), 0);
	as_sampling_look(&t->s);
	ends(t);
	assert_true(fabs(value(t, "group_slab") - 4096) < 1e-9);
	as_sampling_begin(&t->s, &place, 6); /* this one could not be made */
	as_sampling_look(&t->s);
	ends(t);
	assert_true(isnan(value(t, "group_slab")));
	assert_non_null(strstr(as_chosen_why(t->x, "group_slab"), "missing in some executions: "));
}

static void nothing_asked_is_nothing_looked_at(void **state)
{
	struct as_sampling none = {.memory = false};

	(void)state;
	assert_false(as_sampling_is_on(&none));
	as_sampling_begin(&none, NULL, 1);
	assert_true(as_sampling_due(&none) == INT64_MAX);
	as_sampling_close(&none);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_most_of_all_samples_counts_and_is_of_one_execution),
		TEST(looking_is_due_while_an_execution_runs_only),
		TEST(without_a_sample_there_is_no_value_and_it_is_said),
		TEST(a_look_that_finds_no_process_is_no_sample),
		TEST(a_group_is_looked_at_and_one_that_vanishes_does_no_harm),
		TEST(nothing_asked_is_nothing_looked_at),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
