/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_SETTINGS_SUITE_H
#define AS_MODEL_SETTINGS_SUITE_H

/* A suite: the benchmarks of a suite file with their settings, as they were written. Plain data in
 * one arena; format/suite/suite_file.h reads it, docs/suite.md describes the file. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/kept/subject.h"

enum as_suite_key {
#define AS_SUITE_KEY(id, name, type, place, help) AS_SUITE_##id,
#define AS_SETTING(part, member, type, min, max, initial, words, option, key) key
#define AS_KEY(id, name, place, help) AS_SUITE_##id,
#define AS_KEY_IS(id)
#define AS_NO_KEY
#include "model/settings/suite_keys.def"
	AS_SUITE_KEYS
};

/* What a key takes. The type decides how a value is read, never how it looks: `no` is a text. */
enum as_suite_type {
	AS_SUITE_TYPE_TEXT,       /* not empty */
	AS_SUITE_TYPE_LIST,       /* of texts, or one text */
	AS_SUITE_TYPE_COUNT,      /* a whole number in [min, max] */
	AS_SUITE_TYPE_DURATION,   /* above 0, with a unit */
	AS_SUITE_TYPE_PERCENT,    /* 2% */
	AS_SUITE_TYPE_WORD,       /* one of a few */
	AS_SUITE_TYPE_WORDS,      /* some of a few, or one */
	AS_SUITE_TYPE_STATUSES,   /* numbers of exit statuses, or one, or a word for all */
	AS_SUITE_TYPE_PARAMETERS,
	AS_SUITE_TYPE_BENCHMARKS,
	AS_SUITE_TYPE_NAMES, /* old names with the new one of each */
};

enum as_suite_where {
	AS_SUITE_TOP = 1,
	AS_SUITE_BENCHMARK = 2,
	AS_SUITE_EACH = 3, /* in both, and what is at the top is not meant for each benchmark */
	AS_SUITE_BOTH = 7, /* in both, and what is at the top holds for benchmarks without it */
};

/* A row of suite_keys.def, or a setting with a key (model/settings/setting.h), which say what the fields mean. */
struct as_suite_row {
	const char *name;
	enum as_suite_type type;
	enum as_suite_where where;
	double min, max;
	const char *words, *help;
};
extern const struct as_suite_row as_suite_rows[AS_SUITE_KEYS];

/* Where something was written; line and column from 1. line 0: nowhere, it was not given. */
struct as_suite_place {
	uint32_t file; /* index into as_suite.files */
	uint32_t line, column;
};

struct as_suite_list {
	const char *const *v;
	const struct as_suite_place *at; /* of each */
	size_t n;
};

/* A parameter with its values, in order. */
struct as_suite_axis {
	const char *name;
	struct as_suite_place at;
	struct as_suite_list values; /* at least one */
	bool used; /* some benchmark has it in a command */
};

/* A set of parameters: all combinations of their values. */
struct as_suite_product {
	struct as_suite_axis *v;
	size_t n;
};

/* Sets with the same names, one after the other; without parameters there is none. */
struct as_suite_grid {
	struct as_suite_product *v;
	size_t n;
};

/* What a key was given; all 0 where it was not. */
struct as_suite_value {
	struct as_suite_place at;
	const char *text;          /* of TEXT and WORD */
	struct as_suite_list list; /* of LIST, WORDS and STATUSES */
	uint32_t count;
	int64_t ns;   /* of DURATION */
	double share; /* of PERCENT */
};

/* What can be said of a benchmark, or of all. Which was said: v[key].at.line is not 0. */
struct as_suite_settings {
	struct as_suite_value v[AS_SUITE_KEYS];
	struct as_suite_grid parameters;
	struct as_rename *renames;
	size_t n_renames;
	const void *benchmarks; /* while the file is read: the reader's; as_suite.v has them then */
};

struct as_suite_benchmark {
	const char *name;
	struct as_suite_place at;
	struct as_suite_settings set; /* what holds for it, from wherever; execute is there */
	size_t variants;              /* combinations of its parameters, at least 1 */
};

struct as_suite {
	struct as_arena arena;
	const char *name;
	const char *const *files; /* as they were opened; the first is the suite itself */
	size_t n_files;
	struct as_suite_benchmark *v; /* in the order of the files */
	size_t n;
	const struct as_rename *renames; /* what benchmarks of kept results are called now */
	size_t n_renames;
	size_t variants;   /* of all of them */
	int64_t budget_ns; /* of all of them together; 0: none was given */
};

void as_suite_free(struct as_suite *s); /* takes NULL */

/* The number of the parameters' combinations; SIZE_MAX where it does not fit. 1 without parameters.
 * */
size_t as_suite_combinations(const struct as_suite_grid *g);

/* Names that a benchmark has: those of any set. */
size_t as_suite_parameters(const struct as_suite_grid *g);

/* The k-th combination, k < combinations: the last parameter changes fastest. out has room for
 * as_suite_parameters of them. */
void as_suite_pick(const struct as_suite_grid *g, size_t k, struct as_parameter *out);

/* Some text of it (commands, artifacts, input, output) has {name} in it. */
bool as_suite_uses(const struct as_suite_settings *s, const char *name);

/* Where from has a key that may be taken over and to has not: take it over. Tags are put together,
 * in memory of a; parameters are left alone, for the reader to choose among. AS_ERR_MEM. */
enum as_status as_suite_inherit(struct as_suite_settings *to, const struct as_suite_settings *from,
	struct as_arena *a) AS_MUST_CHECK;

#endif
