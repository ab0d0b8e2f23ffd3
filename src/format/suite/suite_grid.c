/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "format/suite/suite_reading.h"

/* One value, or a list of them; any text is one, also an empty one. */
static enum as_status read_values(struct as_suite_reader *r, const struct as_yaml *node,
	const char *name, struct as_suite_list *out)
{
	const struct as_yaml *const *items = node->kind == AS_YAML_LIST ? node->v : &node;
	size_t n = node->kind == AS_YAML_LIST ? node->n : 1;
	const char **v = as_arena_array(r->a, n, sizeof *v);
	struct as_suite_place *at = as_arena_array(r->a, n, sizeof *at);
	enum as_status st = v && at ? AS_OK : as_fail_memory(r->err);

	if (!st && (node->kind == AS_YAML_MAP || !n))
		st = as_suite_fail_at(r, node,
			"the parameter '%.100s' has %s: expected a value, or a list of "
			"them, such as [1, 2]",
			name, n ? "a map" : "no value");
	for (size_t i = 0; i < n && !st; i++) {
		st = as_suite_see(r, items[i]);
		if (!st && items[i]->kind != AS_YAML_TEXT)
			st = as_suite_fail_at(r, items[i],
				"the parameter '%.100s' has a value that is no text", name);
		v[i] = items[i]->text;
		at[i] = as_suite_place_of(r, items[i]);
	}
	if (!st)
		*out = (struct as_suite_list){.v = v, .at = at, .n = n};
	return st;
}

/* Parameter number i of those in v. */
static enum as_status read_axis(struct as_suite_reader *r, const struct as_yaml *const *pair,
	struct as_suite_names *names, struct as_suite_axis *v, size_t i)
{
	const struct as_yaml *key = pair[0];
	size_t taken = i;
	enum as_status st = as_suite_see(r, key);

	if (st)
		return st;
	if (key->kind != AS_YAML_TEXT || !*key->text || strpbrk(key->text, "{}"))
		return as_suite_fail_at(r, key,
			"the name of a parameter is a text of at least one character, "
			"without braces");
	if (as_suite_names_add(names, key->text, i, &taken))
		return as_fail_memory(r->err);
	if (taken != i)
		return as_suite_fail_at(r, key,
			"the parameter '%.100s' is there twice, first in line %u: put "
			"all its values into one list",
			key->text, v[taken].at.line);
	v[i] = (struct as_suite_axis){.name = key->text, .at = as_suite_place_of(r, key)};
	st = as_suite_see(r, pair[1]);
	return st ? st : read_values(r, pair[1], key->text, &v[i].values);
}

static enum as_status read_product(struct as_suite_reader *r, const struct as_yaml *node,
	struct as_suite_product *out)
{
	struct as_suite_names names = {0};
	size_t n = node->n / 2;
	enum as_status st = as_suite_see(r, node);

	if (!st && (node->kind != AS_YAML_MAP || !n))
		st = as_suite_fail_at(r, node,
			"a set of parameters has names with a value or a list of values "
			"each, such as {size: [1, 2]}");
	if (st)
		return st;
	struct as_suite_axis *v = as_arena_array(r->a, n, sizeof *v);
	if (!v)
		return as_fail_memory(r->err);
	for (size_t i = 0; i < n && !st; i++)
		st = read_axis(r, node->v + 2 * i, &names, v, i);
	as_suite_names_release(&names);
	if (!st)
		*out = (struct as_suite_product){.v = v, .n = n};
	return st;
}

/* Every set has the names of the first, in its order, whatever the order they stand in. */
static enum as_status align(struct as_suite_reader *r, const struct as_suite_product *first,
	const struct as_yaml *node, struct as_suite_product *p)
{
	for (size_t i = 0; i < first->n; i++) {
		size_t k = i;

		while (k < p->n && strcmp(p->v[k].name, first->v[i].name) != 0)
			k++;
		if (k == p->n)
			return as_suite_fail_at(r, node,
				"this set lacks the parameter '%.100s' of the first: all "
				"sets have the same",
				first->v[i].name);
		struct as_suite_axis found = p->v[k];
		p->v[k] = p->v[i];
		p->v[i] = found;
	}
	if (p->n > first->n)
		return as_suite_fail(r->suite, &p->v[first->n].at, r->err,
			"the parameter '%.100s' is not in the first set: all sets have the same",
			p->v[first->n].name);
	return AS_OK;
}

enum as_status as_suite_read_grid(struct as_suite_reader *r, const struct as_yaml *node,
	struct as_suite_grid *out)
{
	bool list = node->kind == AS_YAML_LIST;
	const struct as_yaml *const *items = list ? node->v : &node;
	size_t n = list ? node->n : 1;
	struct as_suite_product *v = as_arena_array(r->a, n, sizeof *v);
	enum as_status st = v ? AS_OK : as_fail_memory(r->err);

	for (size_t i = 0; i < n && !st; i++) {
		st = read_product(r, items[i], &v[i]);
		if (!st && i)
			st = align(r, &v[0], items[i], &v[i]);
	}
	if (!st)
		*out = (struct as_suite_grid){.v = v, .n = n};
	return st;
}
