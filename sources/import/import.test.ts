import { mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { everySource } from '../catalogue/all.ts'
import { allSources } from '../catalogue/address-sources.ts'
import { samples } from '../cve/testing/samples.ts'
import { keptAt, readKept } from '../formats/store.ts'
import { unpack } from '../formats/unpack.ts'
import { readBundled } from '../bundled.ts'
import { country } from '../catalogue/country.ts'
import { datacenter } from '../catalogue/datacenter.ts'
import type { Source } from '../source.ts'
import { tor } from '../catalogue/tor.ts'
import { vpn } from '../catalogue/vpn.ts'
import { parseSource } from './parse.ts'
import { importSource } from './import-source.ts'
import { importInWorker } from './worker.ts'
import { importPath } from './import-files.ts'
import { findSources, sourceOf } from './find.ts'

let root = ''
let folder = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'noisefloor-update-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))
let turn = 0
beforeEach(() => {
  folder = join(root, `kept-${++turn}`)
})

const csv = (rows: number, first = 0): string =>
  `cidr\n${Array.from({ length: rows }, (_, row) => `10.${(row + first) >> 8}.${(row + first) & 255}.0/24`).join('\n')}\n`
const input = (text: string | Buffer, name = 'datacenter.csv') => ({ name, bytes: Buffer.from(text) })
const take = (text: string | Buffer, over: { force?: boolean; source?: Source; name?: string } = {}) =>
  importSource(over.source ?? datacenter, [input(text, over.name)], {
    folder,
    now: 1_700_000_000_000,
    from: ['here'],
    force: over.force ?? false,
  })
const kept = () => readFile(keptAt(folder, 'datacenter').current)

describe('a source', () => {
  test('taken twice is there once, and says that nothing changed', async () => {
    expect(await take(csv(100))).toMatchObject({ rows: 100, before: 0, added: 100 })
    const first = await kept()
    expect(await take(csv(100))).toMatchObject({ rows: 100, before: 100, added: 0, removed: 0, changed: 0 })
    expect(await kept()).toEqual(first)
    expect(await take(csv(100, 30))).toMatchObject({ rows: 100, added: 30, removed: 30, changed: 0 })
  })

  test('with less than half the rows is refused, unless it is forced; what it replaces stays as the one before', async () => {
    await take(csv(100))
    await expect(take(csv(49))).rejects.toThrow('49 rows where the one before has 100')
    await take(csv(50))
    await expect(take(csv(24), {})).rejects.toThrow('taken for broken')
    await take(csv(24), { force: true })
    expect((await readKept(keptAt(folder, 'datacenter').previous))?.header.rows).toBe(50)
  })

  test('that would push out far more of what is bundled is refused, unless it is forced', async () => {
    await readBundled(country, folder)
    const rows = Array.from({ length: 300 }, (_, at) => `10.${at >> 8}.${at & 255}.0/24,NL`).join('\n')
    const few = { source: country, name: 'country-ipv4.csv' }
    await expect(take(`cidr,country_code\n${rows}\n`, few)).rejects.toThrow('where the bundled one has')
    expect(await readKept(keptAt(folder, 'country').current)).toBeNull()
    expect(await take(`cidr,country_code\n${rows}\n`, { ...few, force: true })).toMatchObject({ rows: 300 })
  })

  test('that is empty, of other columns or full of garbage is refused even when forced, and nothing changes', async () => {
    await take(csv(100))
    const before = await kept()
    const garbage = Array.from({ length: 100 }, (_, row) => `10.0.${row}.0/99`).join('\n')
    for (const text of [
      '',
      'cidr\n',
      'network\n10.0.0.0/8\n',
      '10.0.0.0/8',
      `cidr\n${garbage}\n`,
      `${csv(100)}10.9.9.0/2`,
      `cidr\n${'1'.repeat(70_000)}\n`,
      '\0'.repeat(1000),
      '{"cidr": [',
    ])
      await expect(take(text, { force: true }), text.slice(0, 30)).rejects.toThrow(/datacenter.csv|no rows/)
    expect(await kept()).toEqual(before)
    expect((await readdir(folder)).sort()).toEqual(['datacenter.source'])
  })

  test('that is a table is never read as a list, whatever its columns are called', async () => {
    const table = (header: string, cells: (row: number) => string): string =>
      `${header}\n${Array.from({ length: 100 }, (_, row) => cells(row)).join('\n')}\n`
    const relays = table('address,is_exit', (row) => `9.9.9.${row},0`)
    for (const text of [relays, relays.replaceAll(',', '\t')])
      await expect(take(text, { source: tor, name: 'tor-relays.csv', force: true })).rejects.toThrow('no row')
    const named = table('range,service', (row) => `9.9.${row}.0/24,Somebody`)
    await expect(take(named, { source: vpn, name: 'vpn.csv', force: true })).rejects.toThrow('no row')
  })

  test('of several files is refused with an empty one among them; a list of nothing but remarks is none', async () => {
    const both = (second: string) =>
      importSource(datacenter, [input(csv(100)), input(second, 'output/datacenter/ipv6.txt')], {
        folder,
        now: 1_700_000_000_000,
        from: ['here'],
        force: true,
      })
    for (const text of ['', 'cidr\n']) await expect(both(text)).rejects.toThrow('ipv6.txt: holds no row')
    expect((await both('# Nauru has none\n')).rows).toBe(100)
  })

  test('whose packed file unpacks without end is refused', () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    expect(() => unpack(input(bomb, 'x.csv.gz'), 1_000_000)).toThrow('unpacks to more than 1000000 bytes')
    expect(unpack(input(bomb, 'x.csv.gz')).bytes.length).toBe(10_000_000)
  })

  test('cut anywhere is never taken for whole: packed files at every byte, plain ones in the middle of a line', async () => {
    await take(csv(60))
    const before = await kept()
    const packed = gzipSync(csv(60))
    for (let length = 0; length < packed.length; length++)
      await expect(take(packed.subarray(0, length), { force: true }), String(length)).rejects.toThrow()
    const plain = csv(60)
    for (let length = 0; length < plain.length; length++)
      if (plain[length - 1] !== '\n')
        await expect(take(plain.slice(0, length), { force: true })).rejects.toThrow()
    // At the end of a line it is a shorter list, which none can tell; what lost more than half is refused.
    for (const [at, char] of [...plain].entries())
      if (char === '\n' && plain.slice(0, at).split('\n').length - 1 < 30)
        await expect(take(plain.slice(0, at + 1))).rejects.toThrow()
    expect(await kept()).toEqual(before)
  })

  test('kept, then cut or damaged at any byte, is not read at all', async () => {
    await take(csv(30))
    const { current } = keptAt(folder, 'datacenter')
    const whole = await kept()
    for (let length = 0; length < whole.length; length += 7) {
      await writeFile(current, whole)
      await truncate(current, length)
      expect(await readKept(current), String(length)).toBeNull()
    }
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const damaged = Buffer.from(whole)
        damaged[at] = (damaged[at] ?? 0) ^ flip
        await writeFile(current, damaged)
        expect(await readKept(current)).toBeNull()
      }),
      { numRuns: 60 },
    )
  })

  test('does not depend on the order of its rows', () => {
    const lines = csv(50).trim().split('\n').slice(1)
    fc.assert(
      fc.property(fc.shuffledSubarray(lines, { minLength: lines.length }), (shuffled) => {
        const parsed = parseSource(datacenter, [input(`cidr\n${shuffled.join('\n')}\n`)])
        expect(parsed).toEqual(parseSource(datacenter, [input(csv(50))]))
      }),
      { numRuns: 30 },
    )
  })

  test('no bytes make a parser do anything but refuse', () => {
    const hostile = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc
        .array(
          fc.constantFrom(
            'cidr',
            'ip',
            'asn',
            ',',
            '\n',
            '\t',
            '"',
            '1.2.3.4/8',
            '::/0',
            '-1',
            '#',
            '{',
            '[',
            '\0',
            '\u202e',
          ),
          {
            maxLength: 40,
          },
        )
        .map((parts) => Buffer.from(parts.join(''))),
    )
    fc.assert(
      fc.property(hostile, fc.constantFrom(...allSources), (bytes, source) => {
        try {
          parseSource(source, [{ name: `lists/akamai/list.json/${source.name}.csv`, bytes }])
        } catch (error) {
          expect((error as Error).name).toBe('SourceRefused')
        }
      }),
      { numRuns: 400 },
    )
  })
})

describe('a folder', () => {
  const fill = async (files: Record<string, string | Buffer>): Promise<string> => {
    const from = join(root, `from-${turn}`)
    for (const [name, bytes] of Object.entries(files)) {
      await mkdir(dirname(join(from, name)), { recursive: true })
      await writeFile(join(from, name), bytes)
    }
    return from
  }

  test('gives the sources whose files it holds, packed or not, and tells what it could not take', async () => {
    const from = await fill({
      'netlists/datacenter.csv.gz': gzipSync(csv(20)),
      'netlists/tor-relays.csv': 'wrong\n1.2.3.4\n',
    })
    const outcomes = await importPath(from, { folder, force: false, now: 1 })
    expect(outcomes.map((outcome) => (outcome.ok ? outcome.imported.source : outcome.reason))).toEqual([
      'datacenter',
      expect.stringContaining('1 lines are no rows, beside 1 that are: "wrong"'),
    ])
  })

  test('is recognised whatever kind its sources are of; what is none and what is a link are named, and links not followed', async () => {
    const from = await fill({
      'a/vpn.csv': '',
      'b/kev-latest.csv.gz': '',
      'b/epss-history-kev.csv': '',
      'b/CVE-2024-0001.json': '',
      'c/actors.json': '',
      'c/ipsum.csv.gz': '',
      'pcap/one.pcap': '',
      'mmdb-test/GeoLite2-City.mmdb': '',
      '.hidden/tor-relays.csv': '',
    })
    await symlink('/etc', join(from, 'etc'))
    await symlink(join(from, 'a/vpn.csv'), join(from, 'tor-relays.csv'))
    const { known, unknown, links } = await findSources(from)
    expect(known.map(([source, files]) => [source.name, files.map(({ name }) => name)])).toEqual([
      ['vpn', ['a/vpn.csv']],
      ['scanners', ['c/actors.json']],
      ['ipsum', ['c/ipsum.csv.gz']],
      ['cve-list', ['b/CVE-2024-0001.json']],
      ['kev', ['b/kev-latest.csv.gz']],
      ['epss-history', ['b/epss-history-kev.csv']],
    ])
    expect(unknown).toEqual(['mmdb-test/GeoLite2-City.mmdb', 'pcap/one.pcap'])
    expect(links).toEqual(['etc', 'tor-relays.csv'])
    expect((await findSources(from, 'kev')).known.map(([source]) => source.name)).toEqual(['kev'])
  })

  test('or a path that is none, an unknown name and a file of no source are refused in words', async () => {
    const from = await fill({ 'unrelated.csv': 'x\n' })
    await expect(findSources(join(root, 'nowhere'))).rejects.toThrow('There is no')
    await expect(findSources(from)).rejects.toThrow('holds no file of a source we know')
    await expect(findSources(from, 'nonsense')).rejects.toThrow('no source nonsense')
    await expect(findSources(join(from, 'unrelated.csv'))).rejects.toThrow('Say which source')
    await expect(findSources('/dev/null', 'vpn')).rejects.toThrow('neither a file nor a folder')
    expect((await findSources(join(from, 'unrelated.csv'), 'vpn')).known[0]?.[0].name).toBe('vpn')
  })

  test('no two sources share a name, nor a file of the usual names', () => {
    const names = everySource.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const [name, { file }] of Object.entries(samples)) expect(sourceOf(file).name).toBe(name)
  })
})

test('a process that reads a file for another takes it, or says why not, and what stood stands', async () => {
  const path = join(root, 'apart.csv')
  const take = { folder, now: 1, from: ['x'], force: false }
  const apart = (text: string | Buffer) =>
    writeFile(path, text).then(() => importInWorker(datacenter, [{ name: 'datacenter.csv', path }], take))
  expect(await apart(csv(100))).toMatchObject({ rows: 100, added: 100 })
  const before = await kept()
  await expect(apart('')).rejects.toThrow('holds no row')
  await expect(apart(csv(20))).rejects.toThrow('taken for broken')
  await expect(apart(Buffer.alloc(100_000_000, 'x'))).rejects.toThrow('line 1 is longer')
  expect(await kept()).toEqual(before)
})
