/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SAY_FINDINGS_H
#define AS_SAY_FINDINGS_H

/* The sentences of model/findings.def, whose numbers are kept in stores. */

#include "say/say.h"

/* A finding's severity, or AS_NOTE for a number this version does not know. */
enum as_severity as_finding_severity(int id);

/* How much it matters for what the reader does (say.h). */
int as_finding_importance(int id);

/* The words with their fields as findings.def has them; NULL for an unknown number. */
const char *as_finding_words(int id);

/* Add the finding as a sentence; one of a newer version, whose number is unknown here, says so. */
void as_finding_add(struct as_text *t, const struct as_style *style, const struct as_about *about,
	const struct as_finding *f);

/* The comparison's finding of that number; NULL if it has none. */
const struct as_finding *as_finding_of(const struct as_comparison *c, int id);

/* All n comparisons have it, with the same numbers. */
bool as_finding_is_common(const struct as_comparison *c, size_t n, const struct as_finding *f);

#endif
