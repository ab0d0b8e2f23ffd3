/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which page is at which path, and what is said where there is none. */
#include <string.h>

#include "cli/serve/site.h"

static const struct route {
	const char *path;
	as_visit_fn fn;
	struct as_serve_rule rule;
	bool anew; /* it is not of the store alone: of the server, or of the hour */
} routes[] = {
#define AS_ROUTE(path, fn) {path, fn, {.may = AS_MAY_READ}, false},
#define AS_ROUTE_ANEW(path, fn) {path, fn, {.may = AS_MAY_READ}, true},
#define AS_ROUTE_LARGE(path, fn) {path, fn, {.may = AS_MAY_READ, .large = true}, false},
#define AS_DATA_AT(path, fn, rights, type, parameters, says) \
	{path, fn, {.may = (rights), .large = true}, false},
#define AS_DATA_ANEW(path, fn, rights, type, parameters, says) {path, fn, {.may = (rights)}, true},
#define AS_CHANGE(path, fn, right, bytes, type, says) \
	{path, fn, {.may = (right), .changes = true, .large = true, .most = (bytes)}, true},
#include "cli/serve/routes.def"
#undef AS_ROUTE
#undef AS_ROUTE_ANEW
#undef AS_ROUTE_LARGE
#undef AS_DATA_AT
#undef AS_DATA_ANEW
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

	/* its beginning was sent already: that it is not whole is all that can be told */
	v->answer->broken = v->answer->streamed;
	if (v->answer->streamed)
		return;
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

/* What is asked, of the store as it is now; false: the answer may be another one each time, or is for one alone.
 * A database does not say that a note has changed. */
static bool key_of(const struct as_visit *v, const struct route *r, struct as_text *key)
{
	const struct as_serve_ask *ask = v->ask;

	if (r->rule.changes || r->anew || ask->who.name || ask->who.csrf || ask->who.project ||
		v->site->in_files || as_store_is_address(v->site->place.path))
		return false;
	/* nothing of what is asked has a line break in it, but names may have a = */
	as_text_addf(key, "%s\n%d\n%u\n%s", v->told, v->site->signs, ask->who.may, ask->path);
	for (size_t i = 0; i < ask->n_parameters; i++)
		as_text_addf(key, "\n%s\n%s", ask->parameter[i].name, ask->parameter[i].value);
	return !key->failed;
}

static bool is_plain(const struct as_serve_answer *a)
{
	return a->status == 200 && !a->file && !a->streamed && !a->to && !a->cookie &&
	       a->keep == AS_SERVE_ANEW;
}

static bool give(struct as_visit *v, const struct as_text *key)
{
	(void)pthread_mutex_lock(&v->site->lock);
	const bool given = as_kept_answers_give(&v->site->kept, key, v->answer);
	(void)pthread_mutex_unlock(&v->site->lock);
	return given;
}

/* The answer of a route, or as it was given before. */
static enum as_status answer_once(struct as_visit *v, const struct route *r, struct as_err *err)
{
	struct as_text key = {0};
	enum as_status st = AS_OK;
	const bool keep = key_of(v, r, &key);

	if (!keep || !give(v, &key)) {
		st = r->fn(v, err);
		if (keep && !st && is_plain(v->answer)) {
			(void)pthread_mutex_lock(&v->site->lock);
			as_kept_answers_take(&v->site->kept, &key, v->answer);
			(void)pthread_mutex_unlock(&v->site->lock);
		}
	}
	as_text_release(&key);
	return st;
}

static enum as_status answer_route(struct as_visit *v, struct as_err *err)
{
	const struct route *r = route_of(v->ask->path);

	if (!r)
		return as_fail(err, AS_ERR_USAGE, "there is no page %.200s", v->ask->path);
	enum as_status st = as_visit_begin(v, err);
	return st ? st : answer_once(v, r, err);
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
	as_visit_end(&v);
}
