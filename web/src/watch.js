// SPDX-License-Identifier: GPL-3.0-or-later
// A page that is served stays as the store is: the server says that it has changed, and the page asks for its documents.
import { documents } from './data.js'
import { h } from './dom.js'

const line = h('p', { class: 'away', role: 'status', hidden: true })

async function fetch_documents() {
	const answer = await fetch(location.pathname + location.search)
	if (!answer.ok) throw new Error(String(answer.status))
	return documents(new DOMParser().parseFromString(await answer.text(), 'text/html'))
}

// What is typed or open is not taken away by what is the same as before.
export function watch(place, changed) {
	let shown = JSON.stringify(documents().slice(1))
	let source = null
	let when = new Date()
	document.body.prepend(line)
	const away = () => {
		line.hidden = false
		line.textContent = `The server does not answer. This is as it was at ${when.toLocaleTimeString('en-GB')}.`
	}
	const back = () => { line.hidden = true; when = new Date() }
	const look = async e => {
		try {
			const [, ...later] = await fetch_documents()
			place.stamp = e.data
			back()
			const text = JSON.stringify(later)
			if (text === shown) return
			shown = text
			changed(later)
		} catch { away() }
	}
	const open = () => {
		if (source || document.hidden) return
		source = new EventSource(`/events?stamp=${encodeURIComponent(place.stamp)}`)
		source.addEventListener('message', look)
		source.addEventListener('open', back)
		source.addEventListener('error', away)
	}
	// A browser has six connections to a server: who does not look needs none.
	const close = () => { source?.close(); source = null }
	document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()))
	addEventListener('pagehide', close)
	addEventListener('pageshow', open)
	open()
}
