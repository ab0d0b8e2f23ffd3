/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_STORE_SAMPLE_H
#define AS_TESTS_STORE_SAMPLE_H

/* What the tests of the store share: experiments to keep, a comparison of two of them, and a
 * directory of one's own. To be included after cmocka.h. */

#include "model/kept/experiment.h"
#include "store/store.h"

/* So many experiments are in it. */
enum as_status count_kept(struct as_store *s, size_t *n, struct as_err *err);

/* A small experiment of one subject with three executions; its uuid ends in number. */
struct as_experiment *sample_small(unsigned number);

/* One with everything: three subjects, ragged and empty ones, all levels, warm-ups, failures,
 * notes, parameters, reported metrics, extreme values, bytes that are not UTF-8. */
struct as_experiment *sample_rich(void);

/* Summaries of its subjects, made up, for the criterion; free with free(a.summaries). */
struct as_analysis sample_analysis(const struct as_experiment *x);

/* Every member of both is the same, but for ids, sessions and capacities. */
void assert_same_experiment(const struct as_experiment *a, const struct as_experiment *b);

/* How many experiments the file has, each of them read whole; -1 if one cannot be. */
int sound(const char *path);

/* A new directory under $TMPDIR or /tmp, and its removal with all that is in it. */
void make_directory(char out[static 256]);
void remove_directory(const char *dir);

/* For the set-up and the tear-down of a test: store_dir is a new directory, and store_path a file in
 * it that is not there yet. */
extern char store_dir[256], store_path[300];
int make_store_dir(void **state);
int remove_store_dir(void **state);

/* as_store_open; where TEST_POSTGRES has the address of a server, of a database there that stands for
 * the file (on_postgres.sh). */
enum as_status open_store(const char *path, enum as_store_mode mode, struct as_store **out,
	struct as_err *err);

/* End the test where it is of files alone. */
void of_files_alone(void);

/* What words call it. */
const char *store_name(const char *path);

/* Behind the store's back: the number that a statement says, and a change that assay would not make. */
int number_in(const char *path, const char *sql);
void change_in(const char *path, const char *sql);

/* Open store_path, put sample number, close; 0 puts nothing. */
enum as_status keep_sample(unsigned number, struct as_err *err);

/* Run f in a process of its own; gives its wait status. f tells of a failure with MUST, and says
 * that it cannot be tried here with cannot_try. */
int in_child(void (*f)(void));
enum { CANNOT_TRY = 77 };
_Noreturn void cannot_try(void);
_Noreturn void child_failed(const char *file, int line, const char *what);
#define MUST(condition) ((condition) ? (void)0 : child_failed(__FILE__, __LINE__, #condition))

/* Pass if the child of that wait status did, skip if it could not try. */
void assert_child(int status);

/* dir/name in a static buffer: one at a time. */
const char *in(const char *dir, const char *name);

#endif
