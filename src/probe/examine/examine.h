/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PROBE_EXAMINE_EXAMINE_H
#define AS_PROBE_EXAMINE_EXAMINE_H

/* What assay doctor reads of a machine (model/doctor/doctor.h). */

#include "model/doctor/doctor.h"
#include "probe/probe.h"

/* What readers look through. */
struct as_sight {
	const struct as_probe_root *root;
	const struct as_machine *machine; /* its facts */
	bool page; /* this assay was built with the page of assay report */
	const char *unserved, *untokened; /* why it cannot serve, and has no tokens; NULL: it can */
};

/*
 * as_doctor_read - everything that checks.def names
 *
 *   s    its machine from as_probe_machine of the same root
 *   out  reading is filled in; one that is not known says why
 *
 * Reads some dozens of small files, about 1 ms. Never fails: files that are missing, closed or
 * garbled make readings that are not known.
 */
void as_doctor_read(const struct as_sight *s, struct as_diagnosis *out);

/* Everything that abilities.def names, into ability. Loads libraries that most runs do without: some
 * 10 ms. */
void as_doctor_try(const struct as_sight *s, struct as_diagnosis *out);

#define AS_CHECK(id, name, what) \
	void as_read_##name(const struct as_sight *s, struct as_reading *out);
#include "model/doctor/checks.def"
#undef AS_CHECK

#define AS_ABILITY(id, name, what) \
	void as_try_##name(const struct as_sight *s, struct as_ability *out);
#include "model/doctor/abilities.def"
#undef AS_ABILITY

/* For readers. */

/* The value of a fact; a fact that is unknown says why. */
void as_reading_fact(const struct as_sight *s, const char *name, struct as_reading *out);

/* The first line of a file; `empty` where there is nothing in it. */
void as_reading_file(const struct as_sight *s, const char *path, const char *empty,
	struct as_reading *out);

/* It is known. */
void as_reading_say(struct as_reading *out, const char *fmt, ...) AS_PRINTF(2, 3);

/* It is not, and why. */
void as_reading_unknown(struct as_reading *out, const char *fmt, ...) AS_PRINTF(2, 3);

/* A file that holds one number and nothing else. */
bool as_probe_number(const struct as_probe_root *root, const char *path, double *out);

/* What becomes of an ability, in words. */
void as_ability_answer(struct as_ability *out, enum as_ability_state state, const char *fmt, ...)
	AS_PRINTF(3, 4);

#endif
