/* SPDX-License-Identifier: MIT */
#include "harness/shown/harness_say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { COLUMNS = 80, COLUMNS_LEAST = 40 };

enum as_status as_say(struct as_text *t, struct as_err *err)
{
	enum as_status st = as_text_finish(t, err);

	if (st)
		return st;
	bool lost = fwrite(as_text_str(t), 1, t->len, stdout) != t->len;
	as_text_clear(t);
	if (lost || fflush(stdout))
		return as_fail(err, AS_ERR_SYS, "cannot write to standard output");
	return AS_OK;
}

void as_say_error(const char *program, const struct as_err *err)
{
	struct as_text t = {0};

	as_text_add_neutral(&t, program, strlen(program), 0);
	as_text_add(&t, ": ");
	as_text_add_neutral(&t, err->msg, strlen(err->msg), 0);
	if (err->sys)
		as_text_addf(&t, ": %s", strerror(err->sys));
	as_text_char(&t, '\n');
	fputs(as_text_str(&t), stderr);
	as_text_release(&t);
}

bool as_say_unicode(void)
{
	static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

	if (!isatty(STDOUT_FILENO))
		return false;
	for (size_t i = 0; i < 3; i++) {
		const char *value = getenv(names[i]);
		if (value && *value)
			return strstr(value, "UTF-8") || strstr(value, "utf8") ||
			       strstr(value, "UTF8");
	}
	return false;
}

int as_say_columns(void)
{
	struct winsize size = {0};

	if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
		return COLUMNS;
	return size.ws_col < COLUMNS_LEAST ? COLUMNS_LEAST : size.ws_col;
}
