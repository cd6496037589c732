import { uuidV7Time } from '#store/identifier.ts'
import type { Deps } from '../context.ts'

const atOnce = 100
/** Milliseconds in which a file may be without the row that will name it: longer than one takes to be made. */
const youngMs = 86_400_000

/**
 * Removes files of packets past their time, and then those that a crash left without a row.
 * @returns whether there may be more
 */
export async function removeExpiredPcaps({
  installation,
  pcaps: { files },
  clock,
}: Pick<Deps, 'installation' | 'pcaps' | 'clock'>): Promise<boolean> {
  const expired = await installation.pcaps.expired({ now: clock(), limit: atOnce })
  for (const { id, workspace, file } of expired) {
    await installation.workspace(workspace).pcaps.remove(id)
    if (file !== '') await files.remove(file)
  }
  if (expired.length === atOnce) return true
  const before = clock() - youngMs
  const old: string[] = []
  for await (const file of files.ids()) if ((uuidV7Time(file) ?? Infinity) < before) old.push(file)
  const named = old.length > 0 ? await installation.pcaps.files() : new Set()
  for (const file of old) if (!named.has(file)) await files.remove(file)
  return false
}
