/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/results/converting.h"

#include <stdlib.h>
#include <string.h>

#include "analyse/estimate/view/view.h"
#include "model/joined/table.h"

/* ---- values without levels ---- */

/* Some subject has two executions that count. */
static bool has_executions(const struct as_view *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (v[i].n_units > 1)
			return true;
	return false;
}

static struct as_flat flat_of(const struct as_view *v, bool executions, struct as_arena *a)
{
	const bool whole = executions || v->bottom != AS_LEVEL_ITERATION;
	const size_t n = whole ? v->n_units : v->tree.count[0];
	double *values = as_arena_array(a, n + 1, sizeof *values);
	uint32_t *units = whole ? as_arena_array(a, n + 1, sizeof *units) : NULL;

	if (!values || (whole && !units))
		return (struct as_flat){0};
	if (n)
		memcpy(values, whole ? v->means : v->values, n * sizeof *values);
	if (n && whole)
		memcpy(units, v->units, n * sizeof *units);
	return (struct as_flat){values, n, units};
}

static enum as_status flatten(const struct as_experiment *x, struct as_arena *arena,
	const struct as_flat **out, struct as_err *err)
{
	struct as_view *v = as_arena_array(arena, x->n_subjects + 1, sizeof *v);
	struct as_flat *flat = as_arena_array(arena, x->n_subjects + 1, sizeof *flat);
	size_t n = 0;
	enum as_status st = v && flat ? AS_OK : as_fail_memory(err);

	for (; !st && n < x->n_subjects; n++)
		st = as_view_open(x, n, x->criterion, AS_ROLE_MEASURED, &v[n], err);
	const struct as_subject *thinned = as_experiment_thinned(x);
	if (!st && thinned)
		st = as_thinned_refuse(thinned, err, "write the values");
	const bool executions = !st && has_executions(v, n);
	for (size_t i = 0; i < n && !st; i++) {
		as_view_make_plain(&v[i]); /* an execution of several iterations is their mean to others */
		flat[i] = flat_of(&v[i], executions, arena);
		st = flat[i].v ? AS_OK : as_fail_memory(err);
	}
	for (size_t i = 0; i < n; i++)
		as_view_close(&v[i]);
	*out = flat;
	return st;
}

static bool has_values(const struct as_export *e)
{
	size_t n = 0;

	for (size_t i = 0; i < e->x->n_subjects; i++)
		n += e->flat[i].n;
	return n > 0;
}

/* A table knows subjects by their names, which are the same in several versions. */
static enum as_status stream_named(const struct as_export *e, struct as_experiment *x,
	const struct as_exporter *w, const struct as_sink *to, struct as_err *err)
{
	const bool all = w == &as_exporter_native;
	const char **own = calloc(x->n_subjects + 1, sizeof *own);

	if (!own)
		return as_fail_memory(err);
	for (size_t i = 0; i < x->n_subjects; i++) {
		own[i] = x->subjects[i].name;
		x->subjects[i].name = all ? own[i] : e->names[i];
	}
	enum as_status st = w->stream(x, to, err);
	for (size_t i = 0; i < x->n_subjects; i++)
		x->subjects[i].name = own[i];
	free(own);
	return st;
}

enum as_status as_convert_write(const struct as_result *r, const struct as_exporter *w,
	const struct as_sink *to, struct as_err *err)
{
	struct as_export e = {.x = r->x, .a = r->analyses, .n = r->n};
	struct as_arena arena;
	struct as_text t = {0};

	as_arena_init(&arena);
	e.names = as_export_names(r->x, &arena);
	enum as_status st = e.names ? flatten(r->x, &arena, &e.flat, err) : as_fail_memory(err);
	if (!st && w != &as_exporter_native && !has_values(&e))
		st = as_fail(err, AS_ERR_DATA,
			"cannot write it as %s: there is no value in it that counts", w->title);
	if (!st && w->stream) {
		st = stream_named(&e, r->x, w, to, err);
	} else if (!st) {
		w->write(&e, &t);
		st = as_text_finish(&t, err);
		if (!st)
			st = to->write(to->to, as_text_str(&t), t.len, err);
	}
	as_text_release(&t);
	as_arena_release(&arena);
	return st;
}

/* A format of times has no place for anything else. */
static enum as_status metric_fits(
	const struct as_experiment *x, const struct as_exporter *w, struct as_err *err)
{
	const struct as_metric *m = &x->metrics[x->criterion];

	if (!w->times || as_metric_is_time(m))
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"cannot write %s as %s: it holds times alone, and these are %.60s; take "
		"another format, such as csv",
		m->name, w->title, *m->unit ? m->unit : "numbers without a unit");
}

/* Of a table there is nothing but the table. */
enum as_status as_convert_check(
	const struct as_experiment *x, const struct as_exporter *w, struct as_err *err)
{
	if (!x->table || as_experiment_has_table_facts(x) || w != &as_exporter_native)
		return metric_fits(x, w, err);
	return as_fail(err, AS_ERR_USAGE,
		"cannot convert '%.200s' into assay's JSON: it is a table, which says nothing of "
		"how it was measured; name another format, or assay import it first",
		x->table);
}

