/* SPDX-License-Identifier: MIT */
#ifndef AS_HARNESS_PROGRAM_HARNESS_SUBJECT_H
#define AS_HARNESS_PROGRAM_HARNESS_SUBJECT_H

/* The runs of a program: each of its benchmarks with each combination of its parameters.
 *
 * Folder harness: the library that users link, include/assay.h. It measures inside one process, and
 * either prints what it saw there or reports it to assay. Everything outside say.c gives text to
 * others; registry.c and guard.c alone keep state, because registration and signals need it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <assay.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/text.h"

enum { AS_NAME_BYTES = 255, AS_RUNS_MAX = 100000, AS_THREADS_MAX = 1024 };

/* One benchmark with a value of each of its parameters. */
struct as_harness_subject {
	const struct assay_entry_ *entry;
	const char *name;      /* "copy/size=64/threads=2"; a word without blanks */
	const int64_t *values; /* in the order of the entry's settings, `threads` among them */
	unsigned threads;
	const struct assay_entry_ *reference; /* of its group; NULL outside one */
};

struct as_subjects {
	struct as_harness_subject *list;
	size_t n, cap;
	struct as_arena arena; /* of names and values */
	const struct assay_entry_ *first; /* all that is registered */
};

/*
 * as_subjects_expand - all runs of the registered benchmarks, in the order of their declaration
 *
 * AS_ERR_USAGE with file and line: a name that is empty, longer than AS_NAME_BYTES or has other
 * bytes than printable ASCII without blanks; a name that two have; a parameter twice; values out of
 * range; more than AS_RUNS_MAX runs; a group without a reference, or with two. AS_ERR_MEM. O(n log
 * n): a thousand benchmarks take less than a millisecond.
 */
AS_MUST_CHECK enum as_status as_subjects_expand(const struct assay_entry_ *first,
	struct as_subjects *out, struct as_err *err);

/*
 * as_subjects_filter - leave only those whose name one of the globs matches, all if there are none
 *
 * A glob without a slash also matches the part before the first one: `copy` stands for all runs of
 * copy. What only a group's reference needs is not kept. AS_ERR_USAGE if a glob matches nothing;
 * the subjects are then unchanged.
 */
AS_MUST_CHECK enum as_status as_subjects_filter(struct as_subjects *s, const char *const *globs,
	size_t n_globs, struct as_err *err);

/* Takes {0}. */
void as_subjects_release(struct as_subjects *s);

/* The value of a parameter of s; false (out untouched) if it has none of that name. */
bool as_subject_value(const struct as_harness_subject *s, const char *parameter, int64_t *out);

/* Everything registered so far, in the order of registration. */
const struct assay_entry_ *as_registered(void);

#endif
