/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first line of a table. */
#include <string.h>
#include <strings.h>

#include "format/table/sheet_parts.h"

enum { NAME_MAX = 40 };

static const char *const names[AS_SHEET_COLUMNS_KNOWN] = {
	[AS_SHEET_SUBJECT] = "subject",
	[AS_SHEET_METRIC] = "metric",
	[AS_SHEET_VALUE] = "value",
	[AS_SHEET_UNIT] = "unit",
	[AS_SHEET_BETTER] = "better",
	[AS_SHEET_ROLE] = "role",
	[AS_SHEET_ENDING] = "ending",
	[AS_SHEET_ROUND] = "round",
	[AS_SHEET_ORDER] = "order",
	[AS_SHEET_VERSION] = "version",
	[AS_SHEET_COMMIT] = "commit",
	[AS_SHEET_DATE] = "date",
};

static const char shape[] = "a table begins with a line that names its columns, such as "
	"build,execution,iteration,metric,value,unit";

const char *as_sheet_column_name(enum as_sheet_column c)
{
	return names[c];
}

static bool is_name(const struct as_csv_field *f, const char *name)
{
	return strlen(name) == f->n && !strncasecmp(name, f->s, f->n);
}

/* The meaning of a column, AS_SHEET_COLUMNS_KNOWN for a level. "benchmark" and "command" are other
 * words for the subject. */
static size_t meaning_of(const struct as_csv_field *f, bool versions)
{
	const size_t n = versions ? AS_SHEET_COLUMNS_KNOWN : AS_SHEET_WRITTEN;
	size_t c = 0;

	if (is_name(f, "benchmark") || is_name(f, "command"))
		return AS_SHEET_SUBJECT;
	while (c < n && !is_name(f, names[c]))
		c++;
	return c < n ? c : AS_SHEET_COLUMNS_KNOWN;
}

/* Whether columns say which version of the software a value is of, and when that was. */
static bool has_versions(const struct as_csv *c)
{
	bool dated = false, named = false;

	for (size_t i = 0; i < c->n; i++) {
		dated = dated || is_name(&c->field[i], names[AS_SHEET_DATE]);
		named = named || is_name(&c->field[i], names[AS_SHEET_VERSION]) ||
			is_name(&c->field[i], names[AS_SHEET_COMMIT]);
	}
	return dated && named;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Names of levels stand on screens, in sentences and as keys. */
static enum as_status check_level(const struct as_csv *c, size_t i, const struct as_sheet_head *h,
	struct as_err *err)
{
	const struct as_csv_field *f = &c->field[i];
	size_t k = 1;

	if (h->column[AS_SHEET_VALUE])
		return as_csv_bad(c, i, err,
			"'%.*s' stands right of value, where only metric, unit, better, role, "
			"ending, round and order may; put it left of value if it is a level, or "
			"leave it out",
			(int)f->n, f->s);
	while (k < f->n && (is_letter(f->s[k]) || (f->s[k] && strchr("0123456789_-. ", f->s[k]))))
		k++;
	if (!f->n || k < f->n || f->n > NAME_MAX || !is_letter(f->s[0]))
		return as_csv_bad(c, i, err, "'%.*s' names no level; %s",
			f->n < 60 ? (int)f->n : 60, f->s, shape);
	if (h->n_levels == AS_TREE_LEVELS)
		return as_csv_bad(c, i, err, "'%.*s' is one level too many: a tree has at most %d",
			(int)f->n, f->s, AS_TREE_LEVELS);
	for (size_t l = 0; l < h->n_levels; l++)
		if (is_name(f, h->level_name[l]))
			return as_csv_bad(c, i, err, "the column '%.*s' is there twice", (int)f->n,
				f->s);
	return AS_OK;
}

size_t as_sheet_bottom(const char *lowest, size_t n_levels)
{
	bool above = n_levels == 1;

	for (size_t l = AS_LEVEL_EXECUTION; l < AS_MODEL_LEVELS && n_levels < AS_TREE_LEVELS; l++)
		above = above || !lowest || !strcasecmp(lowest, as_level_names[l]);
	return above ? AS_LEVEL_EXECUTION : AS_LEVEL_ITERATION;
}

/* Levels were met from the top; they are kept from the bottom. */
static void settle_levels(struct as_sheet_head *h)
{
	struct as_sheet_head met = *h;

	h->bottom = as_sheet_bottom(h->level_name[h->n_levels - 1], h->n_levels);
	memset(h->level_name, 0, sizeof h->level_name);
	for (size_t i = 0; i < met.n_levels; i++) {
		size_t l = h->bottom + met.n_levels - 1 - i;
		h->level[l] = met.level[i];
		h->level_name[l] = met.level_name[i];
	}
}

static enum as_status check_whole(const struct as_csv *c, const struct as_sheet_head *h,
	struct as_err *err)
{
	if (!c->n)
		return as_csv_bad(c, c->n, err, "it is empty; %s", shape);
	if (!h->column[AS_SHEET_VALUE])
		return as_csv_bad(c, c->n, err, "there is no column 'value'; %s", shape);
	if (!h->n_levels)
		return as_csv_bad(c, c->n, err,
			"there is no level, a column with the number of the "
			"execution or whatever was repeated; %s",
			shape);
	return AS_OK;
}

enum as_status as_sheet_head(const struct as_csv *c, struct as_arena *a, struct as_sheet_head *out,
	struct as_err *err)
{
	struct as_sheet_head h = {.n = c->n};
	const bool versions = has_versions(c);
	enum as_status st = AS_OK;

	for (size_t i = 0; i < c->n && !st; i++) {
		const struct as_csv_field *f = &c->field[i];
		size_t m = meaning_of(f, versions);
		if (m < AS_SHEET_COLUMNS_KNOWN && h.column[m])
			return as_csv_bad(c, i, err, "the column '%s' is there twice", names[m]);
		if (m < AS_SHEET_COLUMNS_KNOWN) {
			h.column[m] = i + 1;
			continue;
		}
		st = check_level(c, i, &h, err);
		if (st)
			break;
		h.level[h.n_levels] = i;
		h.level_name[h.n_levels] = as_arena_strndup(a, f->s, f->n);
		if (!h.level_name[h.n_levels++])
			return as_fail_memory(err);
	}
	st = st ? st : check_whole(c, &h, err);
	if (st)
		return st;
	settle_levels(&h);
	*out = h;
	return AS_OK;
}
