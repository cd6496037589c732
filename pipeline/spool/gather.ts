import { noProtocolFacts } from '#model/protocols/table.ts'
import type { Session } from '#model/session.ts'
import { type EncodedSessions, encodeSessions } from './session-codec.ts'

/** Sessions, and bytes of what they say, from which on a frame is closed. */
export const frameSessions = 1000
const frameBytes = 1 << 20

/** Gathers sessions into bodies as the spool frames them. */
export class FrameGatherer {
  #sessions: Session[] = []
  #bytes = 0
  readonly #keep: (encoded: EncodedSessions) => Promise<void>

  constructor(keep: (encoded: EncodedSessions) => Promise<void>) {
    this.#keep = keep
  }

  async add(sessions: readonly Session[]): Promise<void> {
    for (const session of sessions) {
      this.#sessions.push(session)
      this.#bytes += saidBytes(session)
      if (this.#sessions.length >= frameSessions || this.#bytes >= frameBytes) await this.close()
    }
  }

  /** Hands over what was gathered. */
  async close(): Promise<void> {
    const sessions = this.#sessions
    this.#sessions = []
    this.#bytes = 0
    for (const encoded of await encodeSessions(sessions)) await this.#keep(encoded)
  }
}

const factNames = Object.keys(noProtocolFacts) as (keyof typeof noProtocolFacts)[]

/** Bytes of what varies most, roughly: payloads and the texts of protocols. */
function saidBytes(session: Session): number {
  let bytes = session.sourcePayload.length + session.destinationPayload.length
  for (const name of factNames) bytes += textBytes(session[name])
  return bytes
}

function textBytes(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let bytes = 0
  for (const part of Array.isArray(value) ? value : Object.values(value)) bytes += textBytes(part)
  return bytes
}
