/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "model/joined/extend.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/terminal.h"
#include "say/say_words.h"
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
	const char *model = fact(m, "cpu.model"), *online = fact(m, "cpu.online"),
		   *kernel = fact(m, "kernel.release");
	struct as_list list = {0};

	if (model && as_list_next(&list))
		as_say(&list.text, style, HEAD_MODEL, model);
	if (online && as_list_next(&list))
		as_say(&list.text, style, HEAD_PROCESSORS, online);
	if (kernel && as_list_next(&list))
		as_say(&list.text, style, HEAD_KERNEL, kernel);
	as_say(t, style, HEAD_MACHINE, m->host, list.n ? as_list_end(&list) : NULL);
}

static void add_named(struct as_text *t, const struct as_style *style, const char *label,
	const char *value)
{
	struct as_text body = {0};

	if (!value || !*value)
		return;
	as_text_add_neutral(&body, value, strlen(value), 0);
	as_layout_row(t, style, label, &body);
}

static void add_title(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x)
{
	const size_t sessions = as_experiment_sessions(x);
	const bool took = sessions <= 1 && as_experiment_elapsed_s(x) > 0;
	struct as_text body = {0}, label = {0}, from = {0}, to = {0}, time = {0};

	if (x->id <= 0 && !x->label && !x->started_ns)
		return; /* another tool's file: it says none of it */
	if (x->label)
		as_name_add(&label, style, x->label, 40);
	as_when_add(&from, x->started_ns, 0, AS_WHEN_SECOND);
	if (sessions > 1)
		as_when_add(&to, x->ended_ns, 0, AS_WHEN_SECOND);
	if (took)
		as_duration_add(&time, as_experiment_elapsed_s(x));
	as_say(&body, style, HEAD_TITLE, AS_PAINT_STRONG, x->id > 0 ? (size_t)x->id : 0,
		x->label ? &label : NULL, &from, sessions > 1 ? &to : NULL,
		sessions > 1 ? sessions : 0, took ? &time : NULL,
		x->session > 0 ? (size_t)x->session : 0, x->pinned);
	as_layout_body(t, style, "", 2, &body);
}

/* Of a table there is its name, which a subject without one of its own has, too. */
static void add_table(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x)
{
	struct as_text body = {0}, name = {0};

	if (x->n_subjects == 1 && !strcmp(x->subjects[0].name, x->table))
		return;
	as_name_add(&name, style, x->table, as_style_width(style) - 6);
	as_say(&body, style, HEAD_TABLE, AS_PAINT_STRONG, &name);
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
}

void as_report_facts(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x)
{
	struct as_text body = {0};

	if (!style->verbose || x->table)
		return;
	add_named(t, style, "uuid", x->uuid);
	if (!as_measured_by(x)) /* else it is the tool's name */
		add_named(t, style, "assay", x->version);
	for (size_t i = 0; i < x->machine.n_facts; i++) {
		const struct as_fact *f = &x->machine.facts[i];
		as_text_add_neutral(&body, f->name, strlen(f->name), 0);
		as_text_add(&body, ": ");
		as_text_add_neutral(&body, f->value, strlen(f->value), 0);
		as_layout_row(t, style, i ? "" : "facts", &body);
	}
}
