/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_BUILD_IDENTITY_H
#define AS_RUN_BUILD_IDENTITY_H

/* By what the builds of a command are told apart. Inside of artifact. */

#include "base/text.h"
#include "run/build/artifact.h"

enum { AS_CODE_BYTES = AS_HASH_HEX + sizeof AS_BUILD_LOADED };

struct as_identity {
	char hash[AS_HASH_HEX]; /* of the bytes: of the only artifact, or of all names and hashes */
	char code[AS_CODE_BYTES]; /* AS_BUILD_LOADED, and a hash of all that may change a run */
	char layout[AS_HASH_HEX]; /* of the first artifact that is an ELF file; "": none */
};

/*
 * as_identity_of - what the copies in folder are, and the libraries beside the originals
 *
 * code is of each artifact (of an ELF file what is loaded, as elf_layout.h says; of any other its
 * bytes), and of all shared libraries, which are files named *.so or *.so.*, below the root of a
 * and in the folders of artifacts that lie elsewhere: the build has made them, or may have, and
 * which of them a program loads is seen only when it runs. Where there are more than a million
 * files they are not looked through; such a build is then the same as no other.
 *
 * AS_ERR_SYS: a file cannot be read. Takes as long as reading the files and the folders.
 */
enum as_status as_identity_of(const struct as_artifacts *a, const char *folder,
	struct as_identity *out, struct as_err *err) AS_MUST_CHECK;

/* hash alone. */
enum as_status as_identity_hash(const struct as_artifacts *a, const char *folder,
	char hash[static AS_HASH_HEX], struct as_err *err) AS_MUST_CHECK;

/* The sections in which artifacts differ of build k of a and of b, which have the same ones, by the
 * copies of them (as_elf_differ). */
void as_identity_differ(const struct as_artifacts *a, const struct as_artifacts *b, uint32_t k,
	struct as_text *out);

#endif
