/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "call.h"

#include <cctype>
#include <memory>

namespace ANONYMOUS {

struct operation {
	explicit operation(const char *called) : name(called) {}
	virtual ~operation() = default;
	virtual std::string done(const std::string &argument) const = 0;
	std::string name;
};

struct capitals : operation {
	capitals() : operation("capitals") {}
	std::string done(const std::string &argument) const override
	{
		std::string x = argument;

		for (char &c : x)
			c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
		return x;
	}
};

struct length : operation {
	length() : operation("length") {}
	std::string done(const std::string &argument) const override
	{
		return std::to_string(argument.size());
	}
};

struct same : operation {
	same() : operation("same") {}
	std::string done(const std::string &argument) const override { return argument; }
};

const operation *find(const std::string &name)
{
	static const length a;
	static const same b;
	static const capitals c;
	static const operation *const all[] = {&a, &b, &c};

	for (const operation *o : all)
		if (o->name == name)
			return o;
	return nullptr;
}

} // namespace ANONYMOUS
using namespace ANONYMOUS;

bool dispatch(const message &request, message &reply)
{
	const operation *o = find(request.operation);

	if (!o)
		return false;
	reply = {request.id, 1, request.object, request.operation, o->done(request.argument)};
	return true;
}
