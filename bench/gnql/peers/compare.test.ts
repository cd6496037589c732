import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FilledStore, openFilled } from '../fill.ts'
import { benchQueries } from '../queries.ts'
import { differences } from './compare.ts'
import { openLucene } from './lucene/open.ts'
import { openStore } from './ours.ts'
import type { Peer } from './peer.ts'
import { openPostgres } from './postgres/open.ts'

/** Engines that answer differently would make their times worth nothing. */

/** What the sixty queries do not say: presence, ranges of texts and of lists, missing numbers, wildcards for many values. */
const others = [
  '*',
  'ip:*',
  'metadata.rdns:*',
  '-raw_data.http.path:*',
  'last_seen_malicious:* -last_seen:1w',
  'metadata.os:[L TO W}',
  'metadata.latitude:>10',
  '-metadata.latitude:>10',
  'metadata.sensor_hits:5',
  'metadata.sensor_hits:[* TO 3}',
  'raw_data.scan.port:>60000',
  'raw_data.scan.port:22.5',
  'raw_data.http.path:[/api TO /b]',
  'raw_data.http.useragent:*5*',
  'metadata.organization:"ORGANIZATION 9*? ltd"',
  'raw_data.ja3.fingerprint:*A',
  'vpn:true OR tor:true',
]

let folder = ''
let filled: FilledStore
let ours: Peer
const peers: Peer[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noisefloor-peers-'))
  filled = await openFilled(folder, 3000)
  const now = Date.now()
  ours = openStore(filled.analytics, now)
  for (const open of [openPostgres, openLucene]) {
    const peer = await open(filled, now)
    if (peer) peers.push(peer)
  }
}, 120_000)

afterAll(async () => {
  for (const peer of peers) await peer.close()
  await filled.close()
  await rm(folder, { recursive: true, force: true })
})

test.for([...benchQueries.map(({ text }) => text), ...others])(
  'every engine on this machine gives our page for %s',
  async (text) => {
    const query = { text, of: 'AND' as const }
    const mine = await ours.page(query)
    for (const peer of peers)
      expect(differences(mine, await peer.page(query)), `${peer.name} differs`).toEqual([])
  },
)
