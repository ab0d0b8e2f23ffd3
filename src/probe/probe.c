/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

const struct as_probe *const as_probes[] = {
#define AS_PROBE(name) &as_probe_##name,
#include "probe/probes.def"
#undef AS_PROBE
};

const size_t as_n_probes = sizeof as_probes / sizeof as_probes[0];

enum as_status as_probe_open(const struct as_probe *probe, const struct as_probe_root *root,
	struct as_probe_reader *out, struct as_err *err)
{
	struct as_probe_reader r = {.probe = probe, .fd = -1};
	char path[PATH_MAX];
	double value;

	if (!probe->path)
		return as_fail(err, AS_ERR_ARG, "the probe '%s' is not read around executions",
			probe->name);
	if (snprintf(path, sizeof path, "%s%s", root->root ? root->root : "", probe->path) >=
		PATH_MAX)
		return as_fail(err, AS_ERR_ARG, "cannot read '%s': its path is too long",
			probe->path);
	r.fd = open(path, O_RDONLY | O_CLOEXEC);
	if (r.fd < 0)
		return as_fail(err, AS_ERR_SYS, "cannot open '%s' to read the %s of the machine",
			path, probe->name);
	enum as_status st = as_probe_read(&r, &value, err);
	if (st) {
		as_probe_close(&r);
		return st;
	}
	*out = r;
	return AS_OK;
}

/* The numbers stand at the beginning of the file, however long it is. */
enum as_status as_probe_read(const struct as_probe_reader *r, double *out, struct as_err *err)
{
	char text[512];
	ssize_t n;

	do
		n = pread(r->fd, text, sizeof text - 1, 0);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return as_fail(err, AS_ERR_SYS, "cannot read '%s'", r->probe->path);
	text[n] = 0;
	if (!r->probe->parse(text, out))
		return as_fail(err, AS_ERR_DATA, "cannot understand what '%s' says: '%.80s'",
			r->probe->path, text);
	return AS_OK;
}

void as_probe_close(struct as_probe_reader *r)
{
	if (r->probe && r->fd >= 0)
		close(r->fd);
	*r = (struct as_probe_reader){.fd = -1};
}
