/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of kept structs as JSON, of which tools/fields makes what docs/ says of them. */
#include "base/json/json.h"
#include "cli/generate/generate.h"
#include "model/fields/fields.h"

static const char *const kinds[] = {
	[AS_KIND_TEXT] = "text",
	[AS_KIND_NEEDED] = "needed",
	[AS_KIND_WORD] = "word",
	[AS_KIND_WORD8] = "word",
	[AS_KIND_LEVEL] = "level",
	[AS_KIND_INSTANT] = "instant",
	[AS_KIND_INT] = "int",
	[AS_KIND_AMOUNT] = "count",
	[AS_KIND_SPAN] = "span",
	[AS_KIND_SIZE] = "count",
	[AS_KIND_CODE] = "int",
	[AS_KIND_COUNT] = "count",
	[AS_KIND_ROUND] = "round",
	[AS_KIND_SEED] = "seed",
	[AS_KIND_REAL] = "real",
	[AS_KIND_GOAL] = "real",
	[AS_KIND_BOOL] = "bool",
	[AS_KIND_BITS] = "bits",
	[AS_KIND_COSTS] = "costs",
};

static void add_field(struct as_json *j, const struct as_field *f)
{
	char shown[AS_FIELD_KEY];

	as_field_key_shown(f, shown);
	as_json_open_flat(j, '{');
	as_json_key_string(j, "key", f->key);
	as_json_key_string(j, "shown", shown);
	as_json_key_string(j, "kind", kinds[f->kind]);
	as_json_key_bool(j, "native", as_field_is_in(f, AS_IN_NATIVE));
	as_json_key_bool(j, "screen", as_field_is_in(f, AS_IN_SCREEN));
	as_json_key_bool(j, "later", as_field_is_in(f, AS_IN_LATER));
	as_json_key(j, "words");
	as_json_open_flat(j, '[');
	for (size_t i = 0; f->words && i < f->words->n; i++)
		as_json_string(j, f->words->v[i]);
	as_json_close(j, ']');
	as_json_key_string(j, "says", f->says);
	as_json_close(j, '}');
}

void as_generate_fields(struct as_text *t)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	for (size_t k = 0; as_kept_fields[k]; k++) {
		as_json_key(&j, as_kept_fields[k]->name);
		as_json_open(&j, '[');
		for (size_t i = 0; i < as_kept_fields[k]->n; i++)
			add_field(&j, &as_kept_fields[k]->v[i]);
		as_json_close(&j, ']');
	}
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}
