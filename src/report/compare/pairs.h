/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_COMPARE_PAIRS_H
#define AS_REPORT_COMPARE_PAIRS_H

/* Every two subjects compared. Internal to report/. */

#include "say/verdict.h"
#include "report/draw/screen.h"

/* A comparison of this screen, with its names and units. */
struct as_versus as_screen_versus(const struct as_screen *s, const struct as_comparison *c);

/* The pairs as a list, what was found first, the largest differences first; of more than 10
 * subjects how many differ, and the largest differences alone. */
void as_pairs_add(struct as_screen *s);

#endif
