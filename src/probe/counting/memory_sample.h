/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PROBE_COUNTING_MEMORY_SAMPLE_H
#define AS_PROBE_COUNTING_MEMORY_SAMPLE_H

/* Memory of all processes of a program while they run, by what it is for.
 *
 * A sample goes over the processes below one parent (the spawner) and adds up what /proc states of
 * each. CODE to FILES are proportional shares (PSS), so that they add up to it. What is what is
 * told from names, permissions and places of the mappings:
 *
 *	code, data   mappings of the process's own executable: those that may be executed, and the others
 *	             with the unnamed one right behind (bss)
 *	heap         [heap], and what glibc names as malloc's when asked to (glibc.mem.decorate_maps)
 *	stack        [stack], and unnamed mappings right above a guard of at most 64 KiB, as pthread stacks
 *	             of glibc before 2.42 and of musl have
 *	libraries    all mappings of files of which one is private and may be executed; [vdso]
 *	files        all other files, shared memory
 *	anonymous    the rest
 *
 * A process that ends while it is read counts with what was read. Folder probe changes nothing. */

#include <limits.h>
#include <stdint.h>
#include <sys/types.h>

#include "probe/probe.h"

enum as_memory_part {
#define AS_MEMORY(id, name, unit, describe) AS_MEMORY_##id,
#include "probe/counting/memory_sample.def"
#undef AS_MEMORY
	AS_MEMORY_PARTS
};

extern const struct as_metric as_memory_metrics[AS_MEMORY_PARTS];

/* The part whose metric is called so, or AS_MEMORY_PARTS. */
size_t as_memory_find(const char *name);

/* A mapping, as far as it has been read. */
struct as_memory_mapping {
	bool any; /* there is one */
	uint64_t begin, end;
	char access[5]; /* "r-xp" */
	char name[PATH_MAX];
	double pss, resident, shared, private, swap; /* bytes */
};

/* Text of smaps or smaps_rollup while it is read, piece by piece. */
struct as_memory_maps {
	double part[AS_MEMORY_PARTS]; /* bytes, PSS to FILES */
	size_t n;                     /* mappings that were read */
	char own[PATH_MAX];           /* the process's executable; "" if nobody knows */

	/* private */
	struct as_memory_mapping now;
	char file[PATH_MAX]; /* the file whose mappings follow each other */
	double file_pss;
	bool is_library;
	uint64_t guard_end, data_end; /* of the last guard; of the executable's last variables */
	char line[PATH_MAX + 128];
	size_t len;
};

/* Begin a process whose executable is `own`. */
void as_memory_maps_begin(struct as_memory_maps *m, const char *own);

/* n more bytes of its smaps. What is no line of smaps is passed over. */
void as_memory_maps_feed(struct as_memory_maps *m, const char *bytes, size_t n);

/* There are no more; part and n are complete. */
void as_memory_maps_end(struct as_memory_maps *m);

struct as_memory_pids {
	pid_t *v;
	size_t n, cap;
};

/* Below one process. */
struct as_memory_sampler {
	const struct as_probe_root *root;
	pid_t parent;
	double stack_bytes;     /* of a thread in the kernel; NaN: not known */
	/* the parent's executable: a child that still has it is just being started */
	char starter[PATH_MAX];
	struct as_memory_pids kept, found, all;
	struct as_memory_maps maps;
};

/* What is to be looked at. */
struct as_memory_want {
	bool mappings; /* CODE to FILES */
	bool totals;   /* PSS to SWAP */
};

struct as_memory_sample {
	/* sums over the processes; NaN where nothing was wanted or known */
	double part[AS_MEMORY_PARTS];
	size_t processes;             /* that could be read; 0: this is no sample */
	size_t refused;               /* that the user may not look into */
};

/*
 * as_memory_open - whether memory can be sampled
 *
 * False: reason says why not and what would make it so. Memory of *out is on the heap: close it.
 */
bool as_memory_open(struct as_memory_sampler *out, const struct as_probe_root *root,
	char reason[static AS_PROBE_REASON]);

/* Look below that process from now on. */
void as_memory_below(struct as_memory_sampler *s, pid_t parent);

/* The parent's present children, and what is below them, are left out from now on. */
void as_memory_keep(struct as_memory_sampler *s);

/*
 * as_memory_take - one sample
 *
 * Costs some 0.1 ms a process, 0.3 ms with its mappings, 20 ms a GB that is resident in small
 * pages, and 6 us a thread where a process has several. Never fails: what cannot be read is left
 * out.
 */
void as_memory_take(struct as_memory_sampler *s, struct as_memory_want want,
	struct as_memory_sample *out);

void as_memory_close(struct as_memory_sampler *s);

#endif
