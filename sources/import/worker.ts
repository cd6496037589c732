import { fork } from 'node:child_process'
import { z } from 'zod'
import { SourceRefused } from '../refused.ts'
import type { Source } from '../source.ts'
import type { SourceFile } from '../source-file.ts'
import type { ImportOptions, Imported } from './import-source.ts'

/** What the other process is asked. */
export const request = z.object({
  source: z.string(),
  files: z.array(z.object({ name: z.string(), path: z.string() })),
  take: z.object({ folder: z.string(), now: z.number(), from: z.array(z.string()), force: z.boolean() }),
})
export type Request = z.infer<typeof request>

export type Reply = { ok: true; imported: Imported } | { ok: false; reason: string }

const timeoutMs = 600_000
/** Megabytes of the other process's heap; the files it reads are bounded by themselves. */
const heap = 2048

/**
 * Takes the files of a source of facts in a process of its own: reading a list of a hundred megabytes needs several times that,
 * which a server gives back this way, and a file that exhausts it takes nobody else along.
 * @throws SourceRefused
 */
export async function importInWorker(
  source: Source,
  files: readonly SourceFile[],
  take: ImportOptions,
): Promise<Imported> {
  const child = fork(new URL('./worker-child.ts', import.meta.url), [], {
    execArgv: [`--max-old-space-size=${heap}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    timeout: timeoutMs,
  })
  const reply = await new Promise<Reply>((resolve) => {
    child.once('message', (message) => resolve(message as Reply))
    child.once('error', (error) => resolve({ ok: false, reason: error.message }))
    child.once('exit', (code, signal) =>
      resolve({ ok: false, reason: `the process that read it ended with ${signal ?? code}` }),
    )
    const asked: Request = {
      source: source.name,
      files: [...files],
      take: { ...take, from: [...take.from] },
    }
    child.send(asked)
  })
  if (!reply.ok) throw new SourceRefused(reply.reason)
  return reply.imported
}
