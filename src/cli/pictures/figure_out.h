/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_PICTURES_FIGURE_OUT_H
#define AS_CLI_PICTURES_FIGURE_OUT_H

/* `assay plot -o FILE`: pictures as a file that gnuplot draws. */

#include "cli/line/options.h"
#include "report/figure/figure.h"

/* -o, --size and --keep-script as they were said. */
struct as_figure_asked {
	const char *file; /* NULL: no figure */
	const char *script; /* where the script goes, too; NULL: nowhere */
	struct as_figure_look look;
};

/* AS_ERR_USAGE: no format of that name, a size that is none, a file that cannot be written. */
enum as_status as_figure_read(const struct as_args *args, struct as_figure_asked *out,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_figure_write - draw n pictures of the experiment into the file
 *
 * The file is there when it is complete; the same pictures give the same bytes. AS_ERR_USAGE: there
 * is no gnuplot. AS_ERR_SYS: it failed, with its words.
 */
enum as_status as_figure_write(const struct as_figure_asked *asked, const struct as_experiment *x,
	const struct as_picture *pictures, size_t n, struct as_err *err) AS_MUST_CHECK;

#endif
