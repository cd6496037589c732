import { expect, test } from 'vitest'
import type { TagAddress } from '#store/analytics/tag-counts/addresses.ts'
import { othersServed } from '#tests/others-served.ts'
import { linesOf } from './lines.ts'

test('a long page of addresses is written some at a time, and others are served between', async () => {
  const page = Array.from({ length: 10_000 }, (_, n): TagAddress => ({
    ip: `198.18.${n >> 8}.${n & 255}`,
    classification: 'unknown',
    first_seen: '2026-01-01 00:00:00',
    last_seen: '2026-01-02 00:00:00',
    country: 'Australia',
    asn: 'AS64500',
    organization: 'Example',
  }))
  const pieces: string[] = []
  const { others } = await othersServed(async () => {
    for await (const piece of linesOf(
      (async function* () {
        yield page
      })(),
    ))
      pieces.push(Buffer.from(piece).toString())
  })
  const lines = pieces.join('').trimEnd().split('\r\n')
  expect(lines[0]).toBe('ip,classification,first_seen,last_seen,country,asn,organization')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(page.map(({ ip }) => ip))
  expect(others).toBeGreaterThanOrEqual(10)
})
