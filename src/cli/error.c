/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/error.h"

#include <string.h>

#include "base/text.h"
#include "cli/out.h"

/* Where the advice of a sentence begins, so that the system's reason can stand before it: the last
 * "; " outside of quotes, or the end. */
static size_t reason_place(const char *msg)
{
	size_t n = strlen(msg), place = n;
	bool quoted = false;

	for (size_t i = 0; i < n; i++) {
		if (msg[i] == '\'')
			quoted = !quoted;
		else if (!quoted && msg[i] == ';' && msg[i + 1] == ' ')
			place = i;
	}
	return place;
}

enum { OUTPUT_LINES = 10 };

/* The last lines of what a program printed before it failed, each behind a bar. */
static void add_output(struct as_text *t, const char *output)
{
	const char *from = output + strlen(output);

	for (int lines = 0; from > output; from--)
		if (from[-1] == '\n' && ++lines == OUTPUT_LINES)
			break;
	while (*from) {
		size_t n = strcspn(from, "\n");
		as_text_add(t, "  | ");
		as_text_add_neutral(t, from, n, 0);
		as_text_char(t, '\n');
		from += n + (from[n] == '\n');
	}
}

void as_error_print(const struct as_err *err)
{
	size_t n = strlen(err->msg), place = err->sys ? reason_place(err->msg) : n;
	struct as_text t = {0};

	as_text_add(&t, "assay: ");
	as_text_add_neutral(&t, err->msg, place, 0);
	if (err->sys)
		as_text_addf(&t, ": %s", strerror(err->sys));
	as_text_add_neutral(&t, err->msg + place, n - place, 0);
	as_text_char(&t, '\n');
	add_output(&t, err->output);
	as_out_complain(as_text_str(&t), t.len);
	as_text_release(&t);
}
