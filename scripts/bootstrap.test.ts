import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

/** A clone whose packages, pages and agent are a few bytes, made by programs that write down when they ran. */
let clone = ''
const at = (path: string): string => join(clone, path)
const write = (path: string, text: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}

const npm = `#!/bin/sh
echo "npm $*" >>log
mkdir installing || echo "two at once" >>log
while [ -e hold ]; do sleep 0.05; done
mkdir -p node_modules/.bin
cat >node_modules/.bin/react-router <<'END'
#!/bin/sh
echo pages >>log
mkdir building || echo "two at once" >>log
rm -rf build
while [ -e hold-pages ]; do sleep 0.05; done
rmdir building
[ ! -e broken ] && mkdir -p build/client && echo "of the pages" >build/client/page.txt
END
chmod +x node_modules/.bin/react-router
rmdir installing
`

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'noisefloor-clone-'))
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
  write('package-lock.json', '{}')
  write('app/root.tsx', 'one')
  const making = (folder: string): string =>
    `(await import('node:fs')).mkdirSync('${folder}', { recursive: true })`
  write('scripts/prepare-sources.ts', making('node_modules/.cache/noisefloor'))
  write('scripts/build-sensor.mjs', making('build/sensor'))
  copyFileSync(join(import.meta.dirname, 'bootstrap.mjs'), at('scripts/bootstrap.mjs'))
  write('bin/npm', npm)
  chmodSync(at('bin/npm'), 0o755)
})

function start(...options: string[]) {
  const child = spawn(process.execPath, [...options, at('scripts/bootstrap.mjs'), '--build'], {
    env: { PATH: [at('bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter) },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
  return {
    child,
    said: () => said,
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, said })),
  }
}

/** What ran since the last time this was asked. */
function ran(): string[] {
  const lines = existsSync(at('log')) ? readFileSync(at('log'), 'utf8').trim().split('\n') : []
  rmSync(at('log'), { force: true })
  return lines.map((line) => line.split(' ').slice(0, 2).join(' '))
}

test('a start installs and builds once; another has nothing to do', async () => {
  expect(await start().ended).toMatchObject({ code: 0 })
  expect(ran()).toEqual(['npm ci', 'pages'])
  expect(await start().ended).toEqual({ code: 0, said: '' })
  expect(ran()).toEqual([])
})

test('of two starts at once one installs and builds, and the other waits for it', async () => {
  write('hold', '')
  const both = [start(), start()]
  await expect
    .poll(() => both.map(({ said }) => said()).join(), { timeout: 20_000 })
    .toContain('Another start')
  rmSync(at('hold'))
  const ended = await Promise.all(both.map((one) => one.ended))
  expect(ended.map(({ code }) => code)).toEqual([0, 0])
  expect(ran()).toEqual(['npm ci', 'pages'])
})

test('one that comes while the pages are built waits as well, although building them empties their folder', async () => {
  write('hold-pages', '')
  const first = start()
  await expect
    .poll(() => existsSync(at('building')) && !existsSync(at('build')), { timeout: 20_000 })
    .toBe(true)
  const second = start()
  await expect.poll(second.said, { timeout: 20_000 }).toContain('Another start')
  rmSync(at('hold-pages'))
  expect((await Promise.all([first.ended, second.ended])).map(({ code }) => code)).toEqual([0, 0])
  expect(ran()).toEqual(['npm ci', 'pages'])
})

test('a start that is ended ends what it runs, and the next one does not wait', async () => {
  write('hold', '')
  const { child, ended } = start()
  await expect.poll(() => existsSync(at('installing')), { timeout: 20_000 }).toBe(true)
  child.kill('SIGTERM')
  expect((await ended).code).not.toBe(0)
  rmSync(at('installing'), { recursive: true })
  rmSync(at('hold'))
  ran()
  expect((await start().ended).said).not.toContain('Another start')
  expect(ran()).toEqual(['npm ci', 'pages'])
})

const leaveLock = (): void => {
  write('.start-lock-1', '')
  const before = new Date(Date.now() - 60_000)
  utimesSync(at('.start-lock-1'), before, before)
}

test('what a start that was killed left keeps no other from starting', async () => {
  leaveLock()
  const { code, said } = await start().ended
  expect(code).toBe(0)
  expect(said).not.toContain('Another start')
})

/** A start that is paused right after it looked at a lock that was left over, until the file `paused` is removed. */
async function startWithOldView() {
  write('paused', '')
  const pausing = `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { statSync } = fs
    fs.statSync = (path, ...rest) => {
      const found = statSync(path, ...rest)
      if (path.includes('.start-lock')) fs.writeFileSync('${at('looked')}', '')
      while (path.includes('.start-lock') && fs.existsSync('${at('paused')}'))
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
      return found
    }
    syncBuiltinESMExports()`
  const late = start('--import', `data:text/javascript,${encodeURIComponent(pausing)}`)
  await expect.poll(() => existsSync(at('looked')), { timeout: 20_000 }).toBe(true)
  return late
}

test('of two starts that find the same lock left over one takes it, however late the other acts on that', async () => {
  leaveLock()
  const late = await startWithOldView()
  write('hold', '')
  const first = start()
  await expect.poll(() => existsSync(at('installing')), { timeout: 20_000 }).toBe(true)
  rmSync(at('paused'))
  await expect.poll(late.said, { timeout: 20_000 }).toContain('Another start')
  rmSync(at('hold'))
  expect((await Promise.all([first.ended, late.ended])).map(({ code }) => code)).toEqual([0, 0])
  expect(ran()).toEqual(['npm ci', 'pages'])
})

test('nor does it take it where others came and went meanwhile, and one more is at work', async () => {
  leaveLock()
  const late = await startWithOldView()
  await start().ended
  rmSync(at('build/.source-hash'))
  write('hold-pages', '')
  const third = start()
  await expect.poll(() => existsSync(at('building')), { timeout: 20_000 }).toBe(true)
  rmSync(at('paused'))
  await expect.poll(late.said, { timeout: 20_000 }).toContain('Another start')
  rmSync(at('hold-pages'))
  expect((await Promise.all([third.ended, late.ended])).map(({ code }) => code)).toEqual([0, 0])
  expect(ran()).toEqual(['npm ci', 'pages', 'pages'])
  expect(readdirSync(clone).filter((name) => name.startsWith('.start-lock'))).toHaveLength(1)
})

test('pages of which a build was broken off are built again, also when their source is the old one again', async () => {
  await start().ended
  write('app/root.tsx', 'two')
  write('broken', '')
  expect((await start().ended).code).not.toBe(0)
  rmSync(at('broken'))
  write('app/root.tsx', 'one')
  ran()
  expect(await start().ended).toMatchObject({ code: 0 })
  expect(ran()).toEqual(['pages'])
})

test('a change of whatever the pages are made of builds them again', async () => {
  const root = join(import.meta.dirname, '..')
  const source = globSync('{app,gnql,model}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')
  const imported = source.matchAll(/^(?:import|export) (?!type ).*? from '#(\w+)\/|\bimport\('#(\w+)\//gm)
  const folders = new Set(['app', ...[...imported].map(([, named, asked]) => named ?? asked ?? '')])
  expect([...folders].sort()).toEqual(['app', 'gnql', 'methods', 'model'])
  await start().ended
  for (const folder of folders) {
    ran()
    write(`${folder}/changed.ts`, 'another')
    await start().ended
    expect([folder, ran()]).toEqual([folder, ['pages']])
  }
})

test('what builds the pages is installed whatever npm was told to leave out; what cannot be run is named', async () => {
  await start().ended
  expect(readFileSync(at('log'), 'utf8')).toContain('--include=dev --include=optional')
  write('app/root.tsx', 'two')
  rmSync(at('node_modules/.bin/react-router'))
  expect(await start().ended).toEqual({ code: 1, said: expect.stringMatching(/react-router.*ENOENT/) })
})

test('where the packages hold no Node for this machine and its own is too old, that is said', async () => {
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })`
  const { code, said } = await start('--import', `data:text/javascript,${encodeURIComponent(old)}`).ended
  expect([code, said]).toEqual([1, expect.stringContaining('Node 24')])
})
