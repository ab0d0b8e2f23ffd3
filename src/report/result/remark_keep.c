/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/vec.h"
#include "report/compare/beside.h"
#include "report/draw/layout.h"
#include "report/draw/screen.h"
#include "say/findings.h"
#include "say/say_words.h"

/* What say/words/labels.def says of a row. */
struct kind {
	const char *label;
	enum as_section section;
	int importance;
};

static const struct kind kinds[] = {
#define AS_LABEL(symbol, label, section, importance) \
	{label, AS_SECTION_##section, importance},
#include "say/words/labels.def"
#undef AS_LABEL
};

enum { SLIGHT = 20 }; /* importance, below what is shown without --verbose */

/* Keep a remark, taking body and lines over. */
static void keep_in(struct as_screen *s, struct as_remarks *all, struct as_remark r,
	struct as_text *body, struct as_text *lines)
{
	if (!body->len && !body->failed) {
		as_text_release(body);
		if (lines)
			as_text_release(lines);
		return;
	}
	r.importance = r.importance ? r.importance : kinds[r.label].importance;
	r.body = as_arena_strdup(&s->arena, as_text_str(body));
	r.lines = as_arena_strdup(&s->arena, lines ? as_text_str(lines) : "");
	if (!r.body || !r.lines || body->failed || (lines && lines->failed) ||
		!AS_PUSH(all->v, all->n, all->cap, r))
		s->t->failed = true;
	as_text_release(body);
	if (lines)
		as_text_release(lines);
}

void as_remark_keep_with(struct as_screen *s, size_t subject, struct as_remark r,
	struct as_text *body, struct as_text *lines)
{
	as_remark_index_free(s->index);
	s->index = NULL;
	keep_in(s, &s->remark[subject], r, body, lines);
}

void as_remark_keep(struct as_screen *s, size_t subject, struct as_remark r, struct as_text *body)
{
	as_remark_keep_with(s, subject, r, body, NULL);
}

/* The row that a sentence makes. */
static struct as_remark remark_of(const void *words, bool warn)
{
	const struct as_saying *what = as_saying_of(words);
	size_t id = 0;

	memcpy(&id, words, sizeof id);
	return (struct as_remark){.label = what->label,
		.warn = warn,
		.importance = what->importance,
		.topic = as_topic_of_saying(id)};
}

static void keep_words(struct as_screen *s, size_t subject, bool warn, const void *words)
{
	struct as_text body = {0};

	as_say_add(&body, s->style, words);
	as_remark_keep_with(s, subject, remark_of(words, warn), &body, NULL);
}

void as_remark_words_if(struct as_screen *s, size_t subject, bool matters, const void *words)
{
	struct as_remark r = remark_of(words, matters && as_saying_of(words)->severity == AS_WARN);
	struct as_text body = {0};

	if (!matters) {
		r.importance = SLIGHT;
		r.label = AS_LABEL_NOTE;
	}
	as_say_add(&body, s->style, words);
	as_remark_keep_with(s, subject, r, &body, NULL);
}

void as_remark_words(struct as_screen *s, size_t subject, const void *words)
{
	keep_words(s, subject, as_saying_of(words)->severity == AS_WARN, words);
}

struct as_remark as_remark_of_finding(const struct as_finding *f)
{
	const bool warn = as_finding_saying(f->id)->severity == AS_WARN;

	return (struct as_remark){.label = warn ? AS_LABEL_WARNING : AS_LABEL_NOTE,
		.warn = warn,
		.importance = as_finding_saying(f->id)->importance,
		.topic = as_topic_of_finding(f->id)};
}

static void put_remark(struct as_screen *s, struct as_remark r, struct as_text *body)
{
	if (s->rows) {
		keep_in(s, s->rows, r, body, NULL);
		return;
	}
	if (body->len)
		as_remark_row(s->t, s->style, kinds[r.label].label, r.warn, as_text_str(body));
	s->t->failed = s->t->failed || body->failed;
	as_text_release(body);
}

void as_screen_row(struct as_screen *s, enum as_label label, struct as_text *body)
{
	put_remark(s, (struct as_remark){.label = label}, body);
}

void as_screen_words(struct as_screen *s, const void *words)
{
	const bool warn = as_saying_of(words)->severity == AS_WARN;
	struct as_text body = {0};

	as_say_add(&body, s->style, words);
	put_remark(s, remark_of(words, warn), &body);
}

void as_screen_finding(struct as_screen *s, const struct as_versus *v, const struct as_finding *f,
	const char *name)
{
	struct as_text body = {0};

	if (name)
		as_text_addf(&body, "%s: ", name);
	as_comparison_finding_add(&body, s->style, v, f);
	put_remark(s, as_remark_of_finding(f), &body);
}

bool as_remark_is_in(const struct as_remark *r, enum as_section section)
{
	return kinds[r->label].section == section;
}

const char *as_remark_label(const struct as_remark *r)
{
	return kinds[r->label].label;
}

void as_remark_add(struct as_screen *s, const struct as_remark *r, const char *name)
{
	struct as_text body = {0};

	if (name)
		as_text_addf(&body, "%s: ", name);
	as_text_add(&body, r->body);
	as_remark_row(s->t, s->style, kinds[r->label].label, r->warn, as_text_str(&body));
	as_text_add(s->t, r->lines);
	as_text_take(s->t, &body);
}
