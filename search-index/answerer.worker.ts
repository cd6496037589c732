import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads'
import { buffersOf } from '#model/transfer.ts'
import { holdersOf } from './holders.ts'
import type { AsideQuestion, FromAnswerer, ToAnswerer, ToAside } from './messages.ts'
import type { Segment } from './segment.ts'
import { ask, documentsAt, push, type Segments, segmentsOf, wholeOf } from './segments.ts'
import { stepsUpTo } from './steps.ts'

/** The thread that holds the index and answers questions one after the other, and what takes little in between. */
let segments: { number: number; segment: Segment }[] = []
let stack: Segments | null = null

const restack = (): void => {
  const [base, ...younger] = segments
  stack = base ? segmentsOf(base.segment) : null
  if (stack) for (const { segment } of younger) push(stack, segment)
}

const answer = (message: FromAnswerer): void => parentPort?.postMessage(message, buffersOf(message))

let changes = 0
let aside: MessagePort | null = null
/** What was asked after changes that stand behind a question here. */
let early: ToAside[] = []

function giveAside(asked: ToAside): void {
  if (asked.changes > changes) early.push(asked)
  else answer({ call: asked.call, answer: stack ? asideOf(stack, asked) : null })
}

const asideOf = (stack: Segments, asked: AsideQuestion): FromAnswerer['answer'] =>
  asked.kind === 'documents' ? documentsAt(stack, asked.keys) : holdersOf(stack, asked.asked)

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
      return restack()
    }
    case 'push':
      segments.push(message)
      return stack ? push(stack, message.segment) : restack()
    case 'join': {
      const first = segments.findIndex(({ number }) => number === message.of[0])
      segments.splice(first, message.of.length, message)
      return restack()
    }
    case 'drop':
      segments = []
      return restack()
    case 'ask':
      // A port that always has another message keeps the thread from the other one.
      look()
      return answer({
        call: message.call,
        answer: stack ? ask(stack, message.question, stepsUpTo(message.steps, message.cancel, look)) : null,
      })
    case 'whole':
      return answer({ call: message.call, answer: stack ? { ...wholeOf(stack), bytes: bytes() } : null })
  }
}

const bytes = (): number =>
  segments.reduce(
    (sum, { segment }) => buffersOf(segment).reduce((all, { byteLength }) => all + byteLength, sum),
    0,
  )
