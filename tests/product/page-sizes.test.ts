import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './start.ts'

/** What pages weigh, as they were built; bytes. */

const client = join(root, 'build', 'client')

interface Loaded {
  module: string
  imports: string[]
  css?: string[]
}

/** What the browser is told of which page needs which files (React Router's manifest, a script that sets one variable). */
function manifest(): { entry: Loaded; routes: Record<string, Loaded & { id: string }> } {
  const name = readdirSync(join(client, 'assets')).find((file) => /^manifest-\w+\.js$/.test(file))
  const text = readFileSync(join(client, 'assets', name ?? ''), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as ReturnType<typeof manifest>
}

const filesOf = ({ module, imports }: Loaded): string[] => [module, ...imports]
const KB = 1024
/** As they are sent: small files, and those that hardly shrink, are not packed (scripts/bootstrap.mjs). */
const weigh = (files: Iterable<string>, packing: 'gz' | 'br'): number =>
  [...new Set(files)].reduce((sum, file) => {
    const packed = join(client, `${file}.${packing}`)
    return sum + statSync(existsSync(packed) ? packed : join(client, file)).size
  }, 0)

const { entry, routes } = manifest()
const { root: frame, ...pages } = routes
if (!frame) throw new Error('Every page has the same frame.')
const shared = new Set([...filesOf(entry), ...filesOf(frame)])
const heavier = (limit: number, sizeOf: (page: Loaded) => number): string[] =>
  Object.values(pages)
    .map((page) => ({ id: page.id, size: sizeOf(page) }))
    .filter(({ size }) => size > limit)
    .map(({ id, size }) => `${id}: ${size}`)

test('code of its own makes at most 40 KB of a page, gzipped', () => {
  expect(Object.keys(pages).length).toBeGreaterThan(30)
  const own = (page: Loaded) => filesOf(page).filter((file) => !shared.has(file))
  expect(heavier(40 * KB, (page) => weigh(own(page), 'gz'))).toEqual([])
})

test('whichever page is the first, a browser is sent at most 150 KB of scripts for it, as it takes them', () => {
  // Most of it is the framework, which stays as long as its release.
  expect(weigh(shared, 'br')).toBeGreaterThan(80 * KB)
  expect(heavier(150 * KB, (page) => weigh([...shared, ...filesOf(page)], 'br'))).toEqual([])
})

test('no page makes a formatter of a language as it begins: the first of them takes a phone a tenth of a second', () => {
  // One of moments in another zone than UTC is made where somebody reads them so (model/clock.ts).
  const scripts = readdirSync(join(client, 'assets')).filter((file) => file.endsWith('.js'))
  const wordy = /\bIntl\.(?!DateTimeFormat|supportedValuesOf)|\.toLocale\w+\(/
  expect(scripts.filter((file) => wordy.test(readFileSync(join(client, 'assets', file), 'utf8')))).toEqual([])
})
