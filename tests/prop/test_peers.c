/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "peers/peer_laplace.h"
#include "peers/peer_rules.h"
#include "base/num.h"
#include "peers_rules.h"
#include "stat/dist/random.h"

/* bench/validity judges as other tools do, by rules written anew. Here they judge what the
 * tools themselves have judged: tests/data/peers, whose README says how that was made; and all of
 * them what they must say whatever the values are. */

enum { MOST = 200 };

static struct as_peer_estimate estimate(enum as_peer tool, struct values v, bool linear)
{
	const struct as_peer_side side = {.v = v.x, .n = v.n, .linear = linear};
	struct as_peer_estimate e = as_peer_estimate_none(tool);

	assert_int_equal(as_peer_rules[tool]->one(&side, &e, NULL), AS_OK);
	return e;
}

static struct as_peer_change change(enum as_peer tool, struct values old, struct values new)
{
	const struct as_peer_side a = {.v = old.x, .n = old.n}, b = {.v = new.x, .n = new.n};
	struct as_peer_change c = as_peer_change_none(tool);

	assert_int_equal(as_peer_rules[tool]->two(&a, &b, &c, NULL), AS_OK);
	return c;
}

static void text_of(const char *name, char *out, size_t size)
{
	char path[512];

	snprintf(path, sizeof path, "%s/peers/%s", TEST_DATA, name);
	FILE *f = fopen(path, "rb");
	assert_non_null(f);
	size_t n = fread(out, 1, size - 1, f);
	out[n] = '\0';
	fclose(f);
	assert_true(n > 0 && n < size - 1);
}

static json_t *json_of(const char *name)
{
	char path[512];

	snprintf(path, sizeof path, "%s/peers/%s", TEST_DATA, name);
	json_t *root = json_load_file(path, 0, NULL);
	assert_non_null(root);
	return root;
}

/* The first number in a text after some words, which must be there. */
static double after(const char *text, const char *words)
{
	const char *at = strstr(text, words);
	char number[40];
	double v = 0;

	if (!at)
		fail_msg("no \"%s\" in: %s", words, text);
	at += strlen(words);
	at += strspn(at, " +");
	size_t n = strspn(at, "-0123456789.e");
	assert_true(n > 0 && n < sizeof number);
	memcpy(number, at, n);
	number[n] = '\0';
	assert_true(as_parse_double(number, &v));
	return v;
}

static struct values times_of(const json_t *root, size_t command, double *room)
{
	const json_t *all = json_object_get(
		json_array_get(json_object_get(root, "results"), command), "times");
	size_t n = json_array_size(all);

	assert_true(n > 1 && n <= MOST);
	for (size_t i = 0; i < n; i++)
		room[i] = json_number_value(json_array_get(all, i));
	return (struct values){room, n};
}

static void the_summary_of_hyperfine_is_found_again(void **state)
{
	double x[MOST], y[MOST];
	char text[2048];
	json_t *root = json_of("hyperfine.json");
	struct values a = times_of(root, 0, x), b = times_of(root, 1, y);

	(void)state;
	text_of("hyperfine.out", text, sizeof text);
	struct as_peer_change h = change(AS_PEER_HYPERFINE, a, b);
	assert_close(h.ratio, after(text, "ran\n"), 0.005);
	assert_close(h.sd, after(strstr(text, "ran\n"), "±"), 0.005);
	assert_int_equal(h.finding, AS_PEER_SILENT);
	struct as_peer_estimate one = estimate(AS_PEER_HYPERFINE, a, false);
	assert_close(1e3 * one.centre, after(text, "(mean ± σ):"), 0.05);
	assert_close(1e3 * one.spread, after(strstr(text, "20.3 ms"), "ms ±"), 0.05);
	text_of("welch_ttest.out", text, sizeof text);
	assert_near(peer_welch_p(a, b), after(text, "p ="), 1e-9);
	json_decref(root);
}

static struct values repetitions_of(const char *name, const char *clock, double *room)
{
	json_t *root = json_of(name);
	const json_t *all = json_object_get(root, "benchmarks");
	size_t n = json_array_size(all);

	assert_true(n > 1 && n <= MOST);
	for (size_t i = 0; i < n; i++)
		room[i] = json_number_value(json_object_get(json_array_get(all, i), clock));
	json_decref(root);
	return (struct values){room, n};
}

static void the_p_values_of_compare_py_are_found_again(void **state)
{
	static const char *const clocks[] = {"real_time", "cpu_time"};
	double x[MOST], y[MOST], want[2];
	char text[2048];

	(void)state;
	text_of("compare.out", text, sizeof text);
	const char *line = strstr(text, "_pvalue");
	assert_non_null(line);
	want[0] = after(line, "_pvalue");
	want[1] = after(line + strlen("_pvalue") + 20, " ");
	for (size_t i = 0; i < 2; i++) {
		struct values a = repetitions_of("compare_old.json", clocks[i], x);
		struct values b = repetitions_of("compare_new.json", clocks[i], y);
		assert_close(change(AS_PEER_GOOGLE, a, b).p, want[i], 0.00005);
		/* The exact test says the same at 9 + 9. */
		assert_int_equal(change(AS_PEER_GO, a, b).p < 0.05, want[i] < 0.05);
	}
}

static struct values lines_of(const char *name, double *room)
{
	char text[2048], *rest = text;
	size_t n = 0;

	text_of(name, text, sizeof text);
	for (char *line = text; *line && n < MOST; line = rest) {
		rest = line + strcspn(line, "\n");
		*rest++ = '\0';
		assert_true(as_parse_double(line, &room[n++]));
	}
	return (struct values){room, n};
}

/* Both are drawn at random: 100 000 times by criterion, 20 000 here. */
static void what_criterion_says_of_a_change_is_found_again(void **state)
{
	static const char *const names[] = {"criterion_new", "criterion_less"};
	double x[MOST], y[MOST];

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		char text[1024], file[40];
		snprintf(file, sizeof file, "%s.out", names[i]);
		text_of(file, text, sizeof text);
		snprintf(file, sizeof file, "%s.txt", names[i]);
		struct values old = lines_of("criterion_old.txt", x), new = lines_of(file, y);
		struct as_peer_change c = change(AS_PEER_CRITERION, old, new);
		assert_int_equal(old.n, 100);
		assert_close(c.p, after(text, "p ="), 0.015);
		assert_close(100 * (c.lo - 1), after(text, "change: ["), 0.03);
		const char *says = strstr(text, "change: [");
		assert_close(100 * (c.ratio - 1), after(says, "% "), 0.0001);
		assert_close(100 * (c.hi - 1), after(strstr(says, "% ") + 2, "% "), 0.03);
		assert_int_equal(c.finding == AS_PEER_MORE, strstr(text, "regressed") != NULL);
		assert_int_equal(c.p < 0.05, strstr(text, "No change") == NULL);
	}
}

/* The slope of a line through 0, of samples of ever more runs; drawn 100 000 times by criterion. */
static void the_slope_of_criterion_is_found_again(void **state)
{
	double x[MOST];
	json_t *root = json_of("criterion_linear.json");
	json_t *said = json_of("criterion_linear_estimates.json");
	const json_t *times = json_object_get(root, "times"), *iters = json_object_get(root, "iters");
	const json_t *slope = json_object_get(said, "slope");
	const json_t *ends = json_object_get(slope, "confidence_interval");
	const size_t n = json_array_size(times);

	(void)state;
	assert_true(n > 2 && n <= MOST);
	for (size_t i = 0; i < n; i++)
		x[i] = json_number_value(json_array_get(times, i)) /
			json_number_value(json_array_get(iters, i));
	struct as_peer_estimate e = estimate(AS_PEER_CRITERION, (struct values){x, n}, true);
	assert_near(e.centre, json_number_value(json_object_get(slope, "point_estimate")), 1e-12);
	assert_near(e.lo, json_number_value(json_object_get(ends, "lower_bound")), 0.003);
	assert_near(e.hi, json_number_value(json_object_get(ends, "upper_bound")), 0.003);
	e = estimate(AS_PEER_CRITERION, (struct values){x, n}, false);
	slope = json_object_get(said, "mean");
	assert_near(e.centre, json_number_value(json_object_get(slope, "point_estimate")), 1e-12);
	json_decref(root);
	json_decref(said);
}

/* All values of all runs of a benchmark of pyperf's, by its name. */
static struct values values_of(const json_t *root, const char *name, double *room)
{
	const json_t *all = json_object_get(root, "benchmarks"), *b, *run, *v;
	size_t i, k, m, n = 0;

	json_array_foreach(all, i, b)
	{
		const char *own = json_string_value(
			json_object_get(json_object_get(b, "metadata"), "name"));
		if (strcmp(own, name) != 0)
			continue;
		json_array_foreach(json_object_get(b, "runs"), k, run)
			json_array_foreach(json_object_get(run, "values"), m, v)
				room[n++] = json_number_value(v);
	}
	assert_true(n > 0 && n <= MOST);
	return (struct values){room, n};
}

static void what_pyperf_says_of_a_change_is_found_again(void **state)
{
	static const char *const names[] = {"sleep 1 ms", "sum(10)", "sum(1000)"};
	double x[MOST], y[MOST];
	char text[2048], hidden[2048];
	json_t *old = json_of("../foreign/pyperf_several.json"), *new = json_of("pyperf_2.json");

	(void)state;
	text_of("pyperf_compare_to.out", text, sizeof text);
	strcpy(hidden, strstr(text, "not significant"));
	*strstr(hidden, "Geometric") = '\0';
	for (size_t i = 0; i < 3; i++) {
		struct values a = values_of(old, names[i], x), b = values_of(new, names[i], y);
		struct as_peer_change c = change(AS_PEER_PYPERF, a, b);
		assert_int_equal(c.finding == AS_PEER_SAME, strstr(hidden, names[i]) != NULL);
		if (c.finding == AS_PEER_SAME)
			continue;
		assert_int_equal(c.finding, AS_PEER_MORE);
		assert_close(c.ratio, after(text, "+- 0.01 ms:"), 0.005);
		assert_close(1e3 * estimate(AS_PEER_PYPERF, a, false).centre, after(text, "ms:"),
			0.005);
		assert_close(1e3 * estimate(AS_PEER_PYPERF, a, false).spread, after(text, "+-"),
			0.005);
	}
	json_decref(old);
	json_decref(new);
}

static void the_error_of_jmh_is_found_again(void **state)
{
	double x[MOST];
	json_t *root = json_of("../foreign/jmh_sort.json");
	const json_t *b, *fork, *v;
	size_t i, k, m;

	(void)state;
	json_array_foreach(root, i, b)
	{
		const json_t *score = json_object_get(b, "primaryMetric");
		size_t n = 0;
		json_array_foreach(json_object_get(score, "rawData"), k, fork)
			json_array_foreach(fork, m, v)
				x[n++] = json_number_value(v);
		struct as_peer_estimate e = estimate(AS_PEER_JMH, (struct values){x, n}, false);
		assert_near(e.centre, json_number_value(json_object_get(score, "score")), 1e-12);
		assert_near(e.spread, json_number_value(json_object_get(score, "scoreError")), 1e-9);
	}
	assert_true(i > 0);
	json_decref(root);
}

/* Ends that were found by integrating the density numerically and halving; asv was not run. */
static void asv_gives_few_values_an_interval_by_a_laplace_posterior(void **state)
{
	static const struct {
		size_t n;
		double v[8], lo, hi;
	} known[] = {
		{2, {1, 2}, -23.5, 26.5},
		{3, {1, 1.5, 4}, -4.96204626, 9.2953796},
		{4, {1, 2, 4, 8}, -3.503046, 11.003046},
		{7, {10, 11, 12.5, 13, 13.5, 17, 30}, 8.18132656, 19.9109871},
	};
	double lo = 0, hi = 0;

	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
		assert_int_equal(as_laplace_ends(known[i].v, known[i].n, 0.01, &lo, &hi, NULL),
			AS_OK);
		assert_near(lo, known[i].lo, 1e-6);
		assert_near(hi, known[i].hi, 1e-6);
	}
	const double same[] = {5, 5, 5};
	assert_int_equal(as_laplace_ends(same, 3, 0.01, &lo, &hi, NULL), AS_OK);
	assert_near(lo, 5, 0);
	assert_near(hi, 5, 0);
}

/* The orders that the comments of quantileci.go lead to, by hand: 6 values are the first that have an
 * interval, of 10 the second and the ninth bound it, of 100 the 40th and the 61st or 60th. */
static void benchstat_has_an_interval_from_6_values_on(void **state)
{
	double x[100];

	(void)state;
	for (size_t i = 0; i < 100; i++)
		x[i] = (double)(i + 1);
	assert_true(isnan(estimate(AS_PEER_GO, (struct values){x, 5}, false).lo));
	assert_near(estimate(AS_PEER_GO, (struct values){x, 6}, false).lo, 1, 0);
	assert_near(estimate(AS_PEER_GO, (struct values){x, 6}, false).hi, 6, 0);
	struct as_peer_estimate e = estimate(AS_PEER_GO, (struct values){x, 10}, false);
	assert_near(e.lo, 2, 0);
	assert_near(e.hi, 9, 0);
	assert_near(e.spread / e.centre, 3.5 / 5.5, 1e-12);
	e = estimate(AS_PEER_GO, (struct values){x, 100}, false);
	assert_near(e.lo, 40, 0);
	assert_true(e.hi >= 60 && e.hi <= 61);
}

static void the_judge_of_benchmarktools_allows_5_percent(void **state)
{
	const double a[] = {100, 130}, b[] = {105, 190}, c[] = {106, 107}, d[] = {94, 400};

	(void)state;
	assert_int_equal(change(AS_PEER_BENCHMARKTOOLS, (struct values){a, 2},
		(struct values){b, 2}).finding, AS_PEER_SAME);
	assert_int_equal(change(AS_PEER_BENCHMARKTOOLS, (struct values){a, 2},
		(struct values){c, 2}).finding, AS_PEER_MORE);
	assert_int_equal(change(AS_PEER_BENCHMARKTOOLS, (struct values){a, 2},
		(struct values){d, 2}).finding, AS_PEER_LESS);
}

static struct values draw(uint64_t seed, double mean, size_t n, double *room)
{
	struct as_random r;

	as_random_init(&r, seed, AS_RANDOM_TEST, n);
	for (size_t i = 0; i < n; i++)
		room[i] = mean * (1 + 0.02 * as_random_normal(&r));
	return (struct values){room, n};
}

static struct values scaled(struct values v, double by, double *room)
{
	for (size_t i = 0; i < v.n; i++)
		room[i] = by * v.x[i];
	return (struct values){room, v.n};
}

static void same_number(double got, double want)
{
	assert_int_equal(isnan(got), isnan(want));
	if (!isnan(want))
		assert_near(got, want, 1e-9);
}

static const size_t sizes[] = {1, 2, 3, 7, 24, 60};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static void no_rule_depends_on_the_unit(void **state)
{
	double x[MOST], y[MOST], v[MOST], w[MOST];

	(void)state;
	for (size_t t = 0; t < AS_PEERS; t++)
		for (size_t i = 0; i < SIZES; i++) {
			const enum as_peer tool = (enum as_peer)t;
			struct values a = draw(2 * i, 100, sizes[i], x);
			struct values b = draw(2 * i + 1, 103, sizes[i], y);
			struct values c = scaled(a, 1024, v), d = scaled(b, 1024, w);
			struct as_peer_estimate e = estimate(tool, a, false), f = estimate(tool, c, false);
			same_number(f.centre, 1024 * e.centre);
			same_number(f.spread, 1024 * e.spread);
			same_number(f.lo, 1024 * e.lo);
			same_number(f.hi, 1024 * e.hi);
			struct as_peer_change p = change(tool, a, b), q = change(tool, c, d);
			assert_int_equal(p.finding, q.finding);
			same_number(q.ratio, p.ratio);
			same_number(q.p, p.p);
			same_number(q.t, p.t);
		}
}

static void every_centre_lies_inside_its_interval_and_its_values(void **state)
{
	double x[MOST];

	(void)state;
	for (size_t t = 0; t < AS_PEERS; t++)
		for (size_t i = 0; i < SIZES; i++) {
			struct values a = draw(i, 100, sizes[i], x);
			struct as_peer_estimate e = estimate((enum as_peer)t, a, false);
			double least = x[0], most = x[0];
			for (size_t k = 1; k < a.n; k++) {
				least = fmin(least, x[k]);
				most = fmax(most, x[k]);
			}
			assert_true(e.centre >= least && e.centre <= most);
			assert_true(isnan(e.spread) || e.spread >= 0);
			assert_true(isnan(e.lo) == isnan(e.hi));
			assert_true(isnan(e.lo) || (e.lo <= e.centre && e.centre <= e.hi));
		}
}

static void no_rule_tells_values_from_themselves(void **state)
{
	double x[MOST], same[MOST];

	(void)state;
	for (size_t i = 0; i < MOST; i++)
		same[i] = 5;
	for (size_t t = 0; t < AS_PEERS; t++)
		for (size_t i = 0; i < SIZES; i++) {
			struct values a = draw(i, 100, sizes[i], x);
			const struct values b = {same, sizes[i]};
			struct as_peer_change c = change((enum as_peer)t, a, a);
			assert_true(c.finding != AS_PEER_MORE && c.finding != AS_PEER_LESS);
			c = change((enum as_peer)t, b, b);
			assert_true(c.finding != AS_PEER_MORE && c.finding != AS_PEER_LESS);
			assert_near(c.ratio, 1, 0);
		}
}

/* What decides at all says that half as much again is more, and from the other side that it is less. */
static void a_large_change_is_seen_from_both_sides(void **state)
{
	double x[MOST], y[MOST];

	(void)state;
	for (size_t t = 0; t < AS_PEERS; t++) {
		struct values a = draw(1, 100, 24, x), b = draw(2, 150, 24, y);
		struct as_peer_change up = change((enum as_peer)t, a, b);
		struct as_peer_change down = change((enum as_peer)t, b, a);
		const bool silent = up.finding == AS_PEER_SILENT;
		assert_int_equal(up.finding, silent ? AS_PEER_SILENT : AS_PEER_MORE);
		assert_int_equal(down.finding, silent ? AS_PEER_SILENT : AS_PEER_LESS);
		assert_near(up.ratio * down.ratio, 1, 1e-9);
	}
}

/* Entries of its table, and its formula by hand. */
static void pyperf_pools_all_values_and_takes_t_from_a_table(void **state)
{
	const double a[] = {10, 12, 11, 13}, b[] = {13, 15, 14, 16};
	double many[MOST];
	struct as_peer_change r = change(AS_PEER_PYPERF, (struct values){a, 4},
		(struct values){b, 4});

	(void)state;
	assert_near(r.t, -3 / sqrt(2 * (5.0 / 3) / 4), 1e-12);
	assert_near(r.limit, 2.447, 1e-12);
	assert_int_equal(r.finding, AS_PEER_MORE);
	for (size_t i = 0; i < MOST; i++)
		many[i] = (double)(i % 7);
	const struct values sixty = {many, 60}, few = {many, 16};
	assert_near(change(AS_PEER_PYPERF, sixty, sixty).limit, 1.984, 1e-12);
	assert_near(change(AS_PEER_PYPERF, few, few).limit, 2.042, 1e-12);
	/* Of other numbers of values it has no t, and calls any difference significant. */
	r = change(AS_PEER_PYPERF, few, sixty);
	assert_true(isnan(r.t) && r.finding != AS_PEER_SAME);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_summary_of_hyperfine_is_found_again),
		cmocka_unit_test(the_p_values_of_compare_py_are_found_again),
		cmocka_unit_test(what_criterion_says_of_a_change_is_found_again),
		cmocka_unit_test(the_slope_of_criterion_is_found_again),
		cmocka_unit_test(what_pyperf_says_of_a_change_is_found_again),
		cmocka_unit_test(the_error_of_jmh_is_found_again),
		cmocka_unit_test(asv_gives_few_values_an_interval_by_a_laplace_posterior),
		cmocka_unit_test(benchstat_has_an_interval_from_6_values_on),
		cmocka_unit_test(the_judge_of_benchmarktools_allows_5_percent),
		cmocka_unit_test(no_rule_depends_on_the_unit),
		cmocka_unit_test(every_centre_lies_inside_its_interval_and_its_values),
		cmocka_unit_test(no_rule_tells_values_from_themselves),
		cmocka_unit_test(a_large_change_is_seen_from_both_sides),
		cmocka_unit_test(pyperf_pools_all_values_and_takes_t_from_a_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
