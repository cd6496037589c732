import { uuidV7Time } from '#store/identifier.ts'
import type { Deps } from '../context.ts'

const atOnce = 100
/** Milliseconds in which a file may be without the analysis that will name it. */
const youngMs = 3_600_000

/**
 * Removes analyses past their time with their files, and then files that a crash left without an analysis.
 * @returns whether there may be more
 */
export async function removeExpired({
  installation,
  analyses: { files },
  clock,
}: Pick<Deps, 'installation' | 'analyses' | 'clock'>): Promise<boolean> {
  const expired = await installation.analyses.expired({ now: clock(), limit: atOnce })
  for (const { id, workspace, files: own } of expired) {
    await installation.workspace(workspace).analyses.remove(id)
    for (const file of own) await files.remove(file)
  }
  if (expired.length === atOnce) return true
  const before = clock() - youngMs
  const old: string[] = []
  for await (const file of files.ids()) if ((uuidV7Time(file) ?? Infinity) < before) old.push(file)
  // What is entered after this is younger than any of them.
  const named = old.length > 0 ? await installation.analyses.files() : new Set()
  for (const file of old) if (!named.has(file)) await files.remove(file)
  return false
}
