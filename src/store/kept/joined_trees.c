/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/kept/joined_trees.h"

#include "base/vec.h"

enum {
	FEWEST = 8, /* subjects: fewer have few rows anyway */
	SMALL = 1024, /* units of one of them, on all levels together */
	MOST = 1 << 16, /* of all of them: as many numbers as are packed at once */
};

static size_t units_of(const struct as_subject *s)
{
	size_t n = 0;

	for (size_t l = 0; l < AS_MODEL_LEVELS; l++)
		n += s->levels[l].n < SMALL ? s->levels[l].n : SMALL;
	return n;
}

static bool is_small(const struct as_subject *s)
{
	return s->levels[AS_LEVEL_EXECUTION].n && !s->n_thinned && units_of(s) < SMALL;
}

static bool same_columns(const struct as_level *a, const struct as_level *b)
{
	bool same = !a->n == !b->n && a->n_columns == b->n_columns;

	for (size_t c = 0; same && c < a->n_columns; c++)
		same = a->columns[c].metric == b->columns[c].metric;
	return same;
}

static bool are_alike(const struct as_subject *a, const struct as_subject *b)
{
	bool same = is_small(b);

	for (size_t l = 0; same && l < AS_MODEL_LEVELS; l++)
		same = same_columns(&a->levels[l], &b->levels[l]);
	return same;
}

size_t as_trees_alike(const struct as_experiment *x, size_t first)
{
	const struct as_subject *s = &x->subjects[first];
	size_t n = 0, units = 0;

	if (!is_small(s))
		return 1;
	while (first + n < x->n_subjects && are_alike(s, &s[n]) && units + units_of(&s[n]) <= MOST)
		units += units_of(&s[n++]);
	return n < FEWEST ? 1 : n;
}

/* Numbers `from` to from + n - 1 of a column, behind those of another. */
static bool add_part(struct as_packed *to, const struct as_packed *of, size_t from, size_t n)
{
	uint64_t words[AS_PACKED_BLOCK];

	if (from > of->n || of->n - from < n)
		return false;
	to->reals = of->reals;
	for (size_t i = 0, step; i < n; i += step) {
		step = n - i < AS_PACKED_BLOCK ? n - i : AS_PACKED_BLOCK;
		as_packed_read(of, from + i, step, words);
		if (!as_packed_append(to, words, step))
			return false;
	}
	return true;
}

/* n units of a level, from that one on. */
static bool add_level(struct as_level *to, const struct as_level *of, size_t from, size_t n)
{
	bool well = !of->units || as_level_units(to);

	for (size_t m = 0; well && of->units && m < AS_UNIT_MEMBERS; m++)
		well = !of->units[m].n || add_part(&to->units[m], &of->units[m], from, n);
	for (size_t c = 0; well && c < of->n_columns; c++) {
		const struct as_column fresh = {.metric = of->columns[c].metric};
		if (to->n_columns == c)
			well = AS_PUSH(to->columns, to->n_columns, to->cap_columns, fresh);
		well = well && add_part(&to->columns[c].values, &of->columns[c].values, from, n);
	}
	return well;
}

static bool add_iterations(struct as_iterations *to, const struct as_iterations *of, size_t from,
	size_t n)
{
	return !n || (add_part(&to->role, &of->role, from, n) &&
		add_part(&to->end_ns, &of->end_ns, from, n));
}

/* Where iterations of its executions begin. */
static bool add_first(struct as_subject *to, const struct as_subject *of)
{
	struct as_packed *first = &to->iterations.first;
	const size_t at = to->levels[AS_LEVEL_ITERATION].n;
	bool well = first->n || as_packed_push(first, 0);

	for (size_t e = 0; well && e < of->levels[AS_LEVEL_EXECUTION].n; e++)
		well = as_packed_push(first, at + as_iterations_of(of, e).to);
	return well;
}

static bool add_tree(struct as_subject *to, const struct as_subject *of)
{
	bool well = add_first(to, of) && add_iterations(&to->iterations, &of->iterations, 0,
					    of->levels[AS_LEVEL_ITERATION].n);

	for (size_t l = 0; well && l < AS_MODEL_LEVELS; l++) {
		well = add_level(&to->levels[l], &of->levels[l], 0, of->levels[l].n);
		to->levels[l].n += of->levels[l].n;
	}
	return well;
}

enum as_status as_trees_join(const struct as_experiment *x, size_t first, size_t n,
	struct as_subject *out, struct as_err *err)
{
	*out = (struct as_subject){0};
	for (size_t i = first; i < first + n; i++)
		if (!add_tree(out, &x->subjects[i]))
			return as_fail_memory(err);
	return AS_OK;
}

void as_trees_count(const struct as_experiment *x, size_t first, size_t n, struct as_subject *out)
{
	*out = (struct as_subject){0};
	for (size_t i = first; i < first + n; i++)
		for (size_t l = 0; l < AS_MODEL_LEVELS; l++)
			out->levels[l].n += x->subjects[i].levels[l].n;
}

/* The same of one subject, whose executions and iterations begin there. */
static enum as_status take_first(struct as_subject *s, const struct as_subject *joined,
	size_t execution, size_t iteration)
{
	struct as_packed *first = &s->iterations.first;
	const size_t n = s->levels[AS_LEVEL_ITERATION].n;
	size_t at = iteration;

	if (!as_packed_push(first, 0))
		return AS_ERR_MEM;
	for (size_t e = 0; e < s->levels[AS_LEVEL_EXECUTION].n; e++) {
		const struct as_range r = as_iterations_of(joined, execution + e);
		if (r.from != at || r.to < at || r.to - iteration > n)
			return AS_ERR_DATA;
		at = r.to;
		if (!as_packed_push(first, at - iteration))
			return AS_ERR_MEM;
	}
	return at - iteration == n ? AS_OK : AS_ERR_DATA;
}

enum as_status as_trees_divide(const struct as_subject *joined, struct as_experiment *x,
	size_t first, size_t n, const bool *wanted)
{
	size_t at[AS_MODEL_LEVELS] = {0};

	for (size_t i = first; i < first + n; i++) {
		struct as_subject *s = &x->subjects[i];
		if (wanted && !wanted[i]) {
			for (size_t l = 0; l < AS_MODEL_LEVELS; l++)
				at[l] += s->levels[l].n;
			continue;
		}
		enum as_status st = take_first(s, joined, at[AS_LEVEL_EXECUTION],
			at[AS_LEVEL_ITERATION]);
		if (st)
			return st;
		if (!add_iterations(&s->iterations, &joined->iterations, at[AS_LEVEL_ITERATION],
			    s->levels[AS_LEVEL_ITERATION].n))
			return AS_ERR_MEM;
		for (size_t l = 0; l < AS_MODEL_LEVELS; l++) {
			if (!add_level(&s->levels[l], &joined->levels[l], at[l], s->levels[l].n))
				return AS_ERR_MEM;
			at[l] += s->levels[l].n;
		}
	}
	return AS_OK;
}
