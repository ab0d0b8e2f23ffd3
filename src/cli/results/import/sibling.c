/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/results/import/sibling.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/json/json_read.h"
#include "base/text.h"
#include "cli/files.h"
#include "model/joined/rows.h"

/* The files of a tool that lie beside each other. */
struct siblings {
	const struct as_data_format *format;
	const char *tool;         /* as the experiment says what has written it */
	const char *named_by;     /* the file that has the name, and the member of it */
	const char *member;
	const char *replaced_by;  /* the file with the same values and more */
};

static const struct siblings known[] = {
	{&as_data_criterion, "Criterion.rs", "benchmark.json", "full_id", "raw.csv"},
};

/* The file of that name beside another, if it is a regular one. */
static bool beside(const char *file, const char *name, struct as_text *out)
{
	const char *slash = strrchr(file, '/');
	struct stat st;

	if (slash)
		as_text_add_n(out, file, (size_t)(slash - file) + 1);
	as_text_add(out, name);
	return !out->failed && !lstat(out->data, &st) && S_ISREG(st.st_mode);
}

bool as_sibling_replaces(const struct as_data_format *format, const char *file)
{
	struct as_text t = {0};
	bool there = false;

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (known[i].format == format)
			there = beside(file, known[i].replaced_by, &t);
	as_text_release(&t);
	return there;
}

/* The text of that member of the object in the file, in memory of the arena; NULL: it has none. */
static const char *read_member(const char *file, const char *member, struct as_arena *a)
{
	struct as_file_in f;
	const char *key, *name = NULL;

	if (as_file_in_open(&f, file, NULL))
		return NULL;
	const struct as_source source = as_file_in_source(&f);
	struct as_json_reader *r = as_json_reader_new(&source, f.name);
	if (r)
		as_json_enter(r, '{');
	while (r && as_json_member(r, &key)) {
		if (!name && !strcmp(key, member) && as_json_peek(r) == AS_JSON_STRING)
			name = as_arena_strdup(a, as_json_read_string(r, NULL));
		else
			as_json_skip(r);
	}
	if (!r || as_json_reader_finish(r, NULL))
		name = NULL;
	as_json_reader_free(r);
	as_file_in_close(&f);
	return name && *name && strlen(name) <= AS_ROWS_NAME_BYTES ? name : NULL;
}

static enum as_status name_by(const struct siblings *s, const char *file, struct as_experiment *x,
	struct as_err *err)
{
	struct as_text t = {0};
	const char *name = beside(file, s->named_by, &t) ? read_member(t.data, s->member, &x->arena)
							 : NULL;
	const bool failed = t.failed;

	as_text_release(&t);
	if (name)
		x->subjects[0].name = x->subjects[0].benchmark = name;
	return failed ? as_fail_memory(err) : AS_OK;
}

enum as_status as_sibling_name(const char *file, struct as_experiment *x, struct as_err *err)
{
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (x->n_subjects == 1 && x->version && !strcmp(x->version, known[i].tool) &&
			!strcmp(x->subjects[0].name, "benchmark"))
			return name_by(&known[i], file, x, err);
	return AS_OK;
}
