import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads'
import { buffersOf } from '#model/transfer.ts'
import { holdersOf } from './holders.ts'
import type { AsideQuestion, FromAnswerer, ToAnswerer, ToAside } from './messages.ts'
import type { Segment } from './segment.ts'
import { search, documentsAt, push, type Segments, segmentsOf, checksumOf } from './segments.ts'
import { stepsUpTo } from './steps.ts'

/** The thread that holds the index and answers questions one after the other, and what takes little in between. */
let segments: { number: number; segment: Segment }[] = []
let index: Segments | null = null

const reindex = (): void => {
  const [base, ...newer] = segments
  index = base ? segmentsOf(base.segment) : null
  if (index) for (const { segment } of newer) push(index, segment)
}

const answer = (message: FromAnswerer): void => parentPort?.postMessage(message, buffersOf(message))

let changes = 0
let aside: MessagePort | null = null
/** What was asked after changes that stand behind a question here. */
let early: ToAside[] = []

function giveAside(asked: ToAside): void {
  if (asked.changes > changes) early.push(asked)
  else answer({ call: asked.call, answer: index ? asideOf(index, asked) : null })
}

const asideOf = (index: Segments, asked: AsideQuestion): FromAnswerer['answer'] =>
  asked.kind === 'documents' ? documentsAt(index, asked.keys) : holdersOf(index, asked.asked)

function look(): void {
  if (!aside) return
  for (;;) {
    const found = receiveMessageOnPort(aside) as { message: ToAside } | undefined
    if (!found) return
    giveAside(found.message)
  }
}

const isChange = ({ kind }: ToAnswerer): boolean => ['base', 'push', 'join', 'drop'].includes(kind)

parentPort?.on('message', (message: ToAnswerer) => {
  take(message)
  if (!isChange(message)) return
  changes += 1
  const waiting = early
  early = []
  waiting.forEach(giveAside)
})

function take(message: ToAnswerer): void {
  switch (message.kind) {
    case 'aside':
      aside = message.port
      aside.on('message', giveAside)
      return
    case 'base': {
      const kept = segments.filter(({ number }) => message.keep.includes(number))
      segments = [message, ...kept]
      return reindex()
    }
    case 'push':
      segments.push(message)
      return index ? push(index, message.segment) : reindex()
    case 'join': {
      const first = segments.findIndex(({ number }) => number === message.of[0])
      segments.splice(first, message.of.length, message)
      return reindex()
    }
    case 'drop':
      segments = []
      return reindex()
    case 'search':
      // A port that always has another message keeps the thread from the other one.
      look()
      return answer({
        call: message.call,
        answer: index
          ? search(index, message.question, stepsUpTo(message.steps, message.cancel, look))
          : null,
      })
    case 'checksum':
      return answer({ call: message.call, answer: index ? { ...checksumOf(index), bytes: bytes() } : null })
  }
}

const bytes = (): number =>
  segments.reduce(
    (sum, { segment }) => buffersOf(segment).reduce((all, { byteLength }) => all + byteLength, sum),
    0,
  )
