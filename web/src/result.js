// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a result: each takes its view (assay-view-result-1) and gives elements. Charts on a canvas need their
// place in the document first: they are put into `later`.
import { figure, h, num, pieces, s, sentence, words } from './dom.js'
import { changed, class_of, colour, kinds, numbers, robust, rough, ticks } from './data.js'
import { correlogram, dots_of, lag, rainclouds, shares_below } from './charts.js'
import { domain, ruler, strip, strip_axis } from './ruler.js'
import { sequence } from './sequence.js'

const cut = name => (name.length > 28 ? `${name.slice(0, 27)}…` : name)
const plural = (n, word) => `${n.toLocaleString('en').replaceAll(',', '\u202f')} ${word}${n === 1 ? '' : 's'}`

// The view with what was chosen: one metric, one reference, whose values are numbers now.
export function look(view, state) {
	const metric = view.metrics.find(m => m.name === state.metric) ?? view.metrics[0]
	const planned = view.subjects.findIndex(x => x.reference)
	const asked = view.subjects.findIndex(x => x.name === state.reference)
	const from = asked >= 0 && metric.pairs.some(c => c.reference === asked && c.subject === planned) ? asked : planned
	const list = from === planned ? metric.comparisons : metric.pairs.filter(c => c.reference === from)
	metric.lists ??= (metric.values ?? []).map(v => v && { ...v, in_time: numbers(v.in_time), random: numbers(v.random) })
	const of = i => list.find(c => c.subject === i && c.reference === from) ?? list.find(c => c.subject === i)
	return { view, metric, reference: from, comparisons: list, comparison: of, kind: i => (i === from ? 'reference' : of(i)?.kind ?? 'none') }
}

export const tag = (kind, metric) => h('span', { class: `tag ${class_of(kind)}`, 'data-mark': kinds[kind]?.mark ?? '' }, kinds[kind]?.word ?? kind)

const chosen = (l, state) => l.view.subjects.map((_, i) => i).filter(i => l.metric.subjects[i] && (!state.changed || i === l.reference || changed(l.kind(i))))

// ---- the answer ----

export function answer(l, { width, narrow }) {
	const { view, metric } = l
	const next = view.rows.filter(r => r.section === 'next').sort((a, b) => b.importance - a.importance)
	const only = view.metrics[0].comparisons.length === 1 ? view.metrics[0].comparisons[0] : null
	const picture = only && only.lo != null ? ruler(only, { width, less: view.metrics[0].less, noun: view.metrics[0].title })
		: view.metrics[0].comparisons.length > 1 ? null : intervals_of(l, width)
	return h('div', {},
		h('p', { class: 'kicker' }, [view.title, view.about.note, view.about.started].filter(Boolean).join(' · ')),
		h('div', { class: next.length ? 'two' : '' },
			h('div', {}, h('h1', { tabindex: -1 }, view.answer.sentence.length ? pieces(view.answer.sentence) : view.title), view.answer.sure && h('p', { class: 'sure' }, view.answer.sure)),
			next.length > 0 && h('div', { class: 'next' }, h('h2', {}, 'What to do'), next.map(r => h('p', {}, sentence(r.text))))),
		picture && h('div', { class: 'picture', style: { marginTop: '28px' } }, picture))
}

// Means with their intervals where there is nothing to compare.
function intervals_of({ view, metric }, width) {
	const rows = metric.subjects.map((y, i) => ({ y, name: view.subjects[i].name })).filter(r => r.y?.lo != null)
	const drawn = (metric.lists ?? []).filter(Boolean).map(v => v.in_time)
	if (rows.length !== 1 || !drawn.length) return null
	const y = rows[0].y
	const range = robust(drawn)
	const x = v => 8 + ((Math.max(range.lo, Math.min(range.hi, v)) - range.lo) / (range.hi - range.lo)) * (width - 16)
	const t = ticks(range.lo / metric.axis.per, range.hi / metric.axis.per, width / 130)
	const say = `${y.range}, ${y.sure}`
	const values = drawn[0]
	return s('svg', { width, height: 84, viewBox: `0 0 ${width} 84`, role: 'img', 'aria-label': say },
		s('title', {}, say),
		dots_of(Math.min(values.length, 400), 1).map(i => values[Math.floor((i * values.length) / Math.min(values.length, 400))]).map(v => s('line', { x1: x(v), x2: x(v), y1: 12, y2: 46, stroke: 'var(--ref)', 'stroke-opacity': 0.35 })),
		s('rect', { x: x(y.lo), width: Math.max(3, x(y.hi) - x(y.lo)), y: 18, height: 22, rx: 4, fill: 'var(--ink)', 'fill-opacity': 0.3 }),
		s('line', { x1: x(y.mean.value), x2: x(y.mean.value), y1: 12, y2: 46, stroke: 'var(--ink)', 'stroke-width': 3 }),
		s('line', { x1: 8, x2: width - 8, y1: 56, y2: 56, stroke: 'var(--rule)' }),
		t.at.map((v, i) => s('text', { x: x(v * metric.axis.per), y: 74, 'text-anchor': 'middle', 'font-size': 12, class: 'mute' }, t.text(v) + (i === t.at.length - 1 && metric.axis.unit ? ` ${metric.axis.unit}` : ''))))
}

// ---- commands ----

function units(y, values, { width, range, kind, height = 22 }) {
	const x = v => 3 + ((Math.max(range.lo, Math.min(range.hi, v)) - range.lo) / (range.hi - range.lo)) * (width - 6)
	const col = colour(kind)
	const n = values.length
	const few = Math.min(n, 240)
	return s('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': y.range || y.mean.text },
		Array.from({ length: few }, (_, i) => values[Math.floor((i * n) / few)]).map(v => s('line', { x1: x(v), x2: x(v), y1: 3, y2: height - 3, stroke: col, 'stroke-opacity': few < 60 ? 0.35 : 0.2 })),
		y.lo != null && s('rect', { x: x(y.lo), width: Math.max(2, x(y.hi) - x(y.lo)), y: height / 2 - 5, height: 10, rx: 2.5, fill: col, 'fill-opacity': 0.4 }),
		s('line', { x1: x(y.mean.value), x2: x(y.mean.value), y1: height / 2 - 7, y2: height / 2 + 7, stroke: col, 'stroke-width': 2 }))
}

function units_axis(range, axis, width) {
	const t = ticks(range.lo / axis.per, range.hi / axis.per, width / 80)
	const x = v => 3 + ((v * axis.per - range.lo) / (range.hi - range.lo)) * (width - 6)
	const text = (v, i) => t.text(v) + (i === t.at.length - 1 && axis.unit ? ` ${axis.unit}` : '')
	const half = words => words.length * 3.5 // of its width: what would reach over the border ends there
	const anchor = (v, words) => (x(v) + half(words) > width ? { x: width, 'text-anchor': 'end' } : { x: x(v), 'text-anchor': 'middle' })
	return s('svg', { width, height: 16, role: 'img', 'aria-label': 'values' }, t.at.map((v, i) => s('text', { ...anchor(v, text(v, i)), y: 12, 'font-size': 12, class: 'mute' }, text(v, i))))
}

export function commands(l, state, { width, narrow }) {
	const { view, metric } = l
	const wide = narrow ? 110 : Math.min(360, width * 0.34)
	const lists = (metric.lists ?? []).map(v => v?.in_time ?? [])
	const ends = metric.subjects.filter(Boolean).flatMap(y => [y.lo, y.hi, y.mean.value]).filter(v => v != null)
	const range = robust(lists, ends)
	const rows = chosen(l, state)
	return [h('table', { class: 'commands' },
		h('caption', { class: 'hidden' }, `Commands: ${metric.title}`),
		h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'command'), h('th', { class: 'n', scope: 'col' }, 'mean'), h('th', { class: 'n', scope: 'col' }, 'interval ±'), h('th', { scope: 'col' }, units_axis(range, metric.axis, wide)), h('th', { class: 'n wide', scope: 'col' }, 'least'), h('th', { class: 'n wide', scope: 'col' }, 'median'), view.subjects.length > 1 && h('th', { scope: 'col', class: 'wide' }, 'against the reference'))),
		h('tbody', {}, rows.map(i => {
			const y = metric.subjects[i]
			const c = l.comparison(i)
			return h('tr', { 'data-kind': l.kind(i) },
				h('th', { scope: 'row', class: 'name', style: { color: 'var(--ink)', fontSize: '15px', padding: '9px 12px 9px 0', verticalAlign: 'middle' } }, view.subjects[i].name),
				h('td', { class: 'n' }, num(y.mean)), h('td', { class: 'n mute' }, y.half.replace('±', '').trim() || '–'),
				h('td', {}, units(y, lists[i] ?? [], { width: wide, range, kind: l.kind(i) })),
				h('td', { class: 'n wide' }, num(y.min)), h('td', { class: 'n wide' }, num(y.median)),
				view.subjects.length > 1 && h('td', { class: 'wide small' }, i === l.reference ? h('span', { class: 'mute' }, 'the reference') : c && h('span', { class: class_of(c.kind) }, `${kinds[c.kind]?.mark ?? ''} ${c.word}`)))
		}))),
	h('p', { class: 'caption' }, beyond(range, metric.axis), 'Thin lines: executions. Band: the mean with its interval.', state.changed && ' Only what changed is shown.')]
}

const beyond = (range, axis) => (range.above + range.below > 0 ? `${plural(range.above + range.below, 'value')} lie beyond the axis, from ${rough(range.least, axis)} to ${rough(range.most, axis)}. ` : '')

// ---- rows of words ----

const FIGURES = 20 // importance, up to which a row is for who looks for it

export function rows(view, sections) {
	const list = view.rows.filter(r => sections.includes(r.section)).sort((a, b) => b.importance - a.importance)
	const table = of => of.length > 0 && h('table', { class: 'rows' }, h('tbody', {}, of.map(r => h('tr', { class: r.warn ? 'warn' : 'note' },
		h('td', { class: 'label' }, r.label || 'note'),
		h('td', {}, r.subjects.length > 0 && h('span', { class: 'mute' }, `${r.subjects.slice(0, 3).map(i => view.subjects[i].name).join(', ')}${r.subjects.length > 3 ? ` and ${r.subjects.length - 3} more` : ''}: `), r.subjects.length ? words(r.text) : sentence(r.text), r.lines.trim() && h('span', { class: 'lines' }, r.lines.replace(/\s+$/, '')))))))
	const small = sections.includes('basis') ? [] : list.filter(r => r.importance <= FIGURES)
	const large = list.filter(r => !small.includes(r))
	if (!list.length) return null
	return [table(large) || h('p', { class: 'empty' }, 'Nothing that matters.'), small.length > 0 && h('details', { style: { marginTop: '12px' } }, h('summary', {}, `In figures: ${plural(small.length, 'row')}`), table(small))]
}

// ---- distributions ----

export function distribution(l, state, { width }) {
	const { view, metric } = l
	const rows = chosen(l, state).filter(i => metric.lists[i]).map(i => {
		const y = metric.subjects[i]
		const v = metric.lists[i]
		const f = v.density && numbers(v.density.f)
		const step = f && (v.density.to - v.density.from) / (f.length - 1)
		return {
			name: view.subjects[i].name, note: `${plural(v.of, 'execution')}`, kind: l.kind(i), mean: y.mean.value, lo: y.lo, hi: y.hi, values: v.in_time, at: k => Math.floor((k * v.of) / v.shown) + 1, of: v.of,
			density: f && Array.from(f, (d, k) => [v.density.from + k * step, d]).filter((_, k) => k % 2 === 0),
		}
	})
	if (!rows.length) return none(metric)
	const made = rainclouds(rows, { width, axis: metric.axis, title: metric.title })
	const values = rows.reduce((n, r) => n + r.of, 0)
	made.chart.dataset.marks = made.dots
	return figure(`Distribution of ${metric.title}`, made.chart, {
		caption: [beyond(made.range, metric.axis), 'Above: where executions lie. Band: the mean with its interval. Below: ', made.dots < values ? `${plural(made.dots, 'dot')} for ${plural(values, 'execution')}, evenly spread in time.` : 'each execution.'],
		head: ['command', 'least', 'lower quartile', 'median', 'upper quartile', 'most', 'mean', 'interval'],
		rows: () => chosen(l, state).map(i => { const y = metric.subjects[i]; const t = n => `${n.text} ${n.unit}`; return [view.subjects[i].name, t(y.min), t(y.q1), t(y.median), t(y.q3), t(y.max), t(y.mean), y.range] }),
	})
}

const none = metric => h('p', { class: 'empty' }, `Of ${metric.title} this page has no single values: the file has room for those of the first metrics. `, h('code', {}, 'assay export'), ' has them all.')

export function below(l, state, { width }) {
	const { view, metric } = l
	const which = chosen(l, state).filter(i => metric.lists[i]).slice(0, 8)
	if (!which.length) return none(metric)
	const chart = shares_below(which.map(i => ({ name: view.subjects[i].name, kind: l.kind(i), values: metric.lists[i].in_time })), { width, axis: metric.axis, title: metric.title })
	return figure(`Share of executions below a value of ${metric.title}`, chart, {
		caption: `How many of 100 executions lie below a value${which.length < chosen(l, state).length ? `; the first ${which.length} commands` : ''}.${which.length > 1 ? ' Curves that nowhere cross: faster everywhere.' : ''}`,
		head: ['command', 'least', 'lower quartile', 'median', 'upper quartile', 'most'],
		rows: () => which.map(i => { const y = metric.subjects[i]; const t = n => `${n.text} ${n.unit}`; return [view.subjects[i].name, t(y.min), t(y.q1), t(y.median), t(y.q3), t(y.max)] }),
	})
}

// ---- the order of time ----

export function steadiness(l, i, { width, narrow, later, hint }) {
	const { view, metric } = l
	const v = metric.lists[i]
	if (!v) return none(metric)
	const range = robust([v.in_time])
	const name = view.subjects[i].name
	const share = narrow ? width : (width - 40) / 2
	const at = k => Math.floor((k * v.of) / v.shown) + 1
	const one = (values, at, wide, label, caption) => {
		const host = h('div', { class: 'chart sequence' })
		later.push(() => sequence(host, { values, at, axis: metric.axis, range, width: wide, height: 230, kind: 'ink', label, hint }))
		return h('figure', {}, h('h3', {}, label), host, h('figcaption', {}, caption))
	}
	const thinned = v.shown < v.of ? `${plural(v.shown, 'execution')} of ${plural(v.of, 'execution')} are drawn, evenly spread in time. ` : ''
	const distance = narrow ? width / 2 - 12 : (width - 72) / 4
	return [
		h('div', { class: 'half' },
			one(v.in_time, at, share, 'In the order of time', [thinned, beyond(range, metric.axis), 'Drag to zoom, double-click to see all.']),
			one(v.random, k => k + 1, share, 'The same values in random order', [v.random_shown < v.of ? `${plural(v.random_shown, 'value')} of them. ` : '', 'What the left side has and this one has not, time has made.'])),
		v.in_time.length > 5 && [h('h3', {}, 'Each execution over the one before it, and two, three and four before'),
			h('div', { class: 'four' }, [1, 2, 3, 4].map(d => {
				const made = lag(v.in_time, d, { width: distance, axis: metric.axis, range })
				made.chart.dataset.marks = made.dots
				return figure(`${name}: executions over those ${d} before`, made.chart, { caption: `distance ${d}` })
			}))],
		v.acf && figure(`Autocorrelation of ${name}`, correlogram(v.acf, { width }), {
			caption: 'How much an execution has to do with those before it, by distance. 95 of 100 independent ones stay between the dotted lines.',
			head: ['distance', 'correlation'], rows: () => [...numbers(v.acf.r)].map((r, k) => [k + 1, r.toFixed(3)]),
		}),
	]
}

// ---- variation ----

const tones = { session: 1, build: 0.85, execution: 0.58, iteration: 0.3, time: 0.14 }

export function variation(l, state) {
	const { view, metric } = l
	const list = chosen(l, state).map(i => ({ i, levels: metric.subjects[i].levels.filter(v => v.repeated && v.share != null) })).filter(r => r.levels.length > 1)
	if (!list.length) return null
	return list.map(({ i, levels }) => {
		const total = levels.reduce((n, v) => n + Math.max(0, v.share), 0) || 1
		return h('div', { style: { marginBottom: '24px' } }, h('h3', {}, view.subjects[i].name),
			h('div', { class: 'shares', role: 'img', 'aria-label': levels.map(v => `${v.level} ${v.text}`).join(', ') }, levels.map(v => h('span', { style: { flex: `${Math.max(0.002, v.share / total)} 0 0`, opacity: tones[v.level] ?? 0.45 } }))),
			h('dl', { class: 'levels' }, levels.map(v => [h('dt', {}, v.level), h('dd', {}, v.text, v.uncertainty && h('span', { class: 'mute' }, `, of the uncertainty ${v.uncertainty}`))])),
			levels.some(v => v.share_of_uncertainty > 1.005) && h('p', { class: 'caption' }, 'Above 100 %: another level varies by less than those below it lead one to expect, and counts as 0.'))
	})
}

// ---- comparisons ----

export function comparisons(l, state, { width, narrow }) {
	const { view, metric } = l
	const list = l.comparisons.filter(c => !state.changed || changed(c.kind))
	if (!list.length) return h('p', { class: 'empty' }, state.changed ? 'Nothing changed.' : 'There is nothing to compare.')
	const range = domain(list)
	const wide = narrow ? 110 : width < 900 ? 130 : 340
	return h('table', {}, h('caption', { class: 'hidden' }, `Comparisons: ${metric.title}`),
		h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'command'), h('th', { scope: 'col', class: 'n wide' }, 'against'), h('th', { scope: 'col' }, strip_axis(range, wide)), h('th', { scope: 'col' }, 'found'), h('th', { scope: 'col', class: 'wide' }, 'interval'), h('th', { scope: 'col', class: 'wide' }, ''))),
		h('tbody', {}, list.map(c => h('tr', { 'data-kind': c.kind, class: changed(c.kind) ? '' : 'quiet' },
			h('td', { class: 'name' }, view.subjects[c.subject].name), h('td', { class: 'n mute wide' }, view.subjects[c.reference].name),
			h('td', { class: 'strip-cell' }, strip(c, { width: wide, range })), h('td', { class: `small ${class_of(c.kind)}` }, c.phrase), h('td', { class: 'small mute wide' }, c.bounds), h('td', { class: 'wide' }, tag(c.kind))))))
}

export function matrix({ view, metric }) {
	const pairs = metric.pairs
	if (!pairs.length) return null
	const of = (i, k) => pairs.find(c => c.subject === i && c.reference === k)
	const all = view.subjects.map((x, i) => i).filter(i => metric.subjects[i])
	return h('div', { class: 'scroll', style: { maxHeight: 'none' }, tabindex: 0, role: 'region', 'aria-label': 'All pairs' }, h('table', { class: 'matrix' },
		h('caption', { class: 'hidden' }, 'Each command of a row against each of a column'),
		h('thead', {}, h('tr', {}, h('td', {}), all.map(k => h('th', { scope: 'col', title: view.subjects[k].name }, cut(view.subjects[k].name))))),
		h('tbody', {}, all.map(i => h('tr', {}, h('th', { scope: 'row', title: view.subjects[i].name }, cut(view.subjects[i].name)), all.map(k => {
			const c = of(i, k)
			return h('td', { class: i === k ? 'self' : c ? class_of(c.kind) : 'mute', title: c && `${view.subjects[i].name} ${c.phrase}: ${c.bounds}` }, i === k ? '' : c ? `${kinds[c.kind]?.mark ?? ''} ${c.kind === 'undecided' ? 'undecided' : c.word}` : '')
		}))))))
}

// Every metric that was read, beside the one that decides.
export function by_metric(view, { width, narrow }) {
	const wide = width < 900 ? 130 : 300
	if (view.metrics.length < 2) return null
	const two = view.metrics[0].comparisons.length === 1
	const c = m => m.comparisons[0]
	const shown = view.metrics.filter(m => m.subjects.some(Boolean))
	const range = two && domain(shown.map(c).filter(x => x?.lo != null))
	const names = view.subjects.slice(0, narrow ? 2 : 6)
	return [h('table', {}, h('caption', { class: 'hidden' }, 'All metrics'),
		h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'metric'), names.map(x => h('th', { class: 'n', scope: 'col' }, x.name)), two && h('th', { class: 'wide', scope: 'col' }, strip_axis(range, wide)), two && h('th', { scope: 'col' }, 'change'))),
		h('tbody', {}, shown.map((m, k) => h('tr', { class: k ? 'quiet' : '' }, h('td', { class: 'name' }, m.name), names.map((_, i) => h('td', { class: 'n' }, num(m.subjects[i]?.mean))),
			two && h('td', { class: 'strip-cell wide' }, c(m)?.lo != null && strip(c(m), { width: wide, range })), two && h('td', { class: `small ${class_of(c(m)?.kind)}` }, c(m)?.word))))),
	names.length < view.subjects.length && h('p', { class: 'caption' }, `The first ${names.length} of ${view.subjects.length} commands; the choice above shows the others.`)]
}

// ---- how it was measured ----

export function provenance(view) {
	const a = view.about
	const facts = [['machine', 'Machine'], ['environment', 'Environment'], ['state', 'State']]
	return [rows(view, ['basis']),
		h('table', { class: 'facts', style: { marginTop: '20px' } }, h('tbody', {}, [['command', a.command], ['directory', a.directory], ['host', a.host], ['label', a.label], ['note', a.note], ['experiment', a.uuid], ['seed', a.seed], ['assay', a.assay]].filter(r => r[1]).map(([k, v]) => h('tr', {}, h('td', {}, k), h('td', {}, k === 'command' ? h('code', {}, v) : v))))),
		facts.map(([kind, title]) => {
			const list = a.facts.filter(f => f.kind === kind)
			return list.length > 0 && h('details', {}, h('summary', {}, `${title}: ${plural(list.length, 'fact')}`), h('table', { class: 'facts' }, h('tbody', {}, list.map(f => h('tr', {}, h('td', {}, f.name), h('td', {}, f.value))))))
		})]
}
