/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "store/kept/joined_trees.h"
#include "store/kept/packs.h"
#include "store/kept/subject_reading.h"
#include "store/sql/row.h"

/* What a history takes of builds is what they are, not when they were made. */
static enum as_status get_no_tree(struct as_subject_reading *r)
{
	struct as_subject *s = r->subject;
	enum as_status st = AS_OK;
	size_t at = 0;

	for (size_t l = 0; l < AS_MODEL_LEVELS; l++)
		s->levels[l].n = 0;
	for (size_t i = 0; i < s->n_builds && !st; i++)
		st = as_subject_add_unit(
			s, AS_LEVEL_BUILD, &(struct as_unit){.round = AS_NO_ROUND}, &at, r->err);
	return st;
}

/* The trees of n subjects that lie together, of which that one is the first. */
static enum as_status get_joined(struct as_subject_reading *r, size_t n)
{
	struct as_subject all, *first = r->subject;

	as_trees_count(r->x, r->number, n, &all);
	r->subject = &all;
	const enum as_status st = as_store_get_tree(r);
	const enum as_status divided =
		st ? AS_OK : as_trees_divide(&all, r->x, r->number, n, r->wanted);
	r->subject = first;
	as_subject_release(&all);
	if (divided == AS_ERR_MEM)
		return as_fail_memory(r->err);
	return divided ? as_subject_damaged(r, "its executions have iterations of others") : st;
}

static enum as_status get_trees(struct as_subject_reading *r)
{
	const size_t n = r->joined[r->number];
	bool some = !r->wanted;

	for (size_t i = 0; !some && i < n; i++)
		some = r->wanted[r->number + i];
	if (!some)
		return AS_OK;
	if (r->x->pruned_ns)
		return get_no_tree(r);
	return n > 1 ? get_joined(r, n) : n ? as_store_get_tree(r) : AS_OK;
}

/* Subjects that have no rows of their own follow, as many as there are, the one that has theirs. */
static enum as_status check_joins(struct as_subject_reading *r)
{
	const size_t n = r->x->n_subjects;

	for (size_t i = 0, left = 0; i < n; i++) {
		const size_t joined = r->joined[i];
		r->number = i;
		if (left ? joined > 0 : !joined || joined > n - i)
			return as_subject_damaged(r, "it is not clear whose values are its own");
		left = left ? left - 1 : joined - 1;
	}
	return AS_OK;
}

static bool remark_lost(struct as_subject_reading *r, const char *what)
{
	return as_experiment_remark(r->x,
		"%s of '%s' cannot be read: the file is damaged there, and assay store verify "
		"says where",
		what, r->subject->name);
}

/* End the reading of what an experiment can do without, which has a name then. */
static enum as_status end_spare(struct as_subject_reading *r, struct as_sql *q, const char *what)
{
	if (what && r->store->lenient && as_sql_is_damage(q) && !q->memory) {
		q->rc = AS_SQL_OK;
		q->bad = NULL;
		q->memory = !remark_lost(r, what);
	}
	return as_sql_end(q, r->err);
}

/* What was read, n elements with room for cap, becomes the subject's. */
static bool take_list(struct as_subject_reading *r, const struct as_store_list *list, void *v,
	size_t n, size_t cap)
{
	char *s = (char *)r->subject;
	void *kept = v;

	if (list->cap) {
		memcpy(s + list->cap, &cap, sizeof cap);
	} else {
		kept = as_arena_array(&r->x->arena, n, list->size);
		if (kept && n)
			memcpy(kept, v, n * list->size);
		free(v);
	}
	n = kept ? n : 0;
	memcpy(s + list->v, &kept, sizeof kept);
	memcpy(s + list->n, &n, sizeof n);
	return kept || list->cap;
}

static enum as_status get_list(struct as_subject_reading *r, const struct as_store_list *list)
{
	size_t n = 0, cap = 0;
	char *v = NULL;
	struct as_sql q;

	as_row_select(&q, r->store,
		&(struct as_kept_row){list->fields->table, "number", {list->fields},
			"WHERE experiment = ? AND subject = ? ORDER BY number"});
	as_sql_set_ints(&q, (const int64_t[]){r->experiment, (int64_t)r->number}, 2);
	while (as_sql_row(&q)) {
		as_sql_int(&q, (int64_t)n, (int64_t)n);
		if (!as_grow(&v, &cap, n + 1, list->size)) {
			q.memory = true;
			break;
		}
		as_row_get(
			&q, list->fields, memset(v + n * list->size, 0, list->size), &r->x->arena);
		n += as_sql_ok(&q);
	}
	if (!take_list(r, list, v, n, cap))
		q.memory = true;
	return end_spare(r, &q, list->spare);
}

static enum as_status get_version(struct as_subject_reading *r)
{
	const size_t of = r->metrics->one_version ? 0 : r->number;
	struct as_sql q;

	if (of != r->number) {
		r->subject->version = r->x->subjects[of].version;
		return r->version_lost && !remark_lost(r, "the version") ? as_fail_memory(r->err)
									  : AS_OK;
	}

	as_row_select(&q, r->store,
		&(struct as_kept_row){"versions", "subject", {&as_version_fields},
			"WHERE experiment = ? AND subject = ?"});
	as_sql_set_ints(&q, (const int64_t[]){r->experiment, (int64_t)of}, 2);
	if (as_sql_row(&q)) {
		as_sql_int(&q, 0, INT64_MAX);
		as_row_get(&q, &as_version_fields, &r->subject->version, &r->x->arena);
	}
	r->version_lost = as_sql_is_damage(&q);
	return end_spare(r, &q, "the version");
}

/* The next n subjects, of which the first is that one; the others are empty. */
static bool add_subjects(
	struct as_subject_reading *r, const struct as_subject *s, size_t joined, size_t n)
{
	struct as_experiment *x = r->x;
	const size_t all = x->n_subjects + (n ? n : 1);

	if (!as_grow(&x->subjects, &x->cap_subjects, all, sizeof *x->subjects) ||
		!as_grow(&r->joined, &r->cap_joined, all, sizeof *r->joined) ||
		!as_grow(&r->packs, &r->cap_packs, all, 1))
		return false;
	for (size_t i = x->n_subjects; i < all; i++) {
		const bool first = i == x->n_subjects;
		x->subjects[i] = first ? *s : (struct as_subject){0};
		/* without values each has a tree of its own, which is empty */
		r->joined[i] = first || joined == 1 ? joined : 0;
		r->packs[i] = first ? (unsigned char)n : AS_PACK_FOLLOWS;
	}
	x->n_subjects = all;
	return true;
}

static enum as_status get_subject_rows(struct as_subject_reading *r)
{
	struct as_experiment *x = r->x;
	struct as_sql q;

	as_row_select(&q, r->store,
		&(struct as_kept_row){"subjects",
			"number, iterations, executions, builds, sessions, joined, packed",
			{&as_subject_fields}, "WHERE experiment = ? ORDER BY number"});
	as_sql_set_int(&q, r->experiment);
	while (as_sql_row(&q)) {
		struct as_subject s = {0};
		int64_t next = (int64_t)x->n_subjects;
		as_sql_int(&q, next, next);
		for (size_t l = 0; l < AS_MODEL_LEVELS; l++)
			s.levels[l].n = (size_t)as_sql_int(&q, 0, AS_STORE_UNITS_MAX);
		const size_t joined = (size_t)as_sql_int(&q, 0, INT32_MAX);
		const size_t packed = (size_t)as_sql_int(&q, 0, AS_PACK_MOST);
		as_row_get(&q, &as_subject_fields, &s, &x->arena);
		if (as_sql_ok(&q) && !add_subjects(r, &s, joined, packed))
			q.memory = true;
	}
	return as_sql_end(&q, r->err);
}

/* Those that follow the first of a pack. */
static enum as_status get_followers(void *context, const struct as_pack *p)
{
	struct as_subject_reading *r = context;

	r->number = p->first;
	if (p->first >= r->x->n_subjects || r->packs[p->first] != p->n)
		return as_subject_damaged(r, "its pack is not of those that follow it");
	for (size_t i = 1; i < p->n; i++) {
		struct as_subject *s = &r->x->subjects[p->first + i];
		*s = p->subjects[i];
		for (size_t l = 0; l < AS_MODEL_LEVELS; l++) {
			if (p->count[l][i] > (uint64_t)AS_STORE_UNITS_MAX)
				return as_subject_damaged(
					r, "its pack has more units than there can be");
			s->levels[l].n = (size_t)p->count[l][i];
		}
	}
	r->packs[p->first] = 0; /* it is there */
	return AS_OK;
}

static enum as_status get_packs(struct as_subject_reading *r)
{
	enum as_status st =
		as_store_each_pack(r->store, r->experiment, &r->x->arena, get_followers, r, r->err);

	for (size_t i = 0; !st && i < r->x->n_subjects; i++) {
		r->number = i;
		if (r->packs[i] && r->packs[i] != AS_PACK_FOLLOWS)
			st = as_subject_damaged(r, "those that follow it are missing");
	}
	return st ? st : check_joins(r);
}

/* What a subject has lists of; those of one in a pack came with it. */
static enum as_status get_lists(struct as_subject_reading *r)
{
	enum as_status st = AS_OK;

	for (size_t k = 0; !st && k < AS_STORE_LISTS && !r->packs[r->number]; k++)
		/* Damage to what it has none of is no damage to it. */
		if (as_store_lists[k].fields != &as_build_fields ||
			r->subject->levels[AS_LEVEL_BUILD].n)
			st = get_list(r, &as_store_lists[k]);
	return st;
}

/* Those that are wanted, in their order. */
static void drop_others(struct as_experiment *x, const bool *wanted)
{
	size_t n = 0;

	for (size_t i = 0; i < x->n_subjects; i++) {
		struct as_subject one = x->subjects[i];
		if (wanted[i])
			x->subjects[n++] = one;
		else
			as_subject_release(&one);
	}
	x->n_subjects = n;
}

/* The command of a subject that another tool measured is its name again (as as_store_rename has it). */
static enum as_status show_renamed(struct as_subject_reading *r)
{
	struct as_experiment *x = r->x;
	const char **name = calloc(x->n_subjects + 1, sizeof *name);
	enum as_status st = name ? AS_OK : AS_ERR_MEM;

	for (size_t i = 0; name && i < x->n_subjects; i++)
		name[i] = x->subjects[i].name;
	if (!st)
		st = as_store_call_all(r->store, name, x->n_subjects, &x->arena);
	for (size_t i = 0; !st && i < x->n_subjects; i++) {
		struct as_subject *s = &x->subjects[i];
		if (!s->executable && !strcmp(s->command, s->name))
			s->command = name[i];
		s->name = name[i];
	}
	free(name);
	return st ? as_fail_memory(r->err) : AS_OK;
}

enum as_status as_store_get_subjects(struct as_store *s, int64_t experiment,
	const struct as_store_metrics *metrics, const struct as_subjects_choice *choice,
	struct as_experiment *x, struct as_err *err)
{
	struct as_subject_reading r = {
		.store = s,
		.experiment = experiment,
		.metrics = metrics,
		.x = x,
		.packer = as_packer_new(),
		.err = err,
	};
	enum as_status st = r.packer ? get_subject_rows(&r) : as_fail_memory(err);

	if (!st)
		st = get_packs(&r);
	for (size_t i = 0; !st && i < x->n_subjects; i++) {
		r.subject = &x->subjects[i];
		r.number = i;
		st = get_version(&r);
	}
	if (!st && s->n_renames)
		st = show_renamed(&r);
	if (!st && choice) {
		r.wanted = calloc(x->n_subjects + 1, sizeof *r.wanted);
		st = r.wanted ? AS_OK : as_fail_memory(err);
	}
	if (!st && choice)
		choice->choose(choice->data, x, r.wanted);
	for (size_t i = 0; !st && i < x->n_subjects; i++) {
		const bool wanted = !r.wanted || r.wanted[i];
		r.subject = &x->subjects[i];
		r.number = i;
		if (wanted)
			st = get_lists(&r);
		if (!st)
			st = get_trees(&r);
	}
	if (!st && choice)
		drop_others(x, r.wanted);
	free(r.wanted);
	free(r.joined);
	free(r.packs);
	as_packer_free(r.packer);
	return st;
}
