/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_REQUEST_SETTINGS_H
#define AS_RUN_REQUEST_SETTINGS_H

/* The settings of a request as rows of one table (model/settings/setting.h): defaults, ranges, and a request as JSON, which a journal keeps and from which it is carried out again.
 *
 *	{"assay_request": 1, "commands": [{"command": "sleep 1", ...}], "amount": {"runs": 10, ...}, ...}
 *
 * What is not said in JSON is as without it. Texts that are no UTF-8 are {"hex": "ff00"}. */

#include "base/arena.h"
#include "base/text.h"
#include "run/request/request.h"

enum { AS_REQUEST_VERSION = 1 };

enum as_setting_type {
	AS_SETTING_COUNT,
	AS_SETTING_BITS,
	AS_SETTING_SIZE,
	AS_SETTING_SIGNED,
	AS_SETTING_TIME,
	AS_SETTING_BYTES,
	AS_SETTING_SEED,
	AS_SETTING_NUMBER,
	AS_SETTING_PERCENT,
	AS_SETTING_FLAG,
	AS_SETTING_TEXT,
	AS_SETTING_LINE,
	AS_SETTING_ONE_OF,
	AS_SETTING_TEXTS,
	AS_SETTING_CODES,
	AS_SETTING_WORD_NUMBER,
	AS_SETTING_COSTS,
	AS_SETTING_GATES,
	AS_SETTING_WORDS,
	AS_SETTING_PARAMETERS,
	AS_SETTING_VERSION,
};

/* A row. */
struct as_setting_row {
	const char *part, *member;
	enum as_setting_type type;
	size_t at, size, n_at; /* where it lies; n_at: how many, of lists, else 0 */
	double min, max, initial;
	const char *words;
	int key; /* of enum as_suite_key; -1: suites do not say it */
};

extern const struct as_setting_row as_settings[], as_command_settings[];
extern const size_t as_n_settings, as_n_command_settings;

/* Which of words ("a b c"; 0, 1, 2) the n bytes at word are; -1: none. */
int as_setting_word(const char *words, const char *word, size_t n);

/* What holds without any word: the initials of the table. */
struct as_request as_request_defaults(void);

/* Write it as one line of JSON. Errors stick to the text. */
void as_request_write(struct as_text *t, const struct as_request *r);

/*
 * as_request_read - a request out of n bytes of JSON
 *
 *   name   of the file, for words; borrowed
 *   a      holds everything of out
 *
 * Nothing of it is trusted. AS_ERR_DATA with file, line, path and what was expected: no JSON, a
 * member that is not known, a value out of its range, one that does not fit the others, or a
 * version that is newer. AS_ERR_MEM.
 */
enum as_status as_request_read(const char *bytes, size_t n, const char *name, struct as_arena *a,
	struct as_request *out, struct as_err *err) AS_MUST_CHECK;

/* The same of a text that may have no commands: what holds for those that a suite has. What depends on
 * their number, and amounts that a suite may change, are not looked at then. */
enum as_status as_settings_read(const char *text, const char *name, struct as_arena *a,
	struct as_request *out, struct as_err *err) AS_MUST_CHECK;

#endif
