// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures that files and the terminal have as well, and histories, in a page that is one file.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assay, axe, counts, draws, equal, folder, inEach, ok, report, run, table, test } from './harness.mjs'

// Two commands of 20 executions of 12 iterations, the first two of each slower.
const random = draws(17)
const rows = ['subject,execution,iteration,value,unit']
for (const [k, name] of ['first', '<b>other</b>'].entries())
	for (let e = 1; e <= 20; e++) {
		const own = 1 + 0.04 * random.next().value
		for (let i = 1; i <= 12; i++) rows.push([name, e, i, (1e6 * (1 + 0.2 * k) * own * (i < 3 ? 1.3 : 1) * (1 + 0.02 * random.next().value)).toFixed(0), 'ns'].join(','))
	}
writeFileSync(join(folder, 'inside.csv'), `${rows.join('\n')}\n`)
const inside = report('inside', join(folder, 'inside.csv'))

// Commands over a parameter, by a program that says that it took n^2 us.
writeFileSync(join(folder, 'square'), '#!/bin/sh\n{ echo "assay 1"; for i in 1 2 3; do echo "iteration $(($1 * $1)) us"; done; } >>"$ASSAY_REPORT"\n', { mode: 0o755 })
assay('run', '--style', 'none', '-r', '4', '--iterations', '3', '-L', 'n', '10,20,40,80', './square {n}')
const over = report('over', '@last')

// Two commands in rounds, of which one becomes slower all the time: its quantiles have no interval.
const slower = report('slower', table('slower.csv', ['steady', 'drifting'].flatMap(name => Array.from({ length: 25 }, (_, i) => [name, i + 1, 1e6 + (name === 'steady' ? ((i * 7) % 11) * 1e3 : i * 1e5)]))))

// A benchmark over forty versions, the twentieth slower.
const commit = v => createHash('sha1').update(String(v)).digest('hex')
const versions = ['commit,date,benchmark,execution,value,unit']
for (let v = 0; v < 40; v++)
	for (let e = 1; e <= 4; e++) versions.push([commit(v), `2026-0${1 + Math.floor(v / 20)}-${String(1 + (v % 20)).padStart(2, '0')}`, 'parse', e, 1000 * (v >= 20 ? 1.2 : 1) * (1 + 0.01 * random.next().value), 'us'].join(','))
writeFileSync(join(folder, 'versions.csv'), `${versions.join('\n')}\n`)
assay('import', join(folder, 'versions.csv'))
const past = join(folder, 'past.html')
assay('report', join(folder, 'inside.csv'), '--history', 'par*', '-o', past)
const history = { url: `file://${past}`, html: readFileSync(past, 'utf8') }

const kinds = views => views[0].pictures.map(p => p.kind)
const unfold = page => page.evaluate(() => { for (const d of document.querySelectorAll('.fold')) d.open = true })

test('a picture is drawn when it is opened, with as many marks as the document has', async open => {
	const page = await open(inside)
	const all = inside.views[0].pictures
	for (const kind of ['slow', 'iterations', 'course', 'levels', 'trials', 'by-execution', 'estimates']) ok(kinds(inside.views).includes(kind), `there is no ${kind}`)
	equal(await page.locator('.fold').count(), all.length, 'pictures')
	equal(await page.locator('.fold svg').count(), 0, 'what is drawn before it is opened')
	await unfold(page)
	await page.locator('.fold svg').last().waitFor()
	for (const [i, p] of all.entries()) {
		const drawn = page.locator('.fold').nth(i)
		equal(await drawn.locator('svg').count(), p.frames.length, `frames of ${p.kind}`)
		const marks = await drawn.locator('g[data-marks]').evaluateAll(l => l.map(g => Number(g.dataset.marks)))
		equal(marks, p.frames.flatMap(f => f.layers.map(l => (l.x ?? l.y ?? l.lo ?? []).length)), `marks of ${p.kind}`)
	}
	const course = all.find(p => p.kind === 'course' && p.subject === 0)
	equal(course.frames[0].layers.filter(l => l.mark === 'dots').reduce((n, l) => n + l.x.length, 0), 240, 'iterations in the document')
	await counts(page.locator('#r1-pictures-course .mark-dots circle'), 240, 'iterations as dots')
})

test('the power of a square stands in the page as it stands in a file', async open => {
	const page = await open(over)
	ok(kinds(over.views).includes('complexity') && kinds(over.views).includes('per-n'), 'they are not there')
	await page.locator('#r1-pictures-complexity > summary').click()
	ok((await page.locator('#r1-pictures-complexity svg').textContent()).includes('power 2'), 'the power is not named')
	ok((await page.locator('#r1-pictures-complexity figcaption').innerText()).includes('grows with a power of 2 to 2'), 'nor its interval')
})

test('what has no interval is drawn without one', async open => {
	const page = await open(slower)
	const quantiles = slower.views[0].pictures.find(p => p.kind === 'quantiles')
	ok(quantiles.frames[0].layers.some(l => l.mark === 'band' && !l.lo), 'each has one')
	await page.locator('#r1-pictures-quantiles > summary').click()
	await counts(page.locator('#r1-pictures-quantiles svg'), quantiles.frames.length, 'frames')
	await counts(page.locator('#r1-pictures-quantiles .mark-line path[d^=M]'), 2, 'lines')
})

test('numbers that are counts have no decimals, and percent stands at the ticks alone', async open => {
	const page = await open(slower)
	await unfold(page)
	await page.locator('#r1-pictures-estimates svg').waitFor()
	ok(!/\(%\)/.test(await page.locator('#r1-pictures-estimates svg').textContent()), 'percent is said twice')
	const texts = await page.locator('#r1-pictures-estimates svg text.mute').allTextContents()
	ok(texts.includes('1') && !texts.includes('1.0'), `executions are counted as ${texts}`)
})

test('frames below each other begin and end at the same places', async open => {
	const page = await open(inside)
	await unfold(page)
	const ends = await page.locator('#r1-pictures-quantiles svg').evaluateAll(all => all.map(s => [...s.querySelectorAll('line')].filter(l => l.getAttribute('stroke') === 'var(--rule)').slice(0, 1).map(l => [l.getAttribute('x1'), l.getAttribute('x2')])))
	equal(ends.length, 2, 'frames')
	equal(ends[0], ends[1], 'where the second is')
})

test('names of curves stand above all of them, each behind a piece of its line', async open => {
	const page = await open(inside)
	await page.locator('#r1-pictures-by-execution > summary').click()
	const [names, curves] = await page.locator('#r1-pictures-by-execution svg').first().evaluate(svg => [[...svg.querySelectorAll('text')].filter(t => /^execution /.test(t.textContent)).map(t => [t.getBoundingClientRect().bottom, t.previousElementSibling.getAttribute('stroke-dasharray')]), [...svg.querySelectorAll('.mark-line path[stroke]')].map(p => p.getBoundingClientRect().top)])
	equal(names.length, 8, 'names')
	ok(Math.max(...names.map(n => n[0])) <= Math.min(...curves) + 4, `names reach down to ${Math.max(...names.map(n => n[0]))}, curves up to ${Math.min(...curves)}`)
	equal(new Set(names.map(n => n[1])).size, 8, 'kinds of lines')
})

test('names of places stand above all data', async open => {
	const page = await open(inside, { hash: '#r1-pictures-iterations' })
	await page.locator('#r1-pictures-iterations svg').waitFor()
	const [name, top] = await page.locator('#r1-pictures-iterations svg').evaluate(svg => [[...svg.querySelectorAll('text')].find(t => /^warm-up/.test(t.textContent)).getBoundingClientRect().bottom, Math.min(...[...svg.querySelectorAll('.mark-line path, .mark-zone rect')].map(p => p.getBoundingClientRect().top))])
	ok(name <= top + 4, `the name reaches down to ${name}, data up to ${top}`)
})

test('a table behind a picture or a history has its rows, and nothing below them', async open => {
	for (const [r, fold] of [[inside, '#r1-pictures-slow'], [history, 'article:last-of-type']]) {
		const page = await open(r)
		if (r === inside) await page.locator(`${fold} > summary`).click()
		await page.locator(`${fold} details.data > summary`).last().click()
		await page.locator(`${fold} details.data tbody tr`).last().waitFor()
		equal(await page.locator(`${fold} details.data`).last().evaluate(d => [...d.childNodes].filter(n => n.nodeType === Node.TEXT_NODE).map(n => n.textContent)), [], 'words beside it')
	}
})

test('a picture is opened by keyboard and by a link, and has a table behind it', async open => {
	const page = await open(inside)
	await page.locator('#r1-pictures-slow > summary').focus()
	await page.keyboard.press('Enter')
	await page.locator('#r1-pictures-slow svg').waitFor()
	await page.locator('#r1-pictures-slow details.data > summary').click()
	await page.locator('#r1-pictures-slow details.data tbody tr').nth(39).waitFor()
	const linked = await open(inside, { hash: '#r1-pictures-levels' })
	await linked.locator('#r1-pictures-levels svg').first().waitFor({ state: 'visible' })
})

test('a dot is named under the pointer, with its unit', async open => {
	const page = await open(inside, { hash: '#r1-pictures-course' })
	await page.locator('#r1-pictures-course .mark-dots circle').nth(100).waitFor()
	const box = await page.locator('#r1-pictures-course .mark-dots circle').nth(100).boundingBox()
	await page.mouse.move(box.x + 2, box.y + 2)
	await page.mouse.move(box.x + 1, box.y + 1)
	ok(/\d[\u00a0 ](ms|µs)/.test(await page.locator('#r1-pictures-course .tip').textContent()), 'no value with its unit')
})

test('no text of a picture lies over another or leaves it, at three widths', async open => {
	for (const r of [inside, over])
		await inEach(open, r, [{}, { width: 768 }, { width: 360 }], async (page, { width }) => {
			await unfold(page)
			await page.locator('.fold svg').last().waitFor()
			const over = await page.evaluate(() => {
				const out = []
				for (const svg of document.querySelectorAll('.fold svg')) {
					const frame = svg.getBoundingClientRect()
					const texts = [...svg.querySelectorAll('text')].filter(t => t.textContent.trim()).map(t => [t.textContent, t.getBoundingClientRect()])
					for (const [words, r] of texts) if (r.left < frame.left - 12 || r.right > frame.right + 12) out.push(`${svg.closest('details').id}: ${words} leaves it`)
					for (let i = 0; i < texts.length; i++)
						for (let k = i + 1; k < texts.length; k++) {
							const [a, b] = [texts[i][1], texts[k][1]]
							if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4) out.push(`${svg.closest('details').id}: ${texts[i][0]} / ${texts[k][0]}`)
						}
				}
				return out
			})
			equal(over, [], `texts at ${width}`)
			equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `fitting into ${width}`)
		})
})

test('names in pictures are text, and axe finds nothing serious with all of them open', async open => {
	await inEach(open, inside, [{}, { colorScheme: 'dark' }], async (page, { colorScheme }) => {
		await unfold(page)
		await page.locator('.fold svg').last().waitFor()
		equal(await page.locator('.fold b').count(), 0, 'elements made of names')
		await page.evaluate(axe)
		const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
		equal(violations.filter(v => ['serious', 'critical'].includes(v.impact)).map(v => `${v.id}: ${v.nodes[0].html.slice(0, 160)}`), [], `what is wrong in ${colorScheme}`)
	}, { bypassCSP: true })
})

test('it prints with all pictures drawn', async open => {
	const page = await open(inside)
	await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
	await page.locator('.fold svg').nth(inside.views[0].pictures.length - 1).waitFor({ state: 'attached' })
})

test('a report has the history that is asked for, which goes nowhere but says the commands', async open => {
	const page = await open(history)
	await counts(page.locator('svg.history .version'), 40, 'versions')
	equal(await page.locator('.changes tbody tr[data-kind=worse] code').first().innerText(), commit(20).slice(0, 9), 'the commit')
	equal(await page.locator('#page a[href^="/"]').count(), 0, 'links to a server')
	await page.locator('.version[data-at="10"] rect').click()
	ok((await page.locator('.picks').innerText()).includes('assay show '), 'how to see that version')
	await page.locator('.chart[aria-roledescription=chart]').last().focus()
	ok(history.html.includes('<noscript>') && /parse/.test(/<noscript>([\s\S]*?)<\/noscript>/.exec(history.html)[1]), 'the words without a script')
})

test('a history that is not there is refused in a sentence', () => {
	let said = ''
	try {
		execFileSync(process.env.ASSAY, ['report', join(folder, 'inside.csv'), '--history', 'nothing', '-o', join(folder, 'no.html')], { cwd: folder, encoding: 'utf8', stdio: 'pipe', env: { ...process.env, ASSAY_STORE: join(folder, 's.db') } })
	} catch (e) {
		said = e.stderr
	}
	ok(/^assay: cannot [^\n]*nothing[^\n]*\n$/.test(said), `it says ${said}`)
})

await run()
