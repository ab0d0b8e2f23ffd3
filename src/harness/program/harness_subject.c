/* SPDX-License-Identifier: MIT */
#include "harness/program/harness_subject.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

enum { SETTINGS_MAX = 16, VALUES_MAX = 10000 };

/* A setting with its values written out. */
struct axis {
	const struct assay_setting_ *setting;
	const int64_t *values;
	size_t n;
};

static enum as_status wrong(const struct assay_entry_ *e, struct as_err *err, const char *what)
{
	return as_fail(err, AS_ERR_USAGE, "%s:%d: benchmark '%s': %s", e->file, e->line, e->name,
		what);
}

/* A name stands in a report as one word, and in a shell as one argument. */
static enum as_status check_name(const struct assay_entry_ *e, struct as_err *err)
{
	size_t n = strlen(e->name);

	if (!n || n > AS_NAME_BYTES)
		return wrong(e, err, "a name has from 1 to 255 characters");
	for (size_t i = 0; i < n; i++)
		if (e->name[i] <= ' ' || e->name[i] > '~')
			return wrong(e, err,
				"a name has no blanks, control characters or characters beyond "
				"ASCII: use an identifier");
	return AS_OK;
}

static enum as_status wrong_setting(const struct assay_entry_ *e, const struct assay_setting_ *s,
	const char *what, struct as_err *err)
{
	return as_fail(err, AS_ERR_USAGE, "%s:%d: benchmark '%s', parameter '%s': %s", e->file,
		e->line, e->name, s->parameter, what);
}

/* low, low x factor, ... high, or low, low + step, ... */
static enum as_status write_out(const struct assay_entry_ *e, struct axis *axis, struct as_arena *a,
	struct as_err *err)
{
	const struct assay_setting_ *s = axis->setting;
	int64_t low = s->values[0], high = s->values[1], by = s->values[2];
	bool is_range = s->kind == ASSAY_RANGE_;
	size_t n = 0;

	if (is_range && (low < 1 || high < low || by < 2))
		return wrong_setting(e, s,
			"a range needs 1 <= low <= high and a factor of at least 2", err);
	if (!is_range && (high < low || by < 1))
		return wrong_setting(e, s, "steps need low <= high and a step of at least 1", err);
	int64_t *values = as_arena_array(a, VALUES_MAX, sizeof *values);
	if (!values)
		return as_fail_memory(err);
	for (int64_t v = low; n < VALUES_MAX; n++) {
		int64_t next = 0;
		values[n] = v;
		bool beyond = is_range ? __builtin_mul_overflow(v, by, &next)
				       : __builtin_add_overflow(v, by, &next);
		bool at_end = beyond || next > high;
		if (at_end && (v == high || !is_range)) {
			axis->n = n + 1;
			axis->values = values;
			return AS_OK;
		}
		v = at_end ? high : next;
	}
	return wrong_setting(e, s, "it has more than 10000 values", err);
}

static enum as_status set_axis(const struct assay_entry_ *e, struct axis *axis, struct as_arena *a,
	struct as_err *err)
{
	const struct assay_setting_ *s = axis->setting;
	size_t n = strcspn(s->parameter, " \t\n=/");

	if (!n || s->parameter[n])
		return wrong_setting(e, s, "the name of a parameter has no blank, '=' or '/'", err);
	if (s->kind == ASSAY_RANGE_ || s->kind == ASSAY_STEPS_)
		return write_out(e, axis, a, err);
	axis->values = s->values;
	axis->n = s->n;
	if (!s->n || s->n > VALUES_MAX)
		return wrong_setting(e, s, "a list has from 1 to 10000 values", err);
	for (size_t i = 0; i < s->n && s->kind == ASSAY_THREADS_; i++)
		if (s->values[i] < 1 || s->values[i] > AS_THREADS_MAX)
			return wrong_setting(e, s, "a number of threads is from 1 to 1024", err);
	return AS_OK;
}

static enum as_status set_axes(const struct assay_entry_ *e, struct axis *axes, size_t *n_axes,
	struct as_arena *a, struct as_err *err)
{
	enum as_status st = AS_OK;
	size_t n = 0;

	for (const struct assay_setting_ *s = e->settings; !st && s; s = s->next) {
		for (size_t i = 0; i < n; i++)
			if (!strcmp(axes[i].setting->parameter, s->parameter))
				return wrong_setting(e, s, "it is declared twice", err);
		if (n == SETTINGS_MAX)
			return wrong_setting(e, s, "a benchmark has at most 16 parameters", err);
		axes[n].setting = s;
		st = set_axis(e, &axes[n++], a, err);
	}
	*n_axes = n;
	return st;
}

static const struct assay_entry_ *reference_of(const struct assay_entry_ *first,
	const struct assay_entry_ *of)
{
	for (const struct assay_entry_ *e = first; e; e = e->next)
		if (of->group && e->role == ASSAY_REFERENCE_ && !strcmp(e->group, of->group))
			return e;
	return NULL;
}

/* A group has one reference; its members are called round by round, and have nothing else to vary.
 * */
static enum as_status check_group(const struct as_subjects *s, const struct assay_entry_ *e,
	struct as_err *err)
{
	const struct assay_entry_ *reference = reference_of(s->first, e);

	if (!e->group)
		return AS_OK;
	if (!reference)
		return wrong(e, err, "its group has no ASSAY_REFERENCE to compare it with");
	if (e->role == ASSAY_REFERENCE_ && reference != e)
		return wrong(e, err, "its group has a reference already");
	return e->settings ? wrong_setting(e, e->settings, "a candidate has no parameters", err)
			   : AS_OK;
}

/* The run with the at[k]-th value of each axis. */
static enum as_status add_run(struct as_subjects *s, const struct assay_entry_ *e,
	const struct axis *axes, const size_t *at, size_t n_axes, struct as_err *err)
{
	struct as_harness_subject run = {.entry = e, .threads = 1,
		.reference = reference_of(s->first, e)};
	struct as_text name = {0};
	int64_t *values = as_arena_array(&s->arena, n_axes + 1, sizeof *values);

	if (!values || s->n == AS_RUNS_MAX)
		return values ? wrong(e, err, "the program has more than 100000 runs")
			      : as_fail_memory(err);
	as_text_add(&name, e->name);
	for (size_t k = 0; k < n_axes; k++) {
		values[k] = axes[k].values[at[k]];
		as_text_addf(&name, "/%s=%" PRId64, axes[k].setting->parameter, values[k]);
		if (axes[k].setting->kind == ASSAY_THREADS_)
			run.threads = (unsigned)values[k];
	}
	run.values = values;
	run.name = as_arena_strdup(&s->arena, as_text_str(&name));
	bool lost = name.failed || !run.name;
	as_text_release(&name);
	return !lost && AS_PUSH(s->list, s->n, s->cap, run) ? AS_OK : as_fail_memory(err);
}

/* All combinations; the last parameter changes fastest. */
static enum as_status add_entry(struct as_subjects *s, const struct assay_entry_ *e,
	struct as_err *err)
{
	struct axis axes[SETTINGS_MAX] = {{0}};
	size_t at[SETTINGS_MAX] = {0}, n_axes = 0, k = 1;
	enum as_status st = check_name(e, err);

	if (!st)
		st = check_group(s, e, err);
	if (!st)
		st = set_axes(e, axes, &n_axes, &s->arena, err);
	while (!st && k) {
		st = add_run(s, e, axes, at, n_axes, err);
		for (k = n_axes; k; k--) {
			if (++at[k - 1] < axes[k - 1].n)
				break;
			at[k - 1] = 0;
		}
	}
	return st;
}

static int by_name(const void *x, const void *y)
{
	const struct as_harness_subject *const *a = x, *const *b = y;

	return strcmp((*a)->name, (*b)->name);
}

static enum as_status check_unique(const struct as_subjects *s, struct as_err *err)
{
	const struct as_harness_subject **sorted = calloc(s->n + 1, sizeof *sorted);
	enum as_status st = AS_OK;

	if (!sorted)
		return as_fail_memory(err);
	for (size_t i = 0; i < s->n; i++)
		sorted[i] = &s->list[i];
	qsort(sorted, s->n, sizeof *sorted, by_name);
	for (size_t i = 1; !st && i < s->n; i++) {
		const struct assay_entry_ *a = sorted[i - 1]->entry, *b = sorted[i]->entry;
		if (!strcmp(sorted[i - 1]->name, sorted[i]->name))
			st = as_fail(err, AS_ERR_USAGE,
				"two runs are called '%s': %s:%d and %s:%d; give one another name",
				sorted[i]->name, a->file, a->line, b->file, b->line);
	}
	free(sorted);
	return st;
}

enum as_status as_subjects_expand(const struct assay_entry_ *first, struct as_subjects *out,
	struct as_err *err)
{
	struct as_subjects s = {.first = first};
	enum as_status st = AS_OK;

	for (const struct assay_entry_ *e = first; !st && e; e = e->next)
		st = add_entry(&s, e, err);
	if (!st)
		st = check_unique(&s, err);
	if (st)
		as_subjects_release(&s);
	else
		*out = s;
	return st;
}

static bool matches(const char *glob, const char *name)
{
	size_t n = strlen(name), head = strcspn(name, "/");
	char begin[AS_NAME_BYTES + 1];

	if (!fnmatch(glob, name, 0))
		return true;
	if (head == n || head > AS_NAME_BYTES || strchr(glob, '/'))
		return false;
	memcpy(begin, name, head);
	begin[head] = 0;
	return !fnmatch(glob, begin, 0);
}

enum as_status as_subjects_filter(struct as_subjects *s, const char *const *globs, size_t n_globs,
	struct as_err *err)
{
	size_t kept = 0;

	for (size_t g = 0; g < n_globs; g++) {
		bool found = false;
		for (size_t i = 0; !found && i < s->n; i++)
			found = matches(globs[g], s->list[i].name);
		if (!found)
			return as_fail(err, AS_ERR_USAGE,
				"no benchmark is called '%s': --list shows the names", globs[g]);
	}
	for (size_t i = 0; n_globs && i < s->n; i++)
		for (size_t g = 0; g < n_globs; g++)
			if (matches(globs[g], s->list[i].name)) {
				s->list[kept++] = s->list[i];
				break;
			}
	s->n = n_globs ? kept : s->n;
	return AS_OK;
}

bool as_subject_value(const struct as_harness_subject *s, const char *parameter, int64_t *out)
{
	size_t k = 0;

	for (const struct assay_setting_ *set = s->entry->settings; set; set = set->next, k++)
		if (!strcmp(set->parameter, parameter)) {
			*out = s->values[k];
			return true;
		}
	return false;
}

void as_subjects_release(struct as_subjects *s)
{
	free(s->list);
	as_arena_release(&s->arena);
	*s = (struct as_subjects){0};
}
