/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_SUITE_SUITE_FILE_H
#define AS_FORMAT_SUITE_SUITE_FILE_H

/* Suite files (docs/suite.md): YAML or JSON in, model/settings/suite.h out. All that follows from the table
 * of keys besides is made here, too: the JSON Schema for editors and the list of keys for
 * documents. */

#include "base/text.h"
#include "model/settings/suite.h"

enum {
	AS_SUITE_FILES = 1000,     /* that include each other */
	AS_SUITE_DEPTH = 16,       /* of files that include files */
	/* texts, lists and maps, those behind aliases counted each time */
	AS_SUITE_NODES = 4000000,
	AS_SUITE_VARIANTS = 10000, /* of one benchmark */
	AS_SUITE_VARIANTS_ALL = 1000000,
	AS_SUITE_NAME_BYTES = 200,
};

/* How files come in: nothing is opened here. */
struct as_suite_loader {
	/* All bytes of the file at path, in memory of a. The sentence of a failure names the path. */
	enum as_status (*load)(void *context, const char *path, struct as_arena *a,
		const char **bytes, size_t *n, struct as_err *err);
	void *context;
};

/*
 * as_suite_read - the suite in a file and those that it includes
 *
 *   path   as the loader knows it; a leading "./" is not shown
 *   out    freed with as_suite_free
 *
 * Names of included files are relative to the file that names them. AS_ERR_USAGE:
 * "FILE:LINE:COLUMN:" and what is wrong there: no YAML, an unknown key, one given twice, a value of
 * another type or out of range, a benchmark without a command or of a name that another has, a
 * parameter that no command uses, artifacts of which the command uses none, files that include each
 * other, and whatever is over one of the limits above. Takes about 10 us a benchmark.
 */
enum as_status as_suite_read(const char *path, const struct as_suite_loader *from,
	struct as_suite **out, struct as_err *err) AS_MUST_CHECK;

/* "FILE:LINE:COLUMN: " and the sentence, as the error of something in the suite. */
enum as_status as_suite_fail(const struct as_suite *s, const struct as_suite_place *at,
	struct as_err *err, const char *fmt, ...) AS_PRINTF(4, 5);

/* What a key takes: "a whole number from 1 to 10000". */
void as_suite_add_expected(struct as_text *t, enum as_suite_key key);

/* docs/assay-suite.schema.json, and the table in docs/suite.md. */
void as_suite_add_schema(struct as_text *t);
void as_suite_add_table(struct as_text *t);

#endif
