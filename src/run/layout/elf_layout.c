/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/layout/elf_layout.h"

#include <elf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "base/vec.h"
#include "run/layout/elf_reader.h"

enum { NAME_BYTES = 4096 };

struct symbol {
	uint64_t address;
	const char *name; /* in names, 0-terminated there */
	size_t length; /* of it that counts */
};

struct layout {
	struct as_elf_reader file;
	char *names; /* the string table of the symbols, and a 0 */
	struct symbol *symbols;
	size_t n_symbols, cap_symbols;
};

/* How much of a name is the programmer's: compilers draw what follows these, and the whole of names
 * for a file's constructors. */
static size_t steady_part(const char *name)
{
	static const char *const drawn[] = {".llvm.", ".__uniq."};
	size_t n = strnlen(name, NAME_BYTES); /* many symbols may share one endless name */

	if (!strncmp(name, "_GLOBAL__", 9))
		return 0;
	for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
		const char *at = memmem(name, n, drawn[i], strlen(drawn[i]));
		if (at)
			n = (size_t)(at - name);
	}
	return n;
}

static bool counts(const struct layout *r, const Elf64_Sym *s)
{
	unsigned type = ELF64_ST_TYPE(s->st_info);
	const struct as_elf_section *in;

	if ((type != STT_FUNC && type != STT_OBJECT && type != STT_GNU_IFUNC) || !s->st_size ||
		s->st_shndx == SHN_UNDEF)
		return false;
	if (s->st_shndx >= SHN_LORESERVE) /* SHN_XINDEX: one of more than 65280 sections */
		return s->st_shndx == SHN_XINDEX;
	if (s->st_shndx >= r->file.n_sections)
		return false;
	in = &r->file.sections[s->st_shndx];
	return (in->flags & SHF_ALLOC) && in->type != SHT_NOTE;
}

static enum as_status add_symbol(struct layout *r, const Elf64_Sym *s, uint64_t names,
	struct as_elf *out, struct as_err *err)
{
	const char *name = r->names + (s->st_name < names ? s->st_name : names);
	struct symbol symbol = {s->st_value, name, 0};

	if (!counts(r, s))
		return AS_OK;
	r->file.damaged |= s->st_name >= names;
	symbol.length = steady_part(name);
	if (!AS_PUSH(r->symbols, r->n_symbols, r->cap_symbols, symbol))
		return as_fail_memory(err);
	if (ELF64_ST_TYPE(s->st_info) == STT_OBJECT)
		out->objects++;
	else
		out->functions++;
	return AS_OK;
}

static Elf64_Sym widen(const Elf32_Sym *s)
{
	return (Elf64_Sym){.st_name = s->st_name,
		.st_value = s->st_value,
		.st_size = s->st_size,
		.st_info = s->st_info,
		.st_other = s->st_other,
		.st_shndx = s->st_shndx};
}

/* The symbols of n bytes in the buffer. */
static enum as_status add_symbols(
	struct layout *r, size_t n, uint64_t names, struct as_elf *out, struct as_err *err)
{
	size_t entry = r->file.wide ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	enum as_status st = AS_OK;

	for (size_t at = 0; at + entry <= n && !st; at += entry) {
		Elf64_Sym s;
		Elf32_Sym narrow;
		if (r->file.wide) {
			memcpy(&s, r->file.buffer + at, sizeof s);
		} else {
			memcpy(&narrow, r->file.buffer + at, sizeof narrow);
			s = widen(&narrow);
		}
		st = add_symbol(r, &s, names, out, err);
	}
	return st;
}

static enum as_status get_symbols(
	struct layout *r, const struct as_elf_section *s, struct as_elf *out, struct as_err *err)
{
	size_t entry = r->file.wide ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	size_t step = AS_ELF_BUFFER / entry * entry;
	const struct as_elf_section *names =
		s->link < r->file.n_sections ? &r->file.sections[s->link] : NULL;
	enum as_status st;

	if (s->entry != entry || !names) {
		r->file.damaged = true;
		return AS_OK;
	}
	st = as_elf_texts(&r->file, names, &r->names, err);
	for (uint64_t at = 0; at < s->size && !st && !r->file.damaged; at += step) {
		size_t n = s->size - at < step ? (size_t)(s->size - at) : step;
		st = as_elf_get(&r->file, s->offset + at, r->file.buffer, n, err);
		if (!st && !r->file.damaged)
			st = add_symbols(r, n, names->size, out, err);
	}
	return st;
}

static int by_address(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;
	size_t n = x->length < y->length ? x->length : y->length;
	int names;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	names = memcmp(x->name, y->name, n);
	if (names)
		return names;
	return (x->length > y->length) - (x->length < y->length);
}

static const struct as_elf_section *find_section(const struct layout *r, uint32_t type)
{
	for (size_t i = 0; i < r->file.n_sections; i++)
		if (r->file.sections[i].type == type)
			return &r->file.sections[i];
	return NULL;
}

/* The code itself, where symbols do not say where functions lie. */
static enum as_status hash_code(struct layout *r, XXH3_state_t *state, struct as_err *err)
{
	uint64_t total = 0;
	enum as_status st = AS_OK;

	for (size_t i = 0; i < r->file.n_sections && !st && !r->file.damaged; i++) {
		const struct as_elf_section *s = &r->file.sections[i];
		if (!(s->flags & SHF_EXECINSTR) || s->type == SHT_NOBITS)
			continue;
		/* Sections that overlap would make us read without end. */
		r->file.damaged = s->size > r->file.size - total;
		total += s->size;
		if (!r->file.damaged)
			st = as_elf_hash_range(&r->file,
				(struct as_elf_range){s->offset, s->offset + s->size}, state, err);
	}
	return st;
}

static enum as_status hash_layout(
	struct layout *r, XXH3_state_t *state, struct as_elf *out, struct as_err *err)
{
	const struct as_elf_section *s = find_section(r, SHT_SYMTAB);
	enum as_status st = AS_OK;

	out->stripped = !s;
	if (!s)
		s = find_section(r, SHT_DYNSYM);
	if (s)
		st = get_symbols(r, s, out, err);
	if (st || r->file.damaged || !r->n_symbols)
		return st;
	qsort(r->symbols, r->n_symbols, sizeof *r->symbols, by_address);
	XXH3_128bits_reset(state);
	for (size_t i = 0; i < r->n_symbols; i++) {
		const struct symbol *x = &r->symbols[i];
		XXH3_128bits_update(state, &x->address, sizeof x->address);
		XXH3_128bits_update(state, x->name, x->length);
		XXH3_128bits_update(state, "", 1);
	}
	if (out->stripped)
		st = hash_code(r, state, err);
	if (!st)
		as_elf_hex(state, out->layout);
	return st;
}

enum as_status as_elf_layout(const char *path, struct as_elf *out, struct as_err *err)
{
	struct layout l = {.file = {.fd = -1}};
	struct as_elf found = {0};
	XXH3_state_t *state = XXH3_createState();
	enum as_status st = state ? AS_OK : as_fail_memory(err);

	if (!st)
		st = as_elf_reader_open(&l.file, path, &found.kind, err);
	if (!st && found.kind == AS_ELF_READ && !l.file.damaged)
		st = as_elf_image(&l.file, state, found.loaded, err);
	if (!st && found.kind == AS_ELF_READ && !l.file.damaged)
		st = hash_layout(&l, state, &found, err);
	if (l.file.damaged)
		found = (struct as_elf){.kind = AS_ELF_UNREADABLE};
	if (!st)
		*out = found;
	free(l.names);
	free(l.symbols);
	XXH3_freeState(state);
	as_elf_reader_close(&l.file);
	return st;
}
