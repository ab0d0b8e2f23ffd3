/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_CAMPAIGN_H
#define AS_CAMPAIGN_CAMPAIGN_H

/* Several requests as one piece of work: a kind says which experiment comes next, after what has
 * been measured, and what is made of all of them in the end. To add a kind: kind_x.c with a `const
 * struct as_campaign_kind as_kind_x`, AS_KIND(x) in kinds.def and its name in meson.build.
 *
 *	struct as_campaign c = {.hands = &hands, .request = &request, ...};
 *	as_campaign_conduct(&as_kind_aa, &c, err);
 *
 * Folder campaign: prints nothing and reads no command line. What is measured, shown and kept goes
 * through the hands of whoever asks; so does that it can be gone on with (campaign/ledger/ledger.h). */

#include "analyse/plan/share.h"
#include "analyse/result/question.h"
#include "campaign/campaign_budget.h"
#include "model/answer/compared/review.h"
#include "model/settings/suite.h"
#include "report/suite_screen.h"
#include "run/request/request.h"
#include "say/style.h"
#include "store/store.h"

struct as_bisection;
struct as_campaign;
struct as_confirming;

/* What is to be measured next. */
struct as_piece {
	const char *name; /* NULL: nothing more */
	struct as_request request; /* of a suite: made by the hands, of the benchmark */
	const struct as_suite_benchmark *benchmark; /* of c->suite; NULL: there is none */
	size_t command;  /* diff: the one of the benchmark's that is compared with itself */
	int64_t share_ns; /* of the budget for all; 0: there is none */
	struct as_arena *arena; /* of what is made for this piece alone; released when it was taken */
};

/* Who measures, shows and tells. Calls get the context first. */
struct as_hands {
	void *context;
	/* Measure it, and keep the result; *out has it also where it could not be kept, and stays
	 * empty where nothing was measured. What was measured before a kill is not measured again.
	 * */
	enum as_status (*measure)(void *context, struct as_piece *piece, struct as_result *out,
		struct as_err *err);
	/* What a benchmark of c->suite needs, as far as can be told; its precision at least. */
	enum as_status (*foresee)(void *context, size_t benchmark, struct as_share_need *need,
		struct as_err *err);
	/* diff: make the request of the piece's benchmark, and name the piece by it. */
	enum as_status (*name)(void *context, struct as_piece *piece, struct as_err *err);
	/* A piece of the screen, or a document. */
	enum as_status (*print)(void *context, struct as_text *t, struct as_err *err);
	/* This went wrong, too, after something else had: for the exit status. */
	void (*raise)(void *context, enum as_status st);
	/* The line of one that failed: in its place of the screen, or beside the document. */
	enum as_status (*complain)(void *context, struct as_text *t, struct as_err *err);
	/* Compare and judge all that was measured, show it, and choose the exit status. */
	enum as_status (*review)(void *context, struct as_campaign *c, struct as_err *err);
};

struct as_campaign_kind {
	const char *name;
	/* What comes after c->v[0 .. c->n); out is {0}. */
	enum as_status (*next)(struct as_campaign *c, struct as_piece *out, struct as_err *err);
	/* What became of the piece: st and err are those of measuring it. What it returns ends the
	 * campaign where it is no AS_OK, and r may be emptied. NULL: nothing ends it. */
	enum as_status (*took)(struct as_campaign *c, const struct as_piece *piece,
		struct as_result *r, enum as_status st, struct as_err *err);
	/* What is made of all; also where something failed on the way, or the user stopped it. */
	enum as_status (*end)(struct as_campaign *c, struct as_err *err);
};

#define AS_KIND(name) extern const struct as_campaign_kind as_kind_##name;
#include "campaign/kinds/kinds.def"
#undef AS_KIND

/* All of them, in the order of kinds.def. */
extern const struct as_campaign_kind *const as_campaign_kinds[];
extern const size_t as_campaign_kinds_known;

struct as_campaign {
	const struct as_hands *hands;
	const struct as_request *request; /* what was asked for */
	struct as_store *store;           /* open for writing */
	struct as_arena *arena;
	struct as_style style;
	bool json;      /* a document is wanted in place of a screen */
	uint32_t group; /* aa: units a side of each comparison; 0: the usual number */
	const struct as_suite *suite; /* what is measured; NULL: one command */
	struct as_campaign_budget budget;
	struct as_review *review; /* diff: its rows, one or more a piece */
	const struct as_version_series *series; /* series: its versions (campaign/versions/version_series.h) */
	struct as_bisection *bisection; /* bisect (campaign/versions/bisection.h) */
	struct as_confirming *confirming; /* confirm (campaign/confirming.h) */
	bool dry_run, table; /* only what it would take; a line for each, and not all of each */
	size_t columns;      /* of names in the table */
	struct as_suite_end ended; /* what has come of the pieces */
	size_t benchmark, command; /* diff: that is next */
	enum as_status st;         /* of what went wrong first, so far */
	/* What has been measured, in the order of the pieces: empty where one came to nothing. On
	 * the heap, as_campaign_conduct's. */
	struct as_result *v;
	size_t n, cap;
};

/*
 * as_campaign_conduct - measure piece by piece until there is no next, and make something of it
 *
 * One that fails ends nothing by itself: the kind decides. The status and words are those of what
 * went wrong first, the words of what went wrong later behind them ("...; and ...").
 */
enum as_status as_campaign_conduct(const struct as_campaign_kind *kind, struct as_campaign *c,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_campaign_divide - what of a budget each benchmark of c->suite gets
 *
 *   budget_ns   for all, above 0; of a dry run what finding out takes does not count
 *   out         c->suite->n shares; without what finding out took
 *
 * Each is foreseen by the hands, while less than half of the budget is spent; as_share_budget says
 * what follows. What is not known gets the mean share. AS_ERR_INTERRUPTED, AS_ERR_SYS, AS_ERR_MEM.
 */
enum as_status as_campaign_divide(const struct as_campaign *c, int64_t budget_ns, int64_t *out,
	struct as_err *err) AS_MUST_CHECK;

/* The next benchmark of the suite, or the command; for kinds that measure one after the other. */
enum as_status as_campaign_next(struct as_campaign *c, struct as_piece *out, struct as_err *err);

/* Its lines in the table, and the line of what failed, which is no end. */
enum as_status as_campaign_tell(struct as_campaign *c, const struct as_piece *piece,
	const struct as_result *r, enum as_status st, struct as_err *err);

/* The last line of the table. */
enum as_status as_campaign_tell_end(struct as_campaign *c, struct as_err *err);

/* It was carried out as planned: neither stopped nor interrupted nor failed. */
bool as_campaign_is_whole(const struct as_result *r);

/* There are numbers to be shown, whatever went wrong then. */
bool as_campaign_is_there(const struct as_result *r);

#endif
