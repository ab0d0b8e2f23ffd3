/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Histories of versions (methods-history.md 2.6): in how many series in which nothing changed is a change
 * reported, by the default detector at its default level? And in how many is a step of two standard
 * deviations found within three versions, with 60 versions after it? */

#include <math.h>

#include "stat/dist/history.h"
#include "study.h"

enum noise { NOISE_IID, NOISE_LOGNORMAL, NOISE_BIMODAL, NOISE_SPIKES, NOISE_AR_3, NOISE_AR_5, NOISES };

enum { MOST = 500, AFTER = 60, NEAR = 3 };

/* Short quiet series cost little, and their rate is close to what is promised: so many times as many. */
enum { SHORT = 100, MORE = 10 };

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

static void quiet(struct study *s, enum noise noise, size_t n)
{
	struct cell c;

	if (!cell_open(&c, s, "history/%s/%zu", noise_names[noise], n))
		return;
	for (unsigned k = 0; k < (n == SHORT ? MORE : 1) * s->n; k++) {
		struct as_random r = cell_random(&c, k);
		struct as_arena a = {0};
		double x[MOST];
		draw_series(noise, &r, x, n);
		cell_count(&c, "assay", find(x, n, &a).n > 0);
		as_arena_release(&a);
	}
	cell_promise(&c, "assay", 0, 0.01);
	cell_close(&c);
}

static void changed(struct study *s, enum noise noise, size_t n)
{
	struct cell c;

	if (!cell_open(&c, s, "history/%s/%zu changed", noise_names[noise], n))
		return;
	for (unsigned k = 0; k < s->n; k++) {
		struct as_random r = cell_random(&c, k);
		struct as_arena a = {0};
		double x[MOST];
		bool hit = false;
		draw_series(noise, &r, x, n);
		for (size_t i = n - AFTER; i < n; i++)
			x[i] += 2;
		struct as_steps found = find(x, n, &a);
		for (size_t i = 0; i < found.n; i++)
			hit = hit || (found.at[i] + NEAR >= n - AFTER && found.at[i] <= n - AFTER + NEAR);
		cell_count(&c, "assay", hit);
		as_arena_release(&a);
	}
	if (noise == NOISE_IID)
		cell_promise(&c, "assay", 0.93, 1);
	cell_close(&c);
}

void study_histories(struct study *s)
{
	static const size_t lengths[] = {SHORT, MOST};

	for (int noise = 0; noise < NOISES; noise++)
		for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
			quiet(s, (enum noise)noise, lengths[i]);
			changed(s, (enum noise)noise, lengths[i]);
		}
}
