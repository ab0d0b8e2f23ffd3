/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "format/json/assay_json.h"
#include "format/json/assay_json_parts.h"

static const char *const weights[AS_WEIGHTS] = {"fine", "unknown", "may", "matters"};
static const char *const cures[] = {[AS_CURE_NONE] = NULL, [AS_CURE_COMMAND] = "command",
	[AS_CURE_BOOT] = "boot", [AS_CURE_DO] = "do"};
static const char *const states[] = {[AS_ABILITY_NO] = "no", [AS_ABILITY_YES] = "yes"};

static void add_finding(struct as_json *j, const struct as_disturbance *f)
{
	const struct as_reading *r = f->reading;

	as_json_open(j, '{');
	as_json_key_string(j, "id", as_check_names[f->check].name);
	as_json_key_string(j, "what", as_check_names[f->check].what);
	as_json_key_string(j, "weight", weights[f->weight]);
	as_json_key_string(j, "value", r->known ? r->value : NULL);
	as_json_key_double(j, "number", r->number);
	as_json_key_string(j, "says", f->says);
	as_json_key_string(j, "cure_kind", cures[f->kind]);
	as_json_key_string(j, "cure", f->kind == AS_CURE_NONE ? NULL : f->cure);
	as_json_close(j, '}');
}

static void add_noise(struct as_json *j, const struct as_quanta_noise *v)
{
	as_json_open(j, '{');
	as_json_key(j, "processor");
	if (v->cpu < 0)
		as_json_null(j);
	else
		as_json_int(j, v->cpu);
	as_json_key_int(j, "quanta", (int64_t)v->n);
	as_json_key_double(j, "median_ns", v->median_ns);
	as_json_key_double(j, "p99_ns", v->p99_ns);
	as_json_key_double(j, "max_ns", v->max_ns);
	as_json_key_double(j, "taken", v->taken);
	as_json_key_double(j, "interruptions_per_s", v->per_s);
	as_json_key_double(j, "tasks_per_s", v->switches_per_s);
	as_json_close(j, '}');
}

static void add_quanta(struct as_json *j, const struct as_quanta_found *q)
{
	as_json_key(j, "noise");
	if (!q) {
		as_json_null(j);
		return;
	}
	as_json_open(j, '{');
	as_json_key_double(j, "seconds", q->seconds);
	as_json_key(j, "all");
	add_noise(j, &q->all);
	as_json_key(j, "processors");
	as_json_open(j, '[');
	for (size_t i = 0; i < q->n_cores; i++)
		add_noise(j, &q->core[i]);
	as_json_close(j, ']');
	as_json_key_int(j, "failed", (int64_t)q->n_failed);
	as_json_key_double(j, "steal", q->steal);
	as_json_key_double(j, "stretch_s", q->stretch_s);
	as_json_key_double(j, "sd", q->sd);
	as_json_key_double(j, "df", isnan(q->sd) ? (double)NAN : q->df);
	as_json_key_double(j, "smallest", q->smallest);
	as_json_key_int(j, "group", (int64_t)q->group);
	as_json_close(j, '}');
}

void as_json_doctor(struct as_text *t, const struct as_diagnosis *d)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-doctor-1");
	as_json_key_string(&j, "root", d->root);
	as_json_key(&j, "findings");
	as_json_open(&j, '[');
	for (size_t i = 0; i < AS_CHECKS; i++)
		add_finding(&j, &d->found[i]);
	as_json_close(&j, ']');
	add_quanta(&j, d->quanta);
	as_json_key_string(&j, "noise_refused", d->no_quanta);
	as_json_key(&j, "abilities");
	as_json_open(&j, '[');
	for (size_t i = 0; i < AS_ABILITIES; i++) {
		as_json_open(&j, '{');
		as_json_key_string(&j, "id", as_ability_names[i].name);
		as_json_key_string(&j, "what", as_ability_names[i].what);
		as_json_key_string(&j, "state", states[d->ability[i].state]);
		as_json_key_string(&j, "says", d->ability[i].says);
		as_json_close(&j, '}');
	}
	as_json_close(&j, ']');
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}

static const char *const settings[AS_SETTING_STATES] = {[AS_SETTING_PLANNED] = "planned",
	[AS_SETTING_CHANGED] = "changed",
	[AS_SETTING_ALREADY] = "already",
	[AS_SETTING_FOREIGN] = "foreign",
	[AS_SETTING_BOOTED] = "booted",
	[AS_SETTING_CLOSED] = "closed",
	[AS_SETTING_FAILED] = "failed"};

void as_json_tuning(struct as_text *t, const struct as_tuning *tuning)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-tune-1");
	as_json_key_string(&j, "action", tuning->action == AS_TUNE_APPLY ? "tune" : "restore");
	as_json_key_bool(&j, "active", tuning->kept);
	as_json_key_string(&j, "state_file", tuning->state);
	as_json_key(&j, "settings");
	as_json_open(&j, '[');
	for (size_t i = 0; i < tuning->n; i++) {
		const struct as_setting *s = &tuning->v[i];
		as_json_open(&j, '{');
		as_json_key_string(&j, "id", as_check_names[s->check].name);
		as_json_key_string(&j, "path", s->path);
		as_json_key_string(&j, "old", s->old);
		as_json_key_string(&j, "want", s->want);
		as_json_key_string(&j, "found", *s->found ? s->found : NULL);
		as_json_key_string(&j, "state", settings[s->state]);
		as_json_close(&j, '}');
	}
	as_json_close(&j, ']');
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}
