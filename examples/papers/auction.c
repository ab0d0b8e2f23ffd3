/* SPDX-License-Identifier: GPL-3.0-or-later */
/* auction - time requests to an auction, a database of SQLite in memory
 *
 * Stands for RUBiS, the auction site of T. Kalibera, L. Bulej and P. Tuma, "Benchmark Precision and
 * Random Initial State" (2005): users look at categories, items, bids and each other, and bid. One
 * iteration is 20 requests, drawn by the mix below from a sequence that is the same in each
 * execution; the highest bids that the database has are compared with those that were made. */

#include <sqlite3.h>

#include "../layout/iterations.h"

enum { REQUESTS = 20, USERS = 200, ITEMS = 1000, CATEGORIES = 20 };

enum request { BROWSE, LOOK, WHO_BIDS, ABOUT_USER, BID, KINDS };

static const struct {
	const char *sql;
	unsigned share; /* in percent of the requests */
} requests[KINDS] = {
	[BROWSE] = {"SELECT id, name, price FROM items WHERE category = ?1 % 20 ORDER BY price LIMIT 20", 30},
	[LOOK] = {"SELECT name, price, bids FROM items WHERE id = ?1", 30},
	[WHO_BIDS] = {"SELECT users.name, bids.price FROM bids JOIN users ON users.id = bids.user WHERE bids.item = ?1 "
		      "ORDER BY bids.price DESC LIMIT 10", 15},
	[ABOUT_USER] = {"SELECT count(*), max(price) FROM bids WHERE user = ?1 % 200", 10},
	[BID] = {"INSERT INTO bids (item, user, price) VALUES (?1, ?2, ?3)", 15},
};

struct auction {
	sqlite3 *db;
	sqlite3_stmt *asked[KINDS], *raise, *price;
	int highest[ITEMS], last; /* item that was bid for last */
	uint32_t drawn;
};

static uint32_t draw(struct auction *a, uint32_t below)
{
	a->drawn = a->drawn * 1664525 + 1013904223;
	return (uint32_t)(((uint64_t)a->drawn * below) >> 32);
}

static bool prepare(struct auction *a, const char *sql, sqlite3_stmt **out)
{
	return sqlite3_prepare_v2(a->db, sql, -1, out, NULL) == SQLITE_OK;
}

/* To the last row, which is counted. */
static bool all_rows(sqlite3_stmt *s, int *n)
{
	int st;

	for (*n = 0; (st = sqlite3_step(s)) == SQLITE_ROW; (*n)++)
		;
	sqlite3_reset(s);
	return st == SQLITE_DONE;
}

static bool bid(struct auction *a, int item)
{
	int none, price = a->highest[item] + 1 + (int)draw(a, 100);

	sqlite3_bind_int(a->asked[BID], 2, (int)draw(a, USERS));
	sqlite3_bind_int(a->asked[BID], 3, price);
	sqlite3_bind_int(a->raise, 1, item);
	sqlite3_bind_int(a->raise, 2, price);
	a->highest[item] = price;
	a->last = item;
	return all_rows(a->asked[BID], &none) && all_rows(a->raise, &none);
}

static bool request(struct auction *a)
{
	uint32_t dice = draw(a, 100), kind = 0;
	const int item = (int)draw(a, ITEMS);
	int rows;

	for (; dice >= requests[kind].share; kind++)
		dice -= requests[kind].share;
	sqlite3_bind_int(a->asked[kind], 1, item);
	if (kind == BID)
		return bid(a, item);
	return all_rows(a->asked[kind], &rows) && (kind != BROWSE || rows == 20) && (kind != LOOK || rows == 1);
}

/* Whether the item that was bid for last has its price. */
static bool is_right(struct auction *a)
{
	bool right;

	sqlite3_bind_int(a->price, 1, a->last);
	right = sqlite3_step(a->price) == SQLITE_ROW &&
		sqlite3_column_int(a->price, 0) == a->highest[a->last] &&
		sqlite3_column_int(a->price, 1) == a->highest[a->last];
	sqlite3_reset(a->price);
	return right;
}

static bool iteration(void *context)
{
	struct auction *a = context;
	bool right = true;

	part_begins();
	for (size_t i = 0; i < REQUESTS; i++)
		right = request(a) && right;
	part_ends();
	return right && is_right(a);
}

static bool fill(struct auction *a)
{
	static const char tables[] =
		"CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);"
		"CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT, category INTEGER, price INTEGER, bids INTEGER);"
		"CREATE TABLE bids (item INTEGER, user INTEGER, price INTEGER);"
		"CREATE INDEX by_category ON items (category, price);"
		"CREATE INDEX by_item ON bids (item, price); CREATE INDEX by_user ON bids (user);"
		"WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT 1000)"
		"INSERT INTO items SELECT i, 'item ' || i || ' of many', i % 20, 0, 0 FROM n;"
		"INSERT INTO users SELECT id, 'user ' || id FROM items WHERE id < 200;";

	if (sqlite3_open(":memory:", &a->db) || sqlite3_exec(a->db, tables, NULL, NULL, NULL))
		return false;
	for (size_t i = 0; i < KINDS; i++)
		if (!prepare(a, requests[i].sql, &a->asked[i]))
			return false;
	if (!prepare(a, "UPDATE items SET price = ?2, bids = bids + 1 WHERE id = ?1", &a->raise) ||
		!prepare(a, "SELECT price, coalesce((SELECT max(price) FROM bids WHERE item = ?1), 0) FROM items "
			    "WHERE id = ?1", &a->price))
		return false;
	for (int i = 0; i < ITEMS; i++)
		if (!bid(a, i))
			return false;
	return true;
}

static void release(struct auction *a)
{
	for (size_t i = 0; i < KINDS; i++)
		sqlite3_finalize(a->asked[i]);
	sqlite3_finalize(a->raise);
	sqlite3_finalize(a->price);
	sqlite3_close(a->db);
}

int main(void)
{
	struct auction a = {.drawn = 2005};
	int status = 1;

	if (fill(&a))
		status = iterate("auction", iteration, &a);
	else
		fprintf(stderr, "auction: no database: %s\n", sqlite3_errmsg(a.db));
	release(&a);
	return status;
}
