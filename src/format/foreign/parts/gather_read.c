/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/foreign/parts/gather.h"
#include "format/foreign/parts/hashed.h"

enum as_status as_gather_read(const struct as_gatherer *r, const struct as_source *from,
	const char *name, struct as_experiment **out, struct as_err *err)
{
	struct as_hashed *hashed = as_hashed_new(from);
	struct as_gather *g = as_gather_new();
	struct as_gather_how how = r->how;
	enum as_status st = hashed && g ? AS_OK : as_fail_memory(err);

	if (!st) {
		const struct as_source source = as_hashed_source(hashed);
		st = r->read(r->format, &source, name, g, err);
	}
	if (!st) {
		as_hashed_sum(hashed, how.hash);
		st = as_gather_experiment(g, &how, name, out, err);
	}
	as_gather_free(g);
	as_hashed_free(hashed);
	return st;
}
