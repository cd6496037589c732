import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { setTimeout as sleep } from 'node:timers/promises'
import { captureOf, waitUntilIdle, upload, webVisit } from '../../product/captures.ts'
import { startProduct, type Product } from '../../product/start.ts'
import type { Attack } from './attack.ts'
import { attacks } from './attacks/all.ts'
import type { Measure, Measured } from './others.worker.ts'
import { header, rowOf, type Row, wrongIn } from './table.ts'
import { Outcomes } from './wire.ts'

export interface AbuseTorture {
  rows: Row[]
  wrong: string[]
}

const visitor = '127.0.0.50'
const people = Array.from({ length: 5 }, (_, at) => `127.0.0.${60 + at}`)
const perCapture = 2_000

/**
 * Attacks the product one way after the other and measures beside each what others see of it: another visitor, people who read, the
 * operator at the attacker's own address, /healthz, and the server's memory. `only`: the names of some attacks, with commas.
 */
export async function tortureAbuse({
  seconds,
  addresses,
  only = '',
}: {
  seconds: number
  addresses: number
  only?: string
}): Promise<AbuseTorture> {
  const chosen = attacks.filter(({ name }) => only === '' || only.split(',').includes(name))
  const product = await startProduct({ environment: { LOG_LEVEL: 'warn' } })
  const rows: Row[] = []
  const wrong: string[] = []
  let isUp = true
  const onEnd = (code: number | null, signal: NodeJS.Signals | null): void => {
    isUp = false
    wrong.push(`the server ended (${code ?? signal})`)
  }
  product.process.once('exit', onEnd)
  try {
    await load(product, addresses)
    // Once without counting: what is compiled and remembered at first is none of the attack's doing.
    await measure(product, { seconds: 3, attacker: '127.0.1.250', addresses })
    const idle = rowOf('idle', '', await measure(product, { seconds, attacker: '127.0.1.251', addresses }), {
      memory: memoryOf(product),
      outcomes: '',
    })
    rows.push(idle)
    console.log([...header, ...idle.lines].join('\n'))
    for (const [at, attack] of chosen.entries()) {
      if (!isUp) break
      const row = await underAttack(product, attack, { seconds, address: `127.0.1.${at + 1}`, addresses })
      rows.push(row)
      console.log(row.lines.join('\n'))
      wrong.push(...wrongIn(row, idle, attack))
      await calm(product)
    }
    return { rows, wrong }
  } finally {
    product.process.off('exit', onEnd)
    await product.stop('SIGKILL')
    product.remove()
  }
}

async function underAttack(
  product: Product,
  attack: Attack,
  { seconds, address, addresses }: { seconds: number; address: string; addresses: number },
): Promise<Row> {
  const outcomes = new Outcomes()
  const ending = new AbortController()
  let memory = 0
  const sampling = setInterval(() => (memory = Math.max(memory, memoryOf(product))), 200)
  const failures: string[] = []
  attack.prepare?.()
  const attacking = attack
    .run({ product, address, outcomes, signal: ending.signal })
    .catch((error: unknown) => void failures.push(error instanceof Error ? error.message : String(error)))
  try {
    const measured = await measure(product, { seconds, attacker: address, addresses })
    ending.abort()
    await attacking
    return rowOf(attack.name, attack.point, measured, { memory, outcomes: String(outcomes), failures })
  } finally {
    clearInterval(sampling)
    ending.abort()
  }
}

const measure = (
  { url, key }: Product,
  { seconds, attacker, addresses }: { seconds: number; attacker: string; addresses: number },
): Promise<Measured> =>
  new Promise((resolve, reject) => {
    const workerData: Measure = { url, key, visitor, people, attacker, seconds, addresses }
    const worker = new Worker(new URL('./others.worker.ts', import.meta.url), { workerData })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

/** So many addresses as a month of scans would leave: some share a path, each has one of its own. */
async function load(product: Product, addresses: number): Promise<void> {
  const from = Date.now() - 3_600_000
  for (let first = 0; first < addresses; first += perCapture) {
    const exchanges = Array.from({ length: Math.min(perCapture, addresses - first) }, (_, index) => {
      const at = first + index
      const uri = at % 10 === 0 ? `/login?next=${at}` : `/fh/${at}/x`
      return webVisit(
        `198.18.${Math.floor(at / 250)}.${at % 250}`,
        { uri, userAgent: `scanner/${at % 40}` },
        from + at,
      )
    })
    const { status } = await upload(product, captureOf(exchanges, `load ${first}`))
    if (status !== 200) throw new Error(`loading: ${status}`)
  }
  await waitUntilIdle(product)
}

/** Bytes of the server's memory that are in use (Linux; elsewhere 0). */
function memoryOf({ process: { pid } }: Product): number {
  try {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    return 0
  }
}

/** Waits until the server answers quickly again, twenty seconds at most. */
async function calm({ url }: Product): Promise<void> {
  for (let quick = 0, tries = 0; quick < 5 && tries < 100; tries++) {
    const began = performance.now()
    await fetch(new URL('/v3/ip/198.18.0.1', url)).then(
      (answer) => answer.text(),
      () => undefined,
    )
    quick = performance.now() - began < 100 ? quick + 1 : 0
    await sleep(200)
  }
}
