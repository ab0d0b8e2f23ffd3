/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who a subject is: its name, its parameters, its version. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/vec.h"
#include "format/foreign/parts/gather_parts.h"
#include "format/foreign/parts/gather_subject.h"
#include "format/instant.h"
#include "model/joined/rows.h"

enum { COMMIT_LEAST = 7, COMMIT_MOST = 64 };

/* Names of the scopes around it go before, and parameters behind. */
static void add_name(const struct as_gather *g, uint32_t scope, struct as_text *t)
{
	const struct as_scope *s = &g->scopes[scope];

	if (scope != AS_SCOPE_TOP)
		add_name(g, s->parent, t);
	for (uint32_t k = s->trait; k; k = g->traits[k - 1]->next)
		if (g->traits[k - 1]->kind == AS_TRAIT_NAME && *g->traits[k - 1]->text) {
			as_text_add(t, t->len ? "/" : "");
			as_text_add(t, g->traits[k - 1]->text);
		}
}

static size_t count_parameters(const struct as_gather *g, uint32_t scope)
{
	size_t n = 0;

	for (uint32_t k = g->scopes[scope].trait; k; k = g->traits[k - 1]->next)
		n += g->traits[k - 1]->kind == AS_TRAIT_PARAMETER;
	return n;
}

static bool add_parameters(struct as_gather_tree *t, struct as_subject *s, uint32_t scope)
{
	const struct as_gather *g = t->g;
	const size_t n = count_parameters(g, scope);

	if (!n)
		return true;
	s->parameters = as_arena_array(&t->x->arena, n, sizeof *s->parameters);
	if (!s->parameters)
		return false;
	for (uint32_t k = g->scopes[scope].trait; k; k = g->traits[k - 1]->next) {
		const struct as_trait *own = g->traits[k - 1];
		if (own->kind != AS_TRAIT_PARAMETER)
			continue;
		struct as_parameter *p = &s->parameters[s->n_parameters];
		p->name = as_arena_strdup(&t->x->arena, own->name);
		p->value = as_arena_strdup(&t->x->arena, own->text);
		if (!p->name || !p->value)
			return false;
		s->n_parameters++;
	}
	return true;
}

static void add_words_of_parameters(const struct as_gather *g, uint32_t scope, struct as_text *t)
{
	const char *between = " (";

	for (uint32_t k = g->scopes[scope].trait; k; k = g->traits[k - 1]->next) {
		const struct as_trait *own = g->traits[k - 1];
		if (own->kind != AS_TRAIT_PARAMETER)
			continue;
		as_text_addf(t, "%s%s=%s", between, own->name, own->text);
		between = ", ";
	}
	if (*between == ',')
		as_text_char(t, ')');
}

/* The number of the name, which is *taken if there is one of the same version and machine already. False when out
 * of memory. */
static bool number_of_name(struct as_gather_tree *t, const struct as_subject *s, const char *name,
	uint32_t *number, bool *taken)
{
	const char *host = t->host[t->x->n_subjects - 1];
	const char *const parts[] = {host, t->processor[t->x->n_subjects - 1], s->version.commit,
		s->version.label, name};
	const size_t before = t->names.n;
	struct as_text key = {0};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		as_text_add(&key, i ? "\n" : "");
		as_text_add(&key, parts[i] ? parts[i] : "");
	}
	const bool well =
		!key.failed && as_labels_add(&t->names, as_text_str(&key), key.len, number) &&
		as_grow(&t->named, &t->cap_named, t->names.n, sizeof *t->named);
	as_text_release(&key);
	*taken = t->names.n == before;
	return well;
}

/* The scope that says the version of a subject, which is a run of the benchmarks; AS_SCOPE_TOP: the file is one. */
static uint32_t run_of_scope(const struct as_gather *g, uint32_t scope)
{
	while (scope != AS_SCOPE_TOP && !as_gather_said(g, scope, AS_TRAIT_COMMIT, "") &&
		!as_gather_said(g, scope, AS_TRAIT_VERSION, ""))
		scope = g->scopes[scope].parent;
	return scope;
}

/* Within one run the second of a name is "NAME (2)"; in another run of the same version it is the first, measured
 * again. */
static bool set_name(struct as_gather_tree *t, struct as_subject *s, const char *name,
	const struct as_gather_named *like, size_t *same)
{
	const char *own = name;
	uint32_t number = 0;
	bool taken = false;
	bool well = number_of_name(t, s, own, &number, &taken);

	for (int k = 2; well && taken; k++) {
		struct as_gather_named *other = &t->named[number];
		if (other->run != like->run && other->metric == like->metric &&
			like->metric != SIZE_MAX) {
			other->run = like->run;
			*same = other->subject;
			return true;
		}
		own = as_arena_printf(&t->x->arena, "%s (%d)", name, k);
		well = own && number_of_name(t, s, own, &number, &taken);
	}
	s->name = s->benchmark = well ? as_arena_strdup(&t->x->arena, own) : NULL;
	if (s->name)
		t->named[number] = *like;
	return s->name != NULL;
}

static bool is_commit(const char *s)
{
	const size_t n = strlen(s);

	return n >= COMMIT_LEAST && n <= COMMIT_MOST && strspn(s, "0123456789abcdef") == n;
}

/* False, and 0: it says none, or one that cannot be read, of which a remark is made. */
static bool take_date(struct as_gather *g, const struct as_trait *date, int64_t *out)
{
	char words[120];

	*out = 0;
	if (!date)
		return false;
	if (!date->text) {
		*out = isfinite(date->number) && fabs(date->number) < 9e18 ? (int64_t)date->number : 0;
		return *out != 0;
	}
	if (as_instant_read(date->text, out))
		return true;
	snprintf(words, sizeof words, "'%.40s' is no date that can be read here", date->text);
	as_gather_remark(g, words);
	return false;
}

const char *as_gather_processor(struct as_gather_tree *t, uint32_t scope)
{
	const struct as_trait *first = as_gather_trait(t->g, scope, AS_TRAIT_PROCESSOR);
	struct as_text s = {0};

	if (!first)
		return "";
	while (!as_gather_said(t->g, scope, AS_TRAIT_PROCESSOR, first->name))
		scope = as_gather_around(t->g, scope);
	for (uint32_t k = t->g->scopes[scope].trait; k; k = t->g->traits[k - 1]->next) {
		const struct as_trait *own = t->g->traits[k - 1];
		if (own->kind == AS_TRAIT_PROCESSOR && *own->text &&
			own == as_gather_said(t->g, scope, AS_TRAIT_PROCESSOR, own->name))
			as_text_addf(&s, "%s%s", s.len ? ", " : "", own->text);
	}
	const char *all = s.failed ? NULL : as_arena_strdup(&t->g->arena, as_text_str(&s));
	as_text_release(&s);
	return all;
}

static bool set_version(struct as_gather_tree *t, struct as_subject *s, uint32_t scope)
{
	const struct as_trait *commit = as_gather_trait(t->g, scope, AS_TRAIT_COMMIT),
			      *name = as_gather_trait(t->g, scope, AS_TRAIT_VERSION),
			      *date = as_gather_trait(t->g, scope, AS_TRAIT_DATE),
			      *run = as_gather_trait(t->g, scope, AS_TRAIT_RUN_DATE);
	struct as_version v = {0};

	if (commit && is_commit(commit->text))
		v.commit = as_arena_strdup(&t->x->arena, commit->text);
	if (name || (commit && !v.commit))
		v.label = as_arena_strdup(&t->x->arena, name ? name->text : commit->text);
	if (!v.commit && !v.label)
		return !name && !commit;
	if (!take_date(t->g, date, &v.date_ns) &&
		!(v.label && v.label[strspn(v.label, "0123456789")] == '\0'))
		as_gather_remark(t->g, take_date(t->g, run, &v.date_ns)
			? "it says of its versions only when they were measured: where the order "
			  "of the commits is not known, they are in the order of those dates"
			: "it does not say when its versions were made or measured: where the "
			  "order of the commits is not known, they are in none");
	const struct as_trait *changed = as_gather_trait(t->g, scope, AS_TRAIT_CHANGED);
	v.changes = changed && changed->number > 0 ? AS_CHANGES_SOME : AS_CHANGES_NONE;
	s->version = v;
	return true;
}

enum as_status as_gather_name(struct as_gather_tree *t, struct as_subject *s, uint32_t scope,
	size_t metric, size_t *same, struct as_err *err)
{
	const struct as_gather_named like = {.subject = t->x->n_subjects - 1,
		.metric = metric,
		.run = t->versions ? run_of_scope(t->g, scope) : AS_SCOPE_TOP};
	const struct as_trait *host = as_gather_trait(t->g, scope, AS_TRAIT_HOST);
	struct as_text name = {0};
	enum as_status st = AS_OK;

	if (!as_grow(&t->host, &t->cap_host, t->x->n_subjects, sizeof *t->host) ||
		!as_grow(&t->processor, &t->cap_processor, t->x->n_subjects, sizeof *t->processor))
		return as_fail_memory(err);
	t->processor[t->x->n_subjects - 1] = as_gather_processor(t, scope);
	if (!t->processor[t->x->n_subjects - 1])
		return as_fail_memory(err);
	t->host[t->x->n_subjects - 1] = host ? host->text : NULL;
	add_name(t->g, scope, &name);
	if (!name.len)
		as_text_add(&name, "benchmark");
	add_words_of_parameters(t->g, scope, &name);
	if (name.failed || !set_version(t, s, scope) || !add_parameters(t, s, scope))
		st = as_fail_memory(err);
	else if (name.len > AS_ROWS_NAME_BYTES)
		st = as_fail(err, AS_ERR_DATA, "a benchmark has a name of more than %d bytes",
			AS_ROWS_NAME_BYTES);
	else if (!set_name(t, s, as_text_str(&name), &like, same))
		st = as_fail_memory(err);
	as_text_release(&name);
	return st;
}
