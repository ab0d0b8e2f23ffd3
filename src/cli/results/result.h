/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_RESULTS_RESULT_H
#define AS_CLI_RESULTS_RESULT_H

/* Results, as verbs handle them: read from a store or a file, shown, exported. */

#include "analyse/result/question.h"
#include "base/stream.h"
#include "cli/verb.h"
#include "store/store.h"

/* as_store_open; what there is to say of how the store is kept goes to standard error. */
enum as_status as_result_open_store(const char *path, enum as_store_mode mode,
	struct as_store **out, struct as_err *err) AS_MUST_CHECK;

/* Show benchmarks of an open store under the names that the suite here says they have now (`renamed:`). */
enum as_status as_result_renamed(struct as_cli *cli, struct as_store *s,
	struct as_err *err) AS_MUST_CHECK;

/* Open the store of --store, or the usual one. One that is read is shown as as_result_renamed does, but to `assay
 * store`. */
enum as_status as_result_store(struct as_cli *cli, enum as_store_mode mode, struct as_store **out,
	struct as_err *err) AS_MUST_CHECK;

/* What there is to say of a file, on standard error. */
void as_result_note(const char *file, const char *note);

/* A note on what of its file nothing was made of, if that is anything. */
void as_result_say_unused(const char *file, const struct as_experiment *x);

/* Whether a word of the command line names a file: it has a slash, is "-", or ends as files of data
 * do. */
bool as_result_is_file(const char *word);

/* Whether that file is a store, exported or not: by its name or its first bytes. */
bool as_result_is_store(const char *path);

/* The experiment in a file: an exported store (the newest in it), or data of any format, or of that
 * of --format, perhaps compressed. *store, NULL before, is the store it lies in, which the caller
 * closes also on failure; data lie in none. args NULL: there are none. */
enum as_status as_result_read_file(const struct as_args *args, const char *path,
	struct as_store **store, struct as_experiment **out, struct as_err *err) AS_MUST_CHECK;

/* The same; what is odd in data is said by the caller (x->remarks). */
enum as_status as_result_read_quietly(const struct as_args *args, const char *path,
	struct as_store **store, struct as_experiment **out, struct as_err *err) AS_MUST_CHECK;

/* The same for a word of the command line: a file (it has a slash, is "-", which is standard input,
 * or ends as files of data do), or what as_store_find takes. */
enum as_status as_result_read(struct as_cli *cli, const char *word, struct as_store **store,
	struct as_experiment **out, struct as_err *err) AS_MUST_CHECK;

/* The store has a result of that number or label: only a look into it tells that from a command. */
bool as_result_is_kept(struct as_cli *cli, const char *word);

/* as_result_read, and everything that is computed from it. */
enum as_status as_result_open(struct as_cli *cli, const char *word, struct as_result *out,
	struct as_err *err) AS_MUST_CHECK;

/* Print the result: a screen, or with --json what docs/json.md describes. */
enum as_status as_result_show(struct as_cli *cli, const struct as_result *r, struct as_err *err)
	AS_MUST_CHECK;

/* Write assay-result-1, what --json prints. */
enum as_status as_result_json(struct as_cli *cli, const struct as_result *r,
	const struct as_sink *to, struct as_err *err) AS_MUST_CHECK;

/* Whether what the options ask for lets the user see an answer, after which measuring more of it is
 * a second look (methods.md 6.7): the interval of one command, or some verdict. */
bool as_result_is_seen(const struct as_cli *cli, const struct as_result *r);

/* Write the tables and files that --export-* and --export ask for. */
enum as_status as_result_export(struct as_cli *cli, const struct as_result *r, struct as_err *err)
	AS_MUST_CHECK;

#endif
