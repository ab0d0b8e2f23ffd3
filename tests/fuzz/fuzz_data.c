/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of data: what is read can be written, and reads back as the same bytes; compressed, too. */
#include <string.h>

#include "base/text.h"
#include "format/unpack.h"
#include "format/native/data.h"
#include "format/native/native.h"
#include "fuzz.h"
#include "model/kept/check.h"

static enum as_status keep(void *to, const char *bytes, size_t n, struct as_err *err)
{
	(void)err;
	as_text_add_n(to, bytes, n);
	return AS_OK;
}

static struct as_experiment *read_data(const char *s, size_t n)
{
	struct as_bytes bytes = {s, n};
	const struct as_source from = as_source_of(&bytes);
	struct as_unpack *plain = as_unpack_new(&from, "x");
	struct as_experiment *x = NULL;
	struct as_err err = {0};

	MUST(plain);
	const struct as_source source = as_unpack_source(plain);
	enum as_status st = as_data_read(&source, "x", &x, &err);
	MUST(!st == !!x && (!st || err.msg[0]));
	as_unpack_free(plain);
	return x;
}

static void write_twice(const struct as_experiment *x)
{
	struct as_text first = {0}, second = {0};
	const struct as_sink a = {keep, &first}, b = {keep, &second};

	MUST(as_native_write(x, &a, NULL) == AS_OK);
	struct as_experiment *y = read_data(first.data, first.len);
	MUST(y && as_native_write(y, &b, NULL) == AS_OK);
	MUST(first.len == second.len && !memcmp(first.data, second.data, first.len));
	as_text_release(&first);
	as_text_release(&second);
	as_experiment_free(y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_experiment *x = read_data((const char *)data, size);

	if (x && !x->table) {
		MUST(as_experiment_check(x, NULL) == AS_OK);
		write_twice(x);
	}
	as_experiment_free(x);
	return 0;
}
