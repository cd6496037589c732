import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Inside, openInside } from '../product/inside.ts'

/** Somebody who may ask the engine one thing at a time, where the engine answers everything. */

let inside: Inside
beforeAll(async () => {
  inside = await openInside({ RESIDENT_DOCUMENTS: '0', LIMIT_READS: '1/1/16' })
})
afterAll(() => inside.close())

test('the home page, and a query that finds nothing, wait for no place beside the one they have', async () => {
  for (const path of ['/', '/query?q=ip:192.0.2.1']) {
    const answer = await fetch(new URL(path, inside.url), { signal: AbortSignal.timeout(20_000) })
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain('role="alert"')
  }
  expect(inside.logged).toEqual([])
})
