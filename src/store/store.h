/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_STORE_H
#define AS_STORE_STORE_H

/* Where experiments are kept: one SQLite file, one transaction an experiment.
 *
 * Folder store: model in, bytes out, and back. It computes no statistic and prints nothing. What it
 * reads is not trusted: a damaged or hostile file gives an error with the place, never a crash.
 * docs/store.md describes the file.
 *
 * Every error is one sentence that names the file. AS_ERR_STORE: the store refused (full disk,
 * read-only, locked, not a store, of a newer schema, damaged pages); AS_ERR_DATA: an experiment in
 * it is damaged; AS_ERR_USAGE: there is no place for a store, or a name that names nothing;
 * AS_ERR_ARG: the experiment given is inconsistent. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/answer/history/history.h"
#include "model/answer/holdings.h"
#include "model/answer/listing.h"
#include "model/answer/summary.h"
#include "model/kept/dimension.h"
#include "model/kept/experiment.h"
#include "model/kept/profile.h"

struct as_store;

/* ---- where ---- */

enum { AS_STORE_PATH_BYTES = 4096 };

enum as_store_origin {
	AS_STORE_GIVEN,       /* --store */
	AS_STORE_ENVIRONMENT, /* ASSAY_STORE */
	AS_STORE_PROJECT,     /* .assay/ here or above */
	AS_STORE_USER,        /* $XDG_DATA_HOME/assay, or ~/.local/share/assay */
};

struct as_store_place {
	char path[AS_STORE_PATH_BYTES]; /* of the file; absolute unless it was given otherwise */
	enum as_store_origin origin;
	bool exists; /* the file is there; one that is no file is said to be */
};

/* Whether that names a store in PostgreSQL: postgresql://…, postgres://… */
bool as_store_is_address(const char *name);

/*
 * as_store_locate - where the store is, or would be made (design.md 8)
 *
 *   given   what --store says; NULL or "" if it was not given
 *
 * In this order: given; $ASSAY_STORE; the project's .assay/store.db, where .assay is a directory of
 * this user, in the current directory or above it; $XDG_DATA_HOME/assay/assay.db;
 * $HOME/.local/share/assay/assay.db. The search for a project looks into $HOME and into a mount
 * point but not above them, and not into a directory of another user.
 *
 * A given path that is an existing file, or that ends in .db or .assay and is not a directory, is
 * the file. Any other is a directory: the file is assay.db in it, store.db if the directory is
 * called .assay. An address (as_store_is_address) is taken as it is, unless it has a password in
 * it: AS_ERR_USAGE. Makes nothing. To be called before measuring.
 *
 * AS_ERR_USAGE if there is no HOME to keep a store in (the sentence names --export and --store), or
 * the path is too long.
 */
enum as_status as_store_locate(const char *given, struct as_store_place *out,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_store_aside - what the names of all begin with that belongs beside a store on this machine
 *
 *   store   its path (as_store_place)
 *
 * The path of its file. One that is no file has a name of its own in away/ of the user's data
 * folder, which is made; without a HOME in the current folder. NULL when out of memory.
 */
const char *as_store_aside(const char *store, struct as_arena *a);

/*
 * as_store_init_project - make a project's store in a directory: .assay/ with store.db in it
 *
 *   directory   "." or another one of this user
 *   path        receives that of the file
 *   made        false if it was there already, which is no failure
 *
 * A .gitignore of `*` lies beside the file, so that no result is committed by mistake; one that is
 * there stays as it is.
 */
enum as_status as_store_init_project(const char *directory, char path[static AS_STORE_PATH_BYTES],
	bool *made, struct as_err *err) AS_MUST_CHECK;

/* ---- open and close ---- */

enum as_store_mode {
	AS_STORE_READ,  /* the file must exist; nothing is written, a read-only disk will do */
	AS_STORE_WRITE, /* made with its directories (0700, 0600) if it is not there */
};

/*
 * as_store_open - open a store, or a file written by as_store_export for reading
 *
 *   path   of the file; NULL: where as_store_locate(NULL) finds it
 *   out    closed by the caller with as_store_close
 *
 * Takes a few ms. Two processes may have the same store open and write: one waits for the other, at
 * most 10 s. On a network file system the journal is kept in a way that works
 * there, and as_store_note says so.
 *
 * A store whose last writer died is looked at by SQLite first, about 1 s for a GB: a damaged one is
 * refused for writing; for reading as_store_note says so.
 */
enum as_status as_store_open(const char *path, enum as_store_mode mode, struct as_store **out,
	struct as_err *err) AS_MUST_CHECK;
void as_store_close(struct as_store *s); /* takes NULL */

const char *as_store_path(const struct as_store *s);

/* A sentence for the reader about how the store is kept, or NULL. Good until it is closed. */
const char *as_store_note(const struct as_store *s);

/* The disk was full when it was opened for reading: nobody else can use it until it is closed, which is then done soon. */
bool as_store_is_alone(const struct as_store *s);

/* What is written to it now is kept: its file is still the one that has its name, its server answers. */
bool as_store_is_there(struct as_store *s);

/* Another number to this store when another one has changed something that this one sees now: at once of a file; a
 * server of a database counts what is written, and may say so a second later. 0: it cannot be had. */
int64_t as_store_turn(struct as_store *s);

/* ---- put and get ---- */

/*
 * as_store_put - keep an experiment, all of it or nothing; as_store_settle puts it onto the disk
 *
 *   x         its uuid must be 32 hex digits, costs not negative and not infinite (NaN: unknown),
 *             builds as many as units of the build level or none; x->id and x->session are set on
 *             success only
 *   analysis  its summaries become columns, which as_store_list shows; those of the `others` behind it,
 *             too, which histories are made of. NULL if there are none
 *
 * The session is the one of the same machine and boot, without a suspend in between, in which
 * nothing was paused for more than 30 minutes; else a new one. An experiment of several sessions
 * belongs to that of its last. One of the same uuid that was interrupted is replaced and keeps its
 * id; any other is refused. On failure the store is as before and x is untouched and usable: write
 * it elsewhere with as_store_rescue.
 */
enum as_status as_store_put(struct as_store *s, struct as_experiment *x,
	const struct as_analysis *analysis, struct as_err *err) AS_MUST_CHECK;

/*
 * as_store_begin_many - what is put until as_store_end_many is one transaction
 *
 * A thousand small experiments are put in a fraction of the time then. Where one of them cannot be put, as_store_end_many
 * fails, too, and none of them was kept. Others who write wait meanwhile, and give up after 10 s: end
 * it after one or two.
 */
enum as_status as_store_begin_many(struct as_store *s, struct as_err *err) AS_MUST_CHECK;
enum as_status as_store_end_many(struct as_store *s, struct as_err *err) AS_MUST_CHECK;

/* Put all that was kept onto the disk, where it stays when the power goes: once for all of many, as
 * each time waits for the disk. as_store_close does it, too, but cannot say that it failed. */
enum as_status as_store_settle(struct as_store *s, struct as_err *err) AS_MUST_CHECK;

/* The same as as_store_put and as_store_settle, and then it is read back, all of it, as another program would: what cannot be read is
 * taken out again where that works, x->id is 0, and AS_ERR_STORE says why. */
enum as_status as_store_put_surely(struct as_store *s, struct as_experiment *x,
	const struct as_analysis *analysis, struct as_err *err) AS_MUST_CHECK;

/* Note that the result of an experiment has been shown, which makes an extension of it a second
 * look (methods.md 6.7). */
enum as_status as_store_mark_shown(struct as_store *s, int64_t id,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_store_get - a whole experiment, as it was put
 *
 * The values of the trees come back bit by bit, the numbers of the plan and the cost of the shell
 * as they were except that -0 becomes 0; strings are the same bytes. Facts come back ordered by
 * kind, and within a kind as they were. Metrics of metrics.def have the numbers of this program,
 * others follow in their old order. The caller frees *out with as_experiment_free.
 */
enum as_status as_store_get(struct as_store *s, int64_t id, struct as_experiment **out,
	struct as_err *err) AS_MUST_CHECK;

/* The same, but damage to parameters, version and notes does not hide it: what of them can be read is
 * there, and its remarks name what is lost. Not for what is written again. */
enum as_status as_store_get_rest(struct as_store *s, int64_t id, struct as_experiment **out,
	struct as_err *err) AS_MUST_CHECK;

/* The same of some of its subjects: of many only these are read, and the others are not there. choose is called once, with
 * all of them, which have names, versions and numbers of units, and nothing else yet; wanted[i] is false. What refers to
 * subjects by number, x->reference, is made to fit by it. */
struct as_subjects_choice {
	void (*choose)(void *data, struct as_experiment *x, bool *wanted);
	void *data;
};
enum as_status as_store_get_some(struct as_store *s, int64_t id,
	const struct as_subjects_choice *choice, struct as_experiment **out,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_store_find - the id of the experiment that text names
 *
 * "@last" is the experiment put last, "@last~2" the second before it; "12" is an id; else a label
 * (of the newest experiment that bears it); else at least 4 leading hex digits of a uuid. "12" that
 * is no id may be a label or the beginning of a uuid. AS_ERR_USAGE if it names none, or a beginning
 * of several.
 */
enum as_status as_store_find(struct as_store *s, const char *text, int64_t *out,
	struct as_err *err) AS_MUST_CHECK;

/* The id of the experiment with this uuid; 0 if there is none. */
enum as_status as_store_has(struct as_store *s, const char *uuid, int64_t *out,
	struct as_err *err) AS_MUST_CHECK;

/* ---- look ---- */

/* Which; {0} is all of them. */
struct as_store_query {
	size_t limit;      /* at most so many, the newest; 0: all */
	const char *label, *project; /* only those with it, or a subject of it; NULL: any */
	bool answers;        /* not the steps of a bisection (store/looking.h) */
};

/*
 * as_store_list - experiments, the one put last first; no raw value is read
 *
 *   a     strings and the array are made here
 *   out   *n listings; one without a summary has no numbers (NaN, n_top 0)
 *
 * Cost: about 2 us an experiment.
 */
enum as_status as_store_list(struct as_store *s, const struct as_store_query *query,
	struct as_arena *a, struct as_listing **out, size_t *n, struct as_err *err) AS_MUST_CHECK;

/* Which; a member that is NULL: any. */
struct as_store_choice {
	const char *label;
	/* its first digits. Only what was measured of it alone, without further changes */
	const char *commit;
	bool changed;       /* of that commit, with changes that were not committed */
};

/* A subject of an experiment. */
struct as_store_subject {
	int64_t experiment;
	size_t number;
	const char *name;
};

/*
 * as_store_newest - of each name the subject of the newest experiment that fits
 *
 * Experiments of several versions, which assay diff makes, are left out.
 *
 *   out   *n of them in memory of a, by experiment and number; 0 is no failure. Two subjects of one
 *         name in that experiment are both there
 *
 * About 1 us for each subject that fits.
 */
enum as_status as_store_newest(struct as_store *s, const struct as_store_choice *which,
	struct as_arena *a, struct as_store_subject **out, size_t *n,
	struct as_err *err) AS_MUST_CHECK;

/* Which summaries make a history. */
struct as_store_history {
	const char *label;          /* only of experiments with this label; NULL: any */
	/* n_metrics names, - is as good as _; `time` is `wall` of what reports no iterations. 0:
	 * the one that a list shows. */
	const char *const *metrics;
	size_t n_metrics;
	bool all_metrics;           /* every one that has a direction, and that one */
	/* n_names names of subjects; 0: all. One benchmark among many is found at once */
	const char *const *names;
	size_t n_names;
	/* where the arrays are made, which are far larger than the texts; NULL: as these */
	struct as_arena *room;
};

/*
 * as_store_histories - the summaries of all versions of all benchmarks; no raw value is read
 *
 *   out   in memory of a; rows without a result are there, with NaN
 *
 * Left out are experiments of several versions, which assay diff makes, and those that a later one
 * has all units of (as_experiment.extends). 1.5 us a row.
 */
enum as_status as_store_histories(struct as_store *s, const struct as_store_history *which,
	struct as_arena *a, struct as_history_rows *out, struct as_err *err) AS_MUST_CHECK;

/* All benchmarks of a store, so that a part of them can be asked for. */
struct as_store_benchmarks {
	const char **name; /* n of them, each once; those that lie together are neighbours */
	size_t n;
	size_t packed; /* results of all that as_store_histories finds by their names at once */
};

/* In memory of a. */
enum as_status as_store_benchmarks(struct as_store *s, struct as_arena *a,
	struct as_store_benchmarks *out, struct as_err *err) AS_MUST_CHECK;

/* Two versions of one command in one experiment, as assay diff measures them. */
struct as_store_beside {
	int64_t experiment;
	size_t new, old;  /* numbers of the subjects */
	const char *commit; /* of old */
};

/* Of which command on which machine (NULL: not known), and of which commit. */
struct as_store_beside_of {
	const char *project, *commit, *command, *machine;
};

/*
 * as_store_besides - where a commit was measured beside others by one command
 *
 *   out   *n of them in memory of a, the oldest first. Neither has changes that were not committed
 *
 * Of experiments of two versions alone, which are no part of a history, and not of those of a
 * bisection. Those that a later one has all units of are left out.
 */
enum as_status as_store_besides(struct as_store *s, const struct as_store_beside_of *of,
	struct as_arena *a, struct as_store_beside **out, size_t *n,
	struct as_err *err) AS_MUST_CHECK;

/* All labels, in memory of a, that used last first. */
enum as_status as_store_labels(struct as_store *s, struct as_arena *a, const char ***out, size_t *n,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_store_ids - the numbers of all experiments, the lowest first, also of a damaged file
 *
 *   whole  false: they could not be listed; out are then all numbers up to the greatest that was
 *          seen, also some that are of no experiment (as_store_get: AS_ERR_USAGE)
 */
enum as_status as_store_ids(struct as_store *s, struct as_arena *a, int64_t **out, size_t *n,
	bool *whole, struct as_err *err) AS_MUST_CHECK;

/* ---- look after ---- */

/* What it holds; out->path is borrowed from s, out->of is NULL. About 50 ms for 10^5 experiments.
 * */
enum as_status as_store_holdings(struct as_store *s, struct as_holdings *out,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_store_mark_* - what the user says of an experiment; NULL or "" takes a label or a note away
 *
 * AS_ERR_USAGE if there is no experiment of that number. as_store_get and as_store_list show it.
 */
enum as_status as_store_mark_label(struct as_store *s, int64_t id, const char *label,
	struct as_err *err) AS_MUST_CHECK;
enum as_status as_store_mark_note(struct as_store *s, int64_t id, const char *note,
	struct as_err *err) AS_MUST_CHECK;
enum as_status as_store_mark_pinned(struct as_store *s, int64_t id, bool pinned,
	struct as_err *err) AS_MUST_CHECK;

/* A benchmark that has another name now. */
struct as_store_renamed {
	const char *from, *to;
	size_t results; /* that have it */
	size_t besides; /* that had the new name before */
};

/*
 * as_store_rename - what benchmarks are called, in all experiments and alerts, all of them or none
 *
 *   r     one whose `from` is a name as it stands, with its *, is of that alone
 *   write false: nothing is renamed; the store may be open for reading
 *   out   *n of them in memory of a, by their old names
 *
 * Nothing that was measured changes: values, dates, numbers and uuids stay, and so do labels, notes and pins. The
 * command of a result that assay did not measure, which is its name again, goes along. AS_ERR_USAGE: it is not
 * as as_rename_check wants it, nothing is called so, or an experiment has the new name already, which the sentence names.
 */
enum as_status as_store_rename(struct as_store *s, const struct as_rename *r, bool write,
	struct as_arena *a, struct as_store_renamed **out, size_t *n,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_store_show_renamed - from now on benchmarks are shown under other names, and nothing is written for it
 *
 *   r   n of them, one applied after the other; borrowed until the store is closed
 *
 * All that is read has the new names, and what is asked for by name is found by them. An experiment that has a
 * benchmark of the new name already keeps both. Not for what is written again.
 */
void as_store_show_renamed(struct as_store *s, const struct as_rename *r, size_t n);

/* Which experiments go: those that began before `before_ns` and are not among the `keep` that were
 * put last. */
struct as_store_prune {
	size_t keep;
	int64_t before_ns; /* CLOCK_REALTIME; INT64_MAX: of any age */
	bool labelled;     /* labelled ones, too */
	bool pinned;       /* pinned ones, too */
	bool dry_run;      /* none goes; the store may be open for reading */
};

/*
 * as_store_prune - remove experiments, all of them or none
 *
 *   out   *n listings of those removed (or that would be), the one put last first; in memory of a
 *
 * What they alone referred to goes, too. Their numbers are not given again. The file keeps its size
 * until as_store_shrink.
 */
enum as_status as_store_prune(struct as_store *s, const struct as_store_prune *rule,
	struct as_arena *a, struct as_listing **out, size_t *n, struct as_err *err) AS_MUST_CHECK;

/* Give room that nothing uses back to the disk. Needs as much room again meanwhile; writes the
 * whole file anew. On failure the store is as before. */
enum as_status as_store_shrink(struct as_store *s, struct as_err *err) AS_MUST_CHECK;

/* Told of one problem; the sentence may have bytes of the file in it, but no newline. */
typedef void (*as_store_problem_fn)(void *data, const char *sentence);

/*
 * as_store_verify - is the file sound, apart from what as_store_get checks of each experiment?
 *
 * The file's pages and indices, references between its tables, sessions, the sets of facts, and
 * noise profiles. AS_OK also if there are problems: each was told. Reads the whole file.
 */
enum as_status as_store_verify(struct as_store *s, as_store_problem_fn tell, void *data,
	struct as_err *err) AS_MUST_CHECK;

/* A summary as it was kept with an experiment. */
struct as_store_summary {
	const char *metric;       /* its name */
	struct as_summary summary; /* the numbers that are columns; its metric is that of the store */
};

/* The summaries of an experiment, by metric and subject, in memory of a. */
enum as_status as_store_summaries(struct as_store *s, int64_t id, struct as_arena *a,
	struct as_store_summary **out, size_t *n, struct as_err *err) AS_MUST_CHECK;

/* ---- what was learnt about a benchmark ---- */

/*
 * as_store_put_dimension - keep a dimensioning, in place of the one with the same key
 *
 * All of it or nothing. AS_ERR_ARG if it is not as model/kept/dimension.h says.
 */
enum as_status as_store_put_dimension(struct as_store *s, const struct as_dimension *d,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_store_get_dimension - the dimensioning of that key
 *
 *   found   whether there is one; *out is set only then, out->key to the key given
 *
 * Numbers come back as they were put, except that -0 becomes 0; elements of levels that it does not
 * have are 0. AS_ERR_DATA if what is kept cannot be what was put: putting one with this key
 * replaces it.
 */
enum as_status as_store_get_dimension(struct as_store *s, const char *key,
	struct as_dimension *out, bool *found, struct as_err *err) AS_MUST_CHECK;

/* Forget the dimensioning of that key, if there is one. */
enum as_status as_store_drop_dimension(struct as_store *s, const char *key, struct as_err *err)
	AS_MUST_CHECK;

/* ---- what identical programs differ by ---- */

/*
 * as_store_put_profile - add sessions to the noise profile of that machine, environment, metric,
 * command and build, which is made if there is none
 *
 * A session that it has already is replaced, unless that was of more units and stays: sessions are
 * told apart as in as_store_put. All of it or nothing. AS_ERR_ARG if it is not
 * as model/kept/profile.h says.
 */
enum as_status as_store_put_profile(struct as_store *s, const struct as_profile *p,
	struct as_err *err) AS_MUST_CHECK;

/* Which; a member that is NULL: any. */
struct as_store_profile_query {
	const char *machine_id, *environment_id, *metric, *command, *build;
};

/*
 * as_store_get_profiles - noise profiles with all their sessions, in memory of a
 *
 *   out   *n of them, the one measured last first; 0 is no failure
 *
 * Numbers come back as they were put, except that -0 becomes 0. AS_ERR_DATA if what is kept cannot
 * be what was put.
 */
enum as_status as_store_get_profiles(struct as_store *s, const struct as_store_profile_query *query,
	struct as_arena *a, struct as_profile **out, size_t *n, struct as_err *err) AS_MUST_CHECK;

/* ---- files of one experiment ---- */

/*
 * as_store_export - write a store with this one experiment (id 1, session 1) to a file
 *
 * Written under another name beside it and renamed when it is complete and on the disk, so that no
 * half file ever bears the name. An earlier export is replaced; any other file is refused. x is not
 * changed.
 */
enum as_status as_store_export(const struct as_experiment *x, const struct as_analysis *analysis,
	const char *path, struct as_err *err) AS_MUST_CHECK;

/* Whether as_store_export could begin with that: tried, and taken back. */
enum as_status as_store_export_try(const char *path, struct as_err *err) AS_MUST_CHECK;

/* as_store_export into a folder ("." is the current one) under a name of its own that is not taken,
 * for when the store refused; path receives FOLDER/NAME. */
enum as_status as_store_rescue(const char *folder, const struct as_experiment *x,
	const struct as_analysis *analysis, char path[static AS_STORE_PATH_BYTES],
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_store_goes_on - whether what is measured now would belong to the session x ended in
 *
 *   x        read from this store
 *   now      the machine as it is, at date_ns (CLOCK_REALTIME)
 */
enum as_status as_store_goes_on(struct as_store *s, const struct as_experiment *x,
	const struct as_machine *now, int64_t date_ns, bool *out, struct as_err *err) AS_MUST_CHECK;

#endif
