/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Energy of executions, from a tree that is made here: constructed, untested on hardware. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <math.h>
#include <cmocka.h>

#include "run/metrics/chosen.h"
#include "tree.h"

#define ZONE "/sys/class/powercap/intel-rapl:0/"

struct fixture {
	struct tree t;
	struct as_experiment *x;
	struct as_arena a;
	struct as_chosen chosen;
	size_t unit;
};

static int begin(void **state)
{
	static struct fixture f;

	f = (struct fixture){.x = as_experiment_new()};
	*state = &f;
	return tree_begin(&f.t) || !f.x || !as_experiment_add_subject(f.x, "a", "a");
}

static int end(void **state)
{
	struct fixture *f = *state;

	as_chosen_end(&f->chosen);
	as_experiment_free(f->x);
	as_arena_release(&f->a);
	return tree_end(&f->t);
}

static int opens_nothing(uint32_t pmu, uint64_t event, int cpu)
{
	(void)pmu;
	(void)event;
	(void)cpu;
	errno = ENOENT;
	return -1;
}

/* The processor has taken so many microjoules since its counter began. */
static void taken(struct fixture *f, const char *uj)
{
	assert_true(tree_write(&f->t, ZONE "energy_uj", uj));
}

static enum as_status choose(struct fixture *f, int64_t idle_ns, const char *criterion, struct as_err *err)
{
	const struct as_means means = {.energies = opens_nothing, .root = &f->t.root, .idle_ns = idle_ns};
	struct as_choice choice;
	bool found = false;

	assert_int_equal(as_choice_find("energy-package", &f->a, &choice, &found, NULL), AS_OK);
	assert_true(found);
	assert_int_equal(choice.kind, AS_CHOICE_ENERGY);
	return as_chosen_begin(&f->chosen, &(struct as_choices){&choice, 1}, criterion, &means, f->x, err);
}

static void set_up(struct fixture *f, int64_t idle_ns)
{
	assert_true(tree_write(&f->t, ZONE "name", "package-0\n"));
	assert_true(tree_write(&f->t, ZONE "max_energy_range_uj", "65532610987\n"));
	taken(f, "1\n");
	assert_true(tree_move(&f->t, ZONE "energy_uj", 1, 1));
	assert_int_equal(choose(f, idle_ns, "time", NULL), AS_OK);
	tree_stop(&f->t);
	f->chosen.energies.v[0].step_ns = 0; /* as if no execution were too short */
	assert_true(as_chosen_alone(&f->chosen));
}

static double value(const struct fixture *f, const char *metric)
{
	size_t m = as_experiment_find_metric(f->x, metric);
	const struct as_column *c = m < f->x->n_metrics ?
		as_subject_column(&f->x->subjects[0], AS_LEVEL_EXECUTION, m) : NULL;

	return c ? as_column_at(c, f->unit) : (double)NAN;
}

static void take(struct fixture *f)
{
	const struct as_launched r = {.begin_ns = 1, .end_ns = 2};
	const struct as_unit u = {.parent = 0};

	assert_int_equal(as_subject_add_unit(&f->x->subjects[0], AS_LEVEL_EXECUTION, &u, &f->unit, NULL),
		AS_OK);
	assert_int_equal(as_chosen_take(&f->chosen, f->x, 0, f->unit, &r, NULL), AS_OK);
}

/* An execution from one state of the counter to another. */
static void execute(struct fixture *f, const char *from, const char *to)
{
	taken(f, from);
	as_chosen_before(&f->chosen);
	as_chosen_meanwhile(&f->chosen);
	taken(f, to);
	as_chosen_after(&f->chosen);
	take(f);
}

static void an_execution_has_what_was_counted_around_it(void **state)
{
	struct fixture *f = *state;

	set_up(f, 0);
	execute(f, "5000000\n", "7500000\n");
	assert_true(fabs(value(f, "energy_package") - 2.5) < 1e-9);
	execute(f, "7600000\n", "8600000\n"); /* what was taken between them is nobody's */
	assert_true(fabs(value(f, "energy_package") - 1) < 1e-9);
	assert_string_equal(f->x->metrics[as_experiment_find_metric(f->x, "energy_package")].unit, "J");
	assert_true(as_chosen_has(&f->chosen, "energy_package"));
}

static void what_the_machine_takes_at_idle_stands_beside(void **state)
{
	struct fixture *f = *state;

	set_up(f, 1000000);
	f->chosen.energies.idle_w[0] = 4;
	taken(f, "5000000\n");
	as_chosen_before(&f->chosen);
	taken(f, "9000000\n");
	as_chosen_after(&f->chosen);
	f->chosen.energies.begun_ns = 1;
	f->chosen.energies.ended_ns = 500000001; /* as if it had taken half a second */
	take(f);
	assert_true(fabs(value(f, "energy_package") - 4) < 1e-9);
	assert_true(fabs(value(f, "energy_package.idle") - 2) < 1e-9);
	assert_non_null(strstr(as_chosen_why(f->x, "energy_package"), "all that the machine took (powercap, "
		"1 socket, in steps of "));
}

static void idle_is_measured_before_the_first_execution(void **state)
{
	struct fixture *f = *state;
	struct as_energies *e = &f->chosen.energies;

	set_up(f, 0);
	assert_true(isnan(e->idle_w[0]));
	assert_non_null(strstr(as_chosen_why(f->x, "energy_package"), "; at idle not measured"));
	assert_true(tree_move(&f->t, ZONE "energy_uj", 10000, 1000));
	const struct timespec nap = {.tv_nsec = 1000000};
	double joules = 0, before = 0;
	as_energy_read(&e->v[0], &before, NULL);
	for (joules = before; !(joules > before); as_energy_read(&e->v[0], &joules, NULL))
		nanosleep(&nap, NULL); /* until the mover is at work */
	as_energies_idle(e, 300000000);
	tree_stop(&f->t);
	assert_true(e->idle_w[0] > 0);
	char words[AS_PROBE_REASON];
	as_energies_say(e, 0, words, sizeof words);
	assert_non_null(strstr(words, " W at idle, before the first execution"));
}

static void is_missing(struct fixture *f, const char *why)
{
	const char *said = as_chosen_why(f->x, "energy_package");

	assert_true(isnan(value(f, "energy_package")));
	assert_non_null(said);
	if (!strstr(said, why))
		fail_msg("%s", said);
}

static void a_counter_that_stood_still_gives_no_zero(void **state)
{
	struct fixture *f = *state;

	set_up(f, 0);
	execute(f, "5000000\n", "5000000\n");
	is_missing(f, "; missing in some executions: the counter stood still");
}

static void a_counter_that_went_backwards_costs_one_execution_its_value(void **state)
{
	struct fixture *f = *state;

	set_up(f, 0);
	execute(f, "5000000\n", "4000000\n");
	is_missing(f, "/sys/class/powercap/intel-rapl:0/energy_uj has gone backwards");
	taken(f, "4100000\n");
	as_chosen_before(&f->chosen); /* says where it stands, and is lost, too */
	as_chosen_after(&f->chosen);
	execute(f, "5000000\n", "6000000\n");
	assert_true(fabs(value(f, "energy_package") - 1) < 1e-9);
}

static void an_execution_that_is_too_short_has_no_value(void **state)
{
	struct fixture *f = *state;

	set_up(f, 0);
	f->chosen.energies.v[0].step_ns = INT64_C(3600000000000);
	execute(f, "5000000\n", "6000000\n");
	is_missing(f, "they are shorter than 7.2e+07 ms, 20 steps of the counter, and would be known worse "
		"than to 10 %");
}

static void a_counter_that_is_not_there_is_a_fact_or_ends_it_as_the_criterion(void **state)
{
	struct fixture *f = *state;
	struct as_err err = {0};

	assert_int_equal(choose(f, 0, "time", NULL), AS_OK);
	assert_false(as_chosen_alone(&f->chosen));
	assert_non_null(strstr(as_chosen_why(f->x, "energy_package"), "not available: there are no counters of "
		"energy"));
	assert_int_equal(choose(f, 0, "energy_package", &err), AS_ERR_USAGE);
	assert_non_null(strstr(err.msg, "cannot use 'energy_package' as the criterion: it is not available "
		"here: there are no counters of energy"));
}

#define WITH_A_TREE(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_A_TREE(an_execution_has_what_was_counted_around_it),
		WITH_A_TREE(what_the_machine_takes_at_idle_stands_beside),
		WITH_A_TREE(idle_is_measured_before_the_first_execution),
		WITH_A_TREE(a_counter_that_stood_still_gives_no_zero),
		WITH_A_TREE(a_counter_that_went_backwards_costs_one_execution_its_value),
		WITH_A_TREE(an_execution_that_is_too_short_has_no_value),
		WITH_A_TREE(a_counter_that_is_not_there_is_a_fact_or_ends_it_as_the_criterion),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
