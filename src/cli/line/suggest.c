/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/line/suggest.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/words.h"

static bool is_executable_file(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

bool as_is_program(const char *name)
{
	const char *path = getenv("PATH");
	struct as_text t = {0};
	bool found = false;

	if (!*name)
		return false;
	if (strchr(name, '/'))
		return is_executable_file(name);
	while (path && *path && !found) {
		size_t n = strcspn(path, ":");
		as_text_clear(&t);
		as_text_add_n(&t, path, n);
		as_text_add(&t, n ? "/" : "./");
		as_text_add(&t, name);
		found = !t.failed && is_executable_file(as_text_str(&t));
		path += n + (path[n] == ':');
	}
	as_text_release(&t);
	return found;
}

void as_suggest_words(struct as_text *t, char *const *words)
{
	size_t start = t->len;

	for (size_t i = 0; words[i]; i++) {
		if (t->len - start > 200) {
			as_text_add(t, " ...");
			return;
		}
		if (i)
			as_text_char(t, ' ');
		as_words_quote(t, words[i]);
	}
}
