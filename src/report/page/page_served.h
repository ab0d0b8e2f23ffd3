/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_PAGE_PAGE_SERVED_H
#define AS_REPORT_PAGE_PAGE_SERVED_H

/* Pages of assay serve: the same script over documents of its own (docs/serve.md). */

#include "analyse/history/history_analyse.h"
#include "model/answer/listing.h"
#include "model/answer/study/noise.h"
#include "model/kept/alert.h"
#include "report/page/page.h"

/* The script and the style, which a served page asks for under targets that have page_hash. */
const char *as_page_script(size_t *n);
const char *as_page_style_sheet(size_t *n);
const char *as_page_version(void); /* changes with either; hexadecimal */

/* A page as it is served: as_page_html, but script and style are asked for; of a page in a file they lie
 * in the folder that up leads to ("../"; NULL: it is served). */
void as_page_shell(struct as_text *t, const char *title, const char *up,
	const struct as_page_view *view, size_t n);

/* What a page is. Targets are of the same, NULL: there is none. */
struct as_page_place {
	const char *page; /* "changes", "benchmarks", "results", "compare", ... */
	const char *json, *csv;
	const char *store; /* what is shown */
	const char *stamp; /* changes when the store does */
	const char *who; /* the token that asks; NULL: nobody */
	const char *session; /* what a page says of itself when it changes something; NULL: it cannot */
	bool signs; /* a session can be begun */
	bool in_files; /* pages are files: nothing is asked of a server */
	const int64_t *results; /* n_results that are pages among these */
	size_t n_results;
	const char *up; /* from that file to the first one: "../" */
};
/* assay-view-served-1, which stands first */
void as_page_place(struct as_text *t, const struct as_page_place *place);

/* Which part of many rows, and what was searched for. */
struct as_page_part {
	const char *search; /* "" for none */
	size_t page, pages; /* from 1 */
	size_t found, of; /* rows that fit, of all */
};

/* assay-view-part-1: the subjects of a result of very many that are in the view behind it. */
struct as_page_subjects {
	size_t from, to; /* of those found, from 1 */
	size_t executions; /* of all that were found */
	bool compared, benchmarks; /* with each other; they are of programs that have several */
};
void as_page_subjects(struct as_text *t, const struct as_style *style,
	const struct as_page_subjects *shown, const struct as_page_part *part);

/* assay-view-listing-1: n experiments. */
void as_page_listing(struct as_text *t, const struct as_style *style, const struct as_listing *l,
	size_t n, const struct as_page_part *part);

/* Digits that name a series among all, the same each time. */
enum { AS_PAGE_KEY_BYTES = 17 };
void as_page_series_key(const struct as_history_series *s, char out[static AS_PAGE_KEY_BYTES]);

/* A change, and the series that it is of. */
struct as_page_change {
	const struct as_history_series *series;
	size_t change; /* SIZE_MAX: its newest version is spoken of */
};

/* assay-view-history-1: one series. */
/* keep: of each version whether it is told; NULL: all are. */
void as_page_history(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s,
	const struct as_history_drawn *drawn, const bool *keep);

/* Series, and the levels of each. */
struct as_page_series {
	const struct as_history_series *const *v; /* n of them */
	const struct as_history_drawn *drawn;
	size_t n;
};

/* assay-view-benchmarks-1: series in rows, each with its course. */
void as_page_benchmarks(struct as_text *t, const struct as_style *style, const struct as_history *h,
	const struct as_page_series *series, const struct as_page_part *part);

/* assay-view-changes-1: changes, each with the course of its series. */
struct as_page_changed {
	const struct as_page_change *v; /* n of them, the newest first */
	const struct as_history_drawn *drawn; /* of each */
	size_t n;
	size_t alerts, open; /* that are kept, and those of them that are open */
};
void as_page_changes(struct as_text *t, const struct as_style *style, const struct as_history *h,
	const struct as_page_changed *changed, const struct as_page_part *part);

/* assay-view-alerts-1: alerts in rows. */
struct as_page_alerts {
	const struct as_alert *const *v; /* n of them, in the order of their stages */
	size_t n;
	size_t open, others; /* of all that are kept */
	bool (*may)(const struct as_alert *a, enum as_alert_state to); /* somebody may say so */
};
void as_page_alerts(struct as_text *t, const struct as_style *style,
	const struct as_page_alerts *alerts, const struct as_page_part *part);

/* Where an alert stands: 0 open, 1 dealt with, 2 over. */
int as_page_alert_stage(const struct as_alert *a);

/* assay-view-machines-1: hosts of results, and noise profiles. */
struct as_page_host {
	const char *name;
	size_t results;
	int64_t newest_ns; /* when the newest of them began */
};
struct as_page_machines {
	struct as_page_host *hosts; /* n_hosts of them */
	size_t n_hosts;
	struct as_noise *v; /* n of them */
	size_t n;
};
void as_page_machines(
	struct as_text *t, const struct as_style *style, const struct as_page_machines *m);

/* assay-view-quantiles-1: quantiles of all commands of result number id, with r->a the analysis of the first
 * of r->quantiles. */
void as_page_quantiles(struct as_text *t, const struct as_style *style,
	const struct as_page_result *r, int64_t id);

/* assay-view-versions-1: versions of benchmarks, on one machine each. */
struct as_page_version {
	const struct as_history_point *point; /* one of its */
	const char *host;
	size_t benchmarks; /* that were measured of it */
	size_t worse, better; /* changes of these at it */
	const struct as_page_version *before; /* on the same machine; NULL: none */
};
/* One more benchmark has it, as its point `at`. */
void as_page_version_count(
	struct as_page_version *v, const struct as_history_series *s, size_t at);
struct as_page_versions {
	struct as_page_version **v; /* n of them, the newest first */
	size_t n, from, to; /* rows from .. to - 1 */
	size_t benchmarks; /* of all */
};
void as_page_versions(struct as_text *t, const struct as_style *style,
	const struct as_page_versions *all, const struct as_page_part *part);

/* assay-view-choice-1: which two are to be compared; NULL: not said yet. */
void as_page_choice(struct as_text *t, const char *a, const char *b);

/* assay-view-error-1: what could not be shown, and why. */
void as_page_error(struct as_text *t, unsigned status, const char *words);

#endif
