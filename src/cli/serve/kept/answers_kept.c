/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/serve/kept/answers_kept.h"

#include <string.h>

static void drop(struct as_kept_answers *k, struct as_kept_answer *a)
{
	k->bytes -= a->body.len;
	as_text_release(&a->key);
	as_text_release(&a->body);
	*a = (struct as_kept_answer){.used = 0};
}

/* The place of the one that was not asked for longest, of those that were at `least` or later: 0 are free places,
 * too. NULL: there is none. */
static struct as_kept_answer *oldest(struct as_kept_answers *k, uint64_t least)
{
	struct as_kept_answer *found = NULL;

	for (size_t i = 0; i < AS_KEPT_ANSWERS; i++)
		if (k->v[i].used >= least && (!found || k->v[i].used < found->used))
			found = &k->v[i];
	return found;
}

bool as_kept_answers_give(
	struct as_kept_answers *k, const struct as_text *key, struct as_serve_answer *out)
{
	for (size_t i = 0; i < AS_KEPT_ANSWERS; i++) {
		struct as_kept_answer *a = &k->v[i];
		if (!a->used || a->key.len != key->len ||
			memcmp(a->key.data, key->data, key->len) != 0)
			continue;
		a->used = ++k->now;
		out->type = a->type;
		as_text_add_n(&out->body, a->body.data, a->body.len);
		return true;
	}
	return false;
}

void as_kept_answers_take(
	struct as_kept_answers *k, const struct as_text *key, const struct as_serve_answer *answer)
{
	const size_t n = answer->body.len;

	if (n > AS_KEPT_BYTES / 4 || key->failed || answer->body.failed)
		return;
	struct as_kept_answer *a = oldest(k, 0);
	if (!a)
		return;
	drop(k, a);
	for (struct as_kept_answer *next; k->bytes + n > AS_KEPT_BYTES; drop(k, next)) {
		next = oldest(k, 1);
		if (!next)
			break;
	}
	as_text_add_n(&a->key, key->data, key->len);
	as_text_add_n(&a->body, answer->body.data, n);
	if (a->key.failed || a->body.failed) {
		as_text_release(&a->key);
		as_text_release(&a->body);
		return;
	}
	a->type = answer->type;
	a->used = ++k->now;
	k->bytes += n;
}

void as_kept_answers_release(struct as_kept_answers *k)
{
	for (size_t i = 0; i < AS_KEPT_ANSWERS; i++)
		drop(k, &k->v[i]);
}
