/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/json/assay_json_parts.h"

static void add_values(struct as_json *j, const struct as_experiment *x, const struct as_level *l)
{
	as_json_key(j, "values");
	as_json_open(j, '{');
	for (size_t c = 0; c < l->n_columns; c++) {
		const struct as_column *column = &l->columns[c];
		as_json_key(j, x->metrics[column->metric].name);
		as_json_open_flat(j, '[');
		for (size_t i = 0; i < column->values.n; i++)
			as_json_double(j, as_column_at(column, i));
		as_json_close(j, ']');
	}
	as_json_close(j, '}');
}

/* One array of a member of all units; key NULL: as it is called in its table. */
static void add_member(struct as_json *j, const struct as_level *l, enum as_unit_member m,
	const char *key)
{
	const struct as_field *f = as_field_tagged(&as_unit_fields, m + 1);
	struct as_unit u = {0};

	as_json_key(j, key ? key : f->key);
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < l->n; i++) {
		as_unit_take_word(&u, m, as_packed_at(&l->units[m], i));
		as_json_field(j, f, &u, NULL);
	}
	as_json_close(j, ']');
}

/* Those that are on the screen, in the order of the table, but for some: bits of enum
 * as_unit_member. */
static void add_members(struct as_json *j, const struct as_level *l, unsigned but)
{
	for (size_t i = 0; i < as_unit_fields.n; i++) {
		const struct as_field *f = &as_unit_fields.v[i];
		if (as_field_is_in(f, AS_IN_SCREEN) && !(but >> (f->tag - 1) & 1))
			add_member(j, l, (enum as_unit_member)(f->tag - 1), NULL);
	}
}

static void add_iterations(struct as_json *j, const struct as_experiment *x,
	const struct as_subject *s)
{
	size_t n = s->levels[AS_LEVEL_ITERATION].n;

	as_json_key(j, "iterations");
	as_json_open(j, '{');
	as_json_key(j, "first");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i <= s->levels[AS_LEVEL_EXECUTION].n; i++)
		as_json_int(j, (int64_t)as_packed_at(&s->iterations.first, i));
	as_json_close(j, ']');
	as_json_key(j, "role");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < n; i++)
		as_json_string(j, as_word(&as_role_words, as_iteration_role(s, i)));
	as_json_close(j, ']');
	as_json_key(j, "end_ns");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < n; i++)
		as_json_int(j, as_iteration_end(s, i));
	as_json_close(j, ']');
	add_values(j, x, &s->levels[AS_LEVEL_ITERATION]);
	as_json_close(j, '}');
}

static void add_builds(struct as_json *j, const struct as_experiment *x, const struct as_subject *s)
{
	const struct as_level *l = &s->levels[AS_LEVEL_BUILD];

	as_json_key(j, "builds");
	as_json_open(j, '{');
	if (s->levels[AS_LEVEL_SESSION].n)
		add_member(j, l, AS_UNIT_PARENT, "session");
	add_members(j, l, 1u << AS_UNIT_ROUND);
	for (size_t i = 0; i < as_build_fields.n; i++) {
		as_json_key(j, as_build_fields.v[i].key);
		as_json_open_flat(j, '[');
		for (size_t k = 0; k < s->n_builds; k++)
			as_json_field(j, &as_build_fields.v[i], &s->builds[k], x);
		as_json_close(j, ']');
	}
	add_values(j, x, l);
	as_json_close(j, '}');
}

static void add_sessions(struct as_json *j, const struct as_level *l)
{
	as_json_key(j, "sessions");
	as_json_open(j, '{');
	add_member(j, l, AS_UNIT_STARTED, NULL);
	add_member(j, l, AS_UNIT_SEED, NULL);
	as_json_close(j, '}');
}

/* The levels of a table above its executions, from the lowest. */
static void add_above(struct as_json *j, const struct as_experiment *x, const struct as_subject *s)
{
	as_json_key(j, "above");
	as_json_open(j, '[');
	for (size_t l = AS_LEVEL_BUILD; l < AS_TREE_LEVELS && s->levels[l].n; l++) {
		as_json_open(j, '{');
		as_json_key_string(j, "level", as_experiment_level(x, l));
		add_member(j, &s->levels[l], AS_UNIT_PARENT, "parent");
		add_values(j, x, &s->levels[l]);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

void as_json_tree(struct as_json *j, const struct as_experiment *x, const struct as_subject *s)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];

	as_json_open(j, '{');
	if (s->levels[AS_LEVEL_SESSION].n && !x->table)
		add_sessions(j, &s->levels[AS_LEVEL_SESSION]);
	if (s->n_builds)
		add_builds(j, x, s);
	if (x->table)
		add_above(j, x, s);
	as_json_key(j, "executions");
	as_json_open(j, '{');
	if (s->n_builds)
		add_member(j, l, AS_UNIT_PARENT, "build");
	else if (x->table)
		add_member(j, l, AS_UNIT_PARENT, "parent");
	else if (s->levels[AS_LEVEL_SESSION].n)
		add_member(j, l, AS_UNIT_PARENT, "session");
	add_members(j, l, 1u << AS_UNIT_COST | 1u << AS_UNIT_SEED);
	add_values(j, x, l);
	as_json_close(j, '}');
	if (s->levels[AS_LEVEL_ITERATION].n && s->iterations.first.n)
		add_iterations(j, x, s);
	as_json_close(j, '}');
}
