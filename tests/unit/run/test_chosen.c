/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "run/metrics/chosen.h"

struct fixture {
	struct as_experiment *x;
	struct as_arena a;
	struct as_choice v[40];
	struct as_choices choices;
	struct as_chosen chosen;
	size_t unit;
};

static int begin(void **state)
{
	static struct fixture f;

	f = (struct fixture){.x = as_experiment_new()};
	f.choices.v = f.v;
	*state = &f;
	return !f.x || !as_experiment_add_subject(f.x, "a", "a");
}

static int end(void **state)
{
	struct fixture *f = *state;

	as_experiment_free(f->x);
	as_arena_release(&f->a);
	return 0;
}

static void choose(struct fixture *f, const char *word)
{
	bool found = false;

	assert_int_equal(as_choice_find(word, &f->a, &f->v[f->choices.n++], &found, NULL), AS_OK);
	assert_true(found);
}

static int opens(const struct as_event *e)
{
	(void)e;
	return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static int opens_no_hardware(const struct as_event *e)
{
	errno = ENOENT;
	return e->type ? opens(e) : -1; /* PERF_TYPE_HARDWARE is 0 */
}

static int is_refused(const struct as_event *e)
{
	(void)e;
	errno = ENOSYS;
	return -1;
}

static enum as_status settle(struct fixture *f, as_event_opener *opener, const char *criterion,
	struct as_err *err)
{
	static const struct as_probe_root here;
	const struct as_means means = {.counters = opener, .root = &here};

	return as_chosen_begin(&f->chosen, &f->choices, criterion, &means, f->x, err);
}

static double value(const struct fixture *f, const char *metric)
{
	size_t m = as_experiment_find_metric(f->x, metric);
	const struct as_column *c =
		as_subject_column(&f->x->subjects[0], AS_LEVEL_EXECUTION, m);

	return c ? as_column_at(c, f->unit) : (double)NAN;
}

/* One more execution whose counters say this. */
static void take(struct fixture *f, const struct as_event_count *counts, size_t n)
{
	struct as_launched r = {.n_counts = n};
	struct as_unit u = {.parent = 0};

	memcpy(r.counts, counts, n * sizeof *counts);
	assert_int_equal(as_subject_add_unit(&f->x->subjects[0], AS_LEVEL_EXECUTION, &u, &f->unit, NULL),
		AS_OK);
	assert_int_equal(as_chosen_take(&f->chosen, f->x, 0, f->unit, &r, NULL), AS_OK);
}

static void a_built_in_metric_is_found_and_not_counted(void **state)
{
	struct fixture *f = *state;
	size_t before = f->x->n_metrics;

	choose(f, "peak-memory");
	assert_int_equal(f->v[0].kind, AS_CHOICE_BUILTIN);
	assert_string_equal(f->v[0].metric.name, "peak_memory");
	assert_int_equal(settle(f, is_refused, "time", NULL), AS_OK);
	assert_int_equal(f->chosen.n, 0);
	assert_int_equal(f->x->n_metrics, before);
}

static void what_is_not_there_is_a_fact_and_the_rest_goes_on(void **state)
{
	struct fixture *f = *state;

	choose(f, "cycles");
	choose(f, "page_faults");
	assert_int_equal(settle(f, opens_no_hardware, "time", NULL), AS_OK);
	assert_int_equal(f->chosen.n, 1);
	assert_string_equal(f->chosen.counters[0].metric.name, "page_faults");
	assert_true(as_experiment_find_metric(f->x, "page_faults") < f->x->n_metrics);
	assert_int_equal(as_experiment_find_metric(f->x, "cycles"), f->x->n_metrics);
	assert_non_null(strstr(as_chosen_why(f->x, "cycles"), "not available: "));
	assert_null(as_chosen_why(f->x, "page_faults"));
	assert_null(as_chosen_why(f->x, "cycle"));
}

static void a_criterion_that_is_not_there_is_an_error(void **state)
{
	struct fixture *f = *state;
	struct as_err err = {0};

	choose(f, "cycles");
	assert_int_equal(settle(f, is_refused, "cycles", &err), AS_ERR_USAGE);
	assert_string_equal(err.msg, "cannot use 'cycles' as the criterion: it is not available here: the "
		"kernel was built without counters (CONFIG_PERF_EVENTS)");
}

static void what_was_counted_all_the_time_is_kept_as_it_is(void **state)
{
	struct fixture *f = *state;

	choose(f, "cycles");
	assert_int_equal(settle(f, opens, "time", NULL), AS_OK);
	take(f, &(struct as_event_count){.value = 12, .enabled_ns = 5, .running_ns = 5}, 1);
	assert_true(fabs(value(f, "cycles") - 12) < 1e-12);
	assert_int_equal(as_experiment_find_metric(f->x, "cycles.running"), f->x->n_metrics);
	assert_null(as_chosen_why(f->x, "cycles"));
}

static void what_was_counted_in_turns_is_scaled_and_keeps_its_share(void **state)
{
	struct fixture *f = *state;

	choose(f, "cycles");
	assert_int_equal(settle(f, opens, "time", NULL), AS_OK);
	take(f, &(struct as_event_count){.value = 12, .enabled_ns = 800, .running_ns = 200}, 1);
	assert_true(fabs(value(f, "cycles") - 48) < 1e-12);
	assert_true(fabs(value(f, "cycles.running") - 25) < 1e-12);
	assert_true(fabs(value(f, "cycles.enabled") - 800) < 1e-12);
}

static void a_value_that_is_missing_is_said_once_and_never_0(void **state)
{
	struct fixture *f = *state;

	choose(f, "cycles");
	choose(f, "page_faults");
	assert_int_equal(settle(f, opens, "time", NULL), AS_OK);
	const struct as_event_count never[] = {{.enabled_ns = 800}, {.error = EMFILE}};
	take(f, never, 2);
	assert_true(isnan(value(f, "cycles")) && isnan(value(f, "page_faults")));
	assert_string_equal(as_chosen_why(f->x, "cycles"),
		"missing in some executions: the counter never got its turn; ask for fewer at once");
	assert_string_equal(as_chosen_why(f->x, "page_faults"), "missing in some executions: too many "
		"files are open; ulimit -n 4096 in this shell allows more");
	size_t n = f->x->machine.n_facts;
	take(f, never, 2);
	assert_int_equal(f->x->machine.n_facts, n);
}

static void more_counters_than_there_is_room_for_are_refused(void **state)
{
	struct fixture *f = *state;
	struct as_err err = {0};

	choose(f, "page_faults");
	for (size_t i = 1; i <= AS_SPAWN_EVENTS; i++)
		f->v[f->choices.n++] = f->v[0];
	assert_int_equal(settle(f, opens, "time", &err), AS_ERR_USAGE);
	assert_string_equal(err.msg,
		"cannot count more than 32 metrics of the kernel at once: ask for fewer with --metric");
}

/* A group of version 1 that is not there, for the first metric of groups. */
static void lose_group(struct fixture *f)
{
	static const struct as_probe_root nowhere = {.root = "/nonexistent"};

	f->chosen.groups = true;
	f->chosen.place = (struct as_group_place){.root = &nowhere, .version = 1};
	f->chosen.group_asked[0] = true;
	assert_int_equal(as_experiment_metric(f->x, &as_group_metrics[0], &f->chosen.group_number[0], NULL),
		AS_OK);
}

static void a_group_that_vanished_leaves_no_value_and_is_said(void **state)
{
	struct fixture *f = *state;
	struct as_launched r = {.begin_ns = 1};
	struct as_unit u = {.parent = 0};

	lose_group(f);
	assert_int_equal(as_subject_add_unit(&f->x->subjects[0], AS_LEVEL_EXECUTION, &u, &f->unit, NULL),
		AS_OK);
	assert_int_equal(as_chosen_take(&f->chosen, f->x, 0, f->unit, &r, NULL), AS_OK);
	assert_true(isnan(value(f, "group_memory")));
	assert_string_equal(as_chosen_why(f->x, "group_memory"),
		"missing in some executions: their control group could not be made, or has vanished");
	f->chosen.group_missed[0] = false;
	r.group_error = EBUSY;
	assert_int_equal(as_chosen_take(&f->chosen, f->x, 0, f->unit, &r, NULL), AS_OK);
	assert_string_equal(as_chosen_why(f->x, "group_memory"), "missing in some executions: the program could "
		"not be put into its control group (Device or resource busy)");
	as_chosen_end(&f->chosen);
}

static void an_execution_that_never_ran_says_nothing_of_its_group(void **state)
{
	struct fixture *f = *state;
	struct as_launched r = {.begin_ns = 0};
	struct as_unit u = {.parent = 0};

	lose_group(f);
	assert_int_equal(as_subject_add_unit(&f->x->subjects[0], AS_LEVEL_EXECUTION, &u, &f->unit, NULL),
		AS_OK);
	assert_int_equal(as_chosen_take(&f->chosen, f->x, 0, f->unit, &r, NULL), AS_OK);
	assert_null(as_chosen_why(f->x, "group_memory"));
}

/* Files in memory are those of the end only until the next execution has written them anew. */
static void what_does_not_last_is_read_before_the_next_execution(void **state)
{
	static const struct {
		const char *metric;
		bool alone;
	} all[] = {{"group_memory", false}, {"group_kernel", false}, {"group_sockets", false}, {"group_cache", true}};
	struct fixture *f = *state;
	char path[] = "/tmp/assay-test-chosen-XXXXXX", command[160];
	const struct as_probe_root root = {.root = path};
	const struct as_means means = {.counters = opens, .root = &root};

	assert_non_null(mkdtemp(path));
	snprintf(command, sizeof command, "cd %s && mkdir -p proc/self sys/fs/cgroup/memory && "
		"echo 4:memory:/ >proc/self/cgroup", path);
	assert_int_equal(system(command), 0);
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		f->choices.n = 0;
		choose(f, all[i].metric);
		assert_int_equal(as_chosen_begin(&f->chosen, &f->choices, "time", &means, f->x, NULL), AS_OK);
		assert_true(f->chosen.groups);
		assert_int_equal(as_chosen_alone(&f->chosen), all[i].alone);
		as_chosen_end(&f->chosen);
	}
	snprintf(command, sizeof command, "rm -r %s", path);
	assert_int_equal(system(command), 0);
}

static void a_slip_finds_what_was_meant(void **state)
{
	(void)state;
	assert_string_equal(as_choice_like("brnch_misses"), "branch_misses");
	assert_string_equal(as_choice_like("peek_memory"), "peak_memory");
	assert_string_equal(as_choice_like("page-fauls"), "page_faults");
	assert_null(as_choice_like("throughput"));
	assert_null(as_choice_like(""));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_built_in_metric_is_found_and_not_counted),
		TEST(what_is_not_there_is_a_fact_and_the_rest_goes_on),
		TEST(a_criterion_that_is_not_there_is_an_error),
		TEST(what_was_counted_all_the_time_is_kept_as_it_is),
		TEST(what_was_counted_in_turns_is_scaled_and_keeps_its_share),
		TEST(a_value_that_is_missing_is_said_once_and_never_0),
		TEST(more_counters_than_there_is_room_for_are_refused),
		TEST(a_group_that_vanished_leaves_no_value_and_is_said),
		TEST(an_execution_that_never_ran_says_nothing_of_its_group),
		TEST(what_does_not_last_is_read_before_the_next_execution),
		TEST(a_slip_finds_what_was_meant),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
