/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Histories of versions (methods-history-2.md 7), by the default detector at its default level. In how many
 * series in which nothing changed is a change reported? How often is a step of two standard deviations
 * found within three versions, with 60 versions after it; of levels that come and go, each change within
 * one version; an excursion, a trend, and called so; the step that is said to be visible; and do the
 * intervals of sizes and places hold the truth? */

#include <math.h>

#include "stat/dist/changes/changes.h"
#include "study.h"

enum noise { NOISE_IID, NOISE_LOGNORMAL, NOISE_BIMODAL, NOISE_SPIKES, NOISE_AR_3, NOISE_AR_5, NOISES };

enum { MOST = 500, AFTER = 60, NEAR = 3, SEGMENTS = 6 };

/* Shares of the replications; the rate of quiet series is close to what is promised. */
enum { SERIES = 10, QUIET = 4 };
enum { LONG = 100 }; /* from which a step is looked for */

/* Two modes far apart give three in a row of each by chance: of fewer versions more is accused. */
enum { MODES_APART = 13 };

static const char *const noise_names[NOISES] = {"independent", "lognormal", "bimodal", "spikes", "AR 0.3",
	"AR 0.5"};

/* One value, of standard deviation about 1. */
static double draw(enum noise noise, struct as_random *r)
{
	double z = as_random_normal(r);

	switch (noise) {
	case NOISE_LOGNORMAL:
		return exp(z) / 2.1612;
	case NOISE_BIMODAL: /* two modes 1.9 apart */
		return 0.31 * z + (as_random_double(r) < 0.5 ? -0.95 : 0.95);
	case NOISE_SPIKES:
		return z + (as_random_double(r) < 0.03 ? 8 : 0);
	case NOISE_IID:
	case NOISE_AR_3:
	case NOISE_AR_5:
	case NOISES:
		break;
	}
	return z;
}

static void draw_series(enum noise noise, struct as_random *r, double *x, size_t n)
{
	double rho = noise == NOISE_AR_3 ? 0.3 : noise == NOISE_AR_5 ? 0.5 : 0;

	for (size_t i = 0; i < n; i++) {
		double z = draw(noise, r);
		x[i] = rho > 0 && i ? rho * x[i - 1] + sqrt(1 - rho * rho) * z : z;
	}
}

static struct as_steps find(const double *x, size_t n, struct as_arena *a)
{
	const struct as_history_values h = {.x = x, .n = n};
	struct as_steps s = {0};

	if (as_steps_find(&h, AS_HISTORY_1_PERCENT, false, a, &s, NULL))
		study_fail("no changes can be looked for in %zu versions", n);
	return s;
}

static struct as_steps_said describe(const double *x, size_t n, const struct as_steps *steps,
	struct as_arena *a)
{
	const struct as_history_values h = {.x = x, .n = n};
	struct as_steps_said said;

	if (as_steps_describe(&h, steps, AS_HISTORY_1_PERCENT, 0.95, a, &said))
		study_fail("changes among %zu versions cannot be described", n);
	return said;
}

static bool is_near(size_t at, size_t truth, size_t near)
{
	return at + near >= truth && at <= truth + near;
}

static bool is_found(const struct as_steps *found, size_t truth, size_t near)
{
	for (size_t i = 0; i < found->n; i++)
		if (is_near(found->at[i], truth, near))
			return true;
	return false;
}

static void quiet(struct study *s, enum noise noise, size_t n)
{
	bool apart = noise == NOISE_BIMODAL && n < MODES_APART;
	struct cell c;

	if (!cell_open(&c, s, "history/%s/%zu", noise_names[noise], n))
		return;
	cell_share(&c, QUIET);
	for (unsigned k = 0; k < c.n; k++) {
		struct as_random r = cell_random(&c, k);
		struct as_arena a = {0};
		double x[MOST];
		draw_series(noise, &r, x, n);
		cell_count(&c, "assay", find(x, n, &a).n > 0);
		as_arena_release(&a);
	}
	cell_promise(&c, "assay", 0, apart ? 0.02 : 0.01);
	cell_close(&c);
}

static void changed(struct study *s, enum noise noise, size_t n)
{
	struct cell c;

	if (!cell_open(&c, s, "history/%s/%zu changed", noise_names[noise], n))
		return;
	cell_share(&c, SERIES);
	for (unsigned k = 0; k < c.n; k++) {
		struct as_random r = cell_random(&c, k);
		struct as_arena a = {0};
		double x[MOST];
		draw_series(noise, &r, x, n);
		for (size_t i = n - AFTER; i < n; i++)
			x[i] += 2;
		struct as_steps found = find(x, n, &a);
		cell_count(&c, "assay", is_found(&found, n - AFTER, NEAR));
		as_arena_release(&a);
	}
	if (noise == NOISE_IID)
		cell_promise(&c, "assay", 0.93, 1);
	cell_close(&c);
}

/* Six levels of so many versions, alternating or rising. */
struct levels {
	const char *kind;
	size_t length;
	double apart;
	enum noise noise;
	double least; /* of the changes found within one version; 0: nothing is promised */
};

static void several(struct study *s, const struct levels *l)
{
	size_t n = SEGMENTS * l->length;
	struct cell c;

	if (!cell_open(&c, s, "levels/%s/%zu versions, %g sd/%s", l->kind, l->length, l->apart,
		    noise_names[l->noise]))
		return;
	cell_share(&c, SERIES);
	for (unsigned k = 0; k < c.n; k++) {
		struct as_random r = cell_random(&c, k);
		struct as_arena a = {0};
		double x[MOST];
		draw_series(l->noise, &r, x, n);
		for (size_t i = 0; i < n; i++) {
			size_t segment = i / l->length;
			x[i] += l->apart * (double)(*l->kind == 'a' ? segment % 2 : segment);
		}
		struct as_steps found = find(x, n, &a);
		for (size_t i = 1; i < SEGMENTS; i++)
			cell_count(&c, "assay", is_found(&found, i * l->length, 1));
		as_arena_release(&a);
	}
	if (l->least > 0)
		cell_promise(&c, "assay", l->least, 1);
	cell_close(&c);
}

/* Ten versions of 100 are worse, and then as before. */
static void excursion(struct study *s, enum noise noise)
{
	enum { N = 100, FROM = 50, TO = 60 };
	struct cell c;

	if (!cell_open(&c, s, "excursion/10 versions of 100, 5 sd/%s", noise_names[noise]))
		return;
	cell_share(&c, SERIES);
	for (unsigned k = 0; k < c.n; k++) {
		struct as_random r = cell_random(&c, k);
		struct as_arena a = {0};
		double x[N];
		draw_series(noise, &r, x, N);
		for (size_t i = FROM; i < TO; i++)
			x[i] += 5;
		struct as_steps found = find(x, N, &a);
		struct as_steps_said said = describe(x, N, &found, &a);
		bool both = is_found(&found, FROM, NEAR) && is_found(&found, TO, NEAR);
		cell_count(&c, "found", both);
		for (size_t i = 0; both && i < found.n; i++)
			if (is_near(found.at[i], FROM, NEAR))
				cell_count(&c, "recovered", said.size[i].recovered);
		as_arena_release(&a);
	}
	if (noise == NOISE_IID) {
		cell_promise(&c, "found", 0.98, 1);
		cell_promise(&c, "recovered", 0.95, 1);
	}
	cell_close(&c);
}

/* A straight rise, or one real step: of the changes, those that are called gradual. */
static void trend(struct study *s, enum noise noise, double rise, bool step)
{
	enum { N = 200 };
	struct cell c;

	if (!cell_open(&c, s, "trend/%s of %g sd in 200/%s", step ? "step" : "rise", rise,
		    noise_names[noise]))
		return;
	cell_share(&c, SERIES);
	for (unsigned k = 0; k < c.n; k++) {
		struct as_random r = cell_random(&c, k);
		struct as_arena a = {0};
		double x[N];
		draw_series(noise, &r, x, N);
		for (size_t i = 0; i < N; i++)
			x[i] += rise * (step ? (i >= N / 2 ? 1 : 0) : (double)i / N);
		struct as_steps found = find(x, N, &a);
		struct as_steps_said said = describe(x, N, &found, &a);
		for (size_t i = 0; i < found.n; i++)
			cell_count(&c, "gradual", said.size[i].gradual > 0);
		cell_count(&c, "found", found.n > 0);
		as_arena_release(&a);
	}
	if (step)
		cell_promise(&c, "gradual", 0, 0.01);
	else if (noise == NOISE_IID && rise >= 10)
		cell_promise(&c, "gradual", 0.98, 1);
	cell_close(&c);
}

/* Of steps in the middle that were found: whether their intervals and places hold the truth. */
static void sizes(struct study *s, enum noise noise, size_t n, double step)
{
	struct cell c;

	if (!cell_open(&c, s, "size/%g sd/%s/%zu", step, noise_names[noise], n))
		return;
	cell_share(&c, SERIES);
	for (unsigned k = 0; k < c.n; k++) {
		struct as_random r = cell_random(&c, k);
		struct as_arena a = {0};
		double x[MOST];
		draw_series(noise, &r, x, n);
		for (size_t i = n / 2; i < n; i++)
			x[i] += step;
		struct as_steps found = find(x, n, &a);
		struct as_steps_said said = describe(x, n, &found, &a);
		if (found.n == 1) {
			const struct as_step_size *one = said.size;
			cell_count_interval(&c, "size", one->lo <= step && one->hi >= step,
				(one->hi - one->lo) / 2 / step);
			cell_count(&c, "place", one->first <= n / 2 && one->last >= n / 2);
		}
		as_arena_release(&a);
	}
	if (noise != NOISE_AR_5)
		cell_promise(&c, "size", 0.94, 1);
	cell_close(&c);
}

/* The step in the middle that a quiet screen says it would have seen. */
static void visible(struct study *s, size_t n)
{
	const struct as_residual noise = {.s2 = 1, .df = (double)n};
	double step = as_history_visible(n, &noise);
	struct cell c;

	if (!cell_open(&c, s, "visible/%zu", n))
		return;
	cell_share(&c, SERIES);
	for (unsigned k = 0; k < c.n; k++) {
		struct as_random r = cell_random(&c, k);
		struct as_arena a = {0};
		double x[MOST];
		draw_series(NOISE_IID, &r, x, n);
		for (size_t i = n / 2; i < n; i++)
			x[i] += step;
		cell_count(&c, "assay", find(x, n, &a).n > 0);
		as_arena_release(&a);
	}
	cell_promise(&c, "assay", 0.75, 0.9);
	cell_close(&c);
}

static void levels(struct study *s)
{
	static const struct levels all[] = {
		{"alternating", 3, 5, NOISE_IID, 0}, {"alternating", 3, 100, NOISE_IID, 0.99},
		{"alternating", 5, 5, NOISE_IID, 0.88}, {"alternating", 5, 100, NOISE_IID, 0.99},
		{"alternating", 10, 5, NOISE_IID, 0.99}, {"alternating", 10, 100, NOISE_IID, 0.99},
		{"alternating", 15, 5, NOISE_IID, 0.99}, {"alternating", 15, 100, NOISE_IID, 0.99},
		{"alternating", 5, 5, NOISE_AR_5, 0}, {"alternating", 5, 100, NOISE_AR_5, 0.99},
		{"alternating", 10, 5, NOISE_AR_5, 0.95}, {"alternating", 10, 100, NOISE_AR_5, 0.99},
		{"alternating", 15, 5, NOISE_AR_5, 0.95}, {"alternating", 15, 100, NOISE_AR_5, 0.99},
		{"stairs", 5, 5, NOISE_IID, 0}, {"stairs", 10, 5, NOISE_IID, 0.98},
		{"stairs", 10, 100, NOISE_IID, 0.99}, {"stairs", 10, 5, NOISE_AR_5, 0.95}};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		several(s, &all[i]);
}

static void descriptions(struct study *s)
{
	static const enum noise noises[] = {NOISE_IID, NOISE_AR_5};
	static const size_t lengths[] = {20, 50, 100};
	static const size_t seen[] = {6, 8, 10, 12, 16, 20, 30, 50, 100, 200};

	for (size_t i = 0; i < 2; i++) {
		excursion(s, noises[i]);
		for (int rise = 5; rise <= 20; rise *= 2)
			trend(s, noises[i], rise, false);
		trend(s, noises[i], 3, true);
		for (size_t k = 0; k < 3; k++)
			sizes(s, noises[i], lengths[k], lengths[k] == 20 ? 4 : 2);
	}
	for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
		visible(s, seen[i]);
}

void study_histories(struct study *s)
{
	static const size_t lengths[] = {6, 8, 10, 16, 20, 50, LONG, MOST};

	for (int noise = 0; noise < NOISES; noise++)
		for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
			quiet(s, (enum noise)noise, lengths[i]);
			if (lengths[i] >= LONG)
				changed(s, (enum noise)noise, lengths[i]);
		}
	levels(s);
	descriptions(s);
}
