/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_STORE_STORE_RETAIN_H
#define AS_CLI_STORE_STORE_RETAIN_H

/* Values of a store that may go while experiments stay: `assay store thin`, and prune --to-history. */

#include "campaign/versions/retaining.h"
#include "cli/verb.h"
#include "store/keeping/retain.h"

struct as_store_retaining {
	struct as_cli *cli;
	struct as_store *store;
	struct as_retaining rule; /* in: all but rows, histories and alerts */
	struct as_listing *list;  /* out: all experiments, n of them */
	enum as_retained *fate;
	size_t n;
	size_t of[AS_RETAINED]; /* how many of each */
};

/* The rule, from the options: --keep versions, --older-than. AS_ERR_USAGE: fewer than stay in any case. */
enum as_status as_store_retain_rule(const struct as_cli *cli, bool whole, struct as_retaining *out,
	struct as_err *err) AS_MUST_CHECK;

/* What may become of each experiment of the store; memory is the arena's. */
enum as_status as_store_retain_look(struct as_store_retaining *r, struct as_err *err) AS_MUST_CHECK;

/* Why the others stay, one line for each reason there is. */
void as_store_retain_tell(const struct as_store_retaining *r);

/* Give the room back, and say how much is taken now and was before. */
enum as_status as_store_say_shrunk(struct as_cli *cli, struct as_store *s, int64_t before,
	struct as_err *err) AS_MUST_CHECK;

#endif
