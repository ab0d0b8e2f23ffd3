/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What recognises a file, fed what its grammar can make: objects and lists inside each other with and without commas
 * and names, brackets that close what is not open, names of every length, an end anywhere. Members of a valid document
 * are found. In the build for fuzzing every growing array and every piece of an arena is a block of just its size
 * (AS_FUZZ), so that what is written beyond its end is seen there and not by chance. */
#include <string.h>

#include "base/text.h"
#include "format/native/data.h"
#include "fuzz.h"

enum { DEPTH = 100, LONGEST = 65536, PATHS = 16, PATH = 512, NAMES_SEEN = 4, SEEN_WHOLE = 90 };

/* What the first byte says, and what is wrong with a document. */
enum { PIECES, WRONG, VALID, AS_IT_IS };
enum {
	NO_COMMAS = 1, NAMES_MISSING = 2, NAMES_LONG = 4, NAMES_IN_LISTS = 8, OTHER_BRACKETS = 16, NO_END = 32,
};

struct writer {
	const uint8_t *at, *end;
	uint64_t random; /* what the input goes on with, drawn of its bytes: a few of them make a whole document */
	size_t left;
	struct as_text out;
	struct {
		bool object, begun; /* begun: has a member or an element */
	} open[DEPTH];
	size_t depth;
	char path[PATHS][PATH]; /* of members of a valid document, the last ones */
	size_t n_paths;
	char name[DEPTH][SEEN_WHOLE + 1]; /* below each that is open */
};

static unsigned next(struct writer *w)
{
	if (w->at < w->end)
		return *w->at++;
	w->left -= w->left > 0;
	w->random = w->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(w->random >> 56);
}

static bool goes_on(const struct writer *w)
{
	return (w->at < w->end || w->left) && w->out.len < LONGEST;
}

static void put(struct writer *w, const char *s)
{
	as_text_add(&w->out, s);
}

/* ---- pieces in whatever order ---- */

static void put_name(struct writer *w)
{
	static const char odd[] = "A.$@[]_*|\\\"{},: \n";
	const unsigned how = next(w), length = next(w) * (how & 1 ? 1 : 5);

	put(w, "\"");
	for (unsigned i = 0; i < length; i++)
		as_text_char(&w->out, how & 6 ? 'A' : odd[(how + i) % (sizeof odd - 1)]);
	if (how & 8)
		as_text_char(&w->out, '\0');
	put(w, how & 16 ? "\\\"\"" : "\"");
}

static void write_pieces(struct writer *w)
{
	static const char *const pieces[] = {"{", "}", "[", "]", ",", ":", "{", "[", "1", "null", "\n", "\\", "},", "}{", "][", "{}"};

	while (goes_on(w)) {
		const unsigned step = next(w);
		if (step & 64)
			put_name(w);
		else
			as_text_repeat(&w->out, pieces[step % 16], step & 128 ? 1 + next(w) : 1);
		if (step & 32)
			put(w, ":");
	}
}

/* ---- objects and lists inside each other ---- */

/* The path of the member that was named last, if the recogniser looks so deep. */
static void keep_path(struct writer *w)
{
	char *path = w->path[w->n_paths % PATHS];
	size_t n = 1;

	if (w->depth > NAMES_SEEN)
		return;
	path[0] = w->open[0].object ? '$' : '@';
	for (size_t i = 0; i < w->depth; i++)
		n += (size_t)snprintf(path + n, PATH - n, ".%s", w->open[i].object ? w->name[i] : "[]");
	w->n_paths++;
}

static void open_one(struct writer *w, bool object)
{
	put(w, object ? "{" : "[");
	w->open[w->depth].object = object;
	w->open[w->depth++].begun = false;
}

static void close_one(struct writer *w, unsigned wrong)
{
	const bool object = w->open[--w->depth].object != !!(wrong & OTHER_BRACKETS);

	put(w, object ? "}" : "]");
}

/* What comes before a value: a comma and a name where these are due. */
static void lead_on(struct writer *w, unsigned wrong)
{
	const size_t k = w->depth - 1;

	if (w->open[k].begun && !(wrong & NO_COMMAS))
		put(w, ",");
	w->open[k].begun = true;
	if (w->open[k].object == !!(wrong & NAMES_IN_LISTS))
		return;
	const unsigned length = next(w);
	if (wrong & NAMES_MISSING && length & 1)
		return;
	if (wrong & NAMES_LONG) {
		put_name(w);
		put(w, ":");
		return;
	}
	const size_t n = length % (SEEN_WHOLE + 1);
	memset(w->name[k], (int)('a' + next(w) % 26), n);
	w->name[k][n] = '\0';
	as_text_addf(&w->out, "\"%s\":", w->name[k]);
	keep_path(w);
}

/* A whole document; of one with nothing wrong every bracket closes. */
static void write_nested(struct writer *w, unsigned wrong)
{
	open_one(w, next(w) & 1);
	while (goes_on(w)) {
		const unsigned step = next(w) % 8;
		if (step < 2 && w->depth > 1) {
			close_one(w, wrong);
			continue;
		}
		lead_on(w, wrong);
		if (step < 6 && w->depth < DEPTH - (wrong ? 0 : 40))
			open_one(w, step & 1);
		else
			put(w, step == 6 ? "\"a\\\"{[,\"" : "-1.5e3");
	}
	while (w->depth && !(wrong & NO_END))
		close_one(w, wrong);
}

/* Every format is asked how sure it is of just these bytes. */
static void recognise(const char *bytes, size_t n, const struct writer *w)
{
	char *exact = malloc(n ? n : 1);
	struct as_head head;

	MUST(exact);
	if (n)
		memcpy(exact, bytes, n);
	as_head_init(&head, exact, n);
	for (size_t i = 0; i < as_data_formats_known; i++) {
		const int sure = as_data_formats[i]->probe(&head);
		MUST(sure >= 0 && sure <= 100);
	}
	for (size_t i = 0; w && i < w->n_paths && i < PATHS; i++)
		MUST(as_head_has(&head, w->path[i]));
	(void)as_foreign_title(exact, n);
	as_head_release(&head);
	free(exact);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct writer w = {.at = data, .end = data + size, .random = 1, .left = 200};

	for (size_t i = 0; i < size; i++)
		w.random = (w.random ^ data[i]) * UINT64_C(0x100000001b3);
	const unsigned mode = next(&w) % 4;

	if (mode == AS_IT_IS) { /* as of { and [ */
		recognise((const char *)data, size, NULL);
		return 0;
	}
	const unsigned share = mode == VALID ? 256 : 256 - next(&w); /* of it, in 256ths */
	if (mode == PIECES)
		write_pieces(&w);
	else
		write_nested(&w, mode == WRONG ? next(&w) : 0);
	recognise(as_text_str(&w.out), w.out.len * share / 256, mode == VALID ? &w : NULL);
	as_text_release(&w.out);
	return 0;
}
