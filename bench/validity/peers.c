/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The same worlds seen by assay and by other tools, each with the design it has by default or advises,
 * and each judging by its own rule. assay is shown with as many values as each of them. */

#include <math.h>

#include "lab.h"
#include "peers/peer_rules.h"
#include "peers_rules.h"
#include "study.h"
#include "world.h"

enum { MOST = 200, DRAWS = 999, SHARE = 5 };

static const double sd = 0.01; /* the unit of all that follows */

struct world {
	const char *name;
	double build, execution, iteration, drift, shift;
};

static const struct world worlds[] = {
	{"iterations vary", 0, 0, 1, 0, 0},
	{"executions vary", 0, 1, 1, 0, 0},
	{"machine drifts", 0, 1, 1, 4, 0},
	{"builds vary", 1, 1, 1, 0, 0},
	{"executions vary, changed by 2 %", 0, 1, 1, 0, 2},
	{"builds vary, changed by 2 %", 1, 1, 1, 0, 2},
};

/* What is measured on each side. */
struct effort {
	size_t builds, rounds, iterations;
	bool in_turn; /* all of one side, then all of the other */
};

struct seen {
	double old[MOST], new[MOST]; /* build by build, execution by execution */
};

/* Which build of which side the execution number q is of, in the order of time. */
static size_t place_of(const struct effort *e, size_t q, size_t swap, bool *new)
{
	size_t n = e->builds * e->rounds, i = e->in_turn ? q % n : q / 2;
	size_t round = i / e->builds, build = i % e->builds;

	*new = e->in_turn ? q >= n : (q + swap) % 2;
	return build * e->rounds + round;
}

static void observe(const struct world *w, const struct effort *e, struct as_random *r,
	struct seen *out)
{
	size_t n = e->builds * e->rounds, slots = 2 * n * e->iterations, slot = 0, swap = 0;
	double luck[2][MOST];

	for (size_t k = 0; k < e->builds; k++)
		for (int side = 0; side < 2; side++)
			luck[side][k] = w->build * as_random_normal(r);
	for (size_t q = 0; q < 2 * n; q++) {
		bool new = false;
		if (q % 2 == 0)
			swap = as_random_below(r, 2);
		size_t at = place_of(e, q, swap, &new);
		double own = luck[new][at / e->rounds] + w->execution * as_random_normal(r) +
			(new ? w->shift : 0);
		double *to = (new ? out->new : out->old) + at * e->iterations;
		for (size_t i = 0; i < e->iterations; i++, slot++)
			to[i] = 1 + sd * (own + w->iteration * as_random_normal(r) +
				w->drift * (double)slot / (double)slots);
	}
}

/* A judge that is no assay: its effort and rule. */
typedef bool (*rule)(struct values old, struct values new, uint64_t seed);

static struct as_peer_change said(enum as_peer tool, struct values old, struct values new)
{
	const struct as_peer_side a = {.v = old.x, .n = old.n}, b = {.v = new.x, .n = new.n};
	struct as_peer_change c = as_peer_change_none(tool);

	if (as_peer_rules[tool]->two(&a, &b, &c, NULL))
		study_fail("%s says nothing of %zu and %zu values", as_peer_names[tool], old.n,
			new.n);
	return c;
}

static bool differs(const struct as_peer_change *c)
{
	return c->finding == AS_PEER_MORE || c->finding == AS_PEER_LESS;
}

/* It names the faster one always: that its ratio is more than its deviation away from 1. */
static bool summary_finds(struct values old, struct values new, uint64_t seed)
{
	struct as_peer_change c = said(AS_PEER_HYPERFINE, old, new);

	(void)seed;
	if (c.ratio < 1)
		c = said(AS_PEER_HYPERFINE, new, old);
	return c.ratio - c.sd > 1;
}

static bool welch_finds(struct values old, struct values new, uint64_t seed)
{
	(void)seed;
	return peer_welch_p(old, new) < 0.05;
}

static bool pyperf_finds(struct values old, struct values new, uint64_t seed)
{
	const struct as_peer_change c = said(AS_PEER_PYPERF, old, new);

	(void)seed;
	return differs(&c);
}

static bool criterion_finds(struct values old, struct values new, uint64_t seed)
{
	const struct as_peer_side a = {.v = old.x, .n = old.n}, b = {.v = new.x, .n = new.n};
	struct as_peer_change c = as_peer_change_none(AS_PEER_CRITERION);

	if (as_peer_criterion(&a, &b, DRAWS, seed, &c, NULL))
		study_fail("Criterion.rs says nothing of %zu and %zu values", old.n, new.n);
	return differs(&c);
}

static bool compare_py_finds(struct values old, struct values new, uint64_t seed)
{
	const struct as_peer_change c = said(AS_PEER_GOOGLE, old, new);

	(void)seed;
	return differs(&c);
}

static bool benchstat_finds(struct values old, struct values new, uint64_t seed)
{
	const struct as_peer_change c = said(AS_PEER_GO, old, new);

	(void)seed;
	return c.p < 0.05;
}

static const struct {
	const char *name;
	struct effort effort;
	rule finds;
} peers[] = {
	{"hyperfine, its summary", {1, 10, 1, true}, summary_finds},
	{"hyperfine, welch_ttest.py", {1, 10, 1, true}, welch_finds},
	{"pyperf", {1, 20, 3, true}, pyperf_finds},
	{"criterion", {1, 1, 100, true}, criterion_finds},
	{"compare.py", {1, 1, 9, true}, compare_py_finds},
	{"go test, benchstat", {1, 1, 10, true}, benchstat_finds},
};

/* As many values as hyperfine, pyperf, criterion; where builds vary, also with builds. */
static const struct {
	const char *name;
	struct effort effort;
} ours[] = {
	{"assay, 10 rounds", {1, 10, 1, false}},
	{"assay, 20 rounds of 3", {1, 20, 3, false}},
	{"assay, 10 rounds of 10", {1, 10, 10, false}},
	{"assay, 10 builds", {10, 1, 1, false}},
	{"assay, 10 builds, 2 rounds of 3", {10, 2, 3, false}},
	{"assay, 10 builds, 2 rounds of 5", {10, 2, 5, false}},
};

static void lab_for(struct lab *l, const struct effort *e)
{
	size_t iterations = e->iterations;

	if (e->builds > 1)
		lab_open(l, 2, 3, (size_t[]){iterations, e->rounds, e->builds});
	else if (iterations > 1)
		lab_open(l, 2, 2, (size_t[]){iterations, e->rounds});
	else
		lab_open(l, 2, 1, (size_t[]){e->rounds});
}

static void count_assay(struct cell *c, const struct world *w, size_t i, const struct seen *x,
	struct lab *l)
{
	lab_fill(l, 0, x->old, 1);
	lab_fill(l, 1, x->new, 1);
	cell_count(c, ours[i].name, lab_finds(l));
	/* Without builds of its own it cannot know of their luck either, and promises nothing. */
	if (!(w->shift > 0) && (!(w->build > 0) || ours[i].effort.builds > 1))
		cell_promise(c, ours[i].name, 0, 0.05);
}

static void watch(struct cell *c, const struct world *w)
{
	enum { OURS = sizeof ours / sizeof ours[0] };
	struct lab labs[OURS];

	for (size_t i = 0; i < OURS; i++)
		lab_for(&labs[i], &ours[i].effort);
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		struct seen x;
		for (size_t i = 0; i < OURS; i++) {
			if (ours[i].effort.builds > 1 && !(w->build > 0))
				continue;
			observe(w, &ours[i].effort, &r, &x);
			count_assay(c, w, i, &x, &labs[i]);
		}
		for (size_t i = 0; i < sizeof peers / sizeof peers[0]; i++) {
			const struct effort *e = &peers[i].effort;
			size_t n = e->rounds * e->iterations;
			observe(w, e, &r, &x);
			cell_count(c, peers[i].name, peers[i].finds((struct values){x.old, n},
				(struct values){x.new, n}, as_random_u64(&r)));
		}
	}
	for (size_t i = 0; i < OURS; i++)
		lab_close(&labs[i]);
}

void study_peers(struct study *s)
{
	for (size_t i = 0; i < sizeof worlds / sizeof worlds[0]; i++) {
		struct cell c;
		if (!cell_open(&c, s, "peers/%s", worlds[i].name))
			continue;
		cell_share(&c, SHARE);
		watch(&c, &worlds[i]);
		cell_close(&c);
	}
}
