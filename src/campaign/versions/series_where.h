/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_VERSIONS_SERIES_WHERE_H
#define AS_CAMPAIGN_VERSIONS_SERIES_WHERE_H

/* One session of versions between those that a history has, where it is most uncertain, with both ends of
 * every gap that they cut, and the newest version (methods-machines.md B4). */

#include "campaign/versions/version_series.h"

/*
 * as_series_where - which versions of the line are worth measuring
 *
 *   names   out: their commits and those of the gaps that they cut, for as_series_of_names; "" where no
 *           gap is left that is worth a cut. Memory is a's
 *
 * AS_ERR_USAGE: the store has fewer than six versions of the command on this line.
 */
enum as_status as_series_where(const struct as_version_series *s,
	const struct as_version_line *line, struct as_store *store, struct as_arena *a,
	const char **names, struct as_err *err) AS_MUST_CHECK;

/* The session of these names in place of the versions of s. AS_ERR_REFUSED: one is not on the line. */
enum as_status as_series_of_names(struct as_version_series *s, const struct as_version_line *line,
	const char *names, struct as_arena *a, struct as_err *err) AS_MUST_CHECK;

/* In place of a version that does not build or run its neighbour, away from the nearer end of its gap;
 * nothing where there is none. */
void as_series_next_to(struct as_version_series *s, size_t failed);

#endif
