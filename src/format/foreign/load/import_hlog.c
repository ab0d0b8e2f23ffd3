/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What HdrHistogram writes: logs of histograms, lines of which are intervals of time, and the text of
 * percentiles, which wrk2 prints too. A value is what each recorded one was taken for; a histogram
 * has forgotten their order. */
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "format/foreign/parts/gather.h"
#include "format/foreign/parts/lines.h"
#include "format/native/data.h"
#include "histogram/hdr.h"

enum { SURE = 90, MOST = 10000000 };

static const char log_head[] = "#[Histogram log format version ";
static const char spectrum_head[] = "Value     Percentile TotalCount 1/(1-Percentile)";
static const char spectrum_wrk2[] = "Value   Percentile   TotalCount 1/(1-Percentile)";

struct hdr_reading {
	struct as_gather *g;
	struct as_lines lines;
	const char *name;
	uint32_t subject; /* of a spectrum; 0 before it begins */
	bool over;        /* its rows are */
	double value;     /* of the row before */
	uint64_t count;   /* of values up to it */
	uint64_t taken;   /* of the file */
};

static enum as_status bad_line(const struct hdr_reading *d, const char *what, struct as_err *err)
{
	return as_fail(err, AS_ERR_DATA, "cannot read '%s', line %zu: %s", d->name, d->lines.number,
		what);
}

static enum as_status check_count(struct hdr_reading *d, uint64_t more, struct as_err *err)
{
	if (more > MOST - d->taken)
		return bad_line(d, "histograms of a file may count 10000000 values together, and "
				   "these count more", err);
	d->taken += more;
	return AS_OK;
}

static void take_values(struct hdr_reading *d, uint32_t scope, const struct as_hdr *h, double *room)
{
	as_hdr_values(h, room);
	for (uint64_t i = 0; i < h->total; i++)
		as_gather_value(d->g, scope, room[i], 0, AS_ROLE_MEASURED);
}

static enum as_status take_histogram(struct hdr_reading *d, uint32_t scope, const char *text,
	struct as_err *err)
{
	struct as_err why = {0};
	struct as_hdr h = {0};
	enum as_status st = as_hdr_decode(text, strlen(text), &h, &why);

	if (st)
		return st == AS_ERR_MEM ? as_fail_memory(err) : bad_line(d, why.msg, err);
	st = check_count(d, h.total, err);
	double *room = st ? NULL : malloc((h.total + 1) * sizeof *room);
	if (room)
		take_values(d, scope, &h, room);
	free(room);
	as_hdr_release(&h);
	return st || room ? st : as_fail_memory(err);
}

/* [Tag=NAME,]start,length,largest,HISTFAAA... */
static enum as_status log_line(struct hdr_reading *d, struct as_err *err)
{
	char *line = d->lines.line, *field = line, *histogram;
	const char *tag = "latency";

	if (!*line || *line == '#' || !strncmp(line, "\"StartTimestamp\"", 16))
		return AS_OK;
	if (d->lines.odd)
		return bad_line(d, "it is too long, or has a byte of value 0", err);
	if (!strncmp(line, "Tag=", 4)) {
		field = strchr(line, ',');
		if (!field)
			return bad_line(d, "the line ends behind its tag", err);
		*field++ = 0;
		tag = line + 4;
	}
	for (int i = 0; i < 3; i++) {
		char *comma = strchr(field, ',');
		double number;
		if (comma)
			*comma = 0;
		if (!comma || !as_parse_double(field, &number))
			return bad_line(d, "start, length, largest value and a histogram were "
					   "expected, between commas", err);
		field = comma + 1;
	}
	histogram = field;
	return take_histogram(d, as_gather_find(d->g, AS_SCOPE_SUBJECT, AS_SCOPE_TOP, tag),
		histogram, err);
}

/* The next number of the line, "inf" among them; false at its end. */
static bool next_number(char **at, double *out)
{
	char *word = *at + strspn(*at, " \t");

	*at = word + strcspn(word, " \t");
	if (**at)
		*(*at)++ = 0;
	return as_parse_double(word, out);
}

static void begin_spectrum(struct hdr_reading *d, bool wrk2)
{
	d->subject = as_gather_find(d->g, AS_SCOPE_SUBJECT, AS_SCOPE_TOP, "latency");
	if (wrk2)
		as_gather_text(d->g, d->subject, AS_TRAIT_UNIT, "ms");
}

/* A row says how many values there are up to its own: those beyond the row before lie in its bucket. */
static enum as_status row_line(struct hdr_reading *d, struct as_err *err)
{
	char *at = d->lines.line;
	double value = 0, share = 0, count = 0;

	if (!next_number(&at, &value) || !next_number(&at, &share) || !next_number(&at, &count))
		return bad_line(d, "value, percentile and count were expected", err);
	if (!(count >= 0 && count <= MOST))
		return check_count(d, MOST + 1, err);
	if (value < d->value || (uint64_t)count < d->count)
		return bad_line(d, "its value or its count is below that of the line before: "
				   "buckets do not overlap", err);
	enum as_status st = check_count(d, (uint64_t)count - d->count, err);
	for (; !st && d->count < (uint64_t)count; d->count++)
		as_gather_value(d->g, d->subject, value, 0, AS_ROLE_MEASURED);
	d->value = value;
	return st;
}

static enum as_status spectrum_line(struct hdr_reading *d, struct as_err *err)
{
	const char *line = d->lines.line + strspn(d->lines.line, " \t");
	const bool wrk2 = !strncmp(line, spectrum_wrk2, sizeof spectrum_wrk2 - 1);

	if (d->lines.odd || d->over || !*line)
		return AS_OK;
	if (!d->subject) {
		if (wrk2 || !strncmp(line, spectrum_head, sizeof spectrum_head - 1))
			begin_spectrum(d, wrk2);
		return AS_OK;
	}
	d->over = *line == '#';
	return d->over ? AS_OK : row_line(d, err);
}

typedef enum as_status line_reader(struct hdr_reading *d, struct as_err *err);

static enum as_status read_lines(struct hdr_reading *d, line_reader *take, struct as_err *err)
{
	enum as_status st = AS_OK;

	while (!st && !(st = as_lines_next(&d->lines, err)) && d->lines.line)
		st = take(d, err);
	return st;
}

static enum as_status read_with(line_reader *take, const struct as_source *from, const char *name,
	struct as_gather *g, struct as_err *err)
{
	struct hdr_reading d = {.g = g, .name = name};

	as_lines_init(&d.lines, from);
	enum as_status st = read_lines(&d, take, err);
	as_lines_release(&d.lines);
	if (!st && take == spectrum_line && d.subject && !d.over)
		st = as_fail(err, AS_ERR_DATA, "cannot read '%s': its percentiles are cut off: the "
			"line with their mean is missing", name);
	return st;
}

static enum as_status read_log(const void *format, const struct as_source *from, const char *name,
	struct as_gather *g, struct as_err *err)
{
	(void)format;
	return read_with(log_line, from, name, g, err);
}

static enum as_status read_spectrum(const void *format, const struct as_source *from,
	const char *name, struct as_gather *g, struct as_err *err)
{
	(void)format;
	return read_with(spectrum_line, from, name, g, err);
}

static bool has(const char *bytes, size_t n, const char *words)
{
	return memmem(bytes, n, words, strlen(words)) != NULL;
}

static int probe_hlog(const struct as_head *head)
{
	const char *bytes = head->bytes;
	const size_t n = head->n;
	const size_t k = sizeof log_head - 1;

	return n >= k && !memcmp(bytes, log_head, k) ? SURE : 0;
}

static int probe_hgrm(const struct as_head *head)
{
	const char *bytes = head->bytes;
	const size_t n = head->n;

	return has(bytes, n, spectrum_head) || has(bytes, n, spectrum_wrk2) ? SURE : 0;
}

static enum as_status read_hlog(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	static const struct as_gatherer log = {
		.read = read_log, .how = {.tool = "HdrHistogram", .unit = "ns", .sorted = true}};

	return as_gather_read(&log, from, name, out, err);
}

static enum as_status read_hgrm(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	static const struct as_gatherer spectrum = {.read = read_spectrum,
		.how = {.tool = "HdrHistogram", .unit = "1", .sorted = true}};

	return as_gather_read(&spectrum, from, name, out, err);
}

const struct as_data_format as_data_hlog = {.name = "hlog",
	.summary = "log of HdrHistogram",
	.extension = ".hlog",
	.probe = probe_hlog,
	.read = read_hlog};
const struct as_data_format as_data_hgrm = {.name = "hgrm",
	.summary = "percentiles of HdrHistogram or wrk2",
	.extension = ".hgrm",
	.probe = probe_hgrm,
	.read = read_hgrm};
