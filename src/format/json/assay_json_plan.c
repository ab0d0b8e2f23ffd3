/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "format/json/assay_json.h"
#include "format/json/assay_json_parts.h"

static void add_level(struct as_json *j, const struct as_forecast_level *l)
{
	as_json_open_flat(j, '{');
	as_json_key_string(j, "name", l->name);
	as_json_key_double(j, "t2", l->t2);
	as_json_key_double(j, "cost_s", l->cost_s);
	as_json_key_int(j, "count", (int64_t)l->count);
	as_json_key_double(j, "optimum", l->optimum);
	as_json_key(j, "published");
	if (l->published)
		as_json_int(j, (int64_t)l->published);
	else
		as_json_null(j);
	as_json_close(j, '}');
}

/* What was wanted, and how the plan stands to it. */
static void add_wish(struct as_json *j, const struct as_forecast *f)
{
	as_json_key_double(j, "precision", f->precision > 0 ? f->precision : (double)NAN);
	as_json_key_double(j, "detect", f->detect > 0 ? f->detect : (double)NAN);
	as_json_key_double(j, "power", f->detect > 0 ? f->power : (double)NAN);
	as_json_key_double(j, "budget_s", f->budget_s);
	as_json_key_bool(j, "met", f->met);
	as_json_key_double(j, "precision_s", f->precision_s);
	as_json_key(j, "sure");
	if (f->sure)
		as_json_int(j, (int64_t)f->sure);
	else
		as_json_null(j);
	as_json_key(j, "needed");
	if (f->needed)
		as_json_int(j, (int64_t)f->needed);
	else
		as_json_null(j);
	as_json_key_double(j, "needed_s", f->needed ? f->needed_s : (double)NAN);
}

/* As many of each as before; null where it is not known. */
static void add_flat(
	struct as_json *j, const struct as_forecast *f, const struct as_forecast_flat *flat)
{
	as_json_key(j, "flat");
	if (!flat || !isfinite(flat->cost_s)) {
		as_json_null(j);
		return;
	}
	as_json_open_flat(j, '{');
	as_json_key(j, "counts");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < f->n_levels; i++)
		as_json_int(j, (int64_t)flat->count[i]);
	as_json_close(j, ']');
	as_json_key_double(j, "cost_s", flat->cost_s);
	as_json_close(j, '}');
}

void as_json_forecast(
	struct as_text *t, const struct as_forecast *f, const struct as_forecast_flat *flat)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-plan-1");
	as_json_key_int(&j, "commands", (int64_t)f->commands);
	as_json_key(&j, "levels");
	as_json_open(&j, '[');
	for (size_t i = 0; i < f->n_levels; i++)
		add_level(&j, &f->level[i]);
	as_json_close(&j, ']');
	as_json_key_double(&j, "mean", f->absolute ? (double)NAN : f->mean);
	as_json_key_bool(&j, "of_ratio", f->of_ratio);
	as_json_key_double(&j, "confidence", f->confidence);
	as_json_key_string(&j, "confidence_holds", as_word(&as_holds_words, (size_t)f->holds));
	as_json_key_double(&j, "unit_cost_s", f->unit_cost_s);
	as_json_key_double(&j, "unit_var", f->unit_var);
	as_json_key_double(&j, "cost_s", f->cost_s);
	as_json_key_double(&j, "half_width", f->half_width);
	add_wish(&j, f);
	add_flat(&j, f, flat);
	as_json_key(&j, "learnt");
	as_json_instant(&j, f->learnt_ns);
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}

void as_json_detection(struct as_text *t, const struct as_seeing *d)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-detect-1");
	as_json_key_double(&j, "power", d->power);
	as_json_key_double(&j, "confidence", d->confidence);
	as_json_key_double(&j, "sd", d->sd);
	as_json_key_double(&j, "df", d->df);
	as_json_key_bool(&j, "paired", d->paired);
	as_json_key(&j, "changes");
	as_json_open(&j, '[');
	for (size_t i = 0; i < d->n; i++) {
		as_json_open_flat(&j, '{');
		as_json_key_double(&j, "change", d->v[i].change);
		as_json_key_int(&j, "rounds", (int64_t)d->v[i].rounds);
		as_json_key_int(&j, "builds", (int64_t)d->v[i].builds);
		as_json_key_int(&j, "sure", (int64_t)d->v[i].sure);
		as_json_key_double(&j, "cost_s", d->v[i].cost_s);
		as_json_close(&j, '}');
	}
	as_json_close(&j, ']');
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}

void as_json_together(struct as_text *t, const struct as_together *o)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-oracle-1");
	as_json_key_double(&j, "cost_ns", o->cost_ns);
	as_json_key_int(&j, "count", (int64_t)o->count);
	as_json_key_int(&j, "logistic", (int64_t)o->logistic);
	as_json_key_int(&j, "limit", (int64_t)o->limit);
	as_json_key_string(&j, "clock", o->clock);
	as_json_key_double(&j, "resolution_ns", o->resolution_ns);
	as_json_key_double(&j, "accuracy_ns", o->accuracy_ns);
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}
