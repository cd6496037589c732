import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { random, type Random } from '#demo/random.ts'
import { ask, captureOf, settled, upload, webVisit } from '../product/captures.ts'
import { startProduct, type Product } from '../product/start.ts'
import { killAll, type StoredBatch, storedIn } from './flips-engine.ts'

export interface FlipTorture {
  seed: string
  flips: number
  /** Rounds by what the product said of them. */
  whole: number
  remade: number
  named: number
  slowestStart: number
  /** What must never be: a sentence for each finding. */
  wrong: string[]
}

/** Where a bit is flipped: one place a round among the first three, and some of the engine's files. */
const places = {
  spool: /^spool\/(segments\/|checkpoint)/,
  index: /^spool\/index\.db(-wal)?$/,
  database: /^noisefloor\.db(-wal)?$/,
  engine: /^analytics\/data\//,
} as const
type Place = keyof typeof places

const engineFlips = 4
const batches = 10
const sizeOf = (batch: number): number => 3 + batch * 4
const sourceOf = (batch: number): string => `198.18.77.${batch + 1}`
const environment = { LOG_LEVEL: 'warn', CHECKS_SHARE: '100', RESIDENT_DOCUMENTS: '0' }
const day = 86_400_000

interface Prepared {
  folder: string
  contents: Uint8Array[]
}

/** Two folders of the same batches, killed: one when all was stored, one when the last batches had just been acknowledged. */
async function prepare(home: string): Promise<Prepared[]> {
  const base = Date.now() - 3_600_000
  const contents = Array.from({ length: batches }, (_, batch) =>
    captureOf(
      Array.from({ length: sizeOf(batch) }, (__, at) =>
        webVisit(sourceOf(batch), { uri: `/batch/${batch}` }, base - (at % 3) * day - at),
      ),
      `flips ${batch}`,
    ),
  )
  const send = async (product: Product, of: readonly number[]): Promise<void> => {
    for (const batch of of) {
      const { status, body } = await upload(product, contents[batch] ?? new Uint8Array(), nameOf(batch))
      if (status !== 200 || body.sessions !== sizeOf(batch))
        throw new Error(`Batch ${batch}: ${JSON.stringify(body)}`)
    }
  }
  const all = contents.map((_, batch) => batch)
  const prepared: Prepared[] = []
  const dataFolder = join(home, 'alive')
  for (const late of [[7, 8, 9], []]) {
    const product = await startProduct({ dataFolder, environment })
    await send(
      product,
      all.filter((batch) => !late.includes(batch)),
    )
    await settled(product)
    await send(product, late)
    await killAll(product)
    const folder = join(home, late.length === 0 ? 'stored' : 'waiting')
    cpSync(dataFolder, folder, { recursive: true })
    prepared.push({ folder, contents })
  }
  rmSync(dataFolder, { recursive: true, force: true })
  return prepared
}

const nameOf = (batch: number): string => `batch_id=flips-${batch}&name=batch-${batch}`

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()

/** Flips one bit of a file of that place: half the time any file, half the time any byte. */
function flip(folder: string, place: Place, chance: Random): string | null {
  const files = filesIn(folder)
    .filter((path) => places[place].test(path))
    .map((path) => ({ path, size: statSync(join(folder, path)).size }))
    .filter(({ size }) => size > 0)
  const total = files.reduce((sum, { size }) => sum + size, 0)
  if (total === 0) return null
  let at = Math.floor(chance.next() * total)
  let chosen = files[Math.floor(chance.next() * files.length)]
  if (chance.next() < 0.5)
    chosen = files.find(({ size }) => {
      at -= size
      return at < 0
    })
  if (!chosen) return null
  const path = join(folder, chosen.path)
  const bytes = readFileSync(path)
  const byte = Math.floor(chance.next() * bytes.length)
  const bit = Math.floor(chance.next() * 8)
  bytes[byte] = (bytes[byte] ?? 0) ^ (1 << bit)
  writeFileSync(path, bytes)
  return `${chosen.path} byte ${byte} bit ${bit}`
}

interface Ready {
  ingest: { waiting_sessions: number }
  promises: {
    checked_at: string | null
    missing: { name: string; sessions: number; why: string }[]
    remade_batches: number
    databases: string[]
  }
  parts: { checked_at: string | null; damaged: { table: string }[] }
}

/** Until everything was compared once and nothing waits. */
async function compared(product: Product): Promise<Ready> {
  const deadline = Date.now() + 180_000
  for (;;) {
    const ready = (await ask(product, '/readyz')).body as unknown as Ready
    const { ingest, promises, parts } = ready
    const isDone =
      ingest.waiting_sessions === 0 &&
      promises.checked_at !== null &&
      parts.checked_at !== null &&
      promises.missing.every(({ why }) => why !== '')
    if (isDone) return ready
    if (Date.now() > deadline) throw new Error(`Not compared: ${JSON.stringify(ready)}`)
    await sleep(100)
  }
}

const isWhole = (stored: StoredBatch | undefined, batch: number): boolean =>
  stored?.rows === sizeOf(batch) && stored.ids === sizeOf(batch)

/** One round: some bits, one start, and what the product has and says; then everything is sent again, and must be there once. */
async function round(
  { folder, contents }: Prepared,
  chance: Random,
  result: FlipTorture,
  onStart: (product: Product) => void,
  say: (line: string) => void,
): Promise<void> {
  const other = (['spool', 'index', 'database'] as const)[Math.floor(chance.next() * 3)] ?? 'spool'
  const flips = [
    flip(folder, other, chance) ?? flip(folder, 'index', chance),
    ...Array.from({ length: engineFlips }, () => flip(folder, 'engine', chance)),
  ]
  const where = flips.join(' + ')
  const began = performance.now()
  const product = await startProduct({ dataFolder: folder, environment })
  onStart(product)
  result.flips += flips.filter((one) => one !== null).length
  result.slowestStart = Math.max(result.slowestStart, Math.round(performance.now() - began))
  const { promises } = await compared(product)
  const stored = await storedIn(product)
  const short = contents.flatMap((_, batch) => (isWhole(stored.get(sourceOf(batch)), batch) ? [] : [batch]))
  for (const batch of short) {
    const { rows = 0, ids = 0 } = stored.get(sourceOf(batch)) ?? {}
    if (!promises.missing.some(({ name }) => name === `batch-${batch}`))
      result.wrong.push(
        `${where}: batch ${batch} has ${rows} rows, ${ids} ids of ${sizeOf(batch)}, and nobody says so`,
      )
  }
  const outcome = short.length > 0 ? 'named' : promises.remade_batches > 0 ? 'remade' : 'whole'
  result[outcome]++
  say(`${outcome}: ${where}; ${promises.databases.join(' ')}`)
  for (const [batch, content] of contents.entries()) {
    const { status, body } = await upload(product, content, nameOf(batch))
    if (status !== 200 || body.sessions !== sizeOf(batch))
      result.wrong.push(`${where}: batch ${batch} sent again: ${status} ${JSON.stringify(body)}`)
  }
  await settled(product)
  const again = await storedIn(product)
  for (const batch of contents.keys()) {
    const { rows = 0, ids = 0 } = again.get(sourceOf(batch)) ?? {}
    if (!isWhole(again.get(sourceOf(batch)), batch))
      result.wrong.push(
        `${where}: batch ${batch} sent again has ${rows} rows, ${ids} ids of ${sizeOf(batch)}`,
      )
  }
}

/** Flips random bits of a killed product's files and starts it again; `minutes` bounds the run. */
export async function tortureFlips({
  rounds,
  seed,
  minutes = 15,
  say = () => {},
}: {
  rounds: number
  seed: string
  minutes?: number
  say?: (line: string) => void
}): Promise<FlipTorture> {
  const home = mkdtempSync(join(tmpdir(), 'noisefloor-flips-'))
  const result: FlipTorture = { seed, flips: 0, whole: 0, remade: 0, named: 0, slowestStart: 0, wrong: [] }
  const deadline = Date.now() + minutes * 60_000
  try {
    const prepared = await prepare(home)
    for (let number = 0; number < rounds && Date.now() < deadline; number++) {
      const chance = random(`${seed} ${number}`)
      const from = prepared[number % prepared.length]
      if (!from) break
      const folder = join(home, 'round')
      rmSync(folder, { recursive: true, force: true })
      cpSync(from.folder, folder, { recursive: true })
      let product: Product | undefined
      const before = result.wrong.length
      try {
        await round({ ...from, folder }, chance, result, (started) => (product = started), say)
      } catch (error) {
        result.wrong.push(`${String(error)} ${product?.output().slice(-3000) ?? ''}`)
      } finally {
        if (product) await killAll(product)
      }
      const found = result.wrong.slice(before)
      if (found.length > 0)
        say(`round ${number}: ${found.join('\n')}\n${product?.output().slice(-2000) ?? ''}`)
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
  return result
}
