import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = import.meta.dirname
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'))
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))

/** `import { a, b } from 'x'`, without those of types. */
const imports = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/^import (type )?(?:(\w+)(?:, )?)?(?:\{([^}]*)\})? ?(?:from )?'([^']+)'/gm)]
    .filter(([, type]) => type === undefined)
    .map(([, , whole, names = '', from]) => ({
      file,
      from: from!,
      names: [
        ...(whole === undefined ? [] : [whole]),
        ...names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type ')),
      ],
    })),
)

describe('no decoy reaches anybody but who spoke to it', () => {
  it('since none has anything that could: of Node and packages these names are used, and no other', () => {
    const used = new Map<string, Set<string>>()
    for (const { from, names } of imports) {
      if (from.startsWith('.') || from.startsWith('#')) continue
      const all = used.get(from) ?? new Set()
      names.forEach((name) => all.add(name))
      used.set(from, all)
    }
    expect(Object.fromEntries([...used].map(([from, names]) => [from, [...names].sort()]).sort())).toEqual({
      'node:crypto': ['createHash', 'generateKeyPairSync', 'randomBytes', 'sign'],
      'node:dgram': ['createSocket'],
      'node:net': ['BlockList', 'createServer', 'isIP', 'isIPv4', 'isIPv6'],
      'node:os': ['networkInterfaces'],
      'node:stream': ['Duplex'],
      'node:tls': ['TLSSocket', 'createSecureContext'],
      'node:util': ['isDeepStrictEqual'],
      'ssh2/lib/keygen.js': ['keygen'],
      'ssh2/lib/server.js': ['Server'],
    })
  })

  it('and nothing is loaded, run, fetched or connected in passing', () => {
    for (const { file, text } of sources)
      expect(
        text
          .replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, '')
          .match(/\bimport\(|\brequire\(|\beval\(|\bFunction\(|\bfetch\(|\.connect\(|process\./)?.[0],
        file,
      ).toBeUndefined()
  })

  it('datagrams leave from one place only, to who asked', () => {
    expect(imports.filter(({ from }) => from === 'node:dgram').map(({ file }) => file)).toEqual([
      'listeners/udp.ts',
    ])
    const sends = sources.flatMap(({ text }) => [...text.matchAll(/\.send\([^)]*\)/g)].map(([call]) => call))
    expect(sends).toEqual(['.send(said, from.port, from.address, ()'])
  })
})
