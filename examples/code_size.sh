#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# code_size.sh PROGRAM [ARG...]: runs the program, and reports the bytes of its machine code to assay:
#
#	assay run --fail-if 'code_size more by 1%' 'examples/code_size.sh ./old' 'examples/code_size.sh ./new'
#
# It takes size of binutils, which comes with a compiler.
set -eu
if [ -n "${ASSAY_REPORT-}" ]; then
	bytes=$(size -A "$1" | awk '$1 == ".text" { print $2 }')
	printf 'assay 1\nexecution code_size %s B less\n' "$bytes" >>"$ASSAY_REPORT"
fi
exec "$@"
