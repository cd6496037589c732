import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, captureOf, eventually, upload, webVisit } from './captures.ts'
import { removeFolder, root, startProduct, type Product } from './start.ts'

/** A backup made while captures arrive, and restored elsewhere: what was acknowledged before it began is there, once. */

let product: Product
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-backup-'))
const at = (name: string): string => join(folder, name)
beforeAll(async () => {
  product = await startProduct()
})
afterAll(async () => {
  await product?.stop()
  product?.remove()
  removeFolder(folder)
})

const run = (dataFolder: string, ...words: string[]) =>
  promisify(execFile)(join(root, 'node_modules', '.bin', 'node'), [join(root, 'cli', 'main.ts'), ...words], {
    env: { PATH: process.env['PATH'], NOISEFLOOR_DATA: dataFolder },
  })

/** A capture of ten visits from addresses of its own. */
const addressOf = (capture: number, visit: number): string => `198.18.${capture}.${visit + 1}`
const captureAt = (capture: number): Uint8Array =>
  captureOf(
    Array.from({ length: 10 }, (_, visit) =>
      webVisit(addressOf(capture, visit), { uri: `/backup/${capture}` }, Date.now() - 5000),
    ),
  )

const countAt = async (of: Product, uri: string): Promise<number> => {
  const query = encodeURIComponent(`raw_data.http.path:"${uri}"`)
  const { body } = await call(of, `/v3/gnql/stats?query=${query}`)
  return (body as { count: number }).count
}

describe('a backup', () => {
  const acknowledged: number[] = []

  test('is made while captures arrive, and holds what was acknowledged before it began, once', async () => {
    for (let capture = 0; capture < 4; capture += 1) await upload(product, captureAt(capture))
    const enough = new AbortController()
    const stream = (async () => {
      for (let capture = 4; !enough.signal.aborted && capture < 200; capture += 1) {
        const { status } = await upload(product, captureAt(capture))
        if (status === 200) acknowledged.push(capture)
      }
    })()
    await expect.poll(() => acknowledged.length).toBeGreaterThan(3)
    const before = acknowledged.length
    const { stdout } = await run(product.dataFolder, 'backup', at('one'))
    expect(stdout).toMatch(/files, .* MB, in .* Nothing was written for \d+ ms/)
    enough.abort()
    await stream
    expect(statSync(at('one')).mode & 0o077).toBe(0)
    await run(at('restored'), 'restore', at('one'))
    const restored = await startProduct({ dataFolder: at('restored') })
    try {
      const wanted = [0, 1, 2, 3, ...acknowledged.slice(0, before)]
      for (const capture of wanted)
        expect([
          capture,
          await eventually(
            () => countAt(restored, `/backup/${capture}`),
            (count) => count >= 10,
          ),
        ]).toEqual([capture, 10])
      // Nothing twice: also where a capture came again after the restore.
      for (const capture of wanted.slice(0, 2)) await upload(restored, captureAt(capture))
      const one = await call(restored, `/v3/ip/${addressOf(0, 0)}`)
      expect(one.status).toBe(200)
      // The same keys open it.
      expect(restored.key).toBe(product.key)
      expect((await call(restored, '/ping')).status).toBe(200)
      expect(readFileSync(join(at('restored'), 'secret-key'), 'utf8')).toBe(
        readFileSync(join(product.dataFolder, 'secret-key'), 'utf8'),
      )
    } finally {
      await restored.stop()
    }
    // The server it was made of went on as if nothing had been.
    for (const capture of acknowledged)
      expect(
        await eventually(
          () => countAt(product, `/backup/${capture}`),
          (count) => count >= 10,
        ),
      ).toBe(10)
    expect(existsSync(join(product.dataFolder, 'backups'))).toBe(true)
  })

  test('goes nowhere else than into a new folder, and leaves nothing of itself behind', async () => {
    await expect(run(product.dataFolder, 'backup', at('one'))).rejects.toMatchObject({ code: 2 })
    await expect(run(product.dataFolder, 'backup', '/proc/nowhere')).rejects.toMatchObject({ code: 1 })
    await expect(run(at('nobody'), 'backup', at('two'))).rejects.toThrow('is the server running')
    await expect(run(product.dataFolder, 'restore', at('one'))).rejects.toMatchObject({ code: 2 })
    expect(existsSync(at('two'))).toBe(false)
  })

  test('that was torn, changed or made to reach outside is refused, and nothing is restored', async () => {
    const damages: [string, (copy: string) => void, RegExp][] = [
      [
        'a flipped file',
        (copy) => writeFileSync(join(copy, 'local-key'), 'nf_other\n'),
        /not what was written/,
      ],
      ['a missing file', (copy) => rmSync(join(copy, 'noisefloor.db')), /missing/],
      ['a file more', (copy) => writeFileSync(join(copy, 'more'), ''), /not in the backup/],
      ['no manifest', (copy) => rmSync(join(copy, 'backup.json')), /no backup/],
      ['a torn manifest', (copy) => writeFileSync(join(copy, 'backup.json'), '{"format":'), /cannot be read/],
      [
        'another format',
        (copy) => writeFileSync(join(copy, 'backup.json'), '{"format":2,"files":[]}'),
        /another release, or damaged/,
      ],
      [
        'a way out',
        (copy) =>
          writeFileSync(
            join(copy, 'backup.json'),
            JSON.stringify({
              format: 1,
              version: '1',
              made: '',
              files: [{ path: '../outside', bytes: 0, sha256: '' }],
            }),
          ),
        /outside of it/,
      ],
    ]
    for (const [name, damage, why] of damages) {
      const copy = at('damaged')
      cpSync(at('one'), copy, { recursive: true })
      damage(copy)
      await expect(run(at('none'), 'restore', copy), name).rejects.toThrow(why)
      expect([name, existsSync(at('none')), existsSync(`${at('none')}.partial`)]).toEqual([
        name,
        false,
        false,
      ])
      rmSync(copy, { recursive: true })
    }
  })
})
