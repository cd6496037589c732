import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads'
import { collectGarbage } from '#model/collect-garbage.ts'
import { buffersOf, bytesOf } from '#model/transfer.ts'
import { holdersOf } from './holders.ts'
import { writeIndexFile } from './index-file.ts'
import type { FromAnswerer, IndexFile, ToAnswerer, ToAside } from './messages.ts'
import type { Segment } from './segment.ts'
import { changedList, type SegmentChange } from './segment-list.ts'
import { search, push, type Segments, segmentsOf, checksumOf } from './segments.ts'
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
let cancelled: Int32Array = new Int32Array(0)
/** What was asked after changes that stand behind a question here. */
let early: ToAside[] = []

function giveAside(asked: ToAside): void {
  if (asked.changes > changes) early.push(asked)
  else answer({ call: asked.call, answer: index ? holdersOf(index, asked.asked) : null })
}

function look(): void {
  if (!aside) return
  for (;;) {
    const found = receiveMessageOnPort(aside) as { message: ToAside } | undefined
    if (!found) return
    giveAside(found.message)
  }
}

const isChange = (message: ToAnswerer): message is SegmentChange =>
  ['base', 'push', 'join', 'drop'].includes(message.kind)

parentPort?.on('message', (message: ToAnswerer) => {
  if (!isChange(message)) return take(message)
  change(message)
  changes += 1
  const waiting = early
  early = []
  waiting.forEach(giveAside)
})

function change(message: SegmentChange): void {
  segments = changedList(segments, message, ({ number, segment }) => ({ number, segment }))
  if (message.kind === 'push' && index) push(index, message.segment)
  else reindex()
}

function take(message: Exclude<ToAnswerer, SegmentChange>): void {
  switch (message.kind) {
    case 'begin':
      ;({ aside, cancelled } = message)
      aside.on('message', giveAside)
      return
    case 'search':
      // A port that always has another message keeps the thread from the other one.
      look()
      return answer({
        call: message.call,
        answer: index
          ? search(index, message.question, stepsUpTo(message.steps, cancelled.subarray(message.place), look))
          : null,
      })
    case 'save':
      return answer({ call: message.call, answer: index && saved(message.file, message.manifest) })
    case 'collect':
      collectGarbage()
      return answer({ call: message.call, answer: 'collected' })
    case 'checksum':
      return answer({ call: message.call, answer: index ? { ...checksumOf(index), bytes: bytes() } : null })
  }
}

/** A disk that is full costs the next start some time, and nothing else. */
function saved({ path, key }: IndexFile, manifest: unknown): 'saved' | null {
  try {
    writeIndexFile(path, key, { manifest, segments })
    return 'saved'
  } catch {
    return null
  }
}

const bytes = (): number => segments.reduce((sum, { segment }) => sum + bytesOf(segment), 0)
