/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/layout/elf_layout.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

#include "base/vec.h"

enum { BUFFER_BYTES = 64 * 1024, NAME_BYTES = 4096, MAX_SECTIONS = 1 << 20 };

/* A table of names that is longer is taken for damage. */
#define MAX_NAMES ((uint64_t)1 << 30)

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define NATIVE_ORDER ELFDATA2LSB
#else
#define NATIVE_ORDER ELFDATA2MSB
#endif

/* What is used of a section, of both classes. */
struct section {
	uint32_t type, link;
	uint64_t flags, offset, size, entry;
};

struct symbol {
	uint64_t address;
	const char *name; /* in names, 0-terminated there */
	size_t length;    /* of it that counts */
};

struct reader {
	int fd;
	const char *path;
	uint64_t size;
	bool wide; /* 64 bits */
	bool damaged;
	struct section *sections;
	size_t n_sections;
	char *names; /* the string table of the symbols, and a 0 */
	struct symbol *symbols;
	size_t n_symbols, cap_symbols;
	unsigned char *buffer; /* BUFFER_BYTES */
};

/* n bytes at offset, all of them within the file. AS_ERR_SYS is the system's refusal; a file that
 * ends earlier is damaged, and what it gives is zero. */
static enum as_status get(struct reader *r, uint64_t offset, void *to, size_t n, struct as_err *err)
{
	unsigned char *p = to;

	memset(p, 0, n);
	if (offset > r->size || n > r->size - offset) {
		r->damaged = true;
		return AS_OK;
	}
	while (n) {
		ssize_t got = pread(r->fd, p, n, (off_t)offset);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return as_fail(err, AS_ERR_SYS, "cannot read '%s' to see its layout",
				r->path);
		if (!got) { /* it has become shorter since */
			r->damaged = true;
			return AS_OK;
		}
		p += got;
		offset += (uint64_t)got;
		n -= (size_t)got;
	}
	return AS_OK;
}

static bool fits(const struct reader *r, const struct section *s)
{
	return s->type == SHT_NOBITS || (s->offset <= r->size && s->size <= r->size - s->offset);
}

static enum as_status get_section(struct reader *r, uint64_t offset, struct section *out,
	struct as_err *err)
{
	enum as_status st;

	if (r->wide) {
		Elf64_Shdr h;
		st = get(r, offset, &h, sizeof h, err);
		*out = (struct section){h.sh_type, h.sh_link, h.sh_flags, h.sh_offset, h.sh_size,
			h.sh_entsize};
	} else {
		Elf32_Shdr h;
		st = get(r, offset, &h, sizeof h, err);
		*out = (struct section){h.sh_type, h.sh_link, h.sh_flags, h.sh_offset, h.sh_size,
			h.sh_entsize};
	}
	return st;
}

/* Where the section headers lie, how many there are and of what size. */
struct table {
	uint64_t offset, n;
	size_t entry;
};

static enum as_status get_table(struct reader *r, struct table *out, struct as_err *err)
{
	enum as_status st;

	if (r->wide) {
		Elf64_Ehdr h;
		st = get(r, 0, &h, sizeof h, err);
		*out = (struct table){h.e_shoff, h.e_shnum, h.e_shentsize};
		r->damaged |= out->offset && out->entry != sizeof(Elf64_Shdr);
	} else {
		Elf32_Ehdr h;
		st = get(r, 0, &h, sizeof h, err);
		*out = (struct table){h.e_shoff, h.e_shnum, h.e_shentsize};
		r->damaged |= out->offset && out->entry != sizeof(Elf32_Shdr);
	}
	return st;
}

static enum as_status get_sections(struct reader *r, struct as_err *err)
{
	struct table t;
	struct section first = {0};
	enum as_status st = get_table(r, &t, err);

	if (st || r->damaged || !t.offset)
		return st;
	st = get_section(r, t.offset, &first, err);
	if (st)
		return st;
	if (!t.n) /* more than fit into 16 bits */
		t.n = first.size;
	if (t.offset > r->size || t.n > MAX_SECTIONS || t.n > (r->size - t.offset) / t.entry)
		r->damaged = true;
	if (r->damaged || !t.n)
		return AS_OK;
	r->sections = calloc((size_t)t.n, sizeof *r->sections);
	if (!r->sections)
		return as_fail_memory(err);
	r->n_sections = (size_t)t.n;
	for (size_t i = 0; i < r->n_sections && !st; i++) {
		st = get_section(r, t.offset + i * t.entry, &r->sections[i], err);
		r->damaged |= !fits(r, &r->sections[i]);
	}
	return st;
}

/* ---- code ---- */

static enum as_status hash_section(struct reader *r, const struct section *s, XXH3_state_t *state,
	struct as_err *err)
{
	for (uint64_t at = 0; at < s->size;) {
		uint64_t left = s->size - at;
		size_t n = left < BUFFER_BYTES ? (size_t)left : BUFFER_BYTES;
		enum as_status st = get(r, s->offset + at, r->buffer, n, err);
		if (st || r->damaged)
			return st;
		XXH3_128bits_update(state, r->buffer, n);
		at += n;
	}
	return AS_OK;
}

static void to_hex(XXH3_state_t *state, char hex[static AS_HASH_HEX])
{
	XXH128_hash_t h = XXH3_128bits_digest(state);

	snprintf(hex, AS_HASH_HEX, "%016llx%016llx", (unsigned long long)h.high64,
		(unsigned long long)h.low64);
}

static enum as_status hash_code(struct reader *r, XXH3_state_t *state, struct as_elf *out,
	struct as_err *err)
{
	uint64_t total = 0;
	enum as_status st = AS_OK;

	XXH3_128bits_reset(state);
	for (size_t i = 0; i < r->n_sections && !st && !r->damaged; i++) {
		const struct section *s = &r->sections[i];
		if (!(s->flags & SHF_EXECINSTR) || s->type == SHT_NOBITS)
			continue;
		/* Sections that overlap would make us read without end. */
		if (s->size > r->size - total) {
			r->damaged = true;
			break;
		}
		total += s->size;
		st = hash_section(r, s, state, err);
	}
	if (!st && !r->damaged && total)
		to_hex(state, out->code);
	return st;
}

/* ---- layout ---- */

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

static bool counts(const struct reader *r, const Elf64_Sym *s)
{
	unsigned type = ELF64_ST_TYPE(s->st_info);
	const struct section *in;

	if ((type != STT_FUNC && type != STT_OBJECT && type != STT_GNU_IFUNC) || !s->st_size ||
		s->st_shndx == SHN_UNDEF)
		return false;
	if (s->st_shndx >= SHN_LORESERVE) /* SHN_XINDEX: one of more than 65280 sections */
		return s->st_shndx == SHN_XINDEX;
	if (s->st_shndx >= r->n_sections)
		return false;
	in = &r->sections[s->st_shndx];
	return (in->flags & SHF_ALLOC) && in->type != SHT_NOTE;
}

static enum as_status add_symbol(struct reader *r, const Elf64_Sym *s, uint64_t names,
	struct as_elf *out, struct as_err *err)
{
	const char *name = r->names + (s->st_name < names ? s->st_name : names);
	struct symbol symbol = {s->st_value, name, 0};

	if (!counts(r, s))
		return AS_OK;
	r->damaged |= s->st_name >= names;
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
	return (Elf64_Sym){.st_name = s->st_name, .st_value = s->st_value, .st_size = s->st_size,
		.st_info = s->st_info, .st_other = s->st_other, .st_shndx = s->st_shndx};
}

/* The symbols of n bytes in the buffer. */
static enum as_status add_symbols(struct reader *r, size_t n, uint64_t names, struct as_elf *out,
	struct as_err *err)
{
	size_t entry = r->wide ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	enum as_status st = AS_OK;

	for (size_t at = 0; at + entry <= n && !st; at += entry) {
		Elf64_Sym s;
		Elf32_Sym narrow;
		if (r->wide) {
			memcpy(&s, r->buffer + at, sizeof s);
		} else {
			memcpy(&narrow, r->buffer + at, sizeof narrow);
			s = widen(&narrow);
		}
		st = add_symbol(r, &s, names, out, err);
	}
	return st;
}

static enum as_status get_names(struct reader *r, const struct section *s, struct as_err *err)
{
	r->names = malloc((size_t)s->size + 1);
	if (!r->names)
		return as_fail_memory(err);
	r->names[s->size] = '\0';
	return get(r, s->offset, r->names, (size_t)s->size, err);
}

static enum as_status get_symbols(struct reader *r, const struct section *s, struct as_elf *out,
	struct as_err *err)
{
	size_t entry = r->wide ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	size_t step = BUFFER_BYTES / entry * entry;
	const struct section *names = s->link < r->n_sections ? &r->sections[s->link] : NULL;
	enum as_status st;

	if (s->entry != entry || !names || names->type != SHT_STRTAB ||
		!names->size || names->size > MAX_NAMES) {
		r->damaged = true;
		return AS_OK;
	}
	st = get_names(r, names, err);
	for (uint64_t at = 0; at < s->size && !st && !r->damaged; at += step) {
		size_t n = s->size - at < step ? (size_t)(s->size - at) : step;
		st = get(r, s->offset + at, r->buffer, n, err);
		if (!st && !r->damaged)
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

static const struct section *find(const struct reader *r, uint32_t type)
{
	for (size_t i = 0; i < r->n_sections; i++)
		if (r->sections[i].type == type)
			return &r->sections[i];
	return NULL;
}

static enum as_status hash_layout(struct reader *r, XXH3_state_t *state, struct as_elf *out,
	struct as_err *err)
{
	const struct section *s = find(r, SHT_SYMTAB);
	enum as_status st = AS_OK;

	out->stripped = !s;
	if (!s)
		s = find(r, SHT_DYNSYM);
	if (s)
		st = get_symbols(r, s, out, err);
	if (st || r->damaged || !r->n_symbols)
		return st;
	qsort(r->symbols, r->n_symbols, sizeof *r->symbols, by_address);
	XXH3_128bits_reset(state);
	for (size_t i = 0; i < r->n_symbols; i++) {
		const struct symbol *x = &r->symbols[i];
		XXH3_128bits_update(state, &x->address, sizeof x->address);
		XXH3_128bits_update(state, x->name, x->length);
		XXH3_128bits_update(state, "", 1);
	}
	to_hex(state, out->layout);
	return AS_OK;
}

/* ---- the file ---- */

static enum as_status read_elf(struct reader *r, struct as_elf *out, struct as_err *err)
{
	unsigned char id[EI_NIDENT];
	XXH3_state_t *state = NULL;
	enum as_status st = r->size < SELFMAG ? AS_OK : get(r, 0, id, SELFMAG, err);

	if (st || r->size < SELFMAG || memcmp(id, ELFMAG, SELFMAG) != 0)
		return st;
	st = get(r, 0, id, sizeof id, err);
	out->kind = AS_ELF_READ;
	r->wide = id[EI_CLASS] == ELFCLASS64;
	if ((!r->wide && id[EI_CLASS] != ELFCLASS32) || id[EI_DATA] != NATIVE_ORDER)
		r->damaged = true;
	r->buffer = malloc(BUFFER_BYTES);
	state = XXH3_createState();
	if (!r->buffer || !state)
		st = as_fail_memory(err);
	if (!st && !r->damaged)
		st = get_sections(r, err);
	if (!st && !r->damaged)
		st = hash_code(r, state, out, err);
	if (!st && !r->damaged)
		st = hash_layout(r, state, out, err);
	XXH3_freeState(state);
	return st;
}

enum as_status as_elf_layout(const char *path, struct as_elf *out, struct as_err *err)
{
	struct reader r = {.path = path, .fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
	struct as_elf found = {0};
	enum as_status st = AS_OK;
	struct stat sb;

	if (r.fd < 0 || fstat(r.fd, &sb)) {
		st = as_fail(err, AS_ERR_SYS, "cannot open '%s' to see its layout", path);
		goto out;
	}
	if (!S_ISREG(sb.st_mode)) {
		st = as_fail(err, AS_ERR_DATA, "cannot see the layout of '%s': it is not a file",
			path);
		goto out;
	}
	r.size = (uint64_t)sb.st_size;
	st = read_elf(&r, &found, err);
	if (r.damaged)
		found = (struct as_elf){.kind = AS_ELF_UNREADABLE};
	if (!st)
		*out = found;
out:
	free(r.sections);
	free(r.names);
	free(r.symbols);
	free(r.buffer);
	if (r.fd >= 0)
		close(r.fd);
	return st;
}
