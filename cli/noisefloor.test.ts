import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** A clone whose command line says hello. */
function clone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-clone-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'cli'))
  copyFileSync(join(import.meta.dirname, 'noisefloor.mjs'), join(folder, 'cli', 'noisefloor.mjs'))
  writeFileSync(join(folder, 'cli', 'main.ts'), `console.log('hello' as string); process.exit(0)`)
  return folder
}

const run = (folder: string, ...options: string[]) =>
  spawnSync(process.execPath, [...options, join(folder, 'cli', 'noisefloor.mjs')], { encoding: 'utf8' })

test('before anything is installed that is said', () => {
  expect(run(clone())).toMatchObject({ status: 2, stderr: expect.stringContaining('Nothing is installed') })
})

test('where the packages hold no Node for this machine its own is taken, or said to be too old', () => {
  const folder = clone()
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true })
  writeFileSync(join(folder, 'node_modules', '.noisefloor-lock'), '')
  expect(run(folder)).toMatchObject({ status: 0, stdout: 'hello\n' })
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })`
  expect(run(folder, '--import', `data:text/javascript,${encodeURIComponent(old)}`)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Node 24'),
  })
})
