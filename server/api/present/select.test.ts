import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ipDocument } from '#gnql/testing/documents.ts'
import { documents } from '#gnql/testing/generate.ts'
import type { Tag } from '#model/tag.ts'
import { ipRecord } from '../wire/ip-record.ts'
import { ipRecordV2 } from '../wire/ip-record-v2.ts'
import { presentIpRecordV2 } from './ip-record-v2.ts'
import { presentIpRecord, presentUnseen } from './ip-record.ts'
import { selection } from './select.ts'
import { wireNames } from './wire-paths.ts'

const now = Date.UTC(2026, 10, 21, 12)
const tag = (slug: string): Tag => ({
  id: `id of ${slug}`,
  slug,
  name: slug.toUpperCase(),
  category: 'tool',
  intention: 'unknown',
  description: '',
  references: [],
  cves: [],
  recommendBlock: false,
  createdAt: '2026-01-01',
  rule: '*',
})
/** Knows every tag there may be. */
const tags: ReadonlyMap<string, Tag> = Object.assign(new Map<string, Tag>(), { get: tag })

describe('fields and exclude', () => {
  const record = presentIpRecord(
    ipDocument({
      asn: 'AS64500',
      country: 'Belgium',
      tags: ['a', 'b'],
      scan: [{ port: 22, protocol: 'tcp' }],
    }),
    tags,
  )

  test('what a name shows is what leaving it out hides', () => {
    const full = ipDocument({
      scan: [{ port: 22, protocol: 'tcp' }],
      ja3: [{ fingerprint: 'x', port: 443 }],
      tags: ['a'],
    })
    const whole = presentIpRecord({ ...full, hassh: full.ja3 }, tags)
    const size = (value: unknown): number =>
      typeof value === 'object' && value !== null && Object.keys(value).length > 0
        ? Object.values(value).reduce((sum: number, each) => sum + size(each), 0)
        : 1
    for (const name of wireNames.filter((each) => each !== 'ip' && each.includes('.'))) {
      const [shown, left] = [selection({ fields: name })(whole), selection({ exclude: name })(whole)]
      expect(left, name).not.toEqual(whole)
      // The address comes with every selection. A branch that is left without anything still stands.
      expect(Math.abs(size(shown) - 1 + size(left) - size(whole)), name).toBeLessThanOrEqual(1)
    }
  })

  test('without either the record is whole', () => {
    expect(selection({})(record)).toEqual(record)
  })

  test('only these, and the address', () => {
    expect(selection({ fields: 'metadata.asn, tags.name,raw_data.scan.port' })(record)).toEqual({
      ip: '198.18.0.1',
      internet_scanner_intelligence: {
        metadata: { asn: 'AS64500' },
        tags: [{ name: 'A' }, { name: 'B' }],
        raw_data: { scan: [{ port: 22 }] },
      },
    })
  })

  test('without these, and of tags only what names them', () => {
    const shown = selection({ exclude: 'raw_data.http.useragent,metadata,tags.details,tag_volumes' })(record)
    const { internet_scanner_intelligence: scanner } = shown as typeof record
    expect(scanner).not.toHaveProperty('metadata')
    expect(scanner.raw_data.http).not.toHaveProperty('useragent')
    expect(scanner.raw_data.http).toHaveProperty('path')
    expect(scanner.tags).toEqual([
      { id: 'id of a', slug: 'a' },
      { id: 'id of b', slug: 'b' },
    ])
  })

  test('the details of tags under each of the names that other servers have for them', () => {
    const plain = selection({ exclude: 'tags.details' })(record)
    for (const prefix of [
      'metadata.',
      'internet_scanner_intelligence.',
      'internet_scanner_intelligence.metadata.',
    ])
      expect(selection({ exclude: `${prefix}tags.details` })(record)).toEqual(plain)
  })

  test('a whole part beside a piece of it is the whole part, in any order', () => {
    for (const fields of ['metadata,metadata.asn', 'metadata.asn,metadata'])
      expect(selection({ fields })(record)).toMatchObject({
        internet_scanner_intelligence: { metadata: record.internet_scanner_intelligence.metadata },
      })
  })

  test.each([
    ['metadata.asm', 'metadata.asn'],
    ['clasification', 'classification'],
    ['raw_data.http.usragent', 'raw_data.http.useragent'],
    ['internet_scanner_intelligence.tag', 'internet_scanner_intelligence.tags'],
  ])('%s is refused, and %s is near', (wrong, right) => {
    for (const parameter of ['fields', 'exclude'])
      expect(() => selection({ [parameter]: `ip,${wrong}` })).toThrow(
        `${parameter}: the record has no "${wrong}", did you mean "${right}"?`,
      )
  })

  test('names of every object are none of ours', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'metadata.__proto__'])
      expect(() => selection({ fields: name })).toThrow('the record has no')
  })
})

test('what the presenters make is what the schemas say, nothing more and nothing less', () => {
  fc.assert(
    fc.property(documents(now), (document) => {
      ipRecord.parse(presentIpRecord(document, tags))
      ipRecordV2.strict().parse(presentIpRecordV2(document, tags))
    }),
  )
})

test('an address that only a list of business services knows has every part of a record, and all are empty', () => {
  const service = {
    name: 'Resolver',
    category: 'public_dns',
    description: '',
    explanation: '',
    reference: '',
    lastUpdated: '2026-11-01T00:00:00Z',
    trustLevel: 1,
  } as const
  const record = presentUnseen('8.8.4.4', service)
  ipRecord.parse(record)
  expect(record.business_service_intelligence).toMatchObject({ found: true, name: 'Resolver' })
  const { ip, classification, ...scanner } = record.internet_scanner_intelligence
  expect([ip, classification, scanner.found, scanner.seen]).toEqual(['8.8.4.4', '', false, false])
  const full = (value: unknown): boolean =>
    Array.isArray(value)
      ? value.length > 0
      : typeof value === 'object' && value !== null
        ? Object.values(value).some(full)
        : Boolean(value)
  expect(Object.entries(scanner).filter(([, value]) => full(value))).toEqual([])
})
