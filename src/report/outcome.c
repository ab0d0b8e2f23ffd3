/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "report/builds.h"
#include "report/layout.h"
#include "report/number.h"
#include "report/screen.h"

/* What is counted: rounds of several commands or builds, executions of one. */
static const char *round_word(const struct as_screen *s)
{
	return s->x->n_subjects > 1 || as_builds_in_rounds(&s->x->plan) ? "round" : "execution";
}

static void row(struct as_screen *s, const char *label, bool warn, struct as_text *body)
{
	if (body->len)
		as_remark_row(s->t, s->style, label, warn, as_text_str(body));
	s->t->failed = s->t->failed || body->failed;
	as_text_clear(body);
}

static void add_share(struct as_text *t, const struct as_screen *s, double share)
{
	as_text_addf(t, "%s" AS_TIE, as_symbols(s->style)->plus_minus);
	as_percent_add(t, share);
}

static void add_precision(struct as_text *t, const struct as_screen *s)
{
	add_share(t, s, s->x->plan.precision);
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
	add_share(t, s, s->x->plan.expected);
	as_text_add(t, ", not for ");
	add_precision(t, s);
}

static void add_rounds(struct as_text *t, const struct as_screen *s)
{
	const struct as_plan *p = &s->x->plan;

	if (!as_builds_in_rounds(p)) {
		as_count_add(t, p->done, round_word(s));
		return;
	}
	if (p->done < p->planned)
		as_text_addf(t, "%u of" AS_TIE, p->done);
	as_count_add(t, p->planned, "round");
	as_text_add(t, " of all builds");
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
	}
	if (p->wanted > p->done && p->precision > 0) {
		as_text_addf(t, "%u of the about" AS_TIE, p->done);
		as_count_add(t, p->wanted, round_word(s));
		as_text_add(t, " that ");
		add_precision(t, s);
		as_text_add(t, " needs");
	} else if (p->outcome == AS_OUTCOME_BUDGET && p->stopping == AS_STOP_FIXED &&
		!as_builds_in_rounds(p)) {
		as_text_addf(t, "%u of the" AS_TIE, p->done);
		as_count_add(t, p->planned, round_word(s));
		as_text_add(t, " asked for");
	} else {
		add_rounds(t, s);
	}
	if (p->outcome == AS_OUTCOME_STOPPED)
		as_text_add(t, "; the intervals are of what was measured until then");
}

/* Seconds that all commands of one round took. */
static double seconds_per_round(const struct as_screen *s)
{
	double total = 0;

	for (size_t i = 0; i < s->x->n_subjects; i++)
		total += as_screen_seconds(s, i);
	return s->x->plan.done ? total / s->x->plan.done : (double)NAN;
}

/* Seconds that one build of each command took, with its executions. */
static double seconds_per_build(const struct as_screen *s)
{
	double total = 0;

	for (size_t i = 0; i < s->x->n_subjects; i++)
		total += as_screen_seconds(s, i) + as_builds_seconds(&s->x->subjects[i]);
	return s->x->plan.builds ? total / s->x->plan.builds : (double)NAN;
}

/* A budget as one types it, rounded up to two digits. */
static void add_budget(struct as_text *t, double seconds)
{
	bool minutes = seconds >= 180;
	double x = minutes ? seconds / 60 : seconds;
	double step = pow(10, x >= 10 ? floor(log10(x)) - 1 : 0);

	as_text_addf(t, "--budget" AS_TIE "%.0f%s", ceil(x / step) * step, minutes ? "m" : "s");
}

/* Fewer units than tell anything: what the first useful interval costs (methods.md 6.7). */
static void add_fewest(struct as_text *t, const struct as_screen *s)
{
	enum { FEWEST = 5 };
	const struct as_plan *p = &s->x->plan;
	double seconds = seconds_per_round(s) * (p->warmups + FEWEST);

	if (p->outcome != AS_OUTCOME_BUDGET || as_builds_in_rounds(p) || p->done >= FEWEST ||
		!(seconds > 0))
		return;
	add_budget(t, 1.1 * seconds);
	as_text_addf(t, " would allow %d, the fewest for a useful interval", FEWEST);
}

static void add_wanted(struct as_text *t, const struct as_screen *s)
{
	const struct as_plan *p = &s->x->plan;
	double seconds = seconds_per_round(s) * p->wanted;

	if (!(p->wanted > p->done) || !(p->precision > 0)) {
		add_fewest(t, s);
		return;
	}
	if (p->outcome == AS_OUTCOME_MAX) {
		as_text_addf(t, "--max-runs" AS_TIE "%u", p->wanted);
	} else if (p->outcome == AS_OUTCOME_BUDGET && seconds > 0) {
		/* The budget also pays for hooks and for what lies between executions. */
		add_budget(t, 1.1 * seconds);
	} else {
		return;
	}
	as_text_add(t, " would give ");
	add_precision(t, s);
	if (seconds > 0) {
		as_text_add(t, ", in about" AS_TIE);
		as_duration_add(t, seconds);
	}
}

/* How many rounds would decide what is undecided. */
static void add_needed(struct as_text *t, const struct as_screen *s)
{
	size_t needed = 0, undecided = 0;
	bool builds = false;

	for (size_t k = 0; k < s->a->n_comparisons; k++) {
		const struct as_comparison *c = &s->a->comparisons[k];
		if (c->verdict != AS_VERDICT_UNDECIDED)
			continue;
		undecided++;
		needed = c->needed > needed ? c->needed : needed;
		builds = builds || c->of_builds;
	}
	if (!needed)
		return;
	as_text_add(t, "about" AS_TIE);
	as_count_add(t, needed, builds ? "build" : round_word(s));
	as_text_add(t, builds ? " of each" : "");
	as_text_add(t, undecided > 1 ? " would decide what is undecided" : " would decide it");
	double seconds = (builds ? seconds_per_build(s) : seconds_per_round(s)) * (double)needed;
	if (seconds > 0) {
		as_text_add(t, ", in" AS_TIE);
		as_duration_add(t, seconds);
	}
	as_text_addf(t, " (--%s" AS_TIE "%zu)", builds ? "builds" : "runs", needed);
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
		add_share(t, s, p->expected);
		as_text_add(t, " expected");
	}
	add_costs(t, s);
	as_text_addf(t, "; %u done", p->done);
	if (p->dimension_reused)
		as_text_add(t, "; from an earlier dimensioning");
}

static void add_random(struct as_text *t, const struct as_plan *p)
{
	as_text_add(t, "order of executions");
	as_randomized_add(t, p->randomize);
	as_text_addf(t, "; seed" AS_TIE "%llu", (unsigned long long)p->seed);
}

void as_outcome_add(struct as_screen *s)
{
	struct as_text body = {0};

	if (s->style->verbose)
		add_plan(&body, s);
	else if (s->x->plan.dimension_reused)
		as_text_add(&body, "from an earlier dimensioning of this benchmark on this machine");
	row(s, "plan", false, &body);
	if (s->style->verbose)
		add_random(&body, &s->x->plan);
	row(s, "random", false, &body);
	add_end(&body, s);
	row(s, "note", false, &body);
	add_wanted(&body, s);
	row(s, "next", false, &body);
	add_needed(&body, s);
	row(s, "next", false, &body);
	as_text_release(&body);
}
