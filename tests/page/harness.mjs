// SPDX-License-Identifier: GPL-3.0-or-later
// Tests in a browser, as TAP. PACKAGES is the folder with node_modules, ASSAY the program, CHROMIUM the browser.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const packages = createRequire(join(process.env.PACKAGES, 'package.json'))
const { chromium } = packages('playwright-core')
export const axe = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8')

export const folder = mkdtempSync(join(tmpdir(), 'assay-page-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

export function assay(...words) {
	return execFileSync(process.env.ASSAY, words, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, ASSAY_STORE: join(folder, 's.db') } })
}

// A table of times in rounds, read as a result: rows [subject, execution from 1, ns].
export function table(name, rows) {
	const quoted = t => (/[",\n]/.test(t) ? `"${t.replaceAll('"', '""')}"` : t)
	const file = join(folder, name)
	const subjects = [...new Set(rows.map(r => r[0]))]
	const lines = rows.map(([subject, i, ns]) => [subject, i, i, (i - 1) * subjects.length + subjects.indexOf(subject) + 1, 'wall', ns, 'ns'])
	writeFileSync(file, `subject,execution,round,order,metric,value,unit\n${lines.map(l => l.map(c => quoted(String(c))).join(',')).join('\n')}\n`)
	return file
}

// Numbers that are the same each time.
export function* draws(seed) {
	for (let k = seed; ; ) {
		k = (k * 16807) % 2147483647
		yield k / 2147483647
	}
}

// report(name, FILE...): the page of these, and its documents.
export function report(name, ...files) {
	const page = join(folder, `${name}.html`)
	assay('report', ...files, '-o', page)
	const documents = join(folder, `${name}.json`)
	assay('report', ...files, '-o', documents)
	return { page, files, url: `file://${page}`, html: readFileSync(page, 'utf8'), views: readFileSync(documents, 'utf8').trim().split('\n').map(l => JSON.parse(l)) }
}

const tests = []
// expected: what the console may say of it.
export const test = (name, body, expected = /^$/) => tests.push({ name, body, expected })

export function equal(found, wanted, what = 'it') {
	const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)]
	if (a !== b) throw new Error(`${what} is ${a}, not ${b}`)
}
export function ok(holds, what) {
	if (!holds) throw new Error(what)
}

// counts(LOCATOR, N, what): there are N of them, as soon as the page has drawn so many.
export async function counts(found, n, what) {
	await found.nth(n - 1).waitFor({ state: 'attached' })
	equal(await found.count(), n, what)
}

// inEach(open, report, [{width, colorScheme}, ...], body): body(page, {width, colorScheme}) for each of them, on one page that is
// loaded again for it: a browser takes several times as long to make a page as to load one.
export async function inEach(open, r, all, body, more = {}) {
	let page = null
	for (const { width = 1280, colorScheme = 'light' } of all) {
		if (page === null) {
			page = await open(r, { width, colorScheme, ...more })
		} else {
			await page.emulateMedia({ colorScheme })
			await page.setViewportSize({ width, height: 860 })
			await page.reload()
			await page.waitForSelector('body[data-ready]')
		}
		await body(page, { width, colorScheme })
	}
	await page.close()
}

export async function run() {
	const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'] })
	let failed = 0
	console.log(`1..${tests.length}`)
	for (const [i, t] of tests.entries()) {
		const wrong = []
		// open(report, {width, ...}): a page that is ready; whatever it complains of, or asks for, fails the test, but of `served`.
		const open = async (r, { width = 1280, height = 860, hash = '', ...more } = {}) => {
			const page = await browser.newPage({ viewport: { width, height }, ...more })
			page.setDefaultTimeout(60000)
			page.on('pageerror', e => wrong.push(`error: ${e.message}`))
			page.on('console', m => ['error', 'warning'].includes(m.type()) && !t.expected.test(m.text()) && wrong.push(`console: ${m.text()}`))
			page.on('request', q => q.url().split('#')[0] !== r.url && !q.url().startsWith('data:') && !(r.served && [`${r.served}/`, 'blob:'].some(from => q.url().startsWith(from))) && wrong.push(`request: ${q.url()}`))
			page.on('dialog', d => { wrong.push(`dialog: ${d.message()}`); d.dismiss() })
			await page.goto(r.url + hash)
			await page.waitForSelector(r.ready ?? 'body[data-ready]', { state: 'attached' })
			return page
		}
		try {
			await t.body(open)
		} catch (e) {
			wrong.push(e.message)
		}
		for (const c of browser.contexts()) await c.close()
		failed += wrong.length > 0
		console.log(`${wrong.length ? 'not ' : ''}ok ${i + 1} - ${t.name}`)
		for (const w of wrong) console.log(`# ${w.replaceAll('\n', '\n# ')}`)
	}
	await browser.close()
	process.exitCode = failed ? 1 : 0
}
