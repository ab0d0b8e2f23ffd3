/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout of a program that a build made. */
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "run/layout/elf_layout.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_elf elf = {.kind = AS_ELF_OTHER};
	char path[64];
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	MUST(fd >= 0 && write(fd, data, size) == (ssize_t)size);
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	MUST(as_elf_layout(path, &elf, NULL) == AS_OK);
	MUST(elf.kind == AS_ELF_READ || (!elf.layout[0] && !elf.loaded[0]));
	struct as_text differ = {0};
	as_elf_differ(path, path, &differ);
	MUST(!differ.len);
	as_text_release(&differ);
	close(fd);
	return 0;
}
