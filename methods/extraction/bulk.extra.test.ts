import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { extraData } from '#tests/extra-data.ts'
import { type Extraction, type ExtractionKind, extractorOf } from './extractor.ts'
import type { Found } from './found.ts'

/** Logs, tables and reports of others, with the addresses and CVEs that stand in them by the definition of EXPECTED.json. */
const folder = extraData('bulk')

interface Expected {
  file: string
  ipv4?: string[]
  ipv4_either_way?: string[]
  ipv6?: string[]
  ipv6_either_way?: string[]
  cves?: string[]
}

const { ip, cve } = JSON.parse(readFileSync(join(folder, 'EXPECTED.json'), 'utf8')) as Record<
  'ip' | 'cve',
  Expected[]
>
/** A PDF is no text. */
const texts = [...ip, ...cve].filter(({ file }) => !file.endsWith('.pdf'))

function read(kind: ExtractionKind, file: string, size: number): { rows: Found[]; result: Extraction } {
  const bytes = readFileSync(join(folder, file))
  const extractor = extractorOf(kind)
  for (let from = 0; from < bytes.length; from += size) extractor.push(bytes.subarray(from, from + size))
  const result = extractor.end()
  return { rows: extractor.rows(0, Infinity), result }
}

test('there are such files', () => expect(Math.min(ip.length, cve.length)).toBeGreaterThan(20))

describe.each(ip)('$file', (expected) => {
  const { rows, result } = read('addresses', expected.file, 65_536)
  // A network stands for the address it was written with.
  const found = rows.map(({ text }) => text.replace(/\/.*$/, ''))

  test('holds exactly the expected addresses', () => {
    const either = new Set([...(expected.ipv4_either_way ?? []), ...(expected.ipv6_either_way ?? [])])
    const wanted = [...(expected.ipv4 ?? []), ...(expected.ipv6 ?? [])]
    expect(found.filter((text) => !either.has(text)).sort()).toEqual(wanted.sort())
  })

  test('names each in the line where it stands first, as far as it is written so', () => {
    const lines = readFileSync(join(folder, expected.file), 'latin1').split('\n')
    for (const { text, line } of rows) {
      const written = (one: string | undefined): boolean =>
        one !== undefined &&
        one
          .replaceAll(/\[([.:])\]/g, '$1')
          .toLowerCase()
          .includes(text)
      if (lines.some(written)) expect([text, written(lines[line - 1])]).toEqual([text, true])
    }
  })

  test('has no line of which somebody would be told that it is not valid', () =>
    expect(result.invalid).toEqual({ shown: [], count: 0 }))
})

test.each(texts)('$file holds exactly the expected CVEs', ({ file, cves = [] }) => {
  const { rows } = read('cves', file, 65_536)
  expect(rows.map(({ text }) => text).sort()).toEqual(cves.toSorted())
})

test('the sizes of the pieces make no difference', () => {
  for (const { file } of texts.slice(0, 40))
    for (const kind of ['addresses', 'cves'] as const)
      expect(read(kind, file, 997)).toEqual(read(kind, file, Infinity))
})
