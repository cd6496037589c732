import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAddress } from '#model/address.ts'
import { compileAsn } from './compile.ts'
import { readAsnFile, writeAsnFile } from './file.ts'
import { openAsn } from './open.ts'
import { type Announcement, searchAsn } from './table.ts'

const silent = { info: () => undefined, warn: () => undefined }
let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'noisefloor-asn-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const ask = (find: (words: readonly [number, number, number, number]) => Announcement | null, ip: string) =>
  find(readAddress(ip) ?? [0, 0, 0, 0])

const csv4 =
  '1.0.0.0,1.0.0.255,64496,"Example, ""One"""\n1.0.4.0,1.0.7.255,64497,Two\nnonsense\n9.9.9.0,1.1.1.1,1,Backwards\n'
const csv6 = '2a00::,2a00::ffff,64498,Three\r\n2a01::5,2a01::5,64499,Vier Straße\n'

describe('asn', () => {
  test('a range holds its bounds and nothing beside them', () => {
    const find = searchAsn(compileAsn(csv4, csv6))
    expect(ask(find, '1.0.0.0')).toEqual({ asn: 64496, organization: 'Example, "One"' })
    expect(ask(find, '1.0.7.255')?.asn).toBe(64497)
    expect(ask(find, '2a00::ffff')?.asn).toBe(64498)
    expect(ask(find, '2a01::5')).toEqual({ asn: 64499, organization: 'Vier Straße' })
    for (const ip of [
      '0.255.255.255',
      '1.0.1.0',
      '1.0.3.255',
      '1.0.8.0',
      '9.9.9.9',
      '2a00::1:0',
      '2a01::4',
      '2a01::6',
      '::',
    ])
      expect(ask(find, ip), ip).toBeNull()
  })

  test('what is written is what is read, at any size', async () => {
    const path = join(dir, 'law.bin')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(1000), fc.string({ maxLength: 9 })), { maxLength: 20 }),
        async (rows) => {
          const table = compileAsn(
            rows
              .map(
                ([asn, name], at) =>
                  `1.0.${at}.0,1.0.${at}.255,${asn},"${name.replaceAll('"', '""').replaceAll('\n', ' ')}"`,
              )
              .join('\n'),
            '',
          )
          await writeAsnFile(path, table)
          expect(await readAsnFile(path)).toEqual(table)
        },
      ),
      { numRuns: 25 },
    )
  })

  test('a cut, empty or foreign cache file is refused', async () => {
    const path = join(dir, 'cut.bin')
    await writeAsnFile(path, compileAsn(csv4, csv6))
    const { size } = await stat(path)
    await truncate(path, size - 4)
    expect(await readAsnFile(path)).toBeNull()
    await writeFile(path, '')
    expect(await readAsnFile(path)).toBeNull()
    await writeFile(path, 'x'.repeat(400))
    expect(await readAsnFile(path)).toBeNull()
    expect(await readAsnFile(join(dir, 'missing.bin'))).toBeNull()
  })

  test('the real data is compiled once, leaves one whole file, and opens quickly the second time', async () => {
    const cache = join(dir, 'cache')
    const first = await openAsn(cache, silent)
    const [file, ...rest] = await readdir(cache)
    expect(rest).toEqual([])
    const before = await readFile(join(cache, file ?? ''))
    const start = performance.now()
    const second = await openAsn(cache, silent)
    expect(performance.now() - start).toBeLessThan(300)
    expect((await readFile(join(cache, file ?? ''))).equals(before)).toBe(true)
    for (const ip of ['8.8.8.8', '1.1.1.1', '2001:4860:4860::8888', '240.0.0.1'])
      expect(ask(second, ip)).toEqual(ask(first, ip))
    expect(ask(second, '8.8.8.8')?.asn).toBe(15169)
  })

  test('a cache folder that cannot be made does not stop the look-up', async () => {
    const blocked = join(dir, 'a-file')
    await writeFile(blocked, '')
    const warnings: string[] = []
    const find = await openAsn(join(blocked, 'cache'), {
      ...silent,
      warn: (_, message) => warnings.push(message),
    })
    expect(ask(find, '8.8.8.8')?.asn).toBe(15169)
    expect(warnings.length).toBe(1)
  })
})
