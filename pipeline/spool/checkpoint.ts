import { randomBytes } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { replaceFile } from '#store/files/durable.ts'
import type { Piece } from './ahead.ts'

/** How far the spool is drained, and what is being drained: after a crash exactly the same range is tried again. */
export interface Checkpoint {
  /** Random name of this spool, so that a fresh one never repeats an old one's tokens. */
  spool: string
  segment: number
  /** Everything before this offset is stored. */
  offset: number
  /** The range handed out last, and the tokens the store refused for good while storing it; with a segment where it goes before others. */
  pinned: { from: number; to: number; refused: string[]; segment?: number } | null
  /** What behind the offset is stored, in order; absent for nothing. */
  ahead?: Piece[]
}

export interface ReadCheckpoint {
  checkpoint: Checkpoint
  /**
   * The newest checkpoint is lost: an older one stands for it, or none, and what comes out of the spool may have been
   * stored before.
   */
  doubtful: boolean
}

/** Reads the checkpoint; begins at the first segment when there is none that can be read. */
export async function readCheckpoint(path: string): Promise<ReadCheckpoint> {
  const [newest, older] = [await read(path), await read(`${path}.previous`)]
  if (typeof newest === 'object') return { checkpoint: newest, doubtful: false }
  if (typeof older === 'object') return { checkpoint: older, doubtful: newest === 'damaged' }
  const fresh = { spool: randomBytes(4).toString('hex'), segment: 1, offset: 0, pinned: null }
  await writeCheckpoint(path, fresh)
  return { checkpoint: fresh, doubtful: newest === 'damaged' || older === 'damaged' }
}

/** One line of JSON and its checksum; what an older release wrote has none. */
async function read(path: string): Promise<Checkpoint | 'none' | 'damaged'> {
  try {
    const [json = '', sum] = (await readFile(path, 'utf8')).split('\n')
    if (sum !== undefined && sum !== sumOf(json)) return 'damaged'
    const checkpoint: Checkpoint = JSON.parse(json)
    return checkpoint
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'none' : 'damaged'
  }
}

const sumOf = (json: string): string => crc32(json).toString(16).padStart(8, '0')

/** The one before is kept beside it: a damaged checkpoint then costs one range that is stored again, and counts once. */
export async function writeCheckpoint(path: string, checkpoint: Checkpoint): Promise<void> {
  const json = JSON.stringify(checkpoint)
  await rename(path, `${path}.previous`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await replaceFile(path, `${json}\n${sumOf(json)}`)
}
