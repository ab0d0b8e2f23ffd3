/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CALL_H
#define CALL_H

/* The parts of a small remote call. Each lies in a file and a namespace of its own, as if they were
 * those of an object request broker.
 *
 * ANONYMOUS is the name of that namespace. The GNU C++ compiler of 2005 gave an anonymous namespace
 * a name drawn at random, so that a linker put the same functions into another order in each build;
 * those of today all say the same. The Makefile gives it a name that it draws where it is told to,
 * which brings that luck back; without, it is always the same. */
#ifndef ANONYMOUS
#define ANONYMOUS anonymous
#endif

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using bytes = std::vector<unsigned char>;

/* Numbers and texts to bytes: each at an address that is a multiple of its size, as in CORBA's CDR. */
struct writer {
	virtual ~writer() = default;
	virtual void number(uint32_t x) = 0;
	virtual void text(const std::string &x) = 0;
	bytes out;
};
writer &fresh_writer(); /* one for all, emptied */

/* And back; well is false after the end, or where a text is none. */
struct reader {
	virtual ~reader() = default;
	virtual uint32_t number() = 0;
	virtual std::string text() = 0;
	bool well = true;
};
reader &reader_of(const bytes &from); /* one for all, at the beginning of from */

/* A request or a reply: whose, of which operation, with a text. */
struct message {
	uint32_t id = 0, kind = 0;
	std::string object, operation, argument;
};
const bytes &marshalled(const message &m);
bool unmarshalled(const bytes &from, message &to);

/* What the object at the other end does with an argument. */
bool dispatch(const message &request, message &reply);

/* Bytes over a connection, their number before them. False at its end. */
bool sent(int fd, const bytes &what);
bool received(int fd, bytes &into);

#endif
