/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "format/json/assay_json.h"
#include "format/json/assay_json_parts.h"

static const char *const ways[AS_NOISE_WAYS] = {"rounds", "sequence", "sessions"};

static void add_sd(struct as_json *j, const char *key, const struct as_profile_sd *v)
{
	as_json_key(j, key);
	as_json_open_flat(j, '{');
	as_json_key_double(j, "sd", v->sd);
	as_json_key_double(j, "df", isnan(v->sd) ? (double)NAN : v->df);
	as_json_close(j, '}');
}

static void add_way(struct as_json *j, const char *name, const struct as_noise_way *w)
{
	as_json_open(j, '{');
	as_json_key_string(j, "way", name);
	as_json_key_int(j, "comparisons", (int64_t)w->comparisons);
	as_json_key_int(j, "alarms", (int64_t)w->alarms);
	as_json_key_double(j, "rate",
		w->comparisons ? (double)w->alarms / (double)w->comparisons : (double)NAN);
	as_json_key_double(j, "rate_lo", w->rate_lo);
	as_json_key_double(j, "rate_hi", w->rate_hi);
	as_json_key_double(j, "expected", w->expected);
	as_json_key_double(j, "sd", w->sd);
	as_json_key_double(j, "df", w->df);
	as_json_key_double(j, "differ", w->differ);
	as_json_key_double(j, "smallest", w->smallest);
	as_json_key_double(j, "wider", w->wider);
	as_json_close(j, '}');
}

static void add_session(struct as_json *j, const struct as_profile_session *s)
{
	as_json_open(j, '{');
	as_json_key(j, "began");
	as_json_instant(j, s->began_ns);
	as_json_key(j, "ended");
	as_json_instant(j, s->ended_ns);
	as_json_key_string(j, "uuid", s->experiment);
	as_json_key_int(j, "units", s->units);
	as_json_key_int(j, "group", s->group);
	as_json_key_double(j, "mean", exp(s->log_mean));
	as_json_key_double(j, "confidence", s->confidence);
	for (size_t i = 0; i < AS_AA_WAYS; i++) {
		as_json_key(j, ways[i]);
		as_json_open_flat(j, '{');
		as_json_fields(j, &as_profile_way_fields, &s->way[i], NULL);
		as_json_close(j, '}');
	}
	as_json_close(j, '}');
}

static void add_profile(struct as_json *j, const struct as_noise *noise)
{
	const struct as_profile *p = noise->profile;

	as_json_open(j, '{');
	as_json_key_string(j, "schema", "assay-noise-1");
	as_json_key_string(j, "machine", p->machine_id);
	as_json_key_string(j, "environment", p->environment_id);
	as_json_key_string(j, "host", p->host);
	as_json_key_string(j, "metric", p->metric);
	as_json_key_string(j, "command", p->command);
	as_json_key_string(j, "build_command", *p->build ? p->build : NULL);
	as_json_key_int(j, "group", (int64_t)noise->group);
	as_json_key_double(j, "confidence", noise->confidence);
	add_sd(j, "unit", &noise->unit);
	add_sd(j, "round", &noise->round);
	add_sd(j, "session", &noise->session);
	as_json_key(j, "ways");
	as_json_open(j, '[');
	for (size_t i = 0; i < AS_NOISE_WAYS; i++)
		add_way(j, ways[i], &noise->way[i]);
	as_json_close(j, ']');
	as_json_key(j, "sessions");
	as_json_open(j, '[');
	for (size_t i = 0; i < p->n_sessions; i++)
		add_session(j, &p->sessions[i]);
	as_json_close(j, ']');
	as_json_close(j, '}');
}

void as_json_noise(struct as_text *t, const struct as_noise *noise)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	add_profile(&j, noise);
	as_text_char(t, '\n');
}

void as_json_key_noise(struct as_json *j, const struct as_noise *noise, const char *refused)
{
	as_json_key(j, "noise_profile");
	if (noise)
		add_profile(j, noise);
	else
		as_json_null(j);
	as_json_key_string(j, "noise_profile_refused", refused);
}
