import { expect, test } from 'vitest'
import { isFileTypeTaken } from './analysis-file.ts'

test.each([
  ['ips', 'list.txt', true],
  ['ips', 'LIST.TEXT', true],
  ['ips', 'auth.log.txt', true],
  ['ips', 'a.pcapng.gz', true],
  ['ips', 'a.csv.zst', true],
  ['ips', 'a.pdf', false],
  ['ips', 'txt', false],
  ['ips', 'a.txt.exe', false],
  ['ips', 'a.gz', false],
  ['ips', 'a.txt.gz.gz', false],
  ['cves', 'report.v2.pdf', true],
  ['cves', 'feed.xml.gz', true],
  ['cves', 'a.pcap', false],
] as const)('of %s the file %s is taken: %s', (kind, name, isTaken) => {
  expect(isFileTypeTaken(kind, name)).toBe(isTaken)
})
