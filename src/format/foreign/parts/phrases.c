/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/foreign/parts/phrases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/foreign/parts/lines.h"
#include "format/foreign/parts/phrase_match.h"

enum { FIRSTS = sizeof ((struct as_phrases *)0)->first / sizeof(char *) };
enum { SURE = 92 };
enum { ESCAPE = 0x1b, LEFT_BYTES = 64 };

/* Takes colours out of a line: an escape, [, and what follows up to a letter. */
static void plain(char *line)
{
	char *to = line;

	for (const char *s = line; *s;) {
		if (*s != ESCAPE || s[1] != '[') {
			*to++ = *s++;
			continue;
		}
		s += 2 + strspn(s + 2, "0123456789;?");
		s += *s != '\0';
	}
	*to = '\0';
}

static bool stands(const char *bytes, size_t n, const char *what)
{
	return memmem(bytes, n, what, strlen(what)) != NULL;
}

static bool is_first(const struct as_phrases *p, const char *bytes, size_t n)
{
	struct as_phrase_found found[AS_PHRASE_HOLES];
	struct as_bytes all = {bytes, n};
	const struct as_source from = as_source_of(&all);
	struct as_lines l;
	bool well = false;

	as_lines_init(&l, &from);
	while (!as_lines_next(&l, NULL) && l.line) {
		plain(l.line);
		if (!*l.line || *l.line == '#')
			continue;
		for (size_t i = 0; i < FIRSTS && p->first[i] && !well; i++)
			well = as_phrase_match(p->first[i], l.line, found);
		break;
	}
	as_lines_release(&l);
	return well;
}

int as_phrases_probe(const struct as_phrases *p, const struct as_head *head)
{
	const char *bytes = head->bytes;
	const size_t n = head->n;

	if ((p->has && !stands(bytes, n, p->has)) || (p->lacks && stands(bytes, n, p->lacks)))
		return 0;
	return !p->first[0] || is_first(p, bytes, n) ? SURE : 0;
}

/* A text while it is read. */
struct phrases_reading {
	const struct as_phrases *is;
	struct as_gather *g;
	struct as_lines lines;
	uint32_t subject, scope; /* that are open; AS_SCOPE_TOP: none */
	char left[LEFT_BYTES]; /* the first line that no row fits, of n_left */
	size_t n_left;
	char failed[AS_PHRASE_TEXT + 1]; /* why the next execution does not count; "": it does */
	bool skipped; /* it is why it was left out on purpose */
};

/* ---- a line that fits ---- */

static void open_subject(struct phrases_reading *d, const char *name)
{
	d->subject = as_gather_find(d->g, AS_SCOPE_SUBJECT, AS_SCOPE_TOP, name);
	d->scope = d->subject;
}

/* Opens what the line says it does. */
static void open_scopes(struct phrases_reading *d, const struct as_phrase_row *row,
	const struct as_phrase_found *found)
{
	for (size_t i = 0; i < AS_PHRASE_HOLES; i++) {
		if (row->hole[i].is == AS_PHRASE_SUBJECT)
			open_subject(d, found[i].text);
		if (row->hole[i].is != AS_PHRASE_FAILED && row->hole[i].is != AS_PHRASE_SKIPPED)
			continue;
		memcpy(d->failed, found[i].text, sizeof d->failed);
		d->skipped = row->hole[i].is == AS_PHRASE_SKIPPED;
	}
	if (d->subject == AS_SCOPE_TOP && d->is->subject)
		open_subject(d, d->is->subject);
	if (d->subject == AS_SCOPE_TOP || row->opens == AS_SCOPE_FILE)
		return;
	d->scope = as_gather_open(d->g, row->opens, d->subject);
	if (*d->failed)
		as_gather_text(d->g, d->scope,
			d->skipped ? AS_TRAIT_SKIPPED : AS_TRAIT_FAILED, d->failed);
	d->failed[0] = '\0';
}

/* What a hole that is of something else says. */
static const struct as_phrase_found *of_kind(const struct as_phrase_row *row,
	const struct as_phrase_found *found, enum as_phrase_is is)
{
	for (size_t i = 0; i < AS_PHRASE_HOLES; i++)
		if (row->hole[i].is == is)
			return &found[i];
	return NULL;
}

static const char *unit_of(const struct phrases_reading *d, const struct as_phrase_hole *h,
	const struct as_phrase_found *f)
{
	return *f->unit ? f->unit : h->unit ? h->unit : d->is->unit;
}

static void set_unit(struct phrases_reading *d, const char *unit)
{
	if (unit && !as_gather_said(d->g, d->scope, AS_TRAIT_UNIT, ""))
		as_gather_text(d->g, d->scope, AS_TRAIT_UNIT, unit);
}

static void take_hole(struct phrases_reading *d, const struct as_phrase_row *row, size_t i,
	const struct as_phrase_found *found)
{
	const struct as_phrase_hole *h = &row->hole[i];
	const struct as_phrase_found *inner = of_kind(row, found, AS_PHRASE_INNER),
				     *named = of_kind(row, found, AS_PHRASE_NAME);
	const char *unit = unit_of(d, h, &found[i]);

	if (h->is == AS_PHRASE_VALUE) {
		set_unit(d, unit);
		as_gather_value(d->g, d->scope, found[i].number, inner ? inner->number : 0,
			AS_ROLE_MEASURED);
	} else if (h->is == AS_PHRASE_CENTRE) {
		set_unit(d, unit);
		as_gather_number(d->g, d->subject, AS_TRAIT_CENTRE, found[i].number);
	} else if (h->is == AS_PHRASE_METRIC && (h->name || named)) {
		as_gather_named(d->g, d->scope,
			&(struct as_trait){.kind = AS_TRAIT_METRIC,
				.name = h->name ? h->name : named->text,
				.text = *found[i].unit ? found[i].unit : h->unit,
				.number = found[i].number});
	}
}

/* Names of metrics begin with a letter: what does not is something else. */
static bool are_names(const struct as_phrase_row *row, const struct as_phrase_found *found)
{
	const struct as_phrase_found *name = of_kind(row, found, AS_PHRASE_NAME);
	const char c = name ? name->text[0] : 'a';

	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '<';
}

/* False: no row fits it. */
static bool take_line(struct phrases_reading *d)
{
	struct as_phrase_found found[AS_PHRASE_HOLES] = {0};

	for (size_t r = 0; r < d->is->n_rows; r++) {
		const struct as_phrase_row *row = &d->is->rows[r];
		if (!as_phrase_match(row->line, d->lines.line, found) || !are_names(row, found))
			continue;
		open_scopes(d, row, found);
		for (size_t i = 0; i < AS_PHRASE_HOLES && d->subject != AS_SCOPE_TOP; i++)
			take_hole(d, row, i, found);
		return true;
	}
	return false;
}

/* A line that nothing is made of: the first of them stands for all. */
static void leave(struct phrases_reading *d)
{
	enum { SHOWN = 60 };
	const char *s = d->lines.line + strspn(d->lines.line, " \t");

	if (*s && !d->n_left++)
		snprintf(d->left, sizeof d->left, "%.*s", SHOWN, s);
}

static void say_left(struct phrases_reading *d)
{
	char words[LEFT_BYTES + 60];

	if (!d->n_left)
		return;
	snprintf(words, sizeof words, "%zu line%s, the first of them '%s'", d->n_left,
		d->n_left == 1 ? "" : "s", d->left);
	as_gather_unused(d->g, words);
}

static enum as_status read_lines(struct phrases_reading *d, struct as_err *err)
{
	enum as_status st;

	while (!(st = as_lines_next(&d->lines, err)) && d->lines.line) {
		plain(d->lines.line);
		if (d->lines.odd || !take_line(d))
			leave(d);
	}
	say_left(d);
	return st;
}

static enum as_status read_phrases(const void *format, const struct as_source *from,
	const char *name, struct as_gather *g, struct as_err *err)
{
	struct phrases_reading *d = calloc(1, sizeof *d);

	(void)name;
	if (!d)
		return as_fail_memory(err);
	d->is = format;
	d->g = g;
	as_lines_init(&d->lines, from);
	enum as_status st = read_lines(d, err);
	as_lines_release(&d->lines);
	free(d);
	return st;
}

enum as_status as_phrases_read(const struct as_phrases *p, const struct as_source *from,
	const char *name, struct as_experiment **out, struct as_err *err)
{
	const struct as_gatherer r = {.read = read_phrases,
		.format = p,
		.how = {.tool = p->tool,
			.unit = p->unit,
			.executions = p->executions,
			.sorted = p->sorted}};

	return as_gather_read(&r, from, name, out, err);
}
