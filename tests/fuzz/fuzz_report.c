/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reporter protocol; the first byte says how processes are put together. */
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "run/reporter/reporter.h"
#include "../support/report_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_report r = {0};
	struct as_err err = {0};

	if (!size)
		return 0;
	const enum as_combine combine = (enum as_combine)(data[0] % 4);
	if (parse_report("x", (const char *)data + 1, size - 1, combine, &r, &err)) {
		MUST(err.msg[0]);
		return 0;
	}
	/* What counts ends: of a line that was cut nobody knows what it was. */
	size_t end = size;
	while (end > 1 && strchr(" \t\r", data[end - 1]) && data[end - 1])
		end--;
	MUST(end == 1 || data[end - 1] == '\n');
	for (size_t i = 0; i < r.n; i++)
		MUST(isnan(r.ns[i]) ? r.runs.n > 0 : r.ns[i] >= 0 && isfinite(r.ns[i]));
	for (size_t i = 0; i < r.runs.n; i++) {
		MUST(r.runs.list[i].metric < r.n_metrics && r.runs.list[i].n);
		MUST(r.runs.list[i].n <= r.n - r.runs.list[i].iteration);
	}
	for (size_t i = 0; i < r.n_values; i++)
		MUST(r.values[i].metric < r.n_metrics && r.values[i].iteration < r.n);
	as_report_drop(&r, 2);
	as_report_release(&r);
	return 0;
}
