/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/ledger/ledger_text.h"

#include <string.h>

#include "base/json/json.h"
#include "base/text/utf8.h"
#include "campaign/ledger/ledger_file.h"

static bool is_utf8(const char *s)
{
	const size_t n = strlen(s);
	uint32_t cp = 0;

	for (size_t i = 0; i < n;) {
		size_t took = as_utf8_next(s + i, n - i, &cp);
		if (!took)
			return false;
		i += took;
	}
	return true;
}

static void put_string(struct as_json *j, const char *s)
{
	if (is_utf8(s)) {
		as_json_string(j, s);
		return;
	}
	as_json_open(j, '[');
	for (; *s; s++)
		as_json_int(j, (unsigned char)*s);
	as_json_close(j, ']');
}

static struct as_json begin(struct as_text *t)
{
	struct as_json j;

	as_json_init(&j, t, 0);
	as_json_open(&j, '{');
	return j;
}

static void end(struct as_json *j)
{
	as_json_close(j, '}');
	as_text_char(j->text, '\n');
}

void as_ledger_add_head(struct as_text *t, const struct as_ledger_head *head)
{
	struct as_json j = begin(t);

	as_json_key_int(&j, "campaign", AS_LEDGER_VERSION);
	as_json_key_string(&j, "kind", head->kind);
	as_json_key(&j, "directory");
	put_string(&j, head->directory);
	as_json_key(&j, "settings");
	as_json_open(&j, '[');
	for (size_t i = 0; i < head->n_settings; i++) {
		as_json_open(&j, '[');
		for (size_t k = 0; head->settings[i][k]; k++)
			put_string(&j, head->settings[i][k]);
		as_json_close(&j, ']');
	}
	as_json_close(&j, ']');
	end(&j);
}

void as_ledger_add_fact(struct as_text *t, const char *name, const char *value)
{
	struct as_json j = begin(t);

	as_json_key_string(&j, "fact", name);
	as_json_key(&j, "value");
	put_string(&j, value);
	end(&j);
}

void as_ledger_add_piece(struct as_text *t, size_t number, const struct as_ledger_piece *p)
{
	struct as_json j = begin(t);

	as_json_key_int(&j, "piece", (int64_t)number);
	as_json_key(&j, "name");
	put_string(&j, p->name);
	as_json_key_string(&j, "uuid", p->uuid);
	as_json_key(&j, "seed");
	as_json_digits(&j, p->seed);
	as_json_key_int(&j, "budget_ns", p->budget_ns);
	end(&j);
}
