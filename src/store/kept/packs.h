/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_KEPT_PACKS_H
#define AS_STORE_KEPT_PACKS_H

/* Neighbours of an experiment as one row: what they are called is a set, and what was found of them is
 * packed. The first of them has a row of its own, too, to which everything else refers; the others follow it
 * and have none. */

#include "model/answer/summary.h"
#include "store/kept/subject_sets.h"

enum { AS_PACK_FOLLOWS = 255 };

/* All of its subjects, of which there are several, are of the same version, which is kept of
 * the first. */
bool as_store_one_version(const struct as_experiment *x);

/* Of each subject of an experiment: how many are a pack that begins with it, AS_PACK_FOLLOWS in such a one,
 * and 0 of those with rows of their own. a: what is kept of it, with analyses of others behind it, or NULL. On the
 * heap; NULL when out of memory. */
unsigned char *as_packs_of(const struct as_experiment *x, const struct as_analysis *a);

/* All packs of an experiment; a may be NULL, and has analyses of others behind it. */
enum as_status as_store_put_packs(struct as_store *s, int64_t experiment,
	const struct as_experiment *x, const unsigned char *packs, const struct as_analysis *a,
	struct as_err *err) AS_MUST_CHECK;

/* A pack as it lies in the file: a row of `packs`. */
struct as_pack {
	size_t first, n; /* subjects */
	int64_t set;
	struct as_subject *subjects; /* NULL: they are passed over */
	uint64_t count[AS_MODEL_LEVELS][AS_PACK_MOST]; /* of units, of each subject */
	struct as_summary *summaries; /* subject is that of the pack */
	size_t n_summaries, cap_summaries;
};

/* What packs are read with, one after the other. */
struct as_pack_reader {
	struct as_packer *packer;
	struct as_text bytes;
	struct as_pack pack; /* its summaries are on the heap, and are used again by the next */
};

/* AS_ERR_MEM. It is released also after a failure. */
enum as_status as_pack_reader_init(struct as_pack_reader *r, struct as_err *err) AS_MUST_CHECK;
void as_pack_reader_release(struct as_pack_reader *r);

/*
 * as_pack_read - what the bytes of a pack of r->pack.n subjects say, into r->pack
 *
 *   a   where its subjects, which have what is of the set already, get the rest; NULL: they are not read
 *
 * AS_ERR_DATA without words where they are damaged; AS_ERR_MEM.
 */
enum as_status as_pack_read(
	struct as_pack_reader *r, const void *data, size_t size, struct as_arena *a) AS_MUST_CHECK;

/* Each pack of an experiment, in their order, its subjects in memory of a, or passed over where it is NULL.
 * What visit says ends it. AS_ERR_DATA where one is damaged, AS_ERR_MEM. */
enum as_status as_store_each_pack(struct as_store *s, int64_t experiment, struct as_arena *a,
	enum as_status (*visit)(void *context, const struct as_pack *p), void *context,
	struct as_err *err) AS_MUST_CHECK;

#endif
