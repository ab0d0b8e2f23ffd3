/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/layout/wrap_words.h"

#include <stddef.h>
#include <string.h>

/* What an option does to the question, bits. */
enum {
	LEAVE = 1,
	NO_LINK = 2,
	NO_FILES = 4,
	VALUE = 8,     /* takes the next word */
	LANGUAGE = 16, /* and that is one */
	LINKER = 32,   /* and that is for the linker */
	LTO = 64,
	NO_LTO = 128,
	COMPILE = 256,
};

struct wrap_words_option {
	const char *word;
	bool prefix;
	unsigned effect;
};

static const struct wrap_words_option compiler_options[] = {
	{"-c", false, NO_LINK | COMPILE},
	{"-S", false, NO_LINK},
	{"-r", false, NO_LINK},
	{"-E", false, LEAVE},
	{"-M", false, LEAVE},
	{"-MM", false, LEAVE},
	{"-fsyntax-only", false, LEAVE},
	{"-###", false, LEAVE},
	{"--", false, LEAVE}, /* what follows are names of files, whatever they look like */
	{"-cc1", true, LEAVE},
	{"--version", false, LEAVE},
	{"--help", true, LEAVE},
	{"-dumpversion", false, LEAVE},
	{"-dumpfullversion", false, LEAVE},
	{"-dumpmachine", false, LEAVE},
	{"-dumpspecs", false, LEAVE},
	{"-print-", true, LEAVE},
	{"--print-", true, LEAVE},
	{"-m16", false, NO_FILES},
	{"-m32", false, NO_FILES},
	{"-mx32", false, NO_FILES},
	{"-target", false, NO_FILES | VALUE},
	{"--target", true, NO_FILES},
	{"-flto", true, LTO},
	{"-fno-lto", false, NO_LTO},
	{"-x", false, VALUE | LANGUAGE},
	{"-Xlinker", false, VALUE | LINKER},
	{"-T", false, NO_LINK | VALUE},
	{"-T", true, NO_LINK},
	{"-o", false, VALUE},
	{"-I", false, VALUE},
	{"-D", false, VALUE},
	{"-U", false, VALUE},
	{"-L", false, VALUE},
	{"-l", false, VALUE},
	{"-B", false, VALUE},
	{"-A", false, VALUE},
	{"-u", false, VALUE},
	{"-z", false, VALUE},
	{"-e", false, VALUE},
	{"-include", false, VALUE},
	{"-imacros", false, VALUE},
	{"-isystem", false, VALUE},
	{"-iquote", false, VALUE},
	{"-idirafter", false, VALUE},
	{"-isysroot", false, VALUE},
	{"-MF", false, VALUE},
	{"-MT", false, VALUE},
	{"-MQ", false, VALUE},
	{"-Xassembler", false, VALUE},
	{"-Xpreprocessor", false, VALUE},
	{"-Xclang", false, VALUE},
	{"-mllvm", false, VALUE},
	{"-aux-info", false, VALUE},
	{"-dumpbase", false, VALUE},
	{"-dumpdir", false, VALUE},
	{"-wrapper", false, VALUE},
	{"--param", false, VALUE},
	{"--sysroot", false, VALUE},
};

static const struct wrap_words_option linker_options[] = {
	{"-r", false, NO_LINK},
	{"-i", false, NO_LINK},
	{"-Ur", false, NO_LINK},
	{"-relocatable", false, NO_LINK},
	{"--relocatable", false, NO_LINK},
	{"-T", false, NO_LINK | VALUE},
	{"-T", true, NO_LINK},
	{"-script", true, NO_LINK},
	{"--script", true, NO_LINK},
	{"-dT", false, NO_LINK | VALUE},
	{"--default-script", true, NO_LINK},
	{"--version", false, LEAVE},
	{"--help", false, LEAVE},
	{"--print-", true, LEAVE},
	{"-m", true, NO_FILES},
	{"-m", false, NO_FILES | VALUE},
	{"-A", false, VALUE},
	{"-b", false, VALUE},
	{"-c", false, VALUE},
	{"-e", false, VALUE},
	{"-h", false, VALUE},
	{"-I", false, VALUE},
	{"-L", false, VALUE},
	{"-l", false, VALUE},
	{"-o", false, VALUE},
	{"-R", false, VALUE},
	{"-u", false, VALUE},
	{"-y", false, VALUE},
	{"-z", false, VALUE},
	{"-plugin", false, VALUE},
	{"--dynamic-linker", false, VALUE},
	{"-dynamic-linker", false, VALUE},
	{"-rpath", false, VALUE},
	{"-soname", false, VALUE},
};

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

/* The effects of all entries that fit. */
static unsigned effect_of(const struct wrap_words_option *options, size_t n, const char *word,
	size_t length)
{
	unsigned effect = 0;

	for (size_t i = 0; i < n; i++) {
		size_t known = strlen(options[i].word);
		bool fits = options[i].prefix ? length >= known : length == known;
		if (fits && !memcmp(word, options[i].word, known))
			effect |= options[i].effect;
	}
	return effect;
}

static void apply(struct as_wrap_seen *s, unsigned effect)
{
	s->leave |= (effect & LEAVE) != 0;
	s->no_link |= (effect & NO_LINK) != 0;
	s->compile |= (effect & COMPILE) != 0;
	s->no_files |= (effect & NO_FILES) != 0;
	if (effect & (LTO | NO_LTO))
		s->lto = effect & LTO;
}

/* -Wl,one,two: words for the linker. */
static void see_list(struct as_wrap_seen *s, const char *list)
{
	while (*list) {
		size_t n = strcspn(list, ",");
		apply(s, effect_of(linker_options, COUNT(linker_options), list, n));
		list += n;
		list += *list == ',';
	}
}

static bool is_one_of(const char *ending, const char *const *list)
{
	while (*list && strcmp(ending, *list) != 0)
		list++;
	return *list;
}

static void see_file(struct as_wrap_seen *s, const char *name)
{
	static const char *const objects[] = {
		"o", "a", "so", "lo", "obj", "rlib", "syso", "s", "S", "sx", "ld", NULL};
	static const char *const headers[] = {"h", "hh", "hpp", "hxx", "H", "h++", "tcc", NULL};
	const char *slash = strrchr(name, '/');
	const char *base = slash ? slash + 1 : name, *dot = strrchr(base, '.');
	bool object = !dot || is_one_of(dot + 1, objects) || strstr(base, ".so.");

	s->input = true;
	if (dot && is_one_of(dot + 1, headers))
		s->header = true;
	else
		s->other = true;
	if (!object || !strcmp(name, "-"))
		s->source = true;
}

static void see_value(struct as_wrap_seen *s, const char *word)
{
	if (s->language && strcmp(word, "none") != 0 && strncmp(word, "assembler", 9) != 0)
		s->source = true;
	if (s->to_linker)
		apply(s, effect_of(linker_options, COUNT(linker_options), word, strlen(word)));
	s->value = s->language = s->to_linker = false;
}

struct as_wrap_seen as_wrap_begin(const char *name)
{
	return (struct as_wrap_seen){.linker = !strcmp(name, "ld"), .clang = strstr(name, "clang")};
}

void as_wrap_see(struct as_wrap_seen *s, const char *word)
{
	unsigned effect;

	if (s->value) {
		see_value(s, word);
		return;
	}
	if (*word != '-' || !word[1]) {
		if (*word)
			see_file(s, word);
		return;
	}
	if (!s->linker && !strncmp(word, "-Wl,", 4)) {
		see_list(s, word + 4);
		return;
	}
	if (!s->linker && !strncmp(word, "-x", 2) && word[2]) {
		s->language = true;
		see_value(s, word + 2);
		return;
	}
	effect = s->linker
			 ? effect_of(linker_options, COUNT(linker_options), word, strlen(word))
			 : effect_of(compiler_options, COUNT(compiler_options), word, strlen(word));
	apply(s, effect);
	s->value = effect & VALUE;
	s->language = effect & LANGUAGE;
	s->to_linker = effect & LINKER;
}

unsigned as_wrap_add(const struct as_wrap_seen *s, bool lld)
{
	unsigned add = 0;

	if (s->leave || !s->input)
		return 0;
	/* Where nothing is compiled, clang warns of options for compiling. */
	if (!s->linker && (s->source || s->header || s->lto))
		add |= AS_WRAP_CFLAGS;
	if (s->no_link || (s->header && !s->other))
		return add;
	if (!s->no_files)
		add |= AS_WRAP_FILES;
	if (!(lld && s->lto && !s->clang))
		add |= AS_WRAP_OPTIONS;
	return add;
}

bool as_wrap_compiles(const struct as_wrap_seen *s)
{
	return s->compile && s->input && !s->linker && !s->leave;
}
