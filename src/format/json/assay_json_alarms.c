/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/json/assay_json.h"
#include "format/json/assay_json_parts.h"

static void add_rates(struct as_json *j, const struct as_alarms *a, size_t group, size_t shift)
{
	as_json_open_flat(j, '{');
	as_json_key_int(j, "group", (int64_t)a->group[group]);
	as_json_key_double(j, "shift", a->shift[shift]);
	as_json_key(j, "rates");
	as_json_open(j, '[');
	for (size_t d = 0; d < a->n_detectors; d++)
		as_json_double(j, a->rate[group][shift][d].rate);
	as_json_close(j, ']');
	as_json_key(j, "errors");
	as_json_open(j, '[');
	for (size_t d = 0; d < a->n_detectors; d++)
		as_json_double(j, a->rate[group][shift][d].error);
	as_json_close(j, ']');
	as_json_close(j, '}');
}

static void add_gating(struct as_json *j, const struct as_alarms *a, size_t group, size_t shift)
{
	as_json_open_flat(j, '{');
	as_json_key_int(j, "group", (int64_t)a->group[group]);
	as_json_key_double(j, "shift", a->shift[shift]);
	const struct as_alarm_gating *found = a->gating[group][shift];
	as_json_key(j, "rates");
	as_json_open(j, '[');
	for (size_t e = 0; e < a->n_estimators; e++)
		as_json_double(j, found[e].rate);
	as_json_close(j, ']');
	as_json_key(j, "errors");
	as_json_open(j, '[');
	for (size_t e = 0; e < a->n_estimators; e++)
		as_json_double(j, found[e].error);
	as_json_close(j, ']');
	as_json_key(j, "smallest");
	as_json_open(j, '[');
	for (size_t e = 0; e < a->n_estimators; e++)
		as_json_double(j, found[e].smallest);
	as_json_close(j, ']');
	as_json_close(j, '}');
}

static void add_estimators(struct as_json *j, const struct as_alarms *a)
{
	as_json_key_double(j, "tolerance", a->tolerance);
	as_json_key(j, "estimators");
	as_json_open(j, '[');
	for (size_t e = 0; e < a->n_estimators; e++)
		as_json_string(j, a->estimator[e]);
	as_json_close(j, ']');
	as_json_key(j, "gating");
	as_json_open(j, '[');
	for (size_t i = 0; a->n_estimators && i < a->n_groups * a->n_shifts; i++)
		add_gating(j, a, i / a->n_shifts, i % a->n_shifts);
	as_json_close(j, ']');
}

/* 0 is none of them. */
static void add_group(struct as_json *j, size_t group)
{
	if (group)
		as_json_int(j, (int64_t)group);
	else
		as_json_null(j);
}

static void add_enough(struct as_json *j, const struct as_alarms *a)
{
	as_json_key(j, "enough");
	as_json_open(j, '[');
	for (size_t s = 1; s < a->n_shifts; s++) {
		as_json_open_flat(j, '{');
		as_json_key_double(j, "shift", a->shift[s]);
		as_json_key(j, "group");
		add_group(j, a->enough[s]);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

void as_json_alarms(struct as_text *t, const struct as_experiment *x, const struct as_alarms *a)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-aa-1");
	as_json_key_string(&j, "uuid", x->uuid);
	as_json_key_string(&j, "subject", x->subjects[a->subject].name);
	as_json_key_string(&j, "metric", x->metrics[a->metric].name);
	as_json_key_int(&j, "units", (int64_t)a->units);
	as_json_key_string(&j, "unit", a->unit);
	as_json_key_string(&j, "below", a->below);
	as_json_key_int(&j, "resamples", (int64_t)a->resamples);
	as_json_key_bool(&j, "independent", a->independent);
	as_json_key_double(&j, "confidence", a->confidence);
	as_json_key_int(&j, "seed", (int64_t)a->seed);
	as_json_key(&j, "detectors");
	as_json_open(&j, '[');
	for (size_t d = 0; d < a->n_detectors; d++)
		as_json_string(&j, a->detector[d].name);
	as_json_close(&j, ']');
	as_json_key(&j, "cells");
	as_json_open(&j, '[');
	for (size_t g = 0; g < a->n_groups; g++)
		for (size_t s = 0; s < a->n_shifts; s++)
			add_rates(&j, a, g, s);
	as_json_close(&j, ']');
	add_enough(&j, a);
	as_json_key(&j, "fewest");
	as_json_open(&j, '[');
	for (size_t d = 0; d < a->n_detectors; d++)
		add_group(&j, a->fewest[d]);
	as_json_close(&j, ']');
	add_estimators(&j, a);
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}
