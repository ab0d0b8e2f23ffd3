/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/results/export_write.h"

#include <string.h>

#include "cli/files.h"
#include "cli/screen_out.h"
#include "store/store.h"

/* The exporter of an option, or NULL. */
static const struct as_exporter *exporter_of(int id)
{
	const char *name = as_options[id].name;

	return name ? as_exporter_of_option(name) : NULL;
}

static enum as_status check(const struct as_args *args, enum as_option_id id, struct as_err *err)
{
	const char *path = as_args_value(args, id);
	char name[32];

	as_option_spell(id, name);
	if (!path)
		return AS_OK;
	if (strcmp(path, "-") != 0)
		return as_try_writing(path, name, err);
	if (as_args_has(args, AS_OPT_JSON))
		return as_fail(err, AS_ERR_USAGE,
			"--json and %s - both write to standard output: give %s a file", name,
			name);
	return AS_OK;
}

bool as_exports_asked(const struct as_args *args)
{
	for (int id = 0; id < AS_OPTIONS_KNOWN; id++)
		if (exporter_of(id) && as_args_has(args, (enum as_option_id)id))
			return true;
	return false;
}

enum as_status as_exports_check(const struct as_args *args, struct as_err *err)
{
	enum as_status st = AS_OK;
	const char *store = as_args_value(args, AS_OPT_EXPORT);

	for (int id = 0; !st && id < AS_OPTIONS_KNOWN; id++)
		if (exporter_of(id))
			st = check(args, (enum as_option_id)id, err);
	if (!st && store && !strcmp(store, "-"))
		st = as_args_bad(AS_OPT_EXPORT, store, "the name of a file, such as x.assay", err);
	else if (!st && store)
		st = as_check_writable(store, "--export", err);
	if (!st && store)
		st = as_store_export_try(store, err);
	return st;
}

static enum as_status write_one(const struct as_cli *cli, enum as_option_id id,
	const struct as_exporter *exporter, const struct as_export *e, struct as_err *err)
{
	const char *path = as_args_value(cli->args, id);
	struct as_text t = {0};
	char name[32];

	as_option_spell(id, name);
	exporter->write(e, &t);
	enum as_status st = as_text_finish(&t, err);
	if (!st && !strcmp(path, "-"))
		as_out_write(cli->out, as_text_str(&t), t.len);
	else if (!st)
		st = as_write_file(path, as_text_str(&t), t.len, name, err);
	as_text_release(&t);
	return st;
}

enum as_status as_exports_write(const struct as_cli *cli, struct as_export e, struct as_err *err)
{
	const struct as_style style = as_screen_style(cli);
	enum as_status first = AS_OK;

	e.time_unit_ns = style.force_time_unit;
	e.by_mean = style.sort == AS_SORT_MEAN;
	for (int id = 0; id < AS_OPTIONS_KNOWN; id++) {
		const struct as_exporter *exporter = exporter_of(id);
		if (!exporter || !as_args_has(cli->args, (enum as_option_id)id))
			continue;
		enum as_status st = write_one(cli, (enum as_option_id)id, exporter, &e,
			first ? NULL : err);
		first = first ? first : st;
	}
	return first;
}
