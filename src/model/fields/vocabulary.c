/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/fields/vocabulary.h"

#include <string.h>

#include "model/kept/metric.h"

#define WORDS(name) \
	const struct as_vocabulary as_##name##_words = {(name), sizeof(name) / sizeof((name)[0])}

static const char *const better[] = {"less", "more", "neither"};
WORDS(better);

static const char *const fact[] = {"machine", "environment", "state"};
WORDS(fact);

static const char *const interval[] = {"none", "t", "two_stage", "skewed", "percentile", "bca",
	"bootstrap_t", "mixture", "order_statistics", "signed_ranks", "shares"};
WORDS(interval);

static const char *const holds[] = {
	"yes", "if independent", "for runs like these", "below", "if independent"};
WORDS(holds);

static const char *const influence[] = {"unknown", "no_influence", "additive", "partly_additive",
	"not_additive"};
WORDS(influence);

static const char *const verdict[] = {"none", "slower", "slower_small", "faster",
	"faster_small", "equivalent", "undecided", "identical"};
WORDS(verdict);

static const char *const look[] = {"only", "first", "last"};
WORDS(look);

static const char *const comparison[] = {"none", "paired", "welch", "mover"};
WORDS(comparison);

static const char *const stopping[] = {"fixed", "two_stage", "budget", "looks"};
WORDS(stopping);

static const char *const outcome[] = {"complete", "budget", "max", "stopped", "failed",
	"interrupted"};
WORDS(outcome);

static const char *const design[] = {"rounds", "sequential", "duet"};
WORDS(design);

static const char *const builds[] = {"none", "differ", "identical", "in_place"};
WORDS(builds);

static const char *const randomize[] = {"layout", "address", "environment"};
WORDS(randomize);

static const char *const role[] = {"measured", "warmup", "dimensioning", "surplus", "dropped",
	"original", "turns"};
WORDS(role);

static const char *const ending[] = {"ok", "failed", "signal", "timeout", "not_started",
	"cancelled", "report", "skipped"};
WORDS(ending);

static const char *const changes[] = {"unknown", "none", "some"};
WORDS(changes);

static const char *const alert[] = {"suspected", "waiting", "confirmed", "rejected", "withdrawn",
	"acknowledged", "expected", "partly fixed", "fixed", "recurred", "superseded",
	"not comparable", "gone"};
WORDS(alert);

static const char *const finder[] = {"history", "newest"};
WORDS(finder);

const struct as_vocabulary as_level_words = {as_level_names, AS_MODEL_LEVELS};

const char *as_word(const struct as_vocabulary *words, size_t number)
{
	return number < words->n ? words->v[number] : "unknown";
}

bool as_word_number(const struct as_vocabulary *words, const char *word, size_t *out)
{
	for (size_t i = 0; i < words->n; i++)
		if (!strcmp(words->v[i], word)) {
			*out = i;
			return true;
		}
	return false;
}
