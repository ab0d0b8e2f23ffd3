#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""single.py VERSION SOURCE_ROOT FOLDER OUT FILE...: libassay in one file.

The header as it is, and behind ASSAY_IMPLEMENTATION the sources with what they include of ours. Names
that two of them use for something of their own get the file's name before theirs.
"""
import collections
import os
import re
import sys

HEAD = """/* SPDX-License-Identifier: MIT */

/* libassay %s in one file, made by the build of assay. Put it beside your sources; then
 *
 *	#include "assay_single.h"
 *
 * where benchmarks are, in C or C++, and in one file of its own, in C:
 *
 *	#define ASSAY_IMPLEMENTATION
 *	#include "assay_single.h"
 *
 * Link with -lm and -pthread. */

#ifdef ASSAY_IMPLEMENTATION
#ifdef __cplusplus
#error "ASSAY_IMPLEMENTATION belongs into a C file; what benchmarks need is there in C++, too"
#endif
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#endif

"""

TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|((?:->|\.)\s*)?\b([A-Za-z_]\w*)', re.S)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+["<]([^">]+)[">].*\n', re.M)
SPDX = re.compile(r'\A/\* SPDX[^\n]*\n+')


def own_names(text):
    """What a source defines for itself at file scope."""
    names = set(re.findall(r'^static [^;={}()]*?\b(\w+)(?=\(|\[| =|;)', text, re.M))
    names |= set(re.findall(r'^(?:static )?(?:const )?(?:struct|enum|union) (\w+) \{', text, re.M))
    for body in re.findall(r'^enum \{(.*?)\};', text, re.M | re.S):
        body = re.sub(r'/\*.*?\*/', '', body, flags=re.S)
        names |= {item.split('=')[0].strip() for item in body.split(',')} - {''}
    return names


def renamed(text, names, prefix):
    def one(match):
        member, name = match.group(1), match.group(2)
        return 'as_' + prefix + '_' + name if name in names and not member else match.group(0)
    return TOKEN.sub(one, text)


class Amalgam:
    def __init__(self, root, folders):
        self.root, self.folders, self.seen = root, folders, set()

    def find(self, name):
        for folder in self.folders:
            path = os.path.join(folder, name)
            if os.path.exists(path):
                return path
        return None

    def expand(self, text):
        def one(match):
            path = self.find(match.group(1))
            if path is None:
                return match.group(0)
            if path.endswith('.h'):
                if path in self.seen:
                    return ''
                self.seen.add(path)
            with open(path, encoding='utf-8') as f:
                return self.expand(SPDX.sub('', f.read()))
        return INCLUDE.sub(one, text)


def main():
    version, root, folder, out, *files = sys.argv[1:]
    header = os.path.join(root, 'include', 'assay.h')
    amalgam = Amalgam(root, [os.path.join(root, 'src'), os.path.join(root, 'include'), folder])
    amalgam.seen.add(header)
    texts = {}
    for name in files:
        with open(os.path.join(root, 'src', name), encoding='utf-8') as f:
            texts[name] = SPDX.sub('', f.read())
    count = collections.Counter(n for text in texts.values() for n in own_names(text))
    shared = {n for n, times in count.items() if times > 1}
    with open(header, encoding='utf-8') as f:
        parts = [HEAD % version, SPDX.sub('', f.read())]
    parts.append('\n#if defined(ASSAY_IMPLEMENTATION) && !defined(__cplusplus)\n#define AS_VERSION "%s"\n' % version)
    for name, text in texts.items():
        prefix = os.path.splitext(os.path.basename(name))[0]
        body = renamed(text, own_names(text) & shared, prefix)
        parts.append('\n/* --- %s --- */\n\n' % name + amalgam.expand(body))
        parts += ['#undef %s\n' % macro for macro in re.findall(r'^#define (\w+)', text, re.M)]
    parts.append('\n#endif\n')
    with open(out, 'w', encoding='utf-8') as f:
        f.write(''.join(parts))


main()
