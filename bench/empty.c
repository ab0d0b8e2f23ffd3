/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program that does nothing: what is left is the cost of starting one. */

int main(void)
{
	return 0;
}
