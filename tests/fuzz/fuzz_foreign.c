/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every reader of files, each as if it had been named: what it refuses it refuses with a sentence, and
 * what it takes is an experiment that is written and read back the same. The corpus is a file of each tool. */
#include <string.h>

#include "base/text.h"
#include "format/native/data.h"
#include "format/native/native.h"
#include "format/unpack.h"
#include "fuzz.h"
#include "model/kept/check.h"

static enum as_status keep(void *to, const char *bytes, size_t n, struct as_err *err)
{
	(void)err;
	as_text_add_n(to, bytes, n);
	return AS_OK;
}

static struct as_experiment *read_as(const struct as_data_format *format, const char *s, size_t n)
{
	struct as_bytes bytes = {s, n};
	const struct as_source from = as_source_of(&bytes);
	struct as_unpack *plain = as_unpack_new(&from, "x");
	struct as_experiment *x = NULL;
	struct as_err err = {0};

	MUST(plain);
	const struct as_source source = as_unpack_source(plain);
	const enum as_status st = as_data_read_as(format, &source, "x", &x, &err);
	MUST(!st == !!x && (!st || err.msg[0]));
	as_unpack_free(plain);
	return x;
}

static void write_twice(const struct as_experiment *x)
{
	struct as_text first = {0}, second = {0};
	const struct as_sink a = {keep, &first}, b = {keep, &second};

	MUST(as_native_write(x, &a, NULL) == AS_OK);
	struct as_experiment *y = read_as(&as_data_native, first.data, first.len);
	MUST(y && as_native_write(y, &b, NULL) == AS_OK);
	MUST(first.len == second.len && !memcmp(first.data, second.data, first.len));
	as_text_release(&first);
	as_text_release(&second);
	as_experiment_free(y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (size_t k = 0; k < as_data_formats_known; k++) {
		struct as_experiment *x = read_as(as_data_formats[k], (const char *)data, size);
		if (x && !x->table) { /* a table may have more levels than a store: fuzz_sheet */
			MUST(as_experiment_check(x, NULL) == AS_OK);
			write_twice(x);
		}
		as_experiment_free(x);
	}
	return 0;
}
