// SPDX-License-Identifier: GPL-3.0-or-later
// The page: compositions of parts over the documents in it. What is chosen lives in the address, so that a link opens it.
import { h } from './dom.js'
import { documents } from './data.js'
import { watch } from './watch.js'
import * as R from './result.js'
import { pictures } from './pictures.js'
import { suite } from './suite.js'
import { data_links, navigation, part_of, served, session } from './served.js'
import { address, site } from './site.js'

const views = documents()
// Of a page that is served the first document says where it is.
const place = views[0]?.schema === 'assay-view-served-1' ? views.shift() : null
// Of a result of very many commands those that are shown.
const listed = views[0]?.schema === 'assay-view-part-1' ? views.shift() : null
if (place?.up != null) Object.assign(site, { up: place.up, results: new Set(place.results) })
if (place) Object.assign(session, { key: place.session, who: place.who, signs: place.signs })
const root = document.getElementById('page')
const state = { metric: null, reference: null, changed: false, command: {}, part: '' }
const keep = { // a page from a file may have no storage
	get: k => { try { return localStorage.getItem(k) } catch { return null } },
	set: (k, v) => { try { localStorage.setItem(k, v) } catch { /* it holds until it is closed */ } },
}

// ---- the address: #part&metric=wall&reference=a&changed ----

function read_address() {
	const [part, ...rest] = location.hash.slice(1).split('&')
	const said = new URLSearchParams(rest.join('&'))
	state.part = decodeURIComponent(part ?? '')
	state.metric = said.get('metric')
	state.reference = said.get('reference')
	state.changed = said.has('changed')
}

function write_address() {
	const said = new URLSearchParams()
	if (state.metric) said.set('metric', state.metric)
	if (state.reference) said.set('reference', state.reference)
	if (state.changed) said.set('changed', '')
	const rest = said.toString()
	history.replaceState(null, '', state.part || rest ? `#${state.part}${rest ? `&${rest}` : ''}` : location.pathname + location.search)
}

// ---- theme ----

const preferred = () => keep.get('assay-theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
function set_theme(theme) { document.documentElement.dataset.theme = theme }

// ---- composition ----

function part(id, title, lead, ...content) {
	const shown = content.flat(9).filter(Boolean)
	if (!shown.length) return null
	return h('section', { id, 'aria-labelledby': `${id}-h` },
		h('h2', { id: `${id}-h` }, title, h('a', { class: 'anchor', href: `#${id}`, 'aria-label': `Link to: ${title}` }, '#')),
		lead && h('p', { class: 'lead' }, lead), shown)
}

const choice = (label, options, value, change) => h('label', {}, label, h('select', { onchange: e => change(e.target.value) }, options.map(o => h('option', { value: o, selected: o === value }, o))))

function choose(values) {
	Object.assign(state, values)
	write_address()
	draw()
}

function controls(l) {
	const { view, metric } = l
	const several = view.subjects.length > 2
	const free = metric.pairs.length === view.subjects.length * (view.subjects.length - 1)
	if (view.metrics.length < 2 && !several) return null
	return h('div', { class: 'controls', role: 'group', 'aria-label': 'What is shown' },
		view.metrics.length > 1 && choice('Metric', view.metrics.map(m => m.name), metric.name, v => choose({ metric: v })),
		several && free && choice('Reference', view.subjects.map(x => x.name), view.subjects[l.reference].name, v => choose({ reference: v })),
		several && h('label', {}, h('input', { type: 'checkbox', checked: state.changed, onchange: e => choose({ changed: e.target.checked }) }), 'only what changed'))
}

// A page of its own, also among files.
const result_id = () => new URLSearchParams(location.search).get('id') ?? /\/(\d+)\.html$/.exec(location.pathname)?.[1]
const quantiles_at = view => place?.page === 'result' && view.pictures.some(p => p.kind === 'quantiles') && h('p', { class: 'small' }, h('a', { href: address('/quantiles', { id: result_id() }) }, 'Quantiles, each with its interval'))

function result(view, k, size, later) {
	const l = R.look(view, state)
	const id = name => `r${k + 1}-${name}`
	const command = Math.min(state.command[k] ?? 0, view.subjects.length - 1)
	const of = { ...size, later, hint: '' }
	const wide = view.subjects.length > 1
	return h('article', { id: `r${k + 1}`, 'aria-label': view.title || `result ${k + 1}` },
		R.answer(l, of),
		controls(l),
		h('div', { id: id('commands'), style: { marginTop: '28px' } }, R.commands(l, state, of)),
		part(id('disturbed'), 'What disturbed it', null, R.rows(view, ['disturbed', 'answer'])),
		part(id('speed'), 'How fast is each?', null, R.distribution(l, state, of)),
		part(id('steady'), 'Was it steady?', null,
			wide && h('div', { class: 'controls', style: { margin: '0 0 16px' } }, choice('Command', view.subjects.map(x => x.name), view.subjects[command].name, v => { state.command[k] = view.subjects.findIndex(x => x.name === v); draw() })),
			R.steadiness(l, command, of)),
		part(id('everywhere'), wide ? 'Is it so everywhere?' : 'Where do the values lie?', null, R.below(l, state, of), quantiles_at(view)),
		part(id('variation'), 'Where does the variation come from?', null, R.variation(l, state), R.rows(view, ['variation'])),
		wide && part(id('compare'), 'How do they compare?', null, R.comparisons(l, state, of), R.matrix(l) && [h('h3', { style: { marginTop: '36px' } }, 'Every two of them'), R.matrix(l)]),
		part(id('pictures'), 'What else is there to see?', 'Each picture that assay plot draws of it, opened by a click.', pictures(view, id('pictures'), of)),
		part(id('metrics'), 'What else was read?', null, R.by_metric(view, of)),
		part(id('measured'), 'How was it measured?', null, R.provenance(view)))
}

const blank = () => ({ search: '', kind: null, sort: null, down: false, all: false })
const suites = views.map(blank)
const drawers = { ...served, 'assay-view-result-1': result, 'assay-view-suite-1': (view, k, size) => suite(view, k, size, (suites[k] ??= blank())) }

function top(theme) {
	const a = views.find(v => v.about)?.about
	return h('header', { class: 'top' }, h('a', { class: 'skip', href: '#main' }, 'To the answer'), h('b', {}, 'assay'),
		place && navigation(place),
		views.length > 1 && views.length < 9 && !behind && h('nav', { 'aria-label': 'results' }, views.map((v, k) => h('a', { href: `#r${k + 1}` }, v.title || v.name || `result ${k + 1}`))),
		h('span', { class: 'right wide' }, [a?.host, a?.took].filter(Boolean).join(' · ')),
		h('button', { class: 'button', type: 'button', onclick: () => { const t = theme === 'dark' ? 'light' : 'dark'; keep.set('assay-theme', t); set_theme(t); draw() } }, theme === 'dark' ? 'Light' : 'Dark'))
}

// The results behind a review are drawn when they are opened: there may be many.
const behind = views[0]?.schema === 'assay-view-suite-1'
const opened = new Set()
const openers = new Map()

function folded(view, k, size) {
	const title = view.title || `result ${k + 1}`
	const d = h('details', { class: 'behind' }, h('summary', {}, title))
	const fill = () => {
		opened.add(k)
		if (d.children.length > 1) return
		const later = []
		d.append(result(view, k, size, later))
		for (const f of later) f()
	}
	openers.set(k, () => { d.open = true; fill() })
	d.addEventListener('toggle', () => (d.open ? fill() : opened.delete(k)))
	return d
}

function go_to_part() {
	const k = Number(/^r(\d+)/.exec(state.part)?.[1]) - 1
	openers.get(k)?.()
	const there = document.getElementById(state.part)
	there?.fill?.()
	if (there?.tagName === 'DETAILS') there.open = true
	there?.scrollIntoView()
}

let drawn_width = 0

function draw() {
	const focus = document.activeElement?.tagName === 'SELECT' || document.activeElement?.tagName === 'INPUT' || document.activeElement?.tagName === 'BUTTON' ? [...root.querySelectorAll('select, input, button')].indexOf(document.activeElement) : -1
	const at = scrollY
	const narrow = innerWidth <= 720
	drawn_width = document.documentElement.clientWidth
	const size = { narrow, alone: !place, width: Math.min(1040, drawn_width - (narrow ? 32 : 80)) }
	const later = []
	root.replaceChildren(top(document.documentElement.dataset.theme), h('main', { id: 'main', tabindex: -1 }, listed && part_of(listed),
		views.map((v, k) => (behind && k && v.subjects ? [k === 1 && h('h2', { class: 'behind-head' }, 'Each of them'), folded(v, k, size)] : drawers[v.schema]?.(v, k, size, later))).flat()),
		h('p', { class: 'foot' }, 'Every number and every sentence was made by assay ', views.find(v => v.about)?.about.assay ?? '', ' when it was measured; this page draws them', place ? ['. From ', place.store, place.json && ', as ', data_links(place)] : ', and asks for nothing.'))
	for (const f of later) f()
	for (const k of opened) openers.get(k)?.()
	scrollTo(0, at)
	if (focus >= 0) root.querySelectorAll('select, input, button')[focus]?.focus()
	document.body.dataset.ready = 'yes'
}

addEventListener('hashchange', () => { const was = `${state.metric} ${state.reference} ${state.changed}`; read_address(); if (was !== `${state.metric} ${state.reference} ${state.changed}`) draw(); go_to_part() })
let waiting = 0
addEventListener('resize', () => { clearTimeout(waiting); waiting = setTimeout(() => document.documentElement.clientWidth !== drawn_width && draw(), 150) })
let was_theme = null
addEventListener('beforeprint', () => { was_theme = document.documentElement.dataset.theme; set_theme('light'); draw(); for (const d of document.querySelectorAll('details:not(.data):not(.behind)')) { d.fill?.(); d.open = true } })
addEventListener('afterprint', () => { if (was_theme) set_theme(was_theme); draw() })
addEventListener('keydown', e => {
	if (e.target.closest('input, select, textarea, .chart') || e.ctrlKey || e.metaKey || e.altKey) return
	const data = [...document.querySelectorAll('details.data')]
	if (e.key === '/') { const search = document.querySelector('input[type=search]'); if (search) { e.preventDefault(); search.focus() } }
	if (e.key === 't') { const open = data.some(d => !d.open); for (const d of data) d.open = open }
})

read_address()
set_theme(preferred())
draw()
if (state.part) go_to_part()

if (place && place.up == null) watch(place, later => { views.splice(0, views.length, ...later); draw() })
