/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of values: what is read reads back as the same table when it has been written. */
#include <string.h>

#include "base/text.h"
#include "format/native/native.h"
#include "format/table/sheet.h"
#include "fuzz.h"
#include "model/kept/check.h"

static enum as_status keep(void *to, const char *bytes, size_t n, struct as_err *err)
{
	(void)err;
	as_text_add_n(to, bytes, n);
	return AS_OK;
}

static struct as_experiment *read_table(const char *s, size_t n)
{
	struct as_bytes bytes = {s, n};
	const struct as_source from = as_source_of(&bytes);
	struct as_experiment *x = NULL;
	struct as_err err = {0};

	enum as_status st = as_sheet_read(&from, "x", &x, &err);
	MUST(!st == !!x && (!st || err.msg[0]));
	return x;
}

static void write_twice(const struct as_experiment *x)
{
	struct as_text first = {0}, second = {0};
	const struct as_sink a = {keep, &first}, b = {keep, &second};

	MUST(as_sheet_write(x, &a, NULL) == AS_OK);
	struct as_experiment *y = read_table(first.data, first.len);
	MUST(y && as_sheet_write(y, &b, NULL) == AS_OK);
	MUST(first.len == second.len && !memcmp(first.data, second.data, first.len));
	as_text_release(&first);
	as_text_release(&second);
	as_experiment_free(y);
}

/* As it is kept, it is whole, and reads back as the same from JSON. */
static void keep_one(const struct as_experiment *x)
{
	struct as_text first = {0}, second = {0};
	const struct as_sink a = {keep, &first}, b = {keep, &second};
	struct as_experiment *y = NULL;

	MUST(as_experiment_check(x, NULL) == AS_OK && x->table && strlen(x->uuid) == 32);
	MUST(as_native_write(x, &a, NULL) == AS_OK);
	struct as_bytes bytes = {first.data, first.len};
	const struct as_source from = as_source_of(&bytes);
	MUST(as_native_read(&from, "x", &y, NULL) == AS_OK);
	MUST(y->table && as_native_write(y, &b, NULL) == AS_OK);
	MUST(first.len == second.len && !memcmp(first.data, second.data, first.len));
	as_text_release(&first);
	as_text_release(&second);
	as_experiment_free(y);
}

/* x is given away. */
static void keep_all(struct as_experiment *x)
{
	struct as_experiment **v = NULL;
	struct as_err err = {0};
	size_t n = 0;

	if (as_sheet_divide(x, &v, &n, &err)) {
		MUST(err.msg[0]);
		as_experiment_free(x);
		return;
	}
	MUST(n >= 1);
	for (size_t i = 0; i < n; i++) {
		keep_one(v[i]);
		as_experiment_free(v[i]);
	}
	free(v);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_experiment *x = read_table((const char *)data, size);

	if (!x)
		return 0;
	write_twice(x);
	keep_all(x);
	return 0;
}
