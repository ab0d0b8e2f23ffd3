/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/line/help.h"

#include <string.h>

#include "model/settings/suite.h"

enum { WIDEST = 100 };

const struct as_topic as_topics[] = {
#define AS_TOPIC(name, also, summary, text) {name, also, summary, text},
#include "cli/line/topics.def"
#undef AS_TOPIC
};

const size_t as_topics_known = sizeof as_topics / sizeof as_topics[0];

const struct as_topic *as_topic_find(const char *name)
{
	for (size_t i = 0; i < as_topics_known; i++)
		if (!strcmp(as_topics[i].name, name) ||
			(as_topics[i].also && !strcmp(as_topics[i].also, name)))
			return &as_topics[i];
	return NULL;
}

/* One line of the text, n bytes, as one or several on the screen. */
static void wrap_line(struct as_text *t, const char *s, size_t n, int indent, int width)
{
	size_t column = 0, room = (size_t)(width - indent);

	for (size_t i = 0; i < n;) {
		size_t len = 0;
		while (i + len < n && s[i + len] != ' ')
			len++;
		char word[256];
		size_t kept = len < sizeof word ? len : sizeof word - 1;
		memcpy(word, s + i, kept);
		word[kept] = '\0';
		size_t columns = as_text_width(word);
		if (column && column + 1 + columns > room) {
			as_text_char(t, '\n');
			column = 0;
		}
		if (column)
			as_text_char(t, ' ');
		else
			as_text_repeat(t, " ", (size_t)indent);
		column += columns + (column > 0);
		as_text_add_n(t, s + i, len);
		i += len;
		while (i < n && s[i] == ' ')
			i++;
	}
	as_text_char(t, '\n');
}

/* Add text wrapped to lines of at most width columns that begin with indent blanks. Lines of the
 * text that begin with two blanks stay as they are; empty lines stay empty. */
static void help_wrap(struct as_text *t, const char *text, int indent, int width)
{
	if (width > WIDEST)
		width = WIDEST;
	if (width < indent + 20)
		width = indent + 20;
	for (const char *s = text; *s;) {
		size_t n = strcspn(s, "\n");
		if (n >= 2 && s[0] == ' ' && s[1] == ' ') {
			as_text_repeat(t, " ", (size_t)indent);
			as_text_add_n(t, s, n);
			as_text_char(t, '\n');
		} else {
			wrap_line(t, s, n, indent, width);
		}
		s += n + (s[n] == '\n');
	}
}

/* "-w, --warmup NUM" as help and manual show it. */
static void help_spell(struct as_text *t, const struct as_option *o)
{
	if (o->letter)
		as_text_addf(t, "-%c%s", o->letter, o->name ? ", " : "");
	if (o->name)
		as_text_addf(t, "--%s", o->name);
	if (o->kind & AS_OPTION_OPTIONAL)
		as_text_addf(t, "[=%s]", o->args);
	else if (*o->args)
		as_text_addf(t, " %s", o->args);
}

static void add_option(struct as_text *t, const struct as_option *o, int width)
{
	as_text_add(t, "  ");
	help_spell(t, o);
	if (*o->initial)
		as_text_addf(t, "   (default: %s)", o->initial);
	as_text_char(t, '\n');
	help_wrap(t, o->help, 8, width);
}

static void add_group(struct as_text *t, as_option_groups group, const char *title, int width)
{
	bool begun = false;

	for (int k = 0; k < AS_OPTIONS_KNOWN; k++) {
		const struct as_option *o = &as_options[k];
		if (o->group != group || (o->kind & AS_OPTION_HIDDEN))
			continue;
		if (!begun)
			as_text_addf(t, "\n%s:\n", title);
		begun = true;
		add_option(t, o, width);
	}
}

void as_help_command(struct as_text *t, const struct as_command_entry *c, int width)
{
	as_option_groups groups = c->options | AS_GROUP_COMMON;
	struct as_text head = {0};

	as_text_addf(&head, "assay %s: %s\n\nusage: assay %s [OPTION]...%s%s\n\n", c->name,
		c->summary, c->name, *c->args ? " " : "", c->args);
	as_text_add(&head, c->description);
	help_wrap(t, as_text_str(&head), 0, width);
	t->failed = t->failed || head.failed;
	as_text_release(&head);
	for (int g = 0; g < AS_OPTION_GROUPS; g++)
		if (groups & UINT64_C(1) << g)
			add_group(t, UINT64_C(1) << g, as_option_group_titles[g], width);
	if (!c->examples)
		return;
	as_text_add(t, "\nExamples:\n");
	for (const struct as_example *e = c->examples; e->command; e++) {
		help_wrap(t, e->text, 2, width);
		as_text_addf(t, "      %s\n", e->command);
	}
}

/* The usual options of a verb, a line each; how many. */
static size_t add_usual(struct as_text *t, const struct as_command_entry *c)
{
	static const struct {
		enum as_option_id id;
		const char *words;
	} usual[] = {
#define AS_USUAL(id, words) {AS_OPT_##id, words},
#include "cli/line/usual.def"
#undef AS_USUAL
	};
	enum { COLUMNS = 32 };
	size_t n = 0;

	for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
		const struct as_option *o = &as_options[usual[i].id];
		struct as_text spelt = {0};
		if (!(o->group & c->options))
			continue;
		help_spell(&spelt, o);
		const size_t w = as_text_width(as_text_str(&spelt));
		as_text_addf(t, "  %s", as_text_str(&spelt));
		as_text_repeat(t, " ", w + 2 < COLUMNS ? COLUMNS - w : 2);
		as_text_addf(t, "%s\n", usual[i].words);
		as_text_take(t, &spelt);
		n++;
	}
	return n;
}

void as_help_page(struct as_text *t, const struct as_command_entry *c, int width)
{
	enum { EXAMPLES = 2, FEW = 3 };
	struct as_text options = {0};

	if (add_usual(&options, c) < FEW) {
		as_text_release(&options);
		as_help_command(t, c, width);
		return;
	}
	as_text_addf(t, "assay %s: %s\n\nusage: assay %s [OPTION]...%s%s\n\n", c->name, c->summary,
		c->name, *c->args ? " " : "", c->args);
	as_text_addf(t, "%s\n", as_text_str(&options));
	as_text_take(t, &options);
	for (size_t i = 0; c->examples && i < EXAMPLES && c->examples[i].command; i++)
		as_text_addf(t, "  %s\n", c->examples[i].command);
	as_text_addf(t, "assay %s --help tells all of it.\n", c->name);
}

/* The keys follow from the table that the reader of suites has. */
static void add_suite_keys(struct as_text *t, int width)
{
	for (size_t k = 0; k < AS_SUITE_KEYS; k++) {
		const struct as_suite_row *row = &as_suite_rows[k];
		as_text_addf(t, "\n  %s%s\n", row->name,
			row->where == AS_SUITE_TOP         ? " (at the top)"
			: row->where == AS_SUITE_BENCHMARK ? " (in a benchmark)"
							   : "");
		help_wrap(t, row->help, 6, width);
	}
}

void as_help_topic(struct as_text *t, const struct as_topic *topic, int width)
{
	help_wrap(t, topic->name, 0, width);
	help_wrap(t, topic->summary, 4, width);
	as_text_char(t, '\n');
	help_wrap(t, topic->text, 0, width);
	if (!strcmp(topic->name, "suite"))
		add_suite_keys(t, width);
}

static void add_entry(struct as_text *t, const char *name, const char *summary)
{
	as_text_addf(t, "  %-12s %s\n", name, summary);
}

void as_help_overview(struct as_text *t, int width)
{
	help_wrap(t,
		"assay measures how fast software is, and is honest about how sure it is.\n"
		"\nusage: assay COMMAND [OPTION]...\n\nCommands:\n",
		0, width);
	for (size_t i = 0; i < as_commands_known; i++)
		add_entry(t, as_commands[i]->name, as_commands[i]->summary);
	as_text_add(t, "\nMore to read, with assay help TOPIC:\n");
	for (size_t i = 0; i < as_topics_known; i++)
		add_entry(t, as_topics[i].name, as_topics[i].summary);
	as_text_char(t, '\n');
	help_wrap(t,
		"Begin with assay run 'sleep 0.05'. assay COMMAND --help tells all of a command.",
		0, width);
}
