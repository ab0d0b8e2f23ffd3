/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_KEPT_SUBJECT_SETS_H
#define AS_STORE_KEPT_SUBJECT_SETS_H

/* What neighbours are called, which is the same in every version of a suite and is kept once: names,
 * commands, parameters. A set is found again by its hash, and then by what it says. */

#include "store/internal.h"
#include "store/sql/pack.h"
#include "store/sql/packed_rows.h"

/* Members of a subject that are of a set; the others are of the experiment. */
bool as_is_of_set(const struct as_field *f);

/* The set of n subjects, made if there is none yet. */
enum as_status as_store_put_set(struct as_store *s, struct as_packer *packer,
	const struct as_subject *of, size_t n, int64_t *out, struct as_err *err) AS_MUST_CHECK;

/* What subjects are called. */
struct as_subject_set {
	struct as_subject *v; /* with what is of a set; the rest is zero */
	size_t n;             /* at most AS_PACK_MOST */
	bool matches;         /* it is what its hash, by which it is found, was made of */
};

/* A set in memory of a. AS_ERR_DATA without words where it is damaged, or not there; AS_ERR_MEM. */
enum as_status as_store_get_set(struct as_store *s, struct as_packer *packer, int64_t set,
	struct as_arena *a, struct as_subject_set *out) AS_MUST_CHECK;

#endif
