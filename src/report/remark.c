/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "report/builds.h"
#include "report/compare/beside.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "say/say_words.h"
#include "say/findings.h"

/* How many of the first iterations are left out. */
static void add_dropped(struct as_text *t, uint32_t drop)
{
	as_text_add(t, t->len ? ", " : "");
	if (!drop)
		as_text_add(t, "none");
	else if (drop == 1)
		as_text_add(t, "the first of each execution");
	else
		as_text_addf(t, "the first" AS_TIE "%u of each execution", drop);
	as_text_addf(t, " dropped as warm-up (--drop" AS_TIE "%u)", drop);
}

/* The first line of a block has it already. */
static bool header_has_drop(const struct as_screen *s)
{
	return s->x->n_subjects == 1 && s->x->plan.drop;
}

/* How many iterations, who said so, and what of them counts. */
static void iterations(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	const struct as_plan *plan = &s->x->plan;
	const struct as_summary_level *l = &y->tree.v[0];
	bool own = l->r_min != l->r_max ||
		   !as_iterations_as_asked(l->r_max, plan->iterations, plan->drop);
	bool planned = plan->cost_s[AS_LEVEL_EXECUTION] > 0;
	struct as_text body = {0};
	struct as_remark r = {.label = AS_LABEL_LEVELS};

	if (y->same_iteration) {
		r.importance = AS_IMPORTANCE_ANSWER;
		as_text_addf(&body,
			"of each execution only iteration" AS_TIE "%zu counts "
			"(--same-iteration): the result is that of iteration" AS_TIE
			"%zu of a fresh execution",
			y->same_iteration + y->steadiness.state.dropped,
			y->same_iteration + y->steadiness.state.dropped);
		as_remark_keep(s, subject, r, &body);
		return;
	}
	if (y->tree.n < 2 || l->level != AS_LEVEL_ITERATION || s->x->table)
		return;
	if (own) {
		as_text_add(&body, "the program makes ");
		if (l->r_min < l->r_max)
			as_text_addf(&body, "%zu" AS_TIE "to" AS_TIE, l->r_min + plan->drop);
		as_count_add(&body, l->r_max + plan->drop, "iteration");
		as_text_addf(&body, " of its own (%u were asked for)", plan->iterations);
	} else if (!header_has_drop(s) || !(plan->iterations_given || planned)) {
		as_count_add(&body, l->r_max, "iteration");
		as_text_add(&body, AS_TIE "each");
		if (!plan->iterations_given)
			as_text_add(&body, planned ? " (planned; --iterations sets it)"
				: " (default, not planned; --iterations changes it)");
	}
	if (!header_has_drop(s))
		add_dropped(&body, plan->drop);
	if (body.len)
		as_remark_keep(s, subject, r, &body);
}

/* A level of which there is one unit in each unit above is merged into that (methods.md 4.5). */
static void merged(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	for (size_t i = y->tree.n; i-- > 1;) {
		const struct as_summary_level *l = &y->tree.v[i - 1];
		struct as_text body = {0};

		if (l->repeated || as_is_same_build(s, subject, l) ||
			(y->same_iteration && l->level == AS_LEVEL_ITERATION))
			continue;
		const char *above = as_summary_level_name(&y->tree.v[i]);
		as_text_addf(&body,
			"1" AS_TIE "%s in each %s: its variation cannot be told from that "
			"of the %s",
			as_summary_level_name(l), above, above);
		as_remark_keep(s, subject, (struct as_remark){.label = AS_LABEL_LEVELS}, &body);
	}
}

static void shell(struct as_screen *s, size_t subject)
{
	const struct as_subject *what = &s->x->subjects[subject];
	struct as_text body = {0};

	if (!what->shell)
		return;
	as_text_add(&body, "run by ");
	as_name_add(&body, s->style, what->shell, 40);
	if (what->shell_reason) {
		as_text_add(&body, " because of" AS_TIE "'");
		as_name_add(&body, s->style, what->shell_reason, 20);
		as_text_add(&body, "'");
	}
	if (what->shell_cost_ns > 0) {
		as_text_add(&body, ", which alone takes" AS_TIE);
		as_quantity_add(&body, s->style, "ns", what->shell_cost_ns,
			0.05 * what->shell_cost_ns);
		as_text_add(&body, "; it is not subtracted");
	}
	as_remark_keep(s, subject, (struct as_remark){.label = AS_LABEL_SHELL}, &body);
}

static void failures(struct as_screen *s, size_t subject)
{
	static const enum as_level_index levels[] = {AS_LEVEL_BUILD, AS_LEVEL_EXECUTION};
	struct as_text body = {0}, lines = {0};

	for (size_t i = 0; i < 2; i++)
		if (as_failures_add(s, subject, levels[i], &body, &lines))
			as_remark_keep_with(s, subject,
				(struct as_remark){.label = AS_LABEL_FAILED, .warn = true}, &body,
				&lines);
	if (as_ignored_add(s, subject, &body))
		as_remark_keep(s, subject, (struct as_remark){.label = AS_LABEL_IGNORED}, &body);
}

/* What is to be said of metrics that were asked for: why they are not there. */
static void metrics(struct as_screen *s, size_t subject)
{
	const struct as_machine *m = &s->x->machine;
	const size_t n = sizeof AS_FACT_METRIC - 1;

	for (size_t i = 0; i < m->n_facts; i++) {
		const struct as_fact *f = &m->facts[i];
		struct as_text body = {0};

		if (strncmp(f->name, AS_FACT_METRIC, n) != 0)
			continue;
		as_name_add(&body, s->style, f->name + n, 60);
		as_text_add(&body, ": ");
		as_text_add_neutral(&body, f->value, strlen(f->value), 0);
		as_remark_keep(s, subject, (struct as_remark){.label = AS_LABEL_METRIC}, &body);
	}
}

/* What is left of its time without that of the command that is subtracted. */
static void net(struct as_screen *s, size_t subject)
{
	struct as_text body = {0};

	const enum as_label label = as_net_add(&body, s, subject);
	if (body.len)
		as_remark_keep(s, subject, (struct as_remark){.label = label}, &body);
}

/* The load and the isolation that were asked for. */
static void conditions(struct as_screen *s, size_t subject)
{
	const struct as_machine *m = &s->x->machine;
	struct as_text load = {0}, isolated = {0}, failed = {0};

	as_conditions_add(m, &load, &isolated, &failed);
	if (load.len)
		as_remark_keep(s, subject, (struct as_remark){.label = AS_LABEL_LOAD}, &load);
	if (failed.len)
		as_remark_keep(s, subject,
			(struct as_remark){.label = AS_LABEL_WARNING, .warn = true}, &failed);
	if (isolated.len)
		as_remark_keep(s, subject, (struct as_remark){.label = AS_LABEL_ISOLATED},
			&isolated);
}

void as_remarks_collect(struct as_screen *s, size_t subject)
{
	const struct as_summary *y = as_screen_summary(s, subject);
	const bool runs = !s->x->table && y->tree.n &&
		y->tree.v[y->tree.n - 1].level == AS_LEVEL_EXECUTION;
	const struct as_about about = {as_screen_metric(s, y->metric),
		runs ? "run" : as_top_word(y)};

	failures(s, subject);
	as_disturbed_collect(s, subject, y);
	as_around_collect(s, subject);
	as_builds_say(s, subject);
	iterations(s, subject, y);
	merged(s, subject, y);
	net(s, subject);
	shell(s, subject);
	conditions(s, subject);
	metrics(s, subject);
	for (size_t i = 0; i < y->findings.n; i++) {
		const struct as_finding *f = &y->findings.v[i];
		struct as_text body = {0};
		/* outcome.c says it, with what was reached. */
		if (f->id == AS_FINDING_STOPPED)
			continue;
		as_finding_add(&body, s->style, &about, f);
		as_remark_keep(s, subject, as_remark_of_finding(f), &body);
	}
}

static bool has(const struct as_remarks *all, const struct as_remark *r)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->v[i].label == r->label && !strcmp(all->v[i].body, r->body) &&
			!strcmp(all->v[i].lines, r->lines))
			return true;
	return false;
}

bool as_remark_is_common(const struct as_screen *s, const struct as_remark *r)
{
	for (size_t i = 0; i < s->x->n_subjects; i++)
		if (!has(&s->remark[i], r))
			return false;
	return s->x->n_subjects > 1;
}

void as_remarks_add(struct as_screen *s, size_t subject, enum as_section section)
{
	const struct as_remarks *all = &s->remark[subject];

	for (size_t i = 0; i < all->n; i++)
		if (as_remark_is_in(&all->v[i], section) && !as_remark_is_common(s, &all->v[i]))
			as_remark_add(s, &all->v[i], NULL);
}

static bool is_about(const struct as_remarks *all, const struct as_remark *r)
{
	for (size_t i = 0; r->topic && i < all->n; i++)
		if (all->v[i].topic == r->topic)
			return true;
	return has(all, r);
}

void as_remark_names_add(struct as_text *t, const struct as_screen *s, const struct as_remark *r)
{
	enum { NAMED = 3 };
	size_t n = 0;

	for (size_t i = 0; i < s->x->n_subjects; i++) {
		if (!(s->rows ? is_about(&s->remark[i], r) : has(&s->remark[i], r)))
			continue;
		if (n++ < NAMED)
			as_text_addf(t, "%s%s", n > 1 ? ", " : "", s->name[i]);
	}
	if (n > NAMED)
		as_text_addf(t, " and" AS_TIE "%zu" AS_TIE "more", n - NAMED);
}

bool as_remark_is_repeated(const struct as_screen *s, size_t subject, const struct as_remark *r)
{
	for (size_t i = 0; i < subject; i++)
		if (has(&s->remark[i], r))
			return true;
	return false;
}

void as_remarks_named(struct as_screen *s, enum as_section section)
{
	for (size_t i = 0; i < s->x->n_subjects; i++) {
		for (size_t k = 0; k < s->remark[i].n; k++) {
			const struct as_remark *r = &s->remark[i].v[k];
			struct as_text names = {0};
			if (!as_remark_is_in(r, section) || as_remark_is_common(s, r) ||
				as_remark_is_repeated(s, i, r))
				continue;
			if (s->x->n_subjects > 1)
				as_remark_names_add(&names, s, r);
			as_remark_add(s, r, s->x->n_subjects > 1 ? as_text_str(&names) : NULL);
			as_text_take(s->t, &names);
		}
	}
}

void as_remarks_common(struct as_screen *s, enum as_section section)
{
	const struct as_remarks *first = &s->remark[0];

	for (size_t i = 0; i < first->n; i++)
		if (as_remark_is_in(&first->v[i], section) && as_remark_is_common(s, &first->v[i]))
			as_remark_add(s, &first->v[i], NULL);
}
