/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns of what histories are read from, and which metrics are wanted. */
#include <string.h>

#include "base/vec.h"
#include "store/histories/histories_reading.h"

const char *as_histories_text(
	struct as_histories_reading *r, struct as_sql *q, enum as_sql_need need)
{
	const char **last = &r->last[q->next < AS_HISTORY_COLUMNS ? q->next : 0];
	const char *s = as_sql_borrow(q, need);

	if (!s || !*last || strcmp(s, *last) != 0)
		*last = as_intern(&r->interns, s, &r->memory);
	return *last;
}

void as_histories_version(struct as_histories_reading *r, struct as_sql *q, struct as_version *v)
{
	const char **texts[] = {&v->project, &v->commit, &v->parents, &v->branch, &v->label};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		*texts[i] = as_histories_text(r, q, AS_SQL_OPTIONAL);
	v->date_ns = as_sql_int(q, INT64_MIN, INT64_MAX);
	v->changes = (enum as_changes)as_sql_int(q, AS_CHANGES_UNKNOWN, AS_CHANGES_SOME);
}

/* The same name, where - is as good as _. */
static bool same_name(const char *a, const char *b)
{
	while (*a && (*a == *b || (*a == '-' && *b == '_') || (*a == '_' && *b == '-'))) {
		a++;
		b++;
	}
	return *a == *b;
}

/* Whether a metric was asked for; listed: a list shows it. All are those of the software, not those
 * of the machine, which have no direction. */
static bool is_wanted(
	const struct as_store_history *h, const struct as_history_row *row, bool listed)
{
	const char *metric = row->metric;

	if (listed && (h->all_metrics || !h->n_metrics))
		return true;
	if (h->all_metrics && row->better != AS_BETTER_NEITHER)
		return true;
	for (size_t i = 0; i < h->n_metrics; i++)
		if (same_name(h->metrics[i], metric) ||
			(listed && !strcmp(h->metrics[i], "time") && !strcmp(metric, "wall")))
			return true;
	return false;
}

/* Those of each experiment once: a summary names its metric by the number. */
enum as_status as_histories_metrics(struct as_histories_reading *r)
{
	struct as_sql q;

	as_sql_prepare(&q, r->store,
		"SELECT e.id, m.number, m.name, m.unit, m.better, m.level FROM experiments e "
		"CROSS JOIN metrics m ON m.experiment = e.id WHERE" AS_HISTORY_FITTING
		" ORDER BY e.id, m.number");
	as_sql_set_text(&q, r->which->label);
	while (as_sql_row(&q)) {
		struct as_histories_metric one = {.experiment = as_sql_int(&q, 1, INT64_MAX)};
		one.number = as_sql_int(&q, 0, INT32_MAX);
		one.name = as_histories_text(r, &q, AS_SQL_REQUIRED);
		one.unit = as_histories_text(r, &q, AS_SQL_REQUIRED);
		one.better = (enum as_better)as_sql_int(&q, AS_BETTER_LESS, AS_BETTER_NEITHER);
		one.level = (enum as_level_index)as_sql_int(&q, 0, AS_TREE_LEVELS - 1);
		if (as_sql_ok(&q))
			q.memory = r->memory ||
				   !AS_PUSH(r->metrics, r->n_metrics, r->metrics_cap, one);
	}
	return as_sql_end(&q, r->err);
}

/* That of an experiment by its number; *from is where those of the experiment begin, at or before
 * which the last one's did. NULL: there is none. */
static const struct as_histories_metric *metric_of(
	const struct as_histories_reading *r, size_t *from, int64_t experiment, int64_t number)
{
	while (*from < r->n_metrics && r->metrics[*from].experiment < experiment)
		++*from;
	for (size_t i = *from; i < r->n_metrics && r->metrics[i].experiment == experiment; i++)
		if (r->metrics[i].number == number)
			return &r->metrics[i];
	return NULL;
}

bool as_histories_row(const struct as_histories_reading *r, size_t *from, int64_t experiment,
	int64_t metric, bool listed, struct as_history_row *out)
{
	const struct as_histories_metric *m = metric_of(r, from, experiment, metric);

	if (!m)
		return false;
	out->metric = m->name;
	out->unit = m->unit;
	out->better = m->better;
	out->level = m->level;
	return is_wanted(r->which, out, listed);
}

bool as_histories_own(const struct as_histories_reading *r, size_t *from, int64_t experiment,
	int64_t metric, struct as_history_row *out)
{
	return as_histories_row(r, from, experiment, metric, true, out) &&
	       !as_metric_find(out->metric);
}
