/* SPDX-License-Identifier: MIT */
#include "stat/core/repetitions.h"

#include <math.h>

/* A and n of Chen and Revels' figure 5, for tau_acc = 1000 and j = 1000. */
static const struct repetitions_anchor {
	double t, n;
} anchors[] = {
	{1, 1000},
	{50, 987},
	{100, 945},
	{150, 826},
	{200, 600},
	{250, 375},
	{300, 257},
	{350, 214},
	{400, 200},
	{500, 194},
	{600, 178},
	{700, 145},
	{800, 94},
	{900, 43},
	{1000, 10},
	{2000, 9},
	{3000, 8},
	{4000, 7},
	{5000, 6},
	{6000, 5},
	{7000, 4},
	{8000, 3},
	{9000, 2},
};

enum { N_ANCHORS = sizeof anchors / sizeof *anchors };

uint64_t as_repetitions_limit(const struct as_precision *p)
{
	double j = ceil(p->accuracy / p->precision);

	if (!(j < AS_REPETITIONS_MAX))
		return AS_REPETITIONS_MAX;
	return j > 1 ? (uint64_t)j : 1;
}

uint64_t as_oracle_table(double t, const struct as_precision *p)
{
	double x = t * 1000 / p->accuracy, n;
	size_t k = 1;

	if (!(x <= anchors[N_ANCHORS - 1].t))
		return 1;
	while (k < N_ANCHORS - 1 && x > anchors[k].t)
		k++;
	const struct repetitions_anchor *lo = &anchors[k - 1], *hi = &anchors[k];
	n = x <= lo->t ? lo->n : lo->n + (hi->n - lo->n) * (x - lo->t) / (hi->t - lo->t);
	return (uint64_t)floor(1 + (n - 1) * (double)(as_repetitions_limit(p) - 1) / 999 + 0.5);
}

uint64_t as_oracle_logistic(double t, const struct as_precision *p)
{
	const double a = 9 / p->accuracy, b = 0.5, clamped = 700;
	const double at = fmin(fmax(a * (t - b * p->accuracy), -clamped), clamped);

	return (uint64_t)floor(1 + (double)(as_repetitions_limit(p) - 1) / (1 + exp(at)));
}

void as_calibration_begin(struct as_calibration *c, const struct as_precision *p, double time_limit)
{
	c->p = *p;
	c->limit = as_repetitions_limit(p);
	c->time_limit = time_limit;
	c->n = 0;
	c->spent = 0;
	c->least = HUGE_VAL;
}

/* The k-th value of the grid from 0, before it is made to ascend. */
static uint64_t on_grid(size_t k, uint64_t limit)
{
	double share = (double)k / (AS_CALIBRATION_STEPS - 1);

	if (limit <= AS_CALIBRATION_STEPS)
		return k + 1;
	return (uint64_t)floor(pow((double)limit, share) + 0.5);
}

uint64_t as_calibration_next(const struct as_calibration *c)
{
	if (!c->n)
		return 1;
	uint64_t last = c->i[c->n - 1], next = on_grid(c->n, c->limit);
	if (c->n == AS_CALIBRATION_STEPS || last >= c->limit || !(c->spent < c->time_limit))
		return 0;
	if (c->n == 1 && c->t[0] >= 10 * c->p.accuracy)
		return 0;
	next = next > last ? next : last + 1;
	return next < c->limit ? next : c->limit;
}

void as_calibration_add(struct as_calibration *c, double t)
{
	uint64_t i = as_calibration_next(c);

	if (!i)
		return;
	c->i[c->n] = i;
	c->t[c->n] = t;
	c->n++;
	c->spent += t;
	if (t >= c->p.precision)
		c->least = fmin(c->least, t / (double)i);
}

uint64_t as_calibration_end(const struct as_calibration *c)
{
	if (c->n && c->t[0] >= 10 * c->p.accuracy)
		return 1;
	return isinf(c->least) ? c->limit : as_oracle_table(c->least, &c->p);
}
