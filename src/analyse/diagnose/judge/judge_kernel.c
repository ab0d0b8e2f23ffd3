/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyse/diagnose/judge/judge_machine.h"

/* Addresses, memory, the clock, counters, temporary files. */

void as_judge_aslr(const struct as_reading *r, struct as_disturbance *out)
{
	if (!strcmp(r->value, "full")) {
		as_judge_say(out, AS_WEIGHT_FINE,
			"full: the luck of addresses is another in each execution, and seen");
		return;
	}
	as_judge_say(out, AS_WEIGHT_MATTERS,
		"%s: the luck of addresses is the same in each execution, where no "
		"repetition shows it",
		r->value);
	if (strstr(r->value, "process"))
		as_judge_cure(out, AS_CURE_DO, "start assay without setarch -R");
	else
		as_judge_cure(out, AS_CURE_COMMAND, "sudo sysctl kernel.randomize_va_space=2");
}

void as_judge_huge_pages(const struct as_reading *r, struct as_disturbance *out)
{
	if (strcmp(r->value, "always") != 0) {
		as_judge_say(out, AS_WEIGHT_FINE, "%s: pages are of the size the program asks for",
			r->value);
		return;
	}
	as_judge_say(out, AS_WEIGHT_MAY,
		"always: whether memory comes in large pages depends on what is free at the "
		"time, and a thread of the kernel rearranges it later");
	as_judge_cure(out, AS_CURE_COMMAND,
		"echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled");
}

enum { SWAPPINESS_LOW = 10 };

void as_judge_swap(const struct as_reading *r, struct as_disturbance *out)
{
	if (!strcmp(r->value, "none")) {
		as_judge_say(out, AS_WEIGHT_FINE, "none");
	} else if (r->number > 0) {
		as_judge_say(out, AS_WEIGHT_MATTERS,
			"%.3g MB are swapped out: who needs them waits for a disk",
			r->number / 1e6);
		as_judge_cure(out, AS_CURE_COMMAND, "sudo swapoff -a && sudo swapon -a");
	} else if (!(r->limit <= SWAPPINESS_LOW)) {
		as_judge_say(out, AS_WEIGHT_MAY, "on, though nothing is swapped out now");
		as_judge_cure(out, AS_CURE_COMMAND, "sudo sysctl vm.swappiness=1");
	} else {
		as_judge_say(out, AS_WEIGHT_FINE, "on, but the kernel avoids it (swappiness %.0f)",
			r->limit);
	}
}

/* Shares of the memory that are left, below which its lack may be felt, and is. */
#define MEMORY_MAY 0.1
#define MEMORY_MATTERS 0.03

void as_judge_memory(const struct as_reading *r, struct as_disturbance *out)
{
	double left = r->number / r->limit;

	if (left >= MEMORY_MAY) {
		as_judge_say(out, AS_WEIGHT_FINE, "%s", r->value);
		return;
	}
	as_judge_say(out, left < MEMORY_MATTERS ? AS_WEIGHT_MATTERS : AS_WEIGHT_MAY,
		"%s: files that were read before are read from the disk again", r->value);
	as_judge_cure(out, AS_CURE_COMMAND, "ps -eo rss,pid,comm --sort=-rss | head");
}

/* Those that a program reads without a call of the kernel. */
void as_judge_clock(const struct as_reading *r, struct as_disturbance *out)
{
	static const char *const quick[] = {"tsc", "kvm-clock", "arch_sys_counter",
		"hyperv_clocksource_tsc_page", "timebase", "riscv_clocksource", "stp", "tod"};

	for (size_t i = 0; i < sizeof quick / sizeof quick[0]; i++)
		if (!strcmp(r->value, quick[i])) {
			as_judge_say(out, AS_WEIGHT_FINE, "%s, read in some 20 ns", r->value);
			return;
		}
	as_judge_say(out, AS_WEIGHT_MATTERS,
		"%s: each reading is a call of the kernel, of 0.2 to 2 microseconds", r->value);
	if (strstr(r->more, "tsc"))
		as_judge_cure(out, AS_CURE_COMMAND,
			"echo tsc | sudo tee "
			"/sys/devices/system/clocksource/clocksource0/current_clocksource");
	else
		as_judge_cure(out, AS_CURE_BOOT, "tsc=reliable clocksource=tsc");
}

void as_judge_counters(const struct as_reading *r, struct as_disturbance *out)
{
	if (!strcmp(r->more, "all")) {
		as_judge_say(out, AS_WEIGHT_FINE,
			"open to this process, whatever perf_event_paranoid (%.0f) says",
			r->number);
	} else if (r->number <= 1) {
		as_judge_say(out, AS_WEIGHT_FINE,
			"open, the kernel's part included (perf_event_paranoid %.0f)", r->number);
	} else {
		as_judge_say(out, AS_WEIGHT_MAY, "perf_event_paranoid is %.0f: %s", r->number,
			r->number > 2 ? "no event can be counted"
				      : "what the kernel does for a program cannot be counted");
		as_judge_cure(out, AS_CURE_COMMAND, "sudo sysctl kernel.perf_event_paranoid=1");
	}
}

static bool is_one_of(const char *type, const char *const *list)
{
	while (*list && strncmp(type, *list, strlen(*list)) != 0)
		list++;
	return *list;
}

#define SPACE_LEAST 1e9

void as_judge_temporary(const struct as_reading *r, struct as_disturbance *out)
{
	static const char *const memory[] = {"tmpfs", "ramfs", NULL};
	static const char *const far[] = {
		"nfs", "cifs", "smb", "fuse", "9p", "virtiofs", "ceph", "lustre", NULL};
	char space[64] = "";

	if (r->number >= 0)
		snprintf(space, sizeof space, ", %.3g GB free", r->number / 1e9);
	if (r->number < SPACE_LEAST) {
		as_judge_say(out, AS_WEIGHT_MATTERS, "%s (%s) is nearly full%s", r->more, r->value,
			space);
		if (as_judge_plain(r->more))
			as_judge_cure(out, AS_CURE_COMMAND, "du -xsh %s/* | sort -h | tail",
				r->more);
		else
			as_judge_cure(out, AS_CURE_DO,
				"make room there, or name another folder by TMPDIR");
	} else if (is_one_of(r->value, far)) {
		as_judge_say(out, AS_WEIGHT_MAY,
			"%s lies on %s%s: builds and programs that write there wait for others",
			r->more, r->value, space);
		as_judge_cure(out, AS_CURE_COMMAND, "TMPDIR=/dev/shm assay run ...");
	} else if (is_one_of(r->value, memory)) {
		as_judge_say(out, AS_WEIGHT_FINE, "%s lies in memory (%s%s)", r->more, r->value,
			space);
	} else {
		as_judge_say(out, AS_WEIGHT_FINE,
			"%s lies on a disk (%s%s); TMPDIR=/dev/shm is memory", r->more, r->value,
			space);
	}
}
