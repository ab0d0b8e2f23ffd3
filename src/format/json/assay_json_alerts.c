/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/json/assay_json.h"

#include <stdio.h>

#include "format/json/assay_json_parts.h"

static void add_alert(struct as_json *j, const struct as_alert *a)
{
	as_json_open(j, '{');
	as_json_key_int(j, "id", a->id);
	as_json_fields(j, &as_alert_fields, a, NULL);
	as_json_key_bool(j, "open", as_alert_is_open(a->state));
	as_json_key_bool(j, "due", as_alert_is_due(a));
	as_json_key_bool(j, "worse", as_alert_is_worse(a));
	as_json_close(j, '}');
}

/* Its state is one that was told, or is to be. */
static bool is_told(const struct as_alert *a)
{
	return as_alert_is_due(a) || a->told != AS_ALERT_SUSPECTED;
}

static void add_entry(struct as_json *j, const struct as_alert *a, const char *title)
{
	char id[64];

	snprintf(id, sizeof id, "assay-alert-%lld-%lld", (long long)a->id,
		(long long)a->changed_ns);
	as_json_open(j, '{');
	as_json_key_string(j, "id", id);
	as_json_key_string(j, "title", title);
	as_json_key_string(j, "content_text", title);
	as_json_key(j, "date_published");
	as_json_instant(j, a->changed_ns);
	as_json_key(j, "tags");
	as_json_open_flat(j, '[');
	as_json_string(j, as_word(&as_alert_words, a->state));
	as_json_string(j, as_alert_is_worse(a) ? "worse" : "better");
	as_json_close(j, ']');
	as_json_key(j, "_assay");
	add_alert(j, a);
	as_json_close(j, '}');
}

void as_json_feed(struct as_text *t, const struct as_alert *v, const char *const *titles, size_t n)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	as_json_key_string(&j, "version", "https://jsonfeed.org/version/1.1");
	as_json_key_string(&j, "title", "assay: what changed along the histories");
	as_json_key(&j, "items");
	as_json_open(&j, '[');
	for (size_t i = n; i-- > 0;)
		if (is_told(&v[i]))
			add_entry(&j, &v[i], titles[i]);
	as_json_close(&j, ']');
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}

void as_json_alerts(struct as_text *t, const struct as_alert *const *v, size_t n)
{
	struct as_json j;

	as_json_begin(&j, t, "assay-alerts-1");
	as_json_key(&j, "alerts");
	as_json_open(&j, '[');
	for (size_t i = 0; i < n; i++)
		add_alert(&j, v[i]);
	as_json_close(&j, ']');
	as_json_end(&j);
}
