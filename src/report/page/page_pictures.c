/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures as charts: the same frames and marks that files and the terminal have, for a page to draw. */
#include "report/page/page_parts.h"

#include <math.h>
#include <string.h>

#include "report/draw/layout.h"
#include "say/charted.h"
#include "say/say_words.h"

enum {
	EXECUTIONS_MOST = 20000, /* of more, pictures would take longer than the rest of the page */
	SUBJECTS_MOST = 4, /* of which each has pictures of its own */
};

static const char *const marks[] = {
	[AS_MARK_DOTS] = "dots",
	[AS_MARK_LINE] = "line",
	[AS_MARK_BAND] = "band",
	[AS_MARK_SPAN] = "span",
	[AS_MARK_RISE] = "rise",
	[AS_MARK_BAR] = "bar",
	[AS_MARK_COLUMN] = "column",
	[AS_MARK_TICK] = "tick",
	[AS_MARK_AT] = "at",
	[AS_MARK_LEVEL] = "level",
	[AS_MARK_ZONE] = "zone",
	[AS_MARK_CELL] = "cell",
};
static const char *const tones[AS_TONES] = {
	"ink", "ref", "mute", "worse", "better", "little", "some", "more", "much"};

/* What is said, or null. */
static void add_words(struct as_page_doc *p, const char *key, const struct as_charted_words *w)
{
	struct as_text t = {0};

	if (w->id)
		as_charted_add(&t, &p->brief, w);
	as_page_key(&p->j, key, &t);
}

/* Six digits tell places of a picture apart. */
static void add_places(struct as_json *j, const char *key, const double *v, size_t n)
{
	bool any = false;

	for (size_t i = 0; i < n; i++)
		any = any || isfinite(v[i]);
	if (!any)
		return;
	as_json_key(j, key);
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < n; i++) {
		const double scale = isfinite(v[i]) && fabs(v[i]) > 0
					     ? pow(10, 5 - floor(log10(fabs(v[i]))))
					     : 1;
		as_json_double(j, round(v[i] * scale) / scale);
	}
	as_json_close(j, ']');
}

static void add_names(struct as_page_doc *p, const char *key, const char *const *name, size_t n)
{
	struct as_json *j = &p->j;

	as_json_key(j, key);
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < n; i++) {
		struct as_text t = {0};
		if (name[i])
			as_text_add_neutral(&t, name[i], strlen(name[i]), 0);
		as_page_string(j, &t);
	}
	as_json_close(j, ']');
}

static void add_layer(struct as_page_doc *p, const struct as_layer *l)
{
	struct as_json *j = &p->j;

	as_json_open(j, '{');
	as_json_key_string(j, "mark", marks[l->mark]);
	as_json_key_string(j, "tone", tones[l->tone]);
	as_json_key_int(j, "series", (int64_t)l->series);
	as_json_key_double(j, "half", l->half);
	as_json_key_bool(j, "thin", l->thin);
	if (l->shaded)
		as_json_key_bool(j, "shaded", true);
	add_words(p, "label", &l->label);
	if (l->text)
		add_names(p, "text", l->text, l->n);
	add_places(j, "x", l->x, l->n);
	add_places(j, "y", l->y, l->n);
	add_places(j, "lo", l->lo, l->n);
	add_places(j, "hi", l->hi, l->n);
	as_json_close(j, '}');
}

static void add_axis(struct as_page_doc *p, const char *key, const struct as_chart_axis *a)
{
	struct as_json *j = &p->j;
	const double most = fmax(fabs(a->from), fabs(a->to));
	const struct as_scale scale =
		a->metric ? as_scale_for(&p->brief, a->metric->unit, most, (double)NAN)
			  : (struct as_scale){
				    .per = a->share ? 0.01 : 1, .unit = a->share ? "%" : ""};
	struct as_text unit = {0}, words = {0};

	as_json_key(j, key);
	as_json_open_flat(j, '{');
	as_json_key_double(j, "from", a->from);
	as_json_key_double(j, "to", a->to);
	as_json_key_bool(j, "log", a->log);
	as_json_key_bool(j, "whole", a->whole);
	as_json_key_bool(j, "broken", as_chart_axis_broken(a));
	as_json_key_double(j, "per", scale.per);
	as_text_add_neutral(&unit, scale.unit, strlen(scale.unit), 0);
	as_page_key(j, "unit", &unit);
	if (a->words.id)
		as_charted_add(&words, &p->brief, &a->words);
	else if (a->metric && !a->unsaid && !a->n_names)
		as_metric_label_add(&words, a->metric);
	as_page_key(j, "label", &words);
	if (a->n_names)
		add_names(p, "names", a->name, a->n_names);
	as_json_close(j, '}');
}

static void add_frame(struct as_page_doc *p, const struct as_frame *f)
{
	struct as_json *j = &p->j;

	as_json_open(j, '{');
	add_words(p, "title", &f->title);
	as_json_key_double(j, "wide", f->wide > 0 ? f->wide : 1);
	add_axis(p, "x", &f->x);
	add_axis(p, "y", &f->y);
	as_json_key(j, "layers");
	as_json_open(j, '[');
	for (size_t i = 0; i < f->n_layers; i++)
		if (f->layer[i].n)
			add_layer(p, &f->layer[i]);
	as_json_close(j, ']');
	as_json_close(j, '}');
}

static void add_chart(struct as_page_doc *p, const struct as_picture *d)
{
	const struct as_chart *c = d->chart;
	struct as_json *j = &p->j;

	as_json_key_int(j, "columns", (int64_t)c->columns);
	as_json_key(j, "notes");
	as_json_open(j, '[');
	for (size_t i = 0; i < AS_CHART_NOTES && c->note[i].id; i++) {
		struct as_text t = {0};
		as_charted_add(&t, &p->brief, &c->note[i]);
		as_page_string(j, &t);
	}
	as_json_close(j, ']');
	as_json_key(j, "frames");
	as_json_open(j, '[');
	for (size_t i = 0; i < c->n_frames; i++)
		add_frame(p, &c->frame[i]);
	as_json_close(j, ']');
}

void as_page_picture(struct as_page_doc *p, const struct as_picture_request *q)
{
	const struct as_picture_entry *entry = &as_pictures[q->kind];
	struct as_json *j = &p->j;
	struct as_picture d = {0};
	const enum as_status st = as_picture_of(p->s.x, &p->r->a[0], q, &d, NULL);

	if (st && st != AS_ERR_DATA)
		j->text->failed = true;
	if (st)
		return;
	as_json_open(j, '{');
	as_json_key_string(j, "kind", entry->name);
	as_json_key_string(j, "shows", entry->help);
	as_json_key(j, "subject");
	if (entry->of == AS_OF_SUBJECT)
		as_json_int(j, (int64_t)q->subject);
	else
		as_json_null(j);
	add_chart(p, &d);
	as_json_close(j, '}');
	as_picture_release(&d);
}

bool as_page_has_pictures(const struct as_experiment *x)
{
	size_t n = 0;

	for (size_t i = 0; i < x->n_subjects; i++)
		n += x->subjects[i].levels[AS_LEVEL_EXECUTION].n;
	return n <= EXECUTIONS_MOST;
}

void as_page_pictures(struct as_page_doc *p)
{
	const struct as_experiment *x = p->s.x;
	const bool few = as_page_has_pictures(x);
	struct as_picture_request q = {.metric = p->r->a[0].summaries[0].metric,
		.quantiles = p->r->quantiles,
		.across = AS_PICTURE_CHOOSES,
		.shade = AS_PICTURE_CHOOSES};
	struct as_json *j = &p->j;

	as_json_key(j, "pictures");
	as_json_open(j, '[');
	for (unsigned k = 0; few && k < AS_PICTURES; k++) {
		const bool each = as_pictures[k].of == AS_OF_SUBJECT;
		q.kind = (enum as_picture_kind)k;
		if (strcmp(as_pictures[k].part, "pictures") != 0 ||
			(each && x->n_subjects > SUBJECTS_MOST) ||
			(k == AS_PICTURE_QUANTILES && !q.quantiles))
			continue;
		for (q.subject = 0; q.subject < (each ? x->n_subjects : 1); q.subject++)
			as_page_picture(p, &q);
	}
	as_json_close(j, ']');
}
