/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/json/json.h"
#include "base/text/utf8.h"
#include "run/request/settings.h"

static bool is_utf8(const char *s)
{
	uint32_t cp;

	for (size_t n = strlen(s), k; n; s += k, n -= k)
		if (!(k = as_utf8_next(s, n, &cp)))
			return false;
	return true;
}

/* A command has to come back byte for byte. */
static void put_text(struct as_json *j, const char *s)
{
	if (!s || is_utf8(s)) {
		as_json_string(j, s);
		return;
	}
	struct as_text hex = {0};

	for (; *s; s++)
		as_text_addf(&hex, "%02x", (unsigned char)*s);
	as_json_open_flat(j, '{');
	as_json_key_string(j, "hex", as_text_str(&hex));
	as_json_close(j, '}');
	j->text->failed = j->text->failed || hex.failed;
	as_text_release(&hex);
}

static void put_word(struct as_json *j, const char *words, unsigned i)
{
	for (; i && *words; i--) {
		words += strcspn(words, " ");
		words += *words == ' ';
	}
	as_json_string_n(j, words, strcspn(words, " "));
}

static void put_gates(struct as_json *j, const struct as_gate *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		as_json_open_flat(j, '{');
		as_json_key(j, "text");
		put_text(j, v[i].text);
		as_json_key(j, "metric");
		put_text(j, v[i].metric);
		as_json_key_bool(j, "of_time", v[i].of_time);
		as_json_key_bool(j, "more", v[i].more);
		as_json_key_bool(j, "unless", v[i].unless);
		as_json_key_double(j, "limit", v[i].limit);
		as_json_close(j, '}');
	}
}

static void put_version(struct as_json *j, const struct as_version *v)
{
	if (!v) {
		as_json_null(j);
		return;
	}
	const struct {
		const char *key, *text;
	} texts[] = {{"project", v->project}, {"commit", v->commit}, {"parents", v->parents},
		{"branch", v->branch}, {"label", v->label}, {"changed", v->changed}};

	as_json_open_flat(j, '{');
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		as_json_key(j, texts[i].key);
		put_text(j, texts[i].text);
	}
	as_json_key_int(j, "date_ns", v->date_ns);
	as_json_key_int(j, "changes", (int64_t)v->changes);
	as_json_close(j, '}');
}

static void put_parameters(struct as_json *j, const struct as_parameter *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		as_json_open_flat(j, '[');
		put_text(j, v[i].name);
		put_text(j, v[i].value);
		as_json_close(j, ']');
	}
}

/* What is in a list. */
static void put_list(struct as_json *j, const struct as_setting_row *s, const void *at, size_t n)
{
	const char *const *texts = *(const char *const *const *)at;

	as_json_open_flat(j, '[');
	if (s->type == AS_SETTING_TEXTS)
		for (size_t i = 0; i < n; i++)
			put_text(j, texts[i]);
	else if (s->type == AS_SETTING_WORDS)
		for (; *texts; texts++)
			put_text(j, *texts);
	else if (s->type == AS_SETTING_CODES)
		for (size_t i = 0; i < n; i++)
			as_json_int(j, (*(const int *const *)at)[i]);
	else if (s->type == AS_SETTING_COSTS)
		for (size_t i = 0; i < AS_MODEL_LEVELS; i++)
			as_json_double(j, ((const double *)at)[i]);
	else if (s->type == AS_SETTING_GATES)
		put_gates(j, *(const struct as_gate *const *)at, n);
	else
		put_parameters(j, *(const struct as_parameter *const *)at, n);
	as_json_close(j, ']');
}

static void put_setting(struct as_json *j, const struct as_setting_row *s, const char *base)
{
	const void *at = base + s->at;
	const size_t n = s->n_at ? *(const size_t *)(const void *)(base + s->n_at) : 0;

	as_json_key(j, s->member);
	switch (s->type) {
	case AS_SETTING_COUNT:
	case AS_SETTING_BITS:
		as_json_int(j, *(const uint32_t *)at);
		break;
	case AS_SETTING_SIGNED:
		as_json_int(j, *(const int32_t *)at);
		break;
	case AS_SETTING_SIZE:
		as_json_int(j, (int64_t)*(const size_t *)at);
		break;
	case AS_SETTING_TIME:
	case AS_SETTING_BYTES:
	case AS_SETTING_SEED:
		as_json_int(j, *(const int64_t *)at);
		break;
	case AS_SETTING_NUMBER:
	case AS_SETTING_PERCENT:
		as_json_double(j, *(const double *)at);
		break;
	case AS_SETTING_FLAG:
		as_json_bool(j, *(const bool *)at);
		break;
	case AS_SETTING_TEXT:
	case AS_SETTING_LINE:
	case AS_SETTING_ONE_OF:
		put_text(j, *(const char *const *)at);
		break;
	case AS_SETTING_WORD_NUMBER:
		put_word(j, s->words, *(const unsigned *)at);
		break;
	case AS_SETTING_VERSION:
		put_version(j, *(const struct as_version *const *)at);
		break;
	case AS_SETTING_WORDS:
		if (!*(char *const *const *)at) {
			as_json_null(j);
			break;
		}
		put_list(j, s, at, n);
		break;
	case AS_SETTING_TEXTS:
	case AS_SETTING_CODES:
	case AS_SETTING_COSTS:
	case AS_SETTING_GATES:
	case AS_SETTING_PARAMETERS:
		put_list(j, s, at, n);
		break;
	}
}

void as_request_write(struct as_text *t, const struct as_request *r)
{
	struct as_json j;
	const char *part = "";

	as_json_init(&j, t, 0);
	as_json_open(&j, '{');
	as_json_key_int(&j, "assay_request", AS_REQUEST_VERSION);
	as_json_key(&j, "commands");
	as_json_open(&j, '[');
	for (size_t i = 0; i < r->what.n_commands; i++) {
		as_json_open(&j, '{');
		for (size_t k = 0; k < as_n_command_settings; k++)
			put_setting(
				&j, &as_command_settings[k], (const char *)&r->what.commands[i]);
		as_json_close(&j, '}');
	}
	as_json_close(&j, ']');
	for (size_t k = 0; k < as_n_settings; k++) {
		const bool begins = strcmp(as_settings[k].part, part) != 0;
		if (begins && *part)
			as_json_close(&j, '}');
		part = as_settings[k].part;
		if (begins) {
			as_json_key(&j, part);
			as_json_open(&j, '{');
		}
		put_setting(&j, &as_settings[k], (const char *)r);
	}
	as_json_close(&j, '}');
	as_json_close(&j, '}');
}
