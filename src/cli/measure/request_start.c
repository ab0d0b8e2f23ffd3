/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How commands are started: by which shell, with which input, and which ends are no failure. */
#include <string.h>

#include "base/num.h"
#include "base/words.h"
#include "cli/files.h"
#include "cli/measure/request_options.h"

static enum as_status read_codes(const char *text, struct as_arena *a, struct as_request *r,
	struct as_err *err)
{
	char *copy = as_arena_strdup(a, text);
	int *codes = as_arena_array(a, strlen(text) + 1, sizeof *codes);
	size_t n = 0;

	if (!copy || !codes)
		return as_fail_memory(err);
	for (char *s = copy, *end = s; end; s = end ? end + 1 : s) {
		int64_t code = 0;
		end = strchr(s, ',');
		if (end)
			*end = '\0';
		if (!as_parse_i64(s, 0, 255, &code))
			return as_args_bad(AS_OPT_IGNORE_FAILURE, text,
				"exit statuses from 0 to 255 with commas between, such as 1,2, or "
				"all-non-zero",
				err);
		codes[n++] = (int)code;
	}
	r->what.ignore = AS_IGNORE_CODES;
	r->what.ignore_codes = codes;
	r->what.n_ignore_codes = n;
	return AS_OK;
}

enum as_status as_request_shell(const char *shell, struct as_arena *a, struct as_request *r,
	struct as_err *err)
{
	struct as_words words = {0};

	r->what.shell = AS_SHELL_NONE;
	if (!strcmp(shell, "none"))
		return AS_OK;
	if (!strcmp(shell, "default"))
		shell = "/bin/sh";
	if (as_words_split(shell, a, &words, NULL) || words.syntax || !*words.v[0])
		return as_args_bad(AS_OPT_SHELL, shell,
			"a shell with its arguments, such as bash or 'bash --norc', or default, or "
			"none",
			err);
	r->what.shell = AS_SHELL_GIVEN;
	r->what.shell_command = shell;
	return AS_OK;
}

static enum as_status read_shell(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	const char *shell = as_args_has(args, AS_OPT_NO_SHELL) ? "none"
							       : as_args_value(args, AS_OPT_SHELL);

	return shell ? as_request_shell(shell, a, r, err) : AS_OK;
}

static enum as_status read_input(const struct as_args *args, struct as_request *r,
	struct as_err *err)
{
	const char *input = as_args_value(args, AS_OPT_INPUT);

	if (!input || !strcmp(input, "null"))
		return AS_OK;
	r->what.input = input;
	return as_check_readable(input, "the input of the commands", err);
}

static enum as_speaks how_asked(const struct as_args *args)
{
	static const struct {
		const char *word;
		enum as_speaks speaks;
	} words[] = {{"assay", AS_SPEAKS_PROTOCOL}, {"google", AS_SPEAKS_GOOGLE},
		{"go", AS_SPEAKS_GO}, {"none", AS_SPEAKS_NOT}};
	const char *how = as_args_value(args, AS_OPT_REPORT);

	for (size_t i = 0; how && i < sizeof words / sizeof words[0]; i++)
		if (!strcmp(how, words[i].word))
			return words[i].speaks;
	return AS_SPEAKS_AUTO;
}

enum as_status as_request_start(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	const char *codes = as_args_value(args, AS_OPT_IGNORE_FAILURE);
	enum as_status st = AS_OK;

	if (codes && strcmp(codes, "all-non-zero") != 0)
		st = read_codes(codes, a, r, err);
	else if (as_args_has(args, AS_OPT_IGNORE_FAILURE))
		r->what.ignore = AS_IGNORE_ALL;
	r->what.report = how_asked(args);
	if (!st)
		st = read_shell(args, a, r, err);
	if (!st)
		st = read_input(args, r, err);
	return st;
}
