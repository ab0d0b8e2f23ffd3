/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/measure/outbox.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json/json_read.h"
#include "cli/files.h"
#include "format/native/native.h"
#include "run/scratch.h"
#include "run/spawner/tool.h"

enum { BATCH_BYTES = 8 << 20, URL_BYTES = 1024, LIMIT_S = 300 };

/* That of this call; NULL: there is none. */
static const char *token;

/* ---- before ---- */

/* Others cannot read what goes there. */
static bool is_private(const char *url)
{
	static const char *const loopback[] = {
		"http://127.0.0.1", "http://localhost", "http://[::1]"};

	for (size_t i = 0; i < sizeof loopback / sizeof *loopback; i++) {
		const size_t n = strlen(loopback[i]);
		if (!strncmp(url, loopback[i], n) && (!url[n] || strchr(":/", url[n])))
			return true;
	}
	return !strncmp(url, "https://", 8);
}

static enum as_status check_url(const char *url, struct as_err *err)
{
	const char *name = strstr(url, "://");

	for (const char *s = url; *s; s++)
		if (*s <= ' ' || *s > '~' || strchr("\"\\'@?#", *s))
			name = NULL;
	if (!name || !name[3] || strlen(url) >= URL_BYTES || strncmp(url, "http", 4) != 0)
		return as_fail(err, AS_ERR_USAGE,
			"cannot send to '%.200s': a server is written https://perf.example.org, or "
			"http://127.0.0.1:8080 on this machine; its token is that of ASSAY_TOKEN",
			url);
	return is_private(url) ? AS_OK
			       : as_fail(err, AS_ERR_USAGE,
					 "cannot send to '%.200s': others between here and there "
					 "would read the token; use https://",
					 url);
}

enum as_status as_outbox_begin(struct as_cli *cli, struct as_err *err)
{
	const char *url = as_args_value(cli->args, AS_OPT_SEND);
	const char *said = getenv("ASSAY_TOKEN");

	token = said ? as_arena_strdup(cli->arena, said) : NULL;
	(void)unsetenv("ASSAY_TOKEN");
	if (!url)
		return AS_OK;
	enum as_status st = check_url(url, err);
	if (!st && !token)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot send to '%.200s' without a token: ASSAY_TOKEN has it; assay serve "
			"token add NAME --may send makes one there",
			url);
	if (!st && !as_program_in_path("curl", cli->arena))
		st = as_fail(err, AS_ERR_USAGE,
			"cannot send to '%.200s': curl is not there; install it (curl, of Debian)",
			url);
	return st;
}

/* ---- what waits ---- */

static const char *folder_of(struct as_cli *cli, struct as_err *err)
{
	struct as_store_place *place = as_arena_alloc(cli->arena, sizeof *place);

	if (!place || as_store_locate(as_args_value(cli->args, AS_OPT_STORE), place, err))
		return NULL;
	const char *aside = as_store_aside(place->path, cli->arena);
	return aside ? as_arena_printf(cli->arena, "%s.sending", aside) : NULL;
}

static enum as_status write_result(
	const struct as_experiment *x, const char *path, struct as_err *err)
{
	struct as_file_out f;
	enum as_status st = as_file_out_open(&f, path, "what is to be sent", err);

	if (st)
		return st;
	const struct as_sink to = as_file_out_sink(&f);
	st = as_native_write(x, &to, err);
	const enum as_status closed = as_file_out_close(&f, !st, st ? NULL : err);
	return st ? st : closed;
}

enum as_status as_outbox_keep(struct as_cli *cli, const struct as_result *r, struct as_err *err)
{
	const char *url = as_args_value(cli->args, AS_OPT_SEND);
	const char *folder = url ? folder_of(cli, err) : NULL;

	if (!url)
		return AS_OK;
	if (!folder)
		return err && err->code ? err->code : as_fail_memory(err);
	const mode_t was = umask(077);
	const char *where = as_arena_printf(cli->arena, "%s/%s.to", folder, r->x->uuid);
	const char *what = as_arena_printf(cli->arena, "%s/%s.json", folder, r->x->uuid);
	enum as_status st = where && what ? AS_OK : as_fail_memory(err);
	if (!st && mkdir(folder, 0700) < 0 && errno != EEXIST)
		st = as_fail(
			err, AS_ERR_SYS, "cannot make '%.300s' for what is to be sent", folder);
	if (!st)
		st = as_write_file(where, url, strlen(url), "where it is to be sent", err);
	if (!st)
		st = write_result(r->x, what, err);
	umask(was);
	return st;
}

static int is_result(const struct dirent *e)
{
	const size_t n = strlen(e->d_name);

	return n == 37 && !strcmp(e->d_name + 32, ".json");
}

/* ---- sending ---- */

struct sending {
	struct as_cli *cli;
	const char *folder;
	char **name; /* n of them, without their end */
	size_t n, at, sent, refused;
	struct as_scratch scratch;
	struct as_spawner *spawner;
	uint32_t curl;
	bool away; /* the server is not reached, or lets nothing in now */
};

static const char *path_of(struct sending *s, size_t i, const char *end)
{
	const char *p = as_arena_printf(s->cli->arena, "%s/%s.%s", s->folder, s->name[i], end);

	return p ? p : "";
}

static enum as_status open_curl(struct sending *s, struct as_err *err)
{
	const char *uuid = as_scratch_uuid(s->cli->arena);
	const char *path = as_program_in_path("curl", s->cli->arena);
	enum as_status st = uuid ? AS_OK : as_fail_memory(err);

	if (!path)
		return as_fail(err, AS_ERR_USAGE,
			"cannot send what waits: curl is not there; install it (curl, of Debian)");
	if (!st)
		st = as_scratch_open(&s->scratch, uuid, err);
	if (!st)
		st = as_spawner_open(&s->spawner, err);
	if (!st)
		st = as_tool_prepare(s->spawner, path, AS_STREAM_CAPTURE, &s->curl, err);
	return st;
}

/* What curl is told, in a file: words of a command line are seen by all on this machine. */
static enum as_status write_order(struct sending *s, const char *url, struct as_err *err)
{
	const char *path = as_arena_printf(s->cli->arena, "%s/order", s->scratch.path);
	struct as_text t = {0};

	as_text_addf(&t,
		"url = \"%s%sapi/v1/experiments\"\nheader = \"Authorization: Bearer %s\"\n"
		"header = \"Content-Type: application/json\"\nheader = \"Expect:\"\n"
		"data-binary = \"@%s/body\"\noutput = \"%s/answer\"\nwrite-out = "
		"\"\\n%%{http_code}\"\n"
		"silent\nshow-error\nconnect-timeout = 10\nmax-time = %d\nproto = "
		"\"=http,https\"\n",
		url, url[strlen(url) - 1] == '/' ? "" : "/", token, s->scratch.path,
		s->scratch.path, (int)LIMIT_S);
	enum as_status st = path ? as_text_finish(&t, err) : as_fail_memory(err);
	if (!st)
		st = as_write_file(path, t.data, t.len, "what curl is to do", err);
	as_text_release(&t);
	return st;
}

/* The status that curl ends its words with; 0: it has reached nobody. */
static unsigned status_of(const struct as_launched *r)
{
	unsigned status = 0;

	if (!as_tool_went_well(r) || r->tail_bytes < 3)
		return 0;
	for (size_t i = r->tail_bytes - 3; i < r->tail_bytes; i++)
		status = status * 10 + (unsigned)(r->tail[i] - '0');
	return status;
}

static bool read_answer(struct sending *s, struct as_text *out)
{
	const char *path = as_arena_printf(s->cli->arena, "%s/answer", s->scratch.path);

	return path && !as_file_in_all(out, path, NULL);
}

/* It has all of them, from s->at to the end. What else answers every request with 200 (the sign-in page of a
 * network, another site) has none. */
static bool is_confirmed(struct sending *s, size_t end)
{
	struct as_text t = {0};
	bool all = read_answer(s, &t) && strstr(as_text_str(&t), "\"assay-received-1\"");

	for (size_t i = s->at; all && i < end; i++)
		all = strstr(as_text_str(&t), s->name[i]) != NULL;
	as_text_release(&t);
	return all;
}

static const char *words_of_another(struct sending *s, unsigned status)
{
	return as_arena_printf(
		s->cli->arena, "the answer is %u, and not of assay serve", status);
}

/* What the server says, of {"says":"..."}, or its plain words; a page is of something before it. */
static const char *words_of(struct sending *s, unsigned status)
{
	struct as_text t = {0};
	const char *words = "", *key = NULL;

	if (!read_answer(s, &t) || !t.len || *t.data == '<') {
		as_text_release(&t);
		words = words_of_another(s, status);
		return words ? words : "";
	}
	struct as_bytes bytes = {.bytes = as_text_str(&t), .n = t.len};
	const struct as_source from = as_source_of(&bytes);
	struct as_json_reader *r = t.len && *t.data == '{' ? as_json_reader_new(&from, "it") : NULL;
	if (r) {
		as_json_enter(r, '{');
		while (as_json_member(r, &key)) {
			if (!strcmp(key, "says"))
				words = as_arena_strdup(
					s->cli->arena, as_json_read_string(r, NULL));
			else
				as_json_skip(r);
		}
	} else {
		words = as_arena_strndup(
			s->cli->arena, as_text_str(&t), strcspn(as_text_str(&t), "\n"));
	}
	as_json_reader_free(r);
	as_text_release(&t);
	return words ? words : "";
}

static void complain(struct sending *s, const char *url, const char *why)
{
	struct as_text t = {0};

	as_text_addf(&t, "assay: %zu result%s for %s wait%s: ", s->n - s->sent,
		s->n - s->sent == 1 ? "" : "s", url, s->n - s->sent == 1 ? "s" : "");
	as_text_add_neutral(&t, why, strlen(why), 300);
	as_text_add(&t, "; assay store send sends what waits\n");
	fputs(as_text_str(&t), stderr);
	as_text_release(&t);
}

/* Post the results from s->at on, count of them. */
static enum as_status post(struct sending *s, const char *url, const struct as_text *body,
	unsigned *status, const char **why, struct as_err *err)
{
	const char *path = as_arena_printf(s->cli->arena, "%s/body", s->scratch.path);
	const char *order = as_arena_printf(s->cli->arena, "%s/order", s->scratch.path);
	const char *const argv[] = {"curl", "-q", "-K", order, NULL};
	const struct as_launch launch = {
		.command = s->curl, .timeout_ns = 2 * LIMIT_S * INT64_C(1000000000), .argv = argv};
	struct as_launched r;
	enum as_status st = path && order ? AS_OK : as_fail_memory(err);

	if (!st)
		st = as_write_file(path, as_text_str(body), body->len, "what is sent", err);
	if (!st)
		st = write_order(s, url, err);
	if (!st)
		st = as_tool_launch(s->spawner, &launch, "curl", &r, err);
	if (st)
		return st;
	*status = status_of(&r);
	*why = *status ? words_of(s, *status) : as_tool_words(&r, s->cli->arena);
	return AS_OK;
}

/* Bodies of as many results for one server as fit: they are from s->at to the end that is given. */
static enum as_status gather_body(struct sending *s, size_t most, const char **url, size_t *end,
	struct as_text *body, struct as_err *err)
{
	struct as_text to = {0};
	enum as_status st = as_file_in_all(&to, path_of(s, s->at, "to"), err);

	*url = st ? NULL : as_arena_strdup(s->cli->arena, as_text_str(&to));
	as_text_release(&to);
	if (!st && !*url)
		st = as_fail_memory(err);
	for (*end = s->at; !st && *url && *end < s->n && *end - s->at < most; ++*end) {
		as_text_clear(&to);
		st = as_file_in_all(&to, path_of(s, *end, "to"), err);
		if (st || strcmp(as_text_str(&to), *url) != 0 ||
			(*end > s->at && body->len > BATCH_BYTES))
			break;
		st = as_file_in_all(body, path_of(s, *end, "json"), err);
	}
	as_text_release(&to);
	return st || !*url ? st : check_url(*url, err);
}

static void take_away(struct sending *s, size_t end)
{
	for (; s->at < end; s->at++, s->sent++) {
		(void)unlink(path_of(s, s->at, "json"));
		(void)unlink(path_of(s, s->at, "to"));
	}
}

/* The next ones, most of them at once. */
static enum as_status send_next(struct sending *s, size_t *most, struct as_err *err)
{
	const char *url = NULL, *why = "";
	struct as_text body = {0};
	unsigned status = 0;
	size_t end = s->at;
	enum as_status st = gather_body(s, *most, &url, &end, &body, err);

	if (!st)
		st = post(s, url, &body, &status, &why, err);
	as_text_release(&body);
	if (st)
		return st;
	const bool taken = status == 200 || status == 201;
	if (taken && is_confirmed(s, end)) {
		take_away(s, end);
		*most = SIZE_MAX;
		return AS_OK;
	}
	if (taken)
		why = words_of_another(s, status);
	if (status / 100 == 4 && status != 401 && status != 429 && end - s->at > 1) {
		*most = 1; /* which of them it is */
		return AS_OK;
	}
	complain(s, url, why ? why : "");
	s->away = !status || taken || status == 401 || status == 429 || status >= 500;
	if (status && status != 429 && status < 500)
		as_cli_raise(s->cli, AS_EXIT_SYSTEM);
	s->refused++;
	s->at++;
	return AS_OK;
}

static enum as_status send_all(struct sending *s, struct as_err *err)
{
	size_t most = SIZE_MAX;
	enum as_status st = open_curl(s, err);

	while (!st && s->at < s->n && !s->away)
		st = send_next(s, &most, err);
	if (s->sent)
		fprintf(stderr, "assay: sent %zu result%s\n", s->sent, s->sent == 1 ? "" : "s");
	as_spawner_close(s->spawner);
	as_scratch_close(&s->scratch);
	return st;
}

enum as_status as_outbox_send(struct as_cli *cli, struct as_err *err)
{
	struct sending s = {.cli = cli, .scratch = {.lock = -1}};
	struct dirent **v = NULL;

	s.folder = folder_of(cli, err);
	if (!s.folder)
		return err && err->code ? err->code : as_fail_memory(err);
	const int found = scandir(s.folder, &v, is_result, alphasort);
	s.name = as_arena_array(cli->arena, found > 0 ? (size_t)found : 1, sizeof *s.name);
	enum as_status st = s.name ? AS_OK : as_fail_memory(err);
	for (int i = 0; i < found; i++) {
		if (!st && (s.name[s.n] = as_arena_strndup(cli->arena, v[i]->d_name, 32)))
			s.n++;
		free(v[i]);
	}
	free(v);
	if (!st && s.n && !token)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot send what waits without a token: ASSAY_TOKEN has it");
	if (!st && s.n)
		st = send_all(&s, err);
	(void)rmdir(s.folder); /* which works when it is empty */
	return st;
}
