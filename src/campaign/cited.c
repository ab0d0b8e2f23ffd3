/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/cited.h"

#include <string.h>

#include "analyse/compare/noise_floor.h"
#include "report/compare/noise_screen.h"
#include "report/draw/layout.h"
#include "store/store.h"

/* Quietly: what there is to say of the store is said where results are kept or read. */
static enum as_status read_profiles(struct as_profiles *p, struct as_err *err)
{
	const struct as_store_profile_query query = {.metric = p->metric};
	struct as_store_place place;
	struct as_store *store = NULL;

	if (as_store_locate(p->store, &place, NULL) ||
		!place.exists || as_store_open(place.path, AS_STORE_READ, &store, NULL))
		return AS_OK;
	enum as_status st = as_store_get_profiles(store, &query, p->arena, &p->v, &p->n, err);
	as_store_close(store);
	return st;
}

static bool same(const char *a, const char *b)
{
	return a && b && !strcmp(a, b);
}

/* The profiles of that metric, or why there is none. */
static enum as_status take_profiles(struct as_profiles *read, const char *metric,
	struct as_err *err)
{
	struct as_profiles fresh = {.arena = read->arena, .store = read->store,
		.metric = as_arena_strdup(read->arena, metric)};
	struct as_err why = {0};

	if (read->metric && !strcmp(read->metric, metric))
		return AS_OK;
	enum as_status st = fresh.metric ? read_profiles(&fresh, &why) : AS_ERR_MEM;
	if (st) {
		fresh.n = 0;
		fresh.refused = as_arena_strdup(read->arena, why.msg);
	}
	if (st == AS_ERR_MEM || (st && !fresh.refused))
		return as_fail_memory(err);
	*read = fresh;
	return AS_OK;
}

/* Those of this machine and environment; the others are counted. */
static size_t choose_fitting(const struct as_experiment *x, const struct as_profile *list, size_t n,
	struct as_noise *fit, struct as_cited *c)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		if (same(list[i].machine_id, x->machine.machine_id) &&
			same(list[i].environment_id, x->machine.environment_id)) {
			as_noise_of(&list[i], &fit[k++]);
		} else {
			c->others++;
			c->other = c->other ? c->other : list[i].host;
		}
	}
	return k;
}

enum as_status as_noise_cited(struct as_profiles *read, const struct as_place *at,
	struct as_cited *out, struct as_err *err)
{
	const struct as_experiment *x = at->x;
	const struct as_subject *s = &x->subjects[at->subject];
	struct as_cited c = {0};
	enum as_status st = take_profiles(read, x->metrics[at->metric].name, err);
	struct as_noise *noise = st ? NULL : as_arena_array(read->arena, read->n, sizeof *noise);

	if (!noise)
		return st ? st : as_fail_memory(err);
	c.refused = read->refused;
	size_t fit = choose_fitting(x, read->v, read->n, noise, &c);
	size_t own = as_noise_own(noise, fit, s->command ? s->command : "",
		s->build_command ? s->build_command : "");
	size_t beside = as_noise_beside(noise, fit, own);
	c.found = own < fit;
	if (c.found)
		c.noise = noise[own];
	c.has_beside = beside < fit;
	if (c.has_beside)
		c.beside = noise[beside];
	*out = c;
	return AS_OK;
}

enum as_status as_noise_cited_of(struct as_profiles *read, struct as_apart *p, struct as_cited *out,
	struct as_err *err)
{
	struct as_cited old = {0}, new = {0};
	enum as_status st = as_noise_cited(read, &p->old, &old, err);

	if (!st)
		st = as_noise_cited(read, &p->new, &new, err);
	if (st)
		return st;
	if (!old.found || !new.found) {
		*out = old.found ? new : old;
		return AS_OK;
	}
	p->between = as_noise_between(&old.noise, &new.noise);
	*out = new.noise.session.sd > old.noise.session.sd ? new : old;
	return AS_OK;
}

void as_noise_cite(const struct as_cited *c, const struct as_style *style, struct as_text *t)
{
	struct as_text body = {0};

	if (c->refused) {
		as_text_add_neutral(&body, c->refused, strlen(c->refused), 0);
		as_layout_body(t, style, "\n", 0, &body);
	} else if (c->found) {
		as_report_noise_line(t, style, &c->noise);
	} else if (style->verbose) {
		as_report_no_noise(t, style, c->others, c->other);
	}
}
