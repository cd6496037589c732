import type { Deps } from '../context.ts'

/** Captures that are asked about at once. */
const atOnce = 1000

/**
 * Removes what lies on this server's disk and another one on the same database removed: whose turn it was (remove-packets.ts) had no such
 * file, and said of all servers that the packets are gone.
 */
export async function removeMarked({
  installation: { captures },
  files,
}: Pick<Deps, 'installation' | 'files'>): Promise<void> {
  let asked: string[] = []
  const remove = async (): Promise<void> => {
    for (const id of await captures.removed(asked)) await files.remove(id)
    asked = []
  }
  for await (const id of files.ids()) {
    asked.push(id)
    if (asked.length === atOnce) await remove()
  }
  await remove()
}
