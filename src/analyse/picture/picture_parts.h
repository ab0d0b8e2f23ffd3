/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_PICTURE_PICTURE_PARTS_H
#define AS_ANALYSE_PICTURE_PICTURE_PARTS_H

/* What the files of pictures share, and nobody else includes. */

#include "analyse/picture/picture_make.h"

/* A curve for each execution, or build; kind, subject and metric are set. AS_ERR_DATA with words:
 * there are no two of them with values of their own. */
enum as_status as_draw_curves(const struct as_experiment *x, struct as_picture *p,
	struct as_err *err) AS_MUST_CHECK;

#endif
