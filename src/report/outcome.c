/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "model/extend.h"
#include "model/session.h"
#include "report/builds.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"

static void add_precision(struct as_text *t, const struct as_screen *s)
{
	as_plus_minus_add(t, s->style, s->x->plan.precision);
}

static void add_budget_of(struct as_text *t, const struct as_plan *p)
{
	as_text_add(t, "the budget of" AS_TIE);
	as_duration_add(t, (double)p->budget_ns / 1e9);
	as_text_add(t, p->budget_explicit ? "" : " (default)");
}

/* The budget decided the plan, before anything was measured by it, and then sufficed. */
static bool is_affordable(const struct as_plan *p)
{
	return as_builds_in_rounds(p) && p->done >= p->planned && p->expected > 0 &&
		p->precision > 0;
}

static void add_affordable(struct as_text *t, const struct as_screen *s)
{
	add_budget_of(t, &s->x->plan);
	as_text_add(t, " pays for ");
	as_plus_minus_add(t, s->style, s->x->plan.expected);
	as_text_add(t, ", not for ");
	add_precision(t, s);
}

static void add_rounds(struct as_text *t, const struct as_screen *s)
{
	const struct as_plan *p = &s->x->plan;

	if (!as_builds_in_rounds(p)) {
		as_count_add(t, p->done, as_screen_round_word(s));
		return;
	}
	if (p->done < p->planned)
		as_text_addf(t, "%u of" AS_TIE, p->done);
	as_count_add(t, p->planned, "round");
	as_text_add(t, " of all builds");
}

/* What becomes of one that was interrupted. */
static void add_going_on(struct as_text *t, const struct as_experiment *x)
{
	if (as_experiment_is_of(x, "aa"))
		as_text_add(t, x->plan.design == AS_DESIGN_ROUNDS && x->n_subjects > 1
				       ? "; it is the first half of assay aa, in the same rounds"
				       : "; it is the second half of assay aa, in sequence");
	if (as_experiment_is_of(x, "aa"))
		as_text_add(t, ": in no noise profile");
	as_text_add(t, " (assay run --resume goes on)");
}

/* Why it ended before the plan was done. */
static void add_end(struct as_text *t, const struct as_screen *s)
{
	const struct as_plan *p = &s->x->plan;

	switch (p->outcome) {
	case AS_OUTCOME_COMPLETE:
		return;
	case AS_OUTCOME_BUDGET:
		if (is_affordable(p)) {
			add_affordable(t, s);
			return;
		}
		add_budget_of(t, p);
		as_text_add(t, " ended it after ");
		break;
	case AS_OUTCOME_MAX:
		as_text_add(t, "--max-runs ended it after ");
		break;
	case AS_OUTCOME_STOPPED:
		as_text_add(t, "stopped by you after ");
		break;
	case AS_OUTCOME_FAILED:
		as_text_add(t, "a failure ended it after ");
		break;
	case AS_OUTCOME_INTERRUPTED:
		as_text_add(t, "interrupted after ");
		break;
	}
	if (p->wanted > p->done && p->precision > 0 &&
		!(s->x->n_subjects == 1 && as_screen_summary(s, 0)->state_is_slow)) {
		as_text_addf(t, "%u of the about" AS_TIE, p->done);
		as_count_add(t, p->wanted, as_screen_round_word(s));
		as_text_add(t, " that ");
		add_precision(t, s);
		as_text_add(t, " needs");
	} else if (p->outcome == AS_OUTCOME_BUDGET && p->stopping == AS_STOP_FIXED &&
		!as_builds_in_rounds(p)) {
		as_text_addf(t, "%u of the" AS_TIE, p->done);
		as_count_add(t, p->planned, as_screen_round_word(s));
		as_text_add(t, " asked for");
	} else {
		add_rounds(t, s);
	}
	if (p->outcome == AS_OUTCOME_STOPPED || p->outcome == AS_OUTCOME_INTERRUPTED)
		as_text_add(t, "; the intervals are of what was measured until then");
	if (p->outcome == AS_OUTCOME_INTERRUPTED)
		add_going_on(t, s->x);
}

/* "; planned with 1.25 s a build, 3.5 ms an execution" */
static void add_costs(struct as_text *t, const struct as_screen *s)
{
	const char *before = "; planned with ";

	for (size_t i = AS_LEVEL_BUILD + 1; i--;) {
		double ns = 1e9 * s->x->plan.cost_s[i];
		if (!(ns > 0))
			continue;
		as_text_add(t, before);
		as_quantity_add(t, s->style, "ns", ns, 0.02 * ns);
		as_text_addf(t, " %s %s", i == AS_LEVEL_BUILD ? "a" : "an", as_level_names[i]);
		before = ", ";
	}
}

static void add_plan(struct as_text *t, const struct as_screen *s)
{
	const struct as_plan *p = &s->x->plan;

	switch (p->stopping) {
	case AS_STOP_FIXED:
		as_text_add(t, "a fixed number");
		break;
	case AS_STOP_TWO_STAGE:
		as_text_addf(t, "two stages: %u in the first, %u planned", p->stage1, p->planned);
		if (p->extended)
			as_text_addf(t, ", extended once to %u", p->extended);
		as_text_add(t, ", for ");
		add_precision(t, s);
		break;
	case AS_STOP_BUDGET:
		as_text_add(t, as_builds_in_rounds(p) ? "fixed after a pilot" : "what fits");
		if (as_builds_in_rounds(p) && p->precision > 0) {
			as_text_add(t, ", for ");
			add_precision(t, s);
		}
		as_text_add(t, " within" AS_TIE);
		as_duration_add(t, (double)p->budget_ns / 1e9);
		break;
	}
	if (p->expected > 0) {
		as_text_add(t, ": ");
		as_plus_minus_add(t, s->style, p->expected);
		as_text_add(t, " expected");
	}
	add_costs(t, s);
	as_text_addf(t, "; %u done", p->done);
	if (p->dimension_reused)
		as_text_add(t, "; from an earlier dimensioning");
}

/* Why intervals are wider than t on all rounds makes them. */
static void add_stages(struct as_text *t, const struct as_screen *s)
{
	const struct as_plan *p = &s->x->plan;

	if (p->stage1 < 2 || p->done <= p->stage1 || as_builds_in_rounds(p) ||
		as_experiment_sessions(s->x) > 1)
		return;
	as_count_add(t, p->stage1, as_screen_round_word(s));
	as_text_addf(t, ", then" AS_TIE "%u; the wider of both intervals", p->done - p->stage1);
}

static void add_random(struct as_text *t, const struct as_plan *p)
{
	as_text_add(t, "order of executions");
	as_randomized_add(t, p->randomize);
	as_text_addf(t, "; seed" AS_TIE "%llu", (unsigned long long)p->seed);
}

static size_t count_facts(const struct as_machine *m, const char *name)
{
	size_t n = 0;

	for (size_t i = 0; i < m->n_facts; i++)
		n += !strncmp(m->facts[i].name, name, strlen(name));
	return n;
}

/* It was interrupted, and gone on with. */
static void add_resumed(struct as_text *t, const struct as_machine *m)
{
	size_t n = count_facts(m, AS_FACT_RESUMED) + count_facts(m, AS_FACT_SESSION);

	if (!n)
		return;
	as_text_add(t, "interrupted");
	as_text_add(t, n > 1 ? " " : "");
	if (n > 1)
		as_count_add(t, n, "time");
	as_text_add(t, " and resumed: what lies between is part of the variation");
}

static bool any_verdict(const struct as_screen *s)
{
	for (size_t k = 0; k < s->a->n_comparisons; k++)
		if (s->a->comparisons[k].verdict != AS_VERDICT_NONE)
			return true;
	return false;
}

/* Which of two looks the verdict is from, and what the other said. */
static void add_looks(struct as_text *t, const struct as_screen *s)
{
	static const char first[] = "99.5" AS_TIE "%", last[] = "95.2" AS_TIE "%";
	const struct as_plan *p = &s->x->plan;

	if (!p->decide || !any_verdict(s))
		return;
	if (!p->first_look) {
		as_text_addf(t, "it ended before the first of two, and is judged as that: at %s "
			"confidence",
			first);
	} else if (!p->last_look) {
		as_text_add(t, "the first of two decided, after ");
		as_count_add(t, p->first_look, "round");
		as_text_addf(t, ", at %s confidence", first);
	} else {
		as_text_addf(t, "undecided at the first, at %s confidence after ", first);
		as_count_add(t, p->first_look, "round");
		as_text_addf(t, p->last_look > p->first_look ? "; this is the last, at %s"
			: "; no more rounds were allowed, and this is the last, at %s", last);
		if (p->done > p->first_look) {
			as_text_add(t, " after ");
			as_count_add(t, p->done, "round");
		}
	}
}

/* Sessions have changed in the middle of the plan. */
static void add_stretches(struct as_text *t, const struct as_screen *s)
{
	size_t n = as_experiment_stretches(s->x);

	if (n > 1)
		as_text_addf(t,
			"measured over %zu" AS_TIE "sessions (%s) as if they were one: the "
			"intervals do not hold beyond them; assay run --extend measures sessions "
			"as a level",
			n,
			count_facts(&s->x->machine, AS_FACT_PAUSED)
				? "a suspend, or 30 minutes without measuring, lies between"
				: "a reboot, a suspend or 30 minutes lie between");
}

void as_looks_add(struct as_screen *s)
{
	struct as_text body = {0};

	add_looks(&body, s);
	as_screen_row(s, AS_LABEL_LOOKS, &body);
	as_text_release(&body);
}

void as_ended_add(struct as_screen *s)
{
	struct as_text body = {0};

	add_end(&body, s);
	as_screen_row(s, AS_LABEL_NOTE, &body);
	add_resumed(&body, &s->x->machine);
	as_screen_row(s, AS_LABEL_NOTE, &body);
	add_stretches(&body, s);
	as_screen_row(s, AS_LABEL_NOTE, &body);
	as_text_release(&body);
}

void as_basis_of_plan_add(struct as_screen *s)
{
	struct as_text body = {0};

	add_plan(&body, s);
	as_screen_row(s, AS_LABEL_PLAN, &body);
	add_stages(&body, s);
	as_screen_row(s, AS_LABEL_STAGES, &body);
	add_random(&body, &s->x->plan);
	as_screen_row(s, AS_LABEL_RANDOM, &body);
	as_text_release(&body);
}
