/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/json/assay_json.h"
#include "format/json/assay_json_parts.h"
#include "model/answer/history/bisected.h"

static void add_ratio(struct as_json *j, const char *key, const double ratio[static 3])
{
	as_json_key(j, key);
	as_json_open_flat(j, '{');
	as_json_key_double(j, "ratio", ratio[0]);
	as_json_key_double(j, "lo", ratio[1]);
	as_json_key_double(j, "hi", ratio[2]);
	as_json_close(j, '}');
}

static void add_commit(struct as_json *j, const struct as_bisected_commit *c)
{
	static const char *const fates[] = {[AS_BISECTED_RUNS] = "runs",
		[AS_BISECTED_NOT_BUILT] = "not built", [AS_BISECTED_NOT_RUN] = "not run",
		[AS_BISECTED_SAME] = "same as before"};

	as_json_open_flat(j, '{');
	as_json_key_string(j, "commit", c->commit->id);
	as_json_key_string(j, "subject", c->commit->subject);
	as_json_key_string(j, "fate", fates[c->fate]);
	as_json_key_int(j, "rounds", (int64_t)c->rounds);
	as_json_key_double(j, "probability", c->share);
	as_json_key_bool(j, "likely", c->likely);
	as_json_close(j, '}');
}

static void add_found(struct as_json *j, const struct as_bisected_culprit *f)
{
	as_json_open(j, '{');
	as_json_key_int(j, "first", (int64_t)f->first);
	as_json_key_int(j, "last", (int64_t)f->last);
	as_json_key_double(j, "probability", f->share);
	add_ratio(j, "change", f->ratio);
	add_ratio(j, "elsewhere", f->rest);
	as_json_close(j, '}');
}

static void add_lists(struct as_json *j, const struct as_bisected *b)
{
	as_json_key(j, "found");
	as_json_open(j, '[');
	for (size_t i = 0; i < b->n_found; i++)
		add_found(j, &b->found[i]);
	as_json_close(j, ']');
	as_json_key(j, "touched");
	as_json_open(j, '[');
	for (size_t i = 0; b->touched && b->touched[i]; i++)
		as_json_string(j, b->touched[i]);
	as_json_close(j, ']');
	as_json_key(j, "commits");
	as_json_open(j, '[');
	for (size_t i = 0; i <= b->n; i++)
		add_commit(j, &b->v[i]);
	as_json_close(j, ']');
}

void as_json_bisected(struct as_text *t, const struct as_bisected *b)
{
	static const char *const outcomes[] = {[AS_BISECTED_STOPPED] = "stopped",
		[AS_BISECTED_FOUND] = "found", [AS_BISECTED_ALIKE] = "alike",
		[AS_BISECTED_SPENT] = "spent", [AS_BISECTED_STUCK] = "stuck"};
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-bisect-1");
	as_json_key_string(&j, "command", b->command);
	as_json_key_string(&j, "good", b->good);
	as_json_key_string(&j, "bad", b->bad);
	as_json_key_string(&j, "metric", b->metric.name);
	as_json_key_double(&j, "confidence", b->confidence);
	as_json_key_string(&j, "outcome", outcomes[b->outcome]);
	as_json_key_int(&j, "rounds", (int64_t)b->rounds);
	as_json_key_int(&j, "candidates", (int64_t)b->candidates);
	as_json_key_int(&j, "executions", (int64_t)b->executions);
	add_ratio(&j, "ends", b->ratio);
	as_json_key_double(&j, "two", b->two);
	add_lists(&j, b);
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}
