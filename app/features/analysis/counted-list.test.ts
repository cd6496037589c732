import { expect, test } from 'vitest'
import { extractorOf } from '#methods/extraction/extractor.ts'
import { countSentence } from './counted-list.ts'

const said = (text: string, kind: 'ips' | 'cves' = 'ips'): string => {
  const extractor = extractorOf(kind === 'ips' ? 'addresses' : 'cves')
  extractor.push(new TextEncoder().encode(text))
  return countSentence(kind, extractor.end())
}

test('a list says what it holds while it is written, by the rules of the analysis', () => {
  expect(said('nothing of the kind')).toBe('No address found yet')
  expect(said('log4j', 'cves')).toBe('No CVE found yet')
  expect(said('8.8.8.8')).toBe('1 unique address')
  expect(said('8.8.8.8\n8[.]8.8.8\n10.0.0.1 8.8.4.4\n8.8.8.256\n1.1.1.1/33')).toBe(
    '3 unique addresses, 1 duplicate, 1 private or reserved, 2 not valid (lines 4, 5)',
  )
  expect(said('1.2.3.256\n'.repeat(5))).toBe('0 unique addresses, 5 not valid (lines 1, 2, 3 …)')
  expect(said('CVE-2021-44228 cve-2021-44228 CVE-2024-3400', 'cves')).toBe('2 unique CVEs, 1 duplicate')
})
