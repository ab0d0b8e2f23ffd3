/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Two subjects that share rounds on a machine whose state changes: the cells of methods-blocks.md 3,
 * and rare disturbances beside them. */

#include <math.h>

#include "lab.h"
#include "peers_rules.h"
#include "stat/core/moments.h"
#include "stat/dist/comparing/decide.h"
#include "stat/dist/comparing/detector.h"
#include "stat/dist/comparing/ratio.h"
#include "study.h"
#include "world.h"

struct blocked {
	size_t rounds;
	enum machine machine;
	double paired, welch, in_turn; /* false alarms, published */
	double effect, paired_power, welch_power;
};

static const struct blocked cells[] = {
#define BLOCKS(rounds, machine, paired, welch, in_turn, effect, paired_power, welch_power)     \
	{rounds, MACHINE_##machine, paired, welch, in_turn, effect, paired_power, welch_power},
#include "blocks.def"
#undef BLOCKS
};

static const double sd = 0.01; /* of a unit; the states are in this unit */

struct units {
	double old[UNITS_MAX], new[UNITS_MAX];         /* in rounds, in random order */
	double first[UNITS_MAX], second[UNITS_MAX];    /* one side after the other */
};

static void draw(const struct blocked *b, double effect, struct as_random *r, struct units *u)
{
	double y[2 * UNITS_MAX];

	machine_draw(b->machine, r, y, 2 * b->rounds);
	for (size_t t = 0; t < 2 * b->rounds; t++)
		y[t] += as_random_normal(r);
	for (size_t k = 0; k < b->rounds; k++) {
		size_t swap = as_random_below(r, 2);
		u->old[k] = exp(sd * y[2 * k + swap]);
		u->new[k] = exp(sd * (y[2 * k + 1 - swap] + effect));
		u->first[k] = exp(sd * y[k]);
		u->second[k] = exp(sd * (y[b->rounds + k] + effect));
	}
}

static bool welch_finds(const double *x, const double *y, size_t n)
{
	return peer_welch_p((struct values){x, n}, (struct values){y, n}) <= 0.05;
}

static void count_paired(struct cell *c, const struct units *u, size_t n)
{
	struct as_paired p;
	struct as_ratio f;

	if (as_paired_log_ratio(u->old, u->new, n, 0.95, &p, NULL) ||
		as_fieller_paired(u->old, u->new, n, 0.95, &f, NULL))
		study_fail("%s: no paired comparison", c->name);
	cell_count(c, "paired", p.log.has_p && p.log.p <= 0.05);
	cell_count(c, "paired Fieller", f.kind == AS_RATIO_BOUNDED && (f.lo > 1 || f.hi < 1));
}

/* Beside each rate stands the published one; assay's is that of the analysis which it takes. */
static void publish(struct cell *c, const struct blocked *b, bool power)
{
	double paired = power ? b->paired_power : b->paired;
	double welch = power ? b->welch_power : b->welch;
	bool pairs = as_blocked_analysis(b->rounds) == AS_BLOCKED_PAIRED;
	double own = pairs ? paired : welch;

	cell_tally(c, "paired")->published = paired;
	cell_tally(c, "welch")->published = welch;
	cell_tally(c, "assay")->published = own;
	if (!power) {
		cell_tally(c, "in turn")->published = b->in_turn;
		cell_promise(c, "assay", 0, 0.05);
	} else if (own > 0) {
		cell_promise(c, "assay", own - 0.03, fmin(1, own + 0.03));
	}
}

static void compare(struct cell *c, const struct blocked *b, bool power)
{
	struct lab l;

	lab_open(&l, 2, 1, &b->rounds);
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		struct units u;
		draw(b, power ? b->effect : 0, &r, &u);
		lab_fill(&l, 0, u.old, 1);
		lab_fill(&l, 1, u.new, 1);
		cell_count(c, "assay", lab_finds(&l));
		count_paired(c, &u, b->rounds);
		cell_count(c, "welch", welch_finds(u.old, u.new, b->rounds));
		cell_count(c, "in turn", welch_finds(u.first, u.second, b->rounds));
	}
	lab_close(&l);
	publish(c, b, power);
}

void study_blocks(struct study *s)
{
	for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++)
		for (int power = 0; power < 2; power++) {
			const struct blocked *b = &cells[i];
			struct cell c;
			if (!cell_open(&c, s, "rounds/%s/%zu%s", machine_names[b->machine],
				b->rounds, power ? " changed" : ""))
				continue;
			compare(&c, b, power);
			cell_close(&c);
		}
}
