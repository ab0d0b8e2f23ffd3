/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "base/num.h"
#include "peers_rules.h"

/* bench/validity judges as other tools do, by rules written anew. Here they judge what the tools
 * themselves have judged: tests/data/peers, whose README says how that was made. */

enum { MOST = 200 };

static void text_of(const char *name, char *out, size_t size)
{
	char path[512];

	snprintf(path, sizeof path, "%s/peers/%s", TEST_DATA, name);
	FILE *f = fopen(path, "rb");
	assert_non_null(f);
	size_t n = fread(out, 1, size - 1, f);
	out[n] = '\0';
	fclose(f);
	assert_true(n > 0 && n < size - 1);
}

static json_t *json_of(const char *name)
{
	char path[512];

	snprintf(path, sizeof path, "%s/peers/%s", TEST_DATA, name);
	json_t *root = json_load_file(path, 0, NULL);
	assert_non_null(root);
	return root;
}

/* The first number in a text after some words, which must be there. */
static double after(const char *text, const char *words)
{
	const char *at = strstr(text, words);
	char number[40];
	double v = 0;

	if (!at)
		fail_msg("no \"%s\" in: %s", words, text);
	at += strlen(words);
	at += strspn(at, " +");
	size_t n = strspn(at, "-0123456789.e");
	assert_true(n > 0 && n < sizeof number);
	memcpy(number, at, n);
	number[n] = '\0';
	assert_true(as_parse_double(number, &v));
	return v;
}

static struct values times_of(const json_t *root, size_t command, double *room)
{
	const json_t *all = json_object_get(
		json_array_get(json_object_get(root, "results"), command), "times");
	size_t n = json_array_size(all);

	assert_true(n > 1 && n <= MOST);
	for (size_t i = 0; i < n; i++)
		room[i] = json_number_value(json_array_get(all, i));
	return (struct values){room, n};
}

static void the_summary_of_hyperfine_is_found_again(void **state)
{
	double x[MOST], y[MOST];
	char text[2048];
	json_t *root = json_of("hyperfine.json");
	struct values a = times_of(root, 0, x), b = times_of(root, 1, y);

	(void)state;
	text_of("hyperfine.out", text, sizeof text);
	struct hyperfine h = peer_hyperfine(a, b);
	assert_close(h.ratio, after(text, "ran\n"), 0.005);
	assert_close(h.sd, after(strstr(text, "ran\n"), "±"), 0.005);
	text_of("welch_ttest.out", text, sizeof text);
	assert_near(peer_welch_p(a, b), after(text, "p ="), 1e-9);
	json_decref(root);
}

static struct values repetitions_of(const char *name, const char *clock, double *room)
{
	json_t *root = json_of(name);
	const json_t *all = json_object_get(root, "benchmarks");
	size_t n = json_array_size(all);

	assert_true(n > 1 && n <= MOST);
	for (size_t i = 0; i < n; i++)
		room[i] = json_number_value(json_object_get(json_array_get(all, i), clock));
	json_decref(root);
	return (struct values){room, n};
}

static void the_p_values_of_compare_py_are_found_again(void **state)
{
	static const char *const clocks[] = {"real_time", "cpu_time"};
	double x[MOST], y[MOST], want[2];
	char text[2048];

	(void)state;
	text_of("compare.out", text, sizeof text);
	const char *line = strstr(text, "_pvalue");
	assert_non_null(line);
	want[0] = after(line, "_pvalue");
	want[1] = after(line + strlen("_pvalue") + 20, " ");
	for (size_t i = 0; i < 2; i++) {
		struct values a = repetitions_of("compare_old.json", clocks[i], x);
		struct values b = repetitions_of("compare_new.json", clocks[i], y);
		assert_close(peer_compare_py_p(a, b), want[i], 0.00005);
		/* The exact test says the same at 9 + 9. */
		assert_int_equal(peer_benchstat_p(a, b) < 0.05, want[i] < 0.05);
	}
}

static struct values lines_of(const char *name, double *room)
{
	char text[2048], *rest = text;
	size_t n = 0;

	text_of(name, text, sizeof text);
	for (char *line = text; *line && n < MOST; line = rest) {
		rest = line + strcspn(line, "\n");
		*rest++ = '\0';
		assert_true(as_parse_double(line, &room[n++]));
	}
	return (struct values){room, n};
}

/* Both are drawn at random: 100 000 times by criterion, 20 000 here. */
static void what_criterion_says_of_a_change_is_found_again(void **state)
{
	static const char *const names[] = {"criterion_new", "criterion_less"};
	double x[MOST], y[MOST];

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		char text[1024], file[40];
		snprintf(file, sizeof file, "%s.out", names[i]);
		text_of(file, text, sizeof text);
		snprintf(file, sizeof file, "%s.txt", names[i]);
		struct values old = lines_of("criterion_old.txt", x), new = lines_of(file, y);
		struct criterion c = peer_criterion(old, new, 20000, 1);
		assert_int_equal(old.n, 100);
		assert_close(c.p, after(text, "p ="), 0.015);
		assert_close(100 * c.lo, after(text, "change: ["), 0.03);
		const char *change = strstr(text, "change: [");
		assert_close(100 * c.change, after(change, "% "), 0.0001);
		assert_close(100 * c.hi, after(strstr(change, "% ") + 2, "% "), 0.03);
		assert_int_equal(c.said, strstr(text, "regressed") != NULL);
		assert_int_equal(c.p < 0.05, strstr(text, "No change") == NULL);
	}
}

/* pyperf was not run: these are entries of its table and its formula by hand. */
static void pyperf_pools_all_values_and_takes_t_from_a_table(void **state)
{
	const double a[] = {10, 12, 11, 13}, b[] = {13, 15, 14, 16};
	double many[MOST];
	struct pyperf r = peer_pyperf((struct values){a, 4}, (struct values){b, 4});

	(void)state;
	assert_near(r.t, -3 / sqrt(2 * (5.0 / 3) / 4), 1e-12);
	assert_near(r.critical, 2.447, 1e-12);
	assert_true(r.significant);
	for (size_t i = 0; i < MOST; i++)
		many[i] = (double)(i % 7);
	assert_near(peer_pyperf((struct values){many, 60}, (struct values){many, 60}).critical,
		1.984, 1e-12);
	assert_near(peer_pyperf((struct values){many, 16}, (struct values){many, 16}).critical,
		2.042, 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_summary_of_hyperfine_is_found_again),
		cmocka_unit_test(the_p_values_of_compare_py_are_found_again),
		cmocka_unit_test(what_criterion_says_of_a_change_is_found_again),
		cmocka_unit_test(pyperf_pools_all_values_and_takes_t_from_a_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
