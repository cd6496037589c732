import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { replaceFile } from '#store/files/durable.ts'

/** How far the spool is drained, and what is being drained: after a crash exactly the same stretch is tried again. */
export interface Checkpoint {
  /** Random name of this spool, so that a fresh one never repeats an old one's tokens. */
  spool: string
  segment: number
  /** Everything before this offset is stored. */
  offset: number
  /** The stretch handed out last, and the tokens the store refused for good while storing it. */
  pinned: { from: number; to: number; refused: string[] } | null
}

/** Reads the checkpoint, or starts a new spool when there is none. A checkpoint that is no JSON throws. */
export async function readCheckpoint(path: string): Promise<Checkpoint> {
  try {
    const checkpoint: Checkpoint = JSON.parse(await readFile(path, 'utf8'))
    return checkpoint
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    const fresh = { spool: randomBytes(4).toString('hex'), segment: 1, offset: 0, pinned: null }
    await writeCheckpoint(path, fresh)
    return fresh
  }
}

export const writeCheckpoint = (path: string, checkpoint: Checkpoint): Promise<void> =>
  replaceFile(path, JSON.stringify(checkpoint))
