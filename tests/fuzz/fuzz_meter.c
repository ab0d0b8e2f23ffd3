/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of a power meter. The first byte says in what pieces they come; it is the 100th second. */
#include <math.h>

#include "fuzz.h"
#include "run/metrics/meter.h"

static const int64_t now_ns = INT64_C(100000000000);

/* What is kept goes on in time, is of now at the latest, and has an energy that is no less than nothing. */
static void look(const struct as_meter *m)
{
	char why[AS_METER_WORDS] = "";

	for (size_t i = 0; i < m->n; i++) {
		MUST(m->v[i].ns >= 0 && m->v[i].ns <= now_ns + 10000000);
		MUST(!i || m->v[i].ns > m->v[i - 1].ns);
		MUST(m->v[i].watts >= 0);
	}
	double joules = as_meter_joules(m, now_ns - 3000000000, now_ns - 1000000000, 0, why);
	MUST(isnan(joules) ? *why : joules >= 0);
	MUST(m->line_bytes <= AS_METER_LINE && (!m->lost || *m->why));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_meter m = {0};
	size_t piece = size ? 1 + data[0] % 64 : 1;

	for (size_t i = 1; i < size; i += piece)
		MUST(as_meter_feed(&m, (const char *)data + i, size - i < piece ? size - i : piece, now_ns));
	look(&m);
	as_meter_forget(&m, now_ns - 2000000000);
	look(&m);
	as_meter_release(&m);
	return 0;
}
