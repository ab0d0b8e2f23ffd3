/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_SERVE_KEPT_KNOWN_VERSIONS_H
#define AS_CLI_SERVE_KEPT_KNOWN_VERSIONS_H

/* The versions of all benchmarks, by what they are called and where they were measured, counted while their
 * series are looked at. */

#include "cli/serve/kept/outline.h"
#include "model/joined/texts.h"
#include "report/page/page_served.h"

struct as_known_version {
	struct as_page_version page; /* first: pages take it for this; its point is `point` */
	struct as_history_point point; /* one of its */
	const char *project;
	int64_t *experiment; /* n of them, on the heap until as_known_versions_end */
	size_t n, cap;
};

struct as_known_versions {
	struct as_known_version **v; /* n of them; the newest first after as_known_versions_end */
	size_t n, cap;
	struct as_labels names;
	struct as_text name; /* of one */
};

/* All points of a series; texts are those of o, and memory is its. */
void as_known_versions_add(struct as_known_versions *all, struct as_outlines *o,
	const struct as_history_series *s);

/* Sorted, each with the one before it on the same machine. False: out of memory. What was not ended is
 * released. */
bool as_known_versions_end(struct as_known_versions *all, struct as_outlines *o);

#endif
