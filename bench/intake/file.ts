import { open } from 'node:fs/promises'
import { encodeSessions } from '#pipeline/spool/session-codec.ts'
import type { Deliver } from './deliver.ts'

/**
 * The peer, which is the limit of this disk and this language: the same bytes appended to one file, whatever waits written
 * together and synced. No index, no checksum, no second delivery told from the first.
 */
export async function intoFile(path: string): Promise<{ deliver: Deliver; close: () => Promise<void> }> {
  const file = await open(path, 'w')
  const waiting: { bytes: Buffer; done: () => void; failed: (error: unknown) => void }[] = []
  let running: Promise<void> | null = null

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting.splice(0)
      try {
        await file.write(Buffer.concat(some.map(({ bytes }) => bytes)))
        await file.datasync()
        for (const { done } of some) done()
      } catch (error) {
        for (const { failed } of some) failed(error)
      }
    }
    running = null
  }

  return {
    async deliver(_, sessions) {
      const bytes = Buffer.concat((await encodeSessions(sessions)).map(({ body }) => body))
      await new Promise<void>((done, failed) => {
        waiting.push({ bytes, done, failed })
        running ??= write()
      })
    },
    async close() {
      await running
      await file.close()
    },
  }
}
