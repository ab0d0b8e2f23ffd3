/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results for github-action-benchmark, customSmallerIsBetter or customBiggerIsBetter: the mean of the
 * criterion, and as its range the half-width of its interval. */
#include <math.h>

#include "base/json/json.h"
#include "base/num.h"
#include "format/export/export.h"

static void add_range(struct as_json *j, double half_width)
{
	struct as_text range = {0};
	char number[32];

	as_double_text(half_width, number);
	as_text_addf(&range, "± %s", number);
	as_json_key_string(j, "range", as_text_str(&range));
	j->text->failed = j->text->failed || range.failed;
	as_text_release(&range);
}

static void write(const struct as_export *e, struct as_text *t)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '[');
	for (size_t i = 0; i < e->x->n_subjects; i++) {
		const size_t own = as_experiment_own_metric(e->x, i);
		const struct as_metric *m = &e->x->metrics[own];
		const struct as_summary *s = as_export_summary(e, own, i);
		if (!s || !isfinite(s->mean))
			continue;
		as_json_open(&j, '{');
		as_json_key_string(&j, "name", e->names[i]);
		as_json_key_string(&j, "unit", m->unit);
		as_json_key_double(&j, "value", s->mean);
		if (s->method != AS_INTERVAL_NONE && isfinite(s->half_width))
			add_range(&j, s->half_width);
		as_json_close(&j, '}');
	}
	as_json_close(&j, ']');
	as_text_char(t, '\n');
}

const struct as_exporter as_exporter_gab = {
	.name = "gab",
	.title = "github-action-benchmark's JSON",
	.summary = "github-action-benchmark's JSON: means and their intervals",
	.holds = AS_HOLDS_PART(CRITERION),
	.extension = ".json",
	.write = write,
};
