/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the store has of the histories of benchmarks: columns only. A large one has a million rows,
 * so texts, which repeat, are kept once. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/vec.h"
#include "store/histories/histories_reading.h"

/* A statement over experiments e and subjects s, of those of the names alone where there are some; names are
 * parameters from `from` on. */
struct over_subjects {
	const char *before, *after, *order;
	size_t from;
};

static void prepare(struct as_sql *q, struct as_histories_reading *r, const struct over_subjects *o)
{
	struct as_text sql = {0};

	as_text_add(&sql, o->before);
	as_text_add(&sql, r->which->n_names
		? " FROM subjects s CROSS JOIN experiments e ON e.id = s.experiment"
		: " FROM experiments e CROSS JOIN subjects s ON s.experiment = e.id");
	as_text_add(&sql, o->after);
	for (size_t i = 0; i < r->which->n_names; i++)
		as_text_addf(&sql, "%s?%zu", i ? ", " : " AND s.name IN (", i + o->from);
	as_text_add(&sql, r->which->n_names ? ")" : "");
	as_text_add(&sql, o->order);
	as_sql_prepare(q, r->store, as_text_str(&sql));
	q->memory = q->memory || sql.failed;
	as_text_release(&sql);
}

static enum as_status read_sources(struct as_histories_reading *r)
{
	struct as_sql q;

	prepare(&q, r, &(struct over_subjects){
		"SELECT e.id, s.number, e.started_ns, s.name, s.command, s.build_command, "
		"ifnull((SELECT group_concat(p.name || '=' || p.value, ' ') FROM parameters p "
		"WHERE p.experiment = s.experiment AND p.subject = s.number), ''), (SELECT CASE "
		"WHEN count(b.code) = count(*) AND min(b.code) = max(b.code) AND "
		"min(b.code) LIKE '" AS_BUILD_LOADED "%' THEN min(b.code) END "
		"FROM builds b WHERE b.experiment = s.experiment AND b.subject = s.number), "
		"e.label, e.machine_id, e.environment_id, e.host, v.project, v.commit_id, "
		"v.parents, v.branch, v.label, ifnull(v.date_ns, 0), ifnull(v.changes, 0), "
		"CASE WHEN s.command = s.name AND s.executable IS NULL THEN 1 ELSE 0 END",
		" LEFT JOIN versions v ON v.experiment = s.experiment AND v.subject = s.number * "
		"(1 - e.one_version)"
		" WHERE s.packed = 0 AND" AS_HISTORY_FITTING, " ORDER BY e.id, s.number", 2});
	as_sql_set_text(&q, r->which->label);
	as_sql_set_texts(&q, r->which->names, r->which->n_names);
	while (as_sql_row(&q)) {
		struct as_history_source one = {.experiment = as_sql_int(&q, 1, INT64_MAX)};
		int64_t number = as_sql_int(&q, 0, INT32_MAX);
		one.started_ns = as_sql_int(&q, INT64_MIN, INT64_MAX);
		one.name = as_histories_text(r, &q, AS_SQL_REQUIRED);
		one.command = as_histories_text(r, &q, AS_SQL_REQUIRED);
		const char **texts[] = {&one.build_command, &one.parameters, &one.program,
			&one.label, &one.machine, &one.environment, &one.host};
		for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
			*texts[i] = as_histories_text(r, &q, AS_SQL_OPTIONAL);
		as_histories_version(r, &q, &one.version);
		one.named = as_sql_int(&q, 0, 1);
		if (!as_sql_ok(&q))
			break;
		q.memory = r->memory || !AS_PUSH(r->number, r->n_numbers, r->numbers_cap, number) ||
			!AS_PUSH(r->sources, r->n_sources, r->sources_cap, one);
	}
	return as_sql_end(&q, r->err);
}

/* The source of a row, which is not before `from`; both are in the same order. */
static size_t seek(const struct as_histories_reading *r, size_t from, int64_t experiment,
	int64_t number)
{
	while (from < r->n_sources && (r->sources[from].experiment < experiment ||
		(r->sources[from].experiment == experiment && r->number[from] < number)))
		from++;
	return from;
}

static bool is_source(const struct as_histories_reading *r, size_t at, int64_t experiment,
	int64_t number)
{
	return at < r->n_sources && r->sources[at].experiment == experiment &&
		r->number[at] == number;
}

#define ROWS \
	"SELECT y.experiment, y.subject, y.metric, y.metric = e.listed, y.n_top, y.mean, y.sd"
#define WANTED " WHERE" AS_HISTORY_FITTING " AND (?2 = 0 OR y.metric = e.listed)"
/* By what the outer loop runs over, so that a million rows are not sorted. */
#define ROWS_ORDER " ORDER BY e.id, y.subject, y.metric"

/* Without names the subjects themselves are not looked at: a large store has millions. */
static void prepare_rows(struct as_sql *q, struct as_histories_reading *r)
{
	if (r->which->n_names)
		prepare(q, r,
			&(struct over_subjects){ROWS,
				" CROSS JOIN summaries y ON y.experiment = s.experiment AND "
				"y.subject = s.number" WANTED,
				ROWS_ORDER, 3});
	else
		as_sql_prepare(q, r->store, ROWS " FROM experiments e CROSS JOIN summaries y ON "
			"y.experiment = e.id" WANTED ROWS_ORDER);
	as_sql_set_text(q, r->which->label);
	as_sql_set_int(q, !r->which->n_metrics && !r->which->all_metrics);
	as_sql_set_texts(q, r->which->names, r->which->n_names);
}

/* A subject without values of the metric that lists show is judged by its own, the first that it has values of
 * (as_experiment_own_metric): rows that have none become those, where there are some. Experiments that assay
 * measured have none such, so there are few to look up. */
static enum as_status find_own(struct as_histories_reading *r)
{
	struct as_sql q;
	size_t metrics = 0;
	enum as_status st = AS_OK;

	for (size_t i = 0; i < r->n_rows && !st; i++) {
		struct as_history_row *row = &r->rows[i];
		if (row->n_top || r->which->n_metrics || r->which->all_metrics)
			continue;
		const int64_t experiment = r->sources[row->source].experiment;
		bool found = false;
		as_sql_prepare(&q, r->store,
			"SELECT y.metric, y.n_top, y.mean, y.sd FROM summaries y WHERE "
			"y.experiment = ?1 AND y.subject = ?2 AND y.n_top > 0 ORDER BY y.metric");
		as_sql_set_ints(&q, (const int64_t[]){experiment, r->number[row->source]}, 2);
		while (!found && as_sql_row(&q)) {
			struct as_history_row own = {.source = row->source};
			const int64_t metric = as_sql_int(&q, 0, INT32_MAX);
			own.n_top = (size_t)as_sql_int(&q, 0, INT64_MAX);
			own.mean = as_sql_real(&q);
			own.sd = as_sql_real(&q);
			found = true;
			if (as_sql_ok(&q) &&
				as_histories_own(r, &metrics, experiment, metric, &own))
				*row = own;
		}
		st = as_sql_end(&q, r->err);
	}
	return st;
}

static enum as_status read_rows(struct as_histories_reading *r)
{
	struct as_sql q;
	size_t at = 0, metrics = 0;

	prepare_rows(&q, r);
	while (as_sql_row(&q)) {
		int64_t experiment = as_sql_int(&q, 1, INT64_MAX),
			number = as_sql_int(&q, 0, INT32_MAX);
		const int64_t metric = as_sql_int(&q, 0, INT32_MAX);
		bool listed = as_sql_int(&q, 0, 1);
		struct as_history_row one = {.n_top = (size_t)as_sql_int(&q, 0, INT64_MAX)};
		one.mean = as_sql_real(&q);
		one.sd = as_sql_real(&q);
		at = seek(r, at, experiment, number);
		one.source = at;
		if (!as_sql_ok(&q) || !is_source(r, at, experiment, number) ||
			!as_histories_row(r, &metrics, experiment, metric, listed, &one))
			continue;
		q.memory = r->memory || !AS_PUSH(r->rows, r->n_rows, r->rows_cap, one);
	}
	const enum as_status st = as_sql_end(&q, r->err);
	return st ? st : find_own(r);
}

/* All names that are shown as one of those that are asked for, by what the renamings do backwards. */
static enum as_status ask_renamed(
	const struct as_store *s, struct as_store_history *which, struct as_arena *a)
{
	const char **list = NULL;
	size_t n = 0, cap = 0;
	bool room = true;

	for (size_t i = 0; room && i < which->n_names; i++) {
		const size_t from = n;
		room = AS_PUSH(list, n, cap, which->names[i]);
		for (size_t k = s->n_renames; room && k-- > 0;) {
			const struct as_rename *r = &s->renames[k];
			const struct as_rename back = {.from = r->to, .to = r->from};
			for (size_t m = from, to = n; room && m < to; m++) {
				const char *old = NULL;
				if (as_rename_applies(&back, list[m], a, &old))
					room = old && AS_PUSH(list, n, cap, old);
			}
		}
	}
	const char **all = room ? as_arena_array(a, n, sizeof *all) : NULL;
	if (all && n)
		memcpy(all, list, n * sizeof *all);
	which->names = all;
	which->n_names = n;
	free(list);
	return all ? AS_OK : AS_ERR_MEM;
}

/* Sources are by experiment. */
static enum as_status show_renamed(struct as_histories_reading *r)
{
	const char **name = calloc(r->n_sources + 1, sizeof *name);
	enum as_status st = name ? AS_OK : AS_ERR_MEM;

	for (size_t i = 0; name && i < r->n_sources; i++)
		name[i] = r->sources[i].name;
	for (size_t i = 0, to = 0; !st && i < r->n_sources; i = to) {
		struct as_arena room = {0};
		for (to = i + 1; to < r->n_sources &&
			r->sources[to].experiment == r->sources[i].experiment;
			to++)
			;
		st = as_store_call_all(r->store, name + i, to - i, &room);
		for (size_t k = i; !st && k < to; k++)
			name[k] = as_intern(&r->interns, name[k], &r->memory);
		as_arena_release(&room);
	}
	for (size_t i = 0; !st && !r->memory && i < r->n_sources; i++) {
		struct as_history_source *one = &r->sources[i];
		one->command = one->named ? name[i] : one->command;
		one->name = name[i];
	}
	free(name);
	return st || r->memory ? as_fail_memory(r->err) : AS_OK;
}

/* Into memory of the caller's arena, and none of the two is there twice while the other is. */
static void *hand_over(struct as_arena *a, void *v, size_t n, size_t size)
{
	void *out = as_arena_array(a, n, size);

	if (out && n)
		memcpy(out, v, n * size);
	free(v);
	return out;
}

enum as_status as_store_histories(struct as_store *s, const struct as_store_history *which,
	struct as_arena *a, struct as_history_rows *out, struct as_err *err)
{
	struct as_store_history asked = *which;
	struct as_histories_reading r = {.store = s, .which = &asked, .interns = {.arena = a},
		.err = err};

	as_store_doing(s, "read the histories of");
	if (s->n_renames && asked.n_names && ask_renamed(s, &asked, a))
		return as_fail_memory(err);
	struct as_arena *room = which->room ? which->room : a;
	enum as_status st = read_sources(&r);
	if (!st)
		st = as_histories_metrics(&r);
	if (!st)
		st = read_rows(&r);
	if (!st)
		st = as_histories_packs(&r);
	if (!st)
		st = as_histories_sort(&r);
	if (!st && s->n_renames)
		st = show_renamed(&r);
	free(r.number);
	free(r.metrics);
	r.sources = hand_over(room, r.sources, r.n_sources, sizeof *r.sources);
	r.rows = hand_over(room, r.rows, r.n_rows, sizeof *r.rows);
	as_interns_release(&r.interns);
	if (!st && (!r.rows || !r.sources))
		st = as_fail_memory(err);
	if (!st)
		*out = (struct as_history_rows){r.sources, r.n_sources, r.rows, r.n_rows};
	return st;
}
