import { BlockList, isIPv6 } from 'node:net'
import { reservedRange } from '#model/reserved.ts'
import { vettedActors } from '#sources/actors/vetted.ts'
import type { ReverseAnswer } from '#store/analytics/rdns/answers.ts'

/**
 * Who runs an address, and who only says so (docs/methods/actors.md), read a second time as plain code over our own
 * list of actors.
 */
const { actors } = vettedActors()
export type Actor = (typeof actors)[number]

const family = (ip: string): 'ipv4' | 'ipv6' => (isIPv6(ip) ? 'ipv6' : 'ipv4')

const blocks = new Map(
  actors.map(({ slug, ranges }) => {
    const block = new BlockList()
    for (const range of ranges) {
      const [start = '', length] = range.split('/')
      if (length === undefined) block.addAddress(start, family(start))
      else block.addSubnet(start, Number(length), family(start))
    }
    return [slug, block]
  }),
)

/** Those whom a range, or a name that leads back, proves; by slug. */
export const provedBy = (ip: string, answer: ReverseAnswer | undefined): Actor[] =>
  actors
    .filter(
      ({ slug, names }) =>
        blocks.get(slug)?.check(ip, family(ip)) ||
        (answer?.state === 'confirmed' &&
          names.some((name) => answer.name === name || answer.name.endsWith(`.${name}`))),
    )
    .toSorted((one, other) => (one.slug < other.slug ? -1 : 1))

/** Those named by a user agent without the proof that the real one always has. */
export function falselyClaimed(
  agents: readonly string[],
  about: {
    ip: string
    proved: readonly Actor[]
    tags: readonly string[]
    answer: ReverseAnswer | undefined
  },
): Actor[] {
  const { ip, proved, tags, answer } = about
  const isAwaited = answer === undefined && reservedRange(ip) === null
  const hasAnswered = answer !== undefined && answer.state !== 'failed'
  return actors.filter(
    (actor) =>
      agents.some((agent) => actor.agents.some((word) => agent.toLowerCase().includes(word.toLowerCase()))) &&
      !proved.includes(actor) &&
      !tags.includes(actor.slug) &&
      !(isAwaited && actor.names.length > 0) &&
      (actor.allRanges || (actor.allNames && hasAnswered)),
  )
}
