/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "base/text/slip.h"
#include "cli/line/options.h"
#include "cli/line/suggest.h"
#include "run/request/request.h"

struct parser {
	const char *verb;
	as_option_groups groups;
	char **argv;
	size_t i; /* the word that is looked at */
	struct as_arg *given;
	char **words;
	struct as_args out;
	struct as_arena *arena;
	struct as_err *err;
};

static bool has_option(const struct parser *p, enum as_option_id id)
{
	return (as_options[id].group & p->groups) != 0;
}

static bool find_name(const struct parser *p, const char *name, size_t n, enum as_option_id *id)
{
	for (int k = 0; k < AS_OPTIONS_KNOWN; k++) {
		const char *have = as_options[k].name;
		if (has_option(p, (enum as_option_id)k) && have && strlen(have) == n &&
			!memcmp(have, name, n)) {
			*id = (enum as_option_id)k;
			return true;
		}
	}
	return false;
}

static bool find_letter(const struct parser *p, char letter, enum as_option_id *id)
{
	for (int k = 0; k < AS_OPTIONS_KNOWN; k++) {
		if (has_option(p, (enum as_option_id)k) && as_options[k].letter == letter) {
			*id = (enum as_option_id)k;
			return true;
		}
	}
	return false;
}

/* The option whose name was cut short or mistyped; AS_OPTIONS_KNOWN if none is near. */
static int nearest(const struct parser *p, const char *name)
{
	int best = AS_OPTIONS_KNOWN;
	size_t least = 0;

	for (int k = 0; k < AS_OPTIONS_KNOWN; k++) {
		const char *have = as_options[k].name;
		if (!has_option(p, (enum as_option_id)k) || !have)
			continue;
		bool cut = strlen(name) > 2 && !strncmp(have, name, strlen(name));
		if (!cut && !as_is_slip(name, have))
			continue;
		size_t d = cut ? 0 : as_edit_distance(name, have);
		/* Of two that are as near the longer: a letter is left out more often than added. */
		if (best == AS_OPTIONS_KNOWN || d < least ||
			(d == least && !cut && strlen(have) > strlen(as_options[best].name))) {
			best = k;
			least = d;
		}
	}
	return best;
}

/* An option after a word that names a program is probably meant for that program. */
static void add_unquoted(const struct parser *p, struct as_text *t)
{
	size_t n = p->out.n_words;

	if (n && !strpbrk(p->words[0], " \t") && as_is_program(p->words[0])) {
		char **first = p->argv + p->i;
		while (*first != p->words[0])
			first--;
		as_text_addf(t, "; if it belongs to %s, write: assay %s -- ", p->words[0], p->verb);
		as_suggest_words(t, first);
	} else {
		as_text_addf(t, "; assay %s --help lists those it has", p->verb);
	}
}

static enum as_status unknown(const struct parser *p, const char *word, const char *name)
{
	struct as_text t = {0};
	int near = name ? nearest(p, name) : AS_OPTIONS_KNOWN;

	as_text_addf(&t, "assay %s has no option '%.200s'", p->verb, word);
	if (near != AS_OPTIONS_KNOWN)
		as_text_addf(&t, "; did you mean --%s?", as_options[near].name);
	else
		add_unquoted(p, &t);
	as_fail(p->err, AS_ERR_USAGE, "%s", as_text_str(&t));
	as_text_release(&t);
	return AS_ERR_USAGE;
}

/* A word that this verb would read as an option is no value. */
static bool is_option(const struct parser *p, const char *word)
{
	enum as_option_id id;

	if (word[0] != '-' || !word[1])
		return false;
	if (word[1] != '-')
		return find_letter(p, word[1], &id);
	return !word[2] || find_name(p, word + 2, strcspn(word + 2, "="), &id);
}

static bool in_list(const char *list, const char *value)
{
	size_t n = strlen(value);

	for (const char *s = list; *s; s += strspn(s, " ")) {
		size_t len = strcspn(s, " ");
		if (len == n && !memcmp(s, value, n))
			return true;
		s += len;
	}
	return false;
}

static enum as_status check_choice(const struct parser *p, enum as_option_id id, const char *value)
{
	const char *list = as_options[id].values;
	struct as_text t = {0};

	if (!list || list[0] == '@' || in_list(list, value))
		return AS_OK;
	as_text_add(&t, "one of ");
	for (const char *s = list; *s; s++) {
		if (*s == ' ')
			as_text_add(&t, ", ");
		else
			as_text_char(&t, *s);
	}
	as_args_bad(id, value, as_text_str(&t), p->err);
	as_text_release(&t);
	return AS_ERR_USAGE;
}

static size_t values_of(enum as_option_id id)
{
	const char *s = as_options[id].args;
	size_t n = *s != '\0';

	for (; *s; s++)
		n += *s == ' ';
	return n;
}

static enum as_status missing(const struct parser *p, enum as_option_id id, const char *follows)
{
	char name[32];

	as_option_spell(id, name);
	if (follows)
		return as_fail(p->err, AS_ERR_USAGE,
			"%s needs %s, but the option '%.100s' follows: write %s %s", name,
			as_options[id].args, follows, name, as_options[id].args);
	return as_fail(p->err, AS_ERR_USAGE, "%s needs %s, but nothing follows: write %s %s", name,
		as_options[id].args, name, as_options[id].args);
}

/* Values are what is joined to the option, then the words that follow it. */
static enum as_status take_values(struct parser *p, struct as_arg *arg, const char *joined)
{
	size_t n = values_of(arg->id);

	if (as_options[arg->id].kind & AS_OPTION_OPTIONAL) {
		arg->values[0] = joined;
		return AS_OK;
	}
	for (size_t k = 0; k < n; k++) {
		const char *value = k ? NULL : joined;
		if (!value) {
			const char *next = p->argv[p->i + 1];
			bool any = as_options[arg->id].kind & AS_OPTION_ANY;
			if (!next)
				return missing(p, arg->id, NULL);
			if (!any && is_option(p, next))
				return missing(p, arg->id, next);
			value = next;
			p->i++;
		}
		enum as_status st = check_choice(p, arg->id, value);
		if (st)
			return st;
		arg->values[k] = value;
	}
	return AS_OK;
}

static enum as_status add_option(struct parser *p, enum as_option_id id, const char *joined)
{
	struct as_arg *arg = &p->given[p->out.n_given];
	unsigned kind = as_options[id].kind;
	char name[32];

	*arg = (struct as_arg){.id = id};
	as_option_spell(id, name);
	if (joined && !values_of(id))
		return as_fail(p->err, AS_ERR_USAGE,
			"%s takes no value, but was given '%.200s': leave it out", name, joined);
	enum as_status st = take_values(p, arg, joined);
	if (st)
		return st;
	if (values_of(id) && !(kind & (AS_OPTION_MANY | AS_OPTION_LAST | AS_OPTION_OPTIONAL)) &&
		as_args_has(&p->out, id))
		return as_fail(p->err, AS_ERR_USAGE,
			"%s was given twice, and only one can count: leave one out", name);
	p->out.n_given++;
	return AS_OK;
}

/* Options of which several of a list may be chosen take them as a list, too. */
static bool is_listed(enum as_option_id id)
{
	const struct as_option *o = &as_options[id];

	return o->kind & AS_OPTION_MANY && o->values && *o->values != '@';
}

/* "--method=a,b" is "--method=a --method=b". */
static enum as_status add_listed(struct parser *p, enum as_option_id id, const char *joined)
{
	enum as_status st = AS_OK;

	if (!joined && p->argv[p->i + 1] && !is_option(p, p->argv[p->i + 1]))
		joined = p->argv[++p->i];
	while (!st && joined && strchr(joined, ',')) {
		const size_t n = (size_t)(strchr(joined, ',') - joined);
		const char *one = as_arena_printf(p->arena, "%.*s", (int)n, joined);
		st = one ? add_option(p, id, one) : as_fail_memory(p->err);
		joined += n + 1;
	}
	return st ? st : add_option(p, id, joined);
}

static enum as_status read_long(struct parser *p, const char *word)
{
	const char *name = word + 2, *equals = strchr(name, '=');
	size_t n = equals ? (size_t)(equals - name) : strlen(name);
	enum as_option_id id;
	char typed[64];

	if (find_name(p, name, n, &id))
		return (is_listed(id) ? add_listed : add_option)(
			p, id, equals ? equals + 1 : NULL);
	snprintf(typed, sizeof typed, "%.*s", (int)(n > 63 ? 63 : n), name);
	return unknown(p, word, typed);
}

/* -abc: flags up to the first that takes a value, which is the rest. */
static enum as_status read_letters(struct parser *p, const char *word)
{
	for (const char *s = word + 1; *s; s++) {
		const char shown[] = {'-', *s, '\0'};
		const char *joined = NULL;
		enum as_option_id id;

		if (!find_letter(p, *s, &id))
			return unknown(p, s == word + 1 && !s[1] ? word : shown, NULL);
		bool optional = as_options[id].kind & AS_OPTION_OPTIONAL;
		if (s[1] == '=')
			joined = s + 2;
		else if (s[1] && values_of(id) && !optional)
			joined = s + 1;
		enum as_status st = add_option(p, id, joined);
		if (st || joined || as_args_help(&p->out))
			return st;
	}
	return AS_OK;
}

static enum as_status read_all(struct parser *p)
{
	enum as_status st = AS_OK;

	for (; !st && p->argv[p->i]; p->i++) {
		char *word = p->argv[p->i];
		if (p->out.separated || word[0] != '-' || !word[1]) {
			p->words[p->out.n_words++] = word;
			p->out.n_before += !p->out.separated;
		} else if (!strcmp(word, "--")) {
			p->out.separated = true;
		} else if (word[1] == '-') {
			st = read_long(p, word);
		} else {
			st = read_letters(p, word);
		}
		if (as_args_help(&p->out))
			break;
	}
	return st;
}

enum as_status as_args_parse(const char *verb, as_option_groups groups, char **argv,
	struct as_arena *a,
	struct as_args *out, struct as_err *err)
{
	struct parser p = {
		.verb = verb, .groups = groups | AS_GROUP_COMMON, .argv = argv, .arena = a,
		.err = err};
	size_t letters = 0, n = 0;

	for (; argv[n]; n++)
		letters += strlen(argv[n]);
	/* Bundled flags make more options than words, never more than letters. */
	p.given = as_arena_array(a, letters + n + 1, sizeof *p.given);
	p.words = as_arena_array(a, n + 1, sizeof *p.words);
	if (!p.given || !p.words)
		return as_fail_memory(err);
	p.out.given = p.given;
	p.out.words = p.words;
	enum as_status st = read_all(&p);
	if (!st)
		*out = p.out;
	return st;
}

/* What a request is made of is in it; of the rest some are about what is done with its results. */
static bool is_said(enum as_option_id id, bool own)
{
	const as_option_groups asked = AS_GROUP_SEVERAL | AS_GROUP_COMMANDS | AS_GROUP_BUILDS |
		AS_GROUP_HOOKS | AS_GROUP_AMOUNT | AS_GROUP_SEEING | AS_GROUP_CONDITIONS |
		AS_GROUP_SUITE;

	return id == AS_OPT_REPORT || (own && id == AS_OPT_ONLY) ||
	       !(as_options[id].group & asked);
}

const struct as_parameter *as_args_said(const struct as_args *args, bool own, struct as_arena *a,
	size_t *n)
{
	struct as_parameter *v = as_arena_array(a, args->n_given, sizeof *v);

	*n = 0;
	for (size_t i = 0; v && i < args->n_given; i++) {
		const struct as_arg *arg = &args->given[i];
		const char *value = as_option_is_setting(arg->id) ? NULL : arg->values[0];
		if (!is_said(arg->id, own) || !as_options[arg->id].name)
			continue;
		v[*n].name = as_arena_printf(a, "%s%s", as_options[arg->id].name, value ? "=" : "");
		v[*n].value = as_arena_strdup(a, value ? value : "");
		if (!v[*n].name || !v[*n].value)
			return NULL;
		(*n)++;
	}
	return v;
}

enum as_status as_args_of(const struct as_request *r, as_option_groups groups, struct as_arena *a,
	struct as_args *out, struct as_err *err)
{
	const struct as_keeping *k = &r->keeping;
	char *none[] = {NULL, NULL}; /* no value follows */
	struct parser p = {.verb = "run", .groups = groups | AS_GROUP_COMMON, .argv = none,
		.arena = a, .err = err};
	char **words = as_arena_array(a, 1, sizeof *words);
	enum as_status st = AS_OK;

	p.given = as_arena_array(a, k->n_said, sizeof *p.given);
	if (!p.given || !words)
		return as_fail_memory(err);
	words[0] = NULL;
	p.out = (struct as_args){.given = p.given, .words = words, .settings = r};
	for (size_t i = 0; i < k->n_said && !st; i++) {
		const char *name = k->said[i].name;
		const size_t len = strcspn(name, "=");
		enum as_option_id id;
		if (!find_name(&p, name, len, &id))
			st = unknown(&p, name, NULL);
		else if (!name[len] && as_option_is_setting(id)) /* earlier versions wrote its text */
			p.given[p.out.n_given++] = (struct as_arg){.id = id};
		else
			st = add_option(&p, id, name[len] ? k->said[i].value : NULL);
	}
	if (!st)
		*out = p.out;
	return st;
}
