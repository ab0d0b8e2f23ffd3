/* SPDX-License-Identifier: MIT */

/* Requests to Valgrind, by the instructions that it looks for; elsewhere they do nothing. */

#include <assay.h>

uint64_t assay_valgrind_(uint64_t code)
{
	volatile uint64_t request[6] = {code, 0, 0, 0, 0, 0};
	uint64_t answer = 0;

#if defined(__x86_64__)
	__asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi; "
			 "xchgq %%rbx, %%rbx"
		: "+d"(answer)
		: "a"(&request[0])
		: "cc", "memory");
#elif defined(__aarch64__)
	__asm__ volatile("mov x3, xzr; mov x4, %1; ror x12, x12, #3; ror x12, x12, #13; "
			 "ror x12, x12, #51; ror x12, x12, #61; orr x10, x10, x10; mov %0, x3"
		: "=r"(answer)
		: "r"(&request[0])
		: "cc", "memory", "x3", "x4");
#else
	(void)request;
#endif
	return answer;
}
