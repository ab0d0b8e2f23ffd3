/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What follows from the table of keys: the JSON Schema for editors, and the lists for documents. */
#include <string.h>

#include "base/json/json.h"
#include "format/suite/suite_file.h"

/* Numbers and booleans may stand where a text is meant: the key says that they are texts. */
static void add_scalar(struct as_json *j)
{
	as_json_key(j, "type");
	as_json_open_flat(j, '[');
	as_json_string(j, "string");
	as_json_string(j, "number");
	as_json_string(j, "boolean");
	as_json_close(j, ']');
}

static void add_enum(struct as_json *j, const char *words)
{
	as_json_key(j, "enum");
	as_json_open_flat(j, '[');
	while (*words) {
		size_t n = strcspn(words, " ");
		as_json_string_n(j, words, n);
		words += n + (words[n] == ' ');
	}
	as_json_close(j, ']');
}

static void add_ref(struct as_json *j, const char *name)
{
	struct as_text t = {0};

	as_text_addf(&t, "#/$defs/%s", name);
	as_json_key_string(j, "$ref", as_text_str(&t));
	j->text->failed = j->text->failed || t.failed;
	as_text_release(&t);
}

/* What one item of a key's list, or its only value, is. */
static void add_item(struct as_json *j, const struct as_suite_row *row)
{
	if (row->type == AS_SUITE_TYPE_LIST) {
		add_scalar(j);
	} else if (row->type == AS_SUITE_TYPE_STATUSES) {
		as_json_key_string(j, "type", "integer");
		as_json_key_int(j, "minimum", (int64_t)row->min);
		as_json_key_int(j, "maximum", (int64_t)row->max);
	} else {
		add_enum(j, row->words);
	}
}

static void add_list(struct as_json *j, const struct as_suite_row *row)
{
	as_json_key(j, "oneOf");
	as_json_open(j, '[');
	as_json_open_flat(j, '{');
	add_item(j, row);
	as_json_close(j, '}');
	as_json_open_flat(j, '{');
	as_json_key_string(j, "type", "array");
	as_json_key_int(j, "minItems", 1);
	as_json_key(j, "items");
	as_json_open_flat(j, '{');
	add_item(j, row);
	as_json_close(j, '}');
	as_json_close(j, '}');
	if (row->type == AS_SUITE_TYPE_STATUSES) {
		as_json_open_flat(j, '{');
		add_enum(j, row->words);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

static void add_value(struct as_json *j, const struct as_suite_row *row)
{
	switch (row->type) {
	case AS_SUITE_TYPE_TEXT:
		add_scalar(j);
		break;
	case AS_SUITE_TYPE_COUNT:
		as_json_key_string(j, "type", "integer");
		as_json_key_int(j, "minimum", (int64_t)row->min);
		as_json_key_int(j, "maximum", (int64_t)row->max);
		break;
	case AS_SUITE_TYPE_DURATION:
		as_json_key_string(j, "type", "string");
		as_json_key_string(j, "pattern",
			"^[0-9.]+([eE][-+]?[0-9]+)? *(ns|us|µs|ms|s|min|m|h|d)$");
		break;
	case AS_SUITE_TYPE_PERCENT:
		as_json_key_string(j, "type", "string");
		as_json_key_string(j, "pattern", "^[0-9.]+([eE][-+]?[0-9]+)? ?%$");
		break;
	case AS_SUITE_TYPE_WORD:
		add_enum(j, row->words);
		break;
	case AS_SUITE_TYPE_LIST:
	case AS_SUITE_TYPE_WORDS:
	case AS_SUITE_TYPE_STATUSES:
		add_list(j, row);
		break;
	case AS_SUITE_TYPE_PARAMETERS:
		add_ref(j, "parameters");
		break;
	case AS_SUITE_TYPE_NAMES:
		as_json_key_string(j, "type", "object");
		as_json_key(j, "additionalProperties");
		as_json_open_flat(j, '{');
		as_json_key_string(j, "type", "string");
		as_json_close(j, '}');
		break;
	case AS_SUITE_TYPE_BENCHMARKS:
		as_json_key_string(j, "type", "object");
		as_json_key(j, "additionalProperties");
		as_json_open_flat(j, '{');
		add_ref(j, "benchmark");
		as_json_close(j, '}');
		break;
	}
}

static void add_keys(struct as_json *j, enum as_suite_where where)
{
	as_json_key_string(j, "type", "object");
	as_json_key_bool(j, "additionalProperties", false);
	as_json_key(j, "properties");
	as_json_open(j, '{');
	for (size_t k = 0; k < AS_SUITE_KEYS; k++) {
		const struct as_suite_row *row = &as_suite_rows[k];
		if (!(row->where & where))
			continue;
		as_json_key(j, row->name);
		as_json_open(j, '{');
		as_json_key_string(j, "description", row->help);
		add_value(j, row);
		as_json_close(j, '}');
	}
	as_json_close(j, '}');
}

/* Parameters: one set, or a list of sets. */
static void add_parameters(struct as_json *j)
{
	as_json_key(j, "set");
	as_json_open(j, '{');
	as_json_key_string(j, "type", "object");
	as_json_key(j, "additionalProperties");
	as_json_open(j, '{');
	as_json_key(j, "oneOf");
	as_json_open(j, '[');
	as_json_open_flat(j, '{');
	add_scalar(j);
	as_json_close(j, '}');
	as_json_open_flat(j, '{');
	as_json_key_string(j, "type", "array");
	as_json_key_int(j, "minItems", 1);
	as_json_key(j, "items");
	as_json_open_flat(j, '{');
	add_scalar(j);
	as_json_close(j, '}');
	as_json_close(j, '}');
	as_json_close(j, ']');
	as_json_close(j, '}');
	as_json_close(j, '}');
	as_json_key(j, "parameters");
	as_json_open(j, '{');
	as_json_key(j, "oneOf");
	as_json_open(j, '[');
	as_json_open_flat(j, '{');
	add_ref(j, "set");
	as_json_close(j, '}');
	as_json_open_flat(j, '{');
	as_json_key_string(j, "type", "array");
	as_json_key_int(j, "minItems", 1);
	as_json_key(j, "items");
	as_json_open_flat(j, '{');
	add_ref(j, "set");
	as_json_close(j, '}');
	as_json_close(j, '}');
	as_json_close(j, ']');
	as_json_close(j, '}');
}

void as_suite_add_schema(struct as_text *t)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	as_json_key_string(&j, "$schema", "https://json-schema.org/draft/2020-12/schema");
	as_json_key_string(&j, "title", "assay.yaml, a suite of benchmarks");
	add_keys(&j, AS_SUITE_TOP);
	as_json_key(&j, "$defs");
	as_json_open(&j, '{');
	as_json_key(&j, "benchmark");
	as_json_open(&j, '{');
	add_keys(&j, AS_SUITE_BENCHMARK);
	as_json_key(&j, "required");
	as_json_open_flat(&j, '[');
	as_json_string(&j, as_suite_rows[AS_SUITE_EXECUTE].name);
	as_json_close(&j, ']');
	as_json_close(&j, '}');
	add_parameters(&j);
	as_json_close(&j, '}');
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}

static const char *place(const struct as_suite_row *row)
{
	return row->where == AS_SUITE_TOP         ? "top"
	       : row->where == AS_SUITE_BENCHMARK ? "benchmark"
						  : "both";
}

void as_suite_add_table(struct as_text *t)
{
	as_text_add(t, "| key | where | takes | says |\n|---|---|---|---|\n");
	for (size_t k = 0; k < AS_SUITE_KEYS; k++) {
		const struct as_suite_row *row = &as_suite_rows[k];
		as_text_addf(t, "| `%s` | %s | ", row->name, place(row));
		as_suite_add_expected(t, (enum as_suite_key)k);
		as_text_addf(t, " | %s |\n", row->help);
	}
}
