/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "model/joined/texts.h"
#include "report/result/builds.h"
#include "report/compare/beside.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "report/result/choose.h"
#include "say/say_words.h"
#include "say/findings.h"

/* The first line of a block has it already. */
static bool header_has_drop(const struct as_screen *s)
{
	return s->x->n_subjects == 1 && s->x->plan.drop;
}

/* How many iterations, and who said so. What another tool asked for is not known. */
static struct as_text iterations_of(const struct as_screen *s, const struct as_summary_level *l)
{
	const struct as_plan *plan = &s->x->plan;
	const bool own = l->r_min != l->r_max ||
			 !as_iterations_as_asked(l->r_max, plan->iterations, plan->drop);
	const bool planned = plan->cost_s[AS_LEVEL_EXECUTION] > 0;
	struct as_text t = {0};

	if (as_is_from_elsewhere(s->x) && l->r_min == l->r_max)
		as_say(&t, s->style, ITERATIONS_EACH, l->r_max, (size_t)1, (size_t)0);
	else if (as_is_from_elsewhere(s->x))
		return t;
	else if (own)
		as_say(&t, s->style, OWN_ITERATIONS,
			l->r_min < l->r_max ? l->r_min + plan->drop : 0,
			l->r_max + plan->drop, plan->iterations);
	else if (!header_has_drop(s) || !(plan->iterations_given || planned))
		as_say(&t, s->style, ITERATIONS_EACH, l->r_max, plan->iterations_given, planned);
	return t;
}

/* These, and what of them counts. */
static void iterations(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	const struct as_summary_level *l = &y->tree.v[0];

	if (y->same_iteration) {
		as_remark_words(s, subject,
			AS_WORDS(ONE_ITERATION, y->same_iteration + y->steadiness.state.dropped));
		return;
	}
	if (y->tree.n < 2 || l->level != AS_LEVEL_ITERATION || s->x->table)
		return;
	struct as_text made = iterations_of(s, l), dropped = {0};
	if (!header_has_drop(s) && (s->x->plan.drop || !as_is_from_elsewhere(s->x)))
		as_say(&dropped, s->style, ITERATIONS_DROPPED, s->x->plan.drop);
	if (made.len || dropped.len)
		as_remark_words(s, subject, AS_WORDS(ITERATIONS, &made, &dropped));
}

/* A level of which there is one unit in each unit above is merged into that (methods.md 4.5). */
static void merged(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	for (size_t i = y->tree.n; i-- > 1;) {
		const struct as_summary_level *l = &y->tree.v[i - 1];

		if (l->repeated || as_is_same_build(s, subject, l) ||
			(y->same_iteration && l->level == AS_LEVEL_ITERATION))
			continue;
		as_remark_words(s, subject, AS_WORDS(MERGED_LEVEL, as_level_word(l),
			as_level_word(&y->tree.v[i])));
	}
}

static void shell(struct as_screen *s, size_t subject)
{
	const struct as_subject *what = &s->x->subjects[subject];
	const struct as_quantity cost = {"ns", what->shell_cost_ns, 0.05 * what->shell_cost_ns};

	if (what->shell)
		as_remark_words(s, subject, AS_WORDS(RUN_BY, what->shell, what->shell_reason,
			what->shell_cost_ns > 0 ? &cost : NULL));
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
	as_ignored_add(s, subject);
}

/* What is to be said of metrics that were asked for: why they are not there. */
static void metrics(struct as_screen *s, size_t subject)
{
	const struct as_machine *m = &s->x->machine;
	const size_t n = sizeof AS_FACT_METRIC - 1;

	for (size_t i = 0; i < m->n_facts; i++) {
		const struct as_fact *f = &m->facts[i];

		if (!strncmp(f->name, AS_FACT_METRIC, n))
			as_remark_words(s, subject, AS_WORDS(METRIC_IS, f->name + n, f->value));
	}
}

/* The mean beside the typical run of one command, and runs of two kinds (methods-typical.md 3.2, 3.3). */
static void typical(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	const struct as_metric *m = as_screen_metric(s, y->metric);
	const double h = y->half_width / y->mean;
	struct as_text value = {0}, ends = {0}, fast = {0}, slow = {0}, alone = {0};

	if (!y->is_typical)
		return;
	if (s->a->n_comparisons && fabs(log(y->alone / y->mean)) > fmax(h, log(1.02))) {
		as_quantity_add(&alone, s->style, m->unit, y->alone, y->half_width);
		as_remark_words(s, subject, AS_WORDS(TIMES_OF_ROUNDS, s->name[subject], &alone));
	}
	const double apart = fabs(log(y->means.value / y->mean));
	if (s->x->n_subjects == 1 && !y->n_few && apart > fmax(h, log(1.02))) {
		struct as_summary mean = *y;
		mean.mean = y->means.value;
		mean.lo = y->means.lo;
		mean.hi = y->means.hi;
		mean.half_width = (mean.hi - mean.lo) / 2;
		as_quantity_add(&value, s->style, m->unit, mean.mean, mean.half_width);
		if (mean.lo > 0 && isfinite(mean.hi))
			as_range_add(&ends, s->style, m, &mean);
		as_remark_words(s, subject, AS_WORDS(ON_AVERAGE_ALONE, &value, &ends, y->means.slow,
			y->n_top, y->means.times > 1.75));
	}
	if (y->kinds.n[0]) {
		as_quantity_add(&fast, s->style, m->unit, y->kinds.near[0], (double)NAN);
		as_quantity_add(&slow, s->style, m->unit, y->kinds.near[1], (double)NAN);
		as_remark_words(s, subject, AS_WORDS(TWO_KINDS, y->kinds.n[0], &fast,
			y->kinds.n[1], &slow));
	}
}

void as_remarks_collect(struct as_screen *s, size_t subject)
{
	const struct as_summary *y = as_screen_summary(s, subject);
	const bool elsewhere = as_is_from_elsewhere(s->x);
	const bool runs = !elsewhere && y->tree.n &&
		y->tree.v[y->tree.n - 1].level == AS_LEVEL_EXECUTION;
	const struct as_about about = {as_screen_metric(s, y->metric),
		runs ? "run" : as_top_word(y), elsewhere};

	typical(s, subject, y);
	failures(s, subject);
	as_disturbed_collect(s, subject, y);
	as_around_collect(s, subject);
	as_builds_say(s, subject);
	iterations(s, subject, y);
	merged(s, subject, y);
	as_net_collect(s, subject);
	shell(s, subject);
	as_conditions_collect(s, subject);
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

/* Subjects one after the other. */
struct whose {
	size_t *v;
	size_t n, cap;
};

/* Which subjects have a remark in the same words, and which have one of a topic. */
struct as_remark_index {
	struct as_labels words;
	struct whose *by_words; /* of each of them */
	size_t n, cap;
	struct whose by_topic[AS_TOPICS];
};

void as_remark_index_free(struct as_remark_index *x)
{
	for (size_t i = 0; x && i < x->n; i++)
		free(x->by_words[i].v);
	for (size_t i = 0; x && i < AS_TOPICS; i++)
		free(x->by_topic[i].v);
	if (x) {
		as_labels_release(&x->words);
		free(x->by_words);
	}
	free(x);
}

/* Its number; false when out of memory. */
static bool number_of(struct as_labels *words, const struct as_remark *r, uint32_t *out)
{
	struct as_text t = {0};

	as_text_addf(&t, "%d", (int)r->label);
	as_text_char(&t, '\n');
	as_text_add(&t, r->body);
	as_text_char(&t, '\n');
	as_text_add(&t, r->lines);
	const bool ok = !t.failed && as_labels_add(words, as_text_str(&t), t.len, out);
	as_text_release(&t);
	return ok;
}

/* Subjects come in their order. */
static bool add_whose(struct whose *w, size_t subject)
{
	return (w->n && w->v[w->n - 1] == subject) || AS_PUSH(w->v, w->n, w->cap, subject);
}

static bool add_to_index(struct as_remark_index *x, size_t subject, const struct as_remark *r)
{
	const struct whose none = {0};
	uint32_t k = 0;

	if (!number_of(&x->words, r, &k) ||
		(k == x->n && !AS_PUSH(x->by_words, x->n, x->cap, none)))
		return false;
	return add_whose(&x->by_words[k], subject) &&
		(!r->topic || add_whose(&x->by_topic[r->topic], subject));
}

/* Made at the first question behind the last remark, as there may be thousands of either. NULL: out of
 * memory. */
static struct as_remark_index *index_of(struct as_screen *s)
{
	struct as_remark_index *x = s->index ? s->index : calloc(1, sizeof *x);
	bool ok = x != NULL;

	for (size_t i = 0; ok && !s->index && i < s->x->n_subjects; i++)
		for (size_t k = 0; ok && k < s->remark[i].n; k++)
			ok = add_to_index(x, i, &s->remark[i].v[k]);
	if (!ok) {
		as_remark_index_free(x);
		s->t->failed = true;
		return NULL;
	}
	s->index = x;
	return x;
}

/* The subjects that have it. */
static const struct whose *whose_is(struct as_screen *s, const struct as_remark *r)
{
	static const struct whose none = {0};
	struct as_remark_index *x = index_of(s);
	uint32_t k = 0;

	return x && number_of(&x->words, r, &k) && k < x->n ? &x->by_words[k] : &none;
}

bool as_remark_is_common(struct as_screen *s, const struct as_remark *r)
{
	return s->x->n_subjects > 1 && whose_is(s, r)->n == s->x->n_subjects;
}

void as_remarks_add(struct as_screen *s, size_t subject, enum as_section section)
{
	const struct as_remarks *all = &s->remark[subject];

	for (size_t i = 0; i < all->n; i++)
		if (as_remark_is_in(&all->v[i], section) && !as_remark_is_common(s, &all->v[i]))
			as_remark_add(s, &all->v[i], NULL);
}

void as_remark_names_add(struct as_text *t, struct as_screen *s, const struct as_remark *r)
{
	const struct whose *w = whose_is(s, r);
	struct as_list names = {.most = 3};

	if (s->rows && r->topic && s->index && s->index->by_topic[r->topic].n)
		w = &s->index->by_topic[r->topic];
	for (size_t i = 0; i < w->n && i < names.most; i++)
		if (as_list_next(&names))
			as_text_add(&names.text, s->name[w->v[i]]);
	names.n = w->n;
	as_text_add(t, as_text_str(as_list_end(&names)));
	as_text_take(t, &names.text);
}

bool as_remark_is_repeated(struct as_screen *s, size_t subject, const struct as_remark *r)
{
	const struct whose *w = whose_is(s, r);

	return w->n && w->v[0] < subject;
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
