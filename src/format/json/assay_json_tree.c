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

/* One array of what member() gives for each unit. */
static void add_units(struct as_json *j, const struct as_level *l, const char *key,
	void (*member)(struct as_json *j, const struct as_unit *u))
{
	as_json_key(j, key);
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < l->n; i++) {
		const struct as_unit u = as_unit_at(l, i);
		member(j, &u);
	}
	as_json_close(j, ']');
}

static void add_order(struct as_json *j, const struct as_unit *u)
{
	as_json_int(j, u->order);
}

static void add_round(struct as_json *j, const struct as_unit *u)
{
	if (u->round == AS_NO_ROUND)
		as_json_null(j);
	else
		as_json_int(j, u->round);
}

static void add_role(struct as_json *j, const struct as_unit *u)
{
	as_json_string(j, as_word(&as_role_words, u->role));
}

static void add_ending(struct as_json *j, const struct as_unit *u)
{
	as_json_string(j, as_word(&as_ending_words, u->ending));
}

static void add_code(struct as_json *j, const struct as_unit *u)
{
	as_json_int(j, u->code);
}

static void add_started(struct as_json *j, const struct as_unit *u)
{
	as_json_instant(j, u->started_ns);
}

/* What became of each unit: the same arrays at every level that assay conducts. */
static void add_endings(struct as_json *j, const struct as_level *l)
{
	add_units(j, l, "role", add_role);
	add_units(j, l, "ending", add_ending);
	add_units(j, l, "code", add_code);
	add_units(j, l, "started", add_started);
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

static void add_seed(struct as_json *j, const struct as_unit *u)
{
	as_json_int(j, (int64_t)u->seed);
}

static void add_cost(struct as_json *j, const struct as_unit *u)
{
	as_json_double(j, u->cost_s);
}

static void add_parent(struct as_json *j, const struct as_unit *u)
{
	as_json_int(j, u->parent);
}

/* One array of hashes, null where one could not be made. */
static void add_hashes(struct as_json *j, const struct as_subject *s, const char *key,
	const char *(*member)(const struct as_build *b))
{
	as_json_key(j, key);
	as_json_open_flat(j, '[');
	for (size_t k = 0; k < s->n_builds; k++)
		as_json_string(j, member(&s->builds[k]));
	as_json_close(j, ']');
}

static const char *hash_of(const struct as_build *b)
{
	return b->hash;
}

static const char *code_of(const struct as_build *b)
{
	return b->code;
}

static const char *layout_of(const struct as_build *b)
{
	return b->layout;
}

static void add_builds(struct as_json *j, const struct as_experiment *x, const struct as_subject *s)
{
	const struct as_level *l = &s->levels[AS_LEVEL_BUILD];

	as_json_key(j, "builds");
	as_json_open(j, '{');
	if (s->levels[AS_LEVEL_SESSION].n)
		add_units(j, l, "session", add_parent);
	add_units(j, l, "order", add_order);
	add_endings(j, l);
	add_units(j, l, "cost_s", add_cost);
	add_units(j, l, "seed", add_seed);
	add_hashes(j, s, "hash", hash_of);
	add_hashes(j, s, "code_hash", code_of);
	add_hashes(j, s, "layout_hash", layout_of);
	as_json_key(j, "bytes");
	as_json_open_flat(j, '[');
	for (size_t k = 0; k < s->n_builds; k++)
		as_json_int(j, s->builds[k].bytes);
	as_json_close(j, ']');
	add_values(j, x, l);
	as_json_close(j, '}');
}

static void add_sessions(struct as_json *j, const struct as_level *l)
{
	as_json_key(j, "sessions");
	as_json_open(j, '{');
	add_units(j, l, "started", add_started);
	add_units(j, l, "seed", add_seed);
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
		add_units(j, &s->levels[l], "parent", add_parent);
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
		add_units(j, l, "build", add_parent);
	else if (x->table)
		add_units(j, l, "parent", add_parent);
	else if (s->levels[AS_LEVEL_SESSION].n)
		add_units(j, l, "session", add_parent);
	add_units(j, l, "order", add_order);
	add_units(j, l, "round", add_round);
	add_endings(j, l);
	add_values(j, x, l);
	as_json_close(j, '}');
	if (s->levels[AS_LEVEL_ITERATION].n && s->iterations.first.n)
		add_iterations(j, x, s);
	as_json_close(j, '}');
}
