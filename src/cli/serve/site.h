/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_SERVE_SITE_H
#define AS_CLI_SERVE_SITE_H

/* What assay serve shows of a store. */

#include <pthread.h>

#include "analyse/result/question.h"
#include "base/stream.h"
#include "cli/pictures/report_out.h"
#include "cli/serve/kept/answers_kept.h"
#include "cli/serve/kept/known.h"
#include "cli/verb.h"
#include "report/page/page_served.h"
#include "serve/server.h"
#include "store/store.h"

/* Pages in files: rows of a list in one of them, and results that are pages. */
enum { AS_SITE_ROWS = 1000, AS_SITE_RESULTS = 20 };

/* A store as it is served, by several threads at once: each request reads by a connection that nobody else uses
 * meanwhile, and one at a time writes. */
enum { AS_SITE_STAMP = 80 };
struct as_site_reader;
struct as_site {
	struct as_cli *cli; /* of the verb */
	struct as_store_place place;
	const struct as_rename *renames; /* under which it is read, n_renames of them */
	size_t n_renames;
	pthread_mutex_t writing; /* of the connection for that */
	struct as_store *written; /* NULL: not wanted yet */
	pthread_mutex_t lock; /* of all up to `kept` */
	struct as_store *watched; /* open for reading: it says whether something has changed; NULL: not open */
	/* of the store as it was opened, and as it was when it was looked at last */
	char stamp[AS_SITE_STAMP], now[AS_SITE_STAMP];
	int64_t turn; /* what `watched` said last (as_store_turn) */
	unsigned turns; /* how often it said something else */
	struct as_site_reader *readers; /* that rest */
	uint64_t received; /* experiments, since it serves */
	struct as_kept_answers kept; /* to those who have not said who they are */
	bool in_files; /* pages are files: links lead to files */
	int64_t files[AS_SITE_RESULTS]; /* results that are there, n_files of them */
	size_t n_files;
	struct as_known *known; /* histories of all benchmarks */
	struct as_arena token_arena; /* this and `tokens` are of the thread that speaks HTTP */
	struct as_tokens tokens;
	bool has_token; /* of --token-file */
	_Atomic bool signs; /* there is a token, so that somebody may sign in */
	int64_t tokens_ns; /* when their file was written; 0: there is none */
};

/* The store of --store, or the usual one. It is opened anew when it has changed. */
enum as_status as_site_open(
	struct as_cli *cli, struct as_site *out, struct as_err *err) AS_MUST_CHECK;
void as_site_close(struct as_site *s);

/* What of as_serve_how a site is asked for; site is a struct as_site. */
void as_site_stamp(void *site, char out[static AS_SERVE_STAMP_BYTES]);
enum as_status as_site_tokens(
	void *site, const struct as_tokens **out, struct as_err *err) AS_MUST_CHECK;
const struct as_serve_rule *as_site_rule(void *site, const char *path);
void as_site_answer(void *site, const struct as_serve_ask *ask, struct as_serve_answer *out);

/* ---- for the pages alone ---- */

/* A request that is answered. */
struct as_visit {
	struct as_site *site;
	struct as_site_reader *reader;
	struct as_store *store; /* its */
	char stamp[AS_SITE_STAMP]; /* what the store was when it was asked */
	char told[AS_SERVE_STAMP_BYTES]; /* what the page is known by */
	const struct as_serve_ask *ask;
	struct as_cli cli; /* that of the verb, with the memory of this request */
	struct as_serve_answer *answer;
	const struct as_known_all *known; /* what was found; NULL: it was not asked for yet */
};

/* The store as it is now, for a request; and that it is over, also after a failure. */
enum as_status as_visit_begin(struct as_visit *v, struct as_err *err) AS_MUST_CHECK;
void as_visit_end(struct as_visit *v);

/* Of many rows those of one page; `page` and `q` of what is asked. */
struct as_visit_part {
	struct as_page_part part;
	size_t from, to; /* rows from .. to - 1 */
};
struct as_visit_part as_visit_part(const struct as_visit *v, size_t found, size_t of, size_t most);

/* Every word of the search is in one of the two texts (NULL: none), in whatever case. */
bool as_visit_fits(const struct as_visit *v, const char *a, const char *b);

/* A page called `page` of these views; its data are under `what` in the API, with the same
 * parameters. */
enum as_status as_visit_show(struct as_visit *v, const char *title, const char *page,
	const char *what, const struct as_report_views *views, struct as_err *err) AS_MUST_CHECK;

/* One view alone; json and plain are released. */
enum as_status as_visit_show_one(struct as_visit *v, const char *title, const char *page,
	const char *what, struct as_text text[static 2], struct as_err *err) AS_MUST_CHECK;

/* Data: the text is taken over. */
enum as_status as_visit_data(struct as_visit *v, const char *type, const char *file,
	struct as_text *text, struct as_err *err) AS_MUST_CHECK;
/* The same of what may be large: what goes to *out is sent from now on, while the rest is made. */
enum as_status as_visit_stream(struct as_visit *v, const char *type, const char *file,
	struct as_sink *out, struct as_err *err) AS_MUST_CHECK;
#define AS_TYPE_JSON "application/json"
#define AS_TYPE_CSV "text/csv; charset=utf-8"
#define AS_TYPE_METRICS "application/openmetrics-text; version=1.0.0; charset=utf-8"

/* A field of a table, with a comma before it unless it is the first. */
void as_csv_text(struct as_text *t, bool first, const char *s);
void as_csv_number(struct as_text *t, double x); /* nothing where it is none */
void as_csv_instant(struct as_text *t, int64_t ns);

/* Outlines of all benchmarks, kept until the store changes; of those alone that who asks may see. */
enum as_status as_visit_history(
	struct as_visit *v, const struct as_history **out, struct as_err *err) AS_MUST_CHECK;

/* Their versions, the newest first: of all projects. */
enum as_status as_visit_versions(struct as_visit *v, const struct as_known_versions **out,
	struct as_err *err) AS_MUST_CHECK;

/* One of these series with all its points, as a history of its own; NULL: all of them. AS_ERR_USAGE: these are too
 * many. */
enum as_status as_visit_series(struct as_visit *v, const struct as_history_series *of,
	struct as_history *out, struct as_err *err) AS_MUST_CHECK;

/* Whoever asks may see what is of that project (NULL: of none). */
bool as_visit_may_see(const struct as_visit *v, const char *project);
/* The same of all subjects of an experiment. */
bool as_visit_may_see_all(const struct as_visit *v, const struct as_experiment *x);

/* The store, open for writing; borrowed until as_site_written, which is called also after a failure. */
enum as_status as_site_to_write(
	struct as_site *s, struct as_store **out, struct as_err *err) AS_MUST_CHECK;
void as_site_written(struct as_site *s);

/* What assay alerts keeps. */
struct as_visit_alerts {
	struct as_alert *all; /* of them all, also of other projects */
	const struct as_alert **v; /* n of them that fit what is searched for, the newest first */
	size_t n, of, open; /* of: those that may be seen, open: of these */
};
enum as_status as_visit_alerts(struct as_visit *v, struct as_visit_alerts *out,
	struct as_err *err) AS_MUST_CHECK;

/* Which versions of a series a page in a file has, of each whether; NULL when out of memory. */
bool *as_site_thin(const struct as_history_series *s, struct as_arena *a);

/* Who deals with an alert may say that it is that now. */
bool as_triage_may(const struct as_alert *a, enum as_alert_state to);

/* The experiment that a word names; to be freed. */
enum as_status as_visit_experiment(struct as_visit *v, const char *word,
	struct as_experiment **out, struct as_err *err) AS_MUST_CHECK;

/* The same, with all that is computed of it; to be released. */
enum as_status as_visit_result(struct as_visit *v, const char *word, struct as_result *out,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_visit_some - the same, of the subjects that a page shows
 *
 *   text  the view that says which, of those that were searched for; nothing where it shows all. Released by the caller
 *
 * Of very many subjects others are dropped before anything is computed; what these are compared with is there, too.
 * None fits: *out has no subject, and nothing is computed.
 */
enum as_status as_visit_some(struct as_visit *v, const char *word, struct as_result *out,
	struct as_text *text, struct as_err *err) AS_MUST_CHECK;

/* Experiments of a version, by its label or the beginning of its commit: of each benchmark the newest, on
 * the machine that is asked for (`host`). AS_ERR_USAGE: there is none, or there are more than so many. */
enum { AS_SUITE_MOST = 400 };
enum as_status as_visit_version(struct as_visit *v, const char *word, int64_t id[AS_SUITE_MOST],
	size_t *n, struct as_err *err) AS_MUST_CHECK;

typedef enum as_status (*as_visit_fn)(struct as_visit *v, struct as_err *err);
#define AS_ROUTE(path, fn) enum as_status fn(struct as_visit *v, struct as_err *err) AS_MUST_CHECK;
#define AS_ROUTE_ANEW AS_ROUTE
#define AS_ROUTE_LARGE AS_ROUTE
#define AS_DATA_AT(path, fn, rights, type, parameters, says) AS_ROUTE(path, fn)
#define AS_DATA_ANEW AS_DATA_AT
#define AS_CHANGE(path, fn, right, bytes, type, says) AS_ROUTE(path, fn)
#include "cli/serve/routes.def"
#undef AS_ROUTE
#undef AS_ROUTE_ANEW
#undef AS_ROUTE_LARGE
#undef AS_DATA_AT
#undef AS_DATA_ANEW
#undef AS_CHANGE

#endif
