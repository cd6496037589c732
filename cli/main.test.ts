import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { exitCodes } from './exit.ts'

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const run = (...args: string[]) => {
  const { status, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    env: { NOISEFLOOR_DATA: folder },
  })
  return { status, stderr }
}
/** A port on which nobody listens. */
const nobody = ['--url', 'http://127.0.0.1:2', '--key', 'any']

describe('the exit code tells apart', () => {
  test('wrong usage', () => {
    for (const args of [
      ['nonsense'],
      ['ingest'],
      ['ip'],
      ['query', 'a', '-n', 'x'],
      ['query', 'a', '-n', ''],
      ['query', '-x', 'a'],
      ['demo', 'sing'],
      ['status', 'now'],
      ['analyze'],
      ['analyze', 'a', '--export', 'nothing'],
      ['analyze', 'a', '--cves', '--export', 'malicious'],
      ['analyze', 'a', '--export', 'all', '--format', 'pdf'],
      ['filter', 'a'],
      ['filter', '--drop', 'benign'],
      ['filter', 'a', '--drop', 'good'],
      ['filter', 'a', '--drop', 'benign', '--keep', 'unknown'],
      ['ip', '1.2.3.4', '--url', 'here', '--key', 'any'],
      ['sensor', 'run', '--port-offset', 'abc', ...nobody],
    ])
      expect(run(...args).status, args.join(' ')).toBe(exitCodes.usage)
  })

  test('a server that is not there, or was never started from here', () => {
    expect(run('ip', '1.2.3.4').status).toBe(exitCodes.unreachable)
    expect(run('status', ...nobody).status).toBe(exitCodes.unreachable)
    expect(run('analyze', main, ...nobody).status).toBe(exitCodes.unreachable)
    expect(run('query', '-tags:Mirai', '-(port:22 OR port:23)', ...nobody)).toMatchObject({
      status: exitCodes.unreachable,
    })
  })

  test('files that are not there, cannot be read or are none', () => {
    expect(run('ingest', join(folder, 'nothing'), ...nobody).status).toBe(exitCodes.refused)
    expect(run('ingest', folder, ...nobody).stderr).toContain('no captures in this folder')
    for (const [path, why] of [
      [join(folder, 'nothing'), 'ENOENT'],
      [folder, /is a folder|EISDIR/],
    ] as const) {
      const found = [run('analyze', path, ...nobody), run('filter', path, '--keep', 'benign', ...nobody)]
      expect(found.map(({ status }) => status)).toEqual([exitCodes.refused, exitCodes.refused])
      for (const { stderr } of found) expect(stderr).toMatch(why)
    }
  })

  test('a place where nothing can be written, before anything is asked for', () => {
    for (const out of [join(folder, 'nowhere', 'x'), folder]) {
      const { status, stderr } = run('query', 'a', '--export', 'csv', '--out', out, ...nobody)
      expect(status).toBe(exitCodes.failed)
      expect(stderr).toContain('cannot be written')
      expect(stderr).not.toContain('continues')
    }
  })

  test('what is no file, which a file would replace', () => {
    const [file, link] = [join(folder, 'file'), join(folder, 'link')]
    writeFileSync(file, 'kept')
    symlinkSync(file, link)
    for (const args of [
      ['query', 'a', '--export', 'csv', '--out'],
      ['audit', 'export', '--out'],
    ]) {
      expect(run(...args, link, ...nobody)).toMatchObject({
        status: exitCodes.failed,
        stderr: `${link} cannot be written: it is a link.\n`,
      })
      expect(run(...args, '/dev/null', ...nobody)).toMatchObject({
        status: exitCodes.failed,
        stderr: '/dev/null cannot be written: it is no file.\n',
      })
    }
  })

  // Linux has a device that is always full.
  test.runIf(existsSync('/dev/full'))('an output that cannot be written, in a line', () => {
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = spawnSync(process.execPath, [main, 'help'], {
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    })
    closeSync(full)
    expect(stderr).toBe('Standard output cannot be written (ENOSPC)\n')
    expect(status).toBe(exitCodes.failed)
  })

  test('names that would paint on the terminal, which are shown as text', () => {
    for (const args of [
      ['ingest', join(folder, 'no\x1b[31mthing')],
      ['query', 'a', '--export', 'csv', '--out', join(folder, 'no\x1b[31mwhere', 'x')],
    ]) {
      const { stderr } = run(...args, ...nobody)
      expect(stderr).toContain(String.raw`no\u{1b}[31m`)
      expect(stderr).not.toContain('\x1b')
    }
  })

  // Root reads everything.
  if (process.getuid?.() !== 0)
    test('a file without the right to read it', () => {
      const closed = join(folder, 'closed.pcap')
      writeFileSync(closed, 'x')
      chmodSync(closed, 0)
      expect(run('ingest', closed, ...nobody).status).toBe(exitCodes.refused)
    })
})
