/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document of machines: where results are from, and what identical programs differ by there. */
#include <math.h>
#include <string.h>

#include "report/page/page_served_parts.h"
#include "say/say_words.h"
#include "say/when.h"

static void add_share(struct as_json *j, const struct as_style *style, const char *key, double x)
{
	struct as_text t = {0};

	if (isfinite(x))
		as_say(&t, style, MACHINE_SHARE, x);
	as_page_key(j, key, &t);
}

static void add_way(struct as_json *j, const struct as_style *style, const char *word,
	const struct as_noise_way *w)
{
	struct as_text alarms = {0};

	as_json_open_flat(j, '{');
	as_json_key_string(j, "way", word);
	add_share(j, style, "differ", w->known ? w->differ : (double)NAN);
	add_share(j, style, "smallest", w->known ? w->smallest : (double)NAN);
	if (w->comparisons)
		as_say(&alarms, style, NOISE_ALARMS, w->alarms, w->comparisons, 100 * w->rate_lo,
			100 * w->rate_hi);
	as_page_key(j, "alarms", &alarms);
	as_json_close(j, '}');
}

static void add_profile(struct as_json *j, const struct as_style *style, const struct as_noise *n)
{
	static const char *const ways[AS_NOISE_WAYS] = {"rounds", "sequence", "sessions"};
	const struct as_profile *p = n->profile;
	struct as_text sessions = {0}, day = {0};

	as_json_open_flat(j, '{');
	as_page_neutral(j, "host", p->host);
	as_page_neutral(j, "metric", p->metric);
	as_page_neutral(j, "command", p->command);
	as_page_neutral(j, "build", *p->build ? p->build : NULL);
	as_page_neutral(j, "environment", p->environment_id);
	as_say(&sessions, style, MACHINE_SESSIONS, n->n_sessions);
	as_page_key(j, "sessions", &sessions);
	as_when_add(&day, p->sessions[p->n_sessions - 1].ended_ns, 0, AS_WHEN_SHORT);
	as_page_key(j, "day", &day);
	add_share(j, style, "unit", n->unit.sd);
	add_share(j, style, "session", n->session.sd);
	as_json_key(j, "ways");
	as_json_open(j, '[');
	for (size_t i = 0; i < AS_NOISE_WAYS; i++)
		add_way(j, style, ways[i], &n->way[i]);
	as_json_close(j, ']');
	as_json_close(j, '}');
}

static void add_host(
	struct as_json *j, const struct as_style *style, const struct as_page_host *host)
{
	struct as_text results = {0}, day = {0};

	as_json_open_flat(j, '{');
	as_page_neutral(j, "host", host->name);
	as_say(&results, style, MACHINE_RESULTS, host->results);
	as_page_key(j, "results", &results);
	as_when_add(&day, host->newest_ns, 0, AS_WHEN_SHORT);
	as_page_key(j, "day", &day);
	as_json_close(j, '}');
}

void as_page_machines(
	struct as_text *t, const struct as_style *style, const struct as_page_machines *m)
{
	const struct as_style page = as_page_style(style, false);
	struct as_text answer = {0};
	struct as_json j;

	as_json_init(&j, t, 0);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-view-machines-1");
	as_say(&answer, &page, MACHINES_KNOWN, m->n_hosts, m->n);
	as_page_key(&j, "answer", &answer);
	as_json_key(&j, "hosts");
	as_json_open(&j, '[');
	for (size_t i = 0; i < m->n_hosts; i++)
		add_host(&j, &page, &m->hosts[i]);
	as_json_close(&j, ']');
	as_json_key(&j, "profiles");
	as_json_open(&j, '[');
	for (size_t i = 0; i < m->n; i++)
		add_profile(&j, &page, &m->v[i]);
	as_json_close(&j, ']');
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}
