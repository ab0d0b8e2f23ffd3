/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A against A, in the same rounds and in sequence (methods.md 10). */
#include "analyse/compare/noise_floor.h"
#include "campaign/campaign.h"
#include "format/json/assay_json.h"
#include "report/compare/noise_screen.h"

enum { ROUNDS, SEQUENCE };

static bool has_builds(const struct as_experiment *x)
{
	return x->plan.builds_state == AS_BUILDS_DIFFER ||
	       x->plan.builds_state == AS_BUILDS_IN_PLACE;
}

/* As many executions of one copy as both had, one after the other. Where builds are the units, all
 * of one copy, and when these are measured all of the other. Another seed: it has luck of its own.
 * */
static struct as_request sequence_of(const struct as_request *r, const struct as_experiment *x)
{
	bool built = has_builds(x);
	struct as_request q = *r;

	q.what.n_commands = built ? 2 : 1;
	q.what.shared_hooks = !built;
	q.building.builds = built ? x->plan.builds : r->building.builds;
	q.amount.runs = built ? x->plan.done : 2 * x->plan.done;
	q.amount.seed = x->plan.seed + 1;
	q.amount.min_runs = q.amount.max_runs = q.amount.stage1 = 0;
	q.amount.iterations = x->plan.iterations ? x->plan.iterations : r->amount.iterations;
	q.amount.iterations_given = true;
	return q;
}

static enum as_status next(struct as_campaign *c, struct as_piece *out, struct as_err *err)
{
	(void)err;
	if (c->n == ROUNDS)
		*out = (struct as_piece){.name = "rounds", .request = *c->request};
	else if (c->n == SEQUENCE && as_campaign_is_whole(&c->v[ROUNDS]))
		*out = (struct as_piece){.name = "sequence",
			.request = sequence_of(c->request, c->v[ROUNDS].x)};
	return AS_OK;
}

static const char *known(const char *id)
{
	return id && *id ? id : "unknown";
}

static struct as_profile profile_of(const struct as_experiment *x, struct as_profile_session *now)
{
	const struct as_subject *s = &x->subjects[0];

	return (struct as_profile){.machine_id = known(x->machine.machine_id),
		.environment_id = known(x->machine.environment_id),
		.metric = x->metrics[x->criterion].name, .command = s->command,
		.build = s->build_command ? s->build_command : "", .host = x->machine.host,
		.sessions = now, .n_sessions = 1};
}

/* Put the session to the others of its profile; *p is then all of them. */
static enum as_status keep_profile(
	const struct as_campaign *c, struct as_profile *p, struct as_err *err)
{
	const struct as_store_profile_query query = {p->machine_id, p->environment_id, p->metric,
		p->command, p->build};
	struct as_profile *list = NULL;
	size_t n = 0;
	enum as_status st = as_store_put_profile(c->store, p, err);

	if (!st)
		st = as_store_get_profiles(c->store, &query, c->arena, &list, &n, err);
	if (!st && n)
		*p = list[0];
	return st;
}

static enum as_status show(const struct as_campaign *c, const struct as_noise_screen *s,
	struct as_err *err)
{
	struct as_text t = {0};

	if (c->json)
		as_json_noise(&t, s->noise);
	else
		as_report_noise(&t, &c->style, s);
	enum as_status st = c->hands->print(c->hands->context, &t, err);
	as_text_release(&t);
	return st;
}

/* Only what was carried out as planned, in both halves, becomes a part of the profile. */
static enum as_status end(struct as_campaign *c, struct as_err *err)
{
	const struct as_result *sequence = c->n > SEQUENCE ? &c->v[SEQUENCE] : NULL;
	const bool whole = sequence && as_campaign_is_whole(sequence);
	struct as_noise_source source = {.group = c->group};
	struct as_profile_session now;
	struct as_err late = {0};
	struct as_noise noise;

	if (!c->n || !c->v || !as_campaign_is_there(&c->v[ROUNDS]))
		return AS_OK;
	source.rounds = c->v[ROUNDS].x;
	source.sequence = sequence && as_campaign_is_there(sequence) ? sequence->x : NULL;
	enum as_status st = as_noise_measure(&source, &now, err);
	if (st)
		return st;
	struct as_profile p = profile_of(source.rounds, &now);
	enum as_status kept = whole ? keep_profile(c, &p, &late) : AS_OK;
	as_noise_of(&p, &noise);
	st = show(c, &(struct as_noise_screen){source.rounds, source.sequence, &now, &noise,
			     whole && !kept},
		err);
	if (!st && kept && err)
		*err = late;
	return st ? st : kept;
}

const struct as_campaign_kind as_kind_aa = {.name = "aa", .next = next, .end = end};
