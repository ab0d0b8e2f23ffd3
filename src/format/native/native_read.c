/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "format/native/data.h"
#include "format/foreign/foreign.h"
#include "format/native/native.h"
#include "format/native/native_reading.h"
#include "model/kept/check.h"
#include "model/joined/table.h"

enum { METRICS_MAX = 1 << 16 };

/* ---- objects and lists ---- */

static void native_get_list(struct as_native_reading *in, const struct as_fields *fields,
	const struct as_native_list *list)
{
	const struct as_native_shape shape = {.fields = fields};
	void *base;

	as_json_enter(in->r, '[');
	while (as_json_element(in->r))
		if ((base = as_native_extend(in, list)))
			as_native_get_object(in, &shape, base);
}

/* The same, kept in the arena. */
static void *get_kept_list(struct as_native_reading *in, const struct as_fields *fields, size_t *n,
	size_t size)
{
	void *v = NULL, *kept = NULL;
	size_t cap = 0;

	*n = 0;
	native_get_list(in, fields, &(struct as_native_list){&v, n, &cap, size});
	if (v && *n && !(kept = as_arena_array(&in->x->arena, *n, size)))
		as_json_no_memory(in->r);
	if (kept)
		memcpy(kept, v, *n * size);
	else
		*n = 0;
	free(v);
	return kept;
}

/* ---- subjects ---- */

static void get_parameters(struct as_native_reading *in, void *base)
{
	struct as_subject *s = base;

	s->parameters =
		get_kept_list(in, &as_parameter_fields, &s->n_parameters, sizeof *s->parameters);
}

static void get_version(struct as_native_reading *in, void *base)
{
	struct as_subject *s = base;

	as_native_get_object(in, &(struct as_native_shape){.fields = &as_version_fields},
		&s->version);
}

static void get_notes(struct as_native_reading *in, void *base)
{
	struct as_subject *s = base;

	native_get_list(in, &as_note_fields,
		&(struct as_native_list){&s->notes, &s->n_notes, &s->cap_notes, sizeof *s->notes});
}

static void get_subjects(struct as_native_reading *in, void *base)
{
	static const struct as_native_other others[] = {
		{"parameters", get_parameters, false},
		{"version", get_version, true},
		{"tree", as_native_get_tree, false},
		{"notes", get_notes, false},
	};
	const struct as_native_shape shape = {.fields = &as_subject_fields,
		.others = others,
		.n_others = sizeof others / sizeof others[0]};
	struct as_experiment *x = base;

	as_json_enter(in->r, '[');
	while (as_json_element(in->r)) {
		if (AS_PUSH(x->subjects, x->n_subjects, x->cap_subjects, (struct as_subject){0}))
			as_native_get_object(in, &shape, &x->subjects[x->n_subjects - 1]);
		else
			as_json_no_memory(in->r);
	}
}

/* ---- the rest ---- */

static void get_facts(struct as_native_reading *in, void *base)
{
	struct as_machine *m = base;

	m->facts = get_kept_list(in, &as_fact_fields, &m->n_facts, sizeof *m->facts);
}

static void get_machine(struct as_native_reading *in, void *base)
{
	static const struct as_native_other facts = {"facts", get_facts, false};
	struct as_experiment *x = base;

	as_native_get_object(in,
		&(struct as_native_shape){
			.fields = &as_machine_fields, .others = &facts, .n_others = 1},
		&x->machine);
}

static void get_plan(struct as_native_reading *in, void *base)
{
	struct as_experiment *x = base;

	as_native_get_object(in, &(struct as_native_shape){.fields = &as_plan_fields}, &x->plan);
}

static void get_criterion(struct as_native_reading *in, void *base)
{
	(void)base;
	in->criterion = as_native_get_text(in->r, &in->x->arena);
}

static void get_head(struct as_native_reading *in, void *base)
{
	static const struct as_native_other criterion = {"criterion", get_criterion, false};

	as_native_get_object(in,
		&(struct as_native_shape){
			.fields = &as_experiment_fields, .others = &criterion, .n_others = 1},
		base);
}

static void get_metrics(struct as_native_reading *in, void *base)
{
	struct as_experiment *x = base;
	struct as_err why = {0};

	as_json_enter(in->r, '[');
	while (as_json_element(in->r)) {
		struct as_metric m = {0};
		size_t number;
		as_native_get_object(in, &(struct as_native_shape){.fields = &as_metric_fields},
			&m);
		if (as_json_failed(in->r))
			break;
		if (x->n_metrics == METRICS_MAX)
			as_json_bad(in->r, "there are more than %d metrics", METRICS_MAX);
		else if (as_experiment_metric(x, &m, &number, &why) == AS_ERR_DATA)
			as_json_bad(in->r, "%s", why.msg);
		else if (why.code)
			as_json_no_memory(in->r);
	}
}

static void get_schema(struct as_native_reading *in, void *base)
{
	const char *schema = as_json_read_string(in->r, NULL);

	(void)base;
	if (strcmp(schema, AS_NATIVE_SCHEMA) != 0)
		as_json_bad(in->r, "this is \"%.60s\", and experiments are read from \"%s\"",
			schema, AS_NATIVE_SCHEMA);
}

static void get_all(struct as_native_reading *in)
{
	static const struct as_native_other members[] = {
		{"schema", get_schema, false},
		{"experiment", get_head, false},
		{"plan", get_plan, false},
		{"machine", get_machine, false},
		{"metrics", get_metrics, false},
		{"subjects", get_subjects, false},
	};
	struct as_experiment *x = in->x;

	as_native_get_object(in,
		&(struct as_native_shape){.others = members,
			.n_others = sizeof members / sizeof members[0]}, x);
	as_json_read_end(in->r);
	for (x->criterion = 0; in->criterion && x->criterion < x->n_metrics; x->criterion++)
		if (!strcmp(x->metrics[x->criterion].name, in->criterion))
			return;
	as_json_bad(in->r, "the criterion is none of the metrics");
}

enum as_status as_native_read(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	struct as_native_reading in = {
		.r = as_json_reader_new(from, name), .x = as_experiment_new()};
	struct as_err why = {0};
	enum as_status st = AS_ERR_MEM;

	if (!in.r || !in.x) {
		as_fail_memory(err);
		goto out;
	}
	get_all(&in);
	st = as_json_reader_finish(in.r, err);
	as_experiment_recall_table(in.x);
	if (!st && as_experiment_check(in.x, &why))
		st = as_fail(err, AS_ERR_DATA, "cannot read '%.300s': %s", name, why.msg);
	if (st)
		goto out;
	*out = in.x;
	in.x = NULL;
out:
	as_experiment_free(in.x);
	as_json_reader_free(in.r);
	return st;
}

/* An object with the name of the schema in it; or without, if it has what else is there. */
static int probe(const struct as_head *head)
{
	const char *bytes = head->bytes;
	const size_t n = head->n;
	static const char schema[] = "\"assay-experiment-";

	if (!as_head_has(head, "$.*"))
		return 0;
	if (memmem(bytes, n, schema, sizeof schema - 1))
		return 100;
	return as_head_has(head, "$.experiment.uuid") ? 20 : 0;
}

const struct as_data_format as_data_native = {
	.name = "json",
	.summary = "assay's own, which assay export writes",
	.extension = ".json",
	.probe = probe,
	.read = as_native_read,
	.write = as_native_write,
};
