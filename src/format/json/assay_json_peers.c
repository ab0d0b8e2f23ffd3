/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/json/assay_json_parts.h"

static void add_estimate(struct as_json *j, const struct as_metric *metric,
	const struct as_peer_estimate *e)
{
	as_json_open_flat(j, '{');
	as_json_key_string(j, "tool", as_peer_tools[e->tool].name);
	as_json_key_int(j, "subject", (int64_t)e->subject);
	as_json_key_string(j, "metric", metric->name);
	as_json_key_int(j, "n", (int64_t)e->n);
	as_json_key_int(j, "n_failed", (int64_t)e->n_failed);
	as_json_key_double(j, "centre", e->centre);
	as_json_key_double(j, "spread", e->spread);
	as_json_key_double(j, "lo", e->lo);
	as_json_key_double(j, "hi", e->hi);
	as_json_close(j, '}');
}

static void add_change(struct as_json *j, const struct as_metric *metric,
	const struct as_peer_change *c)
{
	const struct as_peer_tool *tool = c->tool == AS_PEERS ? NULL : &as_peer_tools[c->tool];

	as_json_open(j, '{');
	as_json_key_string(j, "tool", tool ? tool->name : NULL);
	as_json_key_int(j, "subject", (int64_t)c->subject);
	as_json_key_int(j, "reference", (int64_t)c->reference);
	as_json_key_string(j, "metric", metric->name);
	as_json_key_string(j, "refused", *c->refused ? c->refused : NULL);
	as_json_key_string(j, "finding", as_peer_findings[c->finding]);
	as_json_key_string(j, "word", tool ? tool->word[c->finding] : NULL);
	as_json_key_double(j, "ratio", c->ratio);
	as_json_key_double(j, "sd", c->sd);
	as_json_key_double(j, "lo", c->lo);
	as_json_key_double(j, "hi", c->hi);
	as_json_key_double(j, "p", c->p);
	as_json_key_double(j, "t", c->t);
	as_json_key_double(j, "t_limit", c->limit);
	as_json_key_int(j, "n", (int64_t)c->n);
	as_json_key_int(j, "n_reference", (int64_t)c->n_reference);
	as_json_close(j, '}');
}

void as_json_key_peers(struct as_json *j, const struct as_metric *metric, const struct as_peers *p)
{
	as_json_key(j, "beside");
	as_json_open(j, '{');
	as_json_key(j, "subjects");
	as_json_open(j, '[');
	for (size_t i = 0; p && i < p->n; i++)
		if (p->v[i].tool != AS_PEERS)
			add_estimate(j, metric, &p->v[i]);
	as_json_close(j, ']');
	as_json_key(j, "comparisons");
	as_json_open(j, '[');
	for (size_t i = 0; p && i < p->n_changes; i++)
		add_change(j, metric, &p->c[i]);
	as_json_close(j, ']');
	as_json_close(j, '}');
}
