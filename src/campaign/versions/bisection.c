/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/versions/bisection.h"

#include <math.h>

#include "stat/core/moments.h"
#include "stat/dist/dist.h"

#define CONFIDENCE 0.95

enum as_status as_bisection_open(struct as_bisection *b, const struct as_commits *line,
	size_t first, size_t last, struct as_arena *a, struct as_err *err)
{
	if (last < first + 2)
		return as_fail(err, AS_ERR_USAGE,
			"there is nothing to bisect: no commit lies between '%.100s' and '%.100s'; "
			"assay diff says by how much they differ",
			b->good, b->bad);
	b->commits = line->v + first;
	b->fate = as_arena_array(a, last - first + 1, sizeof *b->fate);
	return b->fate ? as_bisecting_open(&b->machine, last - first, a, err) : as_fail_memory(err);
}

static void exponents(double at, double half, double out[static 3])
{
	out[0] = exp(at);
	out[1] = exp(at - half);
	out[2] = exp(at + half);
}

/* Of the ends, by their rounds. */
static void tell_ends(const struct as_bisecting *m, struct as_bisected *out)
{
	double t;

	out->ratio[0] = out->ratio[1] = out->ratio[2] = (double)NAN;
	if (m->rounds < 2 || as_t_factor(CONFIDENCE, (double)m->rounds - 1, &t))
		return;
	const double mean = as_mean(m->e, m->rounds);
	exponents(mean, t * sqrt(as_variance(m->e, m->rounds, mean) / (double)m->rounds),
		out->ratio);
}

static void tell_commits(const struct as_bisection *b, struct as_bisected *out)
{
	const struct as_bisecting *m = &b->machine;

	for (size_t i = 0; i <= m->n; i++)
		out->v[i] = (struct as_bisected_commit){.commit = &b->commits[i],
			.fate = b->fate[i], .rounds = m->v[i].n, .share = m->b.culprit[i]};
	out->likeliest = 1;
	for (size_t i = 2; i <= m->n; i++)
		if (out->v[i].share > out->v[out->likeliest].share)
			out->likeliest = i;
	out->two = m->b.two;
}

static void tell_found(const struct as_bisecting *m, struct as_bisected *out)
{
	for (size_t i = 0; i < m->n_found; i++) {
		const struct as_bisecting_found *f = &m->found[i];
		struct as_bisected_culprit *c = &out->found[out->n_found++];
		*c = (struct as_bisected_culprit){.first = f->first, .last = f->last,
			.share = f->share};
		exponents(f->size, f->half, c->ratio);
		exponents(f->rest, f->rest_half, c->rest);
	}
}

enum as_status as_bisection_tell(const struct as_bisection *b, struct as_arena *a,
	struct as_bisected *out, struct as_err *err)
{
	static const enum as_bisected_outcome outcomes[] = {
		[AS_BISECTING_OPEN] = AS_BISECTED_STOPPED,
		[AS_BISECTING_FOUND] = AS_BISECTED_FOUND,
		[AS_BISECTING_ALIKE] = AS_BISECTED_ALIKE,
		[AS_BISECTING_SPENT] = AS_BISECTED_SPENT,
		[AS_BISECTING_STUCK] = AS_BISECTED_STUCK};
	static const enum as_bisected_phase phases[] = {[AS_BISECTING_ENDS] = AS_BISECTED_ENDS,
		[AS_BISECTING_SEARCH] = AS_BISECTED_SEARCH,
		[AS_BISECTING_CHECK] = AS_BISECTED_CHECK};
	const struct as_bisecting *m = &b->machine;
	size_t *set = as_arena_array(a, m->n, sizeof *set);

	*out = (struct as_bisected){.command = b->command, .good = b->good, .bad = b->bad,
		.metric = b->metric, .confidence = CONFIDENCE, .outcome = outcomes[m->outcome],
		.n = m->n, .rounds = m->rounds, .executions = b->executions,
		.phase = phases[b->step.phase], .checked = m->checked,
		.candidates = m->candidates, .machines = b->machines,
		.touched = b->touched, .least_told = b->least_told,
		.v = as_arena_array(a, m->n + 1, sizeof *out->v)};
	if (!set || !out->v)
		return as_fail_memory(err);
	tell_ends(m, out);
	tell_commits(b, out);
	tell_found(m, out);
	if (m->rounds >= AS_BISECT_LEAST)
		out->n_likely = as_bisect_credible(&m->b, m->n, set);
	for (size_t i = out->n_likely; i-- > 0;)
		out->v[set[i]].likely = true;
	return AS_OK;
}
