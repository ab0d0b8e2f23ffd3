/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_LAYOUT_ELF_LAYOUT_H
#define AS_RUN_LAYOUT_ELF_LAYOUT_H

/* What two builds have in common: where their functions and objects lie, and their instructions.
 * (Not elf.h: that would hide the system's.) */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "probe/probe.h"

enum as_elf_kind {
	AS_ELF_OTHER = 0,  /* not an ELF file: a script, an archive */
	AS_ELF_UNREADABLE, /* one that is damaged, or of the other byte order */
	AS_ELF_READ,
};

/* Hashes are XXH128 in hex, "" where there is none: then the hash of the whole file decides. */
struct as_elf {
	enum as_elf_kind kind;
	bool stripped;            /* no .symtab: layout is that of .dynsym, often only a part */
	char layout[AS_HASH_HEX]; /* names and addresses of functions and objects, by address */
	char code[AS_HASH_HEX];   /* contents of the executable sections */
	size_t functions, objects; /* that layout is made of */
};

/*
 * as_elf_layout - read layout and code of a build's artifact
 *
 * Functions and objects are the symbols of these types (indirect functions too) that are defined in
 * a section that is loaded, and have a size. What depends on a seed or a hash of the whole program
 * is left out: notes (a build id), names that compilers draw (_GLOBAL__..., what follows .llvm. or
 * .__uniq.). Sizes do not count: a string that is written into an array changes none.
 *
 * Any bytes are safe to read; what is not as ELF says is AS_ELF_UNREADABLE. Files of 32 and 64 bits
 * in this machine's byte order. AS_ERR_SYS when the file cannot be read, AS_ERR_DATA when it is not
 * a regular file, AS_ERR_MEM; *out is then untouched. About 0.1 ms a MB and 0.2 us a symbol; 16
 * bytes of memory a symbol and the names.
 */
enum as_status as_elf_layout(const char *path, struct as_elf *out, struct as_err *err)
	AS_MUST_CHECK;

#endif
