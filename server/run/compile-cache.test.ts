import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'noisefloor-modules-'))
  const port = `import { getCompileCacheDir } from 'node:module'
import { parentPort } from 'node:worker_threads'
const sum = (one: number, other: number): number => one + other
const said: string = sum(1, 2) + ' ' + (getCompileCacheDir() !== undefined)
`
  writeFileSync(join(folder, 'thread.ts'), `${port}parentPort!.postMessage(said)\n`)
  writeFileSync(
    join(folder, 'program.ts'),
    `${port}import { Worker } from 'node:worker_threads'
const worker = new Worker(new URL('./thread.ts', import.meta.url), { execArgv: [] })
worker.on('message', (theirs: string) => console.log(said, theirs))
`,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const entry = pathToFileURL(join(import.meta.dirname, 'compile-cache.ts')).href
function said(cache: string, environment: NodeJS.ProcessEnv = {}): string {
  const code = `const { cacheCompiledModules } = await import('${entry}')
cacheCompiledModules(process.env, '${cache}')
await import('${pathToFileURL(join(folder, 'program.ts')).href}')`
  const { PATH } = process.env
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    env: { PATH, ...environment },
  })
  return stdout.trim() || stderr
}

const entriesOf = (cache: string): string[] =>
  readdirSync(cache, { recursive: true, encoding: 'utf8' })
    .map((name) => join(cache, name))
    .filter((path) => statSync(path).isFile())

describe('compiled modules', () => {
  it('are kept by the process and its threads', () => {
    const cache = join(folder, 'kept')
    expect(said(cache)).toBe('3 true 3 true')
    expect(entriesOf(cache).length).toBeGreaterThanOrEqual(2)
    expect(said(cache)).toBe('3 true 3 true')
  })

  it('that were torn, turned into others or damaged are read from their sources', () => {
    const cache = join(folder, 'damaged')
    said(cache)
    const damages: ((bytes: Buffer, all: readonly Buffer[]) => Buffer)[] = [
      (bytes) => bytes.subarray(0, bytes.length >> 1),
      () => Buffer.alloc(0),
      (bytes) => bytes.map((byte, at) => (at % 97 === 50 ? byte ^ 0xff : byte)) as Buffer,
      (bytes, all) => all.find((other) => !other.equals(bytes)) ?? bytes,
    ]
    for (const damage of damages) {
      const files = entriesOf(cache)
      const all = files.map((path) => readFileSync(path))
      for (const [at, path] of files.entries()) writeFileSync(path, damage(all[at]!, all))
      expect(said(cache)).toBe('3 true 3 true')
    }
  })

  it('are those of the operator where they name a cache, or want none, and nobody misses one that cannot be written', () => {
    const theirs = join(folder, 'theirs')
    const ours = join(folder, 'ours')
    expect(said(ours, { NODE_COMPILE_CACHE: theirs })).toBe('3 true 3 true')
    expect(said(ours, { NODE_DISABLE_COMPILE_CACHE: '1' })).toBe('3 false 3 false')
    expect(() => statSync(ours)).toThrow('ENOENT')
    mkdirSync(ours)
    writeFileSync(join(ours, 'file'), '')
    expect(said(join(ours, 'file'))).toBe('3 false 3 false')
  })
})
