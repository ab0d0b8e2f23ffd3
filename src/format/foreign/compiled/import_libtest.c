/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What Rust's libtest prints of #[bench]: the median of its samples, and how far they lie apart. */
#include "format/foreign/parts/phrases.h"

static const struct as_phrase_row rows[] = {
	{.line = "test %s ... bench: %N%u (+/- %N) = %N%u",
		.hole = {{.is = AS_PHRASE_SUBJECT}, {.is = AS_PHRASE_CENTRE},
			{.is = AS_PHRASE_NOTHING},
			{.is = AS_PHRASE_METRIC, .name = "throughput"}}},
	{.line = "test %s ... bench: %N%u (+/- %N)",
		.hole = {{.is = AS_PHRASE_SUBJECT}, {.is = AS_PHRASE_CENTRE},
			{.is = AS_PHRASE_NOTHING}}},
};

static const struct as_phrases phrases = {
	.tool = "libtest",
	.has = " ... bench: ",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PHRASES_FORMAT(libtest, "text of Rust's libtest (cargo bench)", ".txt");
