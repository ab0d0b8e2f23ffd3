/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../run/launching.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "git/git.h"

/* A spawner, and in its folder: the user's repository `repo`, and `scratch`. */
struct forge {
	struct launching *t;
	struct as_arena arena;
	struct as_git *g;
	struct as_err err;
	char repo[96], scratch[96], there[96];
};

/* Run it in the repository; fails the test unless it goes well. */
static void sh(struct forge *f, const char *text)
{
	char whole[2048];

	snprintf(whole, sizeof whole, "cd repo && export HOME=$PWD/.. GIT_CONFIG_NOSYSTEM=1 "
		"GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a "
		"GIT_COMMITTER_EMAIL=a@example.org GIT_AUTHOR_DATE='1700000000 +0000' "
		"GIT_COMMITTER_DATE='1700000000 +0000' && (%s)", text);
	struct as_launched r = launching_run(f->t, whole, AS_LAUNCH_HOOK);
	if (as_launched_ended(&r).ending != AS_ENDED_OK)
		fail_msg("%s\n%.*s", text, (int)r.tail_bytes, r.tail);
}

/* What a command says of the repository. */
static const char *say(struct forge *f, const char *text)
{
	char whole[2048];

	snprintf(whole, sizeof whole, "%s", text);
	struct as_launched r = launching_run(f->t, whole, AS_LAUNCH_HOOK);
	char *out = as_arena_strndup(&f->arena, r.tail ? r.tail : "", r.tail_bytes);
	assert_non_null(out);
	out[strcspn(out, "\n")] = '\0';
	return out;
}

/* Every file of the repository's .git, with its size and its time; the times of objects are left
 * out: git renews those that it would have written, so that they are not collected as garbage. */
static const char *state_of_repository(struct forge *f)
{
	return say(f, "cd repo/.git && (find . -type f ! -path './objects/*' -printf '%p %T@ %s\\n'; "
		"find objects -type f -printf '%p %s\\n') | sort | md5sum");
}

static void open_git(struct forge *f)
{
	const struct as_git_place place = {f->t->s, f->repo, f->scratch};

	assert_int_equal(as_git_open(&place, &f->g, &f->err), AS_OK);
}

/* Two commits on main: one.txt, then two.txt. */
static void commit_two(struct forge *f)
{
	sh(f, "git init -q -b main . && printf 'ignored\\n' >.gitignore && echo one >one.txt && "
		"git add . && git commit -q -m one && echo two >two.txt && git add . && "
		"git commit -q -m two");
}

static int begin(void **state)
{
	struct forge *f = calloc(1, sizeof *f);
	void *t = NULL;

	if (!f || launching_begin(&t))
		return -1;
	f->t = t;
	snprintf(f->repo, sizeof f->repo, "%s/repo", f->t->folder);
	snprintf(f->scratch, sizeof f->scratch, "%s/scratch", f->t->folder);
	snprintf(f->there, sizeof f->there, "%s/there", f->t->folder);
	setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
	setenv("HOME", f->t->folder, 1);
	*state = f;
	return mkdir(f->repo, 0700) || mkdir(f->scratch, 0700);
}

static int end(void **state)
{
	struct forge *f = *state;
	void *t = f->t;

	as_git_close(f->g);
	as_arena_release(&f->arena);
	say(f, "rm -rf repo scratch there");
	as_arena_release(&f->arena);
	free(f);
	return launching_end(&t);
}

static void a_commit_has_its_parents_date_and_tree(void **state)
{
	struct forge *f = *state;
	struct as_revision r;

	commit_two(f);
	open_git(f);
	assert_int_equal(as_git_revision(f->g, "HEAD", &f->arena, &r, &f->err), AS_OK);
	assert_string_equal(r.version.commit, say(f, "git -C repo rev-parse HEAD"));
	assert_string_equal(r.version.parents, say(f, "git -C repo rev-parse HEAD~1"));
	assert_string_equal(r.tree, say(f, "git -C repo rev-parse 'HEAD^{tree}'"));
	assert_int_equal(r.version.date_ns, INT64_C(1700000000000000000));
	assert_string_equal(r.version.project, "repo");
	assert_int_equal(r.version.changes, AS_CHANGES_NONE);
	assert_int_equal(as_git_revision(f->g, "HEAD~1", &f->arena, &r, &f->err), AS_OK);
	assert_string_equal(r.version.parents, "");
}

static void a_name_without_a_commit_is_refused_whatever_it_looks_like(void **state)
{
	static const char *const names[] = {"nothing", "--all", "-h", "--git-dir=/", "", "a..b", "HEAD:",
		"$(touch x)", "two\nlines"};
	struct forge *f = *state;
	struct as_revision r;

	commit_two(f);
	open_git(f);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		assert_int_equal(as_git_revision(f->g, names[i], &f->arena, &r, &f->err), AS_ERR_USAGE);
		assert_non_null(strstr(f->err.msg, "it names no commit"));
	}
}

static void projects_are_named_by_their_remote_without_its_password(void **state)
{
	static const char *const urls[][2] = {
		{"https://user:secret@example.org/owner/name.git", "owner/name"},
		{"git@example.org:owner/name.git", "owner/name"},
		{"ssh://git@example.org:2222/owner/name/", "owner/name"},
		{"/srv/git/name.git", "name"},
	};
	struct forge *f = *state;
	struct as_revision r;
	char text[256];

	commit_two(f);
	open_git(f);
	for (size_t i = 0; i < sizeof urls / sizeof *urls; i++) {
		snprintf(text, sizeof text, "git config remote.origin.url '%s'", urls[i][0]);
		sh(f, text);
		assert_int_equal(as_git_revision(f->g, "HEAD", &f->arena, &r, &f->err), AS_OK);
		assert_string_equal(r.version.project, urls[i][1]);
	}
}

static void what_is_checked_out_knows_its_branch_and_its_changes(void **state)
{
	struct forge *f = *state;
	struct as_version v;

	commit_two(f);
	open_git(f);
	assert_int_equal(as_git_here(f->g, &f->arena, &v, &f->err), AS_OK);
	assert_string_equal(v.branch, "main");
	assert_int_equal(v.changes, AS_CHANGES_NONE);
	sh(f, "echo ignored >ignored");
	assert_int_equal(as_git_here(f->g, &f->arena, &v, &f->err), AS_OK);
	assert_int_equal(v.changes, AS_CHANGES_NONE);
	sh(f, "git checkout -q --detach && echo more >>one.txt");
	assert_int_equal(as_git_here(f->g, &f->arena, &v, &f->err), AS_OK);
	assert_null(v.branch);
	assert_int_equal(v.changes, AS_CHANGES_SOME);
	assert_string_equal(v.changed, "one.txt");
}

static void files_that_git_does_not_know_are_no_changes(void **state)
{
	struct forge *f = *state;
	struct as_version v;

	commit_two(f);
	open_git(f);
	sh(f, "echo log >build.log && mkdir out && echo report >out/assay.md");
	assert_int_equal(as_git_here(f->g, &f->arena, &v, &f->err), AS_OK);
	assert_int_equal(v.changes, AS_CHANGES_NONE);
	assert_null(v.changed);
	sh(f, "git add build.log");
	assert_int_equal(as_git_here(f->g, &f->arena, &v, &f->err), AS_OK);
	assert_int_equal(v.changes, AS_CHANGES_SOME);
	assert_string_equal(v.changed, "build.log");
}

static void before_the_first_commit_there_is_a_working_tree_only(void **state)
{
	struct forge *f = *state;
	struct as_revision r;

	sh(f, "git init -q -b main . && echo one >one.txt");
	open_git(f);
	assert_int_equal(as_git_snapshot(f->g, &f->arena, &r, &f->err), AS_OK);
	assert_null(r.version.commit);
	assert_int_equal(r.version.changes, AS_CHANGES_SOME);
	assert_int_equal(as_git_revision(f->g, "HEAD", &f->arena, &r, &f->err), AS_ERR_USAGE);
}

static void the_fork_point_is_the_merge_base_with_main(void **state)
{
	struct forge *f = *state;
	struct as_revision r;

	commit_two(f);
	open_git(f);
	sh(f, "git checkout -q -b topic HEAD~1 && echo three >three.txt && git add . && "
		"git commit -q -m three");
	assert_int_equal(as_git_fork_point(f->g, &f->arena, &r, &f->err), AS_OK);
	assert_string_equal(r.version.commit, say(f, "git -C repo rev-parse main~1"));
	assert_string_equal(r.version.label, "merge base with main");
	sh(f, "git branch -q -m main odd");
	assert_int_equal(as_git_fork_point(f->g, &f->arena, &r, &f->err), AS_ERR_USAGE);
	assert_non_null(strstr(f->err.msg, "assay diff HEAD~1"));
	sh(f, "git checkout -q --orphan main && git commit -q -m apart && git checkout -q odd");
	assert_int_equal(as_git_fork_point(f->g, &f->arena, &r, &f->err), AS_ERR_USAGE);
	assert_non_null(strstr(f->err.msg, "have no commit in common"));
}

static void a_snapshot_has_changes_and_new_files_and_leaves_the_repository_as_it_is(void **state)
{
	struct forge *f = *state;
	struct as_revision head, r;
	struct as_git_tree t;

	commit_two(f);
	sh(f, "echo changed >one.txt && rm two.txt && mkdir d && echo new >'d/n w' && echo x >ignored "
		"&& echo staged >staged && git add staged && chmod +x d/n*");
	open_git(f);
	const char *before = state_of_repository(f);
	assert_int_equal(as_git_revision(f->g, "HEAD", &f->arena, &head, &f->err), AS_OK);
	assert_int_equal(as_git_snapshot(f->g, &f->arena, &r, &f->err), AS_OK);
	assert_string_not_equal(head.tree, r.tree);
	assert_string_equal(head.version.commit, r.version.commit);
	assert_int_equal(as_git_tree_open(f->g, &r, f->there, &f->arena, &t, &f->err), AS_OK);
	assert_string_equal(say(f, "cd there && cat one.txt 'd/n w' staged | tr '\\n' ' '"),
		"changed new staged ");
	assert_string_equal(say(f, "cd there && ls -A | tr '\\n' ' '"),
		".git .gitignore d one.txt staged ");
	assert_string_equal(say(f, "cd there && test -x 'd/n w' && echo yes"), "yes");
	assert_string_equal(state_of_repository(f), before);
	assert_string_equal(say(f, "cd repo && git worktree list | wc -l"), "1");
}

static void a_snapshot_without_changes_is_the_tree_of_head(void **state)
{
	struct forge *f = *state;
	struct as_revision head, r;

	commit_two(f);
	open_git(f);
	assert_int_equal(as_git_revision(f->g, "HEAD", &f->arena, &head, &f->err), AS_OK);
	assert_int_equal(as_git_snapshot(f->g, &f->arena, &r, &f->err), AS_OK);
	assert_string_equal(head.tree, r.tree);
	assert_int_equal(r.version.changes, AS_CHANGES_NONE);
}

static void an_unfinished_merge_is_refused(void **state)
{
	struct forge *f = *state;
	struct as_revision r;

	commit_two(f);
	open_git(f);
	sh(f, "git checkout -q -b other && echo a >one.txt && git commit -qam a && "
		"git checkout -q main && echo b >one.txt && git commit -qam b && "
		"! git merge -q other");
	assert_int_equal(as_git_snapshot(f->g, &f->arena, &r, &f->err), AS_ERR_USAGE);
	assert_non_null(strstr(f->err.msg, "a merge in it is not finished"));
}

static void cleaning_brings_a_folder_back_to_its_revision(void **state)
{
	struct forge *f = *state;
	struct as_revision r;
	struct as_git_tree t;

	commit_two(f);
	open_git(f);
	assert_int_equal(as_git_revision(f->g, "HEAD", &f->arena, &r, &f->err), AS_OK);
	assert_int_equal(as_git_tree_open(f->g, &r, f->there, &f->arena, &t, &f->err), AS_OK);
	assert_string_equal(say(f, "git -C there log -1 --format=%s"), "two");
	assert_string_equal(say(f, "git -C there status --porcelain | wc -l"), "0");
	say(f, "cd there && echo x >ignored && mkdir -p new/folder && echo y >new/folder/f && "
		"rm one.txt && echo z >two.txt");
	assert_int_equal(as_git_tree_clean(&t, &f->err), AS_OK);
	assert_string_equal(say(f, "cd there && ls -A | tr '\\n' ' '"), ".git .gitignore one.txt two.txt ");
	assert_string_equal(say(f, "cat there/two.txt"), "two");
	/* It works where the folder has been moved to as well. */
	say(f, "mv there scratch/tree && echo z >scratch/tree/one.txt");
	t.folder = as_arena_printf(&f->arena, "%s/tree", f->scratch);
	assert_int_equal(as_git_tree_clean(&t, &f->err), AS_OK);
	assert_string_equal(say(f, "cat scratch/tree/one.txt"), "one");
}

static void a_folder_that_was_left_becomes_another_revision(void **state)
{
	struct forge *f = *state;
	struct as_revision one, two;
	struct as_git_tree t;
	bool left = false;

	commit_two(f);
	open_git(f);
	assert_int_equal(as_git_revision(f->g, "HEAD", &f->arena, &two, &f->err), AS_OK);
	assert_int_equal(as_git_revision(f->g, "HEAD~1", &f->arena, &one, &f->err), AS_OK);
	assert_int_equal(as_git_tree_open(f->g, &two, f->there, &f->arena, &t, &f->err), AS_OK);
	say(f, "cd there && echo x >ignored && echo z >one.txt && rm .git && ln -s ../repo/x .git");
	assert_int_equal(as_git_tree_leave(&t, f->there, &left, &f->err), AS_OK);
	assert_true(left);
	assert_int_equal(as_git_tree_open(f->g, &one, f->there, &f->arena, &t, &f->err), AS_OK);
	assert_string_equal(say(f, "git -C there log -1 --format=%s"), "one");
	assert_string_equal(say(f, "git -C there status --porcelain --ignored | wc -l"), "0");
	assert_string_equal(say(f, "cat there/one.txt; test -e repo/x && echo written"), "one");
	/* What has lost its own folder of git is made anew. */
	say(f, "rm -rf there.git && echo z >there/junk");
	assert_int_equal(as_git_tree_open(f->g, &two, f->there, &f->arena, &t, &f->err), AS_OK);
	assert_string_equal(say(f, "cd there && ls -A | tr '\\n' ' '"), ".git .gitignore one.txt two.txt ");
}

static void submodules_are_filled_from_the_users_own_or_refused(void **state)
{
	struct forge *f = *state;
	struct as_revision r;
	struct as_git_tree t;

	commit_two(f);
	sh(f, "git -c init.defaultBranch=main clone -q . ../scratch/lib && "
		"git -c protocol.file.allow=always submodule --quiet add ../scratch/lib lib 2>&1 && "
		"git commit -q -m lib");
	open_git(f);
	assert_int_equal(as_git_revision(f->g, "HEAD", &f->arena, &r, &f->err), AS_OK);
	assert_int_equal(as_git_tree_open(f->g, &r, f->there, &f->arena, &t, &f->err), AS_OK);
	assert_int_equal(t.n_subs, 1);
	assert_string_equal(say(f, "cat there/lib/two.txt"), "two");
	say(f, "echo z >there/lib/two.txt && echo x >there/lib/ignored");
	assert_int_equal(as_git_tree_clean(&t, &f->err), AS_OK);
	assert_string_equal(say(f, "cat there/lib/two.txt && ls there/lib | wc -l"), "two");
	assert_string_equal(say(f, "test -e there/lib/ignored || echo gone"), "gone");
	sh(f, "git submodule --quiet deinit -f lib");
	snprintf(f->there, sizeof f->there, "%s/scratch/second", f->t->folder);
	assert_int_equal(as_git_tree_open(f->g, &r, f->there, &f->arena, &t, &f->err), AS_ERR_USAGE);
	assert_non_null(strstr(f->err.msg, "git submodule update --init"));
}

static void a_bare_repository_has_revisions_but_no_working_tree(void **state)
{
	struct forge *f = *state;
	struct as_revision r;
	struct as_git_tree t;

	commit_two(f);
	sh(f, "git clone -q --bare . ../scratch/bare.git");
	snprintf(f->repo, sizeof f->repo, "%s/scratch/bare.git", f->t->folder);
	open_git(f);
	assert_null(as_git_top(f->g));
	assert_int_equal(as_git_snapshot(f->g, &f->arena, &r, &f->err), AS_ERR_USAGE);
	assert_int_equal(as_git_revision(f->g, "main~1", &f->arena, &r, &f->err), AS_OK);
	assert_int_equal(as_git_tree_open(f->g, &r, f->there, &f->arena, &t, &f->err), AS_OK);
	assert_string_equal(say(f, "cat there/one.txt; ls there | wc -l"), "one");
	assert_string_equal(say(f, "git -C there log -1 --format=%s"), "one");
}

static void a_shallow_clone_says_how_to_get_the_rest(void **state)
{
	struct forge *f = *state;
	struct as_revision r;

	commit_two(f);
	sh(f, "git clone -q --depth 1 \"file://$PWD\" ../scratch/shallow");
	snprintf(f->repo, sizeof f->repo, "%s/scratch/shallow", f->t->folder);
	open_git(f);
	assert_int_equal(as_git_revision(f->g, "HEAD~1", &f->arena, &r, &f->err), AS_ERR_USAGE);
	assert_non_null(strstr(f->err.msg, "git fetch --unshallow"));
}

static void a_worktree_of_a_repository_works_like_one(void **state)
{
	struct forge *f = *state;
	struct as_revision r;
	struct as_git_tree t;

	commit_two(f);
	sh(f, "git worktree add -q -b second ../scratch/second && echo new >../scratch/second/new");
	snprintf(f->repo, sizeof f->repo, "%s/scratch/second", f->t->folder);
	open_git(f);
	assert_int_equal(as_git_snapshot(f->g, &f->arena, &r, &f->err), AS_OK);
	assert_string_equal(r.version.branch, "second");
	assert_int_equal(as_git_tree_open(f->g, &r, f->there, &f->arena, &t, &f->err), AS_OK);
	assert_string_equal(say(f, "cat there/new"), "new");
}

static void a_folder_in_no_repository_is_refused_with_gits_words(void **state)
{
	struct forge *f = *state;
	const struct as_git_place place = {f->t->s, f->repo, f->scratch};

	setenv("GIT_CEILING_DIRECTORIES", f->t->folder, 1);
	assert_int_equal(as_git_open(&place, &f->g, &f->err), AS_ERR_USAGE);
	assert_non_null(strstr(f->err.msg, "is in no git repository that can be used; git says: "));
	unsetenv("GIT_CEILING_DIRECTORIES");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_commit_has_its_parents_date_and_tree),
		TEST(a_name_without_a_commit_is_refused_whatever_it_looks_like),
		TEST(projects_are_named_by_their_remote_without_its_password),
		TEST(what_is_checked_out_knows_its_branch_and_its_changes),
		TEST(files_that_git_does_not_know_are_no_changes),
		TEST(before_the_first_commit_there_is_a_working_tree_only),
		TEST(the_fork_point_is_the_merge_base_with_main),
		TEST(a_snapshot_has_changes_and_new_files_and_leaves_the_repository_as_it_is),
		TEST(a_snapshot_without_changes_is_the_tree_of_head),
		TEST(an_unfinished_merge_is_refused),
		TEST(cleaning_brings_a_folder_back_to_its_revision),
		TEST(a_folder_that_was_left_becomes_another_revision),
		TEST(submodules_are_filled_from_the_users_own_or_refused),
		TEST(a_bare_repository_has_revisions_but_no_working_tree),
		TEST(a_shallow_clone_says_how_to_get_the_rest),
		TEST(a_worktree_of_a_repository_works_like_one),
		TEST(a_folder_in_no_repository_is_refused_with_gits_words),
	};

	return cmocka_run_group_tests_name("git", tests, NULL, NULL);
}
