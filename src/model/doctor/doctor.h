/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_DOCTOR_DOCTOR_H
#define AS_MODEL_DOCTOR_DOCTOR_H

/* What disturbs measurements on a machine, and what can be measured on it. probe/ reads it,
 * analyse/ draws conclusions, report/ and format/ write them down. Texts may hold bytes of files of
 * the system: whoever prints them neutralises. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum as_check_id {
#define AS_CHECK(id, name, what) AS_CHECK_##id,
#include "model/doctor/checks.def"
#undef AS_CHECK
	AS_CHECKS
};

enum as_ability_id {
#define AS_ABILITY(id, name, what) AS_ABILITY_##id,
#include "model/doctor/abilities.def"
#undef AS_ABILITY
	AS_ABILITIES
};

/* A row of checks.def or abilities.def. */
struct as_doctor_name {
	const char *name, *what;
};
extern const struct as_doctor_name as_check_names[AS_CHECKS];
extern const struct as_doctor_name as_ability_names[AS_ABILITIES];

enum { AS_DOCTOR_VALUE = 192, AS_DOCTOR_WORDS = 512 };

/* One thing as the system states it. */
struct as_reading {
	bool known;
	double number, limit;       /* what its reader says; NaN where there is none */
	char value[AS_DOCTOR_VALUE]; /* in the system's words */
	/* what else a cure needs: a path, another value; "" if nothing */
	char more[AS_DOCTOR_VALUE];
	char why[AS_DOCTOR_WORDS];   /* why it is not known; "" if it is */
};

/* How much it weighs, from below. */
enum as_weight {
	AS_WEIGHT_FINE = 0,
	AS_WEIGHT_UNKNOWN, /* it cannot be read here */
	AS_WEIGHT_MAY,     /* it may matter, for some programs or at some times */
	AS_WEIGHT_MATTERS, /* it makes times differ, or wrong */
	AS_WEIGHTS
};

/* What to do about it. */
enum as_cure {
	AS_CURE_NONE = 0,
	AS_CURE_COMMAND, /* a command, as typed */
	AS_CURE_BOOT,    /* options of the kernel's command line */
	AS_CURE_DO,      /* words: nothing that can be typed */
};

struct as_disturbance {
	enum as_check_id check;
	enum as_weight weight;
	char says[AS_DOCTOR_WORDS]; /* what is there, and what it does */
	enum as_cure kind;
	char cure[AS_DOCTOR_WORDS];
	const struct as_reading *reading;
};

/* Whether something can be measured. */
enum as_ability_state {
	AS_ABILITY_NO = 0,
	AS_ABILITY_YES,
};

struct as_ability {
	enum as_ability_state state;
	char says[AS_DOCTOR_WORDS]; /* from what, or why not and what would enable it */
};

/* The noise probe: how long the same work took, again and again, on one processor. */
struct as_quanta_core {
	long cpu;
	const uint32_t *ns;   /* n durations, one after the other without a gap */
	size_t n;
	uint64_t switches;    /* times the kernel gave the processor to another task meanwhile */
};

struct as_quanta {
	const struct as_quanta_core *core; /* n_cores, all at the same time */
	size_t n_cores, n_failed;          /* and so many on which it could not run */
	double steal_ns;                   /* of the whole machine meanwhile; NaN: not known */
	double seconds;                    /* how long it ran */
};

/* What the probe says of one processor, or of all: rates are then of all together, shares of their
 * whole time. */
struct as_quanta_noise {
	long cpu;              /* -1: of all */
	size_t n;              /* quanta */
	double median_ns;      /* of a quantum */
	/* how much longer than that 99 % of them are at most, and the longest */
	double p99_ns, max_ns;
	double taken;          /* share of the time that interruptions took */
	double per_s;          /* interruptions a second */
	double switches_per_s; /* other tasks a second */
};

struct as_quanta_found {
	struct as_quanta_noise all;
	struct as_quanta_noise *core; /* n_cores */
	size_t n_cores, n_failed;
	double seconds;
	/* share of the time, of all processors, that the hypervisor took; NaN: unknown */
	double steal;
	double stretch_s; /* a program of so long, which only computes, */
	double sd, df;    /* varies by so much, of the logarithm; NaN: too few quanta */
	/* and differences from here on are found in 80 % of cases; NaN: unknown */
	double smallest;
	size_t group;     /* with so many executions a side */
};

/* All of it. */
struct as_diagnosis {
	struct as_reading reading[AS_CHECKS];
	struct as_disturbance found[AS_CHECKS]; /* the weightiest first */
	size_t count[AS_WEIGHTS];
	struct as_ability ability[AS_ABILITIES];
	const struct as_quanta_found *quanta; /* NULL: not probed */
	const char *no_quanta;                /* why the probe failed; NULL: it did not */
	/* the tree that was looked at; NULL: the running system */
	const char *root;
};

#endif
