/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "say/say_words.h"

#include <signal.h>
#include <string.h>

#include "say/style.h"

struct entry {
	const char *name;
	struct as_metric_words words;
};

struct as_metric_words as_metric_words(const struct as_metric *m)
{
	static const struct entry known[] = {
		{"time", {"takes", "time", false, true}},
		{"wall", {"takes", "time", false, true}},
		{"user", {"takes", "user time", false, false}},
		{"system", {"takes", "system time", false, false}},
		{"cpu", {"takes", "processor time", false, false}},
		{"peak_memory", {"uses", "memory", false, false}},
		{"minor_faults", {"has", "minor page faults", true, false}},
		{"major_faults", {"has", "major page faults", true, false}},
		{"voluntary_switches", {"has", "voluntary context switches", true, false}},
		{"involuntary_switches", {"has", "involuntary context switches", true, false}},
		{"steal", {"has", "stolen time", false, false}},
	};

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (!strcmp(known[i].name, m->name))
			return known[i].words;
	return (struct as_metric_words){
		.verb = !strcmp(m->unit, "ns")      ? "takes"
			: !strcmp(m->unit, "bytes") ? "uses"
						    : "has",
		.countable = !strcmp(m->unit, "count"),
	};
}

/* A metric's name as words: underscores are blanks, which do not break a line. */
static void add_name(struct as_text *t, const char *name)
{
	size_t from = t->len;

	as_text_add_neutral(t, name, strlen(name), 40);
	for (size_t i = from; i < t->len; i++)
		if (t->data[i] == '_' || t->data[i] == ' ')
			t->data[i] = *AS_TIE;
}

void as_noun_add(struct as_text *t, const struct as_metric *m)
{
	const char *noun = as_metric_words(m).noun;

	add_name(t, noun ? noun : m->name);
}

void as_metric_label_add(struct as_text *t, const struct as_metric *m)
{
	add_name(t, !strcmp(m->name, "wall") ? "time" : m->name);
}

const char *as_less_word(const struct as_metric *m)
{
	return as_metric_words(m).countable ? "fewer" : "less";
}

const char *as_level_word(const struct as_summary_level *l)
{
	const char *name = as_summary_level_name(l);
	double scale;
	const char *kept = as_unit_common(name, &scale);

	return !strcmp(kept, "ns") || !strcmp(kept, "bytes") ? "value" : name;
}

const char *as_top_word(const struct as_summary *y)
{
	return y->tree.n ? as_level_word(&y->tree.v[y->tree.n - 1])
			   : as_level_names[AS_LEVEL_EXECUTION];
}

const char *as_variation_word(const struct as_summary_tree *tree, size_t i)
{
	const struct as_summary_level *l = &tree->v[i];

	return tree->build_or_time && l->level == AS_LEVEL_BUILD ? "build or time"
								 : as_level_word(l);
}

const char *as_signal_name(int number)
{
	static const struct {
		int number;
		const char *name;
	} known[] = {
		{SIGABRT, "SIGABRT"},
		{SIGALRM, "SIGALRM"},
		{SIGBUS, "SIGBUS"},
		{SIGFPE, "SIGFPE"},
		{SIGHUP, "SIGHUP"},
		{SIGILL, "SIGILL"},
		{SIGINT, "SIGINT"},
		{SIGKILL, "SIGKILL"},
		{SIGPIPE, "SIGPIPE"},
		{SIGPROF, "SIGPROF"},
		{SIGQUIT, "SIGQUIT"},
		{SIGSEGV, "SIGSEGV"},
		{SIGSYS, "SIGSYS"},
		{SIGTERM, "SIGTERM"},
		{SIGTRAP, "SIGTRAP"},
		{SIGUSR1, "SIGUSR1"},
		{SIGUSR2, "SIGUSR2"},
		{SIGVTALRM, "SIGVTALRM"},
		{SIGXCPU, "SIGXCPU"},
		{SIGXFSZ, "SIGXFSZ"},
	};

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (known[i].number == number)
			return known[i].name;
	return NULL;
}
