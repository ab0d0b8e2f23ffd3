/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_COMPARE_PEERS_SCREEN_H
#define AS_REPORT_COMPARE_PEERS_SCREEN_H

/* What the tool says that wrote a file. Internal to report/. */

#include "model/answer/peers.h"
#include "report/compare/named_screen.h"

struct as_peers_of {
	const struct as_sides *sides;
	const struct as_summary *const *summary; /* ours, of each side */
	const struct as_comparison *c;           /* ours, of each change */
	const struct as_peers *peers;
};

/* A block for each tool, an empty line before it; nothing where nothing was asked for. */
void as_peers_block(struct as_text *t, const struct as_style *style, const struct as_peers_of *of);

#endif
