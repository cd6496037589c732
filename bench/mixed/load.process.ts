import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { asker, changingKinds, exporting, intake, noCounts } from './load.ts'

/** What the load is given. */
export interface LoadOf {
  url: string
  key: string
  /** Sessions a second. */
  rate: number
  askers: number
  /** How many the store knows. */
  addresses: number
}

/** `counts` asks how far it is, `end` ends it; each is answered with what there is by then. */
export type ToLoad = LoadOf | 'counts' | 'end'

/** Who sends and asks is on other machines elsewhere; on this one it has what the product leaves. */
const nice = 10
for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), nice)
// Where sessions share the processors: this process has one of its own (sched(7), "The autogroup feature").
if (existsSync('/proc/self/autogroup')) writeFileSync('/proc/self/autogroup', String(nice))

const counts = noCounts()
const over = new AbortController()
let all: Promise<unknown> = Promise.resolve()

function begin({ url, key, rate, askers, addresses }: LoadOf): void {
  const load = { product: { url, key }, counts, signal: over.signal }
  const captures: string[] = []
  all = Promise.allSettled([
    intake(load, { rate, addresses, onCapture: (id) => void captures.push(id) }),
    ...Array.from({ length: askers }, (_, number) => asker(load, number)),
    exporting(load),
    changingKinds(load, captures),
  ])
}

process.on('message', (message: ToLoad) => {
  if (message === 'counts') return void process.send?.(counts)
  if (message !== 'end') return begin(message)
  over.abort()
  void all.then(() => process.send?.(counts, () => process.disconnect()))
})
// Whoever began it is gone.
process.on('disconnect', () => process.exit())
