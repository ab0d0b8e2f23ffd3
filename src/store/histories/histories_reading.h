/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_HISTORIES_HISTORIES_READING_H
#define AS_STORE_HISTORIES_HISTORIES_READING_H

/* What the files that read histories share, and nobody else includes. */

#include "store/sql/intern.h"
#include "store/sql/sql.h"

/* Experiments that make a history; ?1 is a label or NULL. Each of them is judged once, before its
 * subjects are looked at. An experiment of two versions compares these; one of more is a session of
 * a series, unless a bisection has made it, whose rounds are few. */
#define AS_HISTORY_FITTING \
	" (?1 IS NULL OR e.label = ?1)" \
	" AND e.uuid NOT IN (SELECT extends FROM experiments WHERE extends IS NOT NULL)" \
	" AND CASE WHEN e.n_versions > 0 THEN e.n_versions ELSE (SELECT count(DISTINCT " \
	"ifnull(w.commit_id, '') || w.changes) FROM versions w WHERE w.experiment = e.id) END <> " \
	"2" \
	" AND instr(ifnull(e.request, ''), '\"verb\":\"bisect\"') = 0"

enum { AS_HISTORY_COLUMNS = 24 };

struct as_histories_metric {
	int64_t experiment, number;
	const char *name, *unit;
	enum as_better better;
	enum as_level_index level;
};

struct as_histories_reading {
	struct as_store *store;
	const struct as_store_history *which;
	struct as_interns interns;
	const char *last[AS_HISTORY_COLUMNS]; /* of each column, as it is kept */
	bool memory;
	int64_t *number; /* of each source's subject in its experiment */
	size_t n_numbers, numbers_cap;
	struct as_histories_metric *metrics; /* by experiment, then by number */
	size_t n_metrics, metrics_cap;
	struct as_history_source *sources;
	size_t n_sources, sources_cap;
	struct as_history_row *rows;
	size_t n_rows, rows_cap;
	struct as_err *err;
};

/* history_columns.c. The next column: most rows say what the one before said. */
const char *as_histories_text(
	struct as_histories_reading *r, struct as_sql *q, enum as_sql_need need);
void as_histories_version(struct as_histories_reading *r, struct as_sql *q, struct as_version *v);

/* Into r->metrics. */
enum as_status as_histories_metrics(struct as_histories_reading *r) AS_MUST_CHECK;

/* A row of an experiment's metric by its number, where it is wanted: *from is where those of the experiment
 * begin, at or before which the last one's did. False: it is not, or there is none. */
bool as_histories_row(const struct as_histories_reading *r, size_t *from, int64_t experiment,
	int64_t metric, bool listed, struct as_history_row *out);

/* A row of a subject's own metric, where it has no values of the one that lists show and this is the first that it
 * has values of. False: it is one of assay's, by which it is not judged. */
bool as_histories_own(const struct as_histories_reading *r, size_t *from, int64_t experiment,
	int64_t metric, struct as_history_row *out);

/* history_packs.c: those of packs behind the others. */
enum as_status as_histories_packs(struct as_histories_reading *r) AS_MUST_CHECK;

/* history_sort.c: all of them by experiment and number, in which order those of packs and the others are
 * already, each for themselves. AS_ERR_MEM. */
enum as_status as_histories_sort(struct as_histories_reading *r) AS_MUST_CHECK;

#endif
