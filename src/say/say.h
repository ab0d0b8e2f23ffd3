/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SAY_SAY_H
#define AS_SAY_SAY_H

/*
 * Sentences as data. say/words/sentences.def includes the tables, a file a topic; a row is one sentence:
 *
 *   AS_SAY(id, label, severity, importance, values, words)   a row of a screen
 *   AS_PART(id, values, words)                               a part of one, without a label
 *
 *   label       of say/words/labels.def, what stands at its left
 *   severity    NOTE or WARN
 *   importance  severity times whether it changes what the reader does, AS_IMPORTANCE_* below: 100 is
 *               the answer; of the rest the two weightiest of 50 and more are on the screen, all of them
 *               with --verbose
 *   values      what the caller hands in, in this order; NONE, or a list of
 *                 N(a)  size_t, a count             X(a)  double; NaN: there is none
 *                 W(a)  our own words, NULL: none   S(a)  the same from outside, neutralised
 *                 Q(a)  const struct as_quantity *    M(a)  const struct as_metric *, its noun
 *                 T(a)  struct as_text *, released  C(a)  enum as_paint
 *                 I(a)  int64_t, an instant; 0: none
 *                 P(a)  another sentence by AS_SAY_id, one without values; AS_SAY_NOTHING: none
 *   words       with fields in braces, which begin with the letter of their value:
 *                 {a}             as it is: count, name, three significant digits, amount, noun
 *                 {a%} {a%=} {a%+}  a share in percent; with all its digits; rounded up
 *                 {a s}           seconds: "48 s", "2 h 5 min"
 *                 {a g} {a p}     two significant digits, up to a million all whole ones; "p = 0.03"
 *                 {a .2}          so many decimals
 *                 {a#}            rounded to a whole count
 *                 {a# round}      a count with its noun, which takes an s unless it is 1
 *                 {a#b}           the same, the noun being value b
 *                 {a 40}          of S: cut to so many columns; {a ~}: its blanks break no line
 *                 {a _}           of W: its underscores as such blanks
 *                 {a day}         of I: without hour and minute
 *                 {a <}           of M: "less" or "fewer" of it; {a label}: its name as a label
 *                 {a?x|y}         x where there is one (not 0, NaN, NULL), else y; both with fields
 *                 {a:x|y}         x where it is 1, else y
 *                 {a(}...{a)}     in that colour
 *               [ ]  what is left out where a value of a field directly in it is missing
 *               < >  what is said with --verbose only; <x|y>: x with it, y without
 *               ~    a blank at which no line breaks; ^ a gap of three blanks, or a line break
 *
 * as_say(t, style, ID, values...) adds it. An unknown id, too few or too many values, or one of
 * another type do not compile; fields that do not suit the values fail tests/unit/say/test_say.c, which
 * also writes all sentences with sample values into tests/unit/say/sentences.txt.
 */

#include "model/answer/summary.h"
#include "say/style.h"

enum as_severity { AS_NOTE, AS_WARN };
enum {
	AS_IMPORTANCE_ANSWER = 100, /* a part of the answer, which was asked for */
	AS_IMPORTANCE_SHOWN = 50,   /* the least that may stand on a screen without --verbose */
};

/* A number of some unit with the half-width that decides its digits (NaN: none); unit NULL: a share
 * in percent. */
struct as_quantity {
	const char *unit;
	double value, half_width;
};

enum as_label {
#define AS_LABEL(symbol, ...) AS_LABEL_##symbol,
#include "say/words/labels.def"
#undef AS_LABEL
	AS_LABELS
};

enum as_say_id {
#define AS_SAY(id, label, severity, importance, values, words) AS_SAY_##id,
#define AS_PART(id, values, words) AS_SAY_##id,
#include "say/words/sentences.def"
	AS_SAYINGS
};

/* The values of each sentence, one in eight bytes. */
#define N(x) _Alignas(8) size_t x;
#define X(x) _Alignas(8) double x;
#define W(x) _Alignas(8) const char *x;
#define S(x) _Alignas(8) const char *x;
#define Q(x) _Alignas(8) const struct as_quantity *x;
#define M(x) _Alignas(8) const struct as_metric *x;
#define T(x) _Alignas(8) struct as_text *x;
#define C(x) _Alignas(8) size_t x;
#define I(x) _Alignas(8) int64_t x;
#define P(x) _Alignas(8) size_t x;
#define NONE
#define AS_SAY(id, label, severity, importance, values, words) \
	struct as_words_##id { _Alignas(8) size_t id; values };
#define AS_PART(id, values, words) AS_SAY(id, , , , values, words)
#include "say/words/sentences.def"
#undef N
#undef X
#undef W
#undef S
#undef Q
#undef M
#undef T
#undef C
#undef I
#undef P
#undef NONE

struct as_saying {
	const char *name;
	enum as_label label;
	enum as_severity severity;
	int importance;
	const char *types; /* a letter a value */
	const char *words;
};
const struct as_saying *as_saying(size_t id);

/* The row that a structure of AS_WORDS is of. */
const struct as_saying *as_saying_of(const void *words);

#define AS_FIRST_OF(first, ...) first
#define AS_WORDS_TAG_OF(id) as_words_##id
#define AS_WORDS_TAG(id) AS_WORDS_TAG_OF(id)
#define AS_WORDS(...) \
	(&(const struct AS_WORDS_TAG(AS_FIRST_OF(__VA_ARGS__, 0))){AS_SAY_##__VA_ARGS__})

/* Add the sentence, lower case at the beginning and without a stop. */
#define as_say(t, style, ...) as_say_add(t, style, AS_WORDS(__VA_ARGS__))

/* Names one after another, the first of them alone where they are many: "a, b and 3 more". */
struct as_list {
	struct as_text text; /* what as_list_next has asked for, and then all of it */
	size_t n, most;      /* how many there are so far, and are said; most 0: all */
	size_t total;        /* how many there will be, for the "and" before the last; 0: none */
};
/* The next one is to be added to the text. */
bool as_list_next(struct as_list *list);
/* The text, for T(a), with what is left out. */
struct as_text *as_list_end(struct as_list *list);

/* What as_say calls: words is one of the structures above. */
void as_say_add(struct as_text *t, const struct as_style *style, const void *words);

/* What {a~}, {a# unit} and {a!5} of model/answer/findings.def are of. */
struct as_about {
	const struct as_metric *metric; /* NULL leaves the number without a unit */
	const char *unit;               /* "execution", "build"; NULL: "unit" is none */
	bool elsewhere;                 /* no option of assay makes more of them */
};

/* Words in this notation, with values of these types behind each other, eight bytes each; false
 * where a field does not suit them. */
bool as_say_words(struct as_text *t, const struct as_style *style, const struct as_about *about,
	const struct as_saying *what, const void *values);

#endif
