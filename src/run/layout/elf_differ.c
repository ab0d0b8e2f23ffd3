/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "run/layout/elf_layout.h"
#include "run/layout/elf_reader.h"

enum { MOST_NAMED = 5, NAME_CHARS = 60 };

struct elf_differ_side {
	struct as_elf_reader file;
	char *names;
	XXH128_hash_t *hashes; /* of the sections' contents */
};

static enum as_status open_side(struct elf_differ_side *s, const char *path, XXH3_state_t *state)
{
	struct as_elf_reader *r = &s->file;
	enum as_elf_kind kind;
	enum as_status st = as_elf_reader_open(r, path, &kind, NULL);

	if (st || kind != AS_ELF_READ || r->damaged || !r->names_at || r->names_at >= r->n_sections)
		return st ? st : AS_ERR_DATA;
	st = as_elf_texts(r, &r->sections[r->names_at], &s->names, NULL);
	s->hashes = calloc(r->n_sections, sizeof *s->hashes);
	if (!st && !s->hashes)
		st = AS_ERR_MEM;
	for (size_t i = 0; i < r->n_sections && !st; i++) {
		const struct as_elf_section *c = &r->sections[i];
		XXH3_128bits_reset(state);
		r->damaged |= c->name >= r->sections[r->names_at].size;
		if (c->type != SHT_NOBITS && c->type != SHT_NULL)
			st = as_elf_hash_range(r,
				(struct as_elf_range){c->offset, c->offset + c->size}, state, NULL);
		s->hashes[i] = XXH3_128bits_digest(state);
	}
	return st ? st : r->damaged ? AS_ERR_DATA : AS_OK;
}

static void close_side(struct elf_differ_side *s)
{
	free(s->names);
	free(s->hashes);
	as_elf_reader_close(&s->file);
}

static const char *name_of(const struct elf_differ_side *s, size_t i)
{
	return s->names + s->file.sections[i].name;
}

/* Section i of a is also one of b, with the same contents if those count. */
static bool has(const struct elf_differ_side *b, const struct elf_differ_side *a, size_t i,
	bool contents)
{
	for (size_t k = 0; k < b->file.n_sections; k++)
		if (!strcmp(name_of(a, i), name_of(b, k)) &&
			(!contents || XXH128_isEqual(a->hashes[i], b->hashes[k])))
			return true;
	return false;
}

static void name_one(struct as_text *out, const char *name, size_t *n)
{
	if ((*n)++ >= MOST_NAMED)
		return;
	if (out->len)
		as_text_add(out, ", ");
	as_text_add_neutral(out, name, strlen(name), NAME_CHARS);
}

void as_elf_differ(const char *a, const char *b, struct as_text *out)
{
	struct elf_differ_side x = {.file = {.fd = -1}}, y = {.file = {.fd = -1}};
	XXH3_state_t *state = XXH3_createState();
	size_t n = 0;

	if (!state || open_side(&x, a, state) || open_side(&y, b, state))
		goto out;
	for (size_t i = 0; i < x.file.n_sections; i++)
		if (!has(&y, &x, i, true))
			name_one(out, name_of(&x, i), &n);
	for (size_t i = 0; i < y.file.n_sections; i++)
		if (!has(&x, &y, i, false))
			name_one(out, name_of(&y, i), &n);
	if (n > MOST_NAMED)
		as_text_addf(out, " and %zu more", n - MOST_NAMED);
out:
	close_side(&x);
	close_side(&y);
	XXH3_freeState(state);
}
