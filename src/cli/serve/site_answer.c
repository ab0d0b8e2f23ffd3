/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which page is at which path, and what is said where there is none. */
#include <string.h>

#include "cli/serve/site.h"

static const struct route {
	const char *path;
	as_visit_fn fn;
	struct as_serve_rule rule;
} routes[] = {
#define AS_ROUTE(path, fn) {path, fn, {.may = AS_MAY_READ}},
#define AS_DATA_AT(path, fn, rights, type, parameters, says) {path, fn, {.may = (rights)}},
#define AS_CHANGE(path, fn, right, bytes, type, says) {path, fn, {right, true, bytes}},
#include "cli/serve/routes.def"
#undef AS_ROUTE
#undef AS_DATA_AT
#undef AS_CHANGE
};

static const struct route *route_of(const char *path)
{
	for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++)
		if (!strcmp(routes[i].path, path))
			return &routes[i];
	return NULL;
}

const struct as_serve_rule *as_site_rule(void *site, const char *path)
{
	static const struct as_serve_rule page = {.may = AS_MAY_READ};
	const struct route *r = route_of(path);

	(void)site;
	return r ? &r->rule : &page;
}

static unsigned status_of(enum as_status st)
{
	switch ((int)st) {
	case AS_ERR_USAGE:
	case AS_ERR_ARG:
		return 404;
	case AS_ERR_REFUSED:
		return 409;
	case AS_ERR_MEM:
		return 503;
	default:
		return 500;
	}
}

/* What went wrong, as a page or as data. */
static void answer_error(struct as_visit *v, unsigned status, const char *words)
{
	struct as_text text[2] = {{0}, {0}};
	const bool data = !strncmp(v->ask->path, "/api/", 5);

	v->answer->status = status;
	as_text_clear(&v->answer->body);
	as_page_error(&text[0], status, words);
	as_text_addf(&text[1], "%s\n", words);
	if (data) {
		v->answer->type = AS_TYPE_JSON;
		v->answer->file = NULL;
		as_text_add(&v->answer->body, as_text_str(&text[0]));
		as_text_release(&text[0]);
		as_text_release(&text[1]);
	} else if (as_visit_show_one(v, "assay", "error", NULL, text, NULL)) {
		v->answer->body.failed = true;
	}
}

static enum as_status answer_route(struct as_visit *v, struct as_err *err)
{
	const struct route *r = route_of(v->ask->path);

	if (!r)
		return as_fail(err, AS_ERR_USAGE, "there is no page %.200s", v->ask->path);
	enum as_status st = as_site_refresh(v->site, err);
	if (st)
		return st;
	(void)as_site_stamp(v->site);
	return r->fn(v, err);
}

void as_site_answer(void *site, const struct as_serve_ask *ask, struct as_serve_answer *out)
{
	struct as_site *s = site;
	struct as_visit v = {.site = s, .ask = ask, .cli = *s->cli, .answer = out};
	struct as_err err = {0};

	v.cli.arena = ask->arena;
	const enum as_status st = answer_route(&v, &err);
	if (st)
		answer_error(&v, out->status != 200 ? out->status : status_of(st), err.msg);
}
