/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "say/say_value.h"

#include <math.h>
#include <string.h>

#define N(x) "N"
#define X(x) "X"
#define W(x) "W"
#define S(x) "S"
#define Q(x) "Q"
#define M(x) "M"
#define T(x) "T"
#define C(x) "C"
#define I(x) "I"
#define P(x) "P"
#define NONE

static const struct as_saying sayings[] = {
#define AS_SAY(id, label, severity, importance, values, words) \
	{#id, AS_LABEL_##label, AS_##severity, importance, "" values, words},
#define AS_PART(id, values, words) AS_SAY(id, NONE, NOTE, 100, values, words)
#include "say/words/sentences.def"
};

const struct as_saying *as_saying(size_t id)
{
	return &sayings[id];
}

static bool is_there(const struct as_said_value *v)
{
	switch (v->type) {
	case 'N': return v->n > 0;
	case 'X': return isfinite(v->x);
	case 'Q': return v->q && isfinite(v->q->value);
	case 'M': return v->m != NULL;
	case 'T': return v->t && v->t->len > 0;
	case 'C': return true;
	case 'I': return v->i != 0;
	case 'P': return *as_saying(v->n)->words != '\0';
	default: return v->s != NULL;
	}
}

/* The byte after the bracket that ends what began before s. */
static const char *end_of(const char *s, const char *end, char open, char close)
{
	for (int depth = 1; s < end; s++) {
		depth += (*s == open) - (*s == close);
		if (!depth)
			return s;
	}
	return NULL;
}

/* All values of the fields directly in it are there. */
static bool is_whole(struct as_said_filler *f, const char *s, const char *end)
{
	struct as_said_value v = {0};

	for (; s && s < end; s = s ? s + 1 : NULL) {
		if (*s == '{' && as_said_find(f, s + 1, &v) && !strchr("?:", s[2]) && !is_there(&v))
			return false;
		if (*s == '[')
			s = end_of(s + 1, end, '[', ']');
		else if (*s == '{')
			s = end_of(s + 1, end, '{', '}');
	}
	return true;
}

/* A sign that a terminal may not have; the bytes it took, 0: there is none. It stays with the
 * number behind it. */
static size_t add_sign(struct as_said_filler *f, const char *s)
{
	const struct as_symbols *y = as_symbols(f->style);
	const struct {
		const char *sign, *shown;
	} signs[] = {{"± ", y->plus_minus}, {"±", y->plus_minus}, {"…", y->to}, {"× ", y->times},
		{"×", y->times}, {"µ", f->style->unicode ? "µ" : "u"},
		{"→", f->style->unicode ? "→" : "->"}};

	for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
		if (!strncmp(s, signs[i].sign, strlen(signs[i].sign))) {
			as_text_add(f->t, signs[i].shown);
			as_text_add(f->t, strchr(signs[i].sign, ' ') ? AS_TIE : "");
			return strlen(signs[i].sign);
		}
	return 0;
}

/* A pair of brackets still to be filled. What is inside is filled first, so that a list of them
 * takes the place of a function that calls itself. */
struct piece {
	const char *s, *end;
};
enum { DEPTH = 8 };

/* What of a field is to be filled in its place: one of two, or nothing. */
static struct piece field(struct as_said_filler *f, const char *s, const char *end)
{
	struct as_said_value v = {0};
	const char *bar = NULL;

	if (s >= end || !as_said_find(f, s, &v)) {
		f->bad = true;
	} else if (end - s > 1 && strchr("?:", s[1])) {
		for (const char *k = s; k < end && !bar; k++) {
			if (*k == '{')
				k = end_of(k + 1, end, '{', '}');
			else if (*k == '|')
				bar = k;
		}
		f->bad = f->bad || !bar;
		if (bar && (s[1] == '?' ? is_there(&v) : fabs(as_said_number(&v) - 1) < 0.5))
			return (struct piece){s + 2, bar};
		if (bar)
			return (struct piece){bar + 1, end};
	} else if (v.type == 'P') {
		const char *words = as_saying(v.n)->words;
		f->bad = f->bad || end - s > 1;
		return (struct piece){words, words + strlen(words)};
	} else if (!as_said_add(f, &v, s + 1, (size_t)(end - s) - 1)) {
		f->bad = true;
	}
	return (struct piece){end, end};
}

/* The first of these bytes that is not inside braces; NULL: there is none. */
static const char *outside_braces(const char *s, const char *end, char what)
{
	for (int depth = 0; s < end; s++) {
		depth += (*s == '{') - (*s == '}');
		if (!depth && *s == what)
			return s;
	}
	return NULL;
}

/* Of "long|short" what is said to whom. */
static struct piece by_length(const struct as_said_filler *f, const char *s, const char *end)
{
	const char *bar = outside_braces(s, end, '|');

	if (f->style->verbose)
		return (struct piece){s, bar ? bar : end};
	return (struct piece){bar ? bar + 1 : end, end};
}

/* A byte that is no bracket; how many bytes it took. */
static size_t add_byte(struct as_said_filler *f, const char *s)
{
	const size_t sign = add_sign(f, s);

	if (!sign)
		as_text_char(f->t, *s == '~' || (s[0] == ' ' && s[1] == '%') ? *AS_TIE
			: *s == '^' ? *AS_GAP : *s);
	return sign ? sign : 1;
}

static void fill_piece(struct as_said_filler *f, struct piece whole)
{
	struct piece open[DEPTH] = {whole};

	for (size_t n = 1; n && !f->bad;) {
		struct piece *p = &open[n - 1];
		if (p->s >= p->end) {
			n--;
			continue;
		}
		const char open_by = *p->s;
		if (!strchr("{[<", open_by) ||
			(open_by == '<' && !outside_braces(p->s, p->end, '>'))) {
			p->s += add_byte(f, p->s);
			continue;
		}
		const char *from = p->s + 1;
		const char *to = open_by == '<' ? outside_braces(from, p->end, '>')
			: end_of(from, p->end, open_by, open_by == '{' ? '}' : ']');
		if (!to || n == DEPTH) {
			f->bad = true;
			continue;
		}
		p->s = to + 1;
		if (open_by == '{')
			open[n++] = field(f, from, to);
		else if (open_by == '<')
			open[n++] = by_length(f, from, to);
		else if (is_whole(f, from, to))
			open[n++] = (struct piece){from, to};
	}
}

/* Texts among the values are used up, whether their sentence is said or not. */
static void take_texts(struct as_text *t, const struct as_said_filler *f)
{
	for (size_t i = 0; f->types[i]; i++) {
		const struct as_said_value v = as_said_at(f, i);
		if (v.type == 'T' && v.t)
			as_text_take(t, v.t);
	}
}

bool as_say_words(struct as_text *t, const struct as_style *style, const struct as_about *about,
	const struct as_saying *what, const void *values)
{
	struct as_said_filler f = {t, style, about, what->types, values, false};

	fill_piece(&f, (struct piece){what->words, what->words + strlen(what->words)});
	take_texts(t, &f);
	return !f.bad;
}

const struct as_saying *as_saying_of(const void *words)
{
	size_t id = 0;

	memcpy(&id, words, sizeof id);
	return as_saying(id);
}

void as_say_add(struct as_text *t, const struct as_style *style, const void *words)
{
	as_say_words(t, style, NULL, as_saying_of(words), (const char *)words + AS_SAID_STRIDE);
}

bool as_list_next(struct as_list *list)
{
	const bool said = !list->most || list->n < list->most;

	if (said && list->n)
		as_text_add(&list->text, list->n + 1 == list->total ? " and" AS_TIE : ", ");
	list->n++;
	return said;
}

struct as_text *as_list_end(struct as_list *list)
{
	static const struct as_style any = {0};

	if (list->most && list->n > list->most)
		as_say(&list->text, &any, AND_MORE, list->n - list->most);
	return &list->text;
}
