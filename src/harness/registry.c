/* SPDX-License-Identifier: MIT */
#include "harness/program/harness_subject.h"

/* Filled by constructors, before main and by one thread. */
static struct assay_entry_ *first_entry, **last_entry = &first_entry;

void assay_register_(struct assay_entry_ *entry)
{
	*last_entry = entry;
	last_entry = &entry->next;
}

void assay_register_setting_(struct assay_entry_ *entry, struct assay_setting_ *setting)
{
	struct assay_setting_ **last = &entry->settings;

	while (*last)
		last = &(*last)->next;
	*last = setting;
}

const struct assay_entry_ *as_registered(void)
{
	return first_entry;
}
