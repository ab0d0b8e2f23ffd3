/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text/words.h"
#include "cli/files.h"
#include "cli/fleet/head.h"
#include "cli/results/result.h"
#include "run/interrupt.h"
#include "run/journal/journal.h"
#include "run/request/settings.h"
#include "stat/dist/random.h"

static const char ended_words[] = "its job has ended without a result";

enum { SEED_BITS = 11 };

/* ---- asking ---- */

/* 53 bits of its own, drawn from that of the whole. */
static uint64_t seed_of(const struct as_fleet_head *h, size_t i)
{
	struct as_random random;

	as_random_init(&random, h->request->amount.seed, AS_RANDOM_SESSION, i + 1);
	return as_random_u64(&random) >> SEED_BITS;
}

static enum as_status write_request(struct as_fleet_head *h, size_t i, struct as_err *err)
{
	struct as_request r = *h->request;
	struct as_text t = {0};

	r.amount.seed = seed_of(h, i);
	r.keeping.verb = h->cli->verb;
	r.keeping.command_line = h->cli->command_line;
	as_request_write(&t, &r);
	enum as_status st = t.failed ? as_fail_memory(err)
		: as_write_file(h->v[i].request, as_text_str(&t), strlen(as_text_str(&t)),
			  "the request", err);
	as_text_release(&t);
	return st;
}

/* A manager that is being restarted may have taken the job and not said so: it is asked for it by its name
 * when it answers again, and only then is the job started once more. What it refuses twice is refused. A host
 * that cannot be reached is not waited for. */
static enum as_status start_job(struct as_fleet_head *h, struct as_head_machine *m,
	const char *command, struct as_err *err)
{
	const struct timespec pause = {.tv_sec = 1};
	enum as_status st = as_fleet_submit(&h->place, &m->job, command, err);

	while (st == AS_ERR_SYS && !as_interrupt_count()) {
		if (!as_fleet_find(&h->place, &m->job, NULL)) {
			as_head_answers(h, m);
			return *m->job.id ? AS_OK : as_fleet_submit(&h->place, &m->job, command,
				err);
		}
		if (!h->place.way->manager || as_head_silent(h, m))
			return st;
		clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
	}
	return st;
}

static enum as_status submit(struct as_fleet_head *h, size_t i, struct as_err *err)
{
	struct as_head_machine *m = &h->v[i];
	const char *const words[] = {h->program, "node", m->request, m->result, m->job.machine,
		m->uuid, AS_VERSION};
	struct as_text t = {0};

	as_text_add(&t, "exec");
	for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
		as_text_char(&t, ' ');
		as_words_quote(&t, words[k]);
	}
	enum as_status st = as_text_finish(&t, err);
	if (!st)
		st = start_job(h, m, as_text_str(&t), err);
	as_text_release(&t);
	m->looked_ns = as_head_now(h);
	return st ? st : as_head_note_job(h, i, err);
}

static bool was_asked(const struct as_fleet_head *h, const char *machine)
{
	for (size_t i = 0; i < h->n; i++)
		if (!strcmp(h->v[i].job.machine, machine))
			return true;
	return false;
}

/* The next one that can be had and was not asked yet; n_machines: there is none. Where nobody answered when
 * this head began, machines may be there by now. */
static size_t another(struct as_fleet_head *h)
{
	size_t i = h->next;

	if (!h->n_machines && as_fleet_machines(&h->place, &h->machine, &h->n_machines, NULL))
		h->n_machines = 0;

	while (i < h->n_machines && was_asked(h, h->machine[i]))
		i++;
	return i;
}

enum as_status as_head_ask(struct as_fleet_head *h, bool *asked, struct as_err *err)
{
	h->next = another(h);
	*asked = h->next < h->n_machines;
	if (!*asked)
		return AS_OK;
	enum as_status st = as_head_add(h, h->machine[h->next++], err);
	if (!st)
		st = write_request(h, h->n - 1, err);
	if (!st)
		st = as_head_note_asked(h, h->n - 1, err);
	return st ? st : submit(h, h->n - 1, err);
}

/* ---- what comes ---- */

/* A result, analysed and kept; once, also where it was kept before this assay began. */
static enum as_status take_result(struct as_fleet_head *h, struct as_head_machine *m,
	struct as_experiment *x, struct as_err *err)
{
	enum as_status st = as_result_init(&m->r, x, NULL, err);
	struct as_result kept = {0};
	int64_t id = 0;

	if (st || !h->store)
		return st;
	m->r.x->shown = true;
	if (!as_store_find(h->store, m->r.x->uuid, &id, NULL)) {
		m->r.x->id = id;
		return AS_OK;
	}
	st = as_result_init_kept(&kept, x, err);
	if (!st)
		st = as_store_put_surely(h->store, x, &kept.analyses[0], err);
	kept.x = NULL;
	as_result_release(&kept);
	return st;
}

/* Another assay, or another program, has written it. */
static enum as_status check_uuid(const struct as_head_machine *m, const struct as_experiment *x,
	struct as_err *err)
{
	if (x->uuid && !strcmp(x->uuid, m->uuid))
		return AS_OK;
	return as_fail(err, AS_ERR_DATA, "lost, what it wrote is not the result it was asked for");
}

static enum as_status read_result(struct as_fleet_head *h, struct as_head_machine *m,
	struct as_err *err)
{
	struct as_store *none = NULL;
	struct as_experiment *x = NULL;
	enum as_status st = as_result_read_file(NULL, m->result, &none, &x, err);

	if (!st)
		st = check_uuid(m, x, err);
	if (!st)
		return take_result(h, m, x, err);
	as_experiment_free(x);
	return st;
}

/* Of the lines it wrote the last one, or where that is missing what that means. */
static void add_reason(struct as_fleet_head *h, struct as_text *t, const char *log, bool ended)
{
	char bytes[600] = "";
	struct as_file_in f;
	size_t n = 0;

	if (as_file_in_open(&f, log, NULL)) {
		if (ended)
			as_text_addf(t,
				"; it wrote nothing: is '%.200s' one folder for all machines?",
				h->place.directory);
		return;
	}
	const struct as_source from = as_file_in_source(&f);
	if (from.read(from.from, bytes, sizeof bytes - 1, &n, NULL))
		n = 0;
	as_file_in_close(&f);
	while (n && bytes[n - 1] == '\n')
		bytes[--n] = '\0';
	const char *line = strrchr(bytes, '\n');
	line = line ? line + 1 : bytes;
	if (*line)
		as_text_addf(t, ": %s", line);
}

/* What it had written down before it was lost is measured, too. */
static void salvage(struct as_fleet_head *h, struct as_head_machine *m)
{
	const char *folder = as_arena_printf(h->cli->arena, "%s.journals", m->result);
	struct as_orphan *o = NULL;
	struct as_journal *j = NULL;
	struct as_recorded rec = {0};
	size_t n = 0;

	if (!folder || as_journal_orphans(folder, h->cli->arena, &o, &n, NULL) || !n ||
		as_journal_claim(folder, o[0].uuid, &j, &rec, NULL))
		return;
	if (rec.x && !check_uuid(m, rec.x, NULL) &&
		as_experiment_has_values(rec.x, rec.x->criterion)) {
		rec.x->machine.host = as_arena_strdup(&rec.x->arena, m->job.machine);
		if (take_result(h, m, rec.x, NULL))
			as_result_release(&m->r);
		rec.x = NULL;
	}
	as_journal_close(j);
	as_recorded_release(&rec);
}

void as_head_lose(struct as_fleet_head *h, struct as_head_machine *m, const char *why)
{
	struct as_text t = {0};

	m->state = AS_HEAD_LOST;
	salvage(h, m);
	as_text_addf(&t, "lost, %s", why);
	add_reason(h, &t, m->job.log, why == ended_words);
	as_head_say(h, m->job.machine, as_text_str(&t));
	as_head_note_lost(h, (size_t)(m - h->v));
	as_text_release(&t);
}

/* Another assay says other things. */
static void come(struct as_fleet_head *h, struct as_head_machine *m)
{
	struct as_err why = {0};

	m->state = AS_HEAD_CAME;
	if (!read_result(h, m, &why)) {
		if (!h->brief)
			as_head_say(h, m->job.machine, "measured");
		return;
	}
	as_result_release(&m->r);
	m->state = AS_HEAD_LOST;
	as_head_say(h, m->job.machine, why.msg);
	as_head_note_lost(h, (size_t)(m - h->v));
}

/* Its result is in the store. */
static bool is_kept(struct as_fleet_head *h, struct as_head_machine *m)
{
	struct as_experiment *x = NULL;
	int64_t id = 0;

	if (!h->store || as_store_find(h->store, m->uuid, &id, NULL) ||
		as_store_get(h->store, id, &x, NULL))
		return false;
	if (!take_result(h, m, x, NULL))
		return true;
	as_result_release(&m->r);
	return false;
}

enum as_status as_head_recall(struct as_fleet_head *h, size_t i, struct as_err *err)
{
	struct as_head_machine *m = &h->v[i];
	const bool kept = is_kept(h, m);

	if (kept && m->state == AS_HEAD_RUNS)
		m->state = AS_HEAD_CAME;
	if (m->state != AS_HEAD_RUNS || *m->job.id || !access(m->result, F_OK))
		return AS_OK;
	enum as_status st = as_fleet_find(&h->place, &m->job, err);
	if (st)
		return st;
	if (*m->job.id)
		return as_head_note_job(h, i, err);
	st = write_request(h, i, err);
	return st ? st : submit(h, i, err);
}

/* A manager that was restarted may have forgotten a job that had not begun, or cancelled it since it gave its
 * number twice: nothing is there of it, not even its log. It is started once more. */
static bool start_again(struct as_fleet_head *h, struct as_head_machine *m)
{
	const char *journals = as_arena_printf(h->cli->arena, "%s.journals", m->result);

	if (m->again || h->stopped || !journals || !access(m->job.log, F_OK) ||
		!access(journals, F_OK))
		return false;
	m->again = true;
	m->since_ns = 0;
	return !submit(h, (size_t)(m - h->v), NULL);
}

/* Once of a machine. */
static void tell(struct as_fleet_head *h, struct as_head_machine *m, enum as_fleet_life what,
	const char *words)
{
	if (m->told != what && words)
		as_head_say(h, m->job.machine, words);
	m->told = what;
}

/* One that waits long is told of. Where its machine cannot be had, and another one can, that takes its
 * place. */
static void wait_for_turn(struct as_fleet_head *h, struct as_head_machine *m, const char *why)
{
	const bool stuck = m->seen == AS_FLEET_STUCK && another(h) < h->n_machines;
	const char *words = as_arena_printf(h->cli->arena,
		stuck ? "it waits for a machine that cannot be had (%s)"
		      : "waits for its turn: %s",
		why ? why : "Slurm does not say why");

	if (stuck) {
		as_fleet_cancel(&h->place, &m->job);
		as_head_lose(h, m, words ? words : "it waits");
	} else {
		tell(h, m, AS_FLEET_WAITS, words);
	}
}

/* Its job has ended, or nobody knows of it. */
static void end(struct as_fleet_head *h, struct as_head_machine *m, const char *why)
{
	if (!access(m->result, F_OK)) /* it came between the two */
		come(h, m);
	else if ((why && m->seen != AS_FLEET_CANCELLED) || !start_again(h, m))
		as_head_lose(h, m, why ? why : ended_words);
}

/* What is found now, and whether it has been so for long enough to be believed. */
static void hear(struct as_fleet_head *h, struct as_head_machine *m, enum as_fleet_life life,
	const char *why)
{
	if (life != m->seen || !m->since_ns)
		m->since_ns = m->looked_ns;
	m->seen = life;
	const bool settled = m->looked_ns - m->since_ns >= AS_HEAD_SETTLES_NS;
	switch (life) {
	case AS_FLEET_LIVES:
		if (why)
			tell(h, m, AS_FLEET_LIVES, as_arena_printf(h->cli->arena,
				"its job is in a state that assay does not know (%.60s), and is "
				"taken to run", why));
		return;
	case AS_FLEET_WAITS:
	case AS_FLEET_STUCK:
		if (settled)
			wait_for_turn(h, m, why);
		return;
	case AS_FLEET_ENDS:
	case AS_FLEET_FORGOTTEN:
		if (settled)
			end(h, m, why);
		return;
	case AS_FLEET_GONE:
	case AS_FLEET_CANCELLED:
	case AS_FLEET_UNKNOWN:
		break;
	}
	end(h, m, why);
}

static void ask(struct as_fleet_head *h, struct as_head_machine *m)
{
	const char *why = NULL;
	const enum as_fleet_life life = as_fleet_look(&h->place, &m->job, &why);

	m->looked_ns = as_head_now(h);
	if (life != AS_FLEET_UNKNOWN) {
		as_head_answers(h, m);
		hear(h, m, life, why);
	} else if (as_head_silent(h, m)) {
		as_head_lose(h, m, as_head_silent_words(h));
	}
}

void as_head_look(struct as_fleet_head *h, struct as_head_machine *m)
{
	if (!access(m->result, F_OK)) {
		come(h, m);
		return;
	}
	switch (as_head_asks(h, m)) {
	case AS_HEAD_NOW:
		ask(h, m);
		break;
	case AS_HEAD_IN_VAIN:
		as_head_lose(h, m, as_head_silent_words(h));
		break;
	case AS_HEAD_LATER:
		break;
	}
}
