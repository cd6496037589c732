import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '#tests/browser/open.ts'
import { alive, visit } from '#tests/browser/visitor.ts'
import { startProduct } from '#tests/product/start.ts'
import { seenAddress } from '../measure/seen-address.ts'

/**
 * How pages feel in a browser, as its own observers tell: what moves after it was drawn (cumulative layout shift), when the largest part
 * is painted, and the search: from the key that opens it, and from each letter, to the next paint. Pages are opened as on a first visit, with
 * nothing kept, at the widths of a phone and of a desk.
 *
 *     node bench/feel/main.ts [--folder FOLDER] [--rounds 5]
 *
 * `--folder`: a data folder with the demo loaded, which stays; without it one is made and removed.
 */
const { values } = parseArgs({
  options: { folder: { type: 'string' }, rounds: { type: 'string', default: '5' } },
})
const rounds = Number(values.rounds)
/** Shift as the browser counts it; milliseconds. */
const bounds = { shift: 0.01, open: 100, key: 50 }

const product = await startProduct({
  demo: true,
  environment: { LOG_LEVEL: 'warn' },
  ...(values.folder !== undefined && { dataFolder: values.folder }),
})
const browser = await openBrowser()

const percentile = (all: readonly number[], share: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? NaN
const verdict = (holds: boolean): string => (holds ? 'holds' : 'DOES NOT HOLD')

interface Seen {
  shift: number
  largest: number
}

/** Runs in the page before anything of it. */
const observe = (): void => {
  const seen: Seen = { shift: 0, largest: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    seen.largest = list.getEntries().at(-1)?.startTime ?? 0
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

/** What a first visit shows, until nothing happens any more, and after a walk down the page. */
async function firstVisit(within: Browser, path: string, width: number): Promise<Seen> {
  const { page, leave } = await visit(within, product.url, { isNew: true, viewport: { width, height: 850 } })
  await page.addInitScript(observe)
  await page.goto(path, { waitUntil: 'networkidle' })
  await alive(page)
  await page.mouse.wheel(0, 2000)
  await page.waitForTimeout(300)
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
  await leave()
  return seen
}

/** Runs in the page before anything of it: of each key, milliseconds from when the browser took it until it was painted. */
const timeKeys = (): void => {
  const painted: number[] = []
  Object.assign(window, { painted })
  addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      // The frame after next begins when what the key did has been painted.
      if (key !== 'Control')
        requestAnimationFrame(() => requestAnimationFrame(() => painted.push(performance.now() - timeStamp)))
    },
    { capture: true },
  )
}

async function keyToPaint(page: Page, key: string): Promise<number> {
  const count = () => page.evaluate(() => (window as unknown as { painted: number[] }).painted.length)
  const before = await count()
  await page.keyboard.press(key)
  while ((await count()) === before) await page.waitForTimeout(20)
  return page.evaluate(() => (window as unknown as { painted: number[] }).painted.at(-1) ?? NaN)
}

async function search(): Promise<{ opened: number[]; keys: number[] }> {
  const { page, leave } = await visit(browser, product.url)
  await page.addInitScript(timeKeys)
  const [opened, keys]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    await page.goto('/tags')
    await alive(page)
    // The browser fetches the search while nothing else is to do.
    await page.waitForLoadState('networkidle')
    opened.push(await keyToPaint(page, 'Control+k'))
    await page.getByRole('dialog', { name: 'Search' }).waitFor()
    for (const letter of 'tags:mirai country:n')
      keys.push(await keyToPaint(page, letter === ' ' ? 'Space' : letter))
  }
  await leave()
  return { opened, keys }
}

const anAddress = await seenAddress(product)

try {
  const paths = [
    '/',
    `/ip/${anAddress}`,
    `/ip/${anAddress}?tab=timeline`,
    '/query/last_seen%3A30d',
    '/tags',
    '/tags/mirai',
    '/trends/active',
    '/cves/CVE-2021-44228',
  ]
  for (const width of [390, 1440])
    for (const path of paths) {
      const all: Seen[] = []
      for (let round = 0; round < rounds; round += 1) all.push(await firstVisit(browser, path, width))
      const shift = Math.max(...all.map((one) => one.shift))
      const largest = percentile(
        all.map((one) => one.largest),
        0.5,
      )
      console.log(
        `${path.padEnd(34)} ${String(width).padStart(5)} px  shift ${shift.toFixed(4)} (at most ${bounds.shift}: ${verdict(shift <= bounds.shift)})  largest part painted after ${largest.toFixed(0)} ms`,
      )
    }
  const { opened, keys } = await search()
  const [open, key] = [percentile(opened, 0.5), percentile(keys, 0.95)]
  console.log(
    `search opens in ${open.toFixed(0)} ms (median of ${opened.length}; at most ${bounds.open}: ${verdict(open <= bounds.open)})`,
  )
  console.log(
    `a key is painted after ${percentile(keys, 0.5).toFixed(0)} ms, 95 % within ${key.toFixed(0)} ms (of ${keys.length}; at most ${bounds.key}: ${verdict(key <= bounds.key)})`,
  )
} finally {
  await browser.close()
  await product.stop()
  if (values.folder === undefined) product.remove()
}
