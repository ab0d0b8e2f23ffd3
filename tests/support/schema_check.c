/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schema-check SCHEMA [FILE]: every JSON document of FILE (else of standard input), one after the
 * other, must be as SCHEMA says. Exit 0 if so, 1 if not, with the first place that is wrong. */
#include <stdio.h>
#include <string.h>

#include "schema.h"

int main(int argc, char **argv)
{
	json_error_t error;
	char where[600] = "";
	size_t n = 0;
	json_t *schema = argc > 1 ? json_load_file(argv[1], 0, &error) : NULL;
	FILE *in = argc > 2 ? fopen(argv[2], "re") : stdin;

	if (!schema || !in) {
		fprintf(stderr, "usage: schema-check SCHEMA [FILE]\n");
		return 2;
	}
	for (;; n++) {
		int c = fgetc(in);
		while (c == '\n' || c == ' ')
			c = fgetc(in);
		if (c == EOF)
			break;
		ungetc(c, in);
		json_t *value = json_loadf(in, JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &error);
		if (!value) {
			fprintf(stderr, "document %zu: line %d: %s\n", n, error.line, error.text);
			return 1;
		}
		if (!schema_holds(schema, schema, value, where, sizeof where)) {
			fprintf(stderr, "document %zu: %s\n", n, where);
			return 1;
		}
		json_decref(value);
	}
	json_decref(schema);
	printf("%zu documents\n", n);
	return n ? 0 : 1;
}
