/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/results/import/import_unused.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/vec.h"
#include "cli/results/result.h"

enum { APART = 20 };

struct as_unused_part {
	char *what, *file; /* the first that leaves it */
	size_t files;
};

enum as_status as_unused_add(
	struct as_unused *u, const char *file, const char *what, struct as_err *err)
{
	struct as_unused_part p = {.files = 1};

	if (!what)
		return AS_OK;
	for (size_t i = 0; i < u->n; i++)
		if (!strcmp(u->v[i].what, what)) {
			u->v[i].files++;
			return AS_OK;
		}
	if (u->n == APART) {
		u->others++;
		return AS_OK;
	}
	p.what = strdup(what);
	p.file = strdup(file);
	if (p.what && p.file && AS_PUSH(u->v, u->n, u->cap, p))
		return AS_OK;
	free(p.what);
	free(p.file);
	return as_fail_memory(err);
}

void as_unused_say(const struct as_unused *u, struct as_cli *cli)
{
	struct as_text t = {0};

	for (size_t i = 0; i < u->n; i++) {
		const struct as_unused_part *p = &u->v[i];
		as_text_add_neutral(&t, p->file, strlen(p->file), 0);
		if (p->files > 1)
			as_text_addf(&t, " and %zu other%s", p->files - 1,
				p->files == 2 ? "" : "s");
		as_text_addf(&t, ": not used of %s: ", p->files > 1 ? "them" : "it");
		as_text_add_neutral(&t, p->what, strlen(p->what), 0);
		as_text_char(&t, '\n');
	}
	if (u->others)
		as_text_addf(&t, "of %zu more files, other parts are not used; assay show -v FILE "
				 "names them\n",
			u->others);
	as_out_show(cli->out, &t);
	as_text_release(&t);
}

void as_remarks_say(const struct as_unused *u)
{
	for (size_t i = 0; i < u->n; i++) {
		const struct as_unused_part *p = &u->v[i];
		struct as_text file = {0};
		as_text_add(&file, p->file);
		if (p->files > 1)
			as_text_addf(&file, " and %zu other%s", p->files - 1,
				p->files == 2 ? "" : "s");
		as_result_note(as_text_str(&file), p->what);
		as_text_release(&file);
	}
	if (u->others)
		as_result_note("", "there is more to say of others; assay show FILE says it");
}

void as_unused_release(struct as_unused *u)
{
	for (size_t i = 0; i < u->n; i++) {
		free(u->v[i].what);
		free(u->v[i].file);
	}
	free(u->v);
	*u = (struct as_unused){0};
}
