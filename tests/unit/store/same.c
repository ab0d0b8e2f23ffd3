/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sample.h"

static void same_text(const char *a, const char *b)
{
	assert_true(!a == !b);
	if (a)
		assert_string_equal(a, b);
}

static void same_numbers(const struct as_packed *a, const struct as_packed *b)
{
	assert_int_equal(a->n, b->n);
	for (size_t i = 0; i < a->n; i++)
		assert_true(as_packed_at(a, i) == as_packed_at(b, i));
}

static void same_level(const struct as_level *a, const struct as_level *b)
{
	assert_int_equal(a->n, b->n);
	assert_int_equal(a->n_columns, b->n_columns);
	assert_int_equal(!a->units, !b->units);
	for (size_t m = 0; a->units && m < AS_UNIT_MEMBERS; m++)
		same_numbers(&a->units[m], &b->units[m]);
	for (size_t c = 0; c < a->n_columns; c++) {
		assert_int_equal(a->columns[c].metric, b->columns[c].metric);
		same_numbers(&a->columns[c].values, &b->columns[c].values);
	}
}

static void same_builds(const struct as_subject *a, const struct as_subject *b)
{
	assert_int_equal(a->n_builds, b->n_builds);
	for (size_t i = 0; i < a->n_builds; i++) {
		same_text(a->builds[i].hash, b->builds[i].hash);
		same_text(a->builds[i].code, b->builds[i].code);
		same_text(a->builds[i].layout, b->builds[i].layout);
		assert_int_equal(a->builds[i].bytes, b->builds[i].bytes);
	}
}

static void same_subject(const struct as_subject *a, const struct as_subject *b)
{
	same_text(a->name, b->name);
	same_text(a->command, b->command);
	same_text(a->build_command, b->build_command);
	same_text(a->benchmark, b->benchmark);
	same_text(a->executable, b->executable);
	same_text(a->executable_hash, b->executable_hash);
	same_text(a->shell, b->shell);
	same_text(a->shell_reason, b->shell_reason);
	assert_memory_equal(&a->shell_cost_ns, &b->shell_cost_ns, sizeof a->shell_cost_ns);
	assert_int_equal(a->leftovers, b->leftovers);
	assert_int_equal(a->n_parameters, b->n_parameters);
	for (size_t i = 0; i < a->n_parameters; i++) {
		same_text(a->parameters[i].name, b->parameters[i].name);
		same_text(a->parameters[i].value, b->parameters[i].value);
	}
	same_text(a->version.project, b->version.project);
	same_text(a->version.commit, b->version.commit);
	same_text(a->version.parents, b->version.parents);
	same_text(a->version.branch, b->version.branch);
	same_text(a->version.label, b->version.label);
	assert_int_equal(a->version.date_ns, b->version.date_ns);
	assert_int_equal(a->version.changes, b->version.changes);
	same_builds(a, b);
	assert_int_equal(a->n_notes, b->n_notes);
	for (size_t i = 0; i < a->n_notes; i++) {
		assert_int_equal(a->notes[i].level, b->notes[i].level);
		assert_int_equal(a->notes[i].unit, b->notes[i].unit);
		same_text(a->notes[i].text, b->notes[i].text);
	}
	for (size_t l = 0; l < AS_MODEL_LEVELS; l++)
		same_level(&a->levels[l], &b->levels[l]);
	same_numbers(&a->iterations.first, &b->iterations.first);
	same_numbers(&a->iterations.role, &b->iterations.role);
	same_numbers(&a->iterations.end_ns, &b->iterations.end_ns);
}

static void same_plan(const struct as_plan *a, const struct as_plan *b)
{
	assert_int_equal(a->design, b->design);
	assert_int_equal(a->stopping, b->stopping);
	assert_int_equal(a->outcome, b->outcome);
	assert_int_equal(a->seed, b->seed);
	assert_memory_equal(&a->confidence, &b->confidence, sizeof a->confidence);
	assert_memory_equal(&a->precision, &b->precision, sizeof a->precision);
	assert_memory_equal(&a->tolerance, &b->tolerance, sizeof a->tolerance);
	assert_int_equal(a->precision_each, b->precision_each);
	assert_int_equal(a->budget_ns, b->budget_ns);
	assert_int_equal(a->budget_explicit, b->budget_explicit);
	assert_int_equal(a->warmups, b->warmups);
	assert_int_equal(a->iterations, b->iterations);
	assert_int_equal(a->iterations_given, b->iterations_given);
	assert_int_equal(a->drop, b->drop);
	assert_int_equal(a->stage1, b->stage1);
	assert_int_equal(a->planned, b->planned);
	assert_int_equal(a->extended, b->extended);
	assert_int_equal(a->done, b->done);
	assert_int_equal(a->wanted, b->wanted);
	assert_int_equal(a->builds, b->builds);
	assert_int_equal(a->builds_state, b->builds_state);
	assert_int_equal(a->randomize, b->randomize);
	assert_int_equal(a->layout_failed, b->layout_failed);
	assert_int_equal(a->dimension_reused, b->dimension_reused);
	assert_int_equal(a->decide, b->decide);
	assert_int_equal(a->first_look, b->first_look);
	assert_int_equal(a->last_look, b->last_look);
	assert_memory_equal(a->cost_s, b->cost_s, sizeof a->cost_s);
	assert_memory_equal(&a->expected, &b->expected, sizeof a->expected);
}

static void same_machine(const struct as_machine *a, const struct as_machine *b)
{
	same_text(a->machine_id, b->machine_id);
	same_text(a->environment_id, b->environment_id);
	same_text(a->boot_id, b->boot_id);
	same_text(a->host, b->host);
	assert_int_equal(a->suspended_ns, b->suspended_ns);
	assert_int_equal(a->n_facts, b->n_facts);
	for (size_t i = 0; i < a->n_facts; i++) {
		assert_int_equal(a->facts[i].kind, b->facts[i].kind);
		same_text(a->facts[i].name, b->facts[i].name);
		same_text(a->facts[i].value, b->facts[i].value);
	}
}

void assert_same_experiment(const struct as_experiment *a, const struct as_experiment *b)
{
	same_text(a->uuid, b->uuid);
	same_text(a->label, b->label);
	same_text(a->note, b->note);
	assert_int_equal(a->pinned, b->pinned);
	same_text(a->extends, b->extends);
	assert_int_equal(a->second_look, b->second_look);
	assert_int_equal(a->shown, b->shown);
	same_text(a->version, b->version);
	same_text(a->command_line, b->command_line);
	same_text(a->directory, b->directory);
	assert_int_equal(a->started_ns, b->started_ns);
	assert_int_equal(a->ended_ns, b->ended_ns);
	same_machine(&a->machine, &b->machine);
	same_plan(&a->plan, &b->plan);
	assert_int_equal(a->n_metrics, b->n_metrics);
	for (size_t i = 0; i < a->n_metrics; i++) {
		same_text(a->metrics[i].name, b->metrics[i].name);
		same_text(a->metrics[i].unit, b->metrics[i].unit);
		same_text(a->metrics[i].describe, b->metrics[i].describe);
		assert_int_equal(a->metrics[i].better, b->metrics[i].better);
		assert_int_equal(a->metrics[i].level, b->metrics[i].level);
	}
	assert_int_equal(a->criterion, b->criterion);
	assert_int_equal(a->reference, b->reference);
	assert_int_equal(a->n_subjects, b->n_subjects);
	for (size_t i = 0; i < a->n_subjects; i++)
		same_subject(&a->subjects[i], &b->subjects[i]);
}
