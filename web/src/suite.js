// SPDX-License-Identifier: GPL-3.0-or-later
// What changed between two versions: assay-view-suite-1. A table that is filtered, searched and sorted.
import { h, num, pieces } from './dom.js'
import { changed, class_of, kinds } from './data.js'
import { domain, strip, strip_axis } from './ruler.js'
import { tag } from './result.js'

const quiet = kind => !changed(kind)
const columns = [
	{ id: 'name', title: 'benchmark', key: r => r.name },
	{ id: 'change', title: 'change', key: r => (r.ratio == null ? -Infinity : Math.abs(Math.log(r.ratio))), down: true, number: true },
]

function filtered(view, state) {
	const words = state.search.toLowerCase().split(/\s+/).filter(Boolean)
	const rows = view.rows.filter(r => (!state.kind || r.kind === state.kind) && words.every(w => r.name.toLowerCase().includes(w)))
	const column = columns.find(c => c.id === state.sort)
	if (!column) return rows
	const sign = state.down ? -1 : 1
	return [...rows].sort((a, b) => { const [x, y] = [column.key(a), column.key(b)]; return sign * (x < y ? -1 : x > y ? 1 : 0) })
}

const MOST = 200

function body(view, state, range, wide) {
	const rows = filtered(view, state)
	const shown = state.all ? rows : rows.slice(0, MOST)
	return [shown.map(r => h('tr', { 'data-kind': r.kind, class: quiet(r.kind) ? 'quiet' : '' },
		h('td', { class: 'name' }, r.result == null ? r.name : h('a', { href: `#r${r.result + 2}` }, r.name)),
		r.lo != null ? [
			h('td', { class: `n ${class_of(r.kind)}` }, r.word),
			h('td', { class: 'small mute wide' }, r.bounds),
			h('td', { class: 'strip-cell' }, strip(r, { width: wide, range })),
			h('td', { class: 'n wide' }, num(r.base)), h('td', { class: 'n wide' }, num(r.head)),
		] : h('td', { colspan: 5, class: 'small' }, r.why ?? r.word, r.output && h('code', { class: 'output' }, r.output)),
		h('td', { class: 'wide' }, tag(r.kind), r.gates && h('div', { class: 'small mute' }, r.gates))))
	, rows.length > shown.length && h('tr', {}, h('td', { colspan: 7 }, h('button', { class: 'button', type: 'button', onclick: () => { state.all = true; state.redraw() } }, `Show all ${rows.length}`))),
	!rows.length && h('tr', {}, h('td', { colspan: 7, class: 'mute' }, 'No benchmark is called so.'))]
}

export function suite(view, k, { width, narrow }, state) {
	const range = domain(view.rows.filter(r => r.lo != null))
	const wide = narrow ? 96 : width < 900 ? 120 : 230
	const table = h('tbody', {})
	const count = h('p', { class: 'caption', role: 'status' })
	const heads = columns.map(c => h('th', { scope: 'col', class: c.number ? 'n' : '' }, h('button', { class: 'sort', type: 'button', onclick: () => { const again = state.sort === c.id; state.down = again ? !state.down : !!c.down; state.sort = c.id; state.redraw() } }, c.title)))
	state.redraw = () => {
		table.replaceChildren(...body(view, state, range, wide).flat(9).filter(Boolean))
		for (const [i, c] of columns.entries()) heads[i].setAttribute('aria-sort', state.sort === c.id ? (state.down ? 'descending' : 'ascending') : 'none')
		const n = filtered(view, state).length
		count.textContent = n < view.rows.length ? `${n} of ${view.rows.length} benchmark${view.rows.length === 1 ? '' : 's'}` : n === 1 ? '1 benchmark' : `${n} benchmarks, what is worst first`
		for (const b of chips.children) b.setAttribute('aria-pressed', String((b.dataset.kind || null) === state.kind))
	}
	const present = Object.entries(view.counts).filter(([, n]) => n)
	const chips = h('div', { class: 'chips', role: 'group', 'aria-label': 'Which' }, [[null, view.rows.length], ...present].map(([kind, n]) => h('button', { class: 'chip', type: 'button', 'data-kind': kind ?? '', onclick: () => { state.kind = kind; state.redraw() } }, `${kind ? kinds[kind]?.word ?? kind : 'all'} ${n}`)))
	const search = h('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search benchmarks', value: state.search, oninput: e => { state.search = e.target.value; state.redraw() } })
	const made = h('article', { id: `r${k + 1}`, 'aria-label': view.title },
		h('p', { class: 'kicker' }, `${view.title}: ${view.head} against ${view.base}`),
		h('h1', { tabindex: -1 }, pieces(view.answer.sentence)),
		h('p', { class: 'sure' }, [view.overall && `Overall ${view.overall}`, view.together].filter(Boolean).join('. ')),
		h('div', { class: 'controls' }, chips, search),
		h('table', { class: 'suite' }, h('caption', { class: 'hidden' }, 'What changed'),
			h('thead', {}, h('tr', {}, heads, h('th', { scope: 'col', class: 'wide' }, 'interval'), h('th', { scope: 'col' }, strip_axis(range, wide)), h('th', { scope: 'col', class: 'n wide' }, view.base), h('th', { scope: 'col', class: 'n wide' }, view.head), h('th', { scope: 'col', class: 'wide' }, 'verdict'))),
			table),
		count)
	state.redraw()
	return made
}
