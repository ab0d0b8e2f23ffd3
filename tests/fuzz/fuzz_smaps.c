/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mappings of a process: whatever they say and however they are cut, the parts add up to the whole. */
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "probe/counting/memory_sample.h"

static void read_in_pieces(struct as_memory_maps *m, const char *text, size_t size, size_t piece)
{
	as_memory_maps_begin(m, "/bin/one");
	for (size_t at = 0; at < size; at += piece)
		as_memory_maps_feed(m, text + at, size - at < piece ? size - at : piece);
	as_memory_maps_end(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct as_memory_maps whole, pieces;
	double sum = 0;

	read_in_pieces(&whole, (const char *)data, size, size + 1);
	read_in_pieces(&pieces, (const char *)data, size, 7);
	MUST(whole.n == pieces.n);
	for (size_t i = 0; i < AS_MEMORY_PARTS; i++) {
		MUST(whole.part[i] >= 0);
		MUST(!(fabs(whole.part[i] - pieces.part[i]) > 0));
	}
	for (size_t i = AS_MEMORY_CODE; i <= AS_MEMORY_FILES; i++)
		sum += whole.part[i];
	MUST(fabs(sum - whole.part[AS_MEMORY_PSS]) <= 1e-9 * sum);
	return 0;
}
