import { createReadStream } from 'node:fs'
import { type Conversation, noFacts, type Session } from '#model/session.ts'
import { dissect } from '#packet/dissect.ts'
import { sessionIds } from '#pipeline/ingest/admission.ts'
import { writeCapture } from '../spine/capture.ts'

/** Makes ready-made batches of sessions, as a worker of our own would hand them over. */
export type MakeBatch = (id: string, size: number) => Session[]

/** What the simulator plays in `megabytes` of capture, again and again, each time with ids of its own. */
export async function sessionMaker(path: string, workspace: string, megabytes: number): Promise<MakeBatch> {
  await writeCapture(path, { bytes: megabytes * 1e6, end: Date.now() - 60_000, days: 0.5 })
  const conversations: Conversation[] = []
  await dissect(createReadStream(path), (some) => void conversations.push(...some))
  let next = 0
  return (id, size) => {
    const idOf = sessionIds(id)
    return Array.from({ length: size }, (_, index): Session => {
      const conversation = conversations[next++ % conversations.length]
      if (!conversation) throw new Error('The capture holds no conversation.')
      return {
        ...conversation,
        id: idOf(index),
        origin: 'live',
        workspace,
        published: true,
        sensor: 'bench',
        vantage: 'sensor',
        capture: '',
        sourceFacts: noFacts,
        destinationFacts: noFacts,
      }
    })
  }
}

/** The same session from an address of its own, so that its arrival can be told. */
export const from = (session: Session | undefined, ip: string): Session => {
  if (!session) throw new Error('There is no session.')
  return { ...session, source: { ...session.source, ip } }
}
