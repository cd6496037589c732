import type { Deps } from '../context.ts'
import type { PacketRetention } from './parts.ts'

const dayMs = 86_400_000
/** Captures that are looked at before others get their turn. */
const atOnce = 200

/**
 * Removes the contents of captures that are past their time, and the oldest of workspaces that hold more than they may. Sessions stay;
 * what their packets proved can be read in them still.
 * @returns whether there may be more
 */
export async function removePackets(
  { installation, files, clock }: Pick<Deps, 'installation' | 'files' | 'clock'>,
  { days, bytes: most }: PacketRetention,
): Promise<boolean> {
  const now = clock()
  let isMore = false
  for (const { id: workspace } of await installation.workspaces.list()) {
    const { packets } = installation.workspace(workspace)
    let { bytes } = await packets.kept()
    const oldest = await packets.oldest(atOnce)
    const going: string[] = []
    for (const { id, bytes: own, created } of oldest) {
      if (created >= now - days * dayMs && (most === null || bytes <= most)) break
      going.push(id)
      bytes -= own
    }
    // The files first: after a crash in between they are the oldest again, and nothing stays that no row names.
    for (const id of going) await files.remove(id)
    await packets.markRemoved(going, now)
    isMore ||= going.length === atOnce
  }
  return isMore
}
