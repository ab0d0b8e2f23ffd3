/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "say/say.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "say/number.h"
#include "say/verdict.h"
#include "say/say_words.h"
#include "say/when.h"

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

enum { STRIDE = 8 };
_Static_assert(sizeof(double) == STRIDE, "a value takes eight bytes");

/* One value: the member that its type says. */
struct value {
	char type;
	union {
		size_t n;
		double x;
		int64_t i;
		const char *s;
		const struct as_quantity *q;
		const struct as_metric *m;
		struct as_text *t;
	};
};

/* A count or a number as a number. */
static double number_of(const struct value *v)
{
	return v->type == 'N' ? (double)v->n : v->type == 'X' ? v->x : (double)NAN;
}

struct filler {
	struct as_text *t;
	const struct as_style *style;
	const struct as_about *about;
	const char *types;
	const char *values;
	bool bad; /* a field that is none */
};

static struct value value_at(const struct filler *f, size_t i)
{
	struct value v = {.type = f->types[i]};

	memcpy(&v.x, f->values + i * STRIDE, STRIDE);
	return v;
}

/* The value of a field that begins at s; false: there is none of that letter. */
static bool find(struct filler *f, const char *s, struct value *v)
{
	const size_t n = strlen(f->types);

	if (*s < 'a' || (size_t)(*s - 'a') >= n)
		return false;
	*v = value_at(f, (size_t)(*s - 'a'));
	return true;
}

static bool is_there(const struct value *v)
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
static bool is_whole(struct filler *f, const char *s, const char *end)
{
	struct value v = {0};

	for (; s && s < end; s = s ? s + 1 : NULL) {
		if (*s == '{' && find(f, s + 1, &v) && !strchr("?:", s[2]) && !is_there(&v))
			return false;
		if (*s == '[')
			s = end_of(s + 1, end, '[', ']');
		else if (*s == '{')
			s = end_of(s + 1, end, '{', '}');
	}
	return true;
}

/* A number with three significant digits, without zeros that say nothing. */
static void add_plain(struct as_text *t, double x)
{
	if (isfinite(x))
		as_text_addf(t, "%.*g", fabs(x) < 1e6 && fabs(x) >= 100 ? 6 : 3,
			fabs(x) >= 100 ? round(x) : x);
	else
		as_text_add(t, "-");
}

/* A count and its noun, which takes an s except for 1. */
static void add_counted(struct as_text *t, double x, const char *noun, size_t n)
{
	as_number_add(t, (struct as_scale){1, ""}, x, 0);
	as_text_addf(t, AS_TIE "%.*s%s", (int)n, noun, fabs(x - 1) < 0.5 ? "" : "s");
}

/* "# round", "#b", "#" behind a count. */
static bool add_count(struct filler *f, const struct value *v, const char *s, size_t n)
{
	static const char unit[] = " unit";
	struct value noun = {0};

	if (!n)
		as_number_add(f->t, (struct as_scale){1, ""}, number_of(v), 0);
	else if (n == strlen(unit) && f->about && f->about->unit && !strncmp(s, unit, n))
		add_counted(f->t, number_of(v), f->about->unit, strlen(f->about->unit));
	else if (n > 1 && *s == ' ')
		add_counted(f->t, number_of(v), s + 1, n - 1);
	else if (n == 1 && find(f, s, &noun) && noun.type == 'W')
		add_counted(f->t, number_of(v), noun.s ? noun.s : "", noun.s ? strlen(noun.s) : 0);
	else
		return false;
	return true;
}

/* " (-r 5)": the option that asks for so many of the unit. */
static bool add_option(struct filler *f, const char *s, size_t n)
{
	const struct as_about *about = f->about;

	if (!about || !about->unit)
		return true;
	if (!strcmp(about->unit, "build"))
		as_text_addf(f->t, " (--builds" AS_TIE "%.*s)", (int)n, s);
	else if (!strcmp(about->unit, "run"))
		as_text_addf(f->t, " (-r" AS_TIE "%.*s)", (int)n, s);
	return true;
}

static bool add_number(struct filler *f, const struct value *v, const char *s, size_t n)
{
	const char *metric = f->about && f->about->metric ? f->about->metric->unit : "count";

	if (!n && v->type == 'N')
		as_text_addf(f->t, "%zu", v->n);
	else if (!n)
		add_plain(f->t, v->x);
	else if (*s == '#')
		return add_count(f, v, s + 1, n - 1);
	else if (*s == '!' && n > 1)
		return add_option(f, s + 1, n - 1);
	else if (v->type == 'N')
		return false;
	else if (n == 1 && *s == '%')
		as_percent_add(f->t, v->x);
	else if (n == 2 && !strncmp(s, "%=", n))
		as_percent_exact_add(f->t, v->x);
	else if (n == 2 && !strncmp(s, "%+", n))
		as_percent_above_add(f->t, v->x);
	else if (n == 1 && *s == '~')
		as_quantity_add(f->t, f->style, metric, v->x, (double)NAN);
	else if (n == 2 && !strncmp(s, " s", n))
		as_duration_add(f->t, v->x);
	else if (n == 2 && !strncmp(s, " g", n))
		as_text_addf(f->t, "%.2g", v->x);
	else if (n == 2 && !strncmp(s, " p", n))
		as_p_add(f->t, v->x);
	else if (n == 3 && !strncmp(s, " .", 2))
		as_number_add(f->t, (struct as_scale){1, ""}, v->x, s[2] - '0');
	else
		return false;
	return true;
}

static bool add_metric(struct filler *f, const struct value *v, const char *s, size_t n)
{
	if (!n)
		as_noun_add(f->t, v->m);
	else if (n == 2 && !strncmp(s, " <", n))
		as_text_add(f->t, as_less_word(v->m));
	else if (n == 6 && !strncmp(s, " label", n))
		as_metric_label_add(f->t, v->m);
	else
		return false;
	return true;
}

/* Those bytes of it as blanks at which no line breaks. */
static void add_tied(struct as_text *t, const char *s, char which)
{
	const size_t from = t->len;

	as_text_add_neutral(t, s, strlen(s), 0);
	for (size_t i = from; i < t->len; i++)
		if (t->data[i] == which)
			t->data[i] = *AS_TIE;
}

static bool add_outside(struct filler *f, const struct value *v, const char *s, size_t n)
{
	if (n && *s != ' ')
		return false;
	if (n == 2 && s[1] == '~' && v->s)
		add_tied(f->t, v->s, ' ');
	else if (n && v->s)
		as_name_add(f->t, f->style, v->s, strtoul(s + 1, NULL, 10));
	else if (v->s)
		as_text_add_neutral(f->t, v->s, strlen(v->s), 0);
	return true;
}

static bool add_words(struct filler *f, const struct value *v, const char *s, size_t n)
{
	if (!n)
		as_text_add(f->t, v->s);
	else if (v->s)
		add_tied(f->t, v->s, '_');
	return !n || (n == 2 && s[1] == '_');
}

static bool add_quantity(struct filler *f, const struct as_quantity *q)
{
	if (q && q->unit)
		as_quantity_add(f->t, f->style, q->unit, q->value, q->half_width);
	else if (q)
		as_percent_add(f->t, q->value);
	return true;
}

/* What stands behind the letter, n bytes of it. */
static bool add_value(struct filler *f, const struct value *v, const char *s, size_t n)
{
	switch (v->type) {
	case 'N':
	case 'X': return add_number(f, v, s, n);
	case 'S': return add_outside(f, v, s, n);
	case 'M': return !v->m || add_metric(f, v, s, n);
	case 'Q': return !n && add_quantity(f, v->q);
	case 'I':
		as_when_add(f->t, v->i, 0, n ? AS_WHEN_SHORT : AS_WHEN_MINUTE);
		return !n || (n == 4 && !strncmp(s, " day", n));
	case 'C':
		if (v->n == AS_PAINT_NONE)
			return n == 1;
		if (n == 1 && *s == '(')
			as_paint(f->t, f->style, (enum as_paint)v->n);
		else
			as_paint_end(f->t, f->style);
		return n == 1;
	case 'T': as_text_add(f->t, v->t ? as_text_str(v->t) : ""); return !n;
	default: return add_words(f, v, s, n);
	}
}

/* A sign that a terminal may not have; the bytes it took, 0: there is none. It stays with the
 * number behind it. */
static size_t add_sign(struct filler *f, const char *s)
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
static struct piece field(struct filler *f, const char *s, const char *end)
{
	struct value v = {0};
	const char *bar = NULL;

	if (s >= end || !find(f, s, &v)) {
		f->bad = true;
	} else if (end - s > 1 && strchr("?:", s[1])) {
		for (const char *k = s; k < end && !bar; k++) {
			if (*k == '{')
				k = end_of(k + 1, end, '{', '}');
			else if (*k == '|')
				bar = k;
		}
		f->bad = f->bad || !bar;
		if (bar && (s[1] == '?' ? is_there(&v) : fabs(number_of(&v) - 1) < 0.5))
			return (struct piece){s + 2, bar};
		if (bar)
			return (struct piece){bar + 1, end};
	} else if (v.type == 'P') {
		const char *words = as_saying(v.n)->words;
		f->bad = f->bad || end - s > 1;
		return (struct piece){words, words + strlen(words)};
	} else if (!add_value(f, &v, s + 1, (size_t)(end - s) - 1)) {
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
static struct piece by_length(const struct filler *f, const char *s, const char *end)
{
	const char *bar = outside_braces(s, end, '|');

	if (f->style->verbose)
		return (struct piece){s, bar ? bar : end};
	return (struct piece){bar ? bar + 1 : end, end};
}

/* A byte that is no bracket; how many bytes it took. */
static size_t add_byte(struct filler *f, const char *s)
{
	const size_t sign = add_sign(f, s);

	if (!sign)
		as_text_char(f->t, *s == '~' || (s[0] == ' ' && s[1] == '%') ? *AS_TIE
			: *s == '^' ? *AS_GAP : *s);
	return sign ? sign : 1;
}

static void fill(struct filler *f, struct piece whole)
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
static void take_texts(struct as_text *t, const struct filler *f)
{
	for (size_t i = 0; f->types[i]; i++) {
		const struct value v = value_at(f, i);
		if (v.type == 'T' && v.t)
			as_text_take(t, v.t);
	}
}

bool as_say_words(struct as_text *t, const struct as_style *style, const struct as_about *about,
	const struct as_saying *what, const void *values)
{
	struct filler f = {t, style, about, what->types, values, false};

	fill(&f, (struct piece){what->words, what->words + strlen(what->words)});
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
	as_say_words(t, style, NULL, as_saying_of(words), (const char *)words + STRIDE);
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
