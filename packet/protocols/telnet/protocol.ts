import { telnet as record, type TelnetFacts, type TelnetSession } from '#model/protocols/telnet.ts'
import { limits } from '#packet/limits.ts'
import { firstOf } from '../first-of.ts'
import type { Protocol } from '../protocol.ts'
import { TelnetDissector } from './dissector.ts'

/** What is typed into Telnet. */
export const telnet: Protocol<TelnetFacts, TelnetSession> = {
  name: 'telnet',
  record,
  stream: (start) => new TelnetDissector(start),
  add: (first, later) => ({ lines: firstOf(limits.telnetLines, first.lines, later.lines) }),
  recorded: ({ source, destination }) => ({ telnet: source, destinationTelnet: destination }),
}
