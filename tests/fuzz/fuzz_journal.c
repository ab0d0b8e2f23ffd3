/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Journals. Their frames have hashes, which a fuzzer does not guess: where the first byte is odd they
 * are made right, so that what is in the frames is read, too. */
#include <string.h>

#include "fuzz.h"
#include "model/kept/check.h"
#include "run/journal/journal_frames.h"

static void make_right(unsigned char *s, size_t n)
{
	for (size_t at = AS_JOURNAL_MAGIC_BYTES; at + AS_WIRE_HEAD_BYTES <= n;) {
		uint32_t body, type;
		memcpy(&body, s + at, sizeof body);
		memcpy(&type, s + at + sizeof body, sizeof type);
		at += AS_WIRE_HEAD_BYTES;
		if (body < AS_JOURNAL_HASH_BYTES || body > n - at)
			return;
		uint64_t hash = as_journal_hash(type, s + at + AS_JOURNAL_HASH_BYTES,
			body - AS_JOURNAL_HASH_BYTES);
		memcpy(s + at, &hash, sizeof hash);
		at += body;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_recorded r = {0};
	struct as_err err = {0};

	if (!size)
		return 0;
	unsigned char *copy = malloc(size);
	MUST(copy);
	memcpy(copy, data + 1, size - 1);
	if (data[0] & 1)
		make_right(copy, size - 1);
	if (as_journal_parse(copy, size - 1, &r, &err))
		MUST(err.msg[0]);
	else
		MUST(r.x && as_experiment_check(r.x, NULL) == AS_OK);
	as_recorded_release(&r);
	free(copy);
	return 0;
}
