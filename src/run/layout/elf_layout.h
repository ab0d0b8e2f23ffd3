/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_LAYOUT_ELF_LAYOUT_H
#define AS_RUN_LAYOUT_ELF_LAYOUT_H

/* What two builds have in common: where their functions and objects lie, and all that is loaded of
 * them. (Not elf.h: that would hide the system's.) */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/text.h"
#include "probe/probe.h"

enum as_elf_kind {
	AS_ELF_OTHER = 0, /* not an ELF file: a script, an archive */
	AS_ELF_UNREADABLE, /* one that is damaged, or of the other byte order */
	AS_ELF_READ,
};

/* Hashes are XXH128 in hex, "" where there is none: then the hash of the whole file decides. */
struct as_elf {
	enum as_elf_kind kind;
	bool stripped; /* no .symtab: layout is that of .dynsym, often a part, and the code */
	char layout[AS_HASH_HEX]; /* names and addresses of functions and objects, by address */
	char loaded[AS_HASH_HEX]; /* all that may change what it does; below */
	size_t functions, objects; /* that layout is made of */
};

/*
 * as_elf_layout - read layout and contents of a build's artifact
 *
 * Functions and objects are the symbols of these types (indirect functions too) that are defined in
 * a section that is loaded, and have a size. What depends on a seed or a hash of the whole program
 * is left out: notes (a build id), names that compilers draw (_GLOBAL__..., what follows .llvm. or
 * .__uniq.). Sizes do not count: a string that is written into an array changes none.
 *
 * `loaded` is of every byte of the file but for these: the id of a build, what is named as no
 * part of the program in elf_image.c (debug information, tables of symbols that are not loaded, the
 * compiler's name), where sections lie in the file, and zeros between its parts. So code, constants,
 * data, relocations and what is appended to a program count, and so does a date in a string, which
 * is data like any other. A file of which the system loads nothing has none (an object, an archive).
 *
 * Any bytes are safe to read; what is not as ELF says is AS_ELF_UNREADABLE. Files of 32 and 64 bits
 * in this machine's byte order. AS_ERR_SYS when the file cannot be read, AS_ERR_DATA when it is not
 * a regular file, AS_ERR_MEM; *out is then untouched. About 0.1 ms a MB and 0.2 us a symbol; 16
 * bytes of memory a symbol and the names.
 */
enum as_status as_elf_layout(
	const char *path, struct as_elf *out, struct as_err *err) AS_MUST_CHECK;

/*
 * as_elf_differ - name the sections in which two ELF files differ: ".note.gnu.build-id, .debug_info"
 *
 * Also those that only one of them has. Nothing is added where they differ in none, and of files
 * that cannot be read as ELF.
 */
void as_elf_differ(const char *a, const char *b, struct as_text *out);

#endif
