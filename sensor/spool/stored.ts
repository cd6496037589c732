import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Encoding, fileEnds } from './compress.ts'
import { isIdentifier } from './identifier.ts'

/** A segment on disk; its file's name is the batch's id and how it is compressed. */
export interface StoredSegment {
  id: string
  encoding: Encoding
  bytes: number
}

export const nameOf = ({ id, encoding }: Pick<StoredSegment, 'id' | 'encoding'>): string =>
  `${id}.${fileEnds[encoding]}`

/** Begins the name of a file that is not whole yet. */
export const unfinished = '.unfinished-'

/** What lies in a folder, the oldest first; what a kill left unfinished is removed. */
export async function storedIn(folder: string): Promise<StoredSegment[]> {
  const found: StoredSegment[] = []
  for (const name of (await readdir(folder)).sort()) {
    if (name.startsWith(unfinished)) await rm(join(folder, name), { force: true })
    const id = name.slice(0, 36)
    const encoding = (Object.keys(fileEnds) as Encoding[]).find((one) => name === `${id}.${fileEnds[one]}`)
    if (!encoding || !isIdentifier(id)) continue
    found.push({ id, encoding, bytes: (await stat(join(folder, name))).size })
  }
  return found
}
