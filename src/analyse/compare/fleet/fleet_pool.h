/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_COMPARE_FLEET_FLEET_POOL_H
#define AS_ANALYSE_COMPARE_FLEET_FLEET_POOL_H

/* What several machines say, as an experiment in which each machine is one round: what compares in rounds
 * then gives t on the numbers of machines (methods-machines.md A2), and all that is made of comparisons
 * (gates, adjustments, reviews) holds for machines like these. */

#include "analyse/result/question.h"
#include "model/answer/compared/fleet.h"

/*
 * as_fleet_pool - put the machines of f into one experiment
 *
 *   f    of the n results v: of as_fleet_make
 *   out  freed with as_experiment_free. A reference has its mean on each machine, what is compared with
 *        it has that times the ratio there, so that ratios are those of f
 *
 * Machines that do not count in each row are not in it. AS_ERR_REFUSED: they are of several kinds, and
 * nothing is said of all together. AS_ERR_DATA: the criterion is read at no level that they have.
 * AS_ERR_MEM.
 */
enum as_status as_fleet_pool(const struct as_fleet *f, const struct as_result *v, size_t n,
	struct as_experiment **out, struct as_err *err) AS_MUST_CHECK;

#endif
