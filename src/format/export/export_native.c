/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The experiment as JSON, with all that is kept of it. */
#include "format/export/export.h"
#include "format/native/native.h"

const struct as_exporter as_exporter_native = {
	.name = "json",
	.title = "assay's JSON",
	.summary = "assay's JSON: everything",
	.extension = ".json",
	.holds = ~0U,
	.stream = as_native_write,
};
