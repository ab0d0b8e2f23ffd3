/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "model/joined/transfer.h"
#include "model/kept/experiment.h"

static void iterations_of_an_execution_stand_together(void **state)
{
	struct as_experiment *x = as_experiment_new();
	struct as_subject *s = as_experiment_add_subject(x, "a", "a");
	struct as_unit unit = {.round = 0};
	size_t e = 9;

	(void)state;
	for (size_t k = 0; k < 3; k++) {
		assert_int_equal(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &unit, &e, NULL), AS_OK);
		assert_int_equal(e, k);
		for (size_t i = 0; i < k; i++)
			assert_int_equal(as_subject_add_iteration(s, AS_ROLE_MEASURED, 0, NULL), AS_OK);
	}
	assert_int_equal(as_iterations_of(s, 0).from, 0);
	assert_int_equal(as_iterations_of(s, 1).from, 0);
	assert_int_equal(as_iterations_of(s, 2).from, 1);
	assert_int_equal(as_iterations_of(s, 2).to, 3);
	as_experiment_free(x);
}

static void a_column_made_late_has_no_value_for_earlier_units(void **state)
{
	struct as_experiment *x = as_experiment_new();
	struct as_subject *s = as_experiment_add_subject(x, "a", "a");
	struct as_unit unit = {0};
	size_t e = 0;

	(void)state;
	for (int k = 0; k < 3; k++)
		assert_int_equal(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &unit, &e, NULL), AS_OK);
	assert_int_equal(as_subject_set(s, AS_LEVEL_EXECUTION, 1, AS_METRIC_WALL, 5, NULL), AS_OK);
	assert_int_equal(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &unit, &e, NULL), AS_OK);
	const struct as_column *c = as_subject_column(s, AS_LEVEL_EXECUTION, AS_METRIC_WALL);
	assert_int_equal(c->values.n, 4);
	assert_true(isnan(as_column_at(c, 0)) && isnan(as_column_at(c, 3)));
	assert_true(as_column_at(c, 1) > 4.9 && as_column_at(c, 1) < 5.1);
	as_experiment_free(x);
}

static void add_build(struct as_experiment *x, size_t subject, uint32_t order)
{
	const struct as_unit unit = {.order = order};
	const struct as_build build = {.hash = "0"};

	assert_int_equal(as_subject_add_build(&x->subjects[subject], &x->arena, &unit, &build, NULL), AS_OK);
}

static void subjects_share_a_build_and_compare_with_their_namesakes(void **state)
{
	static const char *const names[] = {"a", "b", "a", "b", "c"};
	struct as_experiment *x = as_experiment_new();

	(void)state;
	for (size_t i = 0; i < 5; i++) {
		struct as_subject *s = as_experiment_add_subject(x, names[i], "./prog");
		assert_non_null(s);
		s->benchmark = names[i];
	}
	assert_false(as_subject_shares_builds(&x->subjects[0], &x->subjects[1]));
	assert_int_equal(as_experiment_programs(x, 0, 5), 5);
	add_build(x, 0, 1);
	assert_int_equal(as_subject_note(&x->subjects[0], &x->arena, AS_LEVEL_BUILD, 0, "late", NULL), AS_OK);
	assert_int_equal(as_experiment_share_build(x, 0, 1, 0, NULL), AS_OK);
	assert_string_equal(x->subjects[1].notes[0].text, "late");
	add_build(x, 2, 3);
	assert_int_equal(as_experiment_share_build(x, 2, 3, 0, NULL), AS_OK);
	assert_int_equal(as_experiment_share_build(x, 2, 4, 0, NULL), AS_OK);
	assert_true(as_subject_shares_builds(&x->subjects[2], &x->subjects[4]));
	assert_false(as_subject_shares_builds(&x->subjects[1], &x->subjects[2]));
	assert_int_equal(as_experiment_programs(x, 0, 5), 2);
	assert_int_equal(as_experiment_builds_of(x, 4), 2);
	assert_int_equal(as_experiment_builds_of(x, 1), 0);
	assert_int_equal(as_experiment_reference_of(x, 3), 1);
	assert_int_equal(as_experiment_reference_of(x, 4), 4);
	as_experiment_free(x);
}

static void the_last_subjects_move_and_the_reference_stays_what_it_is(void **state)
{
	static const char *const names[] = {"a", "d", "b", "c"};
	struct as_experiment *x = as_experiment_new();

	(void)state;
	for (size_t i = 0; i < 4; i++)
		assert_non_null(as_experiment_add_subject(x, names[i], names[i]));
	x->reference = 1;
	assert_int_equal(as_experiment_place_last(x, 2, 1, NULL), AS_OK);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(*x->subjects[i].name, "abcd"[i]);
	assert_int_equal(x->reference, 3);
	as_experiment_free(x);
}

static void one_name_is_one_metric(void **state)
{
	struct as_experiment *x = as_experiment_new();
	struct as_metric m = {"hits", "count", AS_BETTER_MORE, AS_LEVEL_EXECUTION, NULL};
	size_t first = 0, again = 0;

	(void)state;
	assert_int_equal(as_experiment_metric(x, &m, &first, NULL), AS_OK);
	assert_int_equal(as_experiment_metric(x, &m, &again, NULL), AS_OK);
	assert_int_equal(first, again);
	m.unit = "bytes";
	assert_int_equal(as_experiment_metric(x, &m, &again, NULL), AS_ERR_DATA);
	assert_int_equal(as_experiment_find_metric(x, "time"), AS_METRIC_WALL);
	as_experiment_free(x);
}

static uint64_t next_random(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 11 ^ *state << 53;
}

/* An execution of a program of half a millisecond, as a loaded machine runs it: number k. */
static struct as_unit unit_like(size_t k, double *metric, uint64_t *random)
{
	const uint64_t r = next_random(random);
	double wall = 450e3 + (double)(r % 40000) + (k % 61 ? 0 : 5e6);

	metric[AS_METRIC_WALL] = wall;
	metric[AS_METRIC_USER] = 1000 * (double)(r >> 16 & 255);
	metric[AS_METRIC_SYSTEM] = 1000 * (double)(r >> 24 & 255);
	metric[AS_METRIC_CPU] = metric[AS_METRIC_USER] + metric[AS_METRIC_SYSTEM];
	metric[AS_METRIC_PEAK_MEMORY] = 4096 * (double)(300 + (r >> 32 & 15));
	metric[AS_METRIC_MINOR_FAULTS] = (double)(40 + (r >> 36 & 3));
	metric[AS_METRIC_MAJOR_FAULTS] = 0;
	metric[AS_METRIC_VOLUNTARY_SWITCHES] = 1;
	metric[AS_METRIC_INVOLUNTARY_SWITCHES] = (double)(r >> 40 & 1);
	for (size_t m = AS_METRIC_LOAD; m < AS_METRICS_BUILTIN; m++) /* the surroundings, every 50 ms */
		metric[m] = k % 100 ? (double)NAN : 0;
	if (!(k % 100)) {
		metric[AS_METRIC_LOAD] = 0.01 * (double)(k % 313);
		metric[AS_METRIC_RUN_QUEUE] = (double)(r >> 41 & 3);
		metric[AS_METRIC_OTHERS_CPU] = (double)(r >> 43 & 15) / 15.7;
		metric[AS_METRIC_FREQUENCY_BEFORE] = 2e9 + (double)(r & 0xfffffff);
		metric[AS_METRIC_FREQUENCY_AFTER] = 2e9 + (double)(r >> 8 & 0xfffffff);
	}
	return (struct as_unit){.order = (uint32_t)k, .round = (uint32_t)k, .seed = r,
		.started_ns = INT64_C(1790000000000000000) + (int64_t)(k * 520000 + r % 60000),
		.cost_s = wall / 1e9};
}

static size_t bytes_of(const struct as_subject *s)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
	size_t n = as_packed_bytes(&s->iterations.first);

	for (size_t m = 0; m < AS_UNIT_MEMBERS; m++)
		n += as_packed_bytes(&l->units[m]);
	for (size_t c = 0; c < l->n_columns; c++)
		n += as_packed_bytes(&l->columns[c].values);
	return n;
}

static void an_execution_takes_no_more_than_thirty_bytes_and_keeps_its_values(void **state)
{
	enum { MANY = 100000 };
	struct as_experiment *x = as_experiment_new();
	struct as_subject *s = as_experiment_add_subject(x, "a", "a");
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
	double metric[AS_METRICS_BUILTIN];
	uint64_t random = 1;
	size_t e = 0;

	(void)state;
	for (size_t k = 0; k < MANY; k++) {
		const struct as_unit u = unit_like(k, metric, &random);
		assert_int_equal(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &e, NULL), AS_OK);
		for (size_t m = AS_METRIC_WALL; m < AS_METRICS_BUILTIN; m++)
			if (!isnan(metric[m]))
				assert_int_equal(as_subject_set(s, AS_LEVEL_EXECUTION, e, m, metric[m],
					NULL), AS_OK);
	}
	assert_in_range(bytes_of(s), 8 * MANY, 30 * MANY);
	random = 1;
	for (size_t k = 0; k < MANY; k++) {
		const struct as_unit u = unit_like(k, metric, &random), v = as_unit_at(l, k);
		for (size_t m = 0; m < AS_UNIT_MEMBERS; m++)
			assert_true(as_unit_word(&u, (enum as_unit_member)m) ==
				as_unit_word(&v, (enum as_unit_member)m));
		for (size_t c = 0; c < l->n_columns; c++) {
			double got = as_column_at(&l->columns[c], k);
			assert_memory_equal(&got, &metric[l->columns[c].metric], sizeof got);
		}
	}
	as_experiment_free(x);
}

enum { TOGETHER = 700 };

/* Units and iterations of one subject, one by one or many at once. */
static void fill(struct as_subject *s, bool at_once)
{
	struct as_unit units[TOGETHER];
	double v[TOGETHER];
	size_t e = 0;
	const struct as_metric_values wall = {AS_METRIC_WALL, v, TOGETHER}, time = {AS_METRIC_TIME, v, TOGETHER};

	for (size_t i = 0; i < TOGETHER; i++) {
		units[i] = (struct as_unit){.order = (uint32_t)i, .cost_s = 0.25 * (double)i, .seed = i * i};
		v[i] = i % 9 ? 1.5 * (double)i : (double)NAN;
	}
	assert_int_equal(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &units[3], &e, NULL), AS_OK);
	assert_int_equal(as_subject_set(s, AS_LEVEL_EXECUTION, 0, AS_METRIC_USER, 7, NULL), AS_OK);
	assert_int_equal(as_subject_add_iteration(s, AS_ROLE_WARMUP, 0, NULL), AS_OK);
	if (at_once) {
		assert_int_equal(as_subject_add_iterations(s, AS_ROLE_MEASURED, &time, NULL), AS_OK);
		assert_int_equal(as_subject_add_units(s, AS_LEVEL_EXECUTION, units, &wall, NULL), AS_OK);
		assert_int_equal(as_subject_add_iterations(s, AS_ROLE_MEASURED, &time, NULL), AS_OK);
		return;
	}
	for (int half = 0; half < 2; half++) {
		for (size_t i = 0; i < TOGETHER; i++) {
			assert_int_equal(as_subject_add_iteration(s, AS_ROLE_MEASURED, 0, NULL), AS_OK);
			assert_int_equal(as_subject_set(s, AS_LEVEL_ITERATION, s->levels[AS_LEVEL_ITERATION].n - 1,
				AS_METRIC_TIME, v[i], NULL), AS_OK);
		}
		for (size_t i = 0; i < TOGETHER && !half; i++) {
			assert_int_equal(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &units[i], &e, NULL), AS_OK);
			assert_int_equal(as_subject_set(s, AS_LEVEL_EXECUTION, e, AS_METRIC_WALL, v[i], NULL), AS_OK);
		}
	}
}

static void assert_same_words(const struct as_packed *a, const struct as_packed *b)
{
	assert_int_equal(a->n, b->n);
	for (size_t i = 0; i < a->n; i++)
		assert_true(as_packed_at(a, i) == as_packed_at(b, i));
}

static void many_at_once_are_as_they_are_one_by_one(void **state)
{
	struct as_experiment *x = as_experiment_new();

	(void)state;
	assert_non_null(as_experiment_add_subject(x, "a", "a"));
	assert_non_null(as_experiment_add_subject(x, "b", "b"));
	const struct as_subject *a = &x->subjects[0], *b = &x->subjects[1];
	fill(&x->subjects[0], true);
	fill(&x->subjects[1], false);
	assert_same_words(&a->iterations.first, &b->iterations.first);
	assert_same_words(&a->iterations.role, &b->iterations.role);
	assert_same_words(&a->iterations.end_ns, &b->iterations.end_ns);
	for (size_t l = 0; l < AS_TREE_LEVELS; l++) {
		const struct as_level *p = &a->levels[l], *q = &b->levels[l];
		assert_int_equal(p->n, q->n);
		assert_int_equal(p->n_columns, q->n_columns);
		assert_int_equal(!p->units, !q->units);
		for (size_t m = 0; p->units && m < AS_UNIT_MEMBERS; m++)
			assert_same_words(&p->units[m], &q->units[m]);
		for (size_t c = 0; c < p->n_columns; c++) {
			assert_int_equal(p->columns[c].metric, q->columns[c].metric);
			assert_same_words(&p->columns[c].values, &q->columns[c].values);
		}
	}
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(many_at_once_are_as_they_are_one_by_one),
		cmocka_unit_test(iterations_of_an_execution_stand_together),
		cmocka_unit_test(a_column_made_late_has_no_value_for_earlier_units),
		cmocka_unit_test(one_name_is_one_metric),
		cmocka_unit_test(subjects_share_a_build_and_compare_with_their_namesakes),
		cmocka_unit_test(the_last_subjects_move_and_the_reference_stays_what_it_is),
		cmocka_unit_test(an_execution_takes_no_more_than_thirty_bytes_and_keeps_its_values),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
