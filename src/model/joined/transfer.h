/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_JOINED_TRANSFER_H
#define AS_MODEL_JOINED_TRANSFER_H

/* Units taken from one experiment into another, or shared by subjects of one. */

#include "model/kept/experiment.h"

/*
 * as_experiment_take_unit - append a copy of one execution or build, with all that hangs off it
 *
 *   to, from   experiments that both have the subject
 *   level      AS_LEVEL_EXECUTION or AS_LEVEL_BUILD
 *   unit       its index in from; in to it comes last
 *
 * Values come bit by bit; metrics are found by name, and added where they are new. Notes of the
 * unit come along. AS_ERR_DATA: a metric is known to `to` with another unit or level. AS_ERR_MEM.
 */
enum as_status as_experiment_take_unit(struct as_experiment *to, const struct as_experiment *from,
	size_t subject, enum as_level_index level, size_t unit, struct as_err *err) AS_MUST_CHECK;

/* One build, of which subject `from` has the unit, is a build of subject `to` as well: the same
 * place in the order, the same seed, the same files. Its notes come along. AS_ERR_MEM. */
enum as_status as_experiment_share_build(struct as_experiment *x, size_t from, size_t to,
	size_t unit, struct as_err *err) AS_MUST_CHECK;

#endif
