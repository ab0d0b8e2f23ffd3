/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/serve/site.h"
#include "cli/serve/site_files.h"
#include "cli/serve/tokens.h"

enum { TOKEN_LEAST = 16, TOKEN_MOST = 512 };

/* ---- the token ---- */

static enum as_status bad_token(const char *path, const char *why, struct as_err *err)
{
	return as_fail(err, AS_ERR_USAGE, "cannot take the token in '%.300s': %s", path, why);
}

/* The first line of the file. */
static enum as_status read_token(
	struct as_cli *cli, const char *path, const char **out, struct as_err *err)
{
	char text[TOKEN_MOST + 2];
	struct stat st;
	const int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return as_fail(err, AS_ERR_SYS, "cannot read the token in '%.300s'", path);
	const bool known = !fstat(fd, &st);
	const ssize_t got = read(fd, text, sizeof text - 1);
	(void)close(fd);
	if (!known || got < 0)
		return as_fail(err, AS_ERR_SYS, "cannot read the token in '%.300s'", path);
	if (st.st_mode & (S_IRWXG | S_IRWXO))
		return bad_token(
			path, "others may read it; chmod 600 says that nobody else does", err);
	text[got] = '\0';
	text[strcspn(text, "\r\n")] = '\0';
	const size_t n = strlen(text);
	if (n < TOKEN_LEAST || n > TOKEN_MOST)
		return bad_token(path,
			"its first line has to have 16 to 512 characters, such as those of "
			"head -c 24 /dev/urandom | base64",
			err);
	for (size_t i = 0; i < n; i++)
		if (text[i] <= ' ' || text[i] > '~')
			return bad_token(
				path, "it may have letters, digits and signs of ASCII alone", err);
	*out = as_arena_strdup(cli->arena, text);
	return *out ? AS_OK : as_fail_memory(err);
}

/* ---- serving ---- */

static enum as_status read_how(struct as_cli *cli, struct as_serve_how *out, struct as_err *err)
{
	const char *listen = as_args_value(cli->args, AS_OPT_LISTEN);
	const char *file = as_args_value(cli->args, AS_OPT_TOKEN_FILE);
	const size_t n = as_args_times(cli->args, AS_OPT_SERVED_HOST);
	const char **hosts = as_arena_array(cli->arena, n, sizeof *hosts);

	if (!hosts)
		return as_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		hosts[i] = as_args_nth(cli->args, AS_OPT_SERVED_HOST, i)->values[0];
	const size_t n_proxies = as_args_times(cli->args, AS_OPT_SERVED_PROXY);
	struct as_serve_network *proxies =
		as_arena_array(cli->arena, n_proxies, sizeof *proxies);
	if (!proxies)
		return as_fail_memory(err);
	for (size_t i = 0; i < n_proxies; i++) {
		const char *text = as_args_nth(cli->args, AS_OPT_SERVED_PROXY, i)->values[0];
		if (!as_serve_network_read(text, &proxies[i]))
			return as_args_bad(AS_OPT_SERVED_PROXY, text,
				"an address, such as 127.0.0.1 or ::1, or a network, such as "
				"10.0.0.0/8",
				err);
	}
	out->proxies = proxies;
	out->n_proxies = n_proxies;
	out->listen = listen ? listen : "127.0.0.1:8080";
	out->hosts = hosts;
	out->n_hosts = n;
	out->open = as_args_has(cli->args, AS_OPT_PUBLIC);
	return file ? read_token(cli, file, &out->token, err) : AS_OK;
}

/* A descriptor that can be read when the user stops it; the signals do nothing else. */
static int watch_for_end(void)
{
	sigset_t end;

	(void)sigemptyset(&end);
	(void)sigaddset(&end, SIGINT);
	(void)sigaddset(&end, SIGTERM);
	(void)sigaddset(&end, SIGHUP);
	if (sigprocmask(SIG_BLOCK, &end, NULL) < 0)
		return -1;
	return signalfd(-1, &end, SFD_CLOEXEC);
}

static void say_where(
	struct as_cli *cli, const struct as_server *server, const struct as_site *site)
{
	struct as_text t = {0};

	as_text_addf(&t, "assay serve: %s shows ", as_serve_address(server));
	as_text_add_neutral(&t, site->place.path, strlen(site->place.path), 0);
	as_text_add(&t, "; Ctrl-C ends it\n");
	as_out_write(cli->out, as_text_str(&t), t.len);
	as_text_release(&t);
}

/* rests: nothing of the site is in use any more. */
static enum as_status serve(
	struct as_cli *cli, struct as_site *site, bool *rests, struct as_err *err)
{
	struct as_serve_how how = {.answer = as_site_answer,
		.rule = as_site_rule,
		.tokens = as_site_tokens,
		.stamp = as_site_stamp,
		.data = site};
	struct as_server *server = NULL;
	const int end = watch_for_end();
	enum as_status st = end < 0 ? as_fail(err, AS_ERR_SYS, "cannot wait for signals")
				    : read_how(cli, &how, err);

	if (!st)
		site->has_token = how.token != NULL;
	if (!st)
		st = as_serve_open(&how, &server, err);
	if (!st) {
		/* what changed is looked for before somebody asks */
		as_site_stamp(site, (char[AS_SERVE_STAMP_BYTES]){0});
		say_where(cli, server, site);
		st = as_serve_run(server, end, err);
	}
	*rests = as_serve_close(server);
	if (end >= 0)
		(void)close(end);
	return st;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	/* an answer that is still being made at the end goes on using it */
	static struct as_site whole, *site = &whole;
	bool rests = true;

	if (cli->args->n_words && !strcmp(cli->args->words[0], "token"))
		return as_serve_token(cli, err);
	if (cli->args->n_words)
		return as_fail(err, AS_ERR_USAGE,
			"assay serve takes no word but token, and was given '%.200s': --store says "
			"what is shown",
			cli->args->words[0]);
	if (!as_page_is_built())
		return as_fail(err, AS_ERR_USAGE,
			"cannot serve: this assay was built without its page, which takes node and "
			"npm; "
			"install them (nodejs and npm, of Debian) and build again");
	enum as_status st = as_site_open(cli, site, err);
	if (st)
		return st;
	const char *folder = as_args_value(cli->args, AS_OPT_STATIC);
	st = folder ? as_site_write(site, folder, err) : serve(cli, site, &rests, err);
	if (rests)
		as_site_close(site);
	return st;
}

static const struct as_example examples[] = {
	{"the store of this project, on http://127.0.0.1:8080/", "assay serve"},
	{"a team's store, to whoever has the token",
		"assay serve --store team.db --listen 192.0.2.7:8080 --token-file token"},
	{"behind a proxy on this machine that speaks TLS",
		"assay serve --host perf.example.org --proxy 127.0.0.1"},
	{"the same as files, for any host of them", "assay serve --static public"},
	{"a token by which a CI may send its results, until the end of the year",
		"assay serve token add ci --may send --until 2026-12-31"},
	{0},
};

const struct as_command_entry as_command_serve = {
	.name = "serve",
	.args = "[token add NAME | token list | token revoke NAME]",
	.summary = "show a store as pages in a browser, until it is stopped",
	.description =
		"What changed, every benchmark over its versions, every result as the page of "
		"assay "
		"report, and any two results beside each other. What is shown is the store as it "
		"is "
		"when it is asked for; nothing in it is changed. Every page has its data as JSON, "
		"as "
		"--json prints them, and as CSV; docs/serve.md describes pages and addresses.\n\n"
		"It listens on this machine alone unless told otherwise, and speaks HTTP without "
		"TLS: "
		"beyond the machine it wants a token, and a proxy that encrypts in front of it.\n\n"
		"token add makes one for NAME, prints it, once, and keeps a salted hash of it "
		"beside the store: --may says what for, --project of which project, --until (a "
		"day, or 90d) how long. token revoke takes it away, at once for a server that "
		"runs, too; token list shows those that there are. As soon as there is one, "
		"reading takes one, too, unless --public is said.",
	.options = AS_GROUP_SERVE | AS_GROUP_HISTORY | AS_GROUP_STORE,
	.examples = examples,
	.run = run,
};
