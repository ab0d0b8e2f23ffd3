/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_COMPARE_BASELINE_H
#define AS_CLI_COMPARE_BASELINE_H

/* What `assay check` compares with: a revision to be measured, too, or results that are there. */

#include "cli/verb.h"
#include "cli/results/result.h"
#include "model/kept/version.h"

enum as_baseline_kind {
	AS_BASELINE_REVISION, /* rev:WHAT: measured in the same rounds */
	AS_BASELINE_LABEL,    /* label:WHAT: the newest results of each benchmark that bear it */
	AS_BASELINE_ID,       /* id:WHAT: one result, as as_store_find names it */
	AS_BASELINE_FILE,     /* file:WHAT: all of a store, or what a file of data holds */
	AS_BASELINE_COMMIT,   /* stored:WHAT: the newest results of each benchmark at that commit */
	AS_BASELINE_KINDS,
};

struct as_baseline {
	enum as_baseline_kind kind;
	const char *what;  /* without the prefix */
	const char *label; /* for screens */
	struct as_version version; /* where it is known */
	/* no baseline, but what is held against one: --tolerance and --confidence are about it */
	bool head;
	/* After as_baseline_load: n results with the analysis of the criterion alone, all of one
	 * label, and of each what is left out, as in struct as_sides_of_results. */
	struct as_result *results;
	const bool **left_out;
	size_t n;
};

/*
 * as_baseline_find - what a word stands for
 *
 *   stored   a revision will not do: nothing is measured
 *   what     "baseline", "result": what it is called in errors
 *
 * With a prefix (rev: label: id: file: stored:) exactly that; else whatever it is, and where that
 * is several things AS_ERR_USAGE with all of them spelled out; where nothing, with what is near.
 * Reads no result. out's strings are in memory of cli's arena.
 */
enum as_status as_baseline_find(struct as_cli *cli, const char *word, bool stored, const char *what,
	struct as_baseline *out, struct as_err *err) AS_MUST_CHECK;

/*
 * as_baseline_load - read the results; for all kinds but a revision
 *
 * By the metric of --criterion, where they have it. To be released with as_baseline_release, also
 * on failure. AS_ERR_USAGE: there is none; AS_ERR_DATA.
 */
enum as_status as_baseline_load(struct as_cli *cli, struct as_baseline *b, struct as_err *err)
	AS_MUST_CHECK;
void as_baseline_release(struct as_baseline *b); /* takes a zeroed one */

#endif
