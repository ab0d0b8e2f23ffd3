/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/json/assay_json.h"

#include "format/json/assay_json_parts.h"

static void add_head(struct as_json *j, const struct as_experiment *x)
{
	as_json_key(j, "experiment");
	as_json_open(j, '{');
	if (x->id)
		as_json_key_int(j, "id", x->id);
	as_json_fields(j, &as_experiment_fields, x, x);
	as_json_key_string(j, "criterion", x->metrics[x->criterion].name);
	as_json_key_int(j, "reference", (int64_t)x->reference);
	as_json_close(j, '}');
}

static void add_machine(struct as_json *j, const struct as_machine *m)
{
	as_json_key(j, "machine");
	as_json_open(j, '{');
	as_json_fields(j, &as_machine_fields, m, NULL);
	as_json_key(j, "facts");
	as_json_open(j, '[');
	for (size_t i = 0; i < m->n_facts; i++) {
		as_json_open_flat(j, '{');
		as_json_fields(j, &as_fact_fields, &m->facts[i], NULL);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
	as_json_close(j, '}');
}

static void add_metrics(struct as_json *j, const struct as_experiment *x)
{
	as_json_key(j, "metrics");
	as_json_open(j, '[');
	for (size_t i = 0; i < x->n_metrics; i++) {
		as_json_open_flat(j, '{');
		as_json_fields(j, &as_metric_fields, &x->metrics[i], x);
		as_json_key_string(j, "describe", x->metrics[i].describe);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

static void add_notes(struct as_json *j, const struct as_experiment *x,
	const struct as_subject *s)
{
	as_json_key(j, "notes");
	as_json_open(j, '[');
	for (size_t i = 0; i < s->n_notes; i++) {
		as_json_open_flat(j, '{');
		as_json_fields(j, &as_note_fields, &s->notes[i], x);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

void as_json_key_version(struct as_json *j, const struct as_version *v)
{
	as_json_key(j, "version");
	if (!as_version_known(v)) {
		as_json_null(j);
		return;
	}
	as_json_open(j, '{');
	as_json_fields(j, &as_version_fields, v, NULL);
	as_json_close(j, '}');
}

/* Those of one subject stand together, in the order of subjects; *first is behind those of the last one. */
static void add_published(
	struct as_json *j, const struct as_export *e, size_t subject, size_t *first)
{
	const struct as_analysis *a = e->a;
	size_t n = 0;

	while (*first < a->n_published && a->published[*first].subject < subject)
		++*first;
	while (*first + n < a->n_published && a->published[*first + n].subject == subject)
		n++;
	as_json_key(j, "published");
	as_json_published(j, e->x, n ? a->published + *first : NULL, n);
}

static void add_subject(
	struct as_json *j, const struct as_export *e, size_t i, size_t *published)
{
	const struct as_subject *s = &e->x->subjects[i];

	as_json_open(j, '{');
	as_json_fields(j, &as_subject_fields, s, e->x);
	as_json_key(j, "builds_of");
	if (s->n_builds)
		as_json_int(j, (int64_t)as_experiment_builds_of(e->x, i));
	else
		as_json_null(j);
	as_json_key(j, "parameters");
	as_json_open(j, '{');
	for (size_t k = 0; k < s->n_parameters; k++)
		as_json_key_string(j, s->parameters[k].name, s->parameters[k].value);
	as_json_close(j, '}');
	as_json_key_version(j, &s->version);
	as_json_key(j, "summaries");
	as_json_open(j, '[');
	for (size_t m = 0; m < e->n; m++)
		if (i < e->a[m].n_subjects)
			as_json_summary(j, e->x, &e->a[m].summaries[i]);
	as_json_close(j, ']');
	add_published(j, e, i, published);
	as_json_key(j, "tree");
	as_json_tree(j, e->x, s);
	add_notes(j, e->x, s);
	as_json_close(j, '}');
}

static enum as_status add_comparisons(struct as_json *j, const struct as_export *e,
	const struct as_sink *to, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t m = 0; m < e->n; m++)
		for (size_t k = 0; k < e->a[m].n_comparisons && !st; k++) {
			const struct as_comparison *c = &e->a[m].comparisons[k];
			as_json_comparison(j, &e->x->metrics[c->metric], c);
			st = as_json_hand_on(j, to, AS_JSON_PIECE, err);
		}
	return st;
}

enum as_status as_json_result(
	const struct as_export *e, const struct as_sink *to, struct as_err *err)
{
	const struct as_experiment *x = e->x;
	struct as_text t = {0};
	struct as_json j;
	size_t published = 0;
	enum as_status st = AS_OK;

	as_json_begin(&j, &t, "assay-result-1");
	add_head(&j, x);
	as_json_key(&j, "plan");
	as_json_open(&j, '{');
	as_json_fields(&j, &as_plan_fields, &x->plan, x);
	as_json_close(&j, '}');
	add_machine(&j, &x->machine);
	add_metrics(&j, x);
	as_json_key(&j, "subjects");
	as_json_open(&j, '[');
	for (size_t i = 0; i < x->n_subjects && !st; i++) {
		add_subject(&j, e, i, &published);
		st = as_json_hand_on(&j, to, AS_JSON_PIECE, err);
	}
	as_json_close(&j, ']');
	as_json_key(&j, "comparisons");
	as_json_open(&j, '[');
	if (!st)
		st = add_comparisons(&j, e, to, err);
	as_json_close(&j, ']');
	if (e->n)
		as_json_key_named(&j, &x->metrics[e->a[0].metric], e->a[0].named,
			e->a[0].n_named);
	as_json_key_gates(&j, &e->gates);
	as_json_key_joint(&j, &e->gates.joint);
	as_json_key_noise(&j, e->noise, e->noise_refused);
	as_json_end(&j);
	if (!st)
		st = as_json_hand_on(&j, to, 0, err);
	as_text_release(&t);
	return st;
}

void as_json_list(struct as_text *t, const struct as_listing *l, size_t n)
{
	struct as_json j;

	as_json_begin(&j, t, "assay-list-1");
	as_json_key(&j, "results");
	as_json_open(&j, '[');
	for (size_t i = 0; i < n; i++) {
		as_json_open(&j, '{');
		as_json_fields(&j, &as_listing_fields, &l[i], NULL);
		as_json_close(&j, '}');
	}
	as_json_close(&j, ']');
	as_json_end(&j);
}
