import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, captureOf, waitUntilIdle, upload, webVisit } from '../product/captures.ts'
import { startProduct, type Product } from '../product/start.ts'
import { compareWithFresh } from './retag-fresh.ts'
import { underRules, writeRules } from './rule-versions.ts'

export interface RetagTorture {
  kills: number
  /** Lives that ended while a day was being retagged. */
  amid: number
  sessions: number
  /** Days retagged in the last life: what the killed ones left. */
  rest: number
  wrong: string[]
}

const dayMs = 86_400_000
const paths = ['/.env', '/a1', '/b2', '/c12', '/wp-login.php', '/']

/** Visits of some addresses on a day: one every seven seconds each, so that counts over time are reached, or one each. */
const visitsOf = (at: number, sources: number, each: number, from = 0) =>
  Array.from({ length: sources * each }, (_, index) => {
    const source = from + (index % sources)
    const uri = paths[(index * 5 + source) % paths.length] ?? '/'
    return webVisit(
      `198.18.${source >> 8}.${source & 255}`,
      { uri },
      at - Math.floor(index / sources) * 7000 - source,
    )
  })

/**
 * Stores sessions on several days under one version of the rules, goes on under another and kills the server again and
 * again while it tags the days anew and takes new sessions. In the end everything must be as if tagged by the other
 * version from the start.
 */
export async function tortureRetag({ kills, days }: { kills: number; days: number }): Promise<RetagTorture> {
  const scratch = mkdtempSync(join(tmpdir(), 'noisefloor-rules-'))
  const [first, second] = [writeRules(scratch, 'first'), writeRules(scratch, 'second')]
  const base = Date.now() - 120_000
  const wrong: string[] = []
  const pending = new Set<number>()
  let dataFolder: string | undefined
  let last: Product | undefined
  let [next, sessions, amid] = [0, 0, 0]

  const start = async (rules: string, onSpawn?: (child: Product['process']) => void): Promise<Product> => {
    const product = await startProduct({
      environment: { LOG_LEVEL: 'warn', ...underRules(rules) },
      ...(dataFolder !== undefined && { dataFolder }),
      ...(onSpawn && { onSpawn }),
    })
    dataFolder = product.dataFolder
    return (last = product)
  }
  /** Fresh sessions of yesterday and today, the same whenever they are delivered. */
  const deliver = async (product: Product, batch: number): Promise<void> => {
    pending.add(batch)
    const visits = [0, 1].flatMap((ago) =>
      visitsOf(base - ago * (dayMs + 13) - batch * 400, 3, 2, 20 + (batch % 20)),
    )
    const { status, body } = await upload(product, captureOf(visits), `batch_id=retag-${batch}`)
    if (status === 503) return
    if (status !== 200) return void wrong.push(`batch ${batch}: ${status} ${JSON.stringify(body)}`)
    if (body.sessions !== visits.length)
      wrong.push(`batch ${batch}: ${String(body.sessions)} of ${visits.length} acknowledged`)
    if (pending.delete(batch)) sessions += visits.length
  }
  try {
    const before = await start(first)
    for (let ago = 0; ago < days; ago++) {
      const visits = visitsOf(base - ago * dayMs, 40, 6)
      const { body } = await upload(before, captureOf(visits), `batch_id=base-${ago}`)
      if (body.sessions !== visits.length)
        wrong.push(`day ${ago}: ${String(body.sessions)} of ${visits.length} acknowledged`)
      sessions += visits.length
    }
    await waitUntilIdle(before)
    await before.stop()

    for (let kill = 0; kill < kills; kill++) {
      // Every other life ends at any moment, its start included; the others when a day is known to be under way.
      const blind = kill % 2 === 1
      const life = { over: false }
      const product = await start(second, (child) => {
        if (blind) setTimeout(() => (life.over = child.kill('SIGKILL')), 500 + Math.random() * 3000)
      }).catch((error: unknown) => {
        if (!life.over) throw error
      })
      if (!product) continue
      const hand = (async () => {
        // An answer the kill took is no finding: the batch stays pending.
        while (!life.over) await deliver(product, next++).catch(() => sleep(5))
      })()
      if (blind) {
        while (!life.over) await sleep(10)
      } else {
        if (await underWay(product)) amid++
        await sleep(Math.random() * 300)
        life.over = true
      }
      await product.stop('SIGKILL')
      await hand
    }

    const taker = await start(second)
    while (pending.size > 0) for (const batch of pending) await deliver(taker, batch)
    await waitUntilIdle(taker)
    await taker.stop()
    // What comes to a day already looked at waits half a minute: this life takes nothing and has all looks before it.
    const product = await start(second)
    let status = await tagsOf(product)
    // A tenth of the time is spent on it: what takes ten seconds on a busy machine is followed by a pause of ninety.
    for (const deadline = Date.now() + hangs; status.days_due !== 0;) {
      if (Date.now() > deadline) throw new Error(`Never settled: ${JSON.stringify(status)}`)
      await sleep(100)
      status = await tagsOf(product)
    }
    const code = await product.stop()
    if (code !== 0) wrong.push(`the clean end came with code ${code}: ${product.output().slice(-1000)}`)
    wrong.push(...(await compareWithFresh(product.dataFolder, second, sessions)))
    return { kills, amid, sessions, rest: status.days_retagged, wrong }
  } finally {
    await last?.stop('SIGKILL')
    if (wrong.length === 0) last?.remove()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Milliseconds after which what never ends is given up. */
const hangs = 480_000

const tagsOf = async (product: Product) => ((await call(product, '/readyz')).body as { tags: TagStatus }).tags

/** Waits until a day is being retagged. */
async function underWay(product: Product): Promise<boolean> {
  for (const deadline = Date.now() + hangs; Date.now() < deadline; await sleep(10))
    if ((await tagsOf(product)).working_on !== null) return true
  return false
}

interface TagStatus {
  days_due: number | null
  days_retagged: number
  working_on: string | null
}
