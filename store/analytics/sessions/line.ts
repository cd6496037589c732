import { noProtocolFacts } from '#model/protocols/table.ts'
import type { Session } from '#model/session.ts'

type Written = Omit<Session, 'sourcePayload' | 'destinationPayload'> & {
  sourcePayload: string
  destinationPayload: string
}

/** What sessions written by releases before 0.9 do not say, nor those of a release that did not know a protocol. */
const untold = { direction: 'unknown', vantage: 'sensor', ...noProtocolFacts } as const

/** A session as a line of JSON, payload bytes as base64. */
export function sessionLine(session: Session): string {
  return JSON.stringify({
    ...session,
    sourcePayload: base64(session.sourcePayload),
    destinationPayload: base64(session.destinationPayload),
  })
}

export function parseSessionLine(line: string): Session {
  const plain: Written = JSON.parse(line)
  return {
    ...untold,
    ...plain,
    sourcePayload: bytes(plain.sourcePayload),
    destinationPayload: bytes(plain.destinationPayload),
  }
}

const base64 = (of: Uint8Array): string =>
  of.length === 0 ? '' : Buffer.from(of.buffer, of.byteOffset, of.byteLength).toString('base64')

/** A copy of its own: views into Node's shared pool would keep 8 KiB alive for a few bytes. */
const bytes = (text: string | undefined): Uint8Array =>
  text ? new Uint8Array(Buffer.from(text, 'base64')) : new Uint8Array()
