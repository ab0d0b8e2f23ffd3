/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_SERVE_KEPT_ANSWERS_KEPT_H
#define AS_CLI_SERVE_KEPT_ANSWERS_KEPT_H

/* Answers that are the same until the store changes: what many look at is made once. */

#include "serve/server.h"

enum { AS_KEPT_ANSWERS = 32, AS_KEPT_BYTES = 8 << 20 };

struct as_kept_answer {
	struct as_text key, body;
	const char *type;
	uint64_t used; /* when it was last, in answers */
};
struct as_kept_answers {
	struct as_kept_answer v[AS_KEPT_ANSWERS];
	size_t bytes;
	uint64_t now;
};

/* What was answered to that, into out. */
bool as_kept_answers_give(
	struct as_kept_answers *k, const struct as_text *key, struct as_serve_answer *out);

/* Keep it, in place of those that were not asked for longest; what is large is not kept. */
void as_kept_answers_take(
	struct as_kept_answers *k, const struct as_text *key, const struct as_serve_answer *answer);

void as_kept_answers_release(struct as_kept_answers *k);

#endif
