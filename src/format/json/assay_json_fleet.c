/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "format/json/assay_json.h"
#include "format/json/assay_json_parts.h"
#include "model/answer/compared/fleet.h"
#include "model/answer/planned/fleet_plan.h"
#include "model/fields/vocabulary.h"

static void add_interval(struct as_json *j, const char *key, const struct as_fleet_interval *i)
{
	as_json_key(j, key);
	as_json_open_flat(j, '{');
	as_json_key_double(j, "lo", i->lo);
	as_json_key_double(j, "hi", i->hi);
	as_json_close(j, '}');
}

/* null where it counts, as far as rules say */
static const char *const aside_names[AS_ASIDES] = {[AS_ASIDE_DOCTOR] = "doctor",
	[AS_ASIDE_PROFILE] = "profile", [AS_ASIDE_NOISE] = "noise", [AS_ASIDE_LEVEL] = "level"};

static void add_cell(struct as_json *j, const char *machine, const struct as_fleet_cell *c,
	const struct as_fleet_set_aside *aside)
{
	as_json_open_flat(j, '{');
	as_json_key_string(j, "machine", machine);
	as_json_key_int(j, "rounds", (int64_t)c->rounds);
	as_json_key_int(j, "sessions", (int64_t)c->sessions);
	as_json_key_bool(j, "counts", c->counts);
	as_json_key_string(j, "set_aside", aside_names[aside->why]);
	as_json_key_double(j, "value", c->value);
	as_json_key_double(j, "lo", c->lo);
	as_json_key_double(j, "hi", c->hi);
	as_json_key_double(j, "against_others", c->by);
	as_json_key_double(j, "differs_p", c->differs_p);
	as_json_key_bool(j, "differs", c->differs);
	as_json_close(j, '}');
}

static void add_strata(struct as_json *j, const struct as_fleet_row *r)
{
	as_json_key(j, "kinds");
	as_json_open(j, '[');
	for (size_t k = 0; k < r->n_strata; k++) {
		const struct as_fleet_stratum *s = &r->stratum[k];
		as_json_open_flat(j, '{');
		as_json_key_string(j, "kind", s->kind);
		as_json_key_int(j, "machines", (int64_t)s->machines);
		as_json_key_double(j, "value", s->value);
		as_json_key_double(j, "lo", s->lo);
		as_json_key_double(j, "hi", s->hi);
		as_json_key_double(j, "p", s->p);
		as_json_key_string(j, "verdict", as_word(&as_verdict_words, (size_t)s->verdict));
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

static void add_row(struct as_json *j, const struct as_fleet *f, const struct as_fleet_row *r)
{
	const bool mean = r->subject == r->reference;

	as_json_open(j, '{');
	as_json_key_string(j, "subject", f->subject[r->subject]);
	as_json_key_string(j, "reference", mean ? NULL : f->subject[r->reference]);
	as_json_key_int(j, "machines", (int64_t)r->counting);
	as_json_key_double(j, "confidence", r->c.confidence);
	as_json_key_double(j, mean ? "mean" : "ratio", r->value);
	add_interval(j, "these_machines", &r->these);
	add_interval(j, "machines_like_these", &r->alike);
	add_interval(j, "another_machine", &r->another);
	as_json_key_double(j, "p", r->p);
	as_json_key_string(j, "verdict",
		mean ? NULL : as_word(&as_verdict_words, (size_t)r->c.verdict));
	as_json_key_double(j, "share_of_machine", r->share);
	as_json_key_double(j, "impact", r->impact);
	as_json_key_double(j, "machines_differ_p", r->differ_p);
	as_json_key_int(j, "more_on_at_least", (int64_t)r->above);
	as_json_key_int(j, "less_on_at_least", (int64_t)r->below);
	as_json_key_string(j, "farthest", f->machine[r->apart]);
	as_json_key_double(j, "farthest_p", r->apart_p);
	add_strata(j, r);
	as_json_key(j, "each");
	as_json_open(j, '[');
	for (size_t k = 0; k < f->n; k++)
		add_cell(j, f->machine[k], &r->cell[k], &f->aside[k]);
	as_json_close(j, ']');
	as_json_close(j, '}');
}

static void add_choice(struct as_json *j, const char *key, const struct as_fleet_choice *c)
{
	as_json_key(j, key);
	if (!c->machines) {
		as_json_null(j);
		return;
	}
	as_json_open_flat(j, '{');
	as_json_key_int(j, "machines", (int64_t)c->machines);
	as_json_key_int(j, "sessions", (int64_t)c->sessions);
	as_json_key_int(j, "rounds", (int64_t)c->rounds);
	as_json_key_double(j, "cost_s", c->cost_s);
	as_json_key_double(j, "half_width", c->half_width);
	as_json_close(j, '}');
}

void as_json_fleet_plan(struct as_text *t, const struct as_fleet_plan *f)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-fleet-plan-1");
	as_json_key_double(&j, "confidence", f->confidence);
	as_json_key_double(&j, "precision", f->precision > 0 ? f->precision : (double)NAN);
	as_json_key_double(&j, "budget_s", f->budget_s > 0 ? f->budget_s : (double)NAN);
	as_json_key_int(&j, "machines_at_most", (int64_t)f->most);
	as_json_key_bool(&j, "met", f->reached);
	add_choice(&j, "plan", &f->plan);
	add_choice(&j, "half", &f->half);
	add_choice(&j, "twice", &f->twice);
	add_choice(&j, "best", &f->best);
	as_json_close(&j, '}');
	as_text_add(t, "\n");
}

void as_json_fleet(struct as_text *t, const struct as_fleet *f)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-fleet-1");
	as_json_key_string(&j, "metric", f->metric.name);
	as_json_key_string(&j, "unit", f->metric.unit);
	as_json_key_int(&j, "planned_rounds", (int64_t)f->planned);
	as_json_key_bool(&j, "several_kinds", f->kinds);
	as_json_key_bool(&j, "same_builds", f->same_builds);
	as_json_key(&j, "rows");
	as_json_open(&j, '[');
	for (size_t i = 0; i < f->n_rows; i++)
		add_row(&j, f, &f->row[i]);
	as_json_close(&j, ']');
	as_json_close(&j, '}');
	as_text_add(t, "\n");
}
