import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { random, type Random } from '#demo/random.ts'
import { waitUntilIdle } from '../../product/captures.ts'
import { startProduct, type Product } from '../../product/start.ts'
import { type Batch, batchOf, searched, send } from './batches.ts'
import { killAll, rolledIn, storedIn } from './engine.ts'
import { flip, type Kind } from './files.ts'
import { ready, type Ready, unsaid } from './said.ts'

export interface FlipTorture {
  seed: string
  rounds: number
  flips: number
  byKind: Partial<Record<Kind, number>>
  /** Starts that were killed before they had compared anything. */
  killedEarly: number
  /** Rounds by what the product said of them. */
  whole: number
  remade: number
  named: number
  slowestStart: number
  /** What must never be: a sentence for each finding. */
  wrong: string[]
}

/** Rounds on one folder, each after the damage of those before was repaired. */
const roundsOnAFolder = 5
const first = 8
/** Batches acknowledged right before a kill. */
const late = 2
const environment = { LOG_LEVEL: 'warn', CHECKS_SHARE: '100', RESIDENT_DOCUMENTS: '0' }

interface Folder {
  path: string
  batches: Batch[]
  base: number
}

async function acknowledge(product: Product, batches: readonly Batch[]): Promise<void> {
  for (const batch of batches) {
    const wrong = await send(product, batch)
    if (wrong !== null) throw new Error(`Not acknowledged: ${wrong}`)
  }
}

/** A folder whose batches are stored, but for the last ones, acknowledged right before the kill. */
async function prepare(path: string): Promise<Folder> {
  const base = Date.now() - 3_600_000
  const batches = Array.from({ length: first }, (_, number) => batchOf(number, base))
  const product = await startProduct({ dataFolder: path, environment })
  await acknowledge(product, batches.slice(0, -late))
  await waitUntilIdle(product)
  await acknowledge(product, batches.slice(-late))
  await killAll(product)
  return { path, batches, base }
}

/** Until everything was compared once, nothing waits, and what was damaged is made anew. */
async function compared(product: Product): Promise<Ready> {
  const deadline = Date.now() + 600_000
  for (;;) {
    const status = await ready(product)
    const { ingest, promises, parts } = status
    const isDone =
      ingest.waiting_sessions === 0 &&
      promises.checked_at !== null &&
      parts.checked_at !== null &&
      parts.damaged.every(({ outcome }) => !outcome.startsWith('waits')) &&
      promises.missing.every(({ why }) => why !== '')
    if (isDone) return status
    if (Date.now() > deadline) throw new Error(`Not compared: ${JSON.stringify(status)}`)
    await sleep(100)
  }
}

/** Each source's sessions, rollups and record, against what was acknowledged and not said to be missing. */
async function shortOf(
  product: Product,
  batches: readonly Batch[],
  { promises: { missing, databases } }: Ready,
): Promise<{ short: Batch[]; wrong: string[] }> {
  const [stored, rolled, found] = await Promise.all([storedIn(product), rolledIn(product), searched(product)])
  const wrong: string[] = []
  const short: Batch[] = []
  for (const batch of batches) {
    const { source, sessions, name, number } = batch
    const { rows = 0, ids = 0 } = stored.get(source) ?? {}
    const records = found.filter((ip) => ip === source).length
    if (rows !== ids || rows > sessions) wrong.push(`${name} has ${rows} rows, ${ids} ids of ${sessions}`)
    if ((rolled.get(source) ?? 0) !== rows)
      wrong.push(`${name} has ${rows} sessions, and its rollups stand for ${rolled.get(source)}`)
    if (records !== (rows > 0 ? 1 : 0)) wrong.push(`${name} has ${rows} sessions and ${records} records`)
    if (rows >= sessions) continue
    short.push(batch)
    const isNamed =
      missing.some((one) => one.name === name || one.batch.endsWith(`flips-${number}`)) ||
      databases.some((line) => batch.capture !== '' && line.includes(batch.capture))
    if (!isNamed) wrong.push(`${name} has ${rows} of ${sessions} sessions, and nobody says so`)
  }
  return { short, wrong }
}

/** Some bits, some starts that are killed before they have looked at anything, and one that has its time. */
async function round(
  folder: Folder,
  chance: Random,
  result: FlipTorture,
  onStart: (product: Product) => void,
  say: (line: string) => void,
): Promise<void> {
  const { path: dataFolder, batches } = folder
  const where: string[] = []
  const flips = (): void => {
    for (let left = chance.int(6, 12); left > 0; left--) {
      const done = flip(dataFolder, chance)
      where.push(done.where)
      result.flips++
      result.byKind[done.kind] = (result.byKind[done.kind] ?? 0) + 1
    }
  }
  const started = async (): Promise<Product> => {
    const began = performance.now()
    const product = await startProduct({ dataFolder, environment })
    onStart(product)
    result.slowestStart = Math.max(result.slowestStart, Math.round(performance.now() - began))
    return product
  }
  try {
    flips()
    if (chance.chance(0.3)) {
      const early = await started()
      await sleep(chance.int(0, 2000))
      await killAll(early)
      result.killedEarly++
      where.push('killed')
      flips()
    }
    const product = await started()
    await compared(product)
    await waitUntilIdle(product)
    const status = await compared(product)
    const { short, wrong } = await shortOf(product, batches, status)
    wrong.push(...(await unsaid(product, status.promises)))
    const outcome = short.length > 0 ? 'named' : status.promises.remade_batches > 0 ? 'remade' : 'whole'
    result[outcome]++
    for (const batch of batches) {
      const refused = await send(product, batch)
      if (refused !== null) wrong.push(`sent again, ${refused}`)
    }
    const again = short.length > 0 ? await compared(product) : status
    if (short.length > 0) await waitUntilIdle(product)
    const after = await shortOf(product, batches, again)
    wrong.push(...after.wrong.map((line) => `sent again: ${line}`))
    for (const { name } of after.short) wrong.push(`${name} was sent again and is not whole`)
    if (wrong.length > 0)
      throw new Error(`${wrong.join('\n')}\n${JSON.stringify(status)}\nthen ${JSON.stringify(again)}`)
    say(`${outcome}: ${short.map(({ name }) => name).join(' ')} ${status.promises.databases.join(' ')}`)
    const fresh = Array.from({ length: late }, (_, at) => batchOf(batches.length + at, folder.base))
    await acknowledge(product, fresh)
    batches.push(...fresh)
  } finally {
    say(where.map((line) => `  ${line}`).join('\n'))
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
  const none = { flips: 0, byKind: {}, killedEarly: 0, whole: 0, remade: 0, named: 0, slowestStart: 0 }
  const result: FlipTorture = { seed, rounds: 0, ...none, wrong: [] }
  const deadline = Date.now() + minutes * 60_000
  try {
    const prepared = await prepare(join(home, 'prepared'))
    let folder = prepared
    for (let number = 0; number < rounds && Date.now() < deadline; number++) {
      if (number % roundsOnAFolder === 0 || folder === prepared) {
        folder = {
          ...prepared,
          path: join(home, `from-${number}`),
          batches: prepared.batches.map((batch) => ({ ...batch })),
        }
        cpSync(prepared.path, folder.path, { recursive: true, verbatimSymlinks: true })
      }
      let product: Product | undefined
      const began = performance.now()
      result.rounds++
      try {
        await round(folder, random(`${seed} ${number}`), result, (started) => (product = started), say)
      } catch (error) {
        const found = `round ${number}: ${String(error)}`
        result.wrong.push(found)
        say(`WRONG ${found}\n${product?.output().slice(-4000) ?? ''}`)
      }
      if (product) await killAll(product)
      const wasWrong = result.wrong.at(-1)?.startsWith(`round ${number}:`)
      if (wasWrong || (number + 1) % roundsOnAFolder === 0) {
        rmSync(folder.path, { recursive: true, force: true })
        folder = prepared
      }
      say(
        `round ${number}: ${((performance.now() - began) / 1000).toFixed(1)} s, ${result.flips} flips so far`,
      )
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
  return result
}
