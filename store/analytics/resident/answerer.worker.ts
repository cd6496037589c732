import { parentPort } from 'node:worker_threads'
import { buffersOf } from '#model/transfer.ts'
import type { FromAnswerer, ToAnswerer } from './messages.ts'
import type { Segment } from './segment.ts'
import { ask, documentsAt, push, type Stack, stackOf, wholeOf } from './stack.ts'
import { stepsUpTo } from './steps.ts'

/** The thread that holds the index and answers questions, one after the other. */
let segments: { number: number; segment: Segment }[] = []
let stack: Stack | null = null

const restack = (): void => {
  const [base, ...younger] = segments
  stack = base ? stackOf(base.segment) : null
  if (stack) for (const { segment } of younger) push(stack, segment)
}

const answer = (message: FromAnswerer): void => parentPort?.postMessage(message, buffersOf(message))

parentPort?.on('message', (message: ToAnswerer) => {
  switch (message.kind) {
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
      return answer({
        call: message.call,
        answer: stack ? ask(stack, message.question, stepsUpTo(message.steps, message.cancel)) : null,
      })
    case 'documents':
      return answer({ call: message.call, answer: stack ? documentsAt(stack, message.keys) : null })
    case 'whole':
      return answer({ call: message.call, answer: stack ? { ...wholeOf(stack), bytes: bytes() } : null })
  }
})

const bytes = (): number =>
  segments.reduce(
    (sum, { segment }) => buffersOf(segment).reduce((all, { byteLength }) => all + byteLength, sum),
    0,
  )
