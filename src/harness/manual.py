#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""manual.py VERSION DATE HEADER OPTIONS OUT: the manual page assay(3).

What it says stands elsewhere: the declarations and what they promise in include/assay.h, the options of a
program in the table of harness/program/harness_options.c.
"""
import re
import sys
import textwrap

ESCAPES = str.maketrans({'\\': '\\e', '-': '\\-', "'": '\\(aq', '`': '\\(ga', '^': '\\(ha', '~': '\\(ti'})


def plain(text):
    """Text that roff prints as it is."""
    text = text.translate(ESCAPES)
    return '\\&' + text if text.startswith(('.', '\\(aq')) else text


def running(text):
    """Text of a paragraph, in short lines."""
    return [plain(line) for line in textwrap.wrap(text, 60, break_long_words=False, break_on_hyphens=False)]


def lines_of(comment):
    """The text of a comment, without what marks it as one."""
    body = re.sub(r'\A/\*|\*/\Z', '', comment.strip()).split('\n')
    return [re.sub(r'^ ?\* ?', '', line) if i else line.strip() for i, line in enumerate(body)]


def literal(lines):
    return ['.PP', '.RS 4', '.nf'] + [plain(line.expandtabs(8)) for line in lines] + ['.fi', '.RE']


def paragraphs(lines):
    """roff of text in which indented lines stay as they are."""
    out, shown, gap = [], [], False
    for line in lines + ['']:
        if line.startswith(('\t', '  ')):
            shown.append(line[1:] if line.startswith('\t') else line.strip())
            continue
        if not line and shown:
            shown.append('')
            continue
        if shown:
            while shown and not shown[-1]:
                shown.pop()
            out += literal(shown)
            shown, gap = [], True
        if not line.strip():
            gap = True
            continue
        if gap and out:
            out.append('.PP')
        gap = False
        out += running(line.strip())
    if shown:
        while shown and not shown[-1]:
            shown.pop()
        out += literal(shown)
    return out


def spelled(declaration):
    """A macro as it is written, or a prototype on one line."""
    macro = re.match(r'#define (\w+)(\([^)]*\))?', declaration)
    if macro:
        return macro.group(1) + (macro.group(2) or '')
    text = re.sub(r'\s+', ' ', declaration).replace('ASSAY_API ', '')
    return re.sub(r' __attribute__\(\(.*\)\)', '', text)


DECLARED = re.compile(
    r'(?P<comment>/\*.*?\*/)|(?P<macro>^#define (?:[A-Za-z]\w*[A-Za-z0-9])(?:\([^)]*\))?(?:[^\n]*\\\n)*[^\n]*)'
    r'|(?P<function>^ASSAY_API [^;{]*;)|(?P<type>^(?:struct|enum) \w+ \{.*?^\};)', re.M | re.S)


def entries(text):
    """(comment, [declarations]) in their order; a comment without any heads what follows."""
    out, end = [], 0
    for m in DECLARED.finditer(text):
        kind, found = m.lastgroup, m.group(0)
        begins_line = text.rfind('\n', 0, m.start()) == m.start() - 1
        if kind == 'comment' and begins_line:
            out.append((found, []))
        elif kind != 'comment' and out:
            if '\n\n' in text[end:m.start()] and out[-1][1]:
                out.append(('', []))
            out[-1][1].append(found)
        end = m.end()
    return out


def of_entry(comment, declarations):
    lines = lines_of(comment) if comment else []
    while lines and not lines[0]:
        lines.pop(0)
    out = []
    names = []
    for d in declarations:
        names.append(d if d.startswith(('struct', 'enum')) else spelled(d))
    # "NAME - what it is" is what heads an entry.
    head = re.match(r'(.*?) - (.*)', lines[0]) if lines else None
    if head and re.match(r'(ASSAY_|assay_)', head.group(1)):
        names = [head.group(1)] if declarations and declarations[0].startswith('#') else names
        lines[0] = head.group(2)[:1].upper() + head.group(2)[1:]
        if len(lines) > 1 and not lines[1]:
            lines[0] += '.'
    out.append('.sp')
    for i, name in enumerate(names):
        if name.startswith(('struct', 'enum')) and '\n' in name:
            out += (['.nf'] + [plain(line.expandtabs(8)) for line in name.split('\n')] + ['.fi'])
        else:
            out += ['.B ' + plain(name).replace('"', '\\(dq')] + (['.br'] if i + 1 < len(names) else [])
    out += ['.RS 4'] + paragraphs(lines) + ['.RE'] if lines else []
    return out


def options_of(text):
    rows = re.findall(r'\{"(--[a-z]+)",\s*(?:NULL|"([A-Z]+)"),\s*"((?:[^"\\]|\\.)*)"', text)
    out = []
    for name, value, words in rows:
        out += ['.TP', '\\fB%s\\fR%s' % (plain(name), ' \\fI%s\\fR' % value if value else ''),
                *running((words if words.split()[0][-1] == ':' else words[0].upper() + words[1:]) + '.')]
    return out


def main(version, date, header, options, out):
    text = open(header, encoding='utf-8').read()
    text = text[:text.index('/* --- Not for you')]
    intro = re.search(r'/\* libassay: (.*?)\*/', text, re.S).group(0)
    first = lines_of(intro)
    what = first[0].split(':', 1)[1].strip().rstrip('.')
    begin = next(i for i, line in enumerate(first) if line.startswith('\t'))
    end = max(i for i, line in enumerate(first) if line.startswith('\t'))
    example = [line[1:].expandtabs(8) for line in first[begin:end + 1]]
    rest = first[end + 1:]
    while rest and not rest[0]:
        rest.pop(0)
    page = ['.TH ASSAY 3 "%s" "libassay %s" "Library functions"' % (date, version), '.nh', '.ad l', '.SH NAME',
            'assay, libassay \\- ' + plain(what), '.SH SYNOPSIS', '.nf', '.B #include <assay.h>', '',
            '\\fBASSAY_BENCH(\\fIname\\fB)\\fR { ... \\fBassay_loop (state)\\fR { \\fIoperation\\fR } ... }',
            '.B ASSAY_MAIN()', '', 'cc \\-O2 \\fIprogram\\fR.c $(pkg\\-config \\-\\-cflags \\-\\-libs assay)',
            '\\fI./program\\fR [\\fIOPTION\\fR...] [\\fIGLOB\\fR...]',
            'assay run \\fI./program\\fR', '.fi', '.SH DESCRIPTION']
    page += paragraphs(rest)
    for comment, declarations in entries(text[text.index(intro) + len(intro):]):
        heading = re.match(r'/\* --- (.*?) ---', comment)
        if heading:
            title = heading.group(1).split(':')[0]
            page += ['.SS ' + plain(title)]
            words = lines_of(comment)
            if len(words) > 1:
                page += paragraphs(words[1:])
            page += of_entry('', declarations) if declarations else []
        elif declarations and 'ASSAY_API __attribute__' not in declarations[0] and \
                not declarations[0].startswith('#define ASSAY_H'):
            page += of_entry(comment, declarations)
    page += ['.SH OPTIONS', 'Of a program with \\fBASSAY_MAIN\\fR. A \\fIGLOB\\fR chooses benchmarks by their',
             'names; a plain name means all runs of that benchmark.'] + options_of(open(options, encoding='utf-8').read())
    page += ['.SH ENVIRONMENT']
    for name, words in (
            ('ASSAY_REPORT', 'The file to report to, as assay-run(1) sets it: there is no table then.'),
            ('ASSAY_BENCHMARK', 'The one benchmark to run for a report.'),
            ('ASSAY_LIST', 'The file to list the benchmarks in; none is run.'),
            ('ASSAY_ITERATIONS, ASSAY_WARMUP', 'How many measurements a report is to have, and how many before them.'),
            ('XDG_CACHE_HOME', 'Its folder assay/repetitions keeps how many operations are timed together; '
             '~/.cache where it is not set.')):
        page += ['.TP', '.B ' + plain(name)] + running(words)
    page += ['.SH EXIT STATUS']
    for status, words in ((0, 'Done.'), (2, 'A command line or a declaration that cannot be right.'),
                          (5, 'A benchmark failed.'), (6, 'The system refused something.')):
        page += ['.TP', '.B %d' % status, words]
    page += ['.SH EXAMPLES', '.nf'] + [plain(line) for line in example]
    page += ['.fi', '.SH SEE ALSO', '.BR assay (1),', '.BR assay\\-run (1),', '.BR assay\\-diff (1)', '.PP',
             'docs/harness.md (\\(dqYour first microbenchmark\\(dq),', 'docs/reporter.md (the protocol)', '']
    kept = [line for i, line in enumerate(page) if line != '.sp' or not page[i - 1].startswith('.SS')]
    with open(out, 'w', encoding='utf-8') as f:
        f.write('\n'.join(kept))


if __name__ == '__main__':
    main(*sys.argv[1:])
