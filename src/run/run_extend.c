/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/run_extend.h"

#include "analyse/estimate/view/view.h"
#include "analyse/result/two_stage.h"
#include "stat/dist/random.h"

/* Builds with as many different seeds show whether they still come out the same. */
enum { PROOF = 2 };

/* Rounds that one session of the plan has, as far as they were carried out. */
static uint32_t rounds_of_plan(const struct as_experiment *x)
{
	const struct as_plan *p = &x->plan;
	uint32_t planned = p->extended > p->planned ? p->extended : p->planned;

	if (as_experiment_sessions(x) == 1 && p->done < planned)
		planned = p->done;
	return planned ? planned : 1;
}

/* Rounds that the precision still needs. */
static enum as_status rounds_for_target(const struct as_experiment *x, uint32_t *out,
	struct as_err *err)
{
	const struct as_look look = {.metric = x->criterion, .to = x->n_subjects, .last = true,
		.asked = true};
	size_t wanted = 0;
	enum as_status st = as_rounds_wanted(x, &look, &wanted, err);

	if (st)
		return st;
	if (wanted <= x->plan.done)
		return as_fail(err, AS_ERR_USAGE,
			"it has the precision of its plan already; say how many executions more "
			"with --runs, or which --precision");
	*out = (uint32_t)(wanted - x->plan.done < AS_EXECUTIONS_MAX ? wanted - x->plan.done
								    : AS_EXECUTIONS_MAX);
	return AS_OK;
}

/* Measured executions that some subject has in the last of n sessions. */
static uint32_t executions_of_last(const struct as_experiment *x, size_t n)
{
	uint32_t most = 0;

	for (size_t i = 0; i < x->n_subjects; i++) {
		const struct as_level *executions = &x->subjects[i].levels[AS_LEVEL_EXECUTION];
		const struct as_level *builds = &x->subjects[i].levels[AS_LEVEL_BUILD];
		uint32_t here = 0;

		for (size_t e = 0; e < executions->n; e++) {
			size_t parent = as_unit_parent(executions, e);
			size_t session = builds->n ? as_unit_parent(builds, parent) : parent;
			here += as_unit_role(executions, e) == AS_ROLE_MEASURED && session == n - 1;
		}
		most = here > most ? here : most;
	}
	return most;
}

static uint32_t next_place(const struct as_experiment *x)
{
	uint32_t next = 0;

	for (size_t i = 0; i < x->n_subjects; i++)
		for (size_t l = AS_LEVEL_EXECUTION; l <= AS_LEVEL_BUILD; l++) {
			const struct as_level *level = &x->subjects[i].levels[l];
			for (size_t u = 0; u < level->n; u++)
				if (as_unit_order(level, u) >= next)
					next = as_unit_order(level, u) + 1;
		}
	return next;
}

/* 53 bits, as all seeds that assay draws itself; that of the first session is the experiment's. */
static uint64_t seed_of_session(const struct as_experiment *x, size_t session)
{
	struct as_random random;

	if (!session)
		return x->plan.seed;
	as_random_init(&random, x->plan.seed, AS_RANDOM_SESSION, session);
	return as_random_u64(&random) >> 11;
}

static uint32_t builds_of_plan(const struct as_experiment *x)
{
	bool proven = false;

	for (size_t i = 0; i < x->n_subjects; i++)
		proven = proven || x->subjects[i].n_builds > as_experiment_sessions(x);
	return x->plan.builds_state == AS_BUILDS_IDENTICAL && proven ? PROOF : x->plan.builds;
}

enum as_status as_extension_request(const struct as_experiment *old, enum as_extension how,
	uint32_t runs, struct as_request *r, struct as_err *err)
{
	const struct as_plan *p = &old->plan;
	size_t sessions = as_experiment_sessions(old);
	const struct as_subject *thinned = as_experiment_thinned(old);
	enum as_status st = thinned ? as_thinned_refuse(thinned, err, "measure more of it") : AS_OK;

	if (st)
		return st;
	if (!runs && how == AS_EXTEND_ROUNDS && p->precision > 0 && sessions == 1)
		st = rounds_for_target(old, &runs, err);
	if (st)
		return st;
	r->amount.runs = runs ? runs : rounds_of_plan(old);
	r->building.builds = builds_of_plan(old);
	r->amount.warmup = p->warmups;
	r->amount.iterations = p->iterations;
	r->amount.iterations_given = true;
	r->amount.drop = p->drop;
	r->amount.drop_given = true;
	r->amount.min_runs = r->amount.max_runs = r->amount.stage1 = 0;
	r->amount.min_time_ns = 0;
	r->aim.decide = false;
	r->amount.seed = seed_of_session(old, how == AS_EXTEND_SESSION ? sessions : sessions - 1);
	r->amount.first_round = (uint32_t)as_rounds(old);
	r->amount.first_order = next_place(old);
	/* A session begins with the first execution of the plan, more of one with the next. */
	r->amount.first_execution = how == AS_EXTEND_ROUNDS ? executions_of_last(old, sessions) : 0;
	return AS_OK;
}
