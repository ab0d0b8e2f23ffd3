/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/settings/fill.h"

#include <string.h>

#include "base/text.h"
#include "base/text/words.h"

bool as_parameter_is_in(const char *text, const char *name)
{
	size_t n = strlen(name);

	for (const char *s = strchr(text, '{'); s; s = strchr(s + 1, '{'))
		if (!strncmp(s + 1, name, n) && s[1 + n] == '}')
			return true;
	return false;
}

/* The parameter whose {NAME} stands at s; n if there is none. */
static size_t parameter_at(const char *s, const struct as_parameter *p, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(p[i].name);
		if (!strncmp(s + 1, p[i].name, len) && s[1 + len] == '}')
			return i;
	}
	return n;
}

const char *as_parameters_fill(const char *s, const struct as_parameter *p, size_t n,
	struct as_arena *a)
{
	struct as_text t = {0};

	if (!s || !n)
		return s;
	while (*s) {
		size_t i = *s == '{' ? parameter_at(s, p, n) : n;
		if (i < n) {
			as_text_add(&t, p[i].value);
			s += strlen(p[i].name) + 2;
		} else {
			as_text_char(&t, *s++);
		}
	}
	const char *filled = t.failed ? NULL : as_arena_strdup(a, as_text_str(&t));
	as_text_release(&t);
	return filled;
}

/* The quote that stands open behind the character at *s, where `open` did before; *s skips what is
 * escaped. */
static char quote_behind(const char **s, char open)
{
	if (**s == '\\' && open != '\'' && (*s)[1])
		++*s;
	else if (open && **s == open)
		return 0;
	else if (!open && (**s == '\'' || **s == '"'))
		return **s;
	return open;
}

static enum as_status fail_quoted(
	const char *line, const struct as_parameter *p, struct as_err *err)
{
	return as_fail(err, AS_ERR_USAGE,
		"cannot put '%.100s' for {%.60s} into '%.200s': it has characters that a shell "
		"reads, and {%.60s} stands inside quotes; leave these out, and the value is quoted "
		"as one word",
		p->value, p->name, line, p->name);
}

static enum as_status fill_line(
	const char *line, const struct as_parameter_set *p, struct as_text *t, struct as_err *err)
{
	char open = 0;

	for (const char *s = line; *s; s++) {
		const size_t i = *s == '{' ? parameter_at(s, p->v, p->n) : p->n;
		if (i == p->n) {
			const char *from = s;
			open = quote_behind(&s, open);
			as_text_add_n(t, from, (size_t)(s - from) + 1);
			continue;
		}
		const char *value = p->v[i].value;
		const bool plain = !value[strcspn(value, "|&;<>()$`*?[#~!{}'\"\\\n")];
		if (!plain && open)
			return fail_quoted(line, &p->v[i], err);
		if (plain)
			as_text_add(t, value);
		else
			as_words_quote(t, value);
		s += strlen(p->v[i].name) + 1;
	}
	return AS_OK;
}

enum as_status as_parameters_fill_line(const char *line, const struct as_parameter_set *p,
	struct as_arena *a, const char **out, struct as_err *err)
{
	struct as_text t = {0};
	enum as_status st = line && p->n ? fill_line(line, p, &t, err) : AS_OK;

	if (!st && line && p->n) {
		const char *filled = t.failed ? NULL : as_arena_strdup(a, as_text_str(&t));
		if (filled)
			*out = filled;
		else
			st = as_fail_memory(err);
	} else if (!st) {
		*out = line;
	}
	as_text_release(&t);
	return st;
}
