import { createReadStream } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { Refusal } from '#model/errors.ts'
import { giveWay } from '#model/give-way.ts'
import type { Conversation, Enrichment, Session } from '#model/session.ts'
import { dissect } from '#packet/dissect.ts'
import { captureSpan } from '#packet/span.ts'
import { FrameGatherer } from '../../spool/gather.ts'
import type { EncodedSessions } from '../../spool/session-codec.ts'
import { openAdmission, sessionIds } from '../admission.ts'
import type { DissectionTask, DissectionOutcome, FromThread, ToThread } from './messages.ts'

/**
 * The thread that turns one stored capture after the other into encoded sessions. It holds no reference data: facts of
 * addresses are asked for, batch by batch, and encoded sessions wait until the spool has taken those before.
 */

if (!parentPort) throw new Error('This file is a thread of the server.')
const port = parentPort
const post = (message: FromThread, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)

/** Bodies under way to the spool at once. */
const maxPending = 4
/** Addresses whose facts are kept; reference data that changes meanwhile is asked for anew by the next capture. */
const maxFacts = 20_000

let untaken = 0
let wake: (() => void) | null = null
let answer: ((facts: Enrichment[]) => void) | null = null

giveWay()
port.on('message', (message: ToThread) => {
  if (message.kind === 'facts') return answer?.(message.facts)
  if (message.kind === 'taken') {
    untaken--
    return wake?.()
  }
  void run(message.task)
    .then(
      (outcome) => post({ kind: 'done', outcome }),
      (error: unknown) => post(failureOf(error)),
    )
    // A thread is ended from outside, and would leave nothing in the cache of modules.
    .then(flushCompileCache)
})

function failureOf(error: unknown): FromThread {
  if (error instanceof Refusal) {
    const { code, message, extra } = error
    return { kind: 'refused', code, message, extra }
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return { kind: 'failed', code, message: error instanceof Error ? error.message : String(error) }
}

async function run(task: DissectionTask): Promise<DissectionOutcome> {
  untaken = 0
  const content = () => createReadStream(task.path, { highWaterMark: 1 << 18 })
  const shiftMs = 'by' in task.shift ? task.shift.by : await shiftTo(task.shift.to, content())
  const idOf = sessionIds(task.batch)
  const admission = openAdmission(task.admission)
  const factsOf = openFacts()
  const gatherer = new FrameGatherer(handOver)
  let index = 0
  let sessions = 0
  const report = await dissect(
    content(),
    async (conversations: Conversation[]) => {
      const facts = await factsOf(conversations)
      const made = conversations.map(({ isOfNetwork, ...conversation }): Session => ({
        ...conversation,
        ...task.stamp,
        // Nobody is accused of what was said to a program in use, and nobody else is told of it.
        ...(isOfNetwork && { vantage: 'network', published: false }),
        id: idOf(index++),
        sourceFacts: facts(conversation.source.ip),
        destinationFacts: facts(conversation.destination.ip),
      }))
      const admitted = admission.admit(made)
      sessions += admitted.length
      await gatherer.add(admitted)
    },
    {
      shiftMs,
      isOfSensor: task.isOfSensor,
      // An agent closes segments at 4 MiB: what unfolds to more than this is none of its making.
      ...(task.isOfSensor && { plainLimit: 64 << 20 }),
    },
  )
  await gatherer.close()
  return { report, sessions, refused: admission.refused(), shiftMs }
}

async function shiftTo(now: number, content: AsyncIterable<Uint8Array>): Promise<number> {
  const { lastPacket } = await captureSpan(content)
  return lastPacket === null ? 0 : now - lastPacket
}

/** Asks for the facts of addresses not met before; each batch then finds all of its own. */
function openFacts(): (batch: readonly Conversation[]) => Promise<(ip: string) => Enrichment> {
  const known = new Map<string, Enrichment>()
  return async (batch) => {
    const addresses = new Set(batch.flatMap(({ source, destination }) => [source.ip, destination.ip]))
    if (known.size + addresses.size > maxFacts) known.clear()
    const unknown = [...addresses].filter((ip) => !known.has(ip))
    if (unknown.length > 0) {
      const { promise, resolve } = Promise.withResolvers<Enrichment[]>()
      answer = resolve
      post({ kind: 'need-facts', addresses: unknown })
      const facts = await promise
      unknown.forEach((ip, at) => {
        const fact = facts[at]
        if (fact) known.set(ip, fact)
      })
    }
    return (ip) => {
      const facts = known.get(ip)
      if (!facts) throw new Error('No facts came for an address.')
      return facts
    }
  }
}

/** Hands bodies over, no more at once than the spool keeps up with. */
async function handOver({ body, days }: EncodedSessions): Promise<void> {
  if (untaken >= maxPending) await new Promise<void>((resolve) => (wake = resolve))
  untaken++
  const own = new Uint8Array(body)
  post({ kind: 'sessions', body: own, days }, [own.buffer])
}
