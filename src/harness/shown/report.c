/* SPDX-License-Identifier: MIT */
#include "harness/shown/report.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"

enum { PIECE_BYTES = 4096 };

static enum as_status write_all(int fd, const char *s, size_t n, struct as_err *err)
{
	while (n) {
		ssize_t done = write(fd, s, n);
		if (done < 0 && errno != EINTR)
			return as_fail(err, AS_ERR_SYS, "cannot write what assay asked for");
		s += done < 0 ? 0 : done;
		n -= done < 0 ? 0 : (size_t)done;
	}
	return AS_OK;
}

/* Whole lines, as many as a piece holds. */
static enum as_status write_lines(int fd, const struct as_text *t, struct as_err *err)
{
	enum as_status st = as_text_finish(t, err);
	size_t at = 0;

	while (!st && at < t->len) {
		size_t n = t->len - at;
		if (n > PIECE_BYTES)
			for (n = PIECE_BYTES; n > 1 && t->data[at + n - 1] != '\n';)
				n--;
		st = write_all(fd, t->data + at, n, err);
		at += n;
	}
	return st;
}

enum as_status as_report_begin(const char *path, int *fd, struct as_err *err)
{
	struct as_text name = {0};
	enum as_status st;
	int file = -1;

	as_text_addf(&name, "%s.%ld", path, (long)getpid());
	st = as_text_finish(&name, err);
	if (!st)
		file = open(name.data, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW,
			0666);
	if (!st && file < 0)
		st = as_fail(err, AS_ERR_SYS, "cannot make the report '%s', beside the file that "
			"$ASSAY_REPORT names", as_text_str(&name));
	if (!st)
		st = write_all(file, "assay 1\n", 8, err);
	as_text_release(&name);
	if (st && file >= 0)
		close(file);
	if (!st)
		*fd = file;
	return st;
}

enum as_status as_harness_report_list(const char *path, const struct as_subjects *subjects,
	struct as_err *err)
{
	struct as_text t = {0};
	int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);

	if (file < 0)
		return as_fail(err, AS_ERR_SYS, "cannot write the list '%s' that $ASSAY_LIST names",
			path);
	as_text_add(&t, "assay 1\n");
	for (size_t i = 0; i < subjects->n; i++)
		as_text_addf(&t, "benchmark %s\n", subjects->list[i].name);
	enum as_status st = write_lines(file, &t, err);
	as_text_release(&t);
	close(file);
	return st;
}

/* A line of `what` took `ns` an operation. */
static void add_line(struct as_text *t, const char *what, double ns, uint64_t n, int64_t end_ns,
	const char *name)
{
	char number[32];

	as_double_text(ns, number);
	as_text_addf(t, "%s %s ns", what, number);
	if (n > 1)
		as_text_addf(t, " n=%" PRIu64, n);
	if (end_ns)
		as_text_addf(t, " t=%" PRId64, end_ns);
	as_text_addf(t, " benchmark=%s\n", name);
}

static void add_execution(struct as_text *t, const char *name, double value, const char *unit,
	const char *direction)
{
	char number[32];

	as_double_text(value, number);
	as_text_addf(t, "execution %s %s %s%s\n", name, number, unit, direction);
}

/* Bytes and items are per second of the mean over the measurements. */
static void add_numbers(struct as_text *t, const struct as_call_result *r)
{
	double ns = 0;

	for (size_t i = r->n_warmup; i < r->n_samples; i++)
		ns += r->samples[i].ns / (double)(r->n_samples - r->n_warmup);
	if (r->bytes > 0 && ns > 0)
		add_execution(t, "bytes_per_second", r->bytes / ns * 1e9, "B/s", " more");
	if (r->items > 0 && ns > 0)
		add_execution(t, "items_per_second", r->items / ns * 1e9, "items/s", " more");
	if (!isnan(r->allocations)) {
		add_execution(t, "allocations", r->allocations, "1", " less");
		add_execution(t, "allocated", r->allocated, "B", " less");
	}
	for (size_t k = 0; k < r->n_numbers; k++)
		add_execution(t, r->numbers[k].name, r->numbers[k].value, r->numbers[k].unit, "");
}

enum as_status as_report_result(int fd, const struct as_harness_subject *subject,
	const struct as_call_result *r,
	struct as_err *err)
{
	struct as_text t = {0};

	for (size_t k = 0; k < r->n_calibrations; k++) {
		const struct as_calibration *c = &r->calibrations[k];
		for (size_t i = 0; i < c->n; i++)
			add_line(&t, "warmup", c->t[i] / (double)c->i[i], c->i[i], 0,
				subject->name);
	}
	for (size_t i = 0; i < r->n_samples; i++)
		add_line(&t, i < r->n_warmup ? "warmup" : "iteration", r->samples[i].ns,
			r->repetitions, r->samples[i].end_ns, subject->name);
	if (!*r->failed) {
		add_numbers(&t, r);
	} else {
		as_text_addf(&t, "failed benchmark %s: ", subject->name);
		as_text_add_neutral(&t, r->failed, strlen(r->failed), 0);
		as_text_char(&t, '\n');
	}
	enum as_status st = write_lines(fd, &t, err);
	as_text_release(&t);
	return st;
}
