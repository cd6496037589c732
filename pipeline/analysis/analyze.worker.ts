import { writeFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '#model/errors.ts'
import { giveWay } from '#model/give-way.ts'
import { analyzeAddresses } from './addresses.ts'
import { analyzeCves } from './cves.ts'
import { openInput } from './input.ts'
import type { AnalysisTask, FromAnalysisThread, ToAnalysisThread } from './messages.ts'
import { writeResult } from './result-file.ts'

/** The thread that reads one list. */

if (!parentPort) throw new Error('This file is a thread of the server.')
const port = parentPort
const post = (message: FromAnalysisThread): void => port.postMessage(message, [])
const task = workerData as AnalysisTask

const leaving = new AbortController()
let answer: (addresses: string[][]) => void = () => undefined
port.on('message', (message: ToAnalysisThread) => {
  if (message.kind === 'known') answer(message.addresses)
  else leaving.abort()
})

giveWay()
try {
  const input = await openInput(task.path)
  const result =
    task.kind === 'ips'
      ? await analyzeAddresses(input, {
          onProgress: (progress) => post({ kind: 'progress', ...progress }),
          known: (stretches, most) =>
            new Promise((resolve) => {
              answer = resolve
              post({ kind: 'need-known', stretches, most })
            }),
        })
      : await analyzeCves(input, {
          onProgress: (progress) => post({ kind: 'progress', ...progress }),
          signal: leaving.signal,
        })
  await writeFile(task.output, writeResult(result), { mode: 0o600 })
  flushCompileCache()
  post({ kind: 'done', totals: result.totals, read: input.read() })
} catch (error) {
  post(failureOf(error))
}
// Nothing more is waited for.
port.unref()

function failureOf(error: unknown): FromAnalysisThread {
  if (error instanceof Refusal) return { kind: 'refused', code: error.code, message: error.message }
  return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
