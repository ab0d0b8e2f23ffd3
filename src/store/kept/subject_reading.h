/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_KEPT_SUBJECT_READING_H
#define AS_STORE_KEPT_SUBJECT_READING_H

/* What the files that read subjects share, and nobody else includes. */

#include "store/internal.h"
#include "store/sql/pack.h"

/* Units of one level that a file may claim; memory is taken only when their values are there. */
#define AS_STORE_UNITS_MAX (INT64_C(1) << 36)

/* The trees of one experiment on their way out of the file. */
struct as_subject_reading {
	struct as_store *store;
	int64_t experiment;
	const struct as_store_metrics *metrics;
	struct as_experiment *x;
	struct as_subject *subject;
	size_t number; /* of the subject */
	bool *wanted; /* of each subject; NULL: all are */
	size_t *joined; /* of each subject, how many trees its rows have; 0: those before it do */
	size_t cap_joined;
	unsigned char *packs; /* of each subject, as as_packs_of */
	size_t cap_packs;
	unsigned
		fields; /* of the level that is read: bit enum as_series is set when it was there */
	struct as_packer *packer;
	struct as_err *err;
};

/* Say what is not as assay writes it, of the subject that is read. */
enum as_status as_subject_damaged(struct as_subject_reading *r, const char *what);

/* The tree of r->subject, whose rows are those of number r->number. */
enum as_status as_store_get_tree(struct as_subject_reading *r) AS_MUST_CHECK;

#endif
