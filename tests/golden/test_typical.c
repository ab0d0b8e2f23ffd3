/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The typical run (methods-typical.md): every case of 41_*.json to 1e-9. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/core/grid.h"
#include "stat/core/moments.h"
#include "stat/core/pairwise.h"
#include "stat/core/quantile.h"
#include "stat/core/tree/crossed.h"
#include "stat/core/tree/reduction.h"
#include "stat/dist/dist.h"
#include "stat/dist/interval.h"
#include "stat/dist/log_quantile.h"
#include "stat/dist/planning/plan_range.h"
#include "stat/dist/planning/stein.h"
#include "stat/dist/random.h"
#include "stat/dist/typical.h"

enum { ROOM = 4096 };

struct file {
	json_t *root;
	const json_t *cases;
	double tolerance;
};

static struct file open_file(const char *name, const char *golden, size_t cases)
{
	struct file f = {.root = golden_load(name)};

	assert_string_equal(json_string_value(golden_get(f.root, "golden")), golden);
	f.tolerance = json_number_value(golden_get(f.root, "tolerance"));
	f.cases = golden_get(f.root, "cases");
	assert_int_equal(json_array_size(f.cases), cases);
	return f;
}

static bool same(double a, double b)
{
	return a <= b && b <= a;
}

/* A number of `want`, relative where it is large. */
static void near(const struct file *f, const json_t *want, const char *key, double got, const char *name)
{
	const double value = json_number_value(golden_get(want, key));

	if (!(fabs(value - got) <= f->tolerance * fmax(fabs(value), 1e-3)))
		fail_msg("%s: %s is %.17g, and not %.17g", name, key, got, value);
}

static size_t numbers(const json_t *of, const char *key, double *x)
{
	return golden_numbers(golden_get(of, key), x, ROOM);
}

static double number(const json_t *of, const char *key)
{
	return json_number_value(golden_get(of, key));
}

static const char *name_of(const json_t *c)
{
	return json_string_value(golden_get(c, "name"));
}

static void signed_ranks_are_those_of_the_reference(void **state)
{
	struct file f = open_file("41_signed.json", "signed", 12);
	static const char *const words[] = {"t", "exact", "extended"};

	(void)state;
	for (size_t i = 0; i < json_array_size(f.cases); i++) {
		const json_t *c = json_array_get(f.cases, i), *want = golden_get(c, "expect");
		const char *name = name_of(c);
		struct as_typical got;
		double d[ROOM];
		size_t n = numbers(c, "d", d);

		assert_int_equal(n, json_integer_value(golden_get(want, "n")));
		assert_int_equal(as_signed_ranks(d, n, 0, 0, 1 - number(c, "alpha"), &got), AS_OK);
		near(&f, want, "theta", got.test.estimate, name);
		near(&f, want, "lo", got.test.lo, name);
		near(&f, want, "hi", got.test.hi, name);
		near(&f, want, "se", got.test.se, name);
		assert_true(fabs(got.test.p / number(want, "p") - 1) < f.tolerance);
		assert_string_equal(words[got.way], json_string_value(golden_get(want, "how")));
		if (got.way == AS_TYPICAL_BY_T)
			continue;
		/* The cuts are those of which the ends are the averages. */
		as_sort(d, n);
		const struct as_pairwise pairs = {.a = d, .n_a = n};
		double room[ROOM];
		const double cut = number(want, "cut"), inner = number(want, "inner_cut");
		if (cut >= 0)
			assert_true(same(as_pairwise_ranked(&pairs, (uint64_t)cut + 1, room, ROOM),
				got.test.lo));
		const double inside =
			as_pairwise_ranked(&pairs, as_pairwise_number(&pairs) - (uint64_t)inner, room, ROOM) -
			as_pairwise_ranked(&pairs, (uint64_t)inner + 1, room, ROOM);
		double t = 0;
		assert_int_equal(
			as_t_factor(number(want, "inner_confidence"), (double)(n - 1), &t), AS_OK);
		assert_true(fabs(inside / (2 * t) / got.test.se - 1) < f.tolerance);
	}
	json_decref(f.root);
}

static void two_stages_reach_as_far_as_stage_1_says(void **state)
{
	struct file f = open_file("41_two_stages.json", "two_stages", 3);

	(void)state;
	for (size_t i = 0; i < json_array_size(f.cases); i++) {
		const json_t *c = json_array_get(f.cases, i), *want = golden_get(c, "expect");
		const char *name = name_of(c);
		struct as_typical got, first;
		double d[ROOM];
		size_t n = numbers(c, "d", d), r = (size_t)number(c, "stage1"), units = 0;

		assert_int_equal(as_signed_ranks(d, r, 0, 0, 0.95, &first), AS_OK);
		near(&f, want, "se0", first.test.se, name);
		assert_int_equal(
			as_typical_units(first.test.se, r, as_ratio_half_width(number(c, "target")), 0.95,
				&units), AS_OK);
		assert_int_equal(units, (size_t)number(want, "N"));
		assert_int_equal(units, n);
		assert_int_equal(as_signed_ranks(d, n, r, 0, 0.95, &got), AS_OK);
		near(&f, want, "theta", got.test.estimate, name);
		near(&f, want, "lo", got.test.lo, name);
		near(&f, want, "hi", got.test.hi, name);
		assert_true(got.test.hi - got.test.estimate >= number(want, "h0") - 1e-12);
		assert_true(got.test.p >= got.test.p_single);
		/* It excludes 0 exactly when p says so. */
		assert_int_equal(got.test.lo > 0 || got.test.hi < 0, got.test.p <= 0.05);
	}
	json_decref(f.root);
}

static void shifts_are_those_of_the_reference(void **state)
{
	struct file f = open_file("41_unpaired.json", "unpaired", 5);

	(void)state;
	for (size_t i = 0; i < json_array_size(f.cases); i++) {
		const json_t *c = json_array_get(f.cases, i), *want = golden_get(c, "expect");
		const char *name = name_of(c);
		struct as_typical got;
		double x[ROOM], y[ROOM];
		const struct as_values a = {x, numbers(c, "x", x)}, b = {y, numbers(c, "y", y)};
		const enum as_typical_way way = as_typical_unpaired(a.n, b.n, 1);

		assert_int_equal(
			as_typical_shift(a, b, way, 0, 1 - number(c, "alpha"), &got), AS_OK);
		near(&f, want, "theta", got.test.estimate, name);
		near(&f, want, "lo", got.test.lo, name);
		near(&f, want, "hi", got.test.hi, name);
		near(&f, want, "p", got.test.p, name);
		assert_string_equal(json_string_value(golden_get(want, "how")),
			got.way == AS_TYPICAL_BY_WELCH ? "welch" : "mann-whitney");
		if (got.way == AS_TYPICAL_BY_WELCH)
			near(&f, want, "df", got.test.df, name);
		else
			assert_true(number(want, "cut") >= 0);
	}
	json_decref(f.root);
}

static void printed_times_are_in_the_printed_ratio(void **state)
{
	struct file f = open_file("41_printed.json", "printed", 2);

	(void)state;
	for (size_t i = 0; i < json_array_size(f.cases); i++) {
		const json_t *c = json_array_get(f.cases, i), *want = golden_get(c, "expect");
		const json_t *x = golden_get(c, "ln_x");
		double old[ROOM], d[ROOM], room[ROOM], own[8], ratio[8], printed[8], expect[8];
		size_t sides = json_array_size(x);

		for (size_t s = 0; s < sides; s++) {
			size_t n = golden_numbers(json_array_get(x, s), d, ROOM);
			struct as_typical t = {0};
			double alone[ROOM];

			if (!s)
				memcpy(old, d, n * sizeof *d);
			memcpy(alone, d, n * sizeof *d);
			for (size_t b = 0; b < n; b++)
				d[b] -= old[b];
			if (s)
				assert_int_equal(as_signed_ranks(d, n, 0, 0, 0.95, &t), AS_OK);
			ratio[s] = t.test.estimate;
			own[s] = as_typical_of(alone, n, room);
		}
		as_typical_printed(own, ratio, sides, printed);
		for (size_t s = 0; s < sides; s++) {
			golden_numbers(golden_get(want, "own"), expect, 8);
			assert_true(fabs(exp(own[s]) / expect[s] - 1) < f.tolerance);
			golden_numbers(golden_get(want, "ratio"), expect, 8);
			assert_true(fabs(exp(ratio[s]) / expect[s] - 1) < f.tolerance);
			golden_numbers(golden_get(want, "printed"), expect, 8);
			assert_true(fabs(exp(printed[s]) / expect[s] - 1) < f.tolerance);
			assert_true(fabs(printed[s] - printed[0] - ratio[s]) < 1e-14);
		}
	}
	json_decref(f.root);
}

/* Values of builds into y, and z of their executions, a build a row; how many builds. */
static size_t build_values(const json_t *builds, double *y, double *z, size_t *rounds)
{
	const size_t n = json_array_size(builds);

	for (size_t k = 0; k < n; k++) {
		double x[ROOM], room[ROOM], s = 0;
		const size_t m = golden_numbers(json_array_get(builds, k), x, ROOM);
		struct as_typical t = {.test = {.estimate = x[0]}};

		if (m > 1)
			assert_int_equal(as_signed_ranks(x, m, 0, 0, 0.95, &t), AS_OK);
		s = t.test.se * sqrt((double)m);
		y[k] = t.test.estimate;
		as_typical_pseudo_values(x, m, y[k], s, z + k * m, room);
		*rounds = m;
	}
	return n;
}

static void compare_components(const struct file *f, const json_t *want, const double *z, size_t builds,
	size_t rounds, const char *name)
{
	struct as_crossed c;
	double build_means[ROOM], round_means[ROOM];

	assert_int_equal(as_crossed(&(struct as_matrix){z, builds, rounds}, 0, &c, build_means,
		round_means, NULL), AS_OK);
	near(f, want, "S_V2", c.s_v2, name);
	near(f, want, "MS_res", c.ms_res, name);
	near(f, want, "MS_round", c.ms_round, name);
	near(f, want, "T_build2", c.t_build2, name);
	near(f, want, "T_round2", c.t_round2, name);
}

static void builds_count_by_their_typical_run(void **state)
{
	struct file f = open_file("41_builds.json", "builds", 4);

	(void)state;
	for (size_t i = 0; i < json_array_size(f.cases); i++) {
		const json_t *c = json_array_get(f.cases, i), *want = golden_get(c, "expect");
		const json_t *compared = golden_get(want, "comparison");
		const char *name = name_of(c);
		double y[2][ROOM], z[2][ROOM], expect[ROOM];
		size_t rounds = 0, n[2];
		struct as_typical got;

		for (size_t s = 0; s < 2; s++) {
			n[s] = build_values(golden_get(c, s ? "b" : "a"), y[s], z[s], &rounds);
			assert_int_equal(numbers(want, s ? "yb" : "ya", expect), n[s]);
			for (size_t k = 0; k < n[s]; k++)
				assert_true(fabs(y[s][k] - expect[k]) < f.tolerance);
			const json_t *parts = json_object_get(want, s ? "components_b" : "components_a");
			if (parts)
				compare_components(&f, parts, z[s], n[s], rounds, name);
		}
		const enum as_typical_way way = as_typical_unpaired(n[0], n[1], rounds);
		assert_int_equal(as_typical_shift((struct as_values){y[0], n[0]},
			(struct as_values){y[1], n[1]}, way, 0, 0.95, &got), AS_OK);
		assert_string_equal(json_string_value(golden_get(compared, "how")),
			got.way == AS_TYPICAL_BY_WELCH ? "welch" : "mann-whitney");
		near(&f, compared, "theta", got.test.estimate, name);
		near(&f, compared, "lo", got.test.lo, name);
		near(&f, compared, "hi", got.test.hi, name);
		if (got.way == AS_TYPICAL_BY_WELCH)
			near(&f, compared, "df", got.test.df, name);
		else
			near(&f, compared, "p", got.test.p, name);
	}
	json_decref(f.root);
}

static void a_coarse_clock_moves_both_ends_out(void **state)
{
	struct file f = open_file("41_clock.json", "clock", 2);

	(void)state;
	for (size_t i = 0; i < json_array_size(f.cases); i++) {
		const json_t *c = json_array_get(f.cases, i), *want = golden_get(c, "expect");
		double x[ROOM], y[ROOM], d[ROOM];
		const size_t n = numbers(c, "x", x);
		struct as_typical t;

		assert_int_equal(numbers(c, "y", y), n);
		for (size_t b = 0; b < n; b++)
			d[b] = log(y[b]) - log(x[b]);
		assert_int_equal(as_signed_ranks(d, n, 0, 0, 0.95, &t), AS_OK);
		as_sort(x, n);
		as_sort(y, n);
		const double w = as_typical_widening(number(c, "step"),
			fmin(as_median(x, n), as_median(y, n)), t.test.se * sqrt((double)n));
		near(&f, want, "theta", t.test.estimate, name_of(c));
		near(&f, want, "widening", w, name_of(c));
		near(&f, want, "lo", t.test.lo - w, name_of(c));
		near(&f, want, "hi", t.test.hi + w, name_of(c));
	}
	json_decref(f.root);
}

static void one_command_has_its_typical_time_and_scores(void **state)
{
	struct file f = open_file("41_one_command.json", "one_command", 3);

	(void)state;
	for (size_t i = 0; i < json_array_size(f.cases); i++) {
		const json_t *c = json_array_get(f.cases, i), *want = golden_get(c, "expect");
		double x[ROOM], phi[ROOM], room[ROOM], expect[ROOM];
		const size_t n = numbers(c, "x", x);
		struct as_typical t;

		near(&f, want, "mean", as_mean(x, n), name_of(c));
		for (size_t b = 0; b < n; b++)
			x[b] = log(x[b]);
		assert_int_equal(as_signed_ranks(x, n, 0, 0, 0.95, &t), AS_OK);
		near(&f, want, "typical", exp(t.test.estimate), name_of(c));
		near(&f, want, "lo", exp(t.test.lo), name_of(c));
		near(&f, want, "hi", exp(t.test.hi), name_of(c));
		as_typical_scores(x, n, t.test.estimate, phi, room);
		assert_int_equal(numbers(want, "scores", expect), n);
		for (size_t b = 0; b < n; b++)
			assert_true(fabs(phi[b] - expect[b]) < f.tolerance);
	}
	json_decref(f.root);
}

static void the_mean_takes_the_wider_of_t_and_hall(void **state)
{
	struct file f = open_file("41_mean.json", "mean", 6);

	(void)state;
	for (size_t i = 0; i < json_array_size(f.cases); i++) {
		const json_t *c = json_array_get(f.cases, i), *want = golden_get(c, "expect");
		double x[ROOM];
		const size_t n = numbers(c, "x", x);
		struct as_interval got, t;

		assert_int_equal(as_interval_hall(x, n, 0.95, &got), AS_OK);
		assert_int_equal(as_interval_t(as_mean(x, n), as_variance(x, n, as_mean(x, n)), n, 0.95, &t),
			AS_OK);
		near(&f, want, "mean", got.estimate, name_of(c));
		near(&f, want, "skewness", as_skewness(x, n), name_of(c));
		near(&f, want, "t_lo", t.lo, name_of(c));
		near(&f, want, "t_hi", t.hi, name_of(c));
		near(&f, want, "lo", got.lo, name_of(c));
		near(&f, want, "hi", got.hi, name_of(c));
		assert_true(got.half_width <= 4.2 * t.half_width);
	}
	json_decref(f.root);
}

static void pilots_know_so_much_of_a_plan(void **state)
{
	struct file f = open_file("41_plan_range.json", "plan_range", 4);

	(void)state;
	for (size_t i = 0; i < json_array_size(f.cases); i++) {
		const json_t *c = json_array_get(f.cases, i), *want = golden_get(c, "expect");
		struct as_pilot_known k = {0};
		struct as_plan_range got;
		double df[AS_LEVELS_MAX], top[3];

		k.n_levels = golden_numbers(golden_get(c, "S2"), k.s2, AS_LEVELS_MAX);
		golden_numbers(golden_get(c, "df"), df, AS_LEVELS_MAX);
		for (size_t l = 0; l < k.n_levels; l++)
			k.df[l] = (size_t)df[l];
		golden_numbers(golden_get(c, "pilot"), k.pilot, AS_LEVELS_MAX);
		golden_numbers(golden_get(c, "r"), k.r, AS_LEVELS_MAX);
		assert_int_equal(as_plan_range_of(&k, number(c, "e"), 0.95, &got), AS_OK);
		near(&f, want, "V_10", got.v_low, name_of(c));
		near(&f, want, "V_50", got.v_middle, name_of(c));
		near(&f, want, "V_90", got.v_high, name_of(c));
		assert_int_equal(golden_numbers(golden_get(want, "top"), top, 3), 3);
		assert_int_equal(got.low, (size_t)top[0]);
		assert_int_equal(got.middle, (size_t)top[1]);
		assert_int_equal(got.high, (size_t)top[2]);
	}
	json_decref(f.root);
}

/* The value of a rank, or null where there is none. */
static void compare_end(const struct file *f, const json_t *want, const char *key, size_t rank,
	const double *sorted, const char *name)
{
	if (json_is_null(golden_get(want, key)))
		assert_int_equal(rank, 0);
	else
		near(f, want, key, rank ? sorted[rank - 1] : (double)NAN, name);
}

/* Of log number `log`, on the log scale; compared where `want` is given. */
static struct as_bounds log_of(const struct file *f, size_t log_number, double p, const json_t *want,
	const char *name)
{
	static double x[100000], sorted[100000];
	const size_t n = golden_numbers(
		json_array_get(golden_get(f->root, "logs"), log_number), x, 100000);
	double share[AS_LOG_PIECES], estimate = 0;
	struct as_log_quantile q;

	memcpy(sorted, x, n * sizeof *x);
	as_sort(sorted, n);
	as_log_shares(x, n, sorted[as_log_rank(n, p) - 1], AS_LOG_PIECES, share);
	assert_int_equal(as_log_quantile_of(n, p, share, AS_LOG_PIECES, 0.95, &q), AS_OK);
	estimate = as_quantile_unbiased(sorted, n, p);
	if (want) {
		near(f, want, "quantile", estimate, name);
		near(f, want, "h", q.h, name);
		near(f, want, "h_pieces", q.h_pieces, name);
		near(f, want, "h_binomial", q.h_binomial, name);
		near(f, want, "n_eff", q.n_eff, name);
		assert_int_equal(json_is_true(golden_get(want, "label")), q.less);
		assert_true(!q.lower || q.lower == (size_t)number(want, "rank_lo"));
		assert_true(!q.upper || q.upper == (size_t)number(want, "rank_hi"));
		compare_end(f, want, "lo", q.lower, sorted, name);
		compare_end(f, want, "hi", q.upper, sorted, name);
		assert_int_equal(!q.lower || !q.upper, q.wanted > 0);
		return (struct as_bounds){0};
	}
	return (struct as_bounds){log(estimate), log(sorted[q.lower - 1]), log(sorted[q.upper - 1])};
}

static void quantiles_of_a_log_are_those_of_the_file(void **state)
{
	struct file f = open_file("41_log_quantiles.json", "log_quantiles", 11);

	(void)state;
	for (size_t i = 0; i < json_array_size(f.cases); i++) {
		const json_t *c = json_array_get(f.cases, i), *want = golden_get(c, "expect");
		const double p = number(c, "p");

		if (json_object_get(c, "log")) {
			log_of(&f, (size_t)number(c, "log"), p, want, name_of(c));
			continue;
		}
		double pair[2];
		assert_int_equal(golden_numbers(golden_get(c, "logs"), pair, 2), 2);
		const struct as_bounds old = log_of(&f, (size_t)pair[0], p, NULL, name_of(c));
		const struct as_bounds new = log_of(&f, (size_t)pair[1], p, NULL, name_of(c));
		const struct as_bounds got = as_mover(&old, &new);
		near(&f, want, "log_ratio", got.estimate, name_of(c));
		near(&f, want, "lo", got.lo, name_of(c));
		near(&f, want, "hi", got.hi, name_of(c));
	}
	json_decref(f.root);
}

static void pieces_follow_from_the_length_of_a_log(void **state)
{
	(void)state;
	assert_int_equal(as_log_pieces(119), 0);
	assert_int_equal(as_log_pieces(120), 6);
	assert_int_equal(as_log_pieces(319), 15);
	assert_int_equal(as_log_pieces(320), 16);
	assert_int_equal(as_log_pieces(1000000), 16);
}

/* All pairs made and sorted, of values with many ties and some far ones. */
static void pairs_of_a_rank_are_those_of_sorting_all(void **state)
{
	struct as_random random;
	double a[60], b[45], all[3000], room[8];

	(void)state;
	as_random_init(&random, 41, AS_RANDOM_TEST, 0);
	for (size_t turn = 0; turn < 60; turn++) {
		const size_t n = 1 + turn, m = 1 + turn % 45;
		for (size_t i = 0; i < n; i++)
			a[i] = turn % 3 ? as_random_normal(&random) * (i % 20 ? 1 : 1e6)
				: floor(as_random_double(&random) * 5) - 2;
		for (size_t i = 0; i < m; i++)
			b[i] = turn % 3 ? as_random_normal(&random) : floor(as_random_double(&random) * 5);
		as_sort(a, n);
		as_sort(b, m);
		for (size_t kind = 0; kind < 2; kind++) {
			const struct as_pairwise pairs = {a, kind ? b : NULL, n, m};
			size_t k = 0;
			for (size_t i = 0; i < n; i++)
				for (size_t j = kind ? 0 : i; j < (kind ? m : n); j++)
					all[k++] = kind ? b[j] - a[i] : (a[i] + a[j]) / 2;
			as_sort(all, k);
			assert_int_equal(as_pairwise_number(&pairs), k);
			for (size_t r = 0; r < k; r += 1 + k / 50) {
				size_t below = 0, up_to = 0;
				for (size_t i = 0; i < k; i++) {
					below += all[i] < all[r];
					up_to += all[i] <= all[r];
				}
				assert_true(same(as_pairwise_ranked(&pairs, r + 1, room, 8), all[r]));
				assert_int_equal(as_pairwise_below(&pairs, all[r], false), below);
				assert_int_equal(as_pairwise_below(&pairs, all[r], true), up_to);
			}
			assert_true(fabs(as_pairwise_median(&pairs, room, 8) - as_median(all, k)) < 1e-12);
		}
	}
}

static void a_million_rounds_have_the_cuts_of_the_normal_law(void **state)
{
	const size_t n = 1000000;
	double *d = malloc(n * sizeof *d);
	struct as_random random;
	struct as_typical t;

	(void)state;
	assert_non_null(d);
	as_random_init(&random, 42, AS_RANDOM_TEST, 0);
	for (size_t i = 0; i < n; i++)
		d[i] = 0.01 + as_random_normal(&random) * (i % 20 ? 1 : 100);
	assert_int_equal(as_signed_ranks(d, n, 12, 0, 0.95, &t), AS_OK);
	assert_true(t.test.lo < 0.01 && t.test.hi > 0.01 && t.test.hi - t.test.lo < 0.01);
	free(d);
}

static void few_equal_and_broken_values_are_told_apart(void **state)
{
	const double equal[7] = {1, 1, 1, 1, 1, 1, 1}, broken[3] = {1, (double)NAN, 2};
	struct as_typical t;

	(void)state;
	assert_int_equal(as_signed_ranks(equal, 1, 0, 0, 0.95, &t), AS_ERR_DATA);
	assert_int_equal(as_signed_ranks(broken, 3, 0, 0, 0.95, &t), AS_ERR_ARG);
	assert_int_equal(as_signed_ranks(equal, 7, 8, 0, 0.95, &t), AS_ERR_ARG);
	assert_int_equal(as_signed_ranks(equal, 7, 0, 0, 1, &t), AS_ERR_ARG);
	for (size_t n = 2; n <= 7; n++) {
		assert_int_equal(as_signed_ranks(equal, n, 0, 0, 0.95, &t), AS_OK);
		assert_false(t.test.has_p);
		assert_true(same(t.test.lo, 1) && same(t.test.hi, 1) && same(t.test.estimate, 1));
	}
	assert_int_equal(as_typical_shift((struct as_values){equal, 1}, (struct as_values){equal, 7},
		AS_TYPICAL_BY_RANKS, 0, 0.95, &t), AS_ERR_DATA);
	/* Six a side cannot reach 99.9 %: Welch. */
	const double a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {2, 4, 6, 8, 10, 12};
	assert_int_equal(as_typical_shift((struct as_values){a, 6}, (struct as_values){b, 6},
		AS_TYPICAL_BY_RANKS, 0, 0.999, &t), AS_OK);
	assert_int_equal(t.way, AS_TYPICAL_BY_WELCH);
}

/* p against a limit is 0.05 or less exactly where the interval excludes it. */
static void p_against_a_limit_says_what_the_interval_says(void **state)
{
	struct as_random random;
	double d[40];

	(void)state;
	as_random_init(&random, 43, AS_RANDOM_TEST, 0);
	for (size_t turn = 0; turn < 200; turn++) {
		const size_t n = 6 + turn % 34;
		for (size_t i = 0; i < n; i++)
			d[i] = as_random_normal(&random) * (as_random_double(&random) < 0.1 ? 20 : 1);
		for (double against = -1; against <= 1; against += 0.25) {
			struct as_typical t;
			assert_int_equal(as_signed_ranks(d, n, turn % 2 ? 6 : 0, against, 0.95, &t), AS_OK);
			assert_int_equal(t.test.p <= 0.05, against < t.test.lo || against > t.test.hi);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(signed_ranks_are_those_of_the_reference),
		cmocka_unit_test(two_stages_reach_as_far_as_stage_1_says),
		cmocka_unit_test(shifts_are_those_of_the_reference),
		cmocka_unit_test(printed_times_are_in_the_printed_ratio),
		cmocka_unit_test(builds_count_by_their_typical_run),
		cmocka_unit_test(a_coarse_clock_moves_both_ends_out),
		cmocka_unit_test(one_command_has_its_typical_time_and_scores),
		cmocka_unit_test(the_mean_takes_the_wider_of_t_and_hall),
		cmocka_unit_test(pilots_know_so_much_of_a_plan),
		cmocka_unit_test(quantiles_of_a_log_are_those_of_the_file),
		cmocka_unit_test(pieces_follow_from_the_length_of_a_log),
		cmocka_unit_test(pairs_of_a_rank_are_those_of_sorting_all),
		cmocka_unit_test(a_million_rounds_have_the_cuts_of_the_normal_law),
		cmocka_unit_test(few_equal_and_broken_values_are_told_apart),
		cmocka_unit_test(p_against_a_limit_says_what_the_interval_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
