/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Results of two sessions, which differ by more than their own intervals know, compared with what a
 * noise profile of the machine says of sessions (methods.md 3.4 b). */

#include <math.h>

#include "analyse/noise.h"
#include "lab.h"
#include "stat/core/moments.h"
#include "stat/dist/compare.h"
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

static bool finds(const double *x, const double *y, size_t n, const struct as_profile_sd *session)
{
	struct as_side a = as_side_of(x, n), b = as_side_of(y, n);
	double variance = a.s2 / (a.mean * a.mean * (double)n) + b.s2 / (b.mean * b.mean * (double)n);
	struct as_test t;

	if (as_welch(&a, &b, 0.95, &t, NULL))
		study_fail("no comparison of %zu executions", n);
	if (session && as_test_t(log(b.mean / a.mean),
			       sqrt(variance + 2 * session->sd * session->sd),
			       fmin(t.df, session->df), 0.95, &t))
		study_fail("no test with %g degrees of freedom", session->df);
	return t.has_p && t.p <= 0.05;
}

static void compare(struct cell *c, size_t sessions, double session_sd)
{
	const size_t rounds = ROUNDS;
	struct lab l;

	lab_open(&l, 2, 1, &rounds);
	for (unsigned k = 0; k < c->study->n; k++) {
		struct as_random r = cell_random(c, k);
		double x[UNITS_MAX], y[UNITS_MAX];
		struct as_profile_sd session = profile(&l, sessions, session_sd, &r);
		draw(session_sd, &r, x, UNITS_MAX);
		draw(session_sd, &r, y, UNITS_MAX);
		cell_count(c, "with the profile", finds(x, y, UNITS_MAX, &session));
		cell_count(c, "without", finds(x, y, UNITS_MAX, NULL));
	}
	lab_close(&l);
	cell_promise(c, "with the profile", 0, 0.06);
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
