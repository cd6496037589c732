import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { hexOf } from '#model/address-keys.ts'
import { openAnalyzer } from '#pipeline/analysis/open.ts'
import { readResult } from '#pipeline/analysis/result-file.ts'
import { fromHex } from '#store/analytics/address.ts'
import { openFiles } from '#store/files/files.ts'
import { openAlongside } from './alongside.ts'

/** Real threads over real files. */

const dir = await mkdtemp(join(tmpdir(), 'noisefloor-alongside-'))
const files = await openFiles({ dir, clock: Date.now, minFreeBytes: 0 })
const analyzer = openAnalyzer()
afterAll(async () => {
  await analyzer.close()
  await rm(dir, { recursive: true })
})
const { signal } = new AbortController()
const onProgress = (): void => undefined
const of = (workspace: string) => ({ kind: 'ips' as const, workspace, known: () => [] })

const addressAt = (at: number): string => `20.${at >> 16}.${(at >> 8) & 255}.${at & 255}`
const count = 250_000
const text = Buffer.from(Array.from({ length: count }, (_, at) => `${addressAt(at)}\n`).join(''))

/** The text cut at places that no line ends at; `between` is waited for behind each piece. */
async function* cut(size: number, between = async () => undefined as unknown): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < text.length; from += size) {
    yield text.subarray(from, from + size)
    await between()
  }
}

test('a list that is read while it comes gives what it gives when it is there, and goes on from there', async () => {
  const alongside = openAlongside({ files, analyzer })
  const reading = alongside.begin(of('a'))!
  const { id, bytes } = await files.receive(cut(333_333), { limit: 1e9, onGrown: reading.grown })
  expect(alongside.take(id)).toBe(null)
  reading.whole(id, bytes)
  const begun = alongside.take(id)
  const read = await begun!.end({ signal, onProgress })
  expect([read?.end.read, read?.end.totals.unique]).toEqual([bytes, count])
  const { keys, lines } = await readResult(read!.output.path)
  for (const at of [0, 1, 77_777, count - 1])
    expect([fromHex(hexOf(keys, at)), lines[at]]).toEqual([addressAt(at), at + 1])
  await read!.output.discard()
  expect(alongside.take(id)).toBe(null)
})

test('what is sent and never whole leaves nothing, and gives its place to others', async () => {
  const alongside = openAlongside({ files, analyzer })
  const before = await readdir(join(dir, 'incoming'))
  const reading = alongside.begin(of('a'))!
  const leaving = files.receive(
    cut(600_000, async () => {
      throw new Error('gone')
    }),
    { limit: 1e9, onGrown: reading.grown },
  )
  await expect(leaving).rejects.toThrow('gone')
  reading.abandon()
  expect(alongside.begin(of('a'))).not.toBe(null)
  await expect.poll(() => readdir(join(dir, 'incoming'))).toEqual(before)
})

test('two are read while they come, one of a workspace', () => {
  const alongside = openAlongside({ files, analyzer })
  expect(alongside.begin(of('a'))).not.toBe(null)
  expect(alongside.begin(of('a'))).toBe(null)
  const other = alongside.begin(of('b'))
  expect(other).not.toBe(null)
  expect(alongside.begin(of('c'))).toBe(null)
  other!.abandon()
  expect(alongside.begin(of('c'))).not.toBe(null)
})

test('whoever stops meanwhile ends it with his reason; what cannot be read says so', async () => {
  const alongside = openAlongside({ files, analyzer })
  const reading = alongside.begin(of('a'))!
  const { id, bytes } = await files.receive(cut(500_000), { limit: 1e9, onGrown: reading.grown })
  reading.whole(id, bytes)
  const stop = new AbortController()
  const ended = alongside.take(id)!.end({ signal: stop.signal, onProgress })
  stop.abort(new Error('stopped'))
  await expect(ended).rejects.toThrow('stopped')

  const packed = alongside.begin(of('a'))!
  async function* zip(): AsyncGenerator<Uint8Array> {
    yield Buffer.concat([Buffer.from('PK\x03\x04'), text])
  }
  const stored = await files.receive(zip(), { limit: 1e9, onGrown: packed.grown })
  packed.whole(stored.id, stored.bytes)
  await expect(alongside.take(stored.id)!.end({ signal, onProgress })).rejects.toMatchObject({
    code: 'unsupported-media',
  })
})

test('where somebody who stopped before would end it, nothing of it is left', async () => {
  const alongside = openAlongside({ files, analyzer })
  const before = await readdir(join(dir, 'incoming'))
  const reading = alongside.begin(of('a'))!
  const { id, bytes } = await files.receive(cut(500_000), { limit: 1e9, onGrown: reading.grown })
  reading.whole(id, bytes)
  await expect.poll(() => readdir(join(dir, 'incoming'))).not.toEqual(before)
  const stopped = AbortSignal.abort(new Error('stopped'))
  await expect(alongside.take(id)!.end({ signal: stopped, onProgress })).rejects.toThrow('stopped')
  expect(alongside.take(id)).toBe(null)
  await expect.poll(() => readdir(join(dir, 'incoming'))).toEqual(before)
})
