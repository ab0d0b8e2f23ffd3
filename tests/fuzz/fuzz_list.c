/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of benchmarks that a program gives: names that are words, each once. */
#include <string.h>

#include "fuzz.h"
#include "run/reporter/reported_benchmarks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_benchmarks b = {0};
	struct as_arena a = {0};
	struct as_err err = {0};

	if (as_benchmarks_parse((const char *)data, size, &a, &b, &err))
		MUST(err.msg[0] && !b.n);
	MUST(!b.n || data[size - 1] == '\n');
	for (size_t i = 0; i < b.n; i++) {
		MUST(*b.name[i] && strlen(b.name[i]) <= AS_BENCHMARK_BYTES);
		MUST(!strpbrk(b.name[i], " \t\n\r\033"));
		for (size_t k = 0; k < i; k++)
			MUST(strcmp(b.name[i], b.name[k]) != 0);
	}
	as_arena_release(&a);
	return 0;
}
