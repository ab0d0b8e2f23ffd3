/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_DOCTOR_DOCTOR_SCREEN_H
#define AS_REPORT_DOCTOR_DOCTOR_SCREEN_H

/* What a machine can measure, and what disturbs it. */

#include "model/doctor/doctor.h"
#include "model/doctor/tune.h"
#include "report/draw/terminal.h"

/* The screen of `assay doctor`: the answer, what disturbs, the weightiest first and each with its
 * cure, the noise probe, and what cannot be measured, with `verbose` also what can. Without it what
 * is fine, and what cannot be known, is a line of names each. */
void as_report_doctor(struct as_text *t, const struct as_style *style,
	const struct as_diagnosis *d);

/* What --tune and --restore did: each setting, old and new, and for those that could not be changed
 * the command that does. */
void as_report_tuning(struct as_text *t, const struct as_style *style,
	const struct as_tuning *tuning);

/* One sentence: what matters, by name, with the cure of the weightiest. Nothing where nothing does.
 * */
void as_report_disturbed(struct as_text *t, const struct as_style *style,
	const struct as_diagnosis *d);

/* Parts of it. */
void as_report_quanta(struct as_text *t, const struct as_style *style,
	const struct as_quanta_found *q);
void as_report_abilities(struct as_text *t, const struct as_style *style,
	const struct as_ability ability[static AS_ABILITIES]);

#endif
