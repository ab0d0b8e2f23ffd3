// SPDX-License-Identifier: GPL-3.0-or-later
// Elements. Whatever comes of a document becomes text nodes and attributes, never markup.
const NS = 'http://www.w3.org/2000/svg'

function fill(e, attributes, children) {
	for (const [key, value] of Object.entries(attributes ?? {})) {
		if (value == null || value === false) continue
		if (key.startsWith('on')) e.addEventListener(key.slice(2), value)
		else if (key === 'style') Object.assign(e.style, value)
		else e.setAttribute(key, value === true ? '' : value)
	}
	e.append(...children.flat(9).filter(c => c != null && c !== false))
	return e
}

// More children, where nothing is no word.
export const add = (e, ...children) => fill(e, null, children)

export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children)
export const s = (tag, attributes, ...children) => fill(document.createElementNS(NS, tag), attributes, children)

export const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

// A number as a document has it: its digits, and a small unit.
export const num = n => (n ? [n.text, n.unit && h('span', { class: 'unit' }, '\u202f', n.unit)] : h('span', { class: 'mute' }, '–'))

// Pieces of a sentence: [paint, text].
const paints = { strong: 'strong', good: 'strong better', bad: 'strong worse', warn: 'strong', faint: 'mute' }
export const pieces = list => list.map(([paint, text]) => (paints[paint] ? h('span', { class: paints[paint] }, text) : text))

// Words of the terminal's: no option is broken from its value. A sentence of them begins with a capital.
const option = /(--[a-z][a-z-]*(?: [\d@][\w.%]*)?)/
export const words = text => text.split(option).map((part, i) => (i % 2 ? h('span', { class: 'whole' }, part) : part))
export const sentence = text => words(/^[a-z]+[ ,:]/.test(text) ? text[0].toUpperCase() + text.slice(1) : text)

// What a chart shows, for a reader of the screen, with its numbers one step away.
export function figure(label, chart, { caption, rows, head, canvas = false } = {}) {
	if (chart instanceof Element && !canvas) {
		chart.setAttribute('role', 'img')
		chart.setAttribute('aria-label', label)
		chart.removeAttribute('aria-description')
	}
	return h('figure', {}, chart, caption && h('figcaption', {}, caption), rows && table_behind(label, head, rows))
}

const MOST_ROWS = 500

// Made when it is opened: most readers never do.
function table_behind(label, head, rows) {
	const d = h('details', { class: 'data' }, h('summary', {}, 'View data', h('span', { class: 'hidden' }, ` of ${label}`)))
	d.addEventListener('toggle', () => {
		if (!d.open || d.children.length > 1) return
		const all = rows()
		add(d, h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Data of ${label}` },
			h('table', {}, h('thead', {}, h('tr', {}, head.map(t => h('th', { scope: 'col' }, t)))),
				h('tbody', {}, all.slice(0, MOST_ROWS).map(r => h('tr', {}, r.map(c => h('td', {}, String(c)))))))),
		all.length > MOST_ROWS && h('p', { class: 'caption' }, `The first ${MOST_ROWS} of ${all.length} rows.`))
	})
	return d
}
