/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "schema.h"

#include <regex.h>
#include <stdio.h>
#include <string.h>

struct check {
	json_t *root;
	char *where;
	size_t n;
};

static bool holds(const struct check *c, json_t *schema, json_t *value, const char *path);

static bool wrong(const struct check *c, const char *path, const char *why)
{
	snprintf(c->where, c->n, "%s: %s", *path ? path : "/", why);
	return false;
}

static bool is_type(const char *type, json_t *v)
{
	if (!strcmp(type, "number"))
		return json_is_number(v);
	return (json_is_object(v) && !strcmp(type, "object")) ||
		(json_is_array(v) && !strcmp(type, "array")) ||
		(json_is_string(v) && !strcmp(type, "string")) ||
		(json_is_integer(v) && !strcmp(type, "integer")) ||
		(json_is_boolean(v) && !strcmp(type, "boolean")) ||
		(json_is_null(v) && !strcmp(type, "null"));
}

static bool check_type(json_t *rule, json_t *v)
{
	if (json_is_string(rule))
		return is_type(json_string_value(rule), v);
	for (size_t i = 0; i < json_array_size(rule); i++)
		if (is_type(json_string_value(json_array_get(rule, i)), v))
			return true;
	return false;
}

static bool check_enum(json_t *rule, json_t *v)
{
	for (size_t i = 0; i < json_array_size(rule); i++)
		if (json_equal(json_array_get(rule, i), v))
			return true;
	return false;
}

static bool check_required(const struct check *c, json_t *rule, json_t *v,
	const char *path)
{
	char why[128];

	for (size_t i = 0; json_is_object(v) && i < json_array_size(rule); i++) {
		const char *key = json_string_value(json_array_get(rule, i));
		snprintf(why, sizeof why, "has no member '%s'", key);
		if (!json_object_get(v, key))
			return wrong(c, path, why);
	}
	return true;
}

static bool check_members(const struct check *c, json_t *schema, json_t *v, const char *path)
{
	json_t *known = json_object_get(schema, "properties");
	json_t *rest = json_object_get(schema, "additionalProperties");
	const char *key;
	json_t *member;

	json_object_foreach (v, key, member) {
		json_t *rule = json_object_get(known, key);
		char below[512];
		snprintf(below, sizeof below, "%s/%s", path, key);
		if (!rule && json_is_false(rest))
			return wrong(c, below, "is a member the schema does not know");
		if (!rule && json_is_object(rest))
			rule = rest;
		if (rule && !holds(c, rule, member, below))
			return false;
	}
	return true;
}

static bool check_items(const struct check *c, json_t *rule, json_t *v, const char *path)
{
	for (size_t i = 0; i < json_array_size(v); i++) {
		char below[512];
		snprintf(below, sizeof below, "%s/%zu", path, i);
		if (!holds(c, rule, json_array_get(v, i), below))
			return false;
	}
	return true;
}

static json_t *refer(const struct check *c, const char *ref)
{
	static const char prefix[] = "#/$defs/";

	if (strncmp(ref, prefix, sizeof prefix - 1) != 0)
		return NULL;
	return json_object_get(json_object_get(c->root, "$defs"), ref + sizeof prefix - 1);
}

/* The alternative is for another kind of document, as its constant for the member "schema" says. */
static bool is_for_others(const struct check *c, json_t *rule, json_t *v)
{
	const char *ref = json_string_value(json_object_get(rule, "$ref"));
	json_t *members = json_object_get(ref ? refer(c, ref) : rule, "properties");
	json_t *kind = json_object_get(json_object_get(members, "schema"), "const");

	return kind && !json_equal(kind, json_object_get(v, "schema"));
}

static bool check_one_of(const struct check *c, json_t *rule, json_t *v, const char *path)
{
	char last[600] = "none of the alternatives holds";
	const struct check inner = {c->root, last, sizeof last};
	size_t n = 0;

	for (size_t i = 0; i < json_array_size(rule); i++)
		if (!is_for_others(c, json_array_get(rule, i), v))
			n += holds(&inner, json_array_get(rule, i), v, path);
	return n == 1 ? true : wrong(c, path, n ? "more than one alternative holds" : last);
}

static bool fits(const char *pattern, const char *text)
{
	regex_t r;
	bool ok = !regcomp(&r, pattern, REG_EXTENDED | REG_NOSUB);

	if (ok) {
		ok = !regexec(&r, text, 0, NULL, 0);
		regfree(&r);
	}
	return ok;
}

/* Checked by check_members, or for the reader only. */
static bool is_elsewhere(const char *key)
{
	static const char *const words[] = {"properties", "additionalProperties", "$schema", "$defs",
		"title", "description"};

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (!strcmp(key, words[i]))
			return true;
	return false;
}

static bool check_rule(const struct check *c, const char *key, json_t *rule, json_t *v,
	const char *path)
{
	if (!strcmp(key, "type"))
		return check_type(rule, v) || wrong(c, path, "is of another type");
	if (!strcmp(key, "const"))
		return json_equal(rule, v) || wrong(c, path, "is another constant");
	if (!strcmp(key, "enum"))
		return check_enum(rule, v) || wrong(c, path, "is none of the words allowed");
	if (!strcmp(key, "minimum"))
		return !json_is_number(v) || json_number_value(v) >= json_number_value(rule) ||
			wrong(c, path, "is below the minimum");
	if (!strcmp(key, "maximum"))
		return !json_is_number(v) || json_number_value(v) <= json_number_value(rule) ||
			wrong(c, path, "is above the maximum");
	if (!strcmp(key, "minItems"))
		return !json_is_array(v) || json_array_size(v) >= (size_t)json_integer_value(rule) ||
			wrong(c, path, "has too few items");
	if (!strcmp(key, "pattern"))
		return !json_is_string(v) || fits(json_string_value(rule), json_string_value(v)) ||
			wrong(c, path, "does not fit the pattern");
	if (!strcmp(key, "required"))
		return check_required(c, rule, v, path);
	if (!strcmp(key, "items"))
		return check_items(c, rule, v, path);
	if (!strcmp(key, "oneOf"))
		return check_one_of(c, rule, v, path);
	if (!strcmp(key, "$ref")) {
		json_t *target = refer(c, json_string_value(rule));
		return target ? holds(c, target, v, path) : wrong(c, path, "refers to nothing");
	}
	return is_elsewhere(key) || wrong(c, path, "has a rule that is not known");
}

static bool holds(const struct check *c, json_t *schema, json_t *value, const char *path)
{
	const char *key;
	json_t *rule;

	json_object_foreach (schema, key, rule)
		if (!check_rule(c, key, rule, value, path))
			return false;
	return !json_is_object(value) || check_members(c, schema, value, path);
}

bool schema_holds(json_t *root, json_t *schema, json_t *value, char *where, size_t n)
{
	const struct check c = {root, where, n};

	return holds(&c, schema, value, "");
}
