import { spawn } from 'node:child_process'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { type Refusal, refuse } from '#model/errors.ts'
import { endings, maxFile, maxPages, memory, seconds } from './limits.ts'

const child = fileURLToPath(new URL('./child.ts', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** It may read its own code, write no file, start nothing and load nothing native (the permission model of Node). */
const flags = [
  `--max-old-space-size=${memory.heapMb}`,
  '--max-semi-space-size=8',
  '--permission',
  ...['node_modules/unpdf/', 'pipeline/analysis/pdf/', 'package.json'].map(
    (path) => `--allow-fs-read=${root}${path}`,
  ),
]
/** Limits of the system (ulimit of the shells) hold also where nobody is left to watch. */
const limited = (ofProcessor: number): string =>
  `ulimit -t ${Math.ceil(ofProcessor)}; ulimit -d ${memory.allKb}; exec "$0" "$@"`

/**
 * The text of a PDF, a page a line. A process of its own reads it: what a hostile file makes of the library (memory, an endless loop)
 * ends that process, while a thread at the end of its memory can take the server along.
 * @throws Refusal 'unsupported-media' for what cannot be read, 'too-large' for what takes too much
 */
export async function* textOfPdf(
  plain: AsyncIterable<Uint8Array>,
  { signal, limitSeconds = seconds }: { signal?: AbortSignal; limitSeconds?: number } = {},
): AsyncGenerator<Uint8Array> {
  const reader = spawn('/bin/sh', ['-c', limited(limitSeconds), process.execPath, ...flags, child], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout: limitSeconds * 1000,
    killSignal: 'SIGKILL',
    signal,
  })
  let failure: unknown
  const fail = (error: unknown): void => {
    failure ??= error
    reader.kill('SIGKILL')
  }
  reader.once('error', fail)
  const ended = new Promise<Ended>((resolve) =>
    reader.once('close', (code, by) => resolve({ code, signal: by })),
  )
  const sent = send(plain, reader.stdin).catch(fail)
  try {
    for await (const chunk of reader.stdout as AsyncIterable<Uint8Array>) yield chunk
    await sent
    const refusal = failure ?? refusalOf(await ended, limitSeconds)
    if (refusal) throw refusal
  } finally {
    reader.kill('SIGKILL')
    // Whoever started a process also collects it.
    await ended
  }
}

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

async function send(plain: AsyncIterable<Uint8Array>, to: Writable): Promise<void> {
  await pipeline(Readable.from(bounded(plain)), to).catch((error: NodeJS.ErrnoException) => {
    // It ended before it had read all; its exit code says why.
    if (!['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error.code ?? '')) throw error
  })
}

async function* bounded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let total = 0
  for await (const chunk of bytes) {
    total += chunk.length
    if (total > maxFile)
      throw refuse('too-large', `A PDF may have ${maxFile / 2 ** 20} MiB: send it in parts.`)
    yield chunk
  }
}

function refusalOf({ code, signal }: Ended, limitSeconds: number): Refusal | null {
  if (code === endings.done) return null
  if (code === endings.encrypted)
    return refuse('unsupported-media', 'File type not supported: it is an encrypted PDF.')
  if (code === endings.pages)
    return refuse('too-large', `A PDF may have ${maxPages} pages: send it in parts.`)
  // What nobody caught ends Node with 1.
  if (code === endings.damaged || code === 1)
    return refuse('unsupported-media', 'File type not supported: it is a PDF that cannot be read.')
  // V8 ends a process by one of the other signals.
  const what = signal === 'SIGKILL' || signal === 'SIGXCPU' ? `${limitSeconds} seconds` : 'memory'
  return refuse('too-large', `Reading this PDF took more than the ${what} that one may take: send its text.`)
}
