/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splitting into words: words that were quoted are the same words again. */
#include <string.h>

#include "base/text.h"
#include "base/text/words.h"
#include "fuzz.h"

static void quote_and_split(const struct as_words *w, struct as_arena *a)
{
	struct as_text line = {0};
	struct as_words again = {0};

	for (size_t i = 0; i < w->n; i++) {
		as_text_add(&line, i ? " " : "");
		as_words_quote(&line, w->v[i]);
	}
	MUST(as_words_split(as_text_str(&line), a, &again, NULL) == AS_OK);
	MUST(!again.syntax && again.n == w->n);
	for (size_t i = 0; i < w->n; i++)
		MUST(!strcmp(w->v[i], again.v[i]));
	as_text_release(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_arena a = {0};
	struct as_words w = {0};
	struct as_err err = {0};
	char *command = as_arena_strndup(&a, (const char *)data, size);

	MUST(command);
	if (as_words_split(command, &a, &w, &err))
		MUST(err.msg[0]);
	else if (w.syntax)
		MUST(w.n == 0 && w.at < strlen(command));
	else
		quote_and_split(&w, &a);
	as_arena_release(&a);
	return 0;
}
