/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_KEPT_MACHINE_H
#define AS_MODEL_KEPT_MACHINE_H

/* Where an experiment was made: facts by name, and the ids made from the stable ones. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a fact says something about, and so when two experiments are comparable. */
enum as_fact_kind {
	AS_FACT_MACHINE = 0,     /* stays when the machine is booted again: CPU, cores, memory */
	AS_FACT_ENVIRONMENT = 1, /* another value is another environment: kernel, libc, governor */
	AS_FACT_STATE = 2,       /* recorded for the reader only: load, variables' names */
};

struct as_fact {
#include "model/fields/members.def"
#include "model/fields/fact.def"
};

/* The fact, of the state, that says how the layouts of builds were drawn. */
#define AS_FACT_LAYOUT "build.layout"
/* a build that found everything up to date, and left its files as they were */
#define AS_FACT_UNTOUCHED "build.untouched"

/* The fact, of the state, that names commands whose program's file changed while it was measured. */
#define AS_FACT_CHANGED "program.changed"

/* The fact, of the state, that says whether files were compiled once for all builds, and if not,
 * why. */
#define AS_FACT_OBJECTS "build.cache"

/* The fact, of the state, that says that links compile (-flto), so that each build does. */
#define AS_FACT_LATE "build.late"

/* Facts, of the state, that say why layouts were not drawn though they were asked for, and that
 * what was compiled before was not used. */
#define AS_FACT_UNWRAPPED "build.unwrapped"
#define AS_FACT_MENDED "build.mended"

/* Facts, of the state, that say of a metric why it has no values, or what they are: this and its
 * name. */
#define AS_FACT_METRIC "metric."

/* The fact, of the state, that names the processes that used most processor time besides what was
 * measured. */
#define AS_FACT_OTHERS "others.biggest"

/* Facts, of the environment, that say what load and what isolation were asked for: these and a
 * word. Only where something was. */
#define AS_FACT_LOAD "load."
#define AS_FACT_ISOLATION "isolation."
#define AS_FACT_DUET AS_FACT_ISOLATION "duet" /* the two cores: "0,1" */

/* The fact, of the state, that the load was less than asked for. */
#define AS_FACT_LOAD_FAILED AS_FACT_LOAD "failed"

/* The fact, of the state, that the last subject is there to be subtracted from the others
 * (--subtract); its value is the command. */
#define AS_FACT_SUBTRACT "subtract"

/* The fact, of the machine, that names the tool whose file it was read from. */
#define AS_FACT_MEASURED_BY "measured.by"

struct as_machine {
#include "model/fields/members.def"
#include "model/fields/machine.def"
	struct as_fact *facts;
	size_t n_facts;
};

#endif
