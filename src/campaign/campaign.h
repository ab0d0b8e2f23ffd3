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
 * through the hands of whoever asks; so does that it can be gone on with (campaign/ledger.h). */

#include "analyse/result/question.h"
#include "run/request.h"
#include "say/style.h"
#include "store/store.h"

struct as_campaign;

/* What is to be measured next. */
struct as_piece {
	const char *name; /* NULL: nothing more */
	struct as_request request;
};

/* Who measures, shows and tells. Calls get the context first. */
struct as_hands {
	void *context;
	/* Measure it, and keep the result; *out has it also where it could not be kept, and stays
	 * empty where nothing was measured. What was measured before a kill is not measured again.
	 * */
	enum as_status (*measure)(void *context, const struct as_piece *piece,
		struct as_result *out, struct as_err *err);
	/* A piece of the screen, or a document. */
	enum as_status (*print)(void *context, struct as_text *t, struct as_err *err);
	/* This went wrong, too, after something else had: for the exit status. */
	void (*raise)(void *context, enum as_status st);
};

struct as_campaign_kind {
	const char *name;
	/* What comes after c->v[0 .. c->n); out is {0}. */
	enum as_status (*next)(struct as_campaign *c, struct as_piece *out, struct as_err *err);
	/* What is made of all; also where something failed on the way, or the user stopped it. */
	enum as_status (*end)(struct as_campaign *c, struct as_err *err);
};

#define AS_KIND(name) extern const struct as_campaign_kind as_kind_##name;
#include "campaign/kinds.def"
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

/* It was carried out as planned: neither stopped nor interrupted nor failed. */
bool as_campaign_is_whole(const struct as_result *r);

/* There are numbers to be shown, whatever went wrong then. */
bool as_campaign_is_there(const struct as_result *r);

#endif
