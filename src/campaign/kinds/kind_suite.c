/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The benchmarks of a suite, an experiment each, one after the other: what fails is told in its
 * place, and the rest goes on. */
#include "campaign/campaign.h"
#include "report/draw/screen.h"
#include "run/interrupt.h"

enum as_status as_campaign_next(struct as_campaign *c, struct as_piece *out, struct as_err *err)
{
	(void)err;
	if (!c->suite) {
		out->name = c->n ? NULL : "command";
		return AS_OK;
	}
	if (c->n == c->suite->n || as_interrupt_count())
		return AS_OK;
	out->benchmark = &c->suite->v[c->n];
	out->name = out->benchmark->name;
	out->share_ns = as_campaign_share(&c->budget, c->n);
	return AS_OK;
}

/* What became of the gates, below the commands that they are about. */
static void add_gates(struct as_campaign *c, const struct as_piece *piece,
	const struct as_result *r, struct as_text *t)
{
	const char **names = as_arena_array(piece->arena, r->x->n_subjects, sizeof *names);
	struct as_text gates = {0};

	for (size_t i = 0; names && i < r->x->n_subjects; i++)
		names[i] = r->x->subjects[i].name;
	if (names && r->gates.n)
		as_report_gates(&gates, &c->style, &r->gates, names, r->x->n_subjects);
	const char *s = as_text_str(&gates);
	as_text_add(t, s + (*s == '\n')); /* no empty line inside of the table */
	t->failed = t->failed || gates.failed || !names;
	as_text_release(&gates);
}

static size_t longest_of(const struct as_experiment *x)
{
	size_t longest = 0;

	for (size_t i = 0; i < x->n_subjects; i++) {
		const size_t w = as_text_width(x->subjects[i].name);
		longest = w > longest ? w : longest;
	}
	return longest;
}

static enum as_status tell_result(struct as_campaign *c, const struct as_piece *piece,
	const struct as_result *r, struct as_err *err)
{
	const size_t columns = as_suite_name_columns(&c->style, longest_of(r->x));
	struct as_text t = {0};

	/* Names of a program's own benchmarks are known only now. */
	c->columns = columns > c->columns ? columns : c->columns;
	const struct as_suite_result line = {.x = r->x, .a = r->analyses, .n = r->n,
		.metrics = &piece->benchmark->set.v[AS_SUITE_METRICS].list, .columns = c->columns};
	as_report_suite_result(&t, &c->style, &line);
	add_gates(c, piece, r, &t);
	enum as_status st = c->hands->print(c->hands->context, &t, err);
	as_text_release(&t);
	return st;
}

enum as_status as_campaign_tell(struct as_campaign *c, const struct as_piece *piece,
	const struct as_result *r, enum as_status st, struct as_err *err)
{
	const bool local = st == AS_ERR_BENCH || st == AS_ERR_USAGE || st == AS_ERR_DATA;
	struct as_suite_end *e = &c->ended;
	struct as_text t = {0};
	struct as_err late = {0};

	e->left--;
	e->done += !st;
	if (r->x && r->x->id)
		e->first_id = e->first_id ? e->first_id : r->x->id;
	if (r->x && r->x->id)
		e->last_id = r->x->id;
	enum as_status told = r->x && c->table ? tell_result(c, piece, r, &late) : AS_OK;
	if (!told && !local)
		return st;
	if (!told) {
		e->failed++;
		c->hands->raise(c->hands->context, st);
		as_report_suite_failed(&t, &c->style, piece->name, c->columns, err);
		told = c->hands->complain(c->hands->context, &t, &late);
		as_text_release(&t);
	}
	if (told && err)
		*err = late;
	return told;
}

enum as_status as_campaign_tell_end(struct as_campaign *c, struct as_err *err)
{
	struct as_text t = {0};

	if (c->st || !c->table)
		return AS_OK;
	as_report_suite_end(&t, &c->style, &c->ended);
	enum as_status st = c->hands->print(c->hands->context, &t, err);
	as_text_release(&t);
	return st;
}

static enum as_status took(struct as_campaign *c, const struct as_piece *piece,
	struct as_result *r, enum as_status st, struct as_err *err)
{
	st = as_campaign_tell(c, piece, r, st, err);
	as_result_release(r);
	*r = (struct as_result){0};
	return st;
}

const struct as_campaign_kind as_kind_suite = {.name = "suite",
	.next = as_campaign_next, .took = took, .end = as_campaign_tell_end};
