#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two benchmarks in Python: assay run ./bench.py"""
import assay_report

NUMBERS = [i * 7919 % 1000 for i in range(1000)]


@assay_report.benchmark
def quick():
    sum(NUMBERS[:10])


@assay_report.benchmark(name="sort/1000")
def sort():
    sorted(NUMBERS)


assay_report.main()
