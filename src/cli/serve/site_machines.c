/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Machines: where results are from, and what identical programs differ by there. */
#include <string.h>

#include "analyse/compare/noise_floor.h"
#include "cli/screen_out.h"
#include "cli/serve/site.h"
#include "format/json/assay_json.h"

enum { PROFILES = 500 };

/* The hosts of results; of those of a project alone where who asks sees no other. */
static enum as_status find_hosts(
	struct as_visit *v, struct as_page_host **out, size_t *n, struct as_err *err)
{
	const struct as_store_query all = {.project = v->ask->who.project};
	struct as_listing *l = NULL;
	size_t of = 0;
	enum as_status st = as_store_list(v->store, &all, v->ask->arena, &l, &of, err);
	struct as_page_host *hosts = st ? NULL : as_arena_array(v->ask->arena, of, sizeof *hosts);

	*n = 0;
	*out = hosts;
	if (st || !hosts)
		return st ? st : as_fail_memory(err);
	for (size_t i = 0; i < of; i++) {
		size_t k = 0;
		if (!l[i].host)
			continue;
		while (k < *n && strcmp(hosts[k].name, l[i].host) != 0)
			k++;
		*n += k == *n;
		hosts[k].name = l[i].host;
		hosts[k].results++;
		if (l[i].started_ns > hosts[k].newest_ns)
			hosts[k].newest_ns = l[i].started_ns;
	}
	return AS_OK;
}

/* Profiles are of no project: who sees one alone sees none of them. */
static enum as_status find_noise(
	struct as_visit *v, struct as_noise **out, size_t *n, struct as_err *err)
{
	const struct as_store_profile_query all = {0};
	struct as_profile *p = NULL;

	*n = 0;
	*out = NULL;
	if (v->ask->who.project)
		return AS_OK;
	enum as_status st = as_store_get_profiles(v->store, &all, v->ask->arena, &p, n, err);
	*n = *n < PROFILES ? *n : PROFILES;
	*out = st ? NULL : as_arena_array(v->ask->arena, *n, sizeof **out);
	if (!st && !*out)
		st = as_fail_memory(err);
	for (size_t i = 0; !st && i < *n; i++)
		as_noise_of(&p[i], &(*out)[i]);
	return st;
}

enum as_status as_page_of_machines(struct as_visit *v, struct as_err *err)
{
	const struct as_style style = as_screen_style(&v->cli);
	struct as_text text[2] = {{0}, {0}};
	struct as_page_machines m = {0};
	enum as_status st = find_hosts(v, &m.hosts, &m.n_hosts, err);

	if (!st)
		st = find_noise(v, &m.v, &m.n, err);
	if (st)
		return st;
	as_page_machines(&text[0], &style, &m);
	for (size_t i = 0; i < m.n_hosts; i++) {
		as_text_add_neutral(&text[1], m.hosts[i].name, strlen(m.hosts[i].name), 0);
		as_text_char(&text[1], '\n');
	}
	return as_visit_show_one(v, "Machines", "machines", "machines", text, err);
}

enum as_status as_api_machines(struct as_visit *v, struct as_err *err)
{
	struct as_text t = {0};
	struct as_noise *noise = NULL;
	size_t n = 0;
	enum as_status st = find_noise(v, &noise, &n, err);

	if (st)
		return st;
	as_text_add(&t, "{\"schema\":\"assay-machines-1\",\"profiles\":[\n");
	for (size_t i = 0; i < n; i++) {
		as_text_add(&t, i ? ",\n" : "");
		as_json_noise(&t, &noise[i]);
	}
	as_text_add(&t, "]}\n");
	return as_visit_data(v, AS_TYPE_JSON, NULL, &t, err);
}

static void add_row(struct as_text *t, const struct as_noise *n, size_t way)
{
	static const char *const words[AS_NOISE_WAYS] = {"rounds", "sequence", "sessions"};
	const struct as_noise_way *w = &n->way[way];

	as_csv_text(t, true, n->profile->host);
	as_csv_text(t, false, n->profile->environment_id);
	as_csv_text(t, false, n->profile->metric);
	as_csv_text(t, false, n->profile->command);
	as_csv_number(t, (double)n->n_sessions);
	as_csv_text(t, false, words[way]);
	as_csv_number(t, w->sd);
	as_csv_number(t, w->differ);
	as_csv_number(t, w->smallest);
	as_csv_number(t, (double)w->comparisons);
	as_csv_number(t, (double)w->alarms);
	as_text_char(t, '\n');
}

enum as_status as_api_machines_csv(struct as_visit *v, struct as_err *err)
{
	struct as_text t = {0};
	struct as_noise *noise = NULL;
	size_t n = 0;
	enum as_status st = find_noise(v, &noise, &n, err);

	if (st)
		return st;
	as_text_add(&t, "host,environment,metric,command,sessions,way,sd,differ,smallest,"
			"comparisons,alarms\n");
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < AS_NOISE_WAYS; k++)
			if (noise[i].way[k].known)
				add_row(&t, &noise[i], k);
	return as_visit_data(v, AS_TYPE_CSV, "machines.csv", &t, err);
}
