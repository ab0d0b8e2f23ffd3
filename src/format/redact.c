/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/redact.h"

#include <string.h>

#include "base/text.h"

const char *const as_redacted_words = "command lines, folders, paths of programs, values of "
				      "parameters, notes about units, names of environment "
				      "variables, and the name of the host; what you wrote "
				      "stays: label, note, and names (-n)";

static const char gone[] = "redacted";

/* A name of one character stands in too many words to be looked for. */
enum { HOST_SHORTEST = 2 };

struct redaction {
	struct as_experiment *x;
	const char *host[2]; /* with its domain and without; NULL: none, or too short to be found */
	bool memory;         /* out of it */
};

/* The text with that name replaced. */
static void replace_name(struct redaction *r, const char *name, const char **text)
{
	struct as_text t = {0};
	const char *at;

	if (!*text || !name || !strcasestr(*text, name))
		return;
	for (const char *s = *text; (at = strcasestr(s, name)); s = at + strlen(name)) {
		as_text_add_n(&t, s, (size_t)(at - s));
		as_text_add(&t, "host");
		*text = at + strlen(name);
	}
	as_text_add(&t, *text);
	*text = t.failed ? NULL : as_arena_strdup(&r->x->arena, as_text_str(&t));
	r->memory = r->memory || !*text;
	as_text_release(&t);
}

static void replace_host(struct redaction *r, const char **text)
{
	replace_name(r, r->host[0], text);
	replace_name(r, r->host[1], text);
}

/* A slash that is not between numbers, as in the load's "1/168". */
static bool has_path(const char *s)
{
	for (const char *at = s; (at = strchr(at, '/')); at++)
		if (at == s || at[-1] < '0' || at[-1] > '9')
			return true;
	return false;
}

/* Names of variables, and what has a path in it: where the user has libraries and compilers, and in
 * which slice. Of a compiler its hash stays. The paths in a reason why something is unknown are the
 * kernel's. */
static void redact_fact(struct redaction *r, struct as_fact *f)
{
	static const char variables[] = "variables.", toolchain[] = "toolchain.",
			  unknown[] = "unknown (";

	replace_host(r, &f->value);
	if (r->memory || f->kind == AS_FACT_MACHINE ||
		!strncmp(f->value, unknown, sizeof unknown - 1))
		return;
	const char *hash = strrchr(f->value, ' ');
	if (!strncmp(f->name, toolchain, sizeof toolchain - 1) && hash && !has_path(hash)) {
		f->value = as_arena_printf(&r->x->arena, "%s%s", gone, hash);
		r->memory = !f->value;
	} else if (!strncmp(f->name, variables, sizeof variables - 1) || has_path(f->value)) {
		f->value = gone;
	}
}

/* Both forms of the host's name that are long enough. */
static void know_host(struct redaction *r)
{
	const char *host = r->x->machine.host;
	const size_t whole = host ? strlen(host) : 0, first = host ? strcspn(host, ".") : 0;

	if (whole >= HOST_SHORTEST)
		r->host[0] = host;
	if (first >= HOST_SHORTEST && first < whole) {
		r->host[1] = as_arena_strndup(&r->x->arena, host, first);
		r->memory = !r->host[1];
	}
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
	struct redaction r = {.x = x};

	know_host(&r);
	for (size_t i = 0; i < x->n_subjects; i++)
		redact_subject(&r, &x->subjects[i], i + 1);
	x->command_line = x->command_line ? gone : NULL;
	x->directory = x->directory ? gone : NULL;
	x->request = NULL;
	x->machine.host = x->machine.host ? gone : NULL;
	replace_host(&r, &x->label);
	replace_host(&r, &x->note);
	for (size_t i = 0; i < x->machine.n_facts; i++)
		redact_fact(&r, &x->machine.facts[i]);
	return r.memory ? as_fail_memory(err) : AS_OK;
}
