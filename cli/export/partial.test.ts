import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addressIn, keptOf } from './partial.ts'

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-part-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'part')

const files = {
  csv: [
    'ip,first_seen\r\n',
    '198.18.0.1,"a ""b"",\t::1"\r\n',
    '2001:db8::1,"' + 'x'.repeat(3_000_000) + '"\r\n',
    '::1,""\r\n',
  ],
  'csv of changes': [
    'change,ip\r\n',
    'new,198.18.0.1,"x"\r\n',
    'gone,2001:db8::1,\r\n',
    'changed,::1,"y"\r\n',
  ],
  json: [
    '{"data":[\n',
    '{"ip":"198.18.0.1","a":"\\n"}\n',
    ',{"ip":"2001:db8::1","b":{"ip":"9.9.9.9"}}\n',
    ',{"ip":"::1"}\n',
  ],
  ndjson: ['{"ip":"198.18.0.1"}\n', '{"ip":"2001:db8::1"}\n', '{"change":"gone","ip":"::1"}\n'],
  txt: ['198.18.0.1\n', '2001:db8::1\n', '::1\n'],
  'txt of changes': ['new\t198.18.0.1\n', 'gone\t2001:db8::1\n', 'changed\t::1\n'],
}

test.each(Object.entries(files))('cut anywhere, %s is kept up to its last whole line', (_, lines) => {
  const whole = lines.join('')
  const ends = lines.map((__, at) => lines.slice(0, at + 1).join('').length)
  const cuts = new Set(ends.flatMap((end) => [end - 3, end - 1, end, end + 1, end + 5]))
  for (const cut of cuts) {
    if (cut < 0 || cut > whole.length) continue
    writeFileSync(file, whole.slice(0, cut))
    const at = ends.findLastIndex((end) => end <= cut)
    expect(keptOf(file)).toEqual({
      bytes: ends[at] ?? 0,
      after: /198\.18\.0\.1|2001:db8::1|::1/.exec(lines[at] ?? '')?.[0] ?? null,
    })
  }
})

test('what is no line of an export has no address', () => {
  for (const line of ['', 'ip,first_seen\r', '],', '{"data":[', 'change,ip', '"request_metadata":{}}'])
    expect(addressIn(line)).toBeNull()
})
