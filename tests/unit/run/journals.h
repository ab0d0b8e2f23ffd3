/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_RUN_JOURNALS_H
#define AS_TESTS_RUN_JOURNALS_H

/* What tests of journals share: a folder of them, one that is begun, and the bytes of a file. To be
 * included after cmocka.h. */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../store/sample.h"
#include "run/journal/journal_frames.h"

static char directory[256], folder[300];
static const char asked[] = "{\"assay_request\": 1}";

static int set_up(void **state)
{
	(void)state;
	make_directory(directory);
	snprintf(folder, sizeof folder, "%s/db.journals", directory);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	remove_directory(directory);
	return 0;
}

/* A rich experiment as far as a journal can hold it: notes of iterations are made by nobody. */
static struct as_experiment *sample(void)
{
	struct as_experiment *x = sample_rich();

	x->pinned = x->second_look = x->shown = false; /* in the store only */
	x->extends = NULL;
	for (size_t i = 0; i < x->n_subjects; i++)
		x->subjects[i].n_notes -= x->subjects[i].n_notes > 0;
	return x;
}

static struct as_journal *begin(const struct as_experiment *x)
{
	struct as_journal *j = NULL;

	assert_int_equal(as_journal_new(folder, asked, &j, NULL), AS_OK);
	assert_int_equal(as_journal_begin(j, x, NULL, NULL), AS_OK);
	as_journal_subjects(j, x, x->n_subjects);
	return j;
}

static const char *path_of(const struct as_experiment *x)
{
	static char path[512];

	snprintf(path, sizeof path, "%s/%s.journal", folder, x->uuid);
	return path;
}

static unsigned char *bytes_of(const char *path, size_t *n)
{
	struct stat sb;
	int fd = open(path, O_RDONLY);

	assert_true(fd >= 0 && !fstat(fd, &sb));
	unsigned char *p = malloc((size_t)sb.st_size + 1);
	assert_non_null(p);
	assert_int_equal(read(fd, p, (size_t)sb.st_size), sb.st_size);
	close(fd);
	*n = (size_t)sb.st_size;
	return p;
}

#endif
