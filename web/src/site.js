// SPDX-License-Identifier: GPL-3.0-or-later
// Where pages are: on a server, or in files that lie beside each other.
export const site = { up: null, results: new Set() }
const in_file = (path, { page, series, id }) => {
	const nth = page > 1 ? `-${page}` : ''
	if (path === '/benchmark' && series) return `${site.up}b/${series}.html`
	if (path === '/result') return site.results.has(Number(id)) ? `${site.up}r/${id}.html` : null
	if (path === '/quantiles') return `${site.up}q/${id}.html` // a result that has some says so
	const file = { '/': 'index', '/benchmarks': 'benchmarks', '/suites': 'suites', '/alerts': 'alerts', '/results': 'results', '/machines': 'machines' }[path]
	return file ? `${site.up}${file}${nth}.html` : null
}

export const address = (path, values = {}) => {
	if (site.up != null) return in_file(path, values)
	const said = new URLSearchParams()
	for (const [k, v] of Object.entries(values)) if (v != null && v !== '') said.set(k, v)
	const text = said.toString()
	return text ? `${path}?${text}` : path
}
