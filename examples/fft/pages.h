/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PAGES_H
#define PAGES_H

/* Which pages of memory the kernel gave to a program, and whether the second level of the cache has
 * room for all of them: its lines are chosen by the physical address, so pages whose addresses agree
 * in some bits (their colour) share a place for as many pages as it has ways. In a virtual machine
 * the addresses are those that the guest sees, and below them the host has chosen once more. */

#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

enum { PAGES_COLOURS_MAX = 4096 };

/* Of one stretch of memory, which was written: false where the kernel does not tell. */
static inline bool count_colours(int pagemap, const void *from, size_t bytes, size_t colours, unsigned *count)
{
	const size_t size = (size_t)sysconf(_SC_PAGESIZE);
	const uintptr_t first = (uintptr_t)from / size, last = ((uintptr_t)from + bytes - 1) / size;

	for (uintptr_t page = first; page <= last; page++) {
		uint64_t entry;
		if (pread(pagemap, &entry, sizeof entry, (off_t)(page * sizeof entry)) !=
			(ssize_t)sizeof entry)
			return false;
		entry &= (UINT64_C(1) << 55) - 1; /* the number of its frame; 0 for who may not know it */
		if (!entry)
			return false;
		count[entry % colours]++;
	}
	return true;
}

/* How many pages of these n stretches are more than the cache has ways for their colour; -1 where
 * nobody tells. */
static inline long page_conflicts(const void *const *from, const size_t *bytes, size_t n)
{
	const long size = sysconf(_SC_LEVEL2_CACHE_SIZE), ways = sysconf(_SC_LEVEL2_CACHE_ASSOC);
	const long colours = ways > 0 ? size / ways / sysconf(_SC_PAGESIZE) : 0;
	static unsigned count[PAGES_COLOURS_MAX];
	long conflicts = 0;
	int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	bool told = pagemap >= 0 && colours > 0 && colours <= PAGES_COLOURS_MAX;

	for (size_t i = 0; i < n && told; i++)
		told = count_colours(pagemap, from[i], bytes[i], (size_t)colours, count);
	if (pagemap >= 0)
		close(pagemap);
	for (long i = 0; i < colours && told; i++)
		conflicts += count[i] > (unsigned)ways ? (long)count[i] - ways : 0;
	return told ? conflicts : -1;
}

#endif
