import { writeFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { Refusal } from '#model/errors.ts'
import { giveWay } from '#model/give-way.ts'
import { analyzeAddresses } from './addresses.ts'
import { analyzeCves } from './cves.ts'
import { openGrowth } from './growth.ts'
import { type Input, openInput } from './input.ts'
import type { AnalysisProgress, AnalysisTask, FromAnalysisThread, ToAnalysisThread } from './messages.ts'
import { type AnalysisResult, writeResult } from './result-file.ts'

/** The thread that reads one list after the other. */

if (!parentPort) throw new Error('This file is a thread of the server.')
const port = parentPort
const post = (message: FromAnalysisThread): void => port.postMessage(message, [])
const leaving = new AbortController()
let growth = openGrowth()
let answered: ((addresses: string[][]) => void) | null = null
let current: Promise<unknown> = Promise.resolve()

giveWay()
port.on('message', (message: ToAnalysisThread) => {
  if (message.kind === 'known') return answered?.(message.addresses)
  if (message.kind === 'grown') return growth.tell(message.bytes, message.isWhole)
  if (message.kind === 'leave') {
    leaving.abort()
    return void current.finally(() => port.close())
  }
  // What is told of a content follows its task.
  growth = openGrowth()
  current = run(message.task)
    .catch((error: unknown) => post(failureOf(error)))
    // A thread is ended from outside, and would leave nothing in the cache of modules.
    .then(flushCompileCache)
})

async function run({ kind, path, output, comesAt }: AnalysisTask): Promise<void> {
  const input = await openInput(path, comesAt === undefined ? undefined : { at: comesAt, growth })
  try {
    const result = await analyzed(kind, input)
    await writeFile(output, writeResult(result), { mode: 0o600 })
    post({ kind: 'done', totals: result.totals, read: input.read() })
  } finally {
    await input.close()
  }
}

function analyzed(kind: AnalysisTask['kind'], input: Input): Promise<AnalysisResult> {
  const onProgress = (progress: AnalysisProgress): void => post({ kind: 'progress', ...progress })
  return kind === 'ips'
    ? analyzeAddresses(input, {
        onProgress,
        known: (ranges, most) =>
          new Promise((resolve) => {
            answered = resolve
            post({ kind: 'need-known', ranges, most })
          }),
      })
    : analyzeCves(input, { onProgress, signal: leaving.signal })
}

function failureOf(error: unknown): FromAnalysisThread {
  if (error instanceof Refusal) return { kind: 'refused', code: error.code, message: error.message }
  return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
