/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_TABLED_TABLED_MAKE_H
#define AS_ANALYSE_TABLED_TABLED_MAKE_H

/* The rows of tables over results (model/answer/tabled.def). */

#include "analyse/result/analyse.h"
#include "model/answer/tabled.h"

/*
 * as_tabled_add - the rows of one subject of a result, by one metric
 *
 *   t  {.id = which table}, to which they are added; to be released by the caller
 *
 * AS_ERR_DATA with words: nothing can be said of it, and no row is added. AS_ERR_MEM.
 */
enum as_status as_tabled_add(struct as_tabled *t, const struct as_place *of, struct as_err *err)
	AS_MUST_CHECK;

#endif
