/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/generate/generate.h"

#include <string.h>

#include "cli/line/help.h"

/* s between single quotes. */
static void add_quoted(struct as_text *t, const char *s)
{
	as_text_char(t, '\'');
	for (; *s; s++) {
		if (*s == '\'' || *s == '\\')
			as_text_char(t, '\\');
		as_text_char(t, *s);
	}
	as_text_char(t, '\'');
}

static void add_gist(struct as_text *t, const struct as_option *o)
{
	struct as_text gist = {0};

	as_generate_gist(&gist, o);
	add_quoted(t, as_text_str(&gist));
	t->failed = t->failed || gist.failed;
	as_text_release(&gist);
}

static void add_values(struct as_text *t, const struct as_option *o)
{
	if (!*o->args || (o->kind & AS_OPTION_OPTIONAL))
		return;
	if (!o->values) {
		as_text_add(t, " -x");
	} else if (!strcmp(o->values, "@file")) {
		as_text_add(t, " -r -F");
	} else if (!strcmp(o->values, "@command")) {
		as_text_add(t, " -x -a '(__fish_complete_command)'");
	} else {
		as_text_add(t, " -x -a '");
		if (!strcmp(o->values, "@metric"))
			as_generate_metrics(t);
		else
			as_text_add(t, o->values);
		as_text_char(t, '\'');
	}
}

/* The verbs that have the options of a group. */
static void add_verbs_of(struct as_text *t, as_option_groups group)
{
	for (size_t i = 0; i < as_commands_known; i++)
		if (group & (as_commands[i]->options | AS_GROUP_COMMON))
			as_text_addf(t, " %s", as_commands[i]->name);
}

static void add_options(struct as_text *t)
{
	for (int k = 0; k < AS_OPTIONS_KNOWN; k++) {
		const struct as_option *o = &as_options[k];
		if (o->kind & AS_OPTION_HIDDEN)
			continue;
		as_text_add(t, "complete -c assay -n '__fish_seen_subcommand_from");
		add_verbs_of(t, o->group);
		as_text_char(t, '\'');
		if (o->letter)
			as_text_addf(t, " -s %c", o->letter);
		if (o->name)
			as_text_addf(t, " -l %s", o->name);
		add_values(t, o);
		as_text_add(t, " -d ");
		add_gist(t, o);
		as_text_char(t, '\n');
	}
}

void as_generate_fish(struct as_text *t)
{
	as_text_add(t, "# SPDX-License-Identifier: GPL-3.0-or-later\n"
		       "# fish completion for assay, generated from its tables of options\n"
		       "complete -c assay -f\n");
	for (size_t i = 0; i < as_commands_known; i++) {
		as_text_addf(t, "complete -c assay -n __fish_use_subcommand -a %s -d ",
			as_commands[i]->name);
		add_quoted(t, as_commands[i]->summary);
		as_text_char(t, '\n');
		as_text_addf(t, "complete -c assay -n '__fish_seen_subcommand_from help' -a %s\n",
			as_commands[i]->name);
	}
	for (size_t i = 0; i < as_topics_known; i++)
		as_text_addf(t, "complete -c assay -n '__fish_seen_subcommand_from help' -a %s\n",
			as_topics[i].name);
	as_text_add(t, "complete -c assay -n '__fish_seen_subcommand_from run' -a "
		       "'(__fish_complete_command)'\n"
		       "complete -c assay -n '__fish_seen_subcommand_from show compare' -F -a "
		       "'@last @last~1'\n"
		       "complete -c assay -n '__fish_seen_subcommand_from store' -F -a 'path "
		       "verify prune copy flush label note pin unpin'\n");
	add_options(t);
}
