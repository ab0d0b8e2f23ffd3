/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SAY_FINDINGS_H
#define AS_SAY_FINDINGS_H

/* The sentences of model/answer/findings.def, whose numbers are kept in stores. */

#include "say/say.h"

/* Its words, severity and importance; of a number this version does not know a note without words. */
const struct as_saying *as_finding_saying(int id);

/* Add the finding as a sentence; one of a newer version, whose number is unknown here, says so. */
void as_finding_add(struct as_text *t, const struct as_style *style, const struct as_about *about,
	const struct as_finding *f);

/* The comparison's finding of that number; NULL if it has none. */
const struct as_finding *as_finding_of(const struct as_comparison *c, int id);

/* All n comparisons have it, with the same numbers. */
bool as_finding_is_common(const struct as_comparison *c, size_t n, const struct as_finding *f);

#endif
