/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every row of options.def stands in a file of corpus/line that is a good command line, so that fuzzing
 * begins with it. TAP. usage: every_option FOLDER */
#include <dirent.h>
#include <string.h>

#include "fuzz.h"
#include "line.h"

enum { LONGEST = 4096 };

static void mark(const char *path, bool seen[static AS_OPTIONS_KNOWN])
{
	struct as_arena a = {0};
	struct as_args args = {0};
	enum as_status st = AS_OK;
	char bytes[LONGEST];
	FILE *f = fopen(path, "rb");

	MUST(f);
	size_t n = fread(bytes, 1, sizeof bytes, f);
	fclose(f);
	line_parse(bytes, n, &a, &args, &st, NULL);
	for (int id = 0; !st && id < AS_OPTIONS_KNOWN; id++)
		seen[id] = seen[id] || as_args_has(&args, (enum as_option_id)id);
	as_arena_release(&a);
}

int main(int argc, char **argv)
{
	DIR *d = argc > 1 ? opendir(argv[1]) : NULL;
	bool seen[AS_OPTIONS_KNOWN] = {false};
	char path[4096], name[32];
	int missing = 0;

	MUST(d);
	for (struct dirent *e; (e = readdir(d));) {
		snprintf(path, sizeof path, "%s/%s", argv[1], e->d_name);
		if (e->d_name[0] != '.')
			mark(path, seen);
	}
	closedir(d);
	for (int id = 0; id < AS_OPTIONS_KNOWN; id++) {
		if (seen[id])
			continue;
		as_option_spell((enum as_option_id)id, name);
		printf("# %s: no file has it; make corpus/line/VERB-OPTION: verb, option, value and words, "
			"one a line\n", name);
		missing++;
	}
	printf("1..1\n%sok 1 - fuzzing begins with every option\n", missing ? "not " : "");
	return missing != 0;
}
