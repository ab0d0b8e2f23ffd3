/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is sent: experiments of the native format, one after another, are kept. */
#include <string.h>

#include "base/json/json.h"
#include "cli/serve/site.h"
#include "cli/serve/tokens.h"
#include "format/native/native.h"

/* A body that is being kept. */
struct receiving {
	struct as_visit *v;
	struct as_store *store;
	struct as_json j;
	size_t n, fresh; /* experiments, and those that were not there */
};

/* The length of the first document among bytes: up to the } that closes its {. */
static size_t document_length(const char *s, size_t n)
{
	bool in_text = false;
	size_t depth = 0;

	for (size_t i = 0; i < n; i++) {
		if (in_text && s[i] == '\\')
			i++;
		else if (s[i] == '"')
			in_text = !in_text;
		else if (!in_text && (s[i] == '{' || s[i] == '['))
			depth++;
		else if (!in_text && (s[i] == '}' || s[i] == ']') && depth && !--depth)
			return i + 1;
	}
	return n;
}

static size_t blank_length(const char *s, size_t n)
{
	size_t i = 0;

	while (i < n && strchr(" \t\r\n\x1e", s[i]) && s[i])
		i++;
	return i;
}

/* ---- the same? ---- */

static enum as_status add_bytes(void *to, const char *bytes, size_t n, struct as_err *err)
{
	as_text_add_n(to, bytes, n);
	return as_text_finish(to, err);
}

/* What was measured; not what a user says of it, which each store has for itself. */
static enum as_status write_measured(
	struct as_experiment *x, struct as_text *out, struct as_err *err)
{
	const struct as_sink to = {.write = add_bytes, .to = out};
	struct as_experiment bare = *x;

	bare.label = bare.note = NULL;
	bare.pinned = bare.shown = false;
	return as_native_write(&bare, &to, err);
}

static enum as_status compare_twin(
	struct as_experiment *x, struct as_experiment *old, bool *same, struct as_err *err)
{
	struct as_text a = {0}, b = {0};
	enum as_status st = write_measured(x, &a, err);

	if (!st)
		st = write_measured(old, &b, err);
	*same = !st && a.len == b.len && !memcmp(as_text_str(&a), as_text_str(&b), a.len);
	as_text_release(&a);
	as_text_release(&b);
	return st;
}

/* *there: it is kept already, as it is. One that was interrupted then is replaced by what came of it. */
static enum as_status look_for_twin(
	struct receiving *r, struct as_experiment *x, int64_t *there, struct as_err *err)
{
	struct as_experiment *old = NULL;
	bool same = false;
	enum as_status st = as_store_has(r->store, x->uuid, there, err);

	if (st || !*there)
		return st;
	st = as_store_get(r->store, *there, &old, err);
	if (!st)
		st = compare_twin(x, old, &same, err);
	const bool goes_on = !st && old->plan.outcome == AS_OUTCOME_INTERRUPTED &&
			     x->plan.outcome != AS_OUTCOME_INTERRUPTED;
	as_experiment_free(old);
	if (!st && !same && goes_on)
		*there = 0;
	else if (!st && !same)
		st = as_fail(err, AS_ERR_REFUSED,
			"an experiment %s is kept already, as number %lld, and it is another one: "
			"two of one uuid cannot be kept",
			x->uuid, (long long)*there);
	return st;
}

/* ---- keeping ---- */

static void tell(struct receiving *r, const struct as_experiment *x, int64_t id, bool fresh)
{
	as_json_open_flat(&r->j, '{');
	as_json_key_string(&r->j, "uuid", x->uuid);
	as_json_key_int(&r->j, "id", id);
	as_json_key_bool(&r->j, "new", fresh);
	as_json_close(&r->j, '}');
	r->n++;
	r->fresh += fresh;
}

/* Analysed and put; x goes. */
static enum as_status keep_experiment(
	struct receiving *r, struct as_experiment *x, struct as_err *err)
{
	struct as_result result = {0};
	int64_t there = 0;

	if (!as_visit_may_see_all(r->v, x)) {
		as_experiment_free(x);
		r->v->answer->status = 403;
		return as_fail(err, AS_ERR_REFUSED,
			"this token is of the project %.200s alone, and what was sent is not",
			r->v->ask->who.project);
	}
	enum as_status st = look_for_twin(r, x, &there, err);
	if (st || there) {
		if (!st)
			tell(r, x, there, false);
		as_experiment_free(x);
		return st;
	}
	st = as_result_init_kept(&result, x, err);
	if (!st)
		st = as_store_put(r->store, result.x, &result.analyses[0], err);
	if (!st)
		tell(r, result.x, result.x->id, true);
	as_result_release(&result);
	return st;
}

static enum as_status receive_one(
	struct receiving *r, const char *bytes, size_t n, struct as_err *err)
{
	struct as_bytes document = {.bytes = bytes, .n = n};
	const struct as_source from = as_source_of(&document);
	struct as_experiment *x = NULL;
	const enum as_status st = as_native_read(&from, "the body", &x, err);

	if (st == AS_ERR_DATA)
		r->v->answer->status = 400;
	return st ? st : keep_experiment(r, x, err);
}

/* All of them, in their order; those before one that cannot be kept stay. */
static enum as_status receive_all(struct receiving *r, struct as_err *err)
{
	const char *s = r->v->ask->body;
	size_t left = r->v->ask->n_body, found = 0;
	enum as_status st = AS_OK;

	for (size_t n; !st; s += n, left -= n, found++) {
		n = blank_length(s, left);
		s += n;
		left -= n;
		if (!left)
			break;
		n = document_length(s, left);
		st = receive_one(r, s, n, err);
	}
	if (st || found)
		return st;
	/* what lies between has dropped the body: 200 would say that all of it is there */
	r->v->answer->status = 400;
	return as_fail(err, AS_ERR_DATA, "there is no experiment in the body, which has %zu bytes",
		r->v->ask->n_body);
}

static enum as_status note(const struct receiving *r, struct as_err *err)
{
	const char *what = as_arena_printf(r->v->ask->arena, "sent %zu experiment%s, %zu new", r->n,
		r->n == 1 ? "" : "s", r->fresh);

	return what ? as_served_log(r->v->site->place.path, r->v->ask->who.name, what, err)
		    : as_fail_memory(err);
}

enum as_status as_api_receive(struct as_visit *v, struct as_err *err)
{
	struct as_text t = {0};
	struct receiving r = {.v = v};
	enum as_status st = as_site_to_write(v->site, &r.store, err);

	as_json_init(&r.j, &t, 0);
	as_json_open(&r.j, '{');
	as_json_key_string(&r.j, "schema", "assay-received-1");
	as_json_key(&r.j, "experiments");
	as_json_open(&r.j, '[');
	if (!st)
		st = receive_all(&r, err);
	as_json_close(&r.j, ']');
	as_json_close(&r.j, '}');
	as_text_char(&t, '\n');
	/* what was kept before something failed stays, and is put onto the disk as well */
	struct as_err late = {0};
	if (r.fresh && as_store_settle(r.store, &late) && !st && err) {
		*err = late;
		st = late.code;
	}
	if (r.n && note(&r, &late) && !st && err) {
		*err = late;
		st = late.code;
	}
	as_site_written(v->site);
	as_known_shrink();
	if (st) {
		as_text_release(&t);
		return st;
	}
	(void)pthread_mutex_lock(&v->site->lock);
	v->site->received += r.fresh;
	(void)pthread_mutex_unlock(&v->site->lock);
	v->answer->status = r.fresh ? 201 : 200;
	return as_visit_data(v, AS_TYPE_JSON, NULL, &t, err);
}
