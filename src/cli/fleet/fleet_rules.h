/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_FLEET_FLEET_RULES_H
#define AS_CLI_FLEET_FLEET_RULES_H

#include "analyse/compare/fleet/fleet_admit.h"
#include "base/text.h"
#include "cli/verb.h"
#include "model/kept/machine.h"

/* The fact, of the state, that names what assay doctor found on a machine to make times differ. */
#define AS_FACT_DOCTOR "doctor.matters"

/* What --admit and --admit-noise say of n results. AS_ERR_USAGE: no such rule, or no percentage. */
enum as_status as_fleet_rules_read(struct as_cli *cli, const struct as_result *v, size_t n,
	struct as_fleet_rules *out, struct as_err *err) AS_MUST_CHECK;

/* The same before there are results, for their words. */
enum as_status as_fleet_rules_check(struct as_cli *cli, struct as_err *err) AS_MUST_CHECK;

/* What makes times differ on this machine, its checks' names with commas between; "" where nothing does.
 * NULL when out of memory. */
const char *as_fleet_doctor(struct as_cli *cli);

#endif
