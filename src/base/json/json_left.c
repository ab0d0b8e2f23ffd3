/* SPDX-License-Identifier: MIT */
/* Where values stand, and which of them nobody has looked at. */
#include "base/json/json_reader.h"

enum { SHOWN = 12, COUNTED = 1000 };

void as_json_path(const struct as_json_reader *r, bool left, struct as_text *out)
{
	const size_t before = out->len;

	for (int i = 1; i <= r->depth; i++) {
		const struct as_json_level *l = &r->levels[i];
		if (!l->begun)
			continue;
		if (l->bracket == '{')
			as_text_addf(out, "%s%s", out->len > before ? "." : "",
				left && l->any ? "*" : l->key);
		else if (left)
			as_text_add(out, "[]");
		else
			as_text_addf(out, "[%llu]", (unsigned long long)l->next - 1);
	}
}

/* Names of any number of members are one path, and beyond so many paths no other is told apart. */
bool as_json_leave(struct as_json_reader *r)
{
	struct as_json_left *f = &r->left;
	bool twice = false;

	if (f->n == COUNTED || !r->depth)
		return true;
	if (!as_json_seen_add(&f->seen, r->levels[r->depth].path, &twice))
		return false;
	f->n += !twice;
	if (twice || f->shown == SHOWN)
		return true;
	as_text_add(&f->paths, f->shown++ ? ", " : "");
	as_json_path(r, true, &f->paths);
	return !f->paths.failed;
}

void as_json_any_name(struct as_json_reader *r)
{
	struct as_json_level *l = &r->levels[r->depth];

	l->any = true;
	l->path = as_json_hash_below(l[-1].path, '*');
}

const char *as_json_left(struct as_json_reader *r)
{
	struct as_json_left *f = &r->left;

	if (f->n > f->shown)
		as_text_addf(&f->paths, " and %s%zu other%s", f->n == COUNTED ? "at least " : "",
			f->n - f->shown, f->n - f->shown == 1 ? "" : "s");
	f->n = f->shown;
	return as_text_str(&f->paths);
}
