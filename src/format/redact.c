/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/redact.h"

#include <string.h>

#include "base/text.h"

const char *const as_redacted_words = "command lines, folders, paths of programs, values of parameters, "
	"notes about units, and the name of the host";

static const char gone[] = "redacted";

/* A name of one character stands in too many words to be looked for. */
enum { HOST_SHORTEST = 2 };

struct redaction {
	struct as_experiment *x;
	const char *host; /* NULL: none, or too short to be found in texts */
	bool memory;      /* out of it */
};

/* The text with the host's name replaced. */
static void replace_host(struct redaction *r, const char **text)
{
	struct as_text t = {0};
	const char *at;

	if (!*text || !r->host || !strcasestr(*text, r->host))
		return;
	for (const char *s = *text; (at = strcasestr(s, r->host)); s = at + strlen(r->host)) {
		as_text_add_n(&t, s, (size_t)(at - s));
		as_text_add(&t, "host");
		*text = at + strlen(r->host);
	}
	as_text_add(&t, *text);
	*text = t.failed ? NULL : as_arena_strdup(&r->x->arena, as_text_str(&t));
	r->memory = r->memory || !*text;
	as_text_release(&t);
}

/* The name lets part of the command be seen. */
static bool shows(const struct as_subject *s, const char *command)
{
	if (command && *command && strstr(s->name, command))
		return true;
	if (s->executable && strstr(s->name, s->executable))
		return true;
	for (size_t i = 0; i < s->n_parameters; i++)
		if (*s->parameters[i].value && strstr(s->name, s->parameters[i].value))
			return true;
	return false;
}

static void redact_subject(struct redaction *r, struct as_subject *s, size_t number)
{
	if (shows(s, s->command)) {
		s->name = as_arena_printf(&r->x->arena, "command %zu", number);
		r->memory = r->memory || !s->name;
	} else {
		replace_host(r, &s->name);
	}
	s->command = s->command ? gone : NULL;
	s->build_command = s->build_command ? gone : NULL;
	s->executable = s->executable ? gone : NULL;
	s->shell = s->shell ? gone : NULL;
	s->n_notes = 0;
	for (size_t i = 0; i < s->n_parameters; i++)
		s->parameters[i].value = gone;
	replace_host(r, &s->benchmark);
}

enum as_status as_redact(struct as_experiment *x, struct as_err *err)
{
	const char *host = x->machine.host;
	struct redaction r = {.x = x, .host = host && strlen(host) >= HOST_SHORTEST ? host : NULL};

	for (size_t i = 0; i < x->n_subjects; i++)
		redact_subject(&r, &x->subjects[i], i + 1);
	x->command_line = x->command_line ? gone : NULL;
	x->directory = x->directory ? gone : NULL;
	x->machine.host = host ? gone : NULL;
	replace_host(&r, &x->label);
	replace_host(&r, &x->note);
	for (size_t i = 0; i < x->machine.n_facts; i++)
		replace_host(&r, &x->machine.facts[i].value);
	return r.memory ? as_fail_memory(err) : AS_OK;
}
