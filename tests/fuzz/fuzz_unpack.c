/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A column of a store: the first byte says how wide its numbers are, the next two how many. */
#include "fuzz.h"
#include "store/sql/pack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const size_t widths[] = {1, 4, 8};

	if (size < 3)
		return 0;
	const size_t width = widths[data[0] % 3], n = data[1] + (size_t)data[2] * 256;
	if (!as_packer_plausible(size - 3, n, width))
		return 0;
	struct as_packer *p = as_packer_new();
	struct as_packed values = {0};
	MUST(p);
	enum as_status st = as_packer_unpack(p, data + 3, size - 3, &values, n, width);
	MUST(st == AS_OK || st == AS_ERR_DATA);
	MUST(st != AS_OK || values.n == n);
	as_packed_release(&values);
	as_packer_free(p);
	return 0;
}
