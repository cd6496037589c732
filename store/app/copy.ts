import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { replaceFile } from '../files/durable.ts'
import { isIntactRow } from './row-sum.ts'
import type { AppDatabase } from './tables.ts'
import type { WorkspaceRow } from './workspaces.ts'

/** A copy of the workspaces beside the database: captures and keys lean on their rows, and nothing else could restore them. */
const copyOf = (file: string): string => `${file}.workspaces`

const copied = z.array(
  z.object({ id: z.string(), name: z.string(), publish: z.number(), created: z.number() }),
)

/** Writes the copy, when it is another. @param file the database */
export async function keepCopy(file: string, db: AppDatabase): Promise<void> {
  const rows = await db.selectFrom('workspaces').selectAll().orderBy('id').execute()
  const json = JSON.stringify(copied.parse(rows.filter(isIntactRow)))
  const text = `${json}\n${crc32(json)}`
  if ((await readFile(copyOf(file), 'utf8').catch(() => '')) !== text) await replaceFile(copyOf(file), text)
}

/** Nothing where there is no copy, or none that is what was written. */
export async function readCopy(file: string): Promise<WorkspaceRow[]> {
  const [json = '', sum] = (await readFile(copyOf(file), 'utf8').catch(() => '')).split('\n')
  return sum === String(crc32(json)) ? copied.parse(JSON.parse(json)) : []
}
