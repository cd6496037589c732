import * as fc from 'fast-check'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readIndexFile, type SavedIndex, writeIndexFile } from './index-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-index-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'index')

const shared = (numbers: number[]): Uint32Array => {
  const made = new Uint32Array(new SharedArrayBuffer(4 * numbers.length))
  made.set(numbers)
  return made
}
const numbers = fc.array(fc.nat({ max: 2 ** 32 - 1 }), { maxLength: 6 })
const typed = fc.oneof(
  numbers.map((all) => Uint32Array.from(all)),
  numbers.map(shared),
  fc.uint8Array({ maxLength: 9 }),
  fc.float64Array({ maxLength: 5 }),
  // A view of a part of something larger.
  fc.uint8Array({ minLength: 9, maxLength: 9 }).map((all) => all.subarray(1, 6)),
)
const leaf = fc.oneof(
  typed,
  fc.string({ unit: 'binary' }),
  fc.boolean(),
  fc.double().map((number) => (Object.is(number, -0) ? 0 : number)),
  fc.constant(null),
)
const plain = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie('any'), { maxKeys: 3, noNullPrototype: true }),
    fc.array(fc.tuple(fc.string(), tie('any')), { maxLength: 3 }).map((all) => new Map(all)),
  ),
})).any

const saved = (content: unknown): SavedIndex => ({ manifest: content, segments: [] })

test('what was written is read back, whatever it is', () => {
  fc.assert(
    fc.property(plain, (content) => {
      writeIndexFile(path, 'key', saved(content))
      expect(readIndexFile(path, 'key')).toEqual(saved(content))
    }),
  )
})

test('what lay in memory that threads share does so again', () => {
  writeIndexFile(path, 'key', saved([shared([1, 2]), Uint32Array.of(3)]))
  const { manifest } = readIndexFile(path, 'key') ?? { manifest: [] }
  const [one, other] = manifest as Uint32Array[]
  expect(one?.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect(other?.buffer).toBeInstanceOf(ArrayBuffer)
})

test('a file that was cut anywhere, or of which any byte is another, is none', () => {
  writeIndexFile(path, 'key', saved({ ids: Uint32Array.of(1, 2, 3), words: 'a value' }))
  const whole = readFileSync(path)
  for (let at = 0; at < whole.length; at += 1) {
    writeFileSync(path, whole.subarray(0, at))
    expect(readIndexFile(path, 'key'), `cut at ${at}`).toBeNull()
    const other = Buffer.from(whole)
    other[at]! ^= 1 << (at % 8)
    writeFileSync(path, other)
    expect(readIndexFile(path, 'key'), `changed at ${at}`).toBeNull()
  }
  writeFileSync(path, Buffer.concat([whole, Buffer.of(0)]))
  expect(readIndexFile(path, 'key')).toBeNull()
})

test('a file that something else made is none, and where there is none there is none', () => {
  writeIndexFile(path, 'of another release', saved(1))
  expect(readIndexFile(path, 'key')).toBeNull()
  expect(readIndexFile(join(folder, 'nothing'), 'key')).toBeNull()
})

test('of a file that could not be completed nothing stays', () => {
  const there = join(folder, 'a folder of that name')
  mkdirSync(join(there, 'with something in it'), { recursive: true })
  expect(() => writeIndexFile(there, 'key', saved(1))).toThrow()
  expect(existsSync(`${there}.new`)).toBe(false)
})
