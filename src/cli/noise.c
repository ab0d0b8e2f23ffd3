/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/noise.h"

#include <string.h>

#include "analyse/noise.h"
#include "cli/screen.h"
#include "report/layout.h"
#include "report/noise.h"
#include "store/store.h"

/* Quietly: what there is to say of the store is said where results are kept or read. */
static enum as_status read_profiles(struct as_cli *cli, const char *metric, struct as_profile **out,
	size_t *n, struct as_err *err)
{
	const struct as_store_profile_query query = {.metric = metric};
	struct as_store_place place;
	struct as_store *store = NULL;

	if (as_store_locate(as_args_value(cli->args, AS_OPT_STORE), &place, NULL) || !place.exists ||
		as_store_open(place.path, AS_STORE_READ, &store, NULL))
		return AS_OK;
	enum as_status st = as_store_get_profiles(store, &query, cli->arena, out, n, err);
	as_store_close(store);
	return st;
}

static bool same(const char *a, const char *b)
{
	return a && b && !strcmp(a, b);
}

/* The profiles of that metric. */
static enum as_status take_profiles(struct as_cli *cli, const char *metric, struct as_profiles *read,
	struct as_err *err)
{
	struct as_profiles fresh = {.metric = as_arena_strdup(cli->arena, metric)};

	if (read->metric && !strcmp(read->metric, metric))
		return AS_OK;
	if (!fresh.metric)
		return as_fail_memory(err);
	enum as_status st = read_profiles(cli, metric, &fresh.v, &fresh.n, err);
	if (!st)
		*read = fresh;
	return st;
}

enum as_status as_noise_cited(struct as_cli *cli, const struct as_experiment *x, size_t subject,
	size_t metric, struct as_cited *out, struct as_err *err)
{
	struct as_profiles read = {0};

	return as_noise_cited_of(cli, x, subject, metric, &read, out, err);
}

enum as_status as_noise_cited_of(struct as_cli *cli, const struct as_experiment *x, size_t subject,
	size_t metric, struct as_profiles *read, struct as_cited *out, struct as_err *err)
{
	const struct as_subject *s = &x->subjects[subject];
	struct as_cited c = {0};
	size_t fit = 0;
	enum as_status st = take_profiles(cli, x->metrics[metric].name, read, err);
	const struct as_profile *list = read->v;
	const size_t n = st ? 0 : read->n;
	struct as_noise *noise = as_arena_array(cli->arena, n, sizeof *noise);

	if (st || !noise)
		return st ? st : as_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		if (same(list[i].machine_id, x->machine.machine_id) &&
			same(list[i].environment_id, x->machine.environment_id)) {
			as_noise_of(&list[i], &noise[fit++]);
		} else {
			c.others++;
			c.other = c.other ? c.other : list[i].host;
		}
	}
	size_t best = as_noise_choose(noise, fit, s->command ? s->command : "",
		s->build_command ? s->build_command : "");
	c.found = best < fit;
	if (c.found)
		c.noise = noise[best];
	*out = c;
	return AS_OK;
}

enum as_status as_noise_cite(struct as_cli *cli, const struct as_experiment *x, size_t subject,
	size_t metric, struct as_text *t, struct as_err *err)
{
	const char *command = x->subjects[subject].command;
	struct as_style style = as_screen_style(cli);
	struct as_cited c = {0};
	struct as_err why = {0};
	enum as_status st = as_noise_cited(cli, x, subject, metric, &c, &why);

	if (st == AS_ERR_MEM)
		return as_fail_memory(err);
	/* A profile that cannot be read hides no result. */
	if (st) {
		struct as_text body = {0};
		as_text_add_neutral(&body, why.msg, strlen(why.msg), 0);
		as_layout_body(t, &style, "\n", 0, &body);
	} else if (c.found) {
		as_report_noise_line(t, &style, &c.noise, command ? command : "");
	} else if (style.verbose) {
		as_report_no_noise(t, &style, c.others, c.other);
	}
	return AS_OK;
}
