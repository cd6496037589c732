import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldGroups, withholding } from '#model/ip-document/groups.ts'
import { windowDays } from '#model/window.ts'
import type { BusinessService } from '#model/sources.ts'
import { documentsOf, textsOf } from '#store/analytics/ips/texts.ts'
import { inApiWords } from './api-enums.ts'
import { presentIpRecord } from './ip-record.ts'
import { type PageToWrite, writePage } from './page-task.ts'
import { storedRecord, tags } from './testing/stored-record.ts'

const pace = { cancelled: () => false, spent: () => 0 }
const service: BusinessService = {
  name: 'Resolver "one"',
  category: 'public_dns',
  description: 'Answers names / quickly',
  explanation: '',
  reference: 'https://resolver.example/',
  trustLevel: 1,
  lastUpdated: '2026-11-20T00:00:00Z',
}

const pageOf = (records: readonly string[], of: Partial<PageToWrite>): PageToWrite => ({
  texts: textsOf(records.map((record) => Buffer.from(record))),
  shape: 'v3',
  services: new Map(),
  explained: null,
  lacking: [],
  maxBytes: 1e9,
  ...of,
})
const written = (page: PageToWrite): string =>
  Buffer.from(writePage.run(page, { tags }, pace).json).toString()

describe('a page of whole records', () => {
  for (const [shape, worded] of [
    ['v3', tags],
    ['api', inApiWords(tags)],
  ] as const)
    test(`of ${shape} holds what each says, in its words and with its service`, () => {
      fc.assert(
        fc.property(fc.array(storedRecord, { maxLength: 5 }), (records) => {
          const page = pageOf(records, { shape, services: new Map([[1, service]]) })
          const rows = documentsOf(page.texts).map((document, row) =>
            presentIpRecord(document, worded, row === 1 ? service : null),
          )
          expect(written(page)).toBe(JSON.stringify(rows))
        }),
      )
    })

  test('holds those too that an earlier release stored with fewer values', () => {
    fc.assert(
      fc.property(storedRecord, storedRecord, (first, second) => {
        const older = JSON.stringify((JSON.parse(first) as unknown[]).slice(0, -1))
        const page = pageOf([older, second], {})
        const rows = documentsOf(page.texts).map((document) => presentIpRecord(document, tags))
        expect(written(page)).toBe(JSON.stringify(rows))
      }),
      { numRuns: 20 },
    )
  })
})

describe('a page of less than whole records', () => {
  test('shows of each the fields that were asked for', () => {
    fc.assert(
      fc.property(storedRecord, (record) => {
        const page = pageOf([record], { fields: 'ip' })
        expect(JSON.parse(written(page))).toEqual([{ ip: documentsOf(page.texts)[0]!.ip }])
      }),
      { numRuns: 20 },
    )
  })

  test('holds nothing of what the plan lacks', () => {
    fc.assert(
      fc.property(storedRecord, (record) => {
        const page = pageOf([record], { lacking: fieldGroups })
        const rows = documentsOf(page.texts).map((document) =>
          presentIpRecord(withholding(fieldGroups)(document), tags),
        )
        expect(written(page)).toBe(JSON.stringify(rows))
      }),
      { numRuns: 20 },
    )
  })

  test('leaves out the fields that were not', () => {
    fc.assert(
      fc.property(storedRecord, (record) => {
        const [row] = JSON.parse(written(pageOf([record], { exclude: 'raw_data' }))) as object[]
        expect(row).toMatchObject({ internet_scanner_intelligence: { seen: true } })
        expect(row).not.toHaveProperty('internet_scanner_intelligence.raw_data')
      }),
      { numRuns: 20 },
    )
  })
})

test('a page that is explained says of each row which conditions it meets', () => {
  const explained = { query: 'spoofable:true', now: 0, historicDays: windowDays, lacking: [], conditions: 1 }
  fc.assert(
    fc.property(storedRecord, (record) => {
      const rows = JSON.parse(written(pageOf([record], { explained }))) as { explanation?: unknown }[]
      // Behind it what the server adds: how far back it looks.
      expect(rows[0]?.explanation).toMatchObject([{ span: { start: 10, end: 14 } }, { span: null }])
    }),
    { numRuns: 20 },
  )
})
