import type { ProtocolFacts } from '#model/protocols/table.ts'
import { type ApplicationFacts, type Applications, type ByEnd, type Direction, ends } from '#packet/stream.ts'
import { datagramReading } from './datagram.ts'
import type { Protocol } from './protocol.ts'
import { signatureRows, Signatures } from './signatures.ts'
import { streamReading } from './stream-recogniser.ts'

const nobody: ByEnd<never> = { source: null, destination: null }

/** What flows ask of a table of protocols. Its order is the order in which they claim a conversation. */
export function applicationsOf(protocols: readonly Protocol[]): Applications {
  const byName = new Map(protocols.map((protocol) => [protocol.name, protocol]))
  const rows = protocols.map(({ signatures = '' }) => signatures)
  const signatures = new Signatures([signatureRows, ...rows].join('\n'))
  const openStream = streamReading(protocols, signatures)
  const openDatagrams = datagramReading(protocols, signatures)
  const unspoken = Object.assign({}, ...protocols.map(({ recorded }) => recorded(nobody))) as ProtocolFacts
  return {
    open: (start) => (start.transport === 'udp' ? openDatagrams(start) : openStream(start)),
    add: (first, later) => added(first, later, byName),
    shorten(facts) {
      for (const [name, found] of facts.found)
        for (const end of ends) if (found[end] !== null) byName.get(name)?.shorten?.(found[end])
    },
    recorded(facts) {
      if (!facts || facts.found.size === 0) return unspoken
      const made = { ...unspoken }
      for (const [name, found] of facts.found) Object.assign(made, byName.get(name)?.recorded(found))
      return made
    },
  }
}

function added(
  first: ApplicationFacts,
  later: ApplicationFacts,
  protocols: ReadonlyMap<string, Protocol>,
): ApplicationFacts {
  const found = new Map(first.found)
  for (const [name, more] of later.found) {
    const before = found.get(name)
    const protocol = protocols.get(name)
    const both = (end: Direction): unknown => {
      const [own, then] = [before?.[end] ?? null, more[end]]
      return own !== null && then !== null && protocol ? protocol.add(own, then) : (own ?? then)
    }
    found.set(name, protocol ? { source: both('source'), destination: both('destination') } : more)
  }
  return {
    protocols: first.protocols.union(later.protocols),
    found,
    asks: first.asks.union(later.asks),
    answers: first.answers.union(later.answers),
  }
}
