/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "model/joined/extend.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/terminal.h"
#include "say/when.h"

static const char *fact(const struct as_machine *m, const char *name)
{
	for (size_t i = 0; i < m->n_facts; i++)
		if (!strcmp(m->facts[i].name, name))
			return m->facts[i].value;
	return NULL;
}

/* "fox: AMD EPYC 7713, 8 processors, kernel 6.1.0", as far as it is known. */
static void add_machine(struct as_text *t, const struct as_style *style, const struct as_machine *m)
{
	static const struct {
		const char *fact, *before, *after;
	} shown[] = {
		{"cpu.model", "", ""},
		{"cpu.online", "", AS_TIE "processors"},
		{"kernel.release", "kernel" AS_TIE, ""},
	};
	const char *gap = "";

	if (m->host) {
		as_name_add(t, style, m->host, 60);
		gap = ": ";
	}
	for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
		const char *value = fact(m, shown[i].fact);
		if (!value)
			continue;
		as_text_addf(t, "%s%s", gap, shown[i].before);
		as_name_add(t, style, value, 60);
		as_text_add(t, shown[i].after);
		gap = ", ";
	}
}

static void add_named(struct as_text *t, const struct as_style *style, const char *label,
	const char *value)
{
	struct as_text body = {0};

	if (!value)
		return;
	as_text_add_neutral(&body, value, strlen(value), 0);
	as_layout_row(t, style, label, &body);
}

static void add_title(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x)
{
	size_t sessions = as_experiment_sessions(x);
	struct as_text body = {0};

	as_paint(&body, style, AS_PAINT_STRONG);
	as_text_add(&body, "experiment");
	if (x->id)
		as_text_addf(&body, AS_TIE "%lld", (long long)x->id);
	if (x->label) {
		as_text_add(&body, AS_TIE "\"");
		as_name_add(&body, style, x->label, 40);
		as_text_add(&body, "\"");
	}
	as_paint_end(&body, style);
	as_text_add(&body, AS_GAP);
	as_when_add(&body, x->started_ns, 0, AS_WHEN_SECOND);
	if (sessions > 1) {
		as_text_add(&body, " to ");
		as_when_add(&body, x->ended_ns, 0, AS_WHEN_SECOND);
		as_text_addf(&body, ", %zu" AS_TIE "sessions", sessions);
	} else if (as_experiment_elapsed_s(x) > 0) {
		as_text_add(&body, ", took" AS_TIE);
		as_duration_add(&body, as_experiment_elapsed_s(x));
	}
	if (x->session)
		as_text_addf(&body, ", %ssession" AS_TIE "%lld",
			sessions > 1 ? "the last" AS_TIE : "", (long long)x->session);
	if (x->pinned)
		as_text_add(&body, ", pinned");
	as_layout_body(t, style, "", 2, &body);
}

/* Of a table there is its name, which a subject without one of its own has, too. */
static void add_table(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x)
{
	struct as_text body = {0};

	if (x->n_subjects == 1 && !strcmp(x->subjects[0].name, x->table))
		return;
	as_paint(&body, style, AS_PAINT_STRONG);
	as_text_add(&body, "table" AS_TIE);
	as_name_add(&body, style, x->table, as_style_width(style) - 6);
	as_paint_end(&body, style);
	as_layout_body(t, style, "", 2, &body);
}

void as_report_header(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x)
{
	struct as_text body = {0};

	if (x->table) {
		add_table(t, style, x);
		return;
	}
	add_title(t, style, x);
	add_named(t, style, "note", x->note);
	add_named(t, style, "extends", x->extends);
	if (style->verbose) {
		add_named(t, style, "command", x->command_line);
		add_named(t, style, "in", x->directory);
	}
	add_machine(&body, style, &x->machine);
	if (body.len)
		as_layout_row(t, style, "machine", &body);
	if (!style->verbose)
		return;
	add_named(t, style, "uuid", x->uuid);
	add_named(t, style, "assay", x->version);
	for (size_t i = 0; i < x->machine.n_facts; i++) {
		const struct as_fact *f = &x->machine.facts[i];
		as_text_add_neutral(&body, f->name, strlen(f->name), 0);
		as_text_add(&body, ": ");
		as_text_add_neutral(&body, f->value, strlen(f->value), 0);
		as_layout_row(t, style, i ? "" : "facts", &body);
	}
}
