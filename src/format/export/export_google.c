/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Google Benchmark's JSON, as its compare.py reads it: a repetition is an execution (its mean, where it has
 * iterations); cpu_time only where it was measured. */
#include <math.h>

#include "base/json/json.h"
#include "format/export/export.h"

static double cpu_of(const struct as_subject *s, const struct as_flat *f, size_t i)
{
	const struct as_column *user = as_subject_column(s, AS_LEVEL_EXECUTION, AS_METRIC_USER);
	const struct as_column *kernel = as_subject_column(s, AS_LEVEL_EXECUTION, AS_METRIC_SYSTEM);

	if (!f->units || !user || !kernel)
		return (double)NAN;
	return as_column_at(user, f->units[i]) + as_column_at(kernel, f->units[i]);
}

static void add_row(struct as_json *j, const struct as_export *e, size_t subject, size_t i)
{
	const struct as_flat *f = &e->flat[subject];
	/* what is of iterations cannot be beside the processor time of a whole execution */
	const bool whole = e->x->metrics[e->x->criterion].level == AS_LEVEL_EXECUTION;
	const double cpu = whole ? cpu_of(&e->x->subjects[subject], f, i) : (double)NAN;

	as_json_open_flat(j, '{');
	as_json_key_string(j, "name", e->names[subject]);
	as_json_key_string(j, "run_name", e->names[subject]);
	as_json_key_string(j, "run_type", "iteration");
	as_json_key_int(j, "repetitions", (int64_t)f->n);
	as_json_key_int(j, "repetition_index", (int64_t)i);
	as_json_key_int(j, "threads", 1);
	as_json_key_int(j, "iterations", 1);
	as_json_key_double(j, "real_time", f->v[i]);
	if (isfinite(cpu))
		as_json_key_double(j, "cpu_time", cpu);
	as_json_key_string(j, "time_unit", "ns");
	as_json_close(j, '}');
}

static void write(const struct as_export *e, struct as_text *t)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	as_json_key(&j, "context");
	as_json_open(&j, '{');
	as_json_key_string(&j, "executable", "assay");
	as_json_close(&j, '}');
	as_json_key(&j, "benchmarks");
	as_json_open(&j, '[');
	for (size_t s = 0; s < e->x->n_subjects; s++)
		for (size_t i = 0; i < e->flat[s].n; i++)
			add_row(&j, e, s, i);
	as_json_close(&j, ']');
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}

const struct as_exporter as_exporter_google = {
	.name = "google",
	.title = "Google Benchmark's JSON",
	.summary = "Google Benchmark's JSON: an execution is a repetition",
	.extension = ".json",
	.holds = AS_HOLDS_PART(CRITERION) | AS_HOLDS_PART(VALUES),
	.times = true,
	.write = write,
};
