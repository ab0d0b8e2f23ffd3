/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/json/json.h"
#include "format/json/assay_json.h"

static void add_texts(struct as_json *j, const char *key, const struct as_suite_list *l)
{
	as_json_key(j, key);
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < l->n; i++)
		as_json_string(j, l->v[i]);
	as_json_close(j, ']');
}

static void add_parameters(struct as_json *j, const struct as_suite_grid *g)
{
	as_json_key(j, "parameters");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < g->n; i++) {
		as_json_open(j, '{');
		for (size_t k = 0; k < g->v[i].n; k++)
			add_texts(j, g->v[i].v[k].name, &g->v[i].v[k].values);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

void as_json_suite(struct as_text *t, const struct as_suite *s)
{
	struct as_json j;

	as_json_init(&j, t, 2);
	as_json_open(&j, '{');
	as_json_key_string(&j, "schema", "assay-suite-1");
	as_json_key_string(&j, "suite", s->name);
	as_json_key_string(&j, "file", s->files[0]);
	as_json_key(&j, "benchmarks");
	as_json_open(&j, '[');
	for (size_t i = 0; i < s->n; i++) {
		const struct as_suite_benchmark *b = &s->v[i];

		as_json_open(&j, '{');
		as_json_key_string(&j, "name", b->name);
		as_json_key_string(&j, "file", s->files[b->at.file]);
		as_json_key_int(&j, "line", b->at.line);
		as_json_key_int(&j, "commands", (int64_t)b->variants);
		add_texts(&j, "tags", &b->set.v[AS_SUITE_TAGS].list);
		as_json_key_string(&j, "build", b->set.v[AS_SUITE_BUILD].text);
		as_json_key_string(&j, "execute", b->set.v[AS_SUITE_EXECUTE].text);
		add_parameters(&j, &b->set.parameters);
		as_json_close(&j, '}');
	}
	as_json_close(&j, ']');
	as_json_close(&j, '}');
	as_text_char(t, '\n');
}
