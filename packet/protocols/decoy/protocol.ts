import { decoy as record, type DecoyFacts, type DecoySession } from '#model/protocols/decoy.ts'
import { eventLimits } from '#model/sensor/event.ts'
import { firstOf } from '../first-of.ts'
import type { Protocol } from '../protocol.ts'

/** What the decoy of a sensor told beside the packets: nothing of it is read out of bytes (notes.ts). */
export const decoy: Protocol<DecoyFacts, DecoySession> = {
  name: 'decoy',
  record,
  add(first, later) {
    const both = (fact: 'users' | 'passwords' | 'commands' | 'links'): string[] =>
      firstOf(eventLimits.perFlow, first[fact], later[fact])
    return {
      events: first.events + later.events,
      users: both('users'),
      passwords: both('passwords'),
      commands: both('commands'),
      links: both('links'),
    }
  },
  recorded: ({ source }) => ({ decoy: source }),
}
