/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program with a main of its own that reports many numbers: values NAME UNIT */
#include <assay.h>

int main(int argc, char **argv)
{
	struct assay_values few, many;

	if (argc < 3 || assay_values_begin(&few, 0) || assay_values_begin(&many, 10))
		return 2;
	for (uint64_t i = 0; i < 3; i++)
		assay_value(&few, 1000 + i);
	for (uint64_t i = 0; i < 100000; i++)
		assay_value(&many, i);
	if (assay_values_report(&few, argv[1], argv[2]) || assay_values_report(&many, argv[1], argv[2]))
		return 1;
	return 0;
}
