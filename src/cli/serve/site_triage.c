/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An alert is dealt with from a page, or by whoever has a token: the body says which, and what it was
 * when it was looked at, so that of two who deal with one the second is told. */
#include <string.h>

#include "analyse/history/alert_life.h"
#include "base/json/json.h"
#include "base/json/json_read.h"
#include "cli/serve/site.h"
#include "cli/serve/tokens.h"
#include "clock/clock.h"
#include "model/fields/vocabulary.h"
#include "store/store_alerts.h"

enum { REASON_BYTES = 2000, TRIES = 3 };

struct triage {
	int64_t id, edits; /* of the alert; edits: as it was seen */
	enum as_alert_state to;
	const char *reason;
};

static const enum as_alert_state states[] = {
	AS_ALERT_ACKNOWLEDGED, AS_ALERT_EXPECTED, AS_ALERT_CONFIRMED};
enum { STATES = sizeof states / sizeof *states };

bool as_triage_may(const struct as_alert *a, enum as_alert_state to)
{
	return a->state != to && as_alert_may(a->state, to);
}

static bool read_state(const char *word, enum as_alert_state *out)
{
	for (size_t i = 0; i < STATES; i++)
		if (!strcmp(word, as_word(&as_alert_words, states[i]))) {
			*out = states[i];
			return true;
		}
	return false;
}

static void read_member(
	struct as_json_reader *r, const char *key, struct as_arena *a, struct triage *out)
{
	if (!strcmp(key, "id")) {
		out->id = as_json_read_int(r, 1, INT64_MAX);
	} else if (!strcmp(key, "edits")) {
		out->edits = as_json_read_int(r, 0, INT64_MAX);
	} else if (!strcmp(key, "to")) {
		const char *word = as_json_read_string(r, NULL);
		if (!as_json_failed(r) && !read_state(word, &out->to))
			as_json_bad(r, "expected acknowledged, expected or confirmed");
	} else if (!strcmp(key, "reason")) {
		out->reason = as_arena_strdup(a, as_json_read_string(r, NULL));
	} else {
		as_json_bad(r, "expected id, edits, to or reason");
	}
}

static enum as_status read_body(struct as_visit *v, struct triage *out, struct as_err *err)
{
	struct as_bytes bytes = {.bytes = v->ask->body, .n = v->ask->n_body};
	const struct as_source from = as_source_of(&bytes);
	struct as_json_reader *r = as_json_reader_new(&from, "the body");
	const char *key = NULL;

	*out = (struct triage){.edits = -1, .to = AS_ALERT_STATES};
	if (!r)
		return as_fail_memory(err);
	as_json_enter(r, '{');
	while (as_json_member(r, &key))
		read_member(r, key, v->ask->arena, out);
	as_json_read_end(r);
	enum as_status st = as_json_reader_finish(r, err);
	as_json_reader_free(r);
	if (!st && (!out->id || out->edits < 0 || out->to == AS_ALERT_STATES || !out->reason ||
			   !out->reason[strspn(out->reason, " ")] ||
			   strlen(out->reason) > REASON_BYTES))
		st = as_fail(err, AS_ERR_DATA,
			"an alert is dealt with by its id, the edits that it had, the state that "
			"it "
			"goes to, and a reason of at most %d bytes",
			(int)REASON_BYTES);
	if (st == AS_ERR_DATA)
		v->answer->status = 400;
	return st;
}

/* The one that is meant, as it was seen. */
static enum as_status find_alert(struct as_visit *v, struct as_alert *all, size_t n,
	const struct triage *t, struct as_alert **out, struct as_err *err)
{
	size_t i = 0;

	while (i < n && (all[i].id != t->id || !as_visit_may_see(v, all[i].project)))
		i++;
	*out = i < n ? &all[i] : NULL;
	if (i == n)
		return as_fail(err, AS_ERR_USAGE, "there is no alert %lld", (long long)t->id);
	if (all[i].edits != t->edits)
		return as_fail(err, AS_ERR_REFUSED,
			"alert %lld has changed meanwhile: it is %s%s%s", (long long)t->id,
			as_word(&as_alert_words, all[i].state), all[i].reason ? ", " : "",
			all[i].reason ? all[i].reason : "");
	return as_triage_may(&all[i], t->to)
		       ? AS_OK
		       : as_fail(err, AS_ERR_REFUSED, "alert %lld is %s, which does not become %s",
				 (long long)t->id, as_word(&as_alert_words, all[i].state),
				 as_word(&as_alert_words, t->to));
}

/* Once. AS_ERR_STORE: another process has written alerts meanwhile. */
static enum as_status deal(struct as_visit *v, struct as_store *store, const struct triage *t,
	struct as_alert *out, struct as_err *err)
{
	const struct as_alert_now now = {.ns = as_clock_date()};
	struct as_alert *all = NULL, *one = NULL;
	size_t n = 0;
	enum as_status st = as_store_alerts(store, v->ask->arena, &all, &n, err);

	if (!st)
		st = find_alert(v, all, n, t, &one, err);
	if (st)
		return st;
	one->reason = as_arena_printf(v->ask->arena, "%s (%s)", t->reason, v->ask->who.name);
	if (!one->reason || !as_alert_go(one, &now, t->to))
		return as_fail_memory(err);
	st = as_store_put_alerts(store, all, n, err);
	if (!st)
		*out = *one;
	return st;
}

static enum as_status note(const struct as_visit *v, const struct triage *t, struct as_err *err)
{
	const char *what = as_arena_printf(v->ask->arena, "alert %lld: %s, %s", (long long)t->id,
		as_word(&as_alert_words, t->to), t->reason);

	return what ? as_served_log(v->site->place.path, v->ask->who.name, what, err)
		    : as_fail_memory(err);
}

enum as_status as_api_triage(struct as_visit *v, struct as_err *err)
{
	struct as_store *store = NULL;
	struct as_text text = {0};
	struct as_alert done = {0};
	struct triage t;
	enum as_status st = read_body(v, &t, err);

	if (st)
		return st;
	st = as_site_to_write(v->site, &store, err);
	int tries = 0;
	do
		st = st ? st : deal(v, store, &t, &done, err);
	while (st == AS_ERR_STORE && ++tries < TRIES);
	if (!st)
		st = as_store_settle(store, err);
	as_site_written(v->site);
	if (!st)
		st = note(v, &t, err);
	if (st)
		return st;
	as_text_addf(&text,
		"{\"schema\":\"assay-dealt-1\",\"id\":%lld,\"state\":\"%s\",\"edits\":%lld}\n",
		(long long)done.id, as_word(&as_alert_words, done.state), (long long)done.edits);
	return as_visit_data(v, AS_TYPE_JSON, NULL, &text, err);
}
