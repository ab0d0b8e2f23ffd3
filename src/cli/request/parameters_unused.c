/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/request/parameters_unused.h"

#include <string.h>

#include "model/settings/fill.h"

static bool names_one(const struct as_arg *given)
{
	return given->id == AS_OPT_PARAMETER_LIST || given->id == AS_OPT_PARAMETER_SCAN;
}

/* In a command, or in what any other option says: names, hooks and files are filled in. */
static bool is_used(const struct as_args *args, const char *name)
{
	for (size_t i = 0; i < args->n_words; i++)
		if (as_parameter_is_in(args->words[i], name))
			return true;
	for (size_t i = 0; i < args->n_given; i++)
		for (size_t k = 0; !names_one(&args->given[i]) && k < AS_OPTION_VALUES; k++)
			if (args->given[i].values[k] &&
				as_parameter_is_in(args->given[i].values[k], name))
				return true;
	return false;
}

static bool is_parameter(const struct as_args *args, const char *name)
{
	for (size_t i = 0; i < args->n_given; i++)
		if (names_one(&args->given[i]) && !strcmp(args->given[i].values[0], name))
			return true;
	return false;
}

/* The first {word} of the commands that looks like a parameter and is none; NULL if there is none. */
static const char *stranger(const struct as_args *args, struct as_arena *a)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789_-";

	for (size_t i = 0; i < args->n_words; i++)
		for (const char *s = strchr(args->words[i], '{'); s; s = strchr(s + 1, '{')) {
			const size_t n = strspn(s + 1, letters);
			const char *word = n && s[1 + n] == '}' ? as_arena_strndup(a, s + 1, n)
								: NULL;
			if (word && !is_parameter(args, word))
				return word;
		}
	return NULL;
}

const char *as_parameter_unused(const struct as_args *args, struct as_arena *a)
{
	for (size_t i = 0; i < args->n_given; i++) {
		const char *name = args->given[i].values[0];
		if (!names_one(&args->given[i]) || is_used(args, name))
			continue;
		const char *other = stranger(args, a);
		if (other)
			return as_arena_printf(a,
				"no command uses the parameter '%.100s', and {%.100s} is no "
				"parameter: write {%.100s} where its values go",
				name, other, name);
		return as_arena_printf(a,
			"no command uses the parameter '%.100s': write {%.100s} where its values "
			"go",
			name, name);
	}
	return NULL;
}
