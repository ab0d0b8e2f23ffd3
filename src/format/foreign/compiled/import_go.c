/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of Go's benchmarks: go test -bench . >FILE. */
#include <string.h>

#include "base/num.h"
#include "format/native/data.h"
#include "format/foreign/foreign.h"
#include "format/foreign/parts/harness.h"

static size_t blanks(const char *s, size_t n)
{
	size_t k = 0;

	while (k < n && (s[k] == ' ' || s[k] == '\t'))
		k++;
	return k;
}

static size_t word(const char *s, size_t n)
{
	size_t k = 0;

	while (k < n && s[k] != ' ' && s[k] != '\t' && s[k] != '\r')
		k++;
	return k;
}

/* "BenchmarkX-8  100  12.0 p50-ms": a name, how often, a number and its unit. */
static bool is_result(const char *s, size_t n)
{
	const char *end = s + n;
	char number[40];
	double v;

	for (int place = 0; place < 4; place++) {
		const size_t k = word(s, (size_t)(end - s));
		if (!k || (place && place < 3 && k >= sizeof number))
			return false;
		if (place == 1 || place == 2) {
			memcpy(number, s, k);
			number[k] = '\0';
			if (!as_parse_double(number, &v) ||
				(place == 1 && strspn(number, "0123456789") != k))
				return false;
		}
		s += k;
		s += blanks(s, (size_t)(end - s));
	}
	return true;
}

/* A line that begins with Benchmark and has a unit of time by operation behind it, or a value of
 * another. */
static int probe(const struct as_head *head)
{
	const char *bytes = head->bytes;
	const size_t n = head->n;
	static const char first[] = "Benchmark";
	const size_t k = sizeof first - 1;

	for (size_t at = 0; at < n;) {
		const char *end = memchr(bytes + at, '\n', n - at);
		const size_t length = (end ? (size_t)(end - bytes) : n) - at;
		if (length > k && !memcmp(bytes + at, first, k) &&
			!memchr(bytes + at, ',', length) &&
			(memmem(bytes + at, length, "/op", 3) || is_result(bytes + at, length)))
			return 90;
		at += length + 1;
	}
	return 0;
}

static enum as_status read_go(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	static const struct as_harness go = {
		.tool = "go", .title = "Go", .rows = as_go_rows, .strip_processors = true};

	return as_harness_read(&go, from, name, out, err);
}

static int probe_json(const struct as_head *head)
{
	const bool all = as_head_has(head, "$.Action") &&
		as_head_has(head, "$.Package");

	return all ? 90 : 0;
}

static enum as_status read_go_json(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	static const struct as_harness go = {.tool = "go",
		.title = "go test -json",
		.rows = as_go_json_rows,
		.strip_processors = true};

	return as_harness_read(&go, from, name, out, err);
}

const struct as_data_format as_data_go_json = {
	.name = "go_json",
	.summary = "what go test -json prints",
	.extension = ".jsonl",
	.probe = probe_json,
	.read = read_go_json,
};

const struct as_data_format as_data_go = {
	.name = "go",
	.summary = "text of Go's benchmarks",
	.extension = ".bench",
	.probe = probe,
	.read = read_go,
};
