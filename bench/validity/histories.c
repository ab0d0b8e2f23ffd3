/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Histories of versions (methods-history-2.md 7), by the default detector at its default level. In how many
 * series in which nothing changed is a change reported? How often is a step of two standard deviations
 * found within three versions, with 60 versions after it; of levels that come and go, each change within
 * one version; an excursion, a trend, and called so; the step that is said to be visible; and do the
 * intervals of sizes and places hold the truth? */

#include <math.h>

#include "stat/dist/changes/changes.h"
#include "stat/dist/changes/history_fast.h"
#include "study.h"

enum noise { NOISE_IID, NOISE_LOGNORMAL, NOISE_BIMODAL, NOISE_SPIKES, NOISE_AR_3, NOISE_AR_5, NOISES };

enum { MOST = 1000, AFTER = 60, NEAR = 3, SEGMENTS = 6 };

/* Shares of the replications; the rate of quiet series is close to what is promised. */
enum { SERIES = 10, QUIET = 4, UNEVEN = 10 };
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
		{"alternating", 5, 5, NOISE_IID, 0.82}, {"alternating", 5, 100, NOISE_IID, 0.99},
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

/* ---- noise that changes its size (methods-calm.md 1.8) ---- */

enum where { WHERE_NOWHERE, WHERE_LAST_THIRD, WHERE_MIDDLE, WHERE_STRETCHES, WHERE_LAST_TEN };
enum tail { TAIL_NORMAL, TAIL_T3, TAIL_SPIKES, TAIL_LOGNORMAL, TAIL_AR_3 };

struct uneven {
	const char *name;
	enum where where;
	enum tail tail;
	double factor; /* of the noise there */
	size_t n;
	double any, newest; /* promised at most; 0: said to be more (docs/history.md) */
};

static double draw_tail(enum tail tail, struct as_random *r)
{
	const double z = as_random_normal(r);

	if (tail == TAIL_T3) {
		double squares = 0;
		for (int i = 0; i < 3; i++) {
			const double v = as_random_normal(r);
			squares += v * v;
		}
		return z / sqrt(squares);
	}
	if (tail == TAIL_LOGNORMAL)
		return exp(z) / 2.1612;
	return tail == TAIL_SPIKES && as_random_double(r) < 0.05 ? z + 8 : z;
}

static void draw_uneven(const struct uneven *u, struct as_random *r, double *x)
{
	double state = 0;
	bool noisy = false;

	for (size_t i = 0; i < u->n; i++) {
		double z = draw_tail(u->tail, r);
		if (u->where == WHERE_STRETCHES && i % 10 == 0)
			noisy = as_random_double(r) < 0.3;
		const bool there = u->where == WHERE_LAST_THIRD ? i >= u->n - u->n / 3 :
			u->where == WHERE_MIDDLE ? i >= u->n / 3 && i < 2 * u->n / 3 :
			u->where == WHERE_LAST_TEN ? i + 10 >= u->n : noisy;
		if (u->tail == TAIL_AR_3)
			z = state = i ? 0.3 * state + sqrt(1 - 0.09) * z : z;
		x[i] = z * (there ? u->factor : 1);
	}
}

/* Whether the newest of versions in which nothing changed is suspected, each of one unit. */
static bool suspects(const double *x, size_t n, const struct as_steps *found, struct as_arena *a)
{
	const size_t units[AS_FAST_LOOKS] = {1, 1, 1};
	const size_t level = n - (found->n ? found->at[found->n - 1] : 0);
	const size_t k = level > AS_FAST_LOOKS ? AS_FAST_LOOKS : level - 1;
	const struct as_history_values before = {.x = x, .n = n - k};
	struct as_steps earlier = *found;
	struct as_fast_known known;
	struct as_fast f;
	size_t from = 0;

	while (earlier.n && earlier.at[earlier.n - 1] >= n - k)
		earlier.n--;
	if (as_fast_learn(&before, &earlier, false, a, &known, &from))
		study_fail("nothing can be learnt from %zu versions", n);
	known.h = 1;
	return !as_fast_test(&known, x + n - k, units, NULL, k, &f, NULL) && f.suspect;
}

static void uneven(struct study *s, const struct uneven *u)
{
	struct cell c;

	if (!cell_open(&c, s, "uneven/%s/%zu", u->name, u->n))
		return;
	cell_share(&c, UNEVEN);
	for (unsigned k = 0; k < c.n; k++) {
		struct as_random r = cell_random(&c, k);
		struct as_arena a = {0};
		double x[MOST];
		bool strict = false;
		draw_uneven(u, &r, x);
		const struct as_steps found = find(x, u->n, &a);
		const struct as_steps_said said = describe(x, u->n, &found, &a);
		for (size_t i = 0; i < found.n; i++)
			strict |= said.size[i].level == AS_HISTORY_01_PERCENT;
		cell_count(&c, "any", found.n > 0);
		cell_count(&c, "0.1 %", strict);
		cell_count(&c, "newest", suspects(x, u->n, &found, &a));
		cell_count(&c, "noise", said.news.told);
		as_arena_release(&a);
	}
	if (u->any > 0)
		cell_promise(&c, "any", 0, u->any);
	if (u->newest > 0)
		cell_promise(&c, "newest", 0, u->newest);
	if (u->where == WHERE_NOWHERE)
		cell_promise(&c, "noise", 0, 0.02);
	cell_close(&c);
}

static void all_uneven(struct study *s)
{
	static const struct uneven all[] = {
		{"constant", WHERE_NOWHERE, TAIL_NORMAL, 1, 100, 0.01, 0.015},
		{"constant", WHERE_NOWHERE, TAIL_NORMAL, 1, 300, 0.01, 0.015},
		{"AR 0.3", WHERE_NOWHERE, TAIL_AR_3, 1, 300, 0.012, 0.015},
		{"t3", WHERE_NOWHERE, TAIL_T3, 1, 100, 0.01, 0.025},
		{"spikes", WHERE_NOWHERE, TAIL_SPIKES, 1, 100, 0.01, 0.025},
		{"lognormal", WHERE_NOWHERE, TAIL_LOGNORMAL, 1, 100, 0.01, 0.03},
		{"last third 2 times", WHERE_LAST_THIRD, TAIL_NORMAL, 2, 60, 0.012, 0.025},
		{"last third 2 times", WHERE_LAST_THIRD, TAIL_NORMAL, 2, 200, 0.01, 0.015},
		{"last third 3 times", WHERE_LAST_THIRD, TAIL_NORMAL, 3, 30, 0.012, 0},
		{"last third 3 times", WHERE_LAST_THIRD, TAIL_NORMAL, 3, 100, 0.01, 0.015},
		{"last third 3 times", WHERE_LAST_THIRD, TAIL_NORMAL, 3, 200, 0.01, 0.015},
		{"last third 5 times", WHERE_LAST_THIRD, TAIL_NORMAL, 5, 60, 0.01, 0.015},
		{"last third 5 times", WHERE_LAST_THIRD, TAIL_NORMAL, 5, 200, 0.01, 0.015},
		{"last third 3 times, AR 0.3", WHERE_LAST_THIRD, TAIL_AR_3, 3, 200, 0.01, 0.02},
		{"last third 3 times, t3", WHERE_LAST_THIRD, TAIL_T3, 3, 200, 0.01, 0.03},
		{"last third calmer by 3", WHERE_LAST_THIRD, TAIL_NORMAL, 1. / 3, 200, 0.01, 0.01},
		{"middle 5 times", WHERE_MIDDLE, TAIL_NORMAL, 5, 200, 0.01, 0.01},
		{"stretches of 10, 3 times", WHERE_STRETCHES, TAIL_NORMAL, 3, 100, 0, 0.015},
		{"stretches of 10, 4 times", WHERE_STRETCHES, TAIL_NORMAL, 4, 60, 0.015, 0.015},
		{"stretches of 10, 4 times", WHERE_STRETCHES, TAIL_NORMAL, 4, 100, 0.017, 0.015},
		{"stretches of 10, 4 times", WHERE_STRETCHES, TAIL_NORMAL, 4, 300, 0.015, 0.015},
		{"stretches of 10, 4 times", WHERE_STRETCHES, TAIL_NORMAL, 4, 1000, 0, 0.015},
		{"stretches of 10, 4 times, AR 0.3", WHERE_STRETCHES, TAIL_AR_3, 4, 200, 0.015, 0.015},
		{"only the last ten 3 times", WHERE_LAST_TEN, TAIL_NORMAL, 3, 100, 0, 0}};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		uneven(s, &all[i]);
}

void study_histories(struct study *s)
{
	static const size_t lengths[] = {6, 8, 10, 16, 20, 50, LONG, 500};

	for (int noise = 0; noise < NOISES; noise++)
		for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
			quiet(s, (enum noise)noise, lengths[i]);
			if (lengths[i] >= LONG)
				changed(s, (enum noise)noise, lengths[i]);
		}
	levels(s);
	descriptions(s);
	all_uneven(s);
}
