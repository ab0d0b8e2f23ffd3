/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_LAYOUT_LAYOUT_PAD_H
#define AS_RUN_LAYOUT_LAYOUT_PAD_H

/* Inside of layout: the object that holds gaps, as an assembler reads it. */

#include <stdbool.h>

#include "base/text.h"
#include "stat/dist/random.h"

/*
 * as_layout_pad - add the text of a pad to t
 *
 *   r       draws the sizes
 *   retain  mark the gaps so that a linker that drops what nobody uses keeps them
 *
 * Gaps of 16 to 4096 bytes in steps of 16, the least alignment that compilers rely on: the first
 * shifts what follows to any place of a page with equal chance; seven more of up to 512 bytes are
 * for linkers that shuffle. The same for constants, data, and data without content, with three
 * more. Code gaps are named as code that is hardly used, which linkers of fixed order put before
 * the rest, wherever the pad stands among the files. No symbols.
 */
void as_layout_pad(struct as_text *t, struct as_random *r, bool retain);

#endif
