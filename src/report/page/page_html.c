/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/page/page_served.h"

#include <string.h>

#include "report/page_bundle.h"

bool as_page_is_built(void)
{
	return sizeof page_script > 1 && sizeof page_style > 1;
}

/* Text between tags, and inside of quotes. */
static void add_text(struct as_text *t, const char *s)
{
	for (; *s; s++)
		switch (*s) {
		case '<':
			as_text_add(t, "&lt;");
			break;
		case '>':
			as_text_add(t, "&gt;");
			break;
		case '&':
			as_text_add(t, "&amp;");
			break;
		case '"':
			as_text_add(t, "&quot;");
			break;
		default:
			as_text_char(t, *s);
		}
}

/*
 * A document inside of a script element. JSON has these characters in strings only, where an escape
 * says the same: so nothing in it ends the element (</script>) or begins a comment (<!--), and what
 * ends lines of old scripts (U+2028, U+2029) is none.
 */
static void add_document(struct as_text *t, const char *json)
{
	for (const char *s = json; *s;) {
		const size_t n = strcspn(s, "<>&\xE2");
		as_text_add_n(t, s, n);
		s += n;
		if (!*s)
			break;
		if (!strncmp(s, "\xE2\x80\xA8", 3) || !strncmp(s, "\xE2\x80\xA9", 3)) {
			as_text_add(t, s[2] == '\xA8' ? "\\u2028" : "\\u2029");
			s += 3;
			continue;
		}
		if (*s == '\xE2')
			as_text_char(t, *s);
		else
			as_text_addf(t, "\\u%04x", (unsigned char)*s);
		s++;
	}
}

const char *as_page_script(size_t *n)
{
	*n = sizeof page_script - 1;
	return page_script;
}

const char *as_page_style_sheet(size_t *n)
{
	*n = sizeof page_style - 1;
	return page_style;
}

const char *as_page_version(void)
{
	return page_version;
}

static void add_head(struct as_text *t, const char *title)
{
	as_text_add(t, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		"script-src 'sha256-");
	as_text_add(t, page_hash);
	as_text_add(t, "'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
		"form-action 'none'\">\n"
		"<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
		"<meta name=\"generator\" content=\"assay\">\n"
		"<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
	add_text(t, title);
	as_text_add(t, "</title>\n<style>");
	as_text_add_n(t, page_style, sizeof page_style - 1);
	as_text_add(t, "</style>\n</head>\n");
}

static void add_documents(struct as_text *t, const struct as_page_view *view, size_t n)
{
	as_text_add(t, "<body>\n<div id=\"page\"></div>\n<noscript>\n");
	for (size_t i = 0; i < n; i++) {
		as_text_add(t, "<pre>");
		add_text(t, view[i].plain);
		as_text_add(t, "</pre>\n");
	}
	as_text_add(t, "</noscript>\n");
	for (size_t i = 0; i < n; i++) {
		as_text_add(t, "<script type=\"application/json\" class=\"view\">");
		add_document(t, view[i].json);
		as_text_add(t, "</script>\n");
	}
}

void as_page_html(struct as_text *t, const char *title, const struct as_page_view *view, size_t n)
{
	add_head(t, title);
	add_documents(t, view, n);
	as_text_add(t, "<script>");
	as_text_add_n(t, page_script, sizeof page_script - 1);
	as_text_add(t, "</script>\n</body>\n</html>\n");
}

/* Where script and style are. */
static void add_place(struct as_text *t, const char *up, const char *file)
{
	if (up)
		as_text_addf(t, "%s%s", up, file);
	else
		as_text_addf(t, "/%s?v=%s", file, as_page_version());
}

void as_page_shell(struct as_text *t, const char *title, const char *up,
	const struct as_page_view *view, size_t n)
{
	as_text_add(t, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
		"<link rel=\"icon\" href=\"data:,\">\n<title>");
	add_text(t, title);
	as_text_add(t, "</title>\n<link rel=\"stylesheet\" href=\"");
	add_place(t, up, "page.css");
	as_text_add(t, "\">\n</head>\n");
	add_documents(t, view, n);
	as_text_add(t, "<script src=\"");
	add_place(t, up, "page.js");
	as_text_add(t, "\"></script>\n</body>\n</html>\n");
}
