import type { ApplyOptions } from './interface.ts'

const highest = 65_535

/** Why nobody can listen there, told before it is tried; null where it may be tried. `at`: the port with its offset. */
export function whyNotOpen(
  at: number,
  transport: 'tcp' | 'udp',
  isTaken: ApplyOptions['isTaken'],
): string | null {
  if (at > highest) return `With the offset it would be ${at}, and ${highest} is the last port.`
  return isTaken(at, transport) ? 'Another program of this host listens there.' : null
}

/** What the host said when a port could not be opened. */
export const hostSaid = (error: unknown): string => (error instanceof Error ? error.message : String(error))
