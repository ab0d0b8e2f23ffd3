/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/fleet/fleet_rules.h"

#include <math.h>
#include <string.h>

#include "campaign/cited.h"
#include "cli/doctor/doctor_verb.h"
#include "probe/examine/examine.h"

/* ---- the words ---- */

/* doctor is asked here of each result; the others are of all together. */
static enum as_status read_words(const char *words, struct as_fleet_rules *rules, bool *doctor,
	struct as_err *err)
{
	*rules = (struct as_fleet_rules){.noise = !words};
	for (const char *s = words; s && *s;) {
		const size_t n = strcspn(s, ",");
		if (n == 5 && !strncmp(s, "noise", n))
			rules->noise = true;
		else if (n == 5 && !strncmp(s, "level", n))
			rules->level = true;
		else if (n == 6 && !strncmp(s, "doctor", n))
			*doctor = true;
		else if (n != 4 || strncmp(s, "none", n) != 0)
			return as_args_bad(AS_OPT_ADMIT, words,
				"noise, doctor, level, several of them with commas between, or "
				"none",
				err);
		s += n + (s[n] == ',');
	}
	return AS_OK;
}

static enum as_status read_all(struct as_cli *cli, struct as_fleet_rules *rules, bool *doctor,
	double *most, struct as_err *err)
{
	static const struct as_share_range range = {0, 10, true,
		"a percentage above 0 %, such as 5%"};
	enum as_status st = read_words(as_args_value(cli->args, AS_OPT_ADMIT), rules, doctor, err);

	return st ? st : as_args_percent(cli->args, AS_OPT_ADMIT_NOISE, &range, most, err);
}

enum as_status as_fleet_rules_check(struct as_cli *cli, struct as_err *err)
{
	struct as_fleet_rules rules;
	bool doctor = false;
	double most = (double)NAN;

	return read_all(cli, &rules, &doctor, &most, err);
}

/* ---- what speaks against a machine ---- */

static const char *fact_of(const struct as_machine *m, const char *name)
{
	for (size_t i = 0; i < m->n_facts; i++)
		if (!strcmp(m->facts[i].name, name))
			return m->facts[i].value;
	return NULL;
}

/* By how much identical programs differ on the machine, as a share; NaN: nothing is known of it. */
static enum as_status profile_of(struct as_profiles *profiles, const struct as_experiment *x,
	double *out, struct as_err *err)
{
	const struct as_place at = {x, x->reference, x->criterion};
	struct as_cited cited = {0};
	enum as_status st = as_noise_cited(profiles, &at, &cited, err);

	*out = !st && cited.found && cited.noise.way[AS_AA_ROUNDS].known
		? cited.noise.way[AS_AA_ROUNDS].differ : (double)NAN;
	return st;
}

enum as_status as_fleet_rules_read(struct as_cli *cli, const struct as_result *v, size_t n,
	struct as_fleet_rules *out, struct as_err *err)
{
	struct as_profiles profiles = {.arena = cli->arena,
		.store = as_args_value(cli->args, AS_OPT_STORE)};
	enum as_fleet_aside *why = as_arena_array(cli->arena, n, sizeof *why);
	double *by = as_arena_array(cli->arena, n, sizeof *by), most = (double)NAN;
	bool doctor = false;
	enum as_status st = why && by ? read_all(cli, out, &doctor, &most, err)
				      : as_fail_memory(err);

	for (size_t i = 0; i < n && !st; i++) {
		const char *fact = fact_of(&v[i].x->machine, AS_FACT_DOCTOR);
		why[i] = doctor && fact && *fact ? AS_ASIDE_DOCTOR : AS_ASIDE_NOT;
		by[i] = (double)NAN;
		if (!isnan(most) && !why[i])
			st = profile_of(&profiles, v[i].x, &by[i], err);
		if (by[i] > most)
			why[i] = AS_ASIDE_PROFILE;
	}
	out->refused = why;
	out->refused_by = by;
	return st;
}

/* ---- on a machine ---- */

const char *as_fleet_doctor(struct as_cli *cli)
{
	const struct as_probe_root here = {0};
	struct as_diagnosis *d = as_arena_alloc(cli->arena, sizeof *d);
	struct as_machine machine;
	struct as_text t = {0};

	if (!d || as_doctor_examine(cli, &here, d, &machine, NULL))
		return d ? "" : NULL;
	for (size_t i = 0; i < AS_CHECKS; i++)
		if (d->found[i].weight == AS_WEIGHT_MATTERS)
			as_text_addf(&t, "%s%s", t.len ? ", " : "",
				as_check_names[d->found[i].check].name);
	const char *names = t.failed ? NULL : as_arena_strdup(cli->arena, as_text_str(&t));
	as_text_release(&t);
	return names;
}
