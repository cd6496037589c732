import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { term } from '#gnql/term.ts'
import { beyond, more } from '#packet/testing/known-differences.ts'
import { ask, settled } from '../product/captures.ts'
import { root, startProduct, type Product } from '../product/start.ts'

/** Extra: all real captures beside the repository through the command line, and their sources found on every way. */
const folder = resolve(root, '../shared/data/pcap')
const sidecars = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
if (sidecars.length === 0) console.log('tests/shared: no captures beside the repository, left out')

interface Facts {
  flow_count: number
  flows: { proto: string; src: string; dst_port?: number; layer?: string }[]
  http?: { src: string; uri: string; user_agent?: string }[]
  tls_client_hellos?: { src: string; transport: string; ja3?: string; ja4?: string }[]
  ssh?: { src: string; src_port: number; hassh?: string }[]
}

interface Line {
  capture: string
  refused: string | { reason: string; count: number }[]
  sessions?: number
  report?: { skipped: unknown[]; packets: number }
}

const factsOf = (name: string): Facts =>
  (JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as { facts: Facts }).facts
const unlike = new Set<string>(Object.keys({ ...beyond, ...more }))
const unreadable = ['derived__bad-magic.pcap', 'derived__zero-bytes.pcap']

describe.runIf(sidecars.length > 0)('real captures through the whole house', () => {
  let product: Product
  let exit: number | null
  const lines = new Map<string, Line>()

  beforeAll(async () => {
    product = await startProduct({ environment: { LOG_LEVEL: 'error' } })
    const cli = spawn(
      process.execPath,
      [join(root, 'cli/main.ts'), 'ingest', folder, '--shift-to', 'now', '--json'],
      {
        env: { NOISEFLOOR_DATA: product.dataFolder },
      },
    )
    let output = ''
    cli.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    exit = await new Promise((done) => cli.once('exit', done))
    for (const text of output.split('\n').filter((line) => line.startsWith('{'))) {
      const line = JSON.parse(text) as Line
      lines.set(basename(line.capture), line)
    }
    await settled(product)
  }, 300_000)
  afterAll(async () => {
    await product.stop()
    product.remove()
  })

  test('every one is taken but the two that are no captures, which are named', () => {
    expect(exit).toBe(3)
    expect(lines.size).toBe(sidecars.length)
    const refused = [...lines].filter(([, { refused: why }]) => typeof why === 'string').map(([name]) => name)
    expect(refused.sort()).toEqual(unreadable)
  })

  test('sessions equal the flows of the facts, or the difference is explained', () => {
    const different: string[] = []
    for (const [name, { sessions = 0, refused, report }] of lines) {
      if (typeof refused === 'string') continue
      const aside = refused.reduce((sum, { count }) => sum + count, 0)
      if (sessions + aside !== factsOf(name).flow_count) different.push(name)
      if (sessions === 0 && (report?.packets ?? 0) > 0)
        expect([name, report?.skipped.length]).not.toEqual([name, 0])
    }
    // The lists explain flows, packets and bytes; packet/facts.test.ts holds each of their entries to being needed.
    expect(different.filter((name) => !unlike.has(name))).toEqual([])
  })

  test('every source, private ones included, has a record', async () => {
    // Some captures span years: their sessions from before the window are set aside, counted, and leave no record.
    const whole = [...lines].filter(
      ([name, { refused }]) => Array.isArray(refused) && refused.length === 0 && !unlike.has(name),
    )
    const sources = [...new Set(whole.flatMap(([name]) => factsOf(name).flows.map(({ src }) => src)))]
    expect(sources.length).toBeGreaterThan(500)
    const { body } = await ask(product, '/v3/ip?quick=true', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ips: sources }),
    })
    expect((body.request_metadata as { ips_not_found: string[] }).ips_not_found).toEqual([])
  })

  test('a source is found by what it did: port, path, user agent, fingerprints', async () => {
    const questions: [query: string, source: string][] = []
    for (const [at, name] of sidecars.map((sidecar) => sidecar.replace(/\.json$/, '')).entries()) {
      if (
        at % 5 !== 0 ||
        unlike.has(name) ||
        !Array.isArray(lines.get(name)?.refused) ||
        lines.get(name)?.refused.length !== 0
      )
        continue
      const { flows, http = [], tls_client_hellos: hellos = [], ssh = [] } = factsOf(name)
      const [flow, request, hello] = [flows.find(({ proto }) => proto === 'tcp'), http[0], hellos[0]]
      const client = ssh.find(({ hassh }) => hassh !== undefined && hassh !== '')
      if (flow?.dst_port) questions.push([term('raw_data.scan.port', String(flow.dst_port)), flow.src])
      // Our roles are those of the flow; a request that the flow's destination sent is not the source's doing.
      const opened = new Set(flows.map(({ src }) => src))
      if (request && opened.has(request.src) && /^\/[\w/.-]*$/.test(request.uri))
        questions.push([term('raw_data.http.path', request.uri), request.src])
      if (request?.user_agent && opened.has(request.src))
        questions.push([term('raw_data.http.useragent', request.user_agent), request.src])
      if (hello?.ja3 && hello.transport === 'tcp' && opened.has(hello.src))
        questions.push([term('raw_data.ja3.fingerprint', hello.ja3), hello.src])
      if (hello?.ja4 && hello.transport === 'tcp' && opened.has(hello.src))
        questions.push([term('raw_data.tls.ja4', hello.ja4), hello.src])
      if (client && opened.has(client.src))
        questions.push([term('raw_data.hassh.fingerprint', client.hassh ?? ''), client.src])
    }
    expect(questions.length).toBeGreaterThan(100)
    const lost: string[] = []
    for (const [query, source] of questions) {
      const { body } = await ask(
        product,
        `/v3/gnql?quick=true&size=1&query=${encodeURIComponent(`${query} ip:${source}`)}`,
      )
      if ((body.data as unknown[] | undefined)?.length !== 1) lost.push(`${query} of ${source}`)
    }
    expect(lost).toEqual([])
  }, 120_000)

  test('every source has a page that names it', async () => {
    const names = [...lines.keys()]
      .filter((name) => !unlike.has(name) && !unreadable.includes(name))
      .filter((_, at) => at % 40 === 0)
    for (const name of names) {
      const source = factsOf(name).flows[0]?.src
      if (!source || lines.get(name)?.sessions === 0) continue
      const page = await fetch(new URL(`/ip/${source}`, product.url))
      expect([source, page.status]).toEqual([source, 200])
      expect(await page.text()).toContain(source)
    }
  })
})
