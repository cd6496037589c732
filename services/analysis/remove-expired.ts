import type { Deps } from '../context.ts'

const atOnce = 100

/** Removes analyses past their time with their files; then files that no analysis names. @returns whether there may be more */
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
  return expired.length === atOnce
}
