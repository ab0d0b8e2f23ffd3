/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_FUZZ_FUZZ_H
#define AS_TESTS_FUZZ_FUZZ_H

/* Readers that are fed whatever there is. Each fuzz_NAME.c is one, with files to begin with in
 * corpus/NAME; clang's libFuzzer drives it (fuzz.sh), and replay.c with any compiler. A reader must
 * not crash, leak or overflow, and what it takes must mean what it says: MUST ends the program. */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(condition) \
	((condition) ? (void)0 : \
		(fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition), abort()))

#endif
