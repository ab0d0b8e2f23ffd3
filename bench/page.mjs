// SPDX-License-Identifier: GPL-3.0-or-later
// page.mjs PAGE...: of each page in a headless chromium the seconds until it is ready, by a clock and of the processor, and the
// most milliseconds of the processor that one zoom or step of its first chart in the order of time takes, all that it sets off
// until the next two frames included; and how many values that chart has. PACKAGES is a folder with playwright-core.
import { createRequire } from 'node:module'
import { join } from 'node:path'

const { chromium } = createRequire(join(process.env.PACKAGES, 'package.json'))('playwright-core')
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const warm = await browser.newPage() // a page before: the browser has begun
await warm.goto('about:blank')
for (const file of process.argv.slice(2)) {
	const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
	page.setDefaultTimeout(120000)
	const inspector = await page.context().newCDPSession(page)
	await inspector.send('Performance.enable', { timeDomain: 'threadTicks' })
	const spent = async () => (await inspector.send('Performance.getMetrics')).metrics.find(m => m.name === 'TaskDuration').value
	const before = await spent()
	await page.goto(`file://${file}`, { waitUntil: 'commit' })
	await page.waitForSelector('body[data-ready]', { state: 'attached' })
	const ready = await page.evaluate(() => performance.now() / 1000)
	const busy = (await spent()) - before
	const chart = page.locator('.sequence').first()
	await chart.scrollIntoViewIfNeeded()
	await chart.focus()
	let pause = 0
	for (const key of ['+', '+', '+', '+', 'ArrowRight', 'ArrowRight', '-', '-', '-', '-', '0']) {
		const at = await spent()
		await page.keyboard.press(key)
		await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
		pause = Math.max(pause, (await spent()) - at)
	}
	console.log(`${file.split('/').pop()}\t${ready.toFixed(2)}\t${busy.toFixed(2)}\t${(1000 * pause).toFixed(0)}\t${await chart.getAttribute('data-marks')}`)
	await page.close()
}
await browser.close()
