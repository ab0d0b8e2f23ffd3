/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_FIGURE_FIGURE_H
#define AS_REPORT_FIGURE_FIGURE_H

/* Figures for papers and pages: a gnuplot script with its data in it. Axes and ticks are gnuplot's,
 * every number is that of the picture. */

#include "model/kept/experiment.h"
#include "model/picture/picture.h"
#include "report/draw/terminal.h"

enum as_figure_format {
#define AS_FIGURE_FORMAT(id, end, terminal, unit, per_cm, font, lines, em) AS_FIGURE_##id,
#include "report/figure/figure_formats.def"
#undef AS_FIGURE_FORMAT
	AS_FIGURE_FORMATS
};

/* The format that files of this name have by their end; AS_FIGURE_FORMATS if none has it. */
enum as_figure_format as_figure_format_of(const char *file);

/* ".svg, .png or .pdf" */
#define AS_FIGURE_ENDS ".svg, .png or .pdf"

struct as_figure_look {
	enum as_figure_format format;
	bool dark;       /* for a dark page */
	double width_cm; /* 2 to 100 */
	const char *output; /* the file that the script writes */
};

/*
 * as_report_figure - the script that draws n pictures of one experiment below each other
 *
 * Names are data: no letter of them is read as gnuplot's. The same pictures make the same script.
 * x may be NULL where all are charts with titles of their own.
 */
void as_report_figure(struct as_text *t, const struct as_figure_look *look,
	const struct as_experiment *x, const struct as_picture *pictures, size_t n);

#endif
