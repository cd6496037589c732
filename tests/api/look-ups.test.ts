import { Agent } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IpDocument } from '#model/ip-record.ts'
import { write } from '#store/analytics/ips/testing/stored.ts'
import { silent } from '#store/log.ts'
import { openMemoryIndex, type MemoryIndex } from '#search-index/open.ts'
import { ownPlan } from '#model/entitlements.ts'
import { ctxFor } from '#services/context.ts'
import { findIps } from '#services/ip/find-many.ts'
import { workspaceScope } from '#services/scope.ts'
import { openListsInForce } from '#store/analytics/evidence/in-force.ts'
import { othersServed } from '../others-served.ts'
import { openInside, type Inside } from '../product/inside.ts'
import { watched } from '../product/watched.ts'
import { overHttp, withoutChance } from './over-http.ts'
import {
  asked,
  both,
  complete,
  earlier,
  held,
  left,
  ranged,
  reported,
  saidByOthers,
  seed,
  seen,
  unseen,
  wrong,
} from './looked-up.ts'

/** Look-ups and the page of an address: answered from memory as the engine would answer, and what they still ask of it. */

let inside: Inside
let index: MemoryIndex | Inside['deps']['memoryIndex']
/** Left to the engine: what an index says that is too large, or not yet built. */
let none: MemoryIndex
let inForce: Inside['deps']['listsInForce']
const nothing = { ranges: 0, sightings: 0, sightingBytes: 0 }
/** Milliseconds at which the product's clock stands still: pages say how long ago something was. */
let stopped: number | null = null
/** Names of the statements that verbs sent. */
const statements: string[] = []

beforeAll(async () => {
  inside = await openInside({}, {}, () => stopped ?? Date.now())
  const { deps } = inside
  index = deps.memoryIndex
  inForce = deps.listsInForce
  await saidByOthers(deps.analytics)
  none = openMemoryIndex(deps.analytics, { maxDocuments: 0, log: silent })
  await write(deps.analytics, new Map<string, IpDocument>(), held, [], 1)
  for (;;) {
    const known = index.documents(seen)
    if (known?.ends.length === new Set(seen).size && index.mayHaveBeside(left)) break
    await new Promise((tick) => setTimeout(tick, 20))
  }
  deps.analytics = watched(deps.analytics, statements)
})
afterAll(async () => {
  await none.close()
  await inside.close()
})

interface Answered {
  path: string
  status: number
  body: string
}

/** Whether memory or the engine is asked: no page that one of them made is sent for the other. */
let asking = ''

async function call(path: string, posted?: unknown): Promise<Answered> {
  const init = posted === undefined ? {} : { method: 'POST', body: JSON.stringify(posted) }
  const response = await fetch(new URL(path, inside.url), {
    ...init,
    headers: { 'content-type': 'application/json', ...(asking && { cookie: `asking=${asking}` }) },
  })
  return { path, status: response.status, body: withoutChance(await response.text()) }
}

const bySelf = (ip: string): string[] => {
  const text = encodeURIComponent(ip)
  return [
    `/v3/ip/${text}`,
    `/v3/ip/${text}?quick=true`,
    `/v3/community/${text}`,
    `/v2/noise/quick/${text}`,
    `/v2/noise/context/${text}`,
  ]
}

const reports = (ip: string): string[] => [
  `/api/ip/${encodeURIComponent(ip)}`,
  `/ip/${encodeURIComponent(ip)}`,
]

const lists = (ips: readonly string[]): [path: string, posted: unknown][] => [
  ['/v3/ip', { ips }],
  ['/v3/ip?quick=true', { ips }],
  ['/v2/noise/multi/quick', { ips }],
  ['/v2/noise/multi/context', { ips }],
]

/** The same calls, once answered from memory and once by the engine. */
async function bothWays(
  lookUp: () => Promise<Answered[]>,
): Promise<{ memory: Answered[]; engine: Answered[] }> {
  stopped = Date.now()
  try {
    asking = 'memory'
    const memory = await lookUp()
    asking = 'engine'
    inside.deps.memoryIndex = none
    inside.deps.listsInForce = openListsInForce(inside.deps.analytics, Date.now, () => 0, nothing)
    return { memory, engine: await lookUp() }
  } finally {
    inside.deps.memoryIndex = index
    inside.deps.listsInForce = inForce
    asking = ''
    stopped = null
  }
}

const oneByOne = async (paths: readonly string[]): Promise<Answered[]> => {
  const answers: Answered[] = []
  for (const path of paths) answers.push(await call(path))
  return answers
}

describe('byte for byte the same from memory and from the engine are', () => {
  test('look-ups of one address, seen, unseen or none', async () => {
    const { memory, engine } = await bothWays(() => oneByOne(asked.flatMap(bySelf)))
    expect(memory, `seed ${seed}`).toEqual(engine)
    expect(new Set(memory.map(({ status }) => status))).toEqual(new Set([200, 400, 404]))
  })

  test('the whole record of every address, whatever its values hold', async () => {
    const { memory, engine } = await bothWays(() => oneByOne(seen.map((ip) => `/v3/ip/${ip}`)))
    expect(memory, `seed ${seed}`).toEqual(engine)
  })

  test('look-ups over a connection that asks on and over one of its own, packed or not', async () => {
    const paths = [...seen, ...unseen].flatMap((ip) => bySelf(ip).slice(0, 2))
    for (const encoding of ['identity', 'gzip'] as const) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const [alone, again] = [
        await overHttp(inside.url, paths, encoding),
        await overHttp(inside.url, paths, encoding, agent),
      ]
      agent.destroy()
      expect(again).toEqual(alone)
    }
  })

  test('look-ups of many, and their order', async () => {
    const ips = [...seen.toReversed(), ...unseen, ...wrong, ...seen.slice(0, 3)]
    const { memory, engine } = await bothWays(async () => {
      const answers: Answered[] = []
      for (const [path, posted] of lists(ips)) answers.push(await call(path, posted))
      return answers
    })
    expect(memory, `seed ${seed}`).toEqual(engine)
    expect(memory.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test('reports and pages of an address, with who else shows its fingerprints', async () => {
    const { memory, engine } = await bothWays(() => oneByOne(asked.flatMap(reports)))
    expect(memory, `seed ${seed}`).toEqual(engine)
    const shared = memory.filter(({ body }) => /"addresses":(?:[2-9]|\d\d)/.test(body))
    expect(shared.length).toBeGreaterThan(3)
  })
})

describe('while the index is in step, the engine is asked', () => {
  // The job that puts answers in force (server/jobs/answers.ts) asks it, whoever looks up what.
  const askedByLookUps = (): string[] => statements.filter((name) => name !== 'answers in force')
  const during = async (act: () => Promise<unknown>): Promise<string[]> => {
    statements.length = 0
    await act()
    return askedByLookUps()
  }

  test('nothing for look-ups, of one or of many', async () => {
    // Lists of others are looked at every two seconds, whoever asks.
    stopped = Date.now()
    await oneByOne(asked.flatMap(bySelf))
    expect(await during(() => oneByOne(asked.flatMap(bySelf)))).toEqual([])
    for (const [path, posted] of lists([...seen, ...unseen]))
      expect(await during(() => call(path, posted)), path).toEqual([])
    stopped = null
  })

  test('nothing for 5,000 addresses that nobody saw, and others are served between them', async () => {
    const ips = Array.from({ length: 5000 }, (_, at) => `203.0.${at >> 8}.${at & 255}`)
    const ctx = ctxFor(inside.deps, {
      scope: workspaceScope({ workspace: 'w', keyId: 'k', publish: false }, ownPlan),
      signal: new AbortController().signal,
    })
    statements.length = 0
    const { others, result } = await othersServed(() => findIps(ctx, ips, 5000))
    expect(askedByLookUps()).toEqual([])
    expect(result.filter(({ document }) => document !== undefined)).toEqual([])
    expect(others).toBeGreaterThan(50)
  })

  test('nothing for the report or the page of an address, seen or not, reported by others or not; once where an earlier release made the document, or there was one', async () => {
    const pages = (ips: readonly string[]): string[] => ips.map((ip, at) => reports(ip)[(at >> 1) % 2] ?? '')
    stopped = Date.now() + 60_000
    await call(reports('192.0.2.1')[0] ?? '')
    for (const path of pages([...(complete?.slice(0, 12) ?? []), ...unseen, reported, ranged, both]))
      expect(await during(() => call(path)), path).toEqual([])
    for (const path of pages([...(earlier?.slice(0, 12) ?? []), left])) {
      const said = await during(() => call(path))
      // A report that many share, of CVEs say, may be made anew meanwhile.
      const ofOne = said.filter((name) => /address|document|record/.test(name))
      expect(ofOne, `${path}: ${said.join(' | ')}`).toHaveLength(1)
    }
    stopped = null
  })

  test('once in half a minute for an address whose record stays the same, however often its page is asked for', async () => {
    const [path = ''] = reports('198.51.0.7')
    stopped = Date.now() + 120_000
    expect(await during(() => call(path))).not.toEqual([])
    expect(await during(() => oneByOne(reports('198.51.0.7')))).toEqual([])
    stopped += 30_000
    expect(await during(() => call(path))).not.toEqual([])
    stopped = null
  })

  test('once for all who look at a report that everybody shares, until the documents change', async () => {
    const pages = ['/', '/tags', '/trends/trending', '/api/tags', '/tag/mirai']
    stopped = Date.now() + 180_000
    const asked = await during(() => oneByOne(pages))
    expect(asked.length).toBeGreaterThan(0)
    expect(await during(() => Promise.all([...pages, ...pages].map((path) => call(path))))).toEqual([])
    stopped += 5000
    const again = await during(() => Promise.all([...pages, ...pages].map((path) => call(path))))
    expect(again.length).toBeGreaterThan(0)
    expect(again.length).toBeLessThanOrEqual(asked.length)
    stopped = null
  })

  test('nothing for a query that nobody asked before, as a page or by a call, of addresses or of none, whichever lists it looks at', async () => {
    stopped = Date.now() + 240_000
    // What the frame of a page shows is everybody's.
    await call('/query/ip:192.0.2.1')
    stopped += 6000
    const queries = [
      'raw_data.scan.port:22',
      'tags:* path:*',
      'ja3.fingerprint:* -useragent:x',
      'ip:198.51.0.0/16',
      'port:1 asn:AS64999',
    ]
    for (const query of queries) {
      const text = encodeURIComponent(query)
      for (const path of [`/query/${text}`, `/v3/gnql?query=${text}`, `/api/ip/query?query=${text}`]) {
        const asked = await during(async () => expect((await call(path)).status).toBe(200))
        expect(asked, path).toEqual([])
      }
    }
    const { body } = await call(`/query/${encodeURIComponent('port:1 asn:AS64998')}`)
    expect(body).toContain('No address matches')
    stopped = null
  })

  test('nothing for a CVE when another was looked at before, half a minute long, and nobody waits for what is made anew after a change', async () => {
    const [first = '', ...others] = [...new Set([...inside.deps.tags.values()].flatMap(({ cves }) => cves))]
      .slice(0, 8)
      .flatMap((cve) => [`/cves/${cve}`, `/api/cves/${cve}`])
    stopped = Date.now() + 300_000
    expect(await during(() => call(first))).not.toEqual([])
    for (const path of others) expect(await during(() => call(path)), path).toEqual([])
    stopped += 29_000
    for (const path of others) expect(await during(() => call(path)), path).toEqual([])
    stopped += 1000
    expect(await during(() => oneByOne([first, ...others]))).not.toEqual([])
    stopped = null
  })
})
