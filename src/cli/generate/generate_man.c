/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/generate/generate.h"

#include <ctype.h>
#include <string.h>

#include "base/text/utf8.h"
#include "cli/built_with.h"
#include "cli/line/help.h"

/* What stands for a character that roff would take for something else; NULL if it stands for
 * itself. Hyphens become minus signs, so that what is copied from the page can be typed. */
static const char *escape_of(char c)
{
	switch (c) {
	case '-':
		return "\\-";
	case '\\':
		return "\\e";
	case '\'':
		return "\\(aq";
	case '`':
		return "\\(ga";
	case '^':
		return "\\(ha";
	case '~':
		return "\\(ti";
	default:
		return NULL;
	}
}

/* Text that roff prints as it is. Unless it is literal, long lines of the source are broken. */
static void add_plain(struct as_text *t, const char *s, size_t n, bool literal)
{
	const char *end = s + n;
	size_t begin = t->len, len = 0;

	for (; s < end; s += len ? len : 1) {
		uint32_t cp = 0;
		len = as_utf8_next(s, (size_t)(end - s), &cp);
		if (*s == '.' && t->len == begin)
			as_text_add(t, "\\&");
		if (!literal && *s == ' ' && t->len - begin > 60) {
			as_text_char(t, '\n');
			begin = t->len;
		} else if (len > 1) {
			as_text_addf(t, "\\[u%04X]", (unsigned)cp);
		} else if (escape_of(*s)) {
			as_text_add(t, escape_of(*s));
		} else {
			as_text_char(t, *s);
		}
	}
}

static void add_roff(struct as_text *t, const char *s)
{
	add_plain(t, s, strlen(s), false);
}

enum { SYNOPSIS = 60 }; /* words of a verb that fit into its first line */

/* Paragraphs as help has them: an empty line separates, lines that begin with two blanks stay. */
static void add_paragraphs(struct as_text *t, const char *text)
{
	bool literal = false;

	for (const char *s = text; *s;) {
		size_t n = strcspn(s, "\n");
		bool is_literal = n >= 2 && s[0] == ' ' && s[1] == ' ';
		const char *next = s + n + (s[n] == '\n');
		if (is_literal && !literal)
			as_text_add(t, ".RS 4\n.nf\n");
		if (!is_literal && literal)
			as_text_add(t, ".fi\n.RE\n");
		literal = is_literal;
		if (!n && *next && strncmp(next, "  ", 2) != 0) {
			as_text_add(t, ".PP\n");
		} else if (n) {
			add_plain(t, s + (is_literal ? 2 : 0), n - (is_literal ? 2 : 0),
				is_literal);
			as_text_char(t, '\n');
		}
		s = next;
	}
	if (literal)
		as_text_add(t, ".fi\n.RE\n");
}

/* "\fB\-w\fR, \fB\-\-warmup\fR \fINUM\fR" */
static void add_spelling(struct as_text *t, const struct as_option *o)
{
	if (o->letter)
		as_text_addf(t, "\\fB\\-%c\\fR%s", o->letter, o->name ? ", " : "");
	if (o->name) {
		as_text_add(t, "\\fB\\-\\-");
		add_roff(t, o->name);
		as_text_add(t, "\\fR");
	}
	if (!*o->args)
		return;
	as_text_add(t, o->kind & AS_OPTION_OPTIONAL ? "[=\\fI" : " \\fI");
	add_roff(t, o->args);
	as_text_add(t, o->kind & AS_OPTION_OPTIONAL ? "\\fR]" : "\\fR");
}

static void add_option(struct as_text *t, const struct as_option *o)
{
	as_text_add(t, ".TP\n");
	add_spelling(t, o);
	as_text_char(t, '\n');
	for (const char *s = o->help; *s;) {
		size_t n = strcspn(s, "\n");
		add_plain(t, s, n, false);
		as_text_add(t, s[n] ? "\n.br\n" : "\n");
		s += n + (s[n] == '\n');
	}
	if (*o->initial) {
		as_text_add(t, ".br\nDefault: ");
		add_roff(t, o->initial);
		as_text_add(t, ".\n");
	}
}

static void add_options(struct as_text *t, const struct as_command_entry *c)
{
	as_text_add(t, ".SH OPTIONS\n");
	for (int g = 0; g < AS_OPTION_GROUPS; g++) {
		bool begun = false;
		for (int k = 0; k < AS_OPTIONS_KNOWN; k++) {
			const struct as_option *o = &as_options[k];
			if (o->group != UINT64_C(1) << g ||
				!(o->group & (c->options | AS_GROUP_COMMON)) ||
				(o->kind & AS_OPTION_HIDDEN))
				continue;
			if (!begun)
				as_text_addf(t, ".SS %s\n", as_option_group_titles[g]);
			begun = true;
			add_option(t, o);
		}
	}
}

static void add_examples(struct as_text *t, const struct as_command_entry *c)
{
	if (!c->examples)
		return;
	as_text_add(t, ".SH EXAMPLES\n");
	for (const struct as_example *e = c->examples; e->command; e++) {
		as_text_add(t, e == c->examples ? "" : ".PP\n");
		add_roff(t, e->text);
		as_text_add(t, ":\n.PP\n.RS 4\n.nf\n");
		add_plain(t, e->command, strlen(e->command), true);
		as_text_add(t, "\n.fi\n.RE\n");
	}
}

static void add_topic(struct as_text *t, const char *name)
{
	const struct as_topic *topic = as_topic_find(name);

	as_text_add(t, ".SH ");
	for (const char *s = topic->summary; *s; s++)
		as_text_char(t, (char)toupper((unsigned char)*s));
	as_text_char(t, '\n');
	add_paragraphs(t, topic->text);
}

static void begin_page(struct as_text *t, const char *name, const char *summary, const char *date)
{
	as_text_add(t, ".TH ");
	for (const char *s = name; *s; s++)
		as_text_char(t, (char)toupper((unsigned char)*s));
	as_text_addf(t, " 1 %s \"assay %s\"\n.SH NAME\n", date, as_version);
	add_roff(t, name);
	as_text_add(t, " \\- ");
	add_roff(t, summary);
	as_text_add(t, "\n.SH SYNOPSIS\n");
}

static void add_overview(struct as_text *t, const char *date)
{
	begin_page(t, "assay", "measure how fast software is, and how sure that is", date);
	as_text_add(t, ".B assay\n\\fICOMMAND\\fR [\\fIOPTION\\fR]...\n.SH DESCRIPTION\n");
	add_paragraphs(t, "assay measures programs, compares them, and says how sure it is. It "
			  "executes each one several times, in random order, gives every figure "
			  "an interval, and keeps what was measured.\n\nBegin with assay run "
			  "'sleep 0.05'.\n");
	as_text_add(t, ".SH COMMANDS\n");
	for (size_t i = 0; i < as_commands_known; i++) {
		as_text_addf(t, ".TP\n.BR assay\\-%s (1)\n", as_commands[i]->name);
		add_roff(t, as_commands[i]->summary);
		as_text_char(t, '\n');
	}
	for (size_t i = 0; i < as_topics_known; i++)
		add_topic(t, as_topics[i].name);
}

static void add_see_also(struct as_text *t, const struct as_command_entry *c)
{
	as_text_add(t, ".SH SEE ALSO\n");
	as_text_add(t, c ? ".BR assay (1)" : "");
	for (size_t i = 0, n = c != NULL; i < as_commands_known; i++) {
		if (as_commands[i] == c)
			continue;
		as_text_addf(t, "%s.BR assay\\-%s (1)", n++ ? ",\n" : "", as_commands[i]->name);
	}
	as_text_char(t, '\n');
}

void as_generate_man(struct as_text *t, const struct as_command_entry *c, const char *date)
{
	struct as_text name = {0};

	if (!c) {
		add_overview(t, date);
		add_see_also(t, c);
		return;
	}
	as_text_addf(&name, "assay-%s", c->name);
	begin_page(t, as_text_str(&name), c->summary, date);
	/* a line of its own for many words, which are wrapped without what stands before them */
	as_text_addf(t, ".B assay %s\n[\\fIOPTION\\fR]...%s", c->name,
		strlen(c->args) > SYNOPSIS ? "\n" : *c->args ? " " : "");
	add_roff(t, c->args);
	as_text_add(t, "\n.SH DESCRIPTION\n");
	add_paragraphs(t, c->description);
	add_options(t, c);
	add_examples(t, c);
	add_topic(t, "exit");
	add_see_also(t, c);
	t->failed = t->failed || name.failed;
	as_text_release(&name);
}
