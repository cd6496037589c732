import type { Product } from '#tests/product/start.ts'
import { ask } from '../lookups/ask.ts'
import { usagesOf } from '../measure/product.ts'
import type { Opened } from './people.ts'

export interface Question {
  name: string
  paths: () => string[]
  /** Sent again to whoever asked before: of many, each has his own, which are not all kept. */
  isKept: boolean
  /** A call of the API, which programs make with a key. */
  takesKeys: boolean
}

/** Many come again within a minute; new ones come for the first time in it, so that their sign-in, or key, is looked up. */
export type Who =
  | 'visitor'
  | 'one browser'
  | 'many browsers'
  | 'new browsers'
  | 'one key'
  | 'many keys'
  | 'new keys'

/** Seconds a question: of the clock, and of the server's processor time. */
export interface Spent {
  clock: number
  server: number
}

/** Side by side visitors of one address make room for others (server/limits/request.ts), and users do not. */
const connections = 1

/** The same question by each, one after the other; the least of the rounds counts: what else the machine does, or the collector of memory, only adds. */
export async function compared(
  product: Product,
  { paths, takesKeys, isKept }: Question,
  { rounds, opened: { cookies, keys } }: { rounds: number; opened: Opened },
): Promise<Map<Who, Spent>> {
  const who: [Who, (amount: number) => { cookies?: string[]; keys?: string[] }][] = [
    ['visitor', () => ({})],
    ['one browser', () => ({ cookies: cookies.slice(0, 1) })],
  ]
  if (!isKept)
    who.push(
      ['many browsers', () => ({ cookies: cookies.slice(0, many) })],
      ['new browsers', (amount) => ({ cookies: newOnes(cookies, amount) })],
    )
  if (takesKeys)
    who.push(
      ['one key', () => ({ keys: keys.slice(0, 1) })],
      ['many keys', () => ({ keys: keys.slice(0, many) })],
      ['new keys', (amount) => ({ keys: newOnes(keys, amount) })],
    )
  const spent = new Map(who.map(([name]) => [name, [] as Spent[]]))
  for (const [, by] of who)
    await ask(product.url, paths().slice(0, many), { connections, key: '', ...by(many) })
  for (let round = 0; round < rounds; round += 1) {
    const first = round % who.length
    // Whoever begins a round gains or loses by it: so each does once.
    for (const [name, by] of [...who.slice(first), ...who.slice(0, first)]) {
      const all = paths()
      const before = usagesOf(product).server.cpu
      const { seconds, statuses } = await ask(product.url, all, { connections, key: '', ...by(all.length) })
      const found = (statuses.get(200) ?? 0) + (statuses.get(404) ?? 0)
      if (found !== all.length) throw new Error(`Not all were answered: ${name} ${[...statuses]}`)
      spent.get(name)!.push({
        clock: seconds / all.length,
        server: (usagesOf(product).server.cpu - before) / all.length,
      })
    }
  }
  return new Map(
    [...spent].map(([name, all]) => [
      name,
      {
        clock: Math.min(...all.map(({ clock }) => clock)),
        server: Math.min(...all.map(({ server }) => server)),
      },
    ]),
  )
}

const many = 100
let taken = many
/** Whoever was not asked for the longest time: nobody of them is remembered. */
function newOnes(all: readonly string[], amount: number): string[] {
  return Array.from({ length: amount }, () => all[many + ((taken += 1) % (all.length - many))]!)
}
