/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/json/assay_json_parts.h"

static void key_size(struct as_json *j, const char *key, size_t n)
{
	as_json_key_int(j, key, (int64_t)n);
}

static void add_state(struct as_json *j, const struct as_steady_state *s)
{
	as_json_key(j, "iterations");
	if (!s->executions) {
		as_json_null(j);
		return;
	}
	as_json_open(j, '{');
	as_json_key_string(j, "pace", as_pace_names[s->pace]);
	as_json_key(j, "executions");
	as_json_open_flat(j, '{');
	for (int k = 0; k < (int)AS_PACE_MIXED; k++)
		key_size(j, as_pace_names[k], s->of[k]);
	as_json_close(j, '}');
	key_size(j, "n", s->n);
	key_size(j, "warmup", s->warmup);
	as_json_key_double(j, "warmup_excess", s->warmup_excess);
	as_json_key_double(j, "warmup_effect", s->warmup_effect);
	as_json_key_bool(j, "warmup_matters", s->warmup_matters);
	as_json_key_bool(j, "settled", !s->unsettled);
	as_json_key_double(j, "drift", s->drift);
	key_size(j, "period", s->period);
	key_size(j, "apart", s->replaced);
	key_size(j, "dropped", s->dropped);
	as_json_key_double(j, "dropped_excess", s->dropped_excess);
	as_json_close(j, '}');
}

static void add_dependence(struct as_json *j, const struct as_dependence *d)
{
	as_json_key(j, "dependence");
	if (!d->executions) {
		as_json_null(j);
		return;
	}
	as_json_open(j, '{');
	as_json_key_bool(j, "found", d->found);
	key_size(j, "executions", d->executions);
	key_size(j, "n", d->n);
	key_size(j, "rejected", d->rejected);
	key_size(j, "rejected_ljung_box", d->ljung_box);
	key_size(j, "rejected_runs", d->runs);
	as_json_key_double(j, "lag1", d->lag1);
	key_size(j, "thin", d->thin);
	as_json_close(j, '}');
}

static void add_order(struct as_json *j, const struct as_order_drift *o)
{
	as_json_key(j, "order");
	if (!o->n) {
		as_json_null(j);
		return;
	}
	as_json_open(j, '{');
	as_json_key_bool(j, "found", o->found);
	key_size(j, "n", o->n);
	as_json_key_double(j, "p", o->p);
	as_json_key_double(j, "lag1", o->lag1);
	as_json_key_bool(j, "trend", o->trend);
	as_json_key_double(j, "change", o->change);
	as_json_close(j, '}');
}

void as_json_key_steadiness(struct as_json *j, const struct as_steadiness *s)
{
	as_json_key(j, "steadiness");
	as_json_open(j, '{');
	add_state(j, &s->state);
	add_dependence(j, &s->dependence);
	add_order(j, &s->order);
	as_json_close(j, '}');
}
