import { expect, test } from 'vitest'
import { emptyDocument } from '#store/analytics/tables/document.ts'
import type { ReportedDocument } from '#model/ip-report.ts'
import { stixBundle, uuid5 } from './stix.ts'

interface Bundle {
  id: string
  objects: { type: string; id: string; [name: string]: unknown }[]
}

const record = (over: Partial<ReportedDocument>): ReportedDocument => ({
  ...emptyDocument('198.51.100.3'),
  first_seen: '2026-11-01T00:00:00Z',
  last_seen: '2026-11-20T21:40:12Z',
  classification: 'malicious',
  sensor_hits: 12,
  tags: ['mirai'],
  tag_names: ['Mirai'],
  cves: ['CVE-2021-44228'],
  ...over,
})
const bundleOf = (over: Partial<ReportedDocument> = {}) =>
  stixBundle(record(over), new Map(), false) as Bundle

test('a name-based id is that of RFC 9562, and an address has the id of the STIX specification', () => {
  expect(uuid5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  )
  expect(bundleOf().objects.find(({ type }) => type === 'ipv4-addr')?.id).toBe(
    'ipv4-addr--28bb3599-77cd-5a82-a950-b5bc3caf07c4',
  )
})

test('a bad verdict is an indicator that ends with the record; a good one only what was observed', () => {
  const indicator = bundleOf().objects.find(({ type }) => type === 'indicator')
  expect(indicator).toMatchObject({
    pattern: "[ipv4-addr:value = '198.51.100.3']",
    indicator_types: ['malicious-activity'],
    valid_from: '2026-11-01T00:00:00.000Z',
    valid_until: '2027-02-18T21:40:12.000Z',
    labels: ['malicious', 'Mirai'],
    external_references: [{ source_name: 'cve', external_id: 'CVE-2021-44228' }],
  })
  for (const classification of ['benign', 'unknown'] as const)
    expect(bundleOf({ classification }).objects.map(({ type }) => type)).toEqual([
      'identity',
      'ipv4-addr',
      'observed-data',
    ])
})

test('the same record gives the same ids, every reference is in the bundle, and demo data says so', () => {
  expect(bundleOf()).toEqual(bundleOf())
  expect(bundleOf({ sensor_hits: 13 }).id).not.toBe(bundleOf().id)
  const { objects } = bundleOf({ origins: ['demo'] })
  const ids = new Set(objects.map(({ id }) => id))
  for (const { type, id, created_by_ref: by, object_refs: refs = [] } of objects) {
    expect(id).toMatch(
      new RegExp(`^${type}--[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`),
    )
    for (const ref of [...(by === undefined ? [] : [by]), ...(refs as string[])]) expect(ids).toContain(ref)
  }
  expect(objects.at(-1)?.['labels']).toContain('demo')
})
