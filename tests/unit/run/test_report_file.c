/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/text.h"
#include "run/reporter/reporter.h"
#include "report_text.h"

static void near(double x, double want)
{
	assert_true(fabs(x - want) <= 1e-12 * fabs(want)); /* a few roundings of decimal times scale */
}

/* A report in a folder of its own. */
struct place {
	char folder[64], path[96];
};

static void make_place(struct place *p)
{
	snprintf(p->folder, sizeof p->folder, "/tmp/test_reporter.XXXXXX");
	assert_non_null(mkdtemp(p->folder));
	snprintf(p->path, sizeof p->path, "%s/report", p->folder);
}

static void put(const char *path, const char *suffix, const char *bytes, size_t n)
{
	char name[128];

	snprintf(name, sizeof name, "%s%s", path, suffix);
	FILE *f = fopen(name, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

static void end_place(struct place *p)
{
	assert_int_equal(as_reporter_remove(p->path, NULL), AS_OK);
	assert_int_equal(rmdir(p->folder), 0); /* nothing was left */
}

static void no_file_reports_nothing(void **state)
{
	struct as_report r = {0};
	struct place p;

	(void)state;
	make_place(&p);
	assert_int_equal(as_reporter_read(p.path, AS_COMBINE_NONE, &r, NULL), AS_OK);
	assert_int_equal(r.n_files, 0);
	as_report_release(&r);
	end_place(&p);
	struct as_err err = {0};
	assert_int_equal(as_reporter_read(p.path, AS_COMBINE_NONE, &r, &err), AS_ERR_SYS);
	assert_int_equal(r.n_files, 0);
}

static void siblings_are_read_in_the_order_of_their_process_ids(void **state)
{
	const char *a = "assay 1\niteration 1 ns\n", *b = "assay 1\niteration 2 ns\n";
	const char *c = "assay 1\niteration 3 ns\n", *other = "garbage";
	struct as_report r = {0};
	struct as_err err = {0};
	char name[128];
	struct place p;

	(void)state;
	make_place(&p);
	put(p.path, ".1000", c, strlen(c));
	put(p.path, ".99", b, strlen(b));
	put(p.path, "", a, strlen(a));
	put(p.path, ".99.old", other, strlen(other));
	put(p.path, ".x", other, strlen(other));
	put(p.path, "2", other, strlen(other));
	assert_int_equal(as_reporter_read(p.path, AS_COMBINE_POOL, &r, &err), AS_OK);
	assert_int_equal(r.n_files, 3);
	for (size_t i = 0; i < 3; i++)
		near(r.ns[i], (double)(i + 1));
	as_report_release(&r);
	assert_int_equal(as_reporter_read(p.path, AS_COMBINE_NONE, &r, &err), AS_ERR_DATA);
	assert_string_equal(err.msg,
		"two processes reported iterations of the same benchmark (from line 1 and from line 1 of "
		"process 99); say how to join them by --combine sum, max or pool");
	const char *const rest[] = {".99.old", ".x", "2"};
	for (size_t i = 0; i < 3; i++) {
		snprintf(name, sizeof name, "%s%s", p.path, rest[i]);
		assert_int_equal(unlink(name), 0);
	}
	end_place(&p);
}

static void what_is_no_regular_file_is_refused_without_waiting(void **state)
{
	struct as_report r = {0};
	struct as_err err = {0};
	struct place p;

	(void)state;
	make_place(&p);
	const char *const message =
		"it is not a regular file; append lines to the file that $ASSAY_REPORT names";
	assert_int_equal(mkfifo(p.path, 0600), 0);
	assert_int_equal(as_reporter_read(p.path, AS_COMBINE_NONE, &r, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, message);
	assert_int_equal(unlink(p.path), 0);
	assert_int_equal(symlink("/dev/zero", p.path), 0);
	assert_int_equal(as_reporter_read(p.path, AS_COMBINE_NONE, &r, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, message);
	end_place(&p);
}

static void a_long_file_is_read_whole(void **state)
{
	enum { LINES = 200000 };
	struct as_text t = {0};
	struct as_report r = {0};
	struct place p;

	(void)state;
	make_place(&p);
	as_text_add(&t, "assay 1\n");
	for (int i = 0; i < LINES; i++)
		as_text_addf(&t, "iteration %d.5 ns t=%d\n", i, i + 1);
	put(p.path, "", t.data, t.len);
	as_text_release(&t);
	assert_int_equal(as_reporter_read(p.path, AS_COMBINE_NONE, &r, NULL), AS_OK);
	assert_int_equal(r.n, LINES);
	for (int i = 0; i < LINES; i++) {
		near(r.ns[i], i + 0.5);
		assert_int_equal(r.end_ns[i], i + 1);
	}
	as_report_release(&r);
	end_place(&p);
}

static void a_file_beyond_the_limit_is_refused_before_it_fills_the_memory(void **state)
{
	struct as_report r = {0};
	struct as_err err = {0};
	struct place p;

	(void)state;
	make_place(&p);
	put(p.path, "", "assay 1\n", 8);
	assert_int_equal(truncate(p.path, (off_t)AS_REPORT_MAX_BYTES * 4), 0); /* takes no disk */
	assert_int_equal(as_reporter_read(p.path, AS_COMBINE_NONE, &r, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, "it has over 1024 MiB, the limit; report fewer iterations, or the "
		"mean of several as one with n=");
	end_place(&p);
}

/* Random mutations of a valid report: every outcome is fine but a crash, a leak, or a success with
 * numbers that are none. Seeds are fixed; splitmix64. */
static uint64_t next_random(uint64_t *s)
{
	uint64_t z = (*s += 0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

static size_t mutate(char *text, size_t n, size_t cap, uint64_t *seed)
{
	static const char bytes[] = "\n\0 0189.-+eEntaib=xXsumin\t\377\303";

	for (uint64_t k = 1 + next_random(seed) % 2; k; k--) {
		size_t at = next_random(seed) % n, len = next_random(seed) % 12;
		switch (next_random(seed) % 4) {
		case 0: /* another byte */
			text[at] = bytes[next_random(seed) % (sizeof bytes - 1)];
			break;
		case 1: /* cut out */
			len = len < n - at ? len : n - at - 1;
			memmove(text + at, text + at + len, n - at - len);
			n -= len;
			break;
		case 2: /* repeat */
			len = len < n - at && len < cap - n ? len : 0;
			memmove(text + at + len, text + at, n - at);
			n += len;
			break;
		default: /* end here */
			n = at + 1;
		}
	}
	return n;
}

static void mutations_never_do_harm(void **state)
{
	static const char good[] =
		"assay 1\nwarmup 14.1 us n=3 benchmark=f\niteration 12.3 us n=100 t=5000 benchmark=f\n"
		"value gc 1.5 ms less\niteration 1e-3 s t=6000 benchmark=f\nvalue gc 2 ms\n"
		"execution peak 3 MiB less\nbuild size 1000 bytes less\nfailed of itself\n";
	uint64_t seed = 20240501;
	size_t accepted = 0;

	(void)state;
	for (int i = 0; i < 10000; i++) {
		char text[1024];
		struct as_report r = {0};
		struct as_err err = {0};
		memcpy(text, good, sizeof good - 1);
		size_t n = mutate(text, sizeof good - 1, sizeof text, &seed);
		if (n && i % 2) /* what ends otherwise is always refused */
			text[n - 1] = '\n';
		char *exact = malloc(n); /* of the right size, so that reading past it is seen */
		assert_non_null(exact);
		memcpy(exact, text, n);
		enum as_status st = parse_report("r", exact, n,
			(enum as_combine)(next_random(&seed) % 4), &r, &err);
		free(exact);
		assert_true(st == AS_OK || (st == AS_ERR_DATA && err.msg[0]));
		accepted += st == AS_OK;
		for (size_t k = 0; k < r.n; k++)
			assert_true(r.ns[k] >= 0 && isfinite(r.ns[k]));
		for (size_t k = 0; k < r.n_values; k++)
			assert_true(isfinite(r.values[k].value) && r.values[k].iteration < r.n &&
				r.values[k].metric < r.n_metrics);
		as_report_release(&r);
	}
	assert_true(accepted > 1000 && accepted < 9000); /* else the mutations test nothing */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_file_reports_nothing),
		cmocka_unit_test(siblings_are_read_in_the_order_of_their_process_ids),
		cmocka_unit_test(what_is_no_regular_file_is_refused_without_waiting),
		cmocka_unit_test(a_long_file_is_read_whole),
		cmocka_unit_test(a_file_beyond_the_limit_is_refused_before_it_fills_the_memory),
		cmocka_unit_test(mutations_never_do_harm),
	};
	return cmocka_run_group_tests_name("report_file", tests, NULL, NULL);
}
