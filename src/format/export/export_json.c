/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hyperfine's --export-json: one object a command, times in seconds, one entry an execution that is
 * in the estimate. Executions that are not (warm-ups, those that failed) have no place in it: they
 * are in --json and in --export. */
#include <stdlib.h>

#include "base/json/json.h"
#include "format/export/export.h"

static const double ns_per_s = 1e9;

static void add_column(struct as_json *j, const struct as_subject *s, const char *key,
	size_t metric, double divisor)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
	const struct as_column *c = as_subject_column(s, AS_LEVEL_EXECUTION, metric);

	if (!c)
		return;
	as_json_key(j, key);
	as_json_open(j, '[');
	for (size_t i = 0; i < l->n; i++) {
		const struct as_unit u = as_unit_at(l, i);
		if (as_unit_counts(&u))
			as_json_double(j, as_column_at(c, i) / divisor);
	}
	as_json_close(j, ']');
}

/* Times of another kind have no exit codes beside them. */
static void add_flat(struct as_json *j, const struct as_flat *f)
{
	as_json_key(j, "times");
	as_json_open(j, '[');
	for (size_t i = 0; i < f->n; i++)
		as_json_double(j, f->v[i] / ns_per_s);
	as_json_close(j, ']');
}

static void add_exit_codes(struct as_json *j, const struct as_subject *s)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];

	as_json_key(j, "exit_codes");
	as_json_open(j, '[');
	for (size_t i = 0; i < l->n; i++) {
		const struct as_unit u = as_unit_at(l, i);
		if (as_unit_counts(&u))
			as_json_int(j, u.code);
	}
	as_json_close(j, ']');
}

static void add_parameters(struct as_json *j, const struct as_subject *s)
{
	const struct as_parameter **sorted = NULL;

	if (!s->n_parameters)
		return;
	sorted = calloc(s->n_parameters, sizeof *sorted);
	if (!sorted) {
		j->text->failed = true;
		return;
	}
	as_export_sort_parameters(s, sorted);
	as_json_key(j, "parameters");
	as_json_open(j, '{');
	for (size_t i = 0; i < s->n_parameters; i++)
		as_json_key_string(j, sorted[i]->name, sorted[i]->value);
	as_json_close(j, '}');
	free(sorted);
}

static void add_subject(struct as_json *j, const struct as_export *e, size_t i)
{
	const struct as_subject *s = &e->x->subjects[i];
	const struct as_summary *wall = as_export_summary(e, as_export_time(e), i);

	as_json_open(j, '{');
	as_json_key(j, "command");
	if (e->names)
		as_json_string(j, e->names[i]);
	else
		as_json_string_n(j, s->name, as_export_name_length(s));
	if (wall) {
		as_json_key_double(j, "mean", as_summary_mean(wall) / ns_per_s);
		as_json_key_double(j, "stddev", as_summary_sd(wall) / ns_per_s);
		as_json_key_double(j, "median", wall->spread.median / ns_per_s);
	}
	as_json_key_double(j, "user", as_export_mean(e, AS_METRIC_USER, i) / ns_per_s);
	as_json_key_double(j, "system", as_export_mean(e, AS_METRIC_SYSTEM, i) / ns_per_s);
	if (wall) {
		as_json_key_double(j, "min", wall->spread.min / ns_per_s);
		as_json_key_double(j, "max", wall->spread.max / ns_per_s);
	}
	if (as_export_time(e) == AS_METRIC_WALL) {
		add_column(j, s, "times", AS_METRIC_WALL, ns_per_s);
		add_column(j, s, "memory_usage_byte", AS_METRIC_PEAK_MEMORY, 1);
		add_exit_codes(j, s);
	} else {
		add_flat(j, &e->flat[i]);
	}
	add_parameters(j, s);
	as_json_close(j, '}');
}

static void write(const struct as_export *e, struct as_text *t)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	as_json_key(&j, "results");
	as_json_open(&j, '[');
	for (size_t i = 0; i < e->x->n_subjects; i++)
		if (!e->flat || e->flat[i].n) /* hyperfine has no result without times */
			add_subject(&j, e, i);
	as_json_close(&j, ']');
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}

const struct as_exporter as_exporter_json = {
	.name = "hyperfine",
	.title = "hyperfine's JSON",
	.option = "export-json",
	.summary = "hyperfine's JSON, in seconds, with all execution times",
	.extension = ".json",
	.holds = AS_HOLDS_PART(CRITERION) | AS_HOLDS_PART(VALUES) | AS_HOLDS_PART(PARAMETERS),
	.times = true,
	.write = write,
};
