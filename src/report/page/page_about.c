/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/page/page_parts.h"

#include <string.h>

#include "model/joined/extend.h"
#include "say/when.h"

/* Any bytes, harmless. */
static void add_foreign(struct as_json *j, const char *key, const char *s)
{
	struct as_text t = {0};

	if (s)
		as_text_add_neutral(&t, s, strlen(s), 0);
	as_json_key(j, key);
	if (s)
		as_page_string(j, &t);
	else
		as_json_null(j);
}

static void add_facts(struct as_page_doc *p)
{
	static const char *const kinds[] = {[AS_FACT_MACHINE] = "machine",
		[AS_FACT_ENVIRONMENT] = "environment", [AS_FACT_STATE] = "state"};
	const struct as_machine *m = &p->s.x->machine;
	struct as_json *j = &p->j;

	as_json_key(j, "facts");
	as_json_open(j, '[');
	for (size_t i = 0; i < m->n_facts; i++) {
		as_json_open_flat(j, '{');
		as_json_key_string(j, "kind", kinds[m->facts[i].kind]);
		add_foreign(j, "name", m->facts[i].name);
		add_foreign(j, "value", m->facts[i].value);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

/* The lines of the screen's header. */
static void add_lines(struct as_page_doc *p)
{
	struct as_style style = p->brief;
	struct as_text t = {0};

	as_report_header(&t, &style, p->s.x);
	as_page_key(&p->j, "lines", &t);
}

void as_page_about(struct as_page_doc *p)
{
	const struct as_experiment *x = p->s.x;
	struct as_json *j = &p->j;
	struct as_text when = {0}, took = {0};

	as_json_key(j, "about");
	as_json_open(j, '{');
	as_json_key_int(j, "id", x->id);
	as_json_key_string(j, "uuid", x->uuid);
	add_foreign(j, "label", x->label);
	add_foreign(j, "note", x->note);
	add_foreign(j, "table", x->table);
	if (x->started_ns)
		as_when_add(&when, x->started_ns, 0, AS_WHEN_MINUTE);
	as_page_key(j, "started", &when);
	if (as_experiment_elapsed_s(x) > 0)
		as_duration_add(&took, as_experiment_elapsed_s(x));
	as_page_key(j, "took", &took);
	add_foreign(j, "command", x->command_line);
	add_foreign(j, "directory", x->directory);
	add_foreign(j, "host", x->machine.host);
	as_json_key(j, "seed");
	as_json_digits(j, x->plan.seed);
	as_json_key_string(j, "assay", x->version);
	add_lines(p);
	add_facts(p);
	as_json_close(j, '}');
}
