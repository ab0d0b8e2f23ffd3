/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_INTERNAL_H
#define AS_STORE_INTERNAL_H

/* What the files of store/ share and nobody else includes. */

#include "model/kept/check.h"
#include "model/kept/thinned.h"
#include "store/engine.h"

enum {
	AS_STORE_SCHEMA = 9, /* the newest version this program knows */
	AS_STORE_WAIT_MS = 10000,
	AS_STORE_SPARE = 48, /* statements: more than an experiment takes that is put and read */
};

/* Written into bytes 68 to 71 of the file, where file(1) looks. */
enum as_store_kind {
	AS_STORE_KIND_STORE = 0x41535359,  /* "ASSY" */
	AS_STORE_KIND_EXPORT = 0x41535358, /* "ASSX": one experiment, may be replaced */
};

struct as_store {
	const struct as_store_engine *engine;
	void *db;       /* what the engine calls its connection */
	char *path;     /* as it was given, for words */
	char *file;     /* the same for SQLite, which gives a meaning to "file:" and ":" */
	char note[640]; /* "" if there is none */
	bool lenient;   /* as_store_get_rest: what an experiment can do without may be damaged */
	bool histories; /* as_store_get_history: what is left for one, without values */
	/* what benchmarks are shown under, one after the other; borrowed */
	const struct as_rename *renames;
	size_t n_renames;
	bool many; /* inside of as_store_begin_many */
	struct as_err broken; /* what has failed there first */
	bool alone;     /* nobody else can use the file while this is open: there was no room for sharing it */
	bool orphaned;  /* who wrote it last has died at it, and this is the first to open it */
	enum as_store_kind kind;
	int wait_ms;
	const char *instead; /* what to do when it cannot be used, as the end of a sentence */
	void *spare[AS_STORE_SPARE]; /* statements that have ended and may be wanted again */
	size_t n_spare;
	char doing[64]; /* what fails, should it fail: "list", "read experiment 12 of" */
};

/* What a column of numbers in a tree is. Stored as these numbers. */
enum as_series {
	AS_SERIES_VALUES = 0, /* of a metric; one double a unit */
	/* 1 to 9: the members of struct as_unit, by their tags (model/fields/unit.def) */
	AS_SERIES_ROLE = 5, /* at the iteration level: as_iterations.role */
	AS_SERIES_END = 10,   /* as_iterations.end_ns */
	AS_SERIES_COUNTS = 11, /* how many iterations each execution has, as 64-bit numbers */
	/* What is left of iterations that were thinned, as doubles: 12 to 19 one of each execution, in the
	 * order of enum as_thinned_sum, and all of enum as_thinned_whole */
	AS_SERIES_SUM = 12,
	AS_SERIES_WHOLE = AS_SERIES_SUM + AS_SUM_TYPICAL,
	/* of an experiment whose values were given up: the seconds since 1970 when that was */
	AS_SERIES_PRUNED,
	AS_SERIES_TYPICAL, /* from AS_SUM_TYPICAL on, as 12 to 19 */
	AS_SERIES_LAST = AS_SERIES_TYPICAL + AS_SUMS - AS_SUM_TYPICAL - 1
};

/* The one that a member of a unit is. */
static inline enum as_series as_series_of(enum as_unit_member m)
{
	return (enum as_series)(m + 1);
}

/* ---- fail.c ---- */

/* An experiment in the file is not as assay writes it. */
enum as_status as_store_damaged(struct as_store *s, const char *what, struct as_err *err);

void as_store_doing(struct as_store *s, const char *fmt, ...) AS_PRINTF(2, 3);

/* ---- schema.c ---- */

/* Make an empty file a store of that kind, or bring an older one up to date, in one transaction;
 * says what it finds in one that is not ours, or newer. With write false the file stays as it is:
 * an older one is read through views that this connection has for itself. */
enum as_status as_store_schema(struct as_store *s, bool write, enum as_store_kind kind,
	struct as_err *err) AS_MUST_CHECK;

/* ---- open.c ---- */

/* A store that is not connected: the file, and the path that words show for it; NULL when out of
 * memory. */
struct as_store *as_store_new(const struct as_store_engine *engine, const char *file,
	const char *path);

/* ---- place.c ---- */

/* Make the file (0600) and the directories above it (0700) that are missing. */
enum as_status as_store_make_file(const char *path, struct as_err *err) AS_MUST_CHECK;

/* Why this file, which nobody else has open, cannot be locked: errno; 0: it can be. */
int as_store_lock_error(int fd);

/* AS_ERR_STORE: the file system of the store cannot lock, for that errno. */
enum as_status as_store_fail_lockless(const char *doing, const char *path, int why,
	struct as_err *err);

/* ---- put.c ---- */

struct as_kept {
	int64_t id, session;
};

/* as_store_put without touching x. */
enum as_status as_store_put_kept(struct as_store *s, const struct as_experiment *x,
	const struct as_analysis *a, struct as_kept *out, struct as_err *err) AS_MUST_CHECK;

/* ---- keeping/mark.c ---- */

/* What a benchmark is called by the renamings that the store is shown under: the name itself, or in memory of a. NULL
 * when out of memory. */
const char *as_store_called(const struct as_store *s, const char *name, struct as_arena *a);

/* The same of all n of an experiment, in place; two that would have one name keep theirs. AS_ERR_MEM. */
enum as_status as_store_call_all(const struct as_store *s, const char **name, size_t n,
	struct as_arena *a) AS_MUST_CHECK;

/* ---- session.c ---- */

/* The session x belongs to, made or prolonged inside the open transaction. */
enum as_status as_store_session(struct as_store *s, const struct as_experiment *x, int64_t *out,
	struct as_err *err) AS_MUST_CHECK;

/* The same for a stretch of measuring, from_ns <= to_ns; of m its ids and its suspended time. */
enum as_status as_store_session_at(struct as_store *s, const struct as_machine *m, int64_t from_ns,
	int64_t to_ns, int64_t *out, struct as_err *err) AS_MUST_CHECK;

/* ---- facts.c ---- */

enum as_status as_store_put_facts(struct as_store *s, int64_t experiment,
	const struct as_machine *m, struct as_err *err) AS_MUST_CHECK;
enum as_status as_store_get_facts(struct as_store *s, int64_t experiment, struct as_experiment *x,
	struct as_err *err) AS_MUST_CHECK;
/* Whether the facts of a set are those that its hash was made of. */
enum as_status as_store_facts_match(struct as_store *s, int64_t set, bool *out,
	struct as_err *err) AS_MUST_CHECK;

/* ---- put_subject.c, put_tree.c, get_subject.c ---- */

/* The summaries of an analysis (NULL: none) whose subjects are not in packs behind another one; of other
 * metrics than the one a list shows only what has values. */
enum as_status as_store_put_summaries(struct as_store *s, int64_t id, const struct as_analysis *a,
	const unsigned char *packs, struct as_err *err) AS_MUST_CHECK;

/* packs: of each subject, as as_packs_of. */
enum as_status as_store_put_subjects(struct as_store *s, int64_t experiment,
	const struct as_experiment *x, const unsigned char *packs,
	struct as_err *err) AS_MUST_CHECK;

/* put_tree.c: the trees of all subjects, as columns. */
enum as_status as_store_put_series(struct as_store *s, int64_t experiment,
	const struct as_experiment *x, struct as_err *err) AS_MUST_CHECK;

/* put_subject.c: the trees of one that is there, each of whose subjects gets rows of its own. */
enum as_status as_store_put_trees(struct as_store *s, int64_t experiment,
	const struct as_experiment *x, struct as_err *err) AS_MUST_CHECK;

/* pruned_mark.c: the values of an experiment were given up; and when, 0: they were not. */
enum as_status as_store_mark_pruned(struct as_store *s, int64_t id, int64_t date_ns,
	struct as_err *err) AS_MUST_CHECK;
enum as_status as_store_look_pruned(struct as_store *s, int64_t id, int64_t *date_ns,
	struct as_err *err) AS_MUST_CHECK;

/* number[i] is the index in x->metrics of the metric that is stored as i; SIZE_MAX for none. */
struct as_store_metrics {
	size_t *number;
	size_t n;
	bool one_version; /* that of the first subject is that of all */
};
enum as_status as_store_get_subjects(struct as_store *s, int64_t experiment,
	const struct as_store_metrics *metrics, const struct as_subjects_choice *choice,
	struct as_experiment *x,
	struct as_err *err) AS_MUST_CHECK;

#endif
