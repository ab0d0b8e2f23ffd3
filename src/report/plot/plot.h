/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_PLOT_PLOT_H
#define AS_REPORT_PLOT_PLOT_H

#include "model/kept/experiment.h"
#include "model/picture/picture.h"
#include "report/draw/terminal.h"

enum { AS_PICTURE_COLUMNS = 20 }; /* the least that a picture is wide */

/* A picture as lines of characters, as wide as the style says, with a line above that says what it
 * shows. Nothing depends on telling colours apart: several curves have letters, too. */
void as_report_picture(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_picture *p);

#endif
