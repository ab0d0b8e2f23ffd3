/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "screen.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "report/draw/layout.h"

static const struct {
	const char *name;
	struct as_style style;
} styles[] = {
	{"80 columns", {.unicode = true, .width = 80}},
	{"60 columns", {.unicode = true, .width = 60}},
	{"120 columns", {.unicode = true, .width = 120}},
	{"80 columns, ASCII", {.width = 80}},
	{"80 columns, colour", {.unicode = true, .colour = true, .width = 80}},
	{"100 columns, verbose", {.unicode = true, .verbose = true, .width = 100}},
};

/* No line is too wide, ends in blanks, or holds a mark that should have become a blank. */
static void check_lines(const char *name, const char *text, size_t width)
{
	while (*text) {
		size_t n = strcspn(text, "\n");
		struct as_text line = {0};
		as_text_add_n(&line, text, n);
		const char *s = as_text_str(&line);
		if (as_layout_width(s) > width || (n && s[n - 1] == ' ') || strpbrk(s, "\x01\x02"))
			fail_msg("%s, at most %zu columns: bad line '%s'", name, width, s);
		as_text_release(&line);
		text += n + (text[n] == '\n');
	}
}

/* What the file holds, "" if it is not there. */
static void read_file(const char *path, struct as_text *out)
{
	char part[4096];
	FILE *f = fopen(path, "r");
	size_t n = 0;

	while (f && (n = fread(part, 1, sizeof part, f)) > 0)
		as_text_add_n(out, part, n);
	if (f)
		fclose(f);
}

static void write_file(const char *path, const struct as_text *text)
{
	FILE *f = fopen(path, "w");

	if (!f || fwrite(as_text_str(text), 1, text->len, f) != text->len || fclose(f) != 0)
		fail_msg("cannot write '%s'", path);
}

void screen_check(const char *name, screen_fn make, void *data)
{
	struct as_text got = {0}, want = {0}, path = {0};

	for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++) {
		as_text_addf(&got, "======== %s\n", styles[i].name);
		size_t from = got.len;
		make(&got, &styles[i].style, data);
		check_lines(styles[i].name, as_text_str(&got) + from, (size_t)styles[i].style.width);
	}
	assert_int_equal(as_text_finish(&got, NULL), AS_OK);
	as_text_addf(&path, "%s/report/%s.txt", AS_GOLDEN_DIR, name);
	if (getenv("ASSAY_REWRITE_GOLDEN"))
		write_file(as_text_str(&path), &got);
	read_file(as_text_str(&path), &want);
	assert_string_equal(as_text_str(&got), as_text_str(&want));
	as_text_release(&got);
	as_text_release(&want);
	as_text_release(&path);
}
