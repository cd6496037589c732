import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { packed, unpackedFiles } from './tar.ts'

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-tar-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function* inPieces(bytes: Uint8Array, piece: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
}
async function whole(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return Buffer.concat(pieces)
}
async function filesIn(bytes: Uint8Array, piece = 4096): Promise<string[]> {
  const found: string[] = []
  for await (const file of unpackedFiles(inPieces(bytes, piece)))
    found.push((await whole(file)).toString('latin1'))
  return found
}
const put = (texts: readonly string[], into = folder) =>
  texts.map((text, at) => {
    const path = join(into, `${at}.json`)
    writeFileSync(path, text, 'latin1')
    return { path }
  })
const tarOf = async (texts: readonly string[]): Promise<Buffer> => whole(packed(put(texts)))

test('files come out as they went in, whatever the pieces they travel in', async () => {
  const texts = fc.array(fc.string({ unit: 'binary-ascii', maxLength: 1500 }), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 2000 }), async (files, piece) => {
      expect(await filesIn(await tarOf(files), piece)).toEqual(files)
    }),
    { numRuns: 40 },
  )
})

test('the tar of the system reads ours and we read its own, folders and links left out', async () => {
  const packedByUs = await tarOf(['one', 'two'])
  const listed = spawnSync('tar', ['-tvf', '-'], { input: packedByUs, encoding: 'utf8' })
  expect([listed.status, listed.stdout.trim().split('\n').length]).toEqual([0, 2])
  const own = mkdtempSync(join(folder, 'own-'))
  put(['a', 'b'.repeat(700)], own)
  spawnSync('ln', ['-s', '/etc/passwd', join(own, 'link')])
  const { stdout } = spawnSync('tar', ['-C', own, '-cf', '-', '.'])
  expect((await filesIn(stdout)).toSorted()).toEqual(['a', 'b'.repeat(700)])
})

test('cut anywhere, or no tar at all, it is refused', async () => {
  const tar = await tarOf(['one', 'two'])
  for (let length = 0; length < tar.length - 1024; length += 100)
    await expect(filesIn(tar.subarray(0, length)), String(length)).rejects.toThrow('cut off')
  await expect(filesIn(Buffer.from('x'.repeat(2000)))).rejects.toThrow('not a tar')
})

test('a file that is not read to its end is passed over', async () => {
  const seen: number[] = []
  for await (const file of unpackedFiles(inPieces(await tarOf(['x'.repeat(5000), 'y']), 100))) {
    for await (const piece of file) {
      seen.push(piece.length)
      break
    }
  }
  expect(seen).toHaveLength(2)
})
