import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Exit } from './exit.ts'

/** Writes an answer to standard output as it comes. @throws Exit 'failed' where it breaks off */
export async function toOutput(body: Readable): Promise<void> {
  try {
    await pipeline(body, process.stdout, { end: false })
  } catch (error) {
    throw new Exit(
      'failed',
      `The answer broke off: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
