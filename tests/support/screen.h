/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_SCREEN_H
#define AS_TESTS_SCREEN_H

/* Screens compared byte for byte with tests/golden/report/NAME.txt. A file holds a screen in several
 * styles, one after the other. With ASSAY_REWRITE_GOLDEN=1 in the environment it is written instead,
 * to be read before it is committed. */

#include "report/draw/terminal.h"

/* Make one screen of what data points to, in that style. */
typedef void (*screen_fn)(struct as_text *t, const struct as_style *style, void *data);

/* Compare (or write) the screen in Unicode at 60, 80 and 120 columns, in ASCII and with colour at 80,
 * and verbose at 100. Also checks of each that no line is wider than the style allows, unless one
 * word is. */
void screen_check(const char *name, screen_fn make, void *data);

#endif
