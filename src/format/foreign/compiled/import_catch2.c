/* SPDX-License-Identifier: GPL-3.0-or-later */
/* XML of Catch2: of each benchmark its mean in ns, with 6 digits; its samples are not in the file. */
#include <expat.h>
#include <string.h>

#include "base/num.h"
#include "format/foreign/parts/gather.h"
#include "format/native/data.h"

enum { PIECE = 1 << 16, DEEPEST = 64 };

/* One file while it is read. */
struct catch2 {
	XML_Parser p;
	struct as_gather *g;
	uint32_t scope[DEEPEST]; /* of each element that is open */
	size_t depth;
	const char *wrong; /* what is not read; NULL: nothing yet */
};

static const char *attribute(const XML_Char **attributes, const char *name)
{
	for (size_t i = 0; attributes[i]; i += 2)
		if (!strcmp(attributes[i], name))
			return attributes[i + 1];
	return NULL;
}

static void stop(struct catch2 *c, const char *why)
{
	c->wrong = why;
	XML_StopParser(c->p, XML_FALSE);
}

static uint32_t named(struct catch2 *c, enum as_scope_kind kind, uint32_t in, const char *name)
{
	const uint32_t s = as_gather_open(c->g, kind, in);

	if (name)
		as_gather_text(c->g, s, AS_TRAIT_NAME, name);
	return s;
}

static void begin(void *context, const XML_Char *element, const XML_Char **attributes)
{
	struct catch2 *c = context;
	const uint32_t in = c->depth ? c->scope[c->depth - 1] : AS_SCOPE_TOP;
	const char *name = attribute(attributes, "name"), *value = attribute(attributes, "value");
	uint32_t own = in;
	double v;

	if (c->depth == DEEPEST) {
		stop(c, "elements nested deeper than 64");
		return;
	}
	if (!strcmp(element, "TestCase") || !strcmp(element, "Section"))
		own = named(c, AS_SCOPE_GROUP, in, name);
	else if (!strcmp(element, "BenchmarkResults"))
		own = named(c, AS_SCOPE_SUBJECT, in, name);
	else if (!strcmp(element, "mean") && value && as_parse_double(value, &v))
		as_gather_number(c->g, in, AS_TRAIT_CENTRE, v);
	else if (!strcmp(element, "failed"))
		as_gather_text(c->g, in, AS_TRAIT_FAILED,
			attribute(attributes, "message") ? attribute(attributes, "message")
							 : "it failed");
	else if (c->depth)
		as_gather_unused(c->g, element);
	c->scope[c->depth++] = own;
}

static void end(void *context, const XML_Char *element)
{
	struct catch2 *c = context;

	(void)element;
	c->depth -= c->depth > 0;
}

/* Catch2 writes none, and what is declared there could make much of little. */
static void declaration(void *context, const XML_Char *name, const XML_Char *system,
	const XML_Char *public, int internal)
{
	(void)name;
	(void)system;
	(void)public;
	(void)internal;
	stop(context, "a document type, which Catch2 writes none of");
}

static enum as_status bad(const struct catch2 *c, const char *name, struct as_err *err)
{
	if (XML_GetErrorCode(c->p) == XML_ERROR_NO_MEMORY)
		return as_fail_memory(err);
	return as_fail(err, AS_ERR_DATA, "cannot read '%.300s', line %lu, column %lu: %s", name,
		(unsigned long)XML_GetCurrentLineNumber(c->p),
		(unsigned long)XML_GetCurrentColumnNumber(c->p) + 1,
		c->wrong ? c->wrong : XML_ErrorString(XML_GetErrorCode(c->p)));
}

static enum as_status parse(struct catch2 *c, const struct as_source *from, const char *name,
	struct as_err *err)
{
	size_t n = 1;
	enum as_status st = AS_OK;

	XML_SetUserData(c->p, c);
	XML_SetElementHandler(c->p, begin, end);
	XML_SetStartDoctypeDeclHandler(c->p, declaration);
	while (!st && n) {
		void *room = XML_GetBuffer(c->p, PIECE);
		if (!room)
			return as_fail_memory(err);
		st = from->read(from->from, room, PIECE, &n, err);
		if (!st && XML_ParseBuffer(c->p, (int)n, !n) == XML_STATUS_ERROR)
			st = bad(c, name, err);
	}
	return st;
}

static enum as_status read_xml(const void *format, const struct as_source *from,
	const char *name, struct as_gather *g, struct as_err *err)
{
	struct catch2 c = {.p = XML_ParserCreate(NULL), .g = g};

	(void)format;
	if (!c.p)
		return as_fail_memory(err);
	enum as_status st = parse(&c, from, name, err);
	XML_ParserFree(c.p);
	return st;
}

static enum as_status read_catch2(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	static const struct as_gatherer xml = {
		.read = read_xml, .how = {.tool = "Catch2", .unit = "ns"}};

	return as_gather_read(&xml, from, name, out, err);
}

static int probe(const struct as_head *head)
{
	const char *bytes = head->bytes;
	const size_t n = head->n;

	return n && *bytes == '<' &&
			(memmem(bytes, n, "<Catch name=", 12) ||
				memmem(bytes, n, "<Catch2TestRun ", 15))
		? 92
		: 0;
}

const struct as_data_format as_data_catch2 = {
	.name = "catch2",
	.summary = "XML of Catch2",
	.extension = ".xml",
	.probe = probe,
	.read = read_catch2,
};
