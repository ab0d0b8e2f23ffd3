/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/foreign/parts/gather.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/num.h"
#include "base/vec.h"
#include "format/foreign/parts/gather_parts.h"
#include "model/joined/rows.h"

struct as_gather *as_gather_new(void)
{
	struct as_gather *g = calloc(1, sizeof *g);

	if (!g)
		return NULL;
	as_arena_init(&g->arena);
	g->inners.reals = true;
	as_gather_open(g, AS_SCOPE_FILE, AS_SCOPE_TOP);
	return g;
}

void as_gather_free(struct as_gather *g)
{
	if (!g)
		return;
	as_arena_release(&g->arena);
	as_labels_release(&g->keys);
	as_units_release(&g->keyed);
	free(g->value);
	free(g->runs);
	as_packed_release(&g->inner_scope);
	as_packed_release(&g->inners);
	free(g->keyed_scope);
	free(g->scopes);
	free(g->traits);
	free(g);
}

uint32_t as_gather_open(struct as_gather *g, enum as_scope_kind kind, uint32_t in)
{
	const uint32_t at = (uint32_t)g->n_scopes;
	const struct as_scope s = {.kind = kind, .parent = in};

	if (g->failed || g->n_scopes == UINT32_MAX ||
		!AS_PUSH(g->scopes, g->n_scopes, g->cap_scopes, s)) {
		g->failed = true;
		return AS_SCOPE_TOP;
	}
	if (!at)
		return at;
	struct as_scope *p = &g->scopes[in];
	if (p->child)
		g->scopes[p->last].next = at;
	else
		p->child = at;
	p->last = at;
	return at;
}

uint32_t as_gather_find(struct as_gather *g, enum as_scope_kind kind, uint32_t in, const char *key)
{
	const size_t before = g->keyed.n;
	uint32_t text = 0, number = 0;

	if (g->failed || !as_labels_add(&g->keys, key, strlen(key), &text) ||
		!as_units_add(&g->keyed, in, as_label_of_text(text), &number) ||
		!as_grow(&g->keyed_scope, &g->cap_keyed, g->keyed.n, sizeof *g->keyed_scope)) {
		g->failed = true;
		return AS_SCOPE_TOP;
	}
	if (g->keyed.n > before) {
		g->keyed_scope[number] = as_gather_open(g, kind, in);
		if (kind == AS_SCOPE_GROUP || kind == AS_SCOPE_SUBJECT)
			as_gather_text(g, g->keyed_scope[number], AS_TRAIT_NAME, key);
	}
	if (g->failed)
		return AS_SCOPE_TOP;
	return g->keyed_scope[number];
}

void as_gather_named(struct as_gather *g, uint32_t scope, const struct as_trait *t)
{
	struct as_trait *own = as_arena_alloc(&g->arena, sizeof *own);

	if (g->failed || !own) {
		g->failed = true;
		return;
	}
	*own = *t;
	own->name = as_arena_strndup(&g->arena, t->name ? t->name : "",
		strnlen(t->name ? t->name : "", AS_ROWS_NAME_BYTES));
	own->text = t->text ? as_arena_strdup(&g->arena, t->text) : NULL;
	own->next = 0;
	if (!own->name || (t->text && !own->text) ||
		!AS_PUSH(g->traits, g->n_traits, g->cap_traits, own)) {
		g->failed = true;
		return;
	}
	struct as_scope *s = &g->scopes[scope];
	uint32_t *to = s->trait ? &g->traits[s->last_trait - 1]->next : &s->trait;
	*to = s->last_trait = (uint32_t)g->n_traits;
}

void as_gather_text(struct as_gather *g, uint32_t scope, enum as_trait_kind kind, const char *text)
{
	as_gather_named(g, scope, &(struct as_trait){.kind = kind, .text = text});
}

void as_gather_number(struct as_gather *g, uint32_t scope, enum as_trait_kind kind, double number)
{
	as_gather_named(g, scope, &(struct as_trait){.kind = kind, .number = number});
}

const struct as_trait *as_gather_trait(
	const struct as_gather *g, uint32_t scope, enum as_trait_kind kind)
{
	for (;; scope = g->scopes[scope].parent) {
		for (uint32_t t = g->scopes[scope].trait; t; t = g->traits[t - 1]->next)
			if (g->traits[t - 1]->kind == kind)
				return g->traits[t - 1];
		if (scope == AS_SCOPE_TOP)
			return NULL;
	}
}

static bool is_more_of(const struct as_gather_run *run, const struct as_gather_run *like)
{
	return run->scope == like->scope && run->role == like->role &&
	       as_same_double(run->inner, like->inner);
}

static void add_values(
	struct as_gather *g, const double *values, size_t n, const struct as_gather_run *like)
{
	struct as_gather_run run = *like;

	run.first = g->n_values;
	if (g->failed || !as_grow(&g->value, &g->cap_values, g->n_values + n, sizeof *g->value) ||
		(!(g->n_runs && is_more_of(&g->runs[g->n_runs - 1], &run)) &&
			!AS_PUSH(g->runs, g->n_runs, g->cap_runs, run))) {
		g->failed = true;
		return;
	}
	memcpy(g->value + g->n_values, values, n * sizeof *values);
	g->n_values += n;
}

void as_gather_value(
	struct as_gather *g, uint32_t scope, double value, double inner, enum as_role role)
{
	add_values(g, &value, 1,
		&(struct as_gather_run){.inner = inner, .scope = scope, .role = role});
}

void as_gather_values(
	struct as_gather *g, uint32_t scope, const double *values, size_t n, enum as_role role)
{
	add_values(g, values, n, &(struct as_gather_run){.scope = scope, .role = role});
}

void as_gather_inner(struct as_gather *g, uint32_t scope, double inner)
{
	if (g->failed || !as_packed_push(&g->inner_scope, scope) ||
		!as_packed_push_real(&g->inners, inner))
		g->failed = true;
}

void as_gather_unused(struct as_gather *g, const char *part)
{
	size_t i = 0;

	while (i < g->n_unused && strcmp(g->unused[i], part) != 0)
		i++;
	if (i < g->n_unused || !*part)
		return;
	if (i == AS_GATHER_UNUSED) {
		g->n_unused_others++;
		return;
	}
	g->unused[i] = as_arena_strdup(&g->arena, part);
	g->failed = g->failed || !g->unused[i];
	g->n_unused += !g->failed;
}

void as_gather_remark(struct as_gather *g, const char *sentence)
{
	for (size_t i = 0; i < g->n_remarks; i++)
		if (!strcmp(g->remarks[i], sentence))
			return;
	if (g->n_remarks == AS_GATHER_REMARKS)
		return;
	g->remarks[g->n_remarks] = as_arena_strdup(&g->arena, sentence);
	g->failed = g->failed || !g->remarks[g->n_remarks];
	g->n_remarks += !g->failed;
}

void as_gather_none(struct as_gather *g)
{
	g->n_none++;
}

void as_gather_none_is(struct as_gather *g, const char *member, uint64_t line, const char *text)
{
	if (g->none)
		return;
	const char *quote = *member ? "'" : "";
	g->none = as_arena_printf(&g->arena, "%s%.60s%s of line %llu is '%.40s'", quote,
		*member ? member : "one", quote, (unsigned long long)line, text);
	g->failed = g->failed || !g->none;
}

void as_gather_success(struct as_gather *g, uint32_t scope, double share)
{
	char words[120];

	snprintf(words, sizeof words,
		"only %.3g %% of its requests succeeded, and times of the others are among "
		"those that count",
		100 * share);
	if (share <= 0)
		as_gather_text(g, scope, AS_TRAIT_FAILED, "no request succeeded");
	else if (share < 1)
		as_gather_remark(g, words);
}

bool as_gather_number_of(const char *text, double *out)
{
	static const char *const none[] = {"", "nan", "inf", "infinity"};
	const size_t blanks = strspn(text, " \t");
	size_t n = strlen(text);
	char word[64];

	while (n > blanks && (text[n - 1] == ' ' || text[n - 1] == '\t'))
		n--;
	if (n - blanks >= sizeof word)
		return false;
	memcpy(word, text + blanks, n - blanks);
	word[n - blanks] = '\0';
	if (as_parse_double(word, out))
		return true;
	const char *plain = word + (*word == '-' || *word == '+');
	for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
		if (!strcasecmp(plain, none[i]) && (*plain || plain == word)) {
			*out = (double)NAN;
			return true;
		}
	return false;
}

uint32_t as_gather_around(const struct as_gather *g, uint32_t scope)
{
	return g->scopes[scope].parent;
}

const struct as_trait *as_gather_said(
	const struct as_gather *g, uint32_t scope, enum as_trait_kind kind, const char *name)
{
	for (uint32_t t = g->scopes[scope].trait; t; t = g->traits[t - 1]->next)
		if (g->traits[t - 1]->kind == kind && !strcmp(g->traits[t - 1]->name, name))
			return g->traits[t - 1];
	return NULL;
}
