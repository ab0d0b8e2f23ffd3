/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SAY_SAY_WORDS_H
#define AS_SAY_SAY_WORDS_H

/* The words for a metric: how one says that there is more or less of it. */

#include "base/text.h"
#include "model/answer/summary.h"

struct as_metric_words {
	const char *verb; /* "takes", "uses", "has" */
	const char *noun; /* "time", "memory", "page faults"; NULL: the metric's name */
	bool countable;   /* fewer and as many, not less and as much */
	bool duration;    /* the time a thing takes: "times as long", "times as fast" */
};

/* Words of a metric by its name, else by its unit. */
struct as_metric_words as_metric_words(const struct as_metric *m);

/* Add the noun: "peak memory", "user time", "hits"; neutralised, blanks as AS_TIE. */
void as_noun_add(struct as_text *t, const struct as_metric *m);

/* Add the label of a row or column: "time" for the criterion of time, else the name with blanks. */
void as_metric_label_add(struct as_text *t, const struct as_metric *m);

/* "less", "fewer" or "more" of it. */
const char *as_less_word(const struct as_metric *m);

/* What a unit of a level is called on a screen: "build", "execution", or as its table has it; a column that is named
 * by a unit, as ms, has values. */
const char *as_level_word(const struct as_summary_level *l);

/* What stands at the top of a summary's tree: "build", "execution". */
const char *as_top_word(const struct as_summary *y);

/* What level i of a tree is called where its share of the variation is told. */
const char *as_variation_word(const struct as_summary_tree *tree, size_t i);

/* Name of a signal, "SIGSEGV"; NULL if it has none here. */
const char *as_signal_name(int number);

#endif
