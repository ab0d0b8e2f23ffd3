/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_SUITE_YAML_H
#define AS_FORMAT_SUITE_YAML_H

/* A YAML document as a tree of texts, lists and maps, each with its place. What a text means is for
 * the reader of the tree to decide: there are no numbers and no booleans here, so that `no` is the
 * text it says. JSON is YAML, too. */

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum as_yaml_kind { AS_YAML_TEXT, AS_YAML_LIST, AS_YAML_MAP };

enum {
	AS_YAML_DEPTH = 12,      /* lists and maps inside each other */
	AS_YAML_ANCHORS = 1000,
	AS_YAML_BYTES = 16 << 20,
};

struct as_yaml {
	enum as_yaml_kind kind;
	uint32_t line, column; /* from 1 */
	const char *text;      /* 0-terminated, without another 0; "" where nothing stands */
	/* of a list its n items, of a map its keys and values in turn */
	const struct as_yaml *const *v;
	size_t n;              /* pointers in v */
};

/*
 * as_yaml_read - the one document in n bytes
 *
 *   name   of the file, for messages
 *   out    in memory of a; NULL: there is nothing in it
 *
 * An alias is the node that it names, which then has several parents: a reader that follows them
 * all counts what it has seen. Keys that stand twice are not looked for.
 *
 * AS_ERR_USAGE with "NAME:LINE:COLUMN: ..." for what is no YAML, no UTF-8, more than one document,
 * tags such as !!int, an alias inside of what it names, deeper than AS_YAML_DEPTH, more anchors
 * than AS_YAML_ANCHORS, or more bytes than AS_YAML_BYTES. About 50 ns a byte.
 */
enum as_status as_yaml_read(const char *name, const char *bytes, size_t n, struct as_arena *a,
	const struct as_yaml **out, struct as_err *err) AS_MUST_CHECK;

#endif
