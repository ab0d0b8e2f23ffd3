/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/layout/wrap_go.h"

#include <stdlib.h>
#include <string.h>

#include "base/text/fixed.h"

static bool is_building(const char *word)
{
	static const char *const verbs[] = {"build", "install", "run", "test"};

	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (!strcmp(word, verbs[i]))
			return true;
	return false;
}

/* The word behind the dashes of an option: one and two mean the same. */
static const char *option_of(const char *word)
{
	return *word == '-' ? word + 1 + (word[1] == '-') : "";
}

/* How many words -C takes, which has to stay the first: 0 where it is not there. */
static size_t folder_words(char *const *words, size_t n)
{
	const char *option = n ? option_of(words[0]) : "";

	if (*option != 'C' || (option[1] && option[1] != '='))
		return 0;
	return option[1] || n < 2 ? 1 : 2;
}

struct texts {
	char *text; /* words that were made, each with its 0 */
	size_t size, used;
	const char *flag;
};

/* The word with the flag behind it. */
static char *with_flag(struct texts *t, const char *before, const char *word)
{
	char *out = t->text + t->used;

	(void)as_putf(t->text, t->size, &t->used, "%s%s%s%s", before, word, *word ? " " : "",
		t->flag);
	t->used += t->used + 1 < t->size;
	return out;
}

/* Add the flag to each -ldflags; what comes behind -args is the test's. */
static bool add_to_those_there(char **words, size_t n, struct texts *t)
{
	static const char name[] = "ldflags";
	bool found = false;

	for (size_t i = 0; i < n && strcmp(option_of(words[i]), "args") != 0; i++) {
		const char *option = option_of(words[i]), *value = option + sizeof name - 1;
		if (strncmp(option, name, sizeof name - 1) != 0 || (*value && *value != '='))
			continue;
		if (*value)
			words[i] = with_flag(t, "", words[i]);
		else if (i + 1 < n)
			words[i + 1] = with_flag(t, "", words[i + 1]);
		i += !*value;
		found = true;
	}
	return found;
}

struct as_wrap_go as_wrap_go(char **argv, size_t argc, const char *flag, const char *goflags)
{
	struct as_wrap_go out = {.words = calloc(argc + 2, sizeof *out.words)};
	size_t first = 1, room = 64;

	if (!out.words)
		return out;
	memcpy(out.words, argv, argc * sizeof *argv);
	first += folder_words(argv + 1, argc - 1); /* go -C FOLDER build, go build -C FOLDER */
	if (!flag || first >= argc || !is_building(argv[first]))
		return out;
	first++;
	first += folder_words(argv + first, argc - first);
	for (size_t i = 0; i < argc; i++)
		room += strlen(argv[i]) + strlen(flag) + 2;
	out.text = malloc(room);
	if (!out.text) {
		free(out.words);
		return (struct as_wrap_go){.words = NULL};
	}
	struct texts t = {.text = out.text, .size = room, .flag = flag};
	out.added = add_to_those_there(out.words + first, argc - first, &t);
	if (!out.added && !(goflags && strstr(goflags, "ldflags"))) {
		memmove(out.words + first + 1, out.words + first, (argc - first) * sizeof *argv);
		out.words[first] = with_flag(&t, "-ldflags=", "");
		out.added = true;
	}
	return out;
}
