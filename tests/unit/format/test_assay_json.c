/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "format/json/assay_json.h"
#include "reviews.h"
#include "schema.h"
#include "two_sleeps.h"

/* The document in t, which must be as the schema says. Frees t. */
static json_t *checked(struct as_text *t)
{
	json_error_t error;
	char where[600] = "";
	json_t *schema = json_load_file(TEST_DATA "/../../docs/assay-output.schema.json", 0, &error);
	json_t *value = json_loads(as_text_str(t), JSON_REJECT_DUPLICATES, &error);

	assert_non_null(schema);
	if (!value)
		fail_msg("line %d: %s", error.line, error.text);
	if (!schema_holds(schema, schema, value, where, sizeof where))
		fail_msg("%s", where);
	json_decref(schema);
	as_text_release(t);
	return value;
}

/* The value at a path of keys and numbers, "subjects/0/name". */
static json_t *at(json_t *v, const char *path)
{
	char key[64];

	while (v && *path) {
		size_t n = strcspn(path, "/");
		memcpy(key, path, n);
		key[n] = '\0';
		v = json_is_array(v) ? json_array_get(v, (size_t)strtoul(key, NULL, 10))
				     : json_object_get(v, key);
		path += n + (path[n] == '/');
	}
	return v;
}

static const char *text_at(json_t *v, const char *path)
{
	const char *s = json_string_value(at(v, path));

	return s ? s : "(no string)";
}

static enum as_status take(void *to, const char *bytes, size_t n, struct as_err *err)
{
	as_text_add_n(to, bytes, n);
	return as_text_finish(to, err);
}

/* Two subjects with executions of every kind, iterations, notes, findings, a comparison. */
static void fill(struct two_sleeps *s, struct as_comparison *c)
{
	static const struct as_fact facts[] = {{AS_FACT_MACHINE, "cpu.model", "A \"cpu\""},
		{AS_FACT_STATE, "load", "0.5"}};
	struct as_subject *subject = NULL;

	two_sleeps_init(s, "sleep 0.1", "sleep 2");
	subject = &s->x->subjects[0];
	for (uint8_t i = 0; i < 4; i++) {
		const struct as_unit unit = {.order = i, .round = i ? (uint32_t)i - 1 : AS_NO_ROUND,
			.role = i ? AS_ROLE_MEASURED : AS_ROLE_WARMUP,
			.ending = i == 3 ? AS_ENDED_SIGNAL : AS_ENDED_OK, .code = i == 3 ? 9 : 0,
			.started_ns = 1700000000123456789 + i};
		size_t e = 0;
		if (as_subject_add_unit(subject, AS_LEVEL_EXECUTION, &unit, &e, NULL) ||
			as_subject_set(subject, AS_LEVEL_EXECUTION, e, AS_METRIC_WALL, 100.5 + i, NULL) ||
			as_subject_add_iteration(subject, AS_ROLE_MEASURED, 77, NULL) ||
			as_subject_set(subject, AS_LEVEL_ITERATION, e, AS_METRIC_TIME, 9.25, NULL))
			abort();
	}
	if (as_subject_note(subject, &s->x->arena, AS_LEVEL_EXECUTION, 3, "killed\x1b[m", NULL))
		abort();
	s->s[WALL][0].findings = (struct as_findings){
		.v = {{AS_FINDING_FIRST_SLOW, 2.5, (double)NAN, 0}, {9999, 0, 0, 0}}, .n = 2};
	s->s[WALL][0].tree.n = 2;
	s->s[WALL][0].tree.v[1].level = AS_LEVEL_EXECUTION;
	s->x->machine = (struct as_machine){.facts = (struct as_fact *)(uintptr_t)facts, .n_facts = 2,
		.machine_id = "00ff", .host = "h"};
	s->x->started_ns = 1700000000123456789;
	*c = (struct as_comparison){.subject = 1, .metric = AS_METRIC_WALL, .ratio = 18.97,
		.verdict = AS_VERDICT_SLOWER, .method = AS_COMPARE_PAIRED, .lo = 18.9, .hi = 19.04};
	s->a[WALL].comparisons = c;
	s->a[WALL].n_comparisons = 1;
}

static void a_result_is_as_its_schema_says(void **state)
{
	struct as_comparison c;
	struct two_sleeps s;
	struct as_text t = {0};

	(void)state;
	fill(&s, &c);
	assert_int_equal(as_json_result(&s.e, &(struct as_sink){take, &t}, NULL), AS_OK);
	json_t *v = checked(&t);
	assert_string_equal(text_at(v, "schema"), "assay-result-1");
	assert_string_equal(text_at(v, "experiment/started"), "2023-11-14T22:13:20.123456789Z");
	assert_true(json_is_null(at(v, "experiment/ended")));
	assert_string_equal(text_at(v, "subjects/0/tree/executions/role/0"), "warmup");
	assert_true(json_is_null(at(v, "subjects/0/tree/executions/round/0")));
	assert_string_equal(text_at(v, "subjects/0/tree/executions/ending/3"), "signal");
	assert_int_equal(json_integer_value(at(v, "subjects/0/tree/executions/code/3")), 9);
	assert_true(json_real_value(at(v, "subjects/0/tree/executions/values/wall/1")) > 101.49);
	assert_int_equal(json_array_size(at(v, "subjects/0/tree/iterations/first")), 5);
	assert_int_equal(json_array_size(at(v, "subjects/0/tree/iterations/values/time")), 4);
	assert_null(at(v, "subjects/1/tree/iterations"));
	assert_string_equal(text_at(v, "subjects/0/notes/0/text"), "killed\x1b[m");
	assert_string_equal(text_at(v, "machine/facts/0/value"), "A \"cpu\"");
	assert_string_equal(text_at(v, "comparisons/0/verdict"), "slower");
	assert_string_equal(text_at(v, "comparisons/0/interval/method"), "paired");
	json_decref(v);
	two_sleeps_release(&s);
}

/* The second of three builds failed; no code hash could be made of the third. */
static void build(struct two_sleeps *s)
{
	static const struct as_build builds[3] = {{"aa", "bb", "cc", 4096}, {.hash = NULL},
		{"dd", NULL, "ee", 4100}};
	struct as_subject *subject = &s->x->subjects[0];

	subject->build_command = "make -B 'x y'";
	for (uint8_t k = 0; k < 3; k++) {
		const struct as_unit unit = {.order = k, .round = AS_NO_ROUND, .seed = INT64_MAX - k,
			.cost_s = 1.5, .ending = k == 1 ? AS_ENDED_FAILED : AS_ENDED_OK,
			.code = k == 1 ? 2 : 0};
		if (as_subject_add_build(subject, &s->x->arena, &unit, &builds[k], NULL))
			abort();
	}
	if (!as_packed_set(&subject->levels[AS_LEVEL_EXECUTION].units[AS_UNIT_PARENT], 1, 2))
		abort();
	s->x->plan.builds = 3;
	s->x->plan.builds_state = AS_BUILDS_DIFFER;
	s->x->plan.randomize = AS_RANDOMIZE_LAYOUT | AS_RANDOMIZE_ENVIRONMENT;
	s->x->plan.cost_s[AS_LEVEL_BUILD] = 1.5;
	s->x->plan.expected = 0.018;
	s->s[WALL][0].tree.share_of_time = (double)NAN;
	s->s[WALL][0].tree.v[1].impact = 2.5;
	s->s[WALL][0].tree.v[1].impact_hi = (double)INFINITY;
	s->s[WALL][0].next.same_time = (struct as_next){
		.counts = {4, 2, 12}, .half_width = 0.012, .seconds = 48};
}

static void builds_have_seeds_costs_and_hashes(void **state)
{
	struct as_comparison c;
	struct two_sleeps s;
	struct as_text t = {0};

	(void)state;
	fill(&s, &c);
	build(&s);
	c.of.builds = true;
	assert_int_equal(as_json_result(&s.e, &(struct as_sink){take, &t}, NULL), AS_OK);
	json_t *v = checked(&t);
	assert_string_equal(text_at(v, "subjects/0/build_command"), "make -B 'x y'");
	assert_true(json_is_null(at(v, "subjects/1/build_command")));
	assert_string_equal(text_at(v, "subjects/0/tree/builds/layout_hash/0"), "cc");
	assert_true(json_is_null(at(v, "subjects/0/tree/builds/hash/1")));
	assert_true(json_is_null(at(v, "subjects/0/tree/builds/code_hash/2")));
	assert_string_equal(text_at(v, "subjects/0/tree/builds/ending/1"), "failed");
	assert_true(json_integer_value(at(v, "subjects/0/tree/builds/seed/1")) == INT64_MAX - 1);
	assert_int_equal(json_integer_value(at(v, "subjects/0/tree/builds/bytes/2")), 4100);
	assert_int_equal(json_integer_value(at(v, "subjects/0/tree/executions/build/1")), 2);
	assert_null(at(v, "subjects/1/tree/builds"));
	assert_null(at(v, "subjects/1/tree/executions/build"));
	assert_string_equal(text_at(v, "plan/builds_state"), "differ");
	assert_string_equal(text_at(v, "plan/randomize/1"), "environment");
	assert_true(json_is_null(at(v, "plan/cost_s/iteration")));
	assert_true(json_real_value(at(v, "plan/cost_s/build")) > 1.4);
	assert_true(json_is_null(at(v, "subjects/0/summaries/0/share_of_time")));
	assert_true(json_real_value(at(v, "subjects/0/summaries/0/levels/1/impact")) > 2.4);
	assert_true(json_is_null(at(v, "subjects/0/summaries/0/levels/1/impact_hi")));
	assert_int_equal(json_integer_value(at(v, "subjects/0/summaries/0/next/same_time/build")), 12);
	assert_null(at(v, "subjects/0/summaries/0/next/same_time/session"));
	assert_true(json_is_null(at(v, "subjects/0/summaries/0/next/for_target")));
	assert_true(json_is_true(at(v, "comparisons/0/of_builds")));
	json_decref(v);
	two_sleeps_release(&s);
}

static void numbers_that_do_not_exist_are_null(void **state)
{
	struct as_comparison c;
	struct two_sleeps s;
	struct as_text t = {0};

	(void)state;
	fill(&s, &c);
	assert_int_equal(as_json_result(&s.e, &(struct as_sink){take, &t}, NULL), AS_OK);
	json_t *v = checked(&t);
	assert_true(json_is_null(at(v, "subjects/0/summaries/0/interval/lo")));
	assert_string_equal(text_at(v, "subjects/0/summaries/0/interval/method"), "none");
	assert_true(json_is_null(at(v, "subjects/0/summaries/0/findings/0/numbers/1")));
	assert_string_equal(text_at(v, "subjects/0/summaries/0/findings/0/id"), "FIRST_SLOW");
	assert_string_equal(text_at(v, "subjects/0/summaries/0/findings/1/id"), "unknown");
	assert_string_equal(text_at(v, "subjects/0/summaries/1/metric"), "user");
	json_decref(v);
	two_sleeps_release(&s);
}

static void a_list_is_as_its_schema_says(void **state)
{
	const struct as_listing l[2] = {
		{.id = 7, .uuid = "ab", .label = "x\ny", .started_ns = 1, .criterion = "wall", .unit = "ns",
			.mean = 5.5, .lo = (double)NAN, .hi = (double)NAN, .n_top = 1,
			.outcome = AS_OUTCOME_STOPPED, .subject = "\xff", .note = "why", .pinned = true},
		{.id = 6},
	};
	struct as_text t = {0};

	(void)state;
	as_json_list(&t, l, 2);
	json_t *v = checked(&t);
	assert_int_equal(json_array_size(at(v, "results")), 2);
	assert_string_equal(text_at(v, "results/0/label"), "x\ny");
	assert_string_equal(text_at(v, "results/0/outcome"), "stopped");
	assert_string_equal(text_at(v, "results/0/first_subject"), "\xEF\xBF\xBD");
	assert_true(json_is_null(at(v, "results/0/lo")));
	assert_string_equal(text_at(v, "results/0/note"), "why");
	assert_true(json_is_true(at(v, "results/0/pinned")));
	assert_true(json_is_null(at(v, "results/1/note")));
	assert_true(json_is_false(at(v, "results/1/pinned")));
	json_decref(v);
	as_json_list(&t, NULL, 0);
	json_decref(checked(&t));
}

static void a_comparison_of_results_is_as_its_schema_says(void **state)
{
	struct as_comparison c;
	struct two_sleeps s;
	struct as_text t = {0};

	(void)state;
	fill(&s, &c);
	const struct as_json_side sides[2] = {
		{.x = s.x, .summary = &s.s[WALL][0], .label = "@last~1"},
		{.x = s.x, .summary = &s.s[WALL][1], .label = "b.assay"}};
	as_json_compare(&t, &(struct as_json_compared){.sides = sides, .n_sides = 2, .c = &c, .n = 1});
	json_t *v = checked(&t);
	assert_string_equal(text_at(v, "sides/1/result"), "b.assay");
	assert_string_equal(text_at(v, "sides/1/summary/metric"), "wall");
	assert_string_equal(text_at(v, "comparisons/0/metric"), "wall");
	json_decref(v);
	two_sleeps_release(&s);
}

static void a_review_is_as_its_schema_says(void **state)
{
	void (*const makers[])(struct review_maker *m) = {NULL, reviews_all_kinds, reviews_hostile, reviews_nan};

	(void)state;
	for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++) {
		struct review_maker m;
		struct as_text t = {0};
		reviews_init(&m);
		if (makers[i])
			makers[i](&m);
		as_json_review(&t, &m.r);
		json_t *v = checked(&t);
		assert_int_equal(json_array_size(at(v, "benchmarks")), m.r.n);
		assert_int_equal(json_integer_value(at(v, "compared")), m.r.compared);
		json_decref(v);
		reviews_release(&m);
	}
}

static void a_review_tells_its_rows_and_what_became_of_gates(void **state)
{
	struct review_maker m;
	struct as_text t = {0};

	(void)state;
	reviews_init(&m);
	reviews_all_kinds(&m);
	as_json_review(&t, &m.r);
	json_t *v = checked(&t);
	assert_string_equal(text_at(v, "benchmarks/0/kind"), "worse");
	assert_string_equal(text_at(v, "benchmarks/0/gates/0/state"), "failed");
	assert_string_equal(text_at(v, "benchmarks/7/head/state"), "failed");
	assert_string_equal(text_at(v, "benchmarks/7/kind"), "newly_failing");
	assert_true(json_is_null(at(v, "benchmarks/7/comparison")));
	assert_int_equal(json_integer_value(at(v, "counts/newly_failing")), 1);
	assert_int_equal(json_integer_value(at(v, "exit")), 5);
	assert_string_equal(text_at(v, "versions/base/label"), "main (1a2b3c4)");
	json_decref(v);
	reviews_release(&m);
}

static void the_checker_finds_what_is_wrong(void **state)
{
	static const struct {
		const char *value, *where;
	} cases[] = {
		{"{\"schema\":\"assay-list-1\"}", "/: /: has no member 'results'"},
		{"{\"schema\":\"assay-list-1\",\"results\":{}}", "/: /results: is of another type"},
		{"{\"schema\":\"assay-version-1\",\"version\":1,\"libraries\":{}}",
			"/: /version: is of another type"},
		{"{\"schema\":\"assay-version-1\",\"version\":\"1\",\"libraries\":{\"a\":1}}",
			"/: /libraries/a: is of another type"},
		{"{\"schema\":\"assay-version-1\",\"version\":\"1\",\"libraries\":{},\"x\":1}",
			"/: /x: is a member the schema does not know"},
		{"[]", "/: none of the alternatives holds"},
	};
	json_t *schema = json_load_file(TEST_DATA "/../../docs/assay-output.schema.json", 0, NULL);
	char where[600];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		json_t *v = json_loads(cases[i].value, 0, NULL);
		assert_false(schema_holds(schema, schema, v, where, sizeof where));
		assert_string_equal(where, cases[i].where);
		json_decref(v);
	}
	json_decref(schema);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_result_is_as_its_schema_says),
		cmocka_unit_test(builds_have_seeds_costs_and_hashes),
		cmocka_unit_test(numbers_that_do_not_exist_are_null),
		cmocka_unit_test(a_list_is_as_its_schema_says),
		cmocka_unit_test(a_comparison_of_results_is_as_its_schema_says),
		cmocka_unit_test(a_review_is_as_its_schema_says),
		cmocka_unit_test(a_review_tells_its_rows_and_what_became_of_gates),
		cmocka_unit_test(the_checker_finds_what_is_wrong),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
