// SPDX-License-Identifier: GPL-3.0-or-later
// Pages of assay serve: lists, benchmarks, what changed. What is chosen is in the address, and the server searches.
import { h, num, pieces, s } from './dom.js'
import { class_of, colour, kinds } from './data.js'
import { history } from './history.js'
import { picture } from './pictures.js'
import { address, site } from './site.js'

const words = [['changes', '/', 'What changed'], ['benchmarks', '/benchmarks', 'Benchmarks'], ['suites', '/suites', 'Suites'], ['alerts', '/alerts', 'Alerts'], ['results', '/results', 'Results'], ['machines', '/machines', 'Machines'], ['compare', '/compare', 'Compare']]
const within = { benchmark: 'benchmarks', result: 'results', quantiles: 'results' }

export const navigation = place => h('nav', { 'aria-label': 'pages' }, words.filter(([, to]) => address(to)).map(([page, to, title]) => h('a', { href: address(to), 'aria-current': (within[place.page] ?? place.page) === page ? 'page' : null }, title)))

export const data_links = place => [place.json && h('a', { href: place.json }, 'JSON'), place.csv && [' or ', h('a', { href: place.csv }, 'CSV')]]

export const benchmark = r => address('/benchmark', { name: r.name, series: r.key })

// As wide as what it says that is searched.
function field(what, more) {
	const words = `Search ${what}`
	return h('input', { type: 'search', placeholder: words, 'aria-label': words, size: words.length + 3, ...more })
}

// Of a page in a file the rows that it has.
function filter(what) {
	const input = field(what)
	input.addEventListener('input', () => {
		const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
		for (const row of document.querySelectorAll('ul.cards > li, table > tbody > tr:has(td)')) row.hidden = !words.every(w => row.textContent.toLowerCase().includes(w))
	})
	return h('p', { class: 'controls' }, input)
}

// What is searched for goes to the server with Enter, and a little after the last key.
function search(view, what) {
	if (site.up != null) return filter(what)
	const form = h('form', { class: 'controls', role: 'search', method: 'get' }, field(what, { name: 'q', value: view.search }))
	form.append(h('button', { class: 'button', type: 'submit' }, 'Search'))
	return form
}

function pager(view, before = 'Newer', after = 'Older') {
	if (view.pages < 2) return null
	const list = site.up != null ? `/${/^index/.test(location.pathname.split('/').pop()) ? '' : (/^[a-z]+/.exec(location.pathname.split('/').pop()) ?? [''])[0]}` : location.pathname
	const to = n => address(list, { ...Object.fromEntries(new URLSearchParams(location.search)), page: n })
	return h('p', { class: 'pager' }, view.page > 1 && h('a', { href: to(view.page - 1), rel: 'prev' }, before), ` page ${view.page} of ${view.pages} `, view.page < view.pages && h('a', { href: to(view.page + 1), rel: 'next' }, after))
}

// Which commands of a result of very many are on its page; the search keeps what else the address says.
export function part_of(view) {
	const form = search(view, 'commands')
	for (const [name, value] of new URLSearchParams(location.search)) if (name !== 'q' && name !== 'page') form.prepend(h('input', { type: 'hidden', name, value }))
	return h('div', { class: 'part' }, h('p', { class: 'sure' }, view.answer), form, pager(view, 'Before', 'After'))
}

// ---- the course of a series in a row: its values as dots, its levels as lines ----

export function course(c, { width = 220, height = 34, label }) {
	const all = [...c.values.map(v => v[1]), ...c.levels.map(l => l.mean)].filter(Number.isFinite)
	const sorted = [...all].sort((a, b) => a - b)
	const middle = sorted[sorted.length >> 1]
	// Noise of a quiet benchmark looks quiet: never narrower than 4 % around the middle.
	const lo = Math.min(sorted[0], middle - Math.abs(middle) * 0.04)
	const hi = Math.max(sorted.at(-1), middle + Math.abs(middle) * 0.04)
	const x = at => 2 + (c.versions > 1 ? at / (c.versions - 1) : 0.5) * (width - 4)
	const y = v => (hi > lo ? height - 4 - ((v - lo) / (hi - lo)) * (height - 8) : height / 2)
	return s('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label },
		c.values.filter(v => Number.isFinite(v[1])).map(([at, v]) => s('circle', { cx: x(at), cy: y(v), r: 1.2, fill: 'var(--ref)' })),
		c.levels.map(l => s('line', { x1: x(l.from), x2: Math.max(x(l.to), x(l.from) + 2), y1: y(l.mean), y2: y(l.mean), stroke: colour(l.kind), 'stroke-width': 1.75 })))
}

const commit = c => [c.commit ? h('code', {}, c.commit.slice(0, 9)) : c.label, ' ', c.subject, c.near && h('span', { class: 'mute' }, c.subject ? ', or ' : ' or ', c.near)]

// ---- what changed ----

function changes(view, k, { narrow }) {
	const wide = narrow ? 110 : 220
	const row = r => h('tr', { 'data-kind': r.change?.kind ?? 'undecided' },
		h('td', { class: 'name' }, h('a', { href: benchmark(r) }, r.name), h('div', { class: 'small mute narrow' }, r.change?.bounds)),
		r.change ? [h('td', { class: `n strong ${r.change.state ? 'mute' : class_of(r.change.kind)}` }, r.change.word), h('td', { class: 'small mute wide' }, r.change.bounds)]
			: h('td', { colspan: 2, class: 'small' }, h('span', { class: 'tag mute', 'data-mark': '?' }, 'suspected')),
		h('td', { class: 'strip-cell' }, course(r.course, { width: wide, label: `${r.versions} versions` })),
		h('td', { class: 'small wide' }, r.change ? commit(r.change) : r.newest),
		h('td', { class: 'small mute n wide' }, r.change && (r.change.state || r.change.day)))
	return h('article', { id: `r${k + 1}`, 'aria-label': 'What changed' },
		h('p', { class: 'kicker' }, 'What changed'),
		h('h1', { tabindex: -1 }, pieces(view.answer.sentence)),
		view.answer.sure && h('p', { class: 'sure' }, view.answer.sure),
		view.alerts && h('p', { class: 'sure' }, h('a', { href: address('/alerts') }, view.alerts), '.'),
		view.of > 0 && [search(view, 'changes'),
			h('table', { class: 'suite' }, h('caption', { class: 'hidden' }, 'Changes, the newest first'),
				h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'benchmark'), h('th', { scope: 'col', class: 'n' }, 'change'), h('th', { scope: 'col', class: 'wide' }, 'interval'), h('th', { scope: 'col' }, 'all versions'), h('th', { scope: 'col', class: 'wide' }, 'commit'), h('th', { scope: 'col', class: 'n wide' }, 'when'))),
				h('tbody', {}, view.rows.map(row), !view.rows.length && h('tr', {}, h('td', { colspan: 6, class: 'mute' }, 'No change is of a benchmark called so.')))),
			pager(view)])
}

// ---- alerts ----

// Who may deal with them; main.js says so.
export const session = {}
const verbs = { acknowledged: 'Acknowledge', expected: 'Expected', confirmed: 'Confirm' }

async function deal(r, to, reason, said) {
	const answer = await fetch('/api/v1/triage', { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Assay-Session': session.key }, body: JSON.stringify({ id: r.id, edits: r.edits, to, reason }) }).catch(() => null)
	if (answer?.ok) return location.reload()
	const text = answer ? await answer.text() : 'The server does not answer.'
	said.textContent = text.startsWith('{') ? JSON.parse(text).says : text
}

// A line for a reason, and what it is said to be.
function dealing(r) {
	if (!session.key || !r.ways.length) return null
	const said = h('p', { class: 'small worse', role: 'alert' })
	const reason = h('input', { name: 'reason', required: true, maxlength: 1000, 'aria-label': `Reason for alert ${r.id}`, placeholder: 'why' })
	const form = h('form', { class: 'deal' }, reason, r.ways.map(w => h('button', { class: 'button', type: 'submit', value: w }, verbs[w] ?? w)))
	form.addEventListener('submit', e => { e.preventDefault(); deal(r, e.submitter?.value ?? r.ways[0], reason.value, said) })
	return h('details', { class: 'deal' }, h('summary', {}, 'Deal with it'), form, said)
}

const signing = () => (session.signs ? h('p', { class: 'small' }, h('a', { href: '/sign-in' }, 'Sign in'), ' to deal with them.') : session.key ? h('p', { class: 'small mute' }, `Signed in as ${session.who}.`) : null)

const stages = { open: 'Open', dealt: 'Dealt with', over: 'Over' }

function alerts(view, k) {
	const row = r => h('tr', { 'data-kind': r.kind, 'data-state': r.state },
		h('td', { class: 'n mute' }, String(r.id)),
		h('td', { class: 'name' }, h('a', { href: benchmark(r) }, r.name), h('div', { class: 'small mute wide' }, [r.metric, r.host].filter(Boolean).join(' · ')), h('div', { class: 'small mute narrow' }, r.bounds)),
		h('td', { class: `n strong ${r.stage === 'open' ? class_of(r.kind) : 'mute'}` }, r.word), h('td', { class: 'small mute wide' }, r.bounds),
		h('td', { class: 'small wide' }, commit(r), h('div', { class: 'mute' }, r.day)),
		h('td', { class: 'small' }, r.said, h('div', { class: 'mute' }, 'since ', r.since), r.reason && h('div', {}, r.reason), dealing(r)))
	const body = ([stage, title]) => {
		const rows = view.rows.filter(r => r.stage === stage)
		return rows.length > 0 && h('tbody', { 'data-stage': stage }, h('tr', {}, h('th', { scope: 'rowgroup', colspan: 6 }, title)), rows.map(row))
	}
	return h('article', { id: `r${k + 1}`, 'aria-label': 'Alerts' },
		h('p', { class: 'kicker' }, 'Alerts'),
		h('h1', { tabindex: -1 }, view.answer),
		h('p', { class: 'sure' }, view.sure),
		view.of > 0 && signing(),
		view.of > 0 && [search(view, 'benchmarks and commits'),
			h('table', { class: 'suite alerts' }, h('caption', { class: 'hidden' }, 'Alerts: what is open, what was dealt with, what is over; the newest first'),
				h('thead', {}, h('tr', {}, h('th', { scope: 'col', class: 'n' }, 'id'), h('th', { scope: 'col' }, 'benchmark'), h('th', { scope: 'col', class: 'n' }, 'change'), h('th', { scope: 'col', class: 'wide' }, 'interval'), h('th', { scope: 'col', class: 'wide' }, 'commit'), h('th', { scope: 'col' }, 'state'))),
				Object.entries(stages).map(body)),
			!view.rows.length && h('p', { class: 'empty' }, 'No alert is of a benchmark or a commit called so.'),
			pager(view)])
}

// ---- benchmarks ----

function benchmarks(view, k) {
	const card = r => h('li', { 'data-kind': r.change?.kind ?? 'none' },
		h('h3', {}, h('a', { href: benchmark(r) }, r.name), ' ', h('span', { class: 'mute plain' }, num(r.now))),
		course(r.course, { width: 230, label: `${r.versions} versions` }),
		h('p', { class: 'small mute' }, r.change ? [h('span', { class: class_of(r.change.kind) }, `${kinds[r.change.kind]?.mark ?? ''} ${r.change.word}`), ` since ${r.change.day}`] : r.quiet),
		h('p', { class: 'small mute' }, [r.metric, r.host].filter(Boolean).join(' · ')))
	return h('article', { id: `r${k + 1}`, 'aria-label': 'Benchmarks' },
		h('p', { class: 'kicker' }, 'Benchmarks'),
		h('h1', { tabindex: -1 }, view.answer),
		search(view, 'benchmarks'),
		h('ul', { class: 'cards' }, view.rows.map(card)),
		view.of > 0 && !view.rows.length && h('p', { class: 'empty' }, 'No benchmark is called so.'),
		pager(view))
}

// ---- machines ----

const ways = { rounds: 'in the same rounds', sequence: 'one after the other', sessions: 'of other sessions' }

function machines(view, k) {
	const host = r => h('tr', {}, h('td', { class: 'name' }, r.host), h('td', { class: 'n' }, r.results), h('td', { class: 'n small mute' }, r.day))
	const way = (p, w, i, n) => h('tr', {},
		i === 0 && [h('td', { class: 'name', rowspan: n }, h('code', {}, p.command), h('div', { class: 'small mute' }, [p.metric, p.host, p.build].filter(Boolean).join(' · ')), h('div', { class: 'small mute' }, `${p.sessions}, the newest ${p.day}`))],
		h('td', { class: 'small' }, ways[w.way]), h('td', { class: 'n' }, w.differ || '–'), h('td', { class: 'n wide' }, w.smallest || '–'), h('td', { class: 'n small' }, w.alarms || '–'))
	const profile = p => { const known = p.ways.filter(w => w.differ || w.alarms); return h('tbody', {}, known.map((w, i) => way(p, w, i, known.length))) }
	return h('article', { id: `r${k + 1}`, 'aria-label': 'Machines' },
		h('p', { class: 'kicker' }, 'Machines'),
		h('h1', { tabindex: -1 }, view.answer),
		view.hosts.length > 0 && h('table', { class: 'results', style: { marginTop: '28px' } }, h('caption', { class: 'hidden' }, 'Machines'), h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'machine'), h('th', { scope: 'col', class: 'n' }, 'kept'), h('th', { scope: 'col', class: 'n' }, 'newest'))), h('tbody', {}, view.hosts.map(host))),
		view.profiles.length > 0 && [h('h2', { style: { margin: '48px 0 12px' } }, 'What do identical programs differ by?'),
			h('table', { class: 'results' }, h('caption', { class: 'hidden' }, 'Noise profiles'),
				h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'measured against itself'), h('th', { scope: 'col' }, 'compared'), h('th', { scope: 'col', class: 'n' }, 'by luck, up to'), h('th', { scope: 'col', class: 'n wide' }, 'is found in 80\u202f%'), h('th', { scope: 'col', class: 'n' }, 'false alarms'))),
				view.profiles.map(profile))])
}

// ---- results ----

// Boxes of which two are ticked, and a line that leads to where these are compared.
function two_of(compare) {
	const picked = []
	const bar = h('p', { class: 'picks', role: 'status' })
	const show = () => bar.replaceChildren(picked.length === 2 ? h('a', { class: 'button', href: compare(picked[0].row, picked[1].row) }, `Compare ${picked[0].name} with ${picked[1].name}`) : picked.length ? 'Tick one more to compare the two.' : 'Tick two to compare them.')
	const box = (row, name, label) => h('input', { type: 'checkbox', 'aria-label': label, onchange: e => {
		if (e.target.checked) picked.push({ row, name, box: e.target })
		else picked.splice(picked.findIndex(p => p.box === e.target), 1)
		if (picked.length > 2) picked.shift().box.checked = false
		show()
	} })
	show()
	return { bar, box }
}

function listing(view, k) {
	const { bar, box } = two_of((a, b) => address('/compare', { a: a.id, b: b.id }))
	const row = r => h('tr', {},
		h('td', {}, site.up == null && box(r, r.id, `Compare result ${r.id}`)),
		h('td', { class: 'n mute' }, String(r.id)),
		h('td', { class: 'name' }, h('a', { href: address('/result', { id: r.id }) }, r.name || 'result'), r.more && h('span', { class: 'mute' }, r.more), r.label && h('div', { class: 'small mute' }, r.label), r.note && h('div', { class: 'small mute wide' }, r.note)),
		h('td', { class: 'n' }, num(r.mean)), h('td', { class: 'n mute wide' }, r.half),
		h('td', { class: 'small mute wide' }, r.metric), h('td', { class: 'small mute wide' }, r.host),
		h('td', { class: 'small mute n wide' }, r.when, r.outcome && h('div', { class: 'worse' }, r.outcome)))
	return h('article', { id: `r${k + 1}`, 'aria-label': 'Results' },
		h('p', { class: 'kicker' }, 'Results'),
		h('h1', { tabindex: -1 }, view.answer),
		view.of > 0 && [search(view, 'commands and labels'), site.up == null && bar,
			h('table', { class: 'results' }, h('caption', { class: 'hidden' }, 'Results, the newest first'),
				h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, h('span', { class: 'hidden' }, 'compare')), h('th', { scope: 'col', class: 'n' }, 'id'), h('th', { scope: 'col' }, 'command'), h('th', { scope: 'col', class: 'n' }, 'mean'), h('th', { scope: 'col', class: 'n wide' }, '±'), h('th', { scope: 'col', class: 'wide' }, 'of'), h('th', { scope: 'col', class: 'wide' }, 'host'), h('th', { scope: 'col', class: 'n wide' }, 'when'))),
				h('tbody', {}, view.rows.map(row))),
			!view.rows.length && h('p', { class: 'empty' }, 'No result is called so.'),
			pager(view)])
}

// ---- suites: versions of all benchmarks ----

const against = (a, b) => address('/compare', { a: a.version, b: b.version, of: 'suite', host: a.host === b.host ? a.host : null })
const short = r => (r.commit ? r.commit.slice(0, 9) : r.label)

function versions(view, k) {
	const { bar, box } = two_of(against)
	const hosts = view.rows.some(r => r.host)
	const count = (n, kind) => n > 0 && h('span', { class: `tag ${class_of(kind)}`, 'data-mark': kinds[kind].mark }, `${n} ${kind}`)
	const row = r => h('tr', { 'data-kind': r.worse ? 'worse' : r.better ? 'better' : 'none' },
		h('td', {}, site.up == null && box(r, short(r), `Compare ${short(r)}${r.host ? ` of ${r.host}` : ''}`)),
		h('td', { class: 'name' }, commit(r), h('div', { class: 'small mute narrow' }, r.day)),
		h('td', { class: 'n wide' }, String(r.benchmarks)),
		h('td', { class: 'small' }, count(r.worse, 'worse'), r.worse > 0 && r.better > 0 && ' ', count(r.better, 'better')),
		site.up == null && h('td', { class: 'small' }, r.before && h('a', { href: against({ version: r.before, host: r.host }, r), 'aria-label': `${short(r)} against the one before` }, 'against the one before')),
		hosts && h('td', { class: 'small mute wide' }, r.host),
		h('td', { class: 'small mute n wide' }, r.day))
	return h('article', { id: `r${k + 1}`, 'aria-label': 'Suites' },
		h('p', { class: 'kicker' }, 'Suites'),
		h('h1', { tabindex: -1 }, view.answer),
		view.of > 0 && [search(view, 'commits and labels'), site.up == null && bar,
			h('table', { class: 'suite versions' }, h('caption', { class: 'hidden' }, 'Versions, the newest first'),
				h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, h('span', { class: 'hidden' }, 'compare')), h('th', { scope: 'col' }, 'version'), h('th', { scope: 'col', class: 'n wide' }, 'benchmarks'), h('th', { scope: 'col' }, 'changed here'), site.up == null && h('th', { scope: 'col' }, 'all of it'), hosts && h('th', { scope: 'col', class: 'wide' }, 'machine'), h('th', { scope: 'col', class: 'n wide' }, 'when'))),
				h('tbody', {}, view.rows.map(row))),
			!view.rows.length && h('p', { class: 'empty' }, 'No version is called so.'),
			pager(view)])
}

// ---- quantiles of one result ----

function quantiles(view, k, size) {
	const several = view.subjects.length > 1
	const [said, sure] = view.answer.split(/ \((.*)\)$/)
	const row = (r, i) => h('tr', { 'data-kind': r.each[i].kind },
		i === 0 && h('th', { scope: 'rowgroup', rowspan: view.subjects.length, class: 'n upper' }, r.quantile),
		several && h('td', { class: 'name' }, view.subjects[i]),
		h('td', { class: 'n' }, r.each[i].value || '–'), h('td', { class: 'small mute n wide' }, r.each[i].interval),
		several && h('td', { class: `small ${class_of(r.each[i].kind)}` }, r.each[i].difference),
		h('td', { class: 'small mute wide' }, r.each[i].units))
	return h('article', { id: `r${k + 1}`, 'aria-label': 'Quantiles' },
		h('p', { class: 'kicker' }, 'Quantiles of ', h('a', { href: address('/result', { id: view.result }) }, view.title || `result ${view.result}`)),
		h('h1', { tabindex: -1, class: 'said' }, said),
		sure && h('p', { class: 'sure' }, sure),
		view.pictures.map(p => picture(p, { ...size, name: view.title })),
		h('table', { class: 'suite quantiles' }, h('caption', { class: 'hidden' }, 'Quantiles'),
			h('thead', {}, h('tr', {}, h('th', { scope: 'col', class: 'n' }, 'quantile'), several && h('th', { scope: 'col' }, 'command'), h('th', { scope: 'col', class: 'n' }, 'value'), h('th', { scope: 'col', class: 'n wide' }, 'interval'), several && h('th', { scope: 'col' }, view.against), h('th', { scope: 'col', class: 'wide' }, h('span', { class: 'hidden' }, 'of')))),
			view.rows.map(r => h('tbody', {}, view.subjects.map((_, i) => row(r, i))))),
		view.notes.map(n => h('p', { class: 'sure' }, n)))
}

// ---- compare ----

function choice(view, k) {
	const field = (name, title, value) => h('label', { class: 'field' }, title, h('input', { name, type: 'search', required: true, value: value ?? '', placeholder: 'number, label, @last' }))
	return h('article', { id: `r${k + 1}`, 'aria-label': 'Compare' },
		h('p', { class: 'kicker' }, 'Compare'),
		h('h1', { tabindex: -1 }, 'Which two results?'),
		h('p', { class: 'sure' }, 'A result is named by its number, its label, the beginning of its uuid, or as @last and @last~1. Two of the ', h('a', { href: '/results' }, 'results'), ' can be ticked as well, and two versions of all benchmarks under ', h('a', { href: '/suites' }, 'Suites'), '.'),
		h('form', { method: 'get', class: 'controls' }, field('a', 'base', view.a ?? '@last~1'), field('b', 'against it', view.b ?? '@last'), h('button', { class: 'button', type: 'submit' }, 'Compare')))
}

const error = (view, k) => h('article', { id: `r${k + 1}`, 'aria-label': 'It cannot be shown' },
	h('p', { class: 'kicker' }, String(view.status)),
	h('h1', { tabindex: -1 }, 'This cannot be shown.'),
	h('p', { class: 'sure' }, view.says))

export const served = {
	'assay-view-changes-1': changes,
	'assay-view-alerts-1': alerts,
	'assay-view-benchmarks-1': benchmarks,
	'assay-view-machines-1': machines,
	'assay-view-listing-1': listing,
	'assay-view-versions-1': versions,
	'assay-view-quantiles-1': quantiles,
	'assay-view-choice-1': choice,
	'assay-view-error-1': error,
	'assay-view-history-1': history,
}
