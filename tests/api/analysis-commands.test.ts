import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linesOf, pagesOf } from '#pipeline/analysis/pdf/testing.ts'
import { captureOf, eventually, upload, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { root } from '../product/start.ts'

/** `noisefloor analyze` and `noisefloor filter` against a server that has seen two addresses. */

const seen = { bad: '198.18.7.7', plain: '198.18.7.8' }
const cve = 'CVE-2017-9841'
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-analyze-'))
let product: Inside
beforeAll(async () => {
  product = await openInside()
  const now = Date.now()
  const uri = '/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php'
  const bad = webVisit(seen.bad, { uri, method: 'POST', body: '<?php' }, now - 2000)
  await upload(product, captureOf([bad, webVisit(seen.plain, { uri: '/' }, now - 1000)]))
  await eventually(
    () => call('/v3/gnql?size=10&query=*'),
    (body) => (body['data'] as unknown[]).length === 2,
  )
})
afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true })
})

async function call(path: string): Promise<Record<string, unknown>> {
  const answer = await fetch(new URL(path, product.url), { headers: { key: product.key } })
  return (await answer.json()) as Record<string, unknown>
}
const kept = async (of: 'ip' | 'cves'): Promise<{ name: string; uuid: string }[]> =>
  (await call(`/api/${of}/analysis`))['items'] as { name: string; uuid: string }[]

/** The command with its pipes. */
const start = (...words: string[]) =>
  spawn(process.execPath, [join(root, 'cli/main.ts'), '--url', product.url, '--key', product.key, ...words])

async function run(words: string[], input: string | Uint8Array = '') {
  const child = start(...words)
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [stdout, stderr, [status]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ])
  return { stdout, stderr, status }
}

/** Waits until a command has answered; one that ended instead says why. */
async function answered(child: ReturnType<typeof start>, errors: Promise<string>): Promise<void> {
  const ended = once(child, 'close').then(async () => {
    throw new Error(`It ended: ${await errors}`)
  })
  await Promise.race([once(child.stdout, 'data'), ended])
  ended.catch(() => undefined)
}

const log = `one ${seen.bad} GET /\r\ntwo ${seen.plain}\nnobody\nthree 9.9.9.9 ${seen.bad}\nfour 300.1.1.1`
const write = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('analyze', () => {
  test('tells what is known of the addresses of a file, and leaves nothing on the server', async () => {
    const { stdout, stderr, status } = await run(['analyze', write('access.log', log)])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('3 addresses, named 4 times; 2 private or reserved; 1 not valid')
    expect(stdout).toMatch(/^ {2}5:6 {2}300\.1\.1\.1: a part is above 255$/m)
    expect(stdout).toMatch(/^malicious +1 +33\.3%$/m)
    expect(stdout).toMatch(new RegExp(`^${seen.bad} +malicious`, 'm'))
    expect(await kept('ip')).toEqual([])
  })

  test('shows as many rows as are asked for, and says how many there are besides', async () => {
    const one = await run(['analyze', '-', '-n', '1'], log)
    expect(one.stdout).toContain('… and 1 more')
    expect(one.stdout).not.toContain(`${seen.plain} `)
    expect((await run(['analyze', '-', '-n', '0'], log)).stdout).toContain(`${seen.plain} `)
  })

  test('keeps it with its page where that is wanted', async () => {
    const { stderr } = await run(['analyze', write('kept.log', log), '--keep'])
    const all = await kept('ip')
    expect(all.map(({ name }) => name)).toEqual(['kept.log'])
    expect(stderr.trim()).toBe(`page: ${new URL(`/ip/analysis/${all[0]?.uuid}`, product.url).href}`)
    const { status } = await fetch(stderr.trim().replace('page: ', ''))
    expect(status).toBeLessThan(500)
  })

  test('answers as JSON, or with a part of the list as a file', async () => {
    const { stdout } = await run(['analyze', '-', '--json'], log)
    const told = { totals: { unique: 3 }, counts: { malicious: 1 } }
    const rows = { data: [{ ip: seen.bad }, { ip: seen.plain }], unseen: [{ ip: '9.9.9.9' }] }
    expect(JSON.parse(stdout)).toMatchObject({
      ...told,
      ...rows,
      count: 2,
      scroll_token: '',
      unseen_next: null,
    })
    const txt = await run(['analyze', '-', '--export', 'malicious', '--format', 'txt'], log)
    expect(txt.stdout).toBe(`${seen.bad}\n`)
    const csv = await run(['analyze', '-', '--export', 'all'], log)
    expect(csv.stdout.split('\r\n').map((line) => line.split(',')[0])).toEqual([
      'ip',
      '9.9.9.9',
      seen.bad,
      seen.plain,
      '',
    ])
  })

  test('tells the same of CVEs, of a PDF too', async () => {
    const pdf = pagesOf([linesOf(['CVE-2017-', '9841 and CVE-1999-9999999'])])
    const { stdout } = await run(['analyze', write('report.pdf', pdf), '--cves'])
    expect(stdout).toContain('2 CVEs, named 2 times\n1 that nobody knows')
    expect(stdout).toMatch(/^CVE +exploited +EPSS +CVSS +addresses +title$/m)
    expect(stdout.split('\n').map((line) => line.split(' ')[0])).toEqual(
      expect.arrayContaining([cve, 'CVE-1999-9999999']),
    )
    const txt = await run(['analyze', '-', '--cves', '--export', 'all', '--format', 'txt'], pdf)
    expect(txt.stdout).toBe(`${cve}\nCVE-1999-9999999\n`)
    expect(await kept('cves')).toEqual([])
  })

  test.each([
    ['on Ctrl-C', 'SIGINT', 130, []],
    ['where the server refuses', null, 3, ['--key', 'wrong']],
  ] as const)('ends %s, though the list goes on', async (_name, signal, code, more) => {
    const before = await kept('ip')
    const child = start('analyze', '-', ...more)
    const errors = textOf(child.stderr)
    const ended = once(child, 'close') as Promise<[number]>
    child.stdin.on('error', () => undefined)
    // More than a pipe holds: whoever takes it has begun to send.
    await new Promise((taken) => child.stdin.write(`${seen.bad}\n`.repeat(400_000), taken))
    if (signal !== null) child.kill(signal)
    const [status] = await ended
    expect([status, (await errors) === '']).toEqual([code, signal !== null])
    expect(await kept('ip')).toEqual(before)
  })

  test('says why a list cannot be analyzed, and removes it', async () => {
    const before = await kept('ip')
    const { stderr, stdout, status } = await run(['analyze', '-'], 'none of them')
    expect([status, stdout]).toEqual([3, ''])
    expect(stderr).toContain('Try updating your IP list')
    expect((await run(['analyze', '-'], 'PK\x03\x04')).stderr).toContain('a ZIP archive')
    expect(await kept('ip')).toEqual(before)
  })
})

describe('filter', () => {
  test('drops or keeps lines by their addresses, and changes none', async () => {
    const path = write('filtered.log', log)
    expect((await run(['filter', path, '--drop', 'malicious'])).stdout).toBe(
      `two ${seen.plain}\nnobody\nfour 300.1.1.1`,
    )
    expect((await run(['filter', path, '--keep', 'malicious'])).stdout).toBe(
      `one ${seen.bad} GET /\r\nthree 9.9.9.9 ${seen.bad}\n`,
    )
  })

  test('goes with a log that goes on', async () => {
    const child = start('filter', '-', '--drop', 'malicious')
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    for (const round of [1, 2]) {
      child.stdin.write(`${seen.bad} ${round}\n9.9.9.9 ${round}\n`)
      await expect.poll(() => out).toContain(`9.9.9.9 ${round}\n`)
    }
    const ended = once(child, 'close')
    child.stdin.end()
    await ended
    expect(out).toBe('9.9.9.9 1\n9.9.9.9 2\n')
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('ends without a word on %s', async (signal) => {
    const child = start('filter', '-', '--drop', 'malicious')
    const errors = textOf(child.stderr)
    child.stdin.write('9.9.9.9\n')
    await answered(child, errors)
    child.kill(signal)
    await once(child, 'close')
    expect(await errors).toBe('')
  })

  test('ends without a word where nobody reads any more', async () => {
    const child = start('filter', '-', '--drop', 'malicious')
    const errors = textOf(child.stderr)
    child.stdin.on('error', () => undefined)
    child.stdin.write('9.9.9.9\n')
    await answered(child, errors)
    child.stdout.destroy()
    child.stdin.write('9.9.9.9\n')
    const [status] = (await once(child, 'exit')) as [number]
    expect([status, await errors]).toEqual([0, ''])
  })

  test('says so and ends where the server refuses, though the log goes on', async () => {
    const child = start('filter', '-', '--drop', 'malicious', '--key', 'wrong')
    child.stdin.on('error', () => undefined)
    child.stdin.write('9.9.9.9\n')
    const [[status], errors] = await Promise.all([once(child, 'close'), textOf(child.stderr)])
    expect([status, errors]).toEqual([3, expect.stringContaining('refused the key')])
  })
})
