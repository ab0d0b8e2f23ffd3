/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_FIELDS_VOCABULARY_H
#define AS_MODEL_FIELDS_VOCABULARY_H

/* What stored numbers are called in files: one table for everything that writes or reads JSON.
 * Words are never changed; the order is that of the enum. */

#include <stdbool.h>
#include <stddef.h>

struct as_vocabulary {
	const char *const *v;
	size_t n;
};

extern const struct as_vocabulary as_better_words, as_fact_words, as_interval_words, as_holds_words,
	as_verdict_words, as_comparison_words, as_stopping_words, as_outcome_words, as_design_words,
	as_builds_words, as_randomize_words, as_influence_words, as_look_words, as_role_words,
	as_ending_words, as_level_words, as_changes_words, as_alert_words, as_finder_words;

/* The word of a number; "unknown" for one of a newer version. */
const char *as_word(const struct as_vocabulary *words, size_t number);

/* The number of a word; false (out untouched) if there is no such word. */
bool as_word_number(const struct as_vocabulary *words, const char *word, size_t *out);

#endif
