/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Coarse clocks, stored baselines, and programs that are slow now and then (methods-repairs.md 4, 6,
 * 9). */

#include <math.h>

#include "analyse/compare/apart.h"
#include "analyse/compare/noise_floor.h"
#include "base/num.h"
#include "lab.h"
#include "world.h"

enum { MOST = 300 };

/* ---- 6 ---- */

/* Runs of 20 steps of the clock, and where the first lies in its step nobody knows. */
static void clocks(struct cell *c, size_t n, double noise)
{
	struct lab l;

	lab_open(&l, 2, 1, &n);
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		const double at = 20 + as_random_double(&r);
		for (size_t side = 0; side < 2; side++) {
			double x[UNITS_MAX];
			for (size_t i = 0; i < n; i++)
				x[i] = floor(at + noise * as_random_normal(&r));
			lab_fill(&l, side, x, 10e6);
		}
		cell_count(c, "assay", is_difference(lab_says(&l)));
	}
	lab_close(&l);
	cell_promise(c, "assay", 0, 0.05);
}

void study_clocks(struct study *s)
{
	static const size_t run_counts[] = {3, 4, 5, 6, 10};
	static const double noises[] = {0.05, 0.2, 0.5, 1};

	for (size_t i = 0; i < sizeof run_counts / sizeof run_counts[0]; i++)
		for (size_t j = 0; j < sizeof noises / sizeof noises[0]; j++) {
			struct cell c;
			if (!cell_open(&c, s, "clocks/%zu/%g", run_counts[i], noises[j]))
				continue;
			clocks(&c, run_counts[i], noises[j]);
			cell_close(&c);
		}
}

/* ---- 9 ---- */

struct habit {
	const char *name;
	double sd, factor, slow; /* slow: how often a run takes 2.5 times as long */
	double old_slow;
};

static const struct habit habits[] = {{"no difference, 2 %", 0.02, 1, 0, 0},
	{"no difference, 50 %", 0.5, 1, 0, 0}, {"slow runs on both sides", 0.02, 1, 0.04, 0.04},
	{"typical -3 %, mean +2.8 %", 0.02, 0.97, 0.04, 0}, {"-3 %", 0.02, 0.97, 0, 0},
	{"-10 %, 50 %", 0.5, 0.9, 0, 0}, {"+6 % by slow runs", 0.02, 1, 0.04, 0}};

static void draw(const struct habit *h, bool new, struct as_random *r, double *x, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const double noise = exp(h->sd * as_random_normal(r)), slow = as_random_double(r);

		x[i] = noise * (new ? h->factor : 1) *
		       (slow < (new ? h->slow : h->old_slow) ? 2.5 : 1);
	}
}

static void typical(struct cell *c, const struct habit *h, size_t n)
{
	struct lab l;

	lab_open(&l, 2, 1, &n);
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		double x[MOST];
		for (size_t side = 0; side < 2; side++) {
			draw(h, side, &r, x, n);
			lab_fill(&l, side, x, 1);
		}
		const enum as_verdict_word word = lab_says(&l);
		cell_count(
			c, "faster", word == AS_VERDICT_FASTER || word == AS_VERDICT_FASTER_SMALL);
		cell_count(
			c, "slower", word == AS_VERDICT_SLOWER || word == AS_VERDICT_SLOWER_SMALL);
	}
	lab_close(&l);
	if (as_same_double(h->slow, h->old_slow) && as_same_double(h->factor, 1)) {
		cell_promise(c, "faster", 0, 0.025);
		cell_promise(c, "slower", 0, 0.025);
	}
}

void study_typical(struct study *s)
{
	static const size_t run_counts[] = {10, 30, 100, MOST};

	for (size_t i = 0; i < sizeof habits / sizeof habits[0]; i++)
		for (size_t j = 0; j < sizeof run_counts / sizeof run_counts[0]; j++) {
			struct cell c;
			if (!cell_open(&c, s, "typical/%s/%zu", habits[i].name, run_counts[j]))
				continue;
			typical(&c, &habits[i], run_counts[j]);
			cell_close(&c);
		}
}

/* ---- 4 ---- */

enum { ROUNDS = 20, SESSIONS = 10, EXECUTIONS = 30 };
enum { STORED = 4 }; /* a share */

static const double execution_sd = 0.01, session_sd = 0.005;

static void draw_session(double luck_sd, struct as_random *r, double *x, size_t n)
{
	const double luck = luck_sd * as_random_normal(r);

	for (size_t i = 0; i < n; i++)
		x[i] = exp(luck + execution_sd * as_random_normal(r));
}

/* A profile as `assay aa COMMAND` makes it in so many sessions. */
static struct as_noise profile(
	struct lab *l, const char *command, size_t sessions, double luck_sd, struct as_random *r)
{
	static struct as_profile_session session[2][SESSIONS];
	static struct as_profile p[2];
	static int turn;
	struct as_noise noise;

	turn = !turn;
	for (size_t i = 0; i < sessions; i++) {
		double both[2 * ROUNDS];
		const struct as_noise_source source = {.rounds = l->x};
		struct as_err err = {0};
		draw_session(luck_sd, r, both, 2 * (size_t)ROUNDS);
		lab_fill(l, 0, both, 1);
		lab_fill(l, 1, both + ROUNDS, 1);
		if (as_noise_measure(&source, &session[turn][i], &err))
			study_fail("%s", err.msg);
	}
	p[turn] = (struct as_profile){
		.command = command, .build = "", .sessions = session[turn], .n_sessions = sessions};
	as_noise_of(&p[turn], &noise);
	return noise;
}

/* What a comparison of "mine" may use of these profiles, by the rule that is shipped. */
static struct as_profile_sd chosen(const struct as_noise *known, size_t n)
{
	const size_t i = as_noise_own(known, n, "mine", "");
	return i < n ? known[i].session : (struct as_profile_sd){0};
}

/* Sessions of the command compared vary `times` as much as those of another, of which there is a
 * profile of 6 sessions; of its own there is one of `own`, or none. */
static void stored(struct cell *c, double times, size_t own)
{
	const size_t rounds = ROUNDS, executions = EXECUTIONS;
	struct lab pairs, old, new;

	lab_open(&pairs, 2, 1, &rounds);
	lab_open(&old, 1, 1, &executions);
	lab_open(&new, 1, 1, &executions);
	for (unsigned k = 0; k < c->n; k++) {
		struct as_random r = cell_random(c, k);
		double x[EXECUTIONS], y[EXECUTIONS];
		struct as_noise known[2] = {profile(&pairs, "another", 6, session_sd, &r)};
		if (own)
			known[1] = profile(&pairs, "mine", own, times * session_sd, &r);
		draw_session(times * session_sd, &r, x, EXECUTIONS);
		draw_session(times * session_sd, &r, y, EXECUTIONS);
		lab_fill(&old, 0, x, 1);
		lab_fill(&new, 0, y, 1);
		const struct as_apart v = {.old = {old.x, 0, AS_METRIC_WALL},
			.new = {new.x, 0, AS_METRIC_WALL},
			.between = chosen(known, own ? 2 : 1)};
		struct as_comparison found;
		if (as_compare_apart(&v, 1, AS_ADJUST_HOLM, &found, NULL))
			study_fail("no comparison");
		cell_count(c, "assay", is_difference(found.verdict));
		cell_count(c, "verdicts", found.verdict != AS_VERDICT_NONE);
	}
	cell_promise(c, "assay", 0, 0.05);
	if (own)
		cell_promise(c, "verdicts", 0.999, 1);
	else
		cell_promise(c, "verdicts", 0, 0.001);
	lab_close(&pairs);
	lab_close(&old);
	lab_close(&new);
}

void study_stored(struct study *s)
{
	static const double times[] = {1, 2, 3, 5, 10};
	static const size_t own[] = {0, 2, 6, SESSIONS};

	for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
		for (size_t j = 0; j < sizeof times / sizeof times[0]; j++) {
			struct cell c;
			if (!cell_open(&c, s, "stored/%zu/%g", own[i], times[j]))
				continue;
			cell_share(&c, STORED);
			stored(&c, times[j], own[i]);
			cell_close(&c);
		}
}
