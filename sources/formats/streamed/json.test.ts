import { expect, test } from 'vitest'
import { SourceRefused } from '../../refused.ts'
import { valuesOf } from './json.ts'

const mebibyte = 1024 * 1024

// A list of records whose first line is broken looks like one value over all its lines: all of it, gigabytes, was held and joined.
test('a long list whose first line is broken is refused before it is held', async () => {
  let drawn = 0
  async function* file(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('{"cveMetadata": \n')
    const lines = Buffer.from(`{"of":"${'x'.repeat(1000)}"}\n`.repeat(1000))
    for (let at = 0; at < 4000; at++) {
      drawn += lines.length
      yield lines
    }
  }
  const read = async (): Promise<void> => {
    for await (const { value } of valuesOf(file(), 4096 * mebibyte)) expect(value).toBeUndefined()
  }
  await expect(read()).rejects.toThrow(SourceRefused)
  expect(drawn).toBeLessThan(72 * mebibyte)
})

test('a value, a list or values, each over one line or many, are read', async () => {
  const valuesIn = async (text: string): Promise<unknown[]> => {
    async function* file(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text)
    }
    const found: unknown[] = []
    for await (const { value } of valuesOf(file(), mebibyte)) found.push(value)
    return found
  }
  for (const text of [
    '{"a":1}\n{"a":2}',
    '\n{"a":1}\r\n{"a":2}\n',
    '[{"a":1},{"a":2}]',
    '[\n{"a":1},\n{"a":2}\n]\n',
  ])
    expect(await valuesIn(text), text).toEqual([{ a: 1 }, { a: 2 }])
  expect(await valuesIn('{\n"a": 1\n}\n')).toEqual([{ a: 1 }])
})
