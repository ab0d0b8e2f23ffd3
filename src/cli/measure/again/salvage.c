/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/measure/again/salvage.h"

#include <inttypes.h>
#include <limits.h>
#include <unistd.h>

#include "analyse/result/question.h"
#include "analyse/result/subtract.h"
#include "cli/measure/again/going_on.h"
#include "cli/measure/again/waiting.h"
#include "run/scratch.h"

/* What became of an experiment in the store. */
enum kept { NOT_THERE, INTERRUPTED, WHOLE };

static enum as_status find_kept(
	struct as_store *s, const char *uuid, enum kept *out, struct as_err *err)
{
	struct as_experiment *x = NULL;
	int64_t id = 0;

	*out = NOT_THERE;
	if (as_store_find(s, uuid, &id, NULL))
		return AS_OK;
	enum as_status st = as_store_get(s, id, &x, err);
	if (!st)
		*out = x->plan.outcome == AS_OUTCOME_INTERRUPTED ? INTERRUPTED : WHOLE;
	as_experiment_free(x);
	return st;
}

/* Summaries as far as there are any. */
static enum as_status put_experiment(
	struct as_store *s, struct as_experiment *x, struct as_err *err)
{
	struct as_result kept = {0};
	bool subtracted = !as_subtract(x, NULL); /* what no round of the journal has yet */
	bool analysed = subtracted && !as_result_init_kept(&kept, x, NULL);
	enum as_status st = as_store_put_surely(s, x, analysed ? &kept.analyses[0] : NULL, err);

	kept.x = NULL;
	as_result_release(&kept);
	return st;
}

static void say_damaged(const struct as_recorded *rec, const char *uuid)
{
	struct as_text t = {0};

	as_text_addf(&t, "assay: the journal %.8s is damaged after %" PRId64 " of %" PRId64
		" bytes: %zu units before that were kept, what follows is lost\n",
		uuid, rec->good_bytes, rec->bytes, rec->n_units);
	as_out_complain(as_text_str(&t), t.len);
	as_text_release(&t);
}

static enum as_status salvage(struct as_store *s, const char *folder, const struct as_orphan *o,
	struct as_err *err)
{
	struct as_recorded rec = {0};
	struct as_journal *j = NULL;
	enum kept kept = NOT_THERE;
	enum as_status st = as_journal_claim(folder, o->uuid, &j, &rec, err);

	if (!j)
		return st;
	as_scratch_sweep();
	st = find_kept(s, o->uuid, &kept, err);
	bool gone = !rec.x || !rec.n_units || kept == WHOLE ||
		(rec.salvaged && kept == NOT_THERE);
	if (!st && !gone && !rec.salvaged) {
		st = put_experiment(s, rec.x, err);
		if (!st && rec.damaged)
			say_damaged(&rec, o->uuid);
		if (!st)
			as_journal_mark_salvaged(j, &rec);
	}
	if (!st && gone)
		as_journal_remove(j);
	else
		as_journal_close(j);
	as_recorded_release(&rec);
	return st;
}

enum as_status as_salvage(struct as_cli *cli, struct as_store *s, struct as_err *err)
{
	const char *folder = as_journals_beside(as_store_path(s), cli->arena);
	struct as_orphan *o = NULL;
	size_t n = 0;
	enum as_status st = folder ? as_journal_orphans(folder, cli->arena, &o, &n, err)
				   : as_fail_memory(err);

	for (size_t i = n; i-- > 0 && !st;) /* the oldest first: it gets the smaller number */
		st = salvage(s, folder, &o[i], err);
	if (folder)
		as_campaign_sweep(cli, s, folder);
	if (folder)
		rmdir(folder); /* which works when it is empty */
	return st ? st : as_waiting_send(cli, s, &n, err);
}

void as_salvage_before_reading(struct as_cli *cli, const struct as_store_place *place)
{
	const char *folder = as_journals_beside(place->path, cli->arena);
	struct as_orphan *o = NULL;
	struct as_store *s = NULL;
	size_t n = 0, fresh = 0;

	if (!folder || as_journal_orphans(folder, cli->arena, &o, &n, NULL))
		return;
	if (!n)
		rmdir(folder); /* whose owner was killed between its last journal and it */
	for (size_t i = 0; i < n; i++)
		fresh += !o[i].salvaged;
	fresh += as_waiting_any(place->path, cli->arena);
	if (!fresh || as_store_open(place->path, AS_STORE_WRITE, &s, NULL))
		return;
	if (as_salvage(cli, s, NULL)) {
		/* What cannot be kept now is kept by the next run, or its error is told there. */
	}
	as_store_close(s);
}
