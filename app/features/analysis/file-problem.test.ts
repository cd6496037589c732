import { expect, test } from 'vitest'
import { problemOf, problemOfStatus, problemText } from './file-problem.ts'

test('a file is refused by its name first, then by its size', () => {
  const file = (name: string, size = 1) => problemOf({ name, size }, { kind: 'ips', maxMb: 2 })
  for (const name of ['a.json', 'A.TXT', 'a.csv', 'a.pcap', 'a.pcapng', 'a.txt.gz', '2026.11.20.csv'])
    expect([name, file(name)]).toEqual([name, null])
  for (const name of ['a.exe', 'a.pdf', 'txt', '.gz', ''])
    expect([name, file(name)]).toEqual([name, 'fileNotSupported'])
  expect(file('a.txt', 2_000_000)).toBe(null)
  expect(file('a.txt', 2_000_001)).toBe('fileSize')
  expect(file('a.exe', 2_000_001)).toBe('fileNotSupported')
})

test('what is said is what the specification says', () => {
  const said = [415, 413, 400, 503, 429, 403].map((status) =>
    problemText(problemOfStatus(status), { kind: 'ips', maxMb: 100 }),
  )
  expect(said).toEqual([
    'File type not supported',
    'File too large, max file size is 100 MB',
    'Could not create new Analysis. Try updating your IP list.',
    'Could not create new Analysis. Try updating your IP list.',
    'Rate limit exceeded. Please try again later.',
    'You do not have access to this page.',
  ])
  expect(problemText('error', { kind: 'cves', maxMb: 100 })).toBe(
    'Could not create new Analysis. Try updating your CVEs list.',
  )
  expect(problemOf({ name: 'a.pdf', size: 1 }, { kind: 'cves', maxMb: 1 })).toBe(null)
})
