import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { captureOf, webVisit } from '../product/captures.ts'
import { noisefloorAt } from '../product/command-line.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { root } from '../product/start.ts'

/** `noisefloor ingest` of a folder. */

let product: Inside
beforeAll(async () => {
  product = await openInside()
})
afterAll(() => product.close())

test('packed files of a folder are sent whatever their names; what holds no capture is named, and the rest goes on', async () => {
  const folder = join(product.dataFolder, 'from')
  mkdirSync(folder)
  const capture = captureOf([webVisit('198.18.7.21', { uri: '/' }, Date.now() - 1000)])
  const other = captureOf([webVisit('198.18.7.22', { uri: '/' }, Date.now() - 1000)])
  for (const [name, content] of [
    ['access.log.1.gz', gzipSync('GET / HTTP/1.1\n'.repeat(40))],
    ['notes', 'no capture'],
    ['rotated.1', gzipSync(capture)],
    ['whole.pcap', other],
  ] as const)
    writeFileSync(join(folder, name), content)
  const { stdout, stderr, status } = await noisefloorAt(product.dataFolder, 'ingest', folder)
  expect(stdout).toMatch(/access\.log\.1\.gz: refused: The gzip stream begins with 47455420/)
  expect(stdout).toMatch(/rotated\.1: 1 session\n.*whole\.pcap: 1 session\n/)
  expect(stdout).not.toContain('notes')
  expect([stderr.trim(), status]).toEqual(['1 of 3 captures was refused.', 3])
})

test('what another program writes meanwhile is read like a file', async () => {
  const at = (name: string): string => join(product.dataFolder, name)
  writeFileSync(at('piped.pcap'), captureOf([webVisit('198.18.7.23', { uri: '/' }, Date.now() - 1000)]))
  writeFileSync(at('piped.txt'), '198.18.7.23 and 192.0.2.1\n')
  const run = async (...words: string[]): Promise<string> => {
    const text = `"$0" "$1" ${words.join(' ')}`
    const env = { ...process.env, NOISEFLOOR_DATA: product.dataFolder }
    const command = ['-c', text, process.execPath, join(root, 'cli/main.ts')]
    return (await promisify(execFile)('bash', command, { env })).stdout
  }
  expect(await run('ingest', `<(cat '${at('piped.pcap')}')`)).toContain(': 1 session\n')
  expect(await run('analyze', `<(cat '${at('piped.txt')}')`)).toContain('2 addresses, named 2 times')
})

test('a folder that cannot be read is not called missing', async () => {
  const loop = join(product.dataFolder, 'loop')
  symlinkSync(loop, loop)
  expect(await noisefloorAt(product.dataFolder, 'ingest', loop)).toMatchObject({
    stderr: `${loop}: cannot be read (ELOOP)\n`,
    status: 3,
  })
})
