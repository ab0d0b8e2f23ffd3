/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_SUPPORT_SCHEMA_H
#define AS_TESTS_SUPPORT_SCHEMA_H

/* Is a JSON value as a schema says? As much of JSON Schema (2020-12) as the schemas in docs/ use:
 * type, const, enum, minimum, maximum, minItems, pattern, required, properties, additionalProperties, items, $ref within the
 * file, oneOf. A keyword that is not known is an error, not a pass. */

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* where receives the path of the first value that is wrong, and why. */
bool schema_holds(json_t *root, json_t *schema, json_t *value, char *where,
	size_t n);

#endif
