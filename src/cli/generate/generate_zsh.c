/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/generate/generate.h"

#include <string.h>

#include "cli/line/help.h"

/* Inside '...' in a specification of _arguments: quotes, brackets, colons and backslashes act. */
static void add_quoted(struct as_text *t, const char *s)
{
	for (; *s; s++) {
		if (*s == '\'')
			as_text_add(t, "'\\''");
		else if (strchr("[]:\\", *s))
			as_text_addf(t, "\\%c", *s);
		else
			as_text_char(t, *s);
	}
}

static void add_gist(struct as_text *t, const struct as_option *o)
{
	struct as_text gist = {0};

	as_generate_gist(&gist, o);
	add_quoted(t, as_text_str(&gist));
	t->failed = t->failed || gist.failed;
	as_text_release(&gist);
}

/* ":NUM:(a b c)", one for each value. */
static void add_values(struct as_text *t, const struct as_option *o)
{
	for (const char *s = o->args; *s; s += strspn(s, " ")) {
		size_t n = strcspn(s, " ");
		as_text_add(t, o->kind & AS_OPTION_OPTIONAL ? "::" : ":");
		as_text_add_n(t, s, n);
		as_text_char(t, ':');
		s += n;
		if (!o->values)
			as_text_char(t, ' ');
		else if (!strcmp(o->values, "@file"))
			as_text_add(t, "_files");
		else if (!strcmp(o->values, "@command"))
			as_text_add(t, "_cmdstring");
		else
			as_text_char(t, '(');
		if (o->values && !strcmp(o->values, "@metric"))
			as_generate_metrics(t);
		else if (o->values && o->values[0] != '@')
			as_text_add(t, o->values);
		if (o->values && (o->values[0] != '@' || !strcmp(o->values, "@metric")))
			as_text_char(t, ')');
	}
}

/* One line of _arguments for each spelling of an option. */
static void add_option(struct as_text *t, const struct as_option *o)
{
	bool takes = *o->args && !(o->kind & AS_OPTION_OPTIONAL);

	for (int spelling = 0; spelling < 2; spelling++) {
		if (spelling ? !o->name : !o->letter)
			continue;
		as_text_add(t, "\t\t\t'*");
		if (spelling)
			as_text_addf(t, "--%s%s[", o->name, *o->args ? takes ? "=" : "=-" : "");
		else
			as_text_addf(t, "-%c%s[", o->letter, takes ? "+" : "");
		add_gist(t, o);
		as_text_char(t, ']');
		if (spelling || takes)
			add_values(t, o);
		as_text_add(t, "' \\\n");
	}
}

static void add_words(struct as_text *t, const struct as_command_entry *c)
{
	if (!strcmp(c->name, "run"))
		as_text_add(t, "\t\t\t'*:command:_cmdstring'\n");
	else if (!strcmp(c->name, "show") || !strcmp(c->name, "compare"))
		as_text_add(t, "\t\t\t'*:result:{compadd @last @last~1; _files}'\n");
	else if (!strcmp(c->name, "store"))
		as_text_add(t, "\t\t\t'1:action:(path verify prune copy flush label note pin "
			       "unpin)' \\\n"
			       "\t\t\t'*:result:{compadd @last @last~1; _files}'\n");
	else if (!strcmp(c->name, "help"))
		as_text_add(t, "\t\t\t'1:subject:($subjects)'\n");
	else
		as_text_add(t, "\t\t\t'*: :'\n");
}

static void add_verb(struct as_text *t, const struct as_command_entry *c)
{
	as_text_addf(t, "\t%s)\n\t\t_arguments -s -S \\\n", c->name);
	for (int k = 0; k < AS_OPTIONS_KNOWN; k++) {
		const struct as_option *o = &as_options[k];
		if ((o->group & (c->options | AS_GROUP_COMMON)) && !(o->kind & AS_OPTION_HIDDEN))
			add_option(t, o);
	}
	add_words(t, c);
	as_text_add(t, "\t\t;;\n");
}

void as_generate_zsh(struct as_text *t)
{
	as_text_add(t,
		"#compdef assay\n"
		"# SPDX-License-Identifier: GPL-3.0-or-later\n"
		"# zsh completion for assay, generated from its tables of options\n"
		"_assay() {\n"
		"\tlocal -a verbs subjects\n"
		"\tverbs=(\n");
	for (size_t i = 0; i < as_commands_known; i++) {
		as_text_addf(t, "\t\t'%s:", as_commands[i]->name);
		add_quoted(t, as_commands[i]->summary);
		as_text_add(t, "'\n");
	}
	as_text_add(t, "\t)\n\tsubjects=(${verbs%%:*}");
	for (size_t i = 0; i < as_topics_known; i++)
		as_text_addf(t, " %s", as_topics[i].name);
	as_text_add(t,
		")\n"
		"\tif (( CURRENT == 2 )); then\n"
		"\t\t_describe -t commands 'assay command' verbs\n"
		"\t\treturn\n"
		"\tfi\n"
		"\tshift words\n"
		"\t(( CURRENT-- ))\n"
		"\tcase $words[1] in\n");
	for (size_t i = 0; i < as_commands_known; i++)
		add_verb(t, as_commands[i]);
	as_text_add(t, "\tesac\n}\nif [[ $funcstack[1] == _assay ]]; then\n\t_assay \"$@\"\nelse\n"
		       "\tcompdef _assay assay\nfi\n");
}
