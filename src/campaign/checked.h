/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_CHECKED_H
#define AS_CAMPAIGN_CHECKED_H

/* What a check has measured now, and both sides of its review (kinds/kind_check.c).
 *
 *	struct as_checked m = {.arena = a, .label = "now"};
 *	as_checked_fail(&m, c, piece->name, &request, &why);   what came to nothing, by its hands
 *	as_checked_take(&m, c, err);                           all the rest, once it was measured
 *	as_checked_release(&m);
 */

#include "campaign/campaign.h"
#include "campaign/review/review_collect.h"

/* Results and failures are on the heap; other lists are in memory of the arena. */
struct as_checked {
	struct as_arena *arena;
	const char *name; /* of the suite; NULL: a command */
	const char *label;
	struct as_result *results;
	size_t n, cap;
	struct as_side_failed *failed;
	size_t n_failed, cap_failed;
	/* of the suite, by benchmark; all of one count without --fail-if */
	struct as_gate_set *gates;
	size_t n_gates;
	int64_t first_id, last_id; /* in the store; 0: none is kept */
	double seconds;
	bool no_memory;
};

/* It came to nothing: a row for each command of r, by their names where these are known. */
void as_checked_fail(struct as_checked *m, const struct as_campaign *c, const char *benchmark,
	const struct as_request *r, const struct as_err *why);

/* All that c has measured, in its order; it is m's then. AS_ERR_MEM. */
enum as_status as_checked_take(struct as_checked *m, struct as_campaign *c, struct as_err *err)
	AS_MUST_CHECK;

void as_checked_release(struct as_checked *m);

/* Results of one label, and of each what is left out; left_out NULL: nothing is. */
struct as_one_side {
	const struct as_result *results;
	const bool *const *left_out;
	size_t n;
};

/* Both, one after the other, as versions of a suite; the results stay the sides'. AS_ERR_MEM. */
enum as_status as_sides_join(const struct as_one_side *base, const struct as_one_side *head,
	struct as_arena *a, struct as_sides_of_results *out, struct as_err *err) AS_MUST_CHECK;

#endif
