/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pyperf's JSON, as `pyperf compare_to`, `stats` and `hist` read it: an execution is a run, its values are
 * iterations, in s; executions without iterations are runs of one value. */
#include <math.h>

#include "base/json/json.h"
#include "format/export/export.h"

static const double ns_per_s = 1e9;

struct pyperf_writer {
	struct as_json j;
	const struct as_experiment *x;
	const struct as_subject *s;
	const struct as_column *c;
	enum as_level_index level; /* of its values */
};

static struct as_range values_of(const struct pyperf_writer *w, size_t e)
{
	return w->level == AS_LEVEL_ITERATION ? as_iterations_of(w->s, e)
					      : (struct as_range){e, e + 1};
}

static enum as_role role_of(const struct pyperf_writer *w, size_t i)
{
	return w->level == AS_LEVEL_ITERATION ? as_iteration_role(w->s, i) : AS_ROLE_MEASURED;
}

static size_t count(const struct pyperf_writer *w, size_t e, bool warm)
{
	const struct as_range r = values_of(w, e);
	size_t n = 0;

	for (size_t i = r.from; i < r.to; i++)
		n += (role_of(w, i) != AS_ROLE_MEASURED) == warm && isfinite(as_column_at(w->c, i));
	return n;
}

static void add_values(struct pyperf_writer *w, size_t e, bool warm)
{
	const struct as_range r = values_of(w, e);

	if (!count(w, e, warm))
		return;
	as_json_key(&w->j, warm ? "warmups" : "values");
	as_json_open(&w->j, '[');
	for (size_t i = r.from; i < r.to; i++) {
		const double v = as_column_at(w->c, i);
		if ((role_of(w, i) != AS_ROLE_MEASURED) != warm || !isfinite(v))
			continue;
		if (warm) {
			as_json_open_flat(&w->j, '[');
			as_json_int(&w->j, 1);
		}
		as_json_double(&w->j, v / ns_per_s);
		if (warm)
			as_json_close(&w->j, ']');
	}
	as_json_close(&w->j, ']');
}

static void add_runs(struct pyperf_writer *w)
{
	const struct as_level *l = &w->s->levels[AS_LEVEL_EXECUTION];

	as_json_key(&w->j, "runs");
	as_json_open(&w->j, '[');
	for (size_t e = 0; e < l->n; e++) {
		const struct as_unit u = as_unit_at(l, e);
		if (!as_unit_counts(&u) || !count(w, e, false))
			continue;
		as_json_open(&w->j, '{');
		add_values(w, e, false);
		add_values(w, e, true);
		as_json_close(&w->j, '}');
	}
	as_json_close(&w->j, ']');
}

static void add_benchmark(struct pyperf_writer *w, const char *name)
{
	as_json_open(&w->j, '{');
	as_json_key(&w->j, "metadata");
	as_json_open(&w->j, '{');
	as_json_key_string(&w->j, "name", name);
	as_json_key_string(&w->j, "unit", "second");
	as_json_close(&w->j, '}');
	add_runs(w);
	as_json_close(&w->j, '}');
}

static void write(const struct as_export *e, struct as_text *t)
{
	struct pyperf_writer w = {.x = e->x, .level = e->x->metrics[e->x->criterion].level};

	as_json_init(&w.j, t, 1);
	as_json_open(&w.j, '{');
	as_json_key(&w.j, "benchmarks");
	as_json_open(&w.j, '[');
	for (size_t i = 0; i < e->x->n_subjects; i++) {
		w.s = &e->x->subjects[i];
		w.c = as_subject_column(w.s, w.level, e->x->criterion);
		if (w.c && e->flat[i].n)
			add_benchmark(&w, e->names[i]);
	}
	as_json_close(&w.j, ']');
	as_json_key_string(&w.j, "version", "1.0");
	as_json_close(&w.j, '}');
	as_text_char(t, '\n');
}

const struct as_exporter as_exporter_pyperf = {
	.name = "pyperf",
	.title = "pyperf's JSON",
	.summary = "pyperf's JSON: an execution is a run",
	.extension = ".json",
	.holds = AS_HOLDS_PART(CRITERION) | AS_HOLDS_PART(VALUES) |
		 AS_HOLDS_PART(ITERATIONS) | AS_HOLDS_PART(WARMUPS),
	.times = true,
	.write = write,
};
