/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_PLOT_PLOT_PARTS_H
#define AS_REPORT_PLOT_PLOT_PARTS_H

/* What the files of pictures in the terminal share, and nobody else includes. */

#include "model/picture/picture.h"
#include "report/draw/terminal.h"

/* Draw the frames of a chart, two beside each other where there is room; false: out of memory. */
bool as_plot_chart(struct as_text *t, const struct as_style *style, const struct as_chart *c,
	struct as_arena *arena);

#endif
