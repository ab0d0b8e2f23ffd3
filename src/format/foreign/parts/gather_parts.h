/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_FOREIGN_PARTS_GATHER_PARTS_H
#define AS_FORMAT_FOREIGN_PARTS_GATHER_PARTS_H

/* What gather.c and gather_tree.c share and nobody else includes. */

#include "base/arena.h"
#include "base/packed/packed.h"
#include "format/export/labels.h"
#include "format/foreign/parts/gather.h"

enum { AS_GATHER_UNUSED = 12, AS_GATHER_REMARKS = 8 };

struct as_scope {
	enum as_scope_kind kind;
	uint32_t parent;
	uint32_t trait, last_trait; /* the first of its own, and the last; number + 1; 0: none */
	uint32_t child, last; /* the first in it, and the last; number of a scope; 0: none */
	uint32_t next; /* in the same scope */
};

/* Values that came one after the other and are of the same kind. */
struct as_gather_run {
	size_t first; /* number of the first; it ends where the next one begins */
	double inner;
	uint32_t scope;
	enum as_role role;
};

struct as_gather {
	struct as_arena arena;
	struct as_scope *scopes;
	size_t n_scopes, cap_scopes;
	struct as_trait **traits; /* who asks for one may say more before he looks at it */
	size_t n_traits, cap_traits;
	struct as_labels keys;
	struct as_units keyed; /* scopes that have a key, by parent and key */
	uint32_t *keyed_scope; /* of each of them */
	size_t cap_keyed;
	double *value; /* n_values; digits that others print are not packed well */
	size_t n_values, cap_values;
	struct as_gather_run *runs; /* of all values, n_runs of them */
	size_t n_runs, cap_runs;
	const char *unused[AS_GATHER_UNUSED]; /* n_unused of them, with as many as there are of others */
	size_t n_unused, n_unused_others;
	const char *remarks[AS_GATHER_REMARKS]; /* n_remarks of them */
	size_t n_remarks;
	size_t n_none; /* numbers that are none */
	const char *none; /* what one of them is, and where; NULL: not known */
	struct as_packed inner_scope, inners; /* numbers for values that come in any order */
	bool failed;
};

/* The number behind the last value of a run. */
static inline size_t as_gather_run_end(const struct as_gather *g, size_t run)
{
	return run + 1 < g->n_runs ? g->runs[run + 1].first : g->n_values;
}

#endif
