#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Two benchmarks in shell: assay run ./bench.sh
. ./assay_report.sh
assay_benchmark quick true
assay_benchmark sort/1000 sort -n "$0"
