import { allRecorded, noProtocolFacts } from '#model/protocols/table.ts'
import type { Session } from '#model/session.ts'

const nothing = new Uint8Array()

/** The same ends open the same conversation, and nobody says anything. */
export const silent = (session: Session): Session => ({
  ...session,
  ...noProtocolFacts,
  protocols: [session.transport],
  sourcePayload: nothing,
})

/** What the source said is said by the destination instead: its own doing, and nothing of the source's. */
export const mirrored = (session: Session): Session => ({
  ...silent(session),
  protocols: session.protocols,
  ...Object.assign({}, ...allRecorded.map((recorded) => recorded.mirrored(session as never))),
  destinationPayload: session.sourcePayload,
})

/** The source sent the same as the answer to a question nobody saw. */
export const answeredOnly = (session: Session): Session => ({ ...session, direction: 'backscatter' })

/** The same over TCP, caught in the middle, where nothing tells who asked; others as they are. */
export const unproven = (session: Session): Session =>
  session.tcp
    ? {
        ...session,
        direction: 'unknown',
        tcp: { ...session.tcp, flags: { ...session.tcp.flags, syn: 0, synAck: 0 }, handshake: false },
      }
    : session
