/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_MEASURE_AGAIN_GOING_ON_H
#define AS_CLI_MEASURE_AGAIN_GOING_ON_H

/* Several experiments as one piece of work that can be gone on with: what was asked for, and which
 * of them were begun, is in the ledger of the campaign (campaign/ledger/ledger.h).
 *
 *	as_campaign_begin(cli, err);
 *	as_measure_begin(cli, store, "sort", &e, err);   each, before it is measured
 *	as_campaign_end(cli, st);
 */

#include "campaign/campaign.h"
#include "campaign/ledger/ledger.h"
#include "cli/verb.h"
#include "store/store.h"

/* A ledger for what cli asks for, which its verb takes again; nothing where there is one already, or no
 * store. own has the options, and of the words the command alone. */
enum as_status as_campaign_begin(struct as_cli *cli, const struct as_args *own, struct as_err *err)
	AS_MUST_CHECK;

/* Carry out a campaign from its beginning to its end, with a ledger, and hands that measure as
 * assay run does without a screen of each. */
enum as_status as_campaign_by(struct as_cli *cli, const struct as_campaign_kind *kind,
	struct as_campaign *c, struct as_err *err) AS_MUST_CHECK;

/* Hands of all verbs, whose context begins with a struct as_cli *. */
enum as_status as_hand_print(void *context, struct as_text *t, struct as_err *err) AS_MUST_CHECK;
void as_hand_raise(void *context, enum as_status st);

/* It has come to this: its ledger goes, or stays where it can be gone on with. */
void as_campaign_end(struct as_cli *cli, enum as_status st);

/* What has to be as it was: AS_ERR_REFUSED where `value` is not what was noted then. `what` is for
 * the sentence: "cannot resume 1a2b3c4d: WHAT has changed since". */
enum as_status as_campaign_same(struct as_cli *cli, const char *fact, const char *value,
	const char *what, struct as_err *err) AS_MUST_CHECK;

/* What was noted of a fact then; now it is `value`, which is noted. */
enum as_status as_campaign_noted(struct as_cli *cli, const char *fact, const char *value,
	const char **then, struct as_err *err) AS_MUST_CHECK;

/* Of the budget, what an earlier assay gave to pieces that it began; ns. */
int64_t as_campaign_spent(const struct as_cli *cli);

/* The same of a budget of which no piece has a share of its own: what they took. */
int64_t as_campaign_took(const struct as_cli *cli, struct as_store *s);

/*
 * as_campaign_of - the ledger of the campaign that is meant
 *
 *   uuid   of an experiment of it; "": whatever was interrupted last, if that was a campaign
 *   out    locked; NULL: there is none
 */
enum as_status as_campaign_of(struct as_cli *cli, const char *folder, const char *uuid,
	struct as_ledger **out, struct as_err *err) AS_MUST_CHECK;

/* Go on with it: with the arguments of then, and what is given now of screen and store. Ends l. */
enum as_status as_campaign_go_on(struct as_cli *cli, struct as_ledger *l, const char *store,
	struct as_err *err) AS_MUST_CHECK;

/* How many of that folder were begun on many machines by an assay that did not live to end them. */
size_t as_campaigns_on_machines(struct as_cli *cli, const char *folder);

/* Remove ledgers of which nothing is left, neither in the store nor in a journal; and, of what is in the
 * store, journals of steps whose ledger is gone. */
void as_campaign_sweep(struct as_cli *cli, struct as_store *s, const char *folder);

#endif
