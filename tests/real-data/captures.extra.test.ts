import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dissect } from '#packet/dissect.ts'
import { call, waitUntilIdle } from '../product/captures.ts'
import { root, startProduct, type Product } from '../product/start.ts'
import { captures, findings, folder } from './expected.ts'

/** What `noisefloor ingest --json` says of one capture. */
interface Line {
  capture: string
  sessions: number
  shift_ms: number
  /** A sentence when the whole capture is refused, counts by reason otherwise. */
  refused: string | { reason: string; count: number }[]
  report: { packets: number; skipped: { reason: string; count: number }[] }
}

describe('captures of other projects, by the command line into the product', () => {
  let product: Product
  let code: number | null
  let lines: Map<string, Line>

  beforeAll(async () => {
    // Some captures span decades: their old sessions are to be taken too, as far as the setting goes.
    product = await startProduct({ environment: { RETENTION_DAYS: '3650', LOG_LEVEL: 'warn' } })
    const ingest = await run(['ingest', folder, '--shift-to', 'now', '--json'], product.dataFolder)
    code = ingest.code
    lines = new Map(
      ingest.output
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text) as Line)
        .map((line) => [basename(line.capture), line]),
    )
    await waitUntilIdle(product)
  })
  afterAll(async () => {
    await product?.stop()
    product?.remove()
  })

  test('every capture is taken but those that are none, and the exit code tells', () => {
    const refused = [...lines.values()].filter(({ refused }) => typeof refused === 'string')
    expect(code).toBe(3)
    expect([...lines.keys()].sort()).toEqual(captures.map(({ name }) => name).sort())
    expect(refused.map(({ capture }) => basename(capture)).sort()).toEqual(unreadable)
  })

  test('its sessions are the flows of the facts, or a counted reason', () => {
    const wrong = captures.flatMap(({ name, facts, differs }) => {
      const line = lines.get(name)
      if (!line || typeof line.refused === 'string') return []
      const { sessions, report } = line
      const all = line.refused.reduce((sum, { count }) => sum + count, sessions)
      if (!differs && all !== facts.flow_count) return [`${name}: ${all} of ${facts.flow_count}`]
      if (all === 0 && report.packets > 0 && report.skipped.length === 0)
        return [`${name}: nothing, silently`]
      return []
    })
    expect(wrong).toEqual([])
  })

  const shiftOf = (name: string): number => lines.get(name)?.shift_ms ?? 0

  test('every source that asked has its record, private ones included; who only answered has none', async () => {
    const sources = new Set<string>()
    const answered = new Set<string>()
    for (const { name, facts, differs } of captures) {
      if (differs) continue
      const recent = await recentSources(name, shiftOf(name))
      for (const { src } of facts.flows) {
        const how = recent.get(src)
        if (how) (how.has('asked') ? sources : answered).add(src)
      }
    }
    const onlyAnswered = await neverAsked(answered, shiftOf)
    const answer = await call(product, '/v3/ip', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ips: [...sources, ...onlyAnswered] }),
    })
    const { data, request_metadata: meta } = answer.body as {
      data: unknown[]
      request_metadata: { ips_not_found: string[] }
    }
    expect(new Set(meta.ips_not_found)).toEqual(onlyAnswered)
    expect(data.length).toBe(sources.size)
    expect(onlyAnswered.size).toBeLessThan(60)
    expect(sources.size).toBeGreaterThan(500)
  })

  test('GNQL finds sources by port, path, user agent and fingerprint', async () => {
    const asked = everySeventhOfEachField(captures.flatMap(findings))
    const lost: string[] = []
    for (const { source, query } of asked)
      if (!(await matching(product, query)).has(source)) lost.push(`${query} does not find ${source}`)
    expect(lost).toEqual([])
    expect(new Set(asked.map(({ query }) => query.split(':')[0])).size).toBe(6)
  })

  test('its page names the source', async () => {
    const sources = [...new Set(captures.flatMap(findings).map(({ source }) => source))]
    const shown = sources.filter((_, at) => at % Math.floor(sources.length / 20) === 0).slice(0, 20)
    for (const source of shown) {
      const response = await fetch(new URL(`/ip/${encodeURIComponent(source)}`, product.url))
      expect([source, response.status]).toEqual([source, 200])
      expect(await response.text()).toContain(source)
    }
    expect(shown.length).toBe(20)
  })
})

/** One begins like no capture, the other is empty; tshark reads no packet from either. */
const unreadable = ['derived__bad-magic.pcap', 'derived__zero-bytes.pcap']

type How = 'asked' | 'answered'

/** Sources of a capture with a session in the last 88 days, its times moved by `shiftMs`, and what they did. */
async function recentSources(name: string, shiftMs: number): Promise<Map<string, Set<How>>> {
  const oldest = Date.now() - 88 * 86_400_000
  const recent = new Map<string, Set<How>>()
  await dissect(
    createReadStream(join(folder, name)),
    (batch) => {
      for (const { firstPacket, source, direction } of batch) {
        if (firstPacket < oldest) continue
        const how = recent.get(source.ip) ?? new Set()
        recent.set(source.ip, how.add(direction === 'backscatter' ? 'answered' : 'asked'))
      }
    },
    { shiftMs },
  ).catch(() => undefined)
  return recent
}

/** Those of `addresses` that asked in no capture, also none whose flows are not those of the facts. */
async function neverAsked(
  addresses: ReadonlySet<string>,
  shiftOf: (name: string) => number,
): Promise<Set<string>> {
  const left = new Set(addresses)
  for (const { name } of captures)
    for (const [ip, how] of await recentSources(name, shiftOf(name))) if (how.has('asked')) left.delete(ip)
  return left
}

function everySeventhOfEachField<T extends { query: string }>(all: T[]): T[] {
  const seen = new Map<string, number>()
  return all.filter(({ query }) => {
    const field = query.slice(0, query.indexOf(':'))
    const at = seen.get(field) ?? 0
    seen.set(field, at + 1)
    return at % 7 === 0
  })
}

/** All addresses a query names, page after page. */
async function matching(product: Product, query: string): Promise<Set<string>> {
  const found = new Set<string>()
  let scroll = ''
  do {
    const search = new URLSearchParams({ query, size: '500', quick: 'true', ...(scroll && { scroll }) })
    const { status, body } = await call(product, `/v3/gnql?${search}`)
    expect([query, status]).toEqual([query, 200])
    const { data, request_metadata: meta } = body as unknown as {
      data: { ip: string }[]
      request_metadata: { scroll: string; complete: boolean }
    }
    for (const { ip } of data) found.add(ip)
    scroll = meta.complete ? '' : meta.scroll
  } while (scroll)
  return found
}

function run(args: string[], dataFolder: string): Promise<{ code: number | null; output: string }> {
  const node = join(root, 'node_modules', '.bin', 'node')
  const child = spawn(node, [join(root, 'cli', 'noisefloor.mjs'), ...args], {
    env: { ...process.env, NOISEFLOOR_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
