/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "world.h"

#include <math.h>

#include "study.h"

const char *const shape_names[SHAPES] = {
	[SHAPE_NORMAL] = "normal",
	[SHAPE_LOGNORMAL_HALF] = "lognormal 0.5",
	[SHAPE_LOGNORMAL_ONE] = "lognormal 1",
	[SHAPE_BIMODAL] = "bimodal",
	[SHAPE_HEAVY] = "heavy tails",
	[SHAPE_AUTOCORRELATED] = "autocorrelated",
};

const char *const machine_names[MACHINES] = {
	[MACHINE_QUIET] = "none",
	[MACHINE_DRIFT] = "drift",
	[MACHINE_AR] = "AR 0.9",
	[MACHINE_EPOCHS] = "epochs",
	[MACHINE_PERIOD] = "period 4",
	[MACHINE_OUTLIERS] = "outliers",
};

const size_t counts[N_COUNTS] = {3, 5, 10, 30};

const struct design designs[N_DESIGNS] = {
	{"2 levels, top", 2, {20}, {0.1, 0.9}, true},
	{"2 levels, bottom", 2, {20}, {0.99, 0.01}, false},
	{"3 levels, top", 3, {10, 4}, {0.1, 0.1, 0.8}, true},
	{"3 levels, bottom", 3, {10, 4}, {0.95, 0.04, 0.01}, false},
};

static void plant(struct forest *f)
{
	size_t n = 1;

	f->tree = (struct as_tree){.n_levels = f->n_levels, .values = f->values};
	for (size_t i = f->n_levels; i--;) {
		n *= f->r[i];
		f->tree.count[i] = n;
	}
	if (f->tree.count[0] > VALUES_MAX)
		study_fail("a tree of %zu values is too large", f->tree.count[0]);
	for (size_t i = 1; i < f->n_levels; i++) {
		for (size_t u = 0; u <= f->tree.count[i]; u++)
			f->first[i][u] = u * f->r[i - 1];
		f->tree.first[i] = f->first[i];
	}
}

void forest_design(struct forest *f, const struct design *d, enum shape shape, size_t r_top,
	double sd)
{
	f->n_levels = d->n_levels;
	f->shape = shape;
	for (size_t i = 0; i < d->n_levels; i++) {
		f->r[i] = i + 1 < d->n_levels ? d->r[i] : r_top;
		f->sd[i] = sd * sqrt(d->share[i]);
	}
	plant(f);
}

static double lognormal(struct as_random *r, double s)
{
	double v = exp(s * s);

	return (exp(s * as_random_normal(r)) - sqrt(v)) / sqrt((v - 1) * v);
}

/* The modes are six of their own standard deviations apart. */
static double bimodal(struct as_random *r)
{
	const double share = 0.3, apart = 6;
	double mode = as_random_double(r) < share ? 1 - share : -share;

	return (apart * mode + as_random_normal(r)) / sqrt(1 + apart * apart * share * (1 - share));
}

static double heavy(struct as_random *r)
{
	double t = 0;

	do {
		double a = as_random_normal(r), b = as_random_normal(r), c = as_random_normal(r);
		t = as_random_normal(r) / sqrt((a * a + b * b + c * c) / 3);
	} while (!(fabs(t) <= 12));
	return t / sqrt(3);
}

/* Of mean 0 and variance 1 (heavy: a little less, for the cut). */
static double deviate(const struct forest *f, size_t level, struct as_random *r)
{
	switch (f->shape) {
	case SHAPE_LOGNORMAL_HALF:
		return lognormal(r, 0.5);
	case SHAPE_LOGNORMAL_ONE:
		return lognormal(r, 1);
	case SHAPE_BIMODAL:
		return level + 1 == f->n_levels ? bimodal(r) : as_random_normal(r);
	case SHAPE_HEAVY:
		return heavy(r);
	case SHAPE_NORMAL:
	case SHAPE_AUTOCORRELATED:
	case SHAPES:
		break;
	}
	return as_random_normal(r);
}

void forest_draw(struct forest *f, struct as_random *r)
{
	double sum[LEVELS + 1] = {0}, state = 0;
	size_t span[LEVELS] = {1}; /* values in one unit of a level */

	sum[f->n_levels] = 1;
	for (size_t i = 1; i < f->n_levels; i++)
		span[i] = span[i - 1] * f->r[i - 1];
	for (size_t v = 0; v < f->tree.count[0]; v++) {
		for (size_t i = f->n_levels; i-- > 1;)
			if (v % span[i] == 0)
				sum[i] = sum[i + 1] + f->sd[i] * deviate(f, i, r);
		double e = deviate(f, 0, r);
		if (f->shape == SHAPE_AUTOCORRELATED) {
			state = (v % f->r[0]) ? 0.9 * state + sqrt(1 - 0.81) * e : e;
			e = state;
		}
		f->values[v] = sum[1] + f->sd[0] * e;
	}
}

void machine_draw(enum machine m, struct as_random *r, double *state, size_t n)
{
	const double turn = 6.283185307179586;
	double level = as_random_normal(r);

	for (size_t t = 0; t < n; t++) {
		state[t] = 0;
		if (m == MACHINE_DRIFT)
			state[t] = 4 * (double)t / (double)n;
		else if (m == MACHINE_AR)
			level = state[t] = t ? 0.9 * level + sqrt(1 - 0.81) * as_random_normal(r)
				: level;
		else if (m == MACHINE_EPOCHS)
			level = state[t] = t && as_random_double(r) < 0.1 ? as_random_normal(r)
				: level;
		else if (m == MACHINE_PERIOD)
			state[t] = sin(turn * ((double)t + 0.5) / 4);
		else if (m == MACHINE_OUTLIERS)
			state[t] = as_random_double(r) < 0.03 ? 20 : 0;
	}
}
