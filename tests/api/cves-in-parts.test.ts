import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { samples } from '#sources/cve/testing/samples.ts'
import { countByTurn } from '../others-served.ts'
import { openInside, operatorKey, type Inside } from '../product/inside.ts'

/** Ten thousand CVEs asked for at once. */

/** With a description, unlike the others. */
const described = 'CVE-2024-0001'
const others = Array.from({ length: 9_999 }, (_, n) => `CVE-2019-${n + 10_000}`)
const ids = [...others.slice(0, 5000), described, ...others.slice(5000)]
let inside: Inside
let key = ''

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(new URL(path, inside.url), { ...init, headers: { key, 'content-type': 'application/json' } })

beforeAll(async () => {
  inside = await openInside()
  key = await operatorKey(inside)
  // As many as a real list has.
  const lines = Array.from({ length: 200_000 }, (_, n) => `CVE-2019-${n + 10_000},0.001,0.1\n`)
  const sources = { nvd: samples.nvd?.content, epss: `${samples.epss?.content}${lines.join('')}` }
  for (const [name, body] of Object.entries(sources))
    expect((await ask(`/api/sources/${name}`, { method: 'PUT', body: body ?? '' })).status).toBe(200)
})
afterAll(() => inside.close())

test('are answered some at a time, so that whoever else asks is served between, as each would be answered alone', async () => {
  const written = countByTurn()
  const stringify = JSON.stringify
  const spy = vi.spyOn(JSON, 'stringify').mockImplementation((...given: Parameters<typeof stringify>) => {
    const value: unknown = given[0]
    const records = (Array.isArray(value) ? value : [value]).filter(isRecord)
    if (records.length > 0) written.add(records.length)
    return stringify(...given)
  })
  const text = await ask('/v3/cves', { method: 'POST', body: stringify({ cves: ids }) })
    .then((answer) => answer.text())
    .finally(() => spy.mockRestore())
  const { total, highest } = written.end()
  expect(total).toBe(ids.length)
  expect(highest).toBeLessThan(ids.length / 10)

  const records = JSON.parse(text) as { id: string }[]
  expect(records.map(({ id }) => id)).toEqual(ids)
  expect(text).toBe(JSON.stringify(records))
  for (const at of [0, 4999, 5000, 5001, 9999, ...Array.from({ length: 20 }, (_, n) => n * 499)]) {
    const alone = await ask(`/v1/cve/${ids[at]}`)
    expect(JSON.stringify(records[at])).toBe(await alone.text())
  }
})

const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'details' in value
