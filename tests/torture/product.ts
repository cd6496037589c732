import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, captureOf, eventually, waitUntilIdle, upload, webVisit } from '../product/captures.ts'
import { startProduct, type Product } from '../product/start.ts'
import { freePort } from './free-port.ts'
import { storedBySource } from './stored.ts'

export interface ProductTorture {
  kills: number
  /** Lives that ended before the product was ready. */
  early: number
  batches: number
  sessions: number
  /** Deliveries answered as known before: acknowledged ones sent again, and those whose answer a kill took. */
  again: number
  slowestStart: number
  /** What must never be: a sentence for each finding. */
  wrong: string[]
}

/** A source address a batch, so that its record's hits count the batch: every 25th is larger. */
const sizeOf = (batch: number): number => (batch % 25 === 24 ? 600 : 1 + (batch % 6))
const sourceOf = (batch: number): string => `198.18.${batch >> 8}.${batch & 255}`
const day = 86_400_000
/** Batches that are acknowledged at least, over all lives. */
const minBatches = 8

/** The same bytes whenever it is delivered; sessions on three days, so that a batch becomes several insert units. */
const contentOf = (batch: number, base: number): Uint8Array =>
  captureOf(
    Array.from({ length: sizeOf(batch) }, (_, index) =>
      webVisit(sourceOf(batch), { uri: `/batch/${batch}` }, base - (index % 3) * day - index),
    ),
    `batch ${batch}`,
  )

/** Kills the whole server at random moments of start and ingest, delivers again what was not acknowledged, and counts. */
export async function tortureProduct({ kills }: { kills: number }): Promise<ProductTorture> {
  const base = Date.now() - 60_000
  const port = String(await freePort())
  const acknowledged = new Map<number, number>()
  const pending = new Set<number>()
  /** Answered as new: one hand may hear "known before" sooner than another hears the first acknowledgement. */
  const fresh = new Set<number>()
  const wrong: string[] = []
  let next = 0
  let again = 0
  let early = 0
  let slowestStart = 0
  let dataFolder: string | undefined
  let last: Product | undefined

  async function deliver(product: Product, batch: number): Promise<void> {
    pending.add(batch)
    const answer = await upload(
      product,
      contentOf(batch, base),
      `batch_id=torture-${batch}&name=batch-${batch}`,
    )
    if (answer.status === 503) return
    if (answer.status !== 200)
      return void wrong.push(`batch ${batch}: ${answer.status} ${JSON.stringify(answer.body)}`)
    const { sessions, duplicate } = answer.body
    if (sessions !== sizeOf(batch))
      wrong.push(`batch ${batch}: ${String(sessions)} of ${sizeOf(batch)} acknowledged`)
    if (duplicate) again++
    else if (fresh.has(batch)) wrong.push(`batch ${batch} was accepted twice`)
    else fresh.add(batch)
    acknowledged.set(batch, sizeOf(batch))
    pending.delete(batch)
  }

  async function start(onSpawn?: (child: Product['process']) => void): Promise<Product> {
    const began = performance.now()
    const product = await startProduct({
      environment: { PORT: port, LOG_LEVEL: 'warn' },
      ...(dataFolder !== undefined && { dataFolder }),
      ...(onSpawn && { onSpawn }),
    })
    dataFolder = product.dataFolder
    slowestStart = Math.max(slowestStart, performance.now() - began)
    return (last = product)
  }

  try {
    for (let kill = 0; kill < kills; kill++) {
      // Every fifth life ends while it starts: stores opening, migrations, repairs.
      if (kill % 5 === 4) {
        early++
        let killed = false
        await start((child) =>
          setTimeout(() => {
            killed = child.kill('SIGKILL')
          }, Math.random() * 1500),
        ).catch((error: unknown) => {
          if (!killed) throw error
        })
        if (!killed) await sleep(1500)
        continue
      }
      const product = await start()
      const life = { over: false }
      const hand = async (): Promise<void> => {
        while (!life.over) {
          const [first] = pending
          const known = Math.random() < 0.2 && next > 0 ? Math.floor(Math.random() * next) : undefined
          // An answer the kill took is no finding: the batch stays pending.
          await deliver(
            product,
            Math.random() < 0.3 && first !== undefined ? first : (known ?? next++),
          ).catch((error: unknown) => {
            if (!life.over && !product.process.killed) throw error
          })
        }
      }
      const hands = Promise.all(Array.from({ length: 4 }, hand))
      await Promise.race([sleep(100 + Math.random() * 2400), hands])
      life.over = true
      await product.stop('SIGKILL')
      await hands
    }
    const product = await start()
    while (pending.size > 0) for (const batch of pending) await deliver(product, batch)
    // On a slow machine the lives were too short for many.
    while (acknowledged.size < minBatches) await deliver(product, next++)
    await waitUntilIdle(product)
    // While an engine on a busy machine is silent for seconds, memory answers, and may be behind.
    await eventually(
      () => compareRecords(product, acknowledged),
      (differences) => differences.length === 0,
    ).catch((error: unknown) => wrong.push(String(error)))
    const { ingest } = (await call(product, '/readyz')).body as { ingest: { quarantined_sessions: number } }
    if (ingest.quarantined_sessions > 0) wrong.push(`${ingest.quarantined_sessions} sessions in quarantine`)
    const code = await product.stop()
    if (code !== 0) wrong.push(`the clean end came with code ${code}: ${product.output().slice(-1000)}`)
    wrong.push(...(await compareStore(product.dataFolder, acknowledged)))
    await sleep(500)
    const engines = enginesOf(product.dataFolder)
    if (engines.length > 0) wrong.push(`engines left behind: ${engines.join(', ')}`)
    return {
      kills,
      early,
      batches: acknowledged.size,
      sessions: [...acknowledged.values()].reduce((sum, size) => sum + size, 0),
      again,
      slowestStart: Math.round(slowestStart),
      wrong,
    }
  } finally {
    await last?.stop('SIGKILL')
    if (wrong.length === 0) last?.remove()
  }
}

/** The document of each batch's source must count exactly its sessions, and no other source may be there. */
async function compareRecords(product: Product, acknowledged: Map<number, number>): Promise<string[]> {
  const hits = new Map<string, number>()
  let scroll = ''
  do {
    const search = new URLSearchParams({ query: '198.18.0.0/15', size: '1000', ...(scroll && { scroll }) })
    const { body } = await call(product, `/v3/gnql?${search}`)
    const { data, request_metadata: meta } = body as unknown as {
      data: { ip: string; internet_scanner_intelligence: { metadata: { sensor_hits: number } } }[]
      request_metadata: { scroll: string; complete: boolean }
    }
    for (const { ip, internet_scanner_intelligence: seen } of data) {
      if (hits.has(ip)) return [`${ip} comes twice in one walk`]
      hits.set(ip, seen.metadata.sensor_hits)
    }
    scroll = meta.complete ? '' : meta.scroll
  } while (scroll)
  const wrong = [...acknowledged]
    .filter(([batch, size]) => hits.get(sourceOf(batch)) !== size)
    .map(([batch, size]) => `${sourceOf(batch)}: ${hits.get(sourceOf(batch))} hits of ${size}`)
  if (hits.size !== acknowledged.size) wrong.push(`${hits.size} records for ${acknowledged.size} batches`)
  return wrong
}

/** Asks the table itself. */
async function compareStore(dataFolder: string, acknowledged: Map<number, number>): Promise<string[]> {
  const rows = await storedBySource(dataFolder)
  const wrong = [...acknowledged].flatMap(([batch, size]) => {
    const row = rows.get(sourceOf(batch))
    return row?.times === size && row.ids === size
      ? []
      : [`batch ${batch}: ${row?.times} rows, ${row?.ids} ids, ${size} acknowledged`]
  })
  if (rows.size !== acknowledged.size)
    wrong.push(`${rows.size} sources stored, ${acknowledged.size} expected`)
  return wrong
}

/** Process ids whose command line names the folder (Linux; nowhere else is there a /proc to ask). */
function enginesOf(dataFolder: string): string[] {
  if (!existsSync('/proc/self/cmdline')) return []
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataFolder)
    } catch {
      return false
    }
  })
}
