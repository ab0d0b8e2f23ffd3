/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/generate/generate.h"

#include <string.h>

#include "cli/line/help.h"
#include "model/kept/metric.h"
#include "probe/counting/counter.h"
#include "probe/energy/energy.h"
#include "probe/counting/control_group.h"
#include "probe/counting/memory_sample.h"
#include "run/metrics/metered.h"

void as_generate_gist(struct as_text *t, const struct as_option *o)
{
	const char *s = o->help;
	size_t n = 0;

	while (s[n] && !(strchr(".:;", s[n]) && (!s[n + 1] || strchr(" \n", s[n + 1]))))
		n++;
	as_text_add_n(t, s, n);
}

void as_generate_metrics(struct as_text *t)
{
	for (size_t i = 0; i < AS_METRICS_BUILTIN; i++)
		as_text_addf(t, "%s%s", i ? " " : "", as_metrics[i].name);
	for (size_t i = 0; i < as_n_counters; i++)
		as_text_addf(t, " %s", as_counter_names[i]);
	for (size_t i = 0; i < AS_GROUPS_KNOWN; i++)
		as_text_addf(t, " %s", as_group_metrics[i].name);
	as_text_add(t, " " AS_METERED_METRIC);
	for (size_t i = 0; i < AS_ENERGIES; i++)
		as_text_addf(t, " %s", as_energy_metrics[i].name);
	for (size_t i = 0; i < AS_MEMORY_PARTS; i++)
		as_text_addf(t, " %s", as_memory_metrics[i].name);
}

/* Take what compgen gives, one candidate a line. */
static void add_candidates(struct as_text *t, const char *how, const char *words)
{
	as_text_addf(t, "mapfile -t COMPREPLY < <(compgen %s%s%s%s -- \"$cur\")", how,
		words ? " '" : "", words ? words : "", words ? "'" : "");
}

/* How bash finds what an option's value may be. */
static void add_finder(struct as_text *t, const struct as_option *o)
{
	struct as_text metrics = {0};

	as_generate_metrics(&metrics);
	if (!o->values)
		as_text_add(t, "COMPREPLY=()");
	else if (!strcmp(o->values, "@file"))
		add_candidates(t, "-f", NULL);
	else if (!strcmp(o->values, "@command"))
		add_candidates(t, "-c", NULL);
	else if (!strcmp(o->values, "@metric"))
		add_candidates(t, "-W", as_text_str(&metrics));
	else
		add_candidates(t, "-W", o->values);
	if (o->values && !strcmp(o->values, "@file"))
		as_text_add(t, "\n\t\tcompopt -o filenames 2>/dev/null");
	t->failed = t->failed || metrics.failed;
	as_text_release(&metrics);
}

/* An option of another verb is called the same, and its values are found the same way. */
static bool is_before(int k)
{
	for (int i = 0; i < k && as_options[k].name; i++)
		if (as_options[i].name && !strcmp(as_options[i].name, as_options[k].name) &&
			*as_options[i].args)
			return true;
	return false;
}

/* An option of another verb has the letter, and a case for it: what it takes is of the same kind. */
static bool is_letter_before(int k)
{
	for (int i = 0; i < k; i++)
		if (as_options[i].letter == as_options[k].letter && *as_options[i].args)
			return true;
	return false;
}

static void add_value_cases(struct as_text *t)
{
	for (int k = 0; k < AS_OPTIONS_KNOWN; k++) {
		const struct as_option *o = &as_options[k];
		if (!*o->args || is_before(k))
			continue;
		as_text_add(t, "\t");
		if (o->name)
			as_text_addf(t, "--%s", o->name);
		if (o->letter && !(o->kind & AS_OPTION_OPTIONAL) && !is_letter_before(k))
			as_text_addf(t, "%s-%c", o->name ? " | " : "",
				o->letter);
		as_text_add(t, ")\n\t\t");
		add_finder(t, o);
		as_text_add(t, "\n\t\treturn\n\t\t;;\n");
	}
}

static void add_verb_cases(struct as_text *t)
{
	for (size_t i = 0; i < as_commands_known; i++) {
		const struct as_command_entry *c = as_commands[i];
		as_text_addf(t, "\t%s)\n\t\toptions='", c->name);
		for (int k = 0, n = 0; k < AS_OPTIONS_KNOWN; k++) {
			const struct as_option *o = &as_options[k];
			if (!(o->group & (c->options | AS_GROUP_COMMON)) ||
				(o->kind & AS_OPTION_HIDDEN))
				continue;
			if (o->name)
				as_text_addf(t, "%s--%s", n++ ? " " : "", o->name);
			else
				as_text_addf(t, "%s-%c", n++ ? " " : "", o->letter);
		}
		as_text_add(t, "'\n\t\t;;\n");
	}
}

/* "run show help exit", and so on. */
static void add_names(struct as_text *t, bool topics)
{
	for (size_t i = 0; i < as_commands_known; i++)
		as_text_addf(t, "%s%s", i ? " " : "", as_commands[i]->name);
	for (size_t i = 0; topics && i < as_topics_known; i++)
		as_text_addf(t, " %s", as_topics[i].name);
}

static void add_words(struct as_text *t)
{
	struct as_text names = {0};

	add_names(&names, true);
	as_text_add(t, "\t" "run)\n\t\t");
	add_candidates(t, "-c -f", NULL);
	as_text_add(t, "\n\t\t;;\n\tshow | compare)\n\t\t");
	add_candidates(t, "-f -W", "@last @last~1");
	as_text_add(t, "\n\t\t;;\n\tstore)\n\t\t");
	add_candidates(t, "-W", "path verify prune copy flush label note pin unpin @last");
	as_text_add(t, "\n\t\t;;\n\thelp)\n\t\t");
	add_candidates(t, "-W", as_text_str(&names));
	as_text_add(t, "\n\t\t;;\n");
	t->failed = t->failed || names.failed;
	as_text_release(&names);
}

void as_generate_bash(struct as_text *t)
{
	struct as_text names = {0};

	add_names(&names, false);
	as_text_add(&names, " --help --version");
	as_text_add(t, "# SPDX-License-Identifier: GPL-3.0-or-later\n"
		       "# bash completion for assay, generated from its tables of options\n"
		       "_assay() {\n"
		       "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} "
		       "options=\n"
		       "\tCOMPREPLY=()\n"
		       "\t# --name=value comes as three words.\n"
		       "\tif [[ $cur == '=' ]]; then\n"
		       "\t\tcur=\n"
		       "\telif [[ $prev == '=' && $COMP_CWORD -ge 2 ]]; then\n"
		       "\t\tprev=${COMP_WORDS[COMP_CWORD - 2]}\n"
		       "\tfi\n"
		       "\tif [[ $COMP_CWORD -eq 1 ]]; then\n\t\t");
	add_candidates(t, "-W", as_text_str(&names));
	as_text_add(t, "\n\t\treturn\n\tfi\n\tcase $prev in\n");
	add_value_cases(t);
	as_text_add(t, "\tesac\n\tcase ${COMP_WORDS[1]} in\n");
	add_verb_cases(t);
	as_text_add(t, "\tesac\n\tif [[ $cur == -* ]]; then\n"
		       "\t\tmapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$cur\")\n"
		       "\t\treturn\n\tfi\n\tcase ${COMP_WORDS[1]} in\n");
	add_words(t);
	as_text_add(t, "\tesac\n}\ncomplete -o default -F _assay assay\n");
	t->failed = t->failed || names.failed;
	as_text_release(&names);
}
