/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_TEXT_LATEX_H
#define AS_BASE_TEXT_LATEX_H

#include "base/text.h"

/* Add a text to a document of LaTeX, so that nothing in it acts there or on a terminal. It takes the
 * package textcomp. */
void as_latex_add(struct as_text *t, const char *s);

#endif
