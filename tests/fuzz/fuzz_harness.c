/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What other harnesses print, JSON of Google Benchmark and text of Go: rows that are whole, and an
 * experiment of them that is one. */
#include <math.h>
#include <string.h>

#include "format/foreign/parts/harness.h"
#include "fuzz.h"
#include "model/kept/check.h"

static void check_rows(const struct as_rows *rows)
{
	for (size_t i = 0; i < rows->n; i++) {
		const struct as_row *r = &rows->v[i];
		MUST(*r->benchmark && strlen(r->benchmark) <= AS_ROWS_NAME_BYTES && r->n >= 1);
		MUST(isnan(r->ns) || (r->ns >= 0 && isfinite(r->ns)));
		MUST(r->value + r->n_values <= rows->n_values && r->n_values <= AS_ROWS_METRICS);
	}
	for (size_t i = 0; i < rows->n_values; i++)
		MUST(isfinite(rows->values[i].value) && rows->values[i].name && rows->values[i].unit);
}

static void read_with(as_rows_reader *reader, const char *s, size_t n)
{
	struct as_rows rows = {0};
	struct as_experiment *x = NULL;
	struct as_arena a = {0};
	struct as_err err = {0};
	struct as_bytes bytes = {s, n};
	const struct as_source from = as_source_of(&bytes);
	const uint64_t hash[2] = {1, 2};
	size_t names = 0;

	if (reader(&from, &rows, &err)) {
		MUST(err.msg[0] && !rows.n && !rows.v);
		return;
	}
	check_rows(&rows);
	MUST(as_rows_strip_processors(&rows) && as_rows_names(&rows, &a, &names) && names <= rows.n);
	if (as_rows_experiment(&rows, hash, "x", "y", &x, &err))
		MUST(err.msg[0] && !x);
	else
		MUST(as_experiment_check(x, NULL) == AS_OK && x->n_subjects == names);
	as_experiment_free(x);
	as_arena_release(&a);
	as_rows_release(&rows);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	read_with(as_google_rows, (const char *)data, size);
	read_with(as_go_rows, (const char *)data, size);
	read_with(as_go_json_rows, (const char *)data, size);
	return 0;
}
