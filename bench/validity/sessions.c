/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Results of two sessions, which differ by more than their own intervals know, compared with what a
 * noise profile of the machine says of sessions (methods.md 3.4 b). */

#include <math.h>

#include "analyse/compare/apart.h"
#include "analyse/compare/noise_floor.h"
#include "lab.h"
#include "peers_rules.h"
#include "study.h"
#include "world.h"

enum { ROUNDS = 20, SESSIONS_MAX = 10 };

static const double sd = 0.01; /* of an execution */

/* Executions in a session of its own, of which all have the luck. */
static void draw(double session_sd, struct as_random *r, double *out, size_t n)
{
	double luck = session_sd * as_random_normal(r);

	for (size_t i = 0; i < n; i++)
		out[i] = exp(luck + sd * as_random_normal(r));
}

/* As `assay aa` measures it: two copies in the same rounds, session after session. */
static struct as_profile_sd profile(struct lab *l, size_t sessions, double session_sd,
	struct as_random *r)
{
	struct as_profile_session session[SESSIONS_MAX];
	const struct as_profile p = {.sessions = session, .n_sessions = sessions};
	struct as_noise noise;

	for (size_t i = 0; i < sessions; i++) {
		double both[2 * ROUNDS];
		const struct as_noise_source source = {.rounds = l->x};
		struct as_err err = {0};
		draw(session_sd, r, both, 2 * (size_t)ROUNDS);
		lab_fill(l, 0, both, 1);
		lab_fill(l, 1, both + ROUNDS, 1);
		if (as_noise_measure(&source, &session[i], &err))
			study_fail("%s", err.msg);
	}
	as_noise_of(&p, &noise);
	return noise.session;
}

/* As `assay compare` says it of two results. */
static bool assay_finds(struct lab *old, struct lab *new, const struct as_profile_sd *between)
{
	const struct as_apart v = {.old = {old->x, 0, old->x->criterion},
		.new = {new->x, 0, new->x->criterion}, .between = *between};
	struct as_comparison c;
	struct as_err err = {0};

	if (as_compare_apart(&v, 1, AS_ADJUST_HOLM, &c, &err))
		study_fail("%s", err.msg);
	return is_difference(c.verdict);
}

static void compare(struct cell *c, size_t sessions, double session_sd)
{
	const size_t rounds = ROUNDS, executions = UNITS_MAX;
	struct lab pairs, old, new;

	lab_open(&pairs, 2, 1, &rounds);
	lab_open(&old, 1, 1, &executions);
	lab_open(&new, 1, 1, &executions);
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		double x[UNITS_MAX], y[UNITS_MAX];
		struct as_profile_sd between = profile(&pairs, sessions, session_sd, &r);
		draw(session_sd, &r, x, UNITS_MAX);
		draw(session_sd, &r, y, UNITS_MAX);
		lab_fill(&old, 0, x, 1);
		lab_fill(&new, 0, y, 1);
		cell_count(c, "assay", assay_finds(&old, &new, &between));
		cell_count(c, "one session", peer_welch_p((struct values){x, UNITS_MAX},
			(struct values){y, UNITS_MAX}) <= 0.05);
	}
	lab_close(&pairs);
	lab_close(&old);
	lab_close(&new);
	cell_promise(c, "assay", 0, 0.05);
}

void study_sessions(struct study *s)
{
	static const size_t sessions[] = {3, 5, 10};
	static const double sds[] = {0, 0.002, 0.005, 0.01};

	for (size_t i = 0; i < sizeof sds / sizeof sds[0]; i++)
		for (size_t j = 0; j < sizeof sessions / sizeof sessions[0]; j++) {
			struct cell c;
			if (!cell_open(&c, s, "sessions/%g %%/%zu", 100 * sds[i], sessions[j]))
				continue;
			compare(&c, sessions[j], sds[i]);
			cell_close(&c);
		}
}
