/* SPDX-License-Identifier: MIT */
#include "base/text/words.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/vec.h"

struct splitter {
	const char *s; /* the whole command */
	size_t i;      /* where we are */
	struct as_text word; /* the word being made */
	bool in_word;
	char syntax;
	char open; /* a quote that was never closed */
};

static void put_char(struct splitter *p, char c)
{
	as_text_char(&p->word, c);
	p->in_word = true;
}

static void single_quoted(struct splitter *p)
{
	p->in_word = true;
	for (p->i++; p->s[p->i] != '\''; p->i++) {
		if (!p->s[p->i]) {
			p->open = '\'';
			return;
		}
		put_char(p, p->s[p->i]);
	}
	p->i++;
}

static void double_quoted(struct splitter *p)
{
	p->in_word = true;
	for (p->i++; p->s[p->i] != '"'; p->i++) {
		char c = p->s[p->i];
		if (!c) {
			p->open = '"';
			return;
		}
		if (c == '$' || c == '`') {
			p->syntax = c;
			return;
		}
		if (c == '\\' && p->s[p->i + 1] && strchr("$`\"\\\n", p->s[p->i + 1])) {
			c = p->s[++p->i];
			if (c == '\n')
				continue;
		}
		put_char(p, c);
	}
	p->i++;
}

/* The character is a word of its own: { } and ! are then reserved words. */
static bool stands_alone(const struct splitter *p)
{
	return !p->in_word && (!p->s[p->i + 1] || strchr(" \t\n;", p->s[p->i + 1]));
}

/* {a,b} and {1..9}: some shells expand them, so a shell must decide; {} and {x} stay as they are.
 * */
static bool is_brace_expansion(const char *s)
{
	size_t n = strcspn(s, "} \t\n");

	return s[n] == '}' && (memchr(s, ',', n) || memmem(s, n, "..", 2));
}

static bool needs_shell(const struct splitter *p, char c, size_t n_words)
{
	if (strchr("|&;<>()$`*?[\n", c))
		return true;
	if (!p->in_word && (c == '#' || c == '~'))
		return true;
	if (c == '{' || c == '}' || c == '!')
		return stands_alone(p) || (c == '{' && is_brace_expansion(p->s + p->i));
	const char *word = as_text_str(&p->word);
	if (c != '=' || n_words || !*word || isdigit((unsigned char)*word))
		return false;
	for (size_t k = 0; word[k]; k++)
		if (!isalnum((unsigned char)word[k]) && word[k] != '_')
			return false;
	return true;
}

/* One word into p->word; returns at its end, at shell syntax, or at an unclosed quote. */
static void next_word(struct splitter *p, size_t n_words)
{
	as_text_clear(&p->word);
	p->in_word = false;
	while (p->s[p->i] == ' ' || p->s[p->i] == '\t')
		p->i++;
	while (p->s[p->i] && !p->syntax && !p->open) {
		char c = p->s[p->i];
		if (c == ' ' || c == '\t')
			return;
		if (c == '\'') {
			single_quoted(p);
		} else if (c == '"') {
			double_quoted(p);
		} else if (c == '\\' && p->s[p->i + 1]) {
			if (p->s[p->i + 1] != '\n')
				put_char(p, p->s[p->i + 1]);
			p->i += 2;
		} else if (needs_shell(p, c, n_words)) {
			p->syntax = c;
		} else {
			put_char(p, c);
			p->i++;
		}
	}
}

enum as_status as_words_split(const char *command, struct as_arena *a, struct as_words *out,
	struct as_err *err)
{
	size_t n = strlen(command), count = 0, cap = 0;
	enum as_status st = AS_OK;
	struct splitter p = {0};
	char **v = NULL;

	while (n && (command[n - 1] == '\n' || command[n - 1] == ' '))
		n--; /* a trailing newline, as of a here document, is no second command */
	p.s = as_arena_strndup(a, command, n);
	if (!p.s)
		return as_fail_memory(err);
	for (;;) {
		next_word(&p, count);
		if (p.open || p.syntax || !p.in_word)
			break;
		char *word = as_arena_strndup(a, as_text_str(&p.word), p.word.len);
		if (p.word.failed || !word || !AS_PUSH(v, count, cap, word)) {
			st = as_fail_memory(err);
			break;
		}
	}
	char **kept = as_arena_array(a, count + 1, sizeof *kept); /* NULL behind the last */
	if (!st && !kept)
		st = as_fail_memory(err);
	else if (!st && p.open)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot split the command '%s' into words: the quote %c is never "
			"closed; close it",
			command, p.open);
	else if (!st && !p.syntax && !count)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot run an empty command: give a program to measure");
	if (!st && count)
		memcpy(kept, v, count * sizeof *v);
	if (!st)
		*out = p.syntax ? (struct as_words){.syntax = p.syntax, .at = p.i}
				: (struct as_words){.v = kept, .n = count};
	as_text_release(&p.word);
	free(v);
	return st;
}

/* NAME=VALUE sets a variable where a command begins, unless it is quoted. */
static bool is_assignment(const char *word)
{
	size_t n = strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");

	return n && word[n] == '=' && !(word[0] >= '0' && word[0] <= '9');
}

void as_words_quote(struct as_text *t, const char *word)
{
	if (*word && !is_assignment(word) &&
		!word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				   "0123456789_-+=./:,@%^")]) {
		as_text_add(t, word);
		return;
	}
	as_text_char(t, '\'');
	for (const char *s = word; *s; s++) {
		if (*s == '\'')
			as_text_add(t, "'\\''");
		else
			as_text_char(t, *s);
	}
	as_text_char(t, '\'');
}
