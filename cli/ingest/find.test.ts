import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { pcap } from '#packet/build/pcap.ts'
import { findCaptures } from './find.ts'

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-find-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('captures in a folder are found by their names, or by how they begin, packed or not', async () => {
  const bytes = pcap([])
  mkdirSync(join(folder, 'below'))
  const files: [name: string, content: Uint8Array | string, isOne: boolean][] = [
    ['a.pcap.gz', 'cut off', true],
    ['below/eth0', bytes, true],
    ['below/eth0.1', gzipSync(bytes), true],
    ['below/eth0.2', zstdCompressSync(bytes), true],
    ['below/notes', 'no capture at all', false],
    ['below/short', gzipSync(bytes).subarray(0, 2), false],
    ['b.CAP', '', true],
  ]
  for (const [name, content] of files) writeFileSync(join(folder, name), content)
  const wanted = files.flatMap(([name, , isOne]) => (isOne ? [join(folder, name)] : []))
  expect(await findCaptures(folder)).toEqual(wanted.sort())
  const notes = join(folder, 'below', 'notes')
  expect(await findCaptures(notes)).toEqual([notes])
})
