/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/compare/noise_floor.h"
#include "analyse/diagnose/judge/judge_machine.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/dist.h"

static const double confidence = 0.95, power_wanted = 0.8;

/* Sums over cores of squares and degrees of freedom. */
struct pool {
	double squares, df, seconds;
	size_t stretches;
	bool known;
};

static double total(const uint32_t *ns, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (double)ns[i];
	return sum;
}

/* Of sorted durations. */
static void describe(const double *sorted, size_t n, struct as_quanta_noise *out)
{
	double taken = 0, sum = 0, p99 = sorted[n - 1];
	size_t times = 0;

	out->n = n;
	out->median_ns = as_median(sorted, n);
	for (size_t i = 0; i < n; i++) {
		double longer = sorted[i] - out->median_ns;
		sum += sorted[i];
		if (longer > AS_INTERRUPTION_NS) {
			taken += longer;
			times++;
		}
	}
	if (as_quantile(sorted, n, 0.99, &p99))
		p99 = sorted[n - 1];
	out->p99_ns = p99 - out->median_ns;
	out->max_ns = sorted[n - 1] - out->median_ns;
	out->taken = sum > 0 ? taken / sum : 0;
	out->per_s = sum > 0 ? (double)times / (sum / 1e9) : 0;
}

/* Stretches of one core: their logarithms vary around their own mean. */
static void add_stretches(struct pool *p, const struct as_quanta_core *c)
{
	size_t m = c->n / AS_STRETCHES;
	double log_s[AS_STRETCHES];

	if (m < 10) {
		p->known = false;
		return;
	}
	for (size_t i = 0; i < AS_STRETCHES; i++) {
		double s = total(c->ns + i * m, m) / 1e9;
		if (!(s > 0)) {
			p->known = false;
			return;
		}
		log_s[i] = log(s);
		p->seconds += s;
	}
	p->squares += as_squares(log_s, AS_STRETCHES, as_mean(log_s, AS_STRETCHES));
	p->df += AS_STRETCHES - 1;
	p->stretches += AS_STRETCHES;
}

/* As noise_measure does for units that are in no round (analyse/compare/noise_floor.h). */
static void conclude(const struct pool *p, struct as_quanta_found *out)
{
	const double g = AS_NOISE_GROUP;
	double t, power;

	out->group = AS_NOISE_GROUP;
	out->sd = out->smallest = out->stretch_s = (double)NAN;
	out->df = 0;
	if (!p->known || !(p->df > 0))
		return;
	out->sd = sqrt(p->squares / p->df);
	out->df = fmin(p->df, 2 * g - 2);
	out->stretch_s = p->seconds / (double)p->stretches;
	if (as_t_factor(confidence, out->df, &t) || as_t_quantile(power_wanted, out->df, &power))
		return;
	out->smallest = expm1((t + power) * out->sd * sqrt(2 / g));
}

static size_t count_all(const struct as_quanta *q)
{
	size_t n = 0;

	for (size_t i = 0; i < q->n_cores; i++)
		n += q->core[i].n;
	return n;
}

/* What one core lost, relative to its own median: processors may differ in speed. */
static void describe_core(const struct as_quanta_core *c, double *room, struct as_quanta_noise *out)
{
	double seconds = total(c->ns, c->n) / 1e9;

	for (size_t i = 0; i < c->n; i++)
		room[i] = (double)c->ns[i];
	as_sort(room, c->n);
	describe(room, c->n, out);
	out->cpu = c->cpu;
	out->switches_per_s = seconds > 0 ? (double)c->switches / seconds : 0;
}

/* Over all: quanta of all cores, each by what it is longer than its core's median; times by their
 * sum. */
static void describe_all(const struct as_quanta *q, double *room, struct as_quanta_found *out)
{
	struct as_quanta_noise *all = &out->all;
	double seconds = 0;
	size_t n = 0;

	*all = (struct as_quanta_noise){.cpu = -1};
	for (size_t i = 0; i < q->n_cores; i++) {
		const struct as_quanta_core *c = &q->core[i];
		const struct as_quanta_noise *own = &out->core[i];
		double s = total(c->ns, c->n) / 1e9;
		for (size_t k = 0; k < c->n; k++)
			room[n++] = (double)c->ns[k] - own->median_ns;
		all->median_ns += own->median_ns * (double)c->n;
		all->taken += own->taken * s;
		all->per_s += own->per_s * s;
		all->switches_per_s += own->switches_per_s * s;
		seconds += s;
	}
	as_sort(room, n);
	all->n = n;
	all->max_ns = room[n - 1];
	if (as_quantile(room, n, 0.99, &all->p99_ns))
		all->p99_ns = room[n - 1];
	all->median_ns /= (double)n;
	all->taken /= seconds;
	all->per_s /= seconds / (double)q->n_cores;
	all->switches_per_s /= seconds / (double)q->n_cores;
}

enum as_status as_doctor_quanta(const struct as_quanta *q, struct as_arena *a,
	struct as_quanta_found *out, struct as_err *err)
{
	struct as_quanta_found f = {.n_cores = q->n_cores,
		.n_failed = q->n_failed,
		.seconds = q->seconds,
		.steal = (double)NAN};
	struct pool p = {.known = true};
	size_t n = count_all(q);
	double *room = NULL;

	for (size_t i = 0; i < q->n_cores; i++)
		if (!q->core[i].n || !(total(q->core[i].ns, q->core[i].n) > 0))
			return as_fail(err, AS_ERR_DATA,
				"cannot say how noisy processor %ld is: it recorded nothing",
				q->core[i].cpu);
	if (!n)
		return as_fail(err, AS_ERR_DATA,
			"cannot say how noisy the machine is: nothing was recorded");
	room = malloc(n * sizeof *room);
	f.core = as_arena_array(a, q->n_cores, sizeof *f.core);
	if (!room || !f.core) {
		free(room);
		return as_fail_memory(err);
	}
	for (size_t i = 0; i < q->n_cores; i++) {
		describe_core(&q->core[i], room, &f.core[i]);
		add_stretches(&p, &q->core[i]);
	}
	describe_all(q, room, &f);
	conclude(&p, &f);
	if (!isnan(q->steal_ns) && q->seconds > 0)
		f.steal = q->steal_ns / 1e9 / (q->seconds * (double)q->n_cores);
	free(room);
	*out = f;
	return AS_OK;
}
