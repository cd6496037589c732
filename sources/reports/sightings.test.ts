import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSightings } from './sightings.ts'
import { cellsOf } from '../formats/lines.ts'
import { SourceRefused } from '../refused.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const day = Date.UTC(2026, 4, 31) / 1000

test.each([
  [
    'CSV',
    'IP,category,note,tags,first_seen,last_seen\n9.9.9.9,Recon,"a ""b"", c",[x|y],2026-05-30,2026-05-31\n',
  ],
  [
    'NDJSON',
    '{"ip":"9.9.9.9","tags":["X","y","recon"],"note":"a \\"b\\", c","first_seen":"2026-05-30","last_seen":1780185600}\n',
  ],
  [
    'a JSON array',
    '[{"address":"9.9.9[.]9","tags":"x;y|recon","comment":"a \\"b\\", c","first":"2026-05-30","last":"2026-05-31"}]',
  ],
])('%s says an address, its tags, a note and two days', (_, text) => {
  for (const file of [
    bytes(text),
    bytes(`\uFEFF# made today\r\n${text.replaceAll('\n', '\r\n')}`),
    gzipSync(text),
  ]) {
    const isArray = text.startsWith('[')
    if (isArray && file[0] === 0xef) continue
    const [only] = readSightings(file).addresses
    expect(only).toMatchObject({ ip: '9.9.9.9', note: 'a "b", c', firstSeen: day - 86_400, lastSeen: day })
    expect([...(only?.tags ?? [])].sort()).toEqual(['recon', 'x', 'y'])
  }
})

test('text has an address a line; doubles are one, what is none and what is private is counted', () => {
  const { addresses, unreadable, reserved } = readSightings(
    bytes(
      '9.9.9.9 # quad\n2620:fe::fe\n9.9.9.9/32\n::ffff:9.9.9.9\n10.0.0.1\n198.18.0.1\nno address\n9.9.9.0/24\n',
    ),
  )
  expect(addresses.map(({ ip }) => ip)).toEqual(['9.9.9.9', '2620:fe::fe'])
  expect([unreadable, reserved]).toEqual([2, 2])
})

test('dates of several rows of an address span all of them', () => {
  const rows = 'ip,tags,first_seen,last_seen\n9.9.9.9,b,2026-05-30,2026-05-30\n9.9.9.9,a,,2026-05-31\n'
  expect(readSightings(bytes(rows)).addresses).toEqual([
    { ip: '9.9.9.9', tags: ['b', 'a'], note: '', firstSeen: day - 86_400, lastSeen: day },
  ])
})

test.each([
  ['an empty file', ''],
  ['a page of HTML', '<!doctype html>\n<title>Not found</title>\n<p>9.9.9.9</p>\n'],
  ['a table without addresses', 'name,value\na,b\n'],
  ['half a JSON array', '[{"ip":"9.9.9.9"},'],
  ['only private addresses', '10.0.0.1\n'],
  ['half a gzip file', gzipSync('9.9.9.9\n'.repeat(1000)).subarray(0, 40)],
  ['no UTF-8', new Uint8Array([0xff, 0xfe, 0x39])],
  ['a line without end', `9.9.9.9\n${'9'.repeat(70_000)}\n`],
])('%s is refused', (_, file) => {
  expect(() => readSightings(typeof file === 'string' ? bytes(file) : file)).toThrow(SourceRefused)
})

test('any bytes are a list or refused, never an accident', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'binary' }).map(bytes)),
      (file) => {
        try {
          expect(readSightings(file).addresses.length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(SourceRefused)
        }
      },
    ),
  )
})

test('cells printed by RFC 4180 are read as they were', () => {
  const cell = fc.stringMatching(/^[a-z,"' ]{0,8}$/).map((text) => text.trim())
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      const line = cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
      expect(cellsOf(line)).toEqual(cells)
    }),
  )
})

// Who reads "2026/11/20" as a time of its own place tells of another day than the list does.
test.each(['UTC', 'America/New_York', 'Pacific/Kiritimati'])(
  'a day or an instant is the same for a server in %s',
  (place) => {
    const before = process.env.TZ
    process.env.TZ = place
    try {
      const seen = (text: string): string => {
        const [address] = readSightings(bytes(`ip,first_seen\n9.9.9.9,"${text}"\n`)).addresses
        return address?.firstSeen ? new Date(address.firstSeen * 1000).toISOString().slice(0, 16) : ''
      }
      for (const day of [
        '2026-11-20',
        '2026/11/20',
        '11/20/2026',
        '11-20-2026',
        '20 Nov 2026',
        'Nov 20, 2026',
      ])
        expect(seen(day), day).toBe('2026-11-20T00:00')
      for (const instant of [
        '2026-11-20 10:00',
        '2026-11-20T10:00:00',
        '2026-11-20 10:00:00Z',
        '2026-11-20 10:00:00 UTC',
        '2026-11-20T12:30:00+0230',
        '2026-11-20T12:00:00.123+02:00',
        '2026-11-20 12:00:00+02',
        'Fri, 20 Nov 2026 10:00:00 GMT',
        'Fri, 20 Nov 2026 08:00:00 -0200',
        '1795168800',
      ])
        expect(seen(instant), instant).toBe('2026-11-20T10:00')
      for (const none of ['', 'soon', '2026-13-40']) expect(seen(none), none).toBe('')
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  },
)
