/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "format/native/native.h"
#include "format/native/native_fields.h"
#include "model/kept/check.h"

enum { PIECE = 1 << 16 };

struct native_writing {
	const struct as_experiment *x;
	struct as_json json;
	struct as_text text;
	const struct as_sink *to;
	enum as_status status; /* of the sink; sticks */
	struct as_err *err;
};

/* Hand on what was written, if it is worth it. */
static void drain(struct native_writing *w, size_t least)
{
	if (w->status || w->text.failed || w->text.len < least)
		return;
	w->status = w->to->write(w->to->to, as_text_str(&w->text), w->text.len, w->err);
	as_text_clear(&w->text);
}

static void put_members(struct native_writing *w, const struct as_fields *fields, const void *base)
{
	for (size_t i = 0; i < fields->n; i++) {
		const struct as_field *f = &fields->v[i];
		if (!as_field_is_in(f, AS_IN_NATIVE) ||
			(as_field_is_in(f, AS_IN_LATER) && !as_fields_are_used(fields, f, base)))
			continue;
		as_json_key(&w->json, f->key);
		as_native_put(&w->json, f, base);
	}
}

/* A list of objects, each on one line. */
static void put_list(struct native_writing *w, const char *key, const struct as_fields *fields,
	const void *base, size_t n, size_t size)
{
	as_json_key(&w->json, key);
	as_json_open(&w->json, '[');
	for (size_t i = 0; i < n; i++) {
		as_json_open_flat(&w->json, '{');
		put_members(w, fields, (const char *)base + i * size);
		as_json_close(&w->json, '}');
		drain(w, PIECE);
	}
	as_json_close(&w->json, ']');
}

static void put_head(struct native_writing *w)
{
	as_json_key(&w->json, "experiment");
	as_json_open(&w->json, '{');
	put_members(w, &as_experiment_fields, w->x);
	as_json_key(&w->json, "criterion");
	as_native_put_text(&w->json, w->x->metrics[w->x->criterion].name);
	as_json_close(&w->json, '}');
}

static void put_machine(struct native_writing *w)
{
	const struct as_machine *m = &w->x->machine;

	as_json_key(&w->json, "machine");
	as_json_open(&w->json, '{');
	put_members(w, &as_machine_fields, m);
	put_list(w, "facts", &as_fact_fields, m->facts, m->n_facts, sizeof *m->facts);
	as_json_close(&w->json, '}');
}

static void put_metrics(struct native_writing *w)
{
	as_json_key(&w->json, "metrics");
	as_json_open(&w->json, '[');
	for (size_t i = 0; i < w->x->n_metrics; i++) {
		if (!as_experiment_uses_metric(w->x, i))
			continue;
		as_json_open_flat(&w->json, '{');
		put_members(w, &as_metric_fields, &w->x->metrics[i]);
		as_json_close(&w->json, '}');
	}
	as_json_close(&w->json, ']');
}

static void open_values(struct native_writing *w, size_t n)
{
	if (n > AS_JSON_ROW)
		as_json_open_rows(&w->json, '[');
	else
		as_json_open_flat(&w->json, '[');
}

/* One array of a member of n structs. */
static void put_array(struct native_writing *w, const struct as_field *f, const void *base,
	size_t n, size_t size)
{
	as_json_key(&w->json, f->key);
	open_values(w, n);
	for (size_t i = 0; i < n; i++) {
		as_native_put(&w->json, f, (const char *)base + i * size);
		drain(w, PIECE);
	}
	as_json_close(&w->json, ']');
}

/* One array of a member of all units of a level. */
static void put_member(struct native_writing *w, const struct as_field *f, const struct as_level *l)
{
	const enum as_unit_member m = as_native_member(f);
	struct as_unit u = {0};

	as_json_key(&w->json, f->key);
	open_values(w, l->n);
	for (size_t i = 0; i < l->n; i++) {
		as_unit_take_word(&u, m, as_packed_at(&l->units[m], i));
		as_native_put(&w->json, f, &u);
		drain(w, PIECE);
	}
	as_json_close(&w->json, ']');
}

static void put_integers(struct native_writing *w, const char *key, const struct as_packed *values)
{
	as_json_key(&w->json, key);
	open_values(w, values->n);
	for (size_t i = 0; i < values->n; i++) {
		as_json_int(&w->json, (int64_t)as_packed_at(values, i));
		drain(w, PIECE);
	}
	as_json_close(&w->json, ']');
}

static void put_columns(struct native_writing *w, const struct as_level *l)
{
	struct as_json *j = &w->json;

	as_json_key(j, "columns");
	as_json_open(j, '[');
	for (size_t c = 0; c < l->n_columns; c++) {
		const struct as_column *column = &l->columns[c];
		as_json_open(j, '{');
		as_json_key(j, "metric");
		as_native_put_text(j, w->x->metrics[column->metric].name);
		as_json_key(j, "values");
		open_values(w, column->values.n);
		for (size_t i = 0; i < column->values.n; i++) {
			as_native_put_real(j, as_column_at(column, i));
			drain(w, PIECE);
		}
		as_json_close(j, ']');
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

static void put_units(struct native_writing *w, const struct as_subject *s, size_t level)
{
	const struct as_level *l = &s->levels[level];
	const size_t above = as_native_above(s, level);

	as_json_key(&w->json, as_native_levels[level]);
	as_json_open(&w->json, '{');
	/* Where nothing stands above, all have the one parent that was not recorded. */
	struct as_field parent = *as_field_tagged(&as_unit_fields, AS_UNIT_PARENT + 1);
	if (above < AS_MODEL_LEVELS) {
		parent.key = as_level_names[above];
		put_member(w, &parent, l);
	}
	for (size_t i = 0; i < as_unit_fields.n; i++)
		if (as_field_is_in(&as_unit_fields.v[i], AS_IN_NATIVE))
			put_member(w, &as_unit_fields.v[i], l);
	if (level == AS_LEVEL_BUILD && s->n_builds)
		for (size_t i = 0; i < as_build_fields.n; i++)
			put_array(w, &as_build_fields.v[i], s->builds, s->n_builds,
				sizeof *s->builds);
	put_columns(w, l);
	as_json_close(&w->json, '}');
}

/* Runs of the same role: ["dropped", 5], ["measured", 20]. */
static void put_roles(struct native_writing *w, const struct as_subject *s)
{
	const size_t n = s->levels[AS_LEVEL_ITERATION].n;

	as_json_key(&w->json, "roles");
	as_json_open_rows(&w->json, '[');
	for (size_t i = 0, run; i < n; i += run) {
		const enum as_role role = as_iteration_role(s, i);
		for (run = 1; i + run < n && as_iteration_role(s, i + run) == role;)
			run++;
		as_json_open_flat(&w->json, '[');
		as_json_string(&w->json, as_word(&as_role_words, role));
		as_json_int(&w->json, (int64_t)run);
		as_json_close(&w->json, ']');
		drain(w, PIECE);
	}
	as_json_close(&w->json, ']');
}

/* Some iteration has told its end; where there are no values either, ends tell how many there are.
 * */
static bool has_ends(const struct as_subject *s)
{
	const struct as_level *l = &s->levels[AS_LEVEL_ITERATION];

	for (size_t i = 0; i < l->n; i++)
		if (as_iteration_end(s, i))
			return true;
	return !l->n_columns;
}

static void put_iterations(struct native_writing *w, const struct as_subject *s)
{
	as_json_key(&w->json, as_native_levels[AS_LEVEL_ITERATION]);
	as_json_open(&w->json, '{');
	put_integers(w, "first", &s->iterations.first);
	put_roles(w, s);
	if (has_ends(s))
		put_integers(w, "end_ns", &s->iterations.end_ns);
	put_columns(w, &s->levels[AS_LEVEL_ITERATION]);
	as_json_close(&w->json, '}');
}

static void put_subject(struct native_writing *w, const struct as_subject *s)
{
	as_json_open(&w->json, '{');
	put_members(w, &as_subject_fields, s);
	put_list(w, "parameters", &as_parameter_fields, s->parameters, s->n_parameters,
		sizeof *s->parameters);
	if (as_version_known(&s->version)) {
		as_json_key(&w->json, "version");
		as_json_open(&w->json, '{');
		put_members(w, &as_version_fields, &s->version);
		as_json_close(&w->json, '}');
	}
	as_json_key(&w->json, "tree");
	as_json_open(&w->json, '{');
	for (size_t l = AS_MODEL_LEVELS - 1; l > AS_LEVEL_ITERATION; l--)
		if (s->levels[l].n || s->levels[l].n_columns)
			put_units(w, s, l);
	if (s->levels[AS_LEVEL_ITERATION].n)
		put_iterations(w, s);
	as_json_close(&w->json, '}');
	put_list(w, "notes", &as_note_fields, s->notes, s->n_notes, sizeof *s->notes);
	as_json_close(&w->json, '}');
}

static void put_experiment(struct native_writing *w)
{
	as_json_open(&w->json, '{');
	as_json_key_string(&w->json, "schema", AS_NATIVE_SCHEMA);
	put_head(w);
	as_json_key(&w->json, "plan");
	as_json_open(&w->json, '{');
	put_members(w, &as_plan_fields, &w->x->plan);
	as_json_close(&w->json, '}');
	put_machine(w);
	put_metrics(w);
	as_json_key(&w->json, "subjects");
	as_json_open(&w->json, '[');
	for (size_t i = 0; i < w->x->n_subjects; i++)
		put_subject(w, &w->x->subjects[i]);
	as_json_close(&w->json, ']');
	as_json_close(&w->json, '}');
	as_text_char(&w->text, '\n');
}

enum as_status as_native_write(const struct as_experiment *x, const struct as_sink *to,
	struct as_err *err)
{
	struct native_writing w = {.x = x, .to = to, .err = err};
	struct as_err why = {0};

	if (as_experiment_check(x, &why))
		return as_fail(err, AS_ERR_ARG, "cannot write the experiment as JSON: %s", why.msg);
	as_json_init(&w.json, &w.text, 2);
	put_experiment(&w);
	drain(&w, 1);
	enum as_status st = w.status;
	if (!st)
		st = as_text_finish(&w.text, err);
	as_text_release(&w.text);
	return st;
}
