// SPDX-License-Identifier: GPL-3.0-or-later
// A benchmark over its versions: assay-view-history-1. Dots are versions with their intervals, bands the levels between
// changes. A version is picked by click or Enter: one opens its experiment, two are compared.
import { add, h, num, pieces, s } from './dom.js'
import { class_of, colour, ticks } from './data.js'
import { address, site } from './site.js'

const LEFT = 66
const RIGHT = 14
const TOP = 62
const BOTTOM = 30

const called = v => (v.commit ? v.commit.slice(0, 9) : v.label)

function range_of(view, from, to) {
	const shown = view.list.slice(from, to + 1)
	const all = shown.map(v => v.mean.value).filter(Number.isFinite)
	const ends = shown.flatMap(v => [v.lo, v.hi]).filter(v => v != null)
	const sorted = [...all].sort((a, b) => a - b)
	const middle = sorted[sorted.length >> 1] ?? 0
	const wide = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0)
	// Ends of intervals far away do not flatten the rest, and noise of a quiet benchmark looks quiet.
	let lo = Math.max(Math.min(...ends, ...all), (sorted[0] ?? 0) - wide)
	let hi = Math.min(Math.max(...ends, ...all), (sorted.at(-1) ?? 0) + wide)
	lo = Math.min(lo, middle - Math.abs(middle) * 0.04)
	hi = Math.max(hi, middle + Math.abs(middle) * 0.04)
	if (!(hi > lo)) [lo, hi] = [lo - 1, hi + 1]
	const pad = (hi - lo) * 0.05
	return { lo: lo - pad, hi: hi + pad }
}

function draw(view, state, { width, height, narrow }, pick, say) {
	const { from, to } = state
	const range = range_of(view, from, to)
	const n = Math.max(1, to - from)
	const x = at => LEFT + ((at - from) / n) * (width - LEFT - RIGHT - 8) + 4
	const y = v => TOP + (1 - (Math.max(range.lo, Math.min(range.hi, v)) - range.lo) / (range.hi - range.lo)) * (height - TOP - BOTTOM)
	const t = ticks(range.lo / view.axis.per, range.hi / view.axis.per, (height - TOP - BOTTOM) / 48)
	const inside = at => at >= from && at <= to
	const step = Math.max(1, Math.ceil((to - from + 1) / Math.max(2, Math.floor(width / 170))))
	const days = []
	for (let at = from; at <= to; at += step) days.push(at)
	const many = to - from > 400
	const changes = view.changes.filter(c => inside(c.at))
	const room = at => (changes.filter(c => c.at > at).map(c => x(c.at))[0] ?? width) - x(at) - 12
	const cut = (text, wide) => (text && text.length * 7.2 > wide ? `${text.slice(0, Math.max(1, Math.floor(wide / 7.2) - 1))}…` : text)
	return s('svg', { width, height, viewBox: `0 0 ${width} ${height}`, class: 'history' },
		t.at.map((v, i) => [s('line', { x1: LEFT, x2: width - RIGHT, y1: y(v * view.axis.per), y2: y(v * view.axis.per), stroke: 'var(--rule)' }),
			s('text', { x: LEFT - 8, y: y(v * view.axis.per) + 4, 'text-anchor': 'end', 'font-size': 12, class: 'mute' }, t.text(v) + (i === t.at.length - 1 && view.axis.unit ? ` ${view.axis.unit}` : ''))]),
		days.map((at, i) => s('text', { x: x(at), y: height - 8, 'text-anchor': i ? 'middle' : 'start', 'font-size': 12, class: 'mute' }, view.list[at].day)),
		view.changes.filter(c => c.last >= from && c.first <= to && c.last > c.first).map(c => s('rect', { x: x(Math.max(from, c.first)), width: Math.max(2, x(Math.min(to, c.last)) - x(Math.max(from, c.first))), y: TOP - 10, height: height - TOP - BOTTOM + 10, fill: colour(c.kind), 'fill-opacity': 0.1 })),
		view.breaks.filter(b => inside(b.at)).map(b => [s('line', { x1: x(b.at - 0.5), x2: x(b.at - 0.5), y1: TOP - 10, y2: height - BOTTOM, stroke: 'var(--faint)', 'stroke-width': 3 }), s('text', { x: x(b.at - 0.5) + 6, y: height - BOTTOM - 6, 'font-size': 12, class: 'mute' }, b.word)]),
		view.levels.filter(l => l.to >= from && l.from <= to).map(l => [
			s('line', { x1: x(Math.max(from, l.from)) - 4, x2: x(Math.min(to, l.to)) + 4, y1: y(l.mean), y2: y(l.mean), stroke: colour(l.kind), 'stroke-width': 2.25, 'stroke-opacity': 0.9 })]),
		view.list.map((v, at) => inside(at) && Number.isFinite(v.mean.value) && s('g', { class: `version${state.picked.includes(at) ? ' picked' : ''}${state.cursor === at ? ' at' : ''}`, 'data-at': at, onclick: () => pick(at), onpointerenter: () => say(at) },
			!many && v.lo != null && s('line', { x1: x(at), x2: x(at), y1: y(v.lo), y2: y(v.hi), stroke: 'var(--ref)', 'stroke-opacity': 0.55 }),
			s('circle', { cx: x(at), cy: y(v.mean.value), r: many ? 1.5 : 2.5, class: 'dot' }),
			!many && s('rect', { x: x(at) - Math.max(4, Math.min(12, (width - LEFT) / n / 2)), width: 2 * Math.max(4, Math.min(12, (width - LEFT) / n / 2)), y: y(v.mean.value) - 12, height: 24, fill: 'transparent' }))),
		changes.map(c => [s('line', { x1: x(c.at - 0.5), x2: x(c.at - 0.5), y1: 4, y2: height - BOTTOM, stroke: c.state ? 'var(--mute)' : colour(c.kind), 'stroke-width': 1.5, 'stroke-dasharray': '4 3' }),
			s('text', { x: x(c.at - 0.5) + 6, y: 16, 'font-size': 13, 'font-weight': 600, class: c.state ? 'mute' : `${class_of(c.kind)}-text` }, cut(c.word, room(c.at) + 20)),
			s('text', { x: x(c.at - 0.5) + 6, y: 32, 'font-size': 12, class: 'ink-text' }, cut(called(c), room(c.at))),
			!narrow && s('text', { x: x(c.at - 0.5) + 6, y: 48, 'font-size': 12, class: 'mute' }, cut(c.subject ?? '', Math.min(190, room(c.at))))]))
}

// In a file there is nothing to go to: what would open it is said.
const open_one = (v, alone, ...words) => (alone ? h('span', {}, words, ' ', h('code', {}, `assay show ${v.experiment}`)) : h('a', { class: 'button', href: address('/result', { id: v.experiment }) }, words))
const to_result = (v, alone, ...words) => (alone ? words : h('a', { href: address('/result', { id: v.experiment }) }, words))

function chart(view, { width, narrow, alone }) {
	const all = { from: 0, to: view.list.length - 1 }
	const state = { ...all, cursor: -1, picked: [] }
	const size = { width, height: narrow ? 300 : 400, narrow }
	const host = h('div', { class: 'chart', tabindex: 0, role: 'application', 'aria-roledescription': 'chart', 'aria-label': `${view.title}. Arrows walk over the versions, Enter picks one, plus and minus zoom, 0 shows all.` })
	const read = h('p', { class: 'readout', 'aria-live': 'polite' })
	const bar = h('p', { class: 'picks' })
	const line = at => { const v = view.list[at]; return [h('code', {}, called(v)), ` ${v.day}  `, v.subject && `${v.subject}  `, h('b', {}, `${v.mean.text} ${v.mean.unit}`), v.half && ` ${v.half}`, `  ${v.units} unit${v.units === 1 ? '' : 's'}`] }
	const say = at => read.replaceChildren(...line(at).filter(Boolean))
	const show = () => {
		host.replaceChildren(draw(view, state, size, pick, say))
		const [a, b] = [...state.picked].sort((p, q) => p - q).map(at => view.list[at])
		bar.replaceChildren(...(a && b ? [alone ? h('code', {}, `assay compare ${a.experiment} ${b.experiment}`) : h('a', { class: 'button', href: address('/compare', { a: a.experiment, b: b.experiment }) }, `Compare ${called(a)} with ${called(b)}`)]
			: a ? [open_one(a, alone, `Open the experiment of ${called(a)}`), ' or pick another version to compare the two']
			: [site.up != null ? 'Drag to zoom, double-click for all.' : 'Pick a version to open its experiment, two to compare them. Drag to zoom, double-click for all.']))
	}
	const pick = at => {
		const had = state.picked.indexOf(at)
		if (had >= 0) state.picked.splice(had, 1)
		else state.picked.push(at)
		if (state.picked.length > 2) state.picked.shift()
		state.cursor = at
		show()
		say(at)
	}
	const zoom = (from, to) => {
		state.from = Math.max(0, Math.round(from))
		state.to = Math.min(all.to, Math.max(Math.round(to), state.from + Math.min(4, all.to)))
		show()
	}
	host.addEventListener('keydown', e => {
		const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -1e9, End: 1e9 }[e.key]
		const middle = state.cursor >= 0 ? state.cursor : (state.from + state.to) / 2
		const half = (state.to - state.from) / 2
		if (step) state.cursor = beyond((state.cursor < 0 ? (step > 0 ? state.from - 1 : state.to + 1) : state.cursor) + step, Math.sign(step))
		else if (e.key === 'Enter' && state.cursor >= 0) pick(state.cursor)
		else if (e.key === '+' || e.key === '=') zoom(middle - half / 2, middle + half / 2)
		else if (e.key === '-') zoom(middle - half * 2, middle + half * 2)
		else if (e.key === '0') zoom(0, all.to)
		else return
		e.preventDefault()
		if (!step) return
		if (state.cursor < state.from || state.cursor > state.to) zoom(state.cursor - half, state.cursor + half)
		show()
		say(state.cursor)
	})
	// The next version that is told; at an end the last one.
	function beyond(at, step) {
		let i = Math.max(0, Math.min(all.to, at))
		while (view.list[i]?.left && i > 0 && i < all.to) i += step
		return i
	}
	let down = null
	const at = e => state.from + ((e.clientX - host.getBoundingClientRect().left - LEFT - 4) / Math.max(1, size.width - LEFT - RIGHT - 8)) * Math.max(1, state.to - state.from)
	host.addEventListener('pointerdown', e => { down = { x: e.clientX, at: at(e) } })
	host.addEventListener('pointerup', e => {
		if (down && Math.abs(e.clientX - down.x) > 12) zoom(Math.min(down.at, at(e)), Math.max(down.at, at(e)))
		down = null
	})
	host.addEventListener('dblclick', () => zoom(0, all.to))
	show()
	return [host, read, bar]
}

const small = { worse: '▲', better: '▼' }

function changes_table(view, alone) {
	if (!view.changes.length) return null
	return h('table', { class: 'changes' }, h('caption', { class: 'hidden' }, 'Changes, the newest first'),
		h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'change'), h('th', { scope: 'col', class: 'wide' }, `${Math.round(view.confidence * 1000) / 10}\u202f%`), h('th', { scope: 'col' }, 'version'), h('th', { scope: 'col', class: 'wide' }, 'may as well be'), h('th', { scope: 'col', class: 'n wide' }, 'p'))),
		h('tbody', {}, [...view.changes].reverse().map(c => h('tr', { 'data-kind': c.kind },
			h('td', { class: `strong ${c.state ? 'mute' : class_of(c.kind)}` }, `${small[c.kind] ?? ''} ${c.word}`, c.state && h('div', { class: 'small mute' }, c.state)),
			h('td', { class: 'small mute wide' }, c.bounds),
			h('td', {}, to_result(view.list[c.at], alone, c.commit ? h('code', {}, called(c)) : c.label), ` ${c.subject ?? ''}`, h('div', { class: 'small mute' }, c.day)),
			h('td', { class: 'small mute wide' }, c.near || 'no other'),
			h('td', { class: 'small mute n wide' }, c.p)))))
}

const MOST = 500

function versions_table(view, alone) {
	const rows = view.list.map((v, i) => [v, i]).filter(([v]) => !v.left).reverse()
	const shown = rows.slice(0, MOST)
	const d = h('details', { class: 'data' }, h('summary', {}, view.told ? `${view.told} of ${view.list.length} versions` : `Every version: ${view.list.length}`))
	d.addEventListener('toggle', () => {
		if (!d.open || d.children.length > 1) return
		add(d, h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Versions' }, h('table', {},
			h('thead', {}, h('tr', {}, ['version', 'when', 'mean', '±', 'units', 'what it is', 'result'].map(t => h('th', { scope: 'col' }, t)))),
			h('tbody', {}, shown.map(([v]) => h('tr', {}, h('td', {}, v.commit ? h('code', {}, called(v)) : v.label), h('td', {}, v.day), h('td', { class: 'n' }, num(v.mean)), h('td', { class: 'n' }, v.half), h('td', { class: 'n' }, String(v.units)), h('td', {}, v.subject ?? ''), h('td', {}, to_result(v, alone, String(v.experiment)))))))),
		rows.length > MOST && h('p', { class: 'caption' }, `The newest ${MOST} of ${rows.length} versions.`))
	})
	return d
}

// Of a thinned history the versions that are left out have their places, and nothing else.
function spread(view) {
	const last = Math.max(...view.list.map(v => v.at), ...view.levels.map(l => l.to))
	if (view.list.length === last + 1) return view
	const told = new Map(view.list.map(v => [v.at, v]))
	const list = []
	for (let at = 0, before = view.list[0]; at <= last; at++) {
		before = told.get(at) ?? { ...before, left: true, lo: null, hi: null, mean: { value: NaN, text: '', unit: '' } }
		list.push(before)
	}
	return { ...view, list, told: told.size }
}

export function history(thinned, k, size) {
	const view = spread(thinned)
	return h('article', { id: `r${k + 1}`, 'aria-label': view.name },
		h('p', { class: 'kicker' }, size.alone ? 'History' : h('a', { href: address('/benchmarks') }, 'Benchmarks'), ` / ${view.title.trim().replace(/ {2,}/, ': ')}`),
		h('h1', { tabindex: -1 }, pieces(view.answer.sentence)),
		h('p', { class: 'sure' }, view.answer.sure),
		view.newest.trim() && h('p', { class: 'lead newest' }, view.newest.trim()),
		h('div', { style: { marginTop: '28px' } }, chart(view, size)),
		h('p', { class: 'caption' }, 'Dots: versions, with the interval of each. Lines: levels between changes. Dashed: a change, at the version that made it; tinted: where it may as well be.'),
		h('div', { style: { marginTop: '28px' } }, changes_table(view, size.alone)),
		versions_table(view, size.alone))
}
