import type { Pcap } from '#model/pcap.ts'
import { refuse } from '#model/errors.ts'
import type { StoredPcap } from '#store/app/pcaps.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'

type Caller = Pick<Ctx, 'workspace' | 'pcaps' | 'clock'>

/** @throws Refusal 'not-found', also for one of another workspace, or past its time */
export async function storedPcap(
  { workspace, clock }: Pick<Caller, 'workspace' | 'clock'>,
  id: string,
): Promise<StoredPcap> {
  const stored = await workspace.pcaps.get(id, clock())
  if (!stored) throw refuse('not-found', 'There is no such file of packets.')
  return stored
}

export const found = async (caller: Caller, id: string): Promise<Pcap> =>
  shown(caller, await storedPcap(caller, id))

/** As it is told; of one that this server is at, as it stands at this moment. */
export function shown(
  { pcaps }: Pick<Caller, 'pcaps'>,
  { user: _user, file: _file, ...rest }: StoredPcap,
): Pcap {
  const running = pcaps.running.get(rest.id)
  if (!running) return rest
  const { captures, packets, bytes } = running
  return { ...rest, state: 'running', captures, packets, bytes }
}

const shownAtMost = 200

/** All of the workspace, newest first. */
export const listPcaps = verb(['workspace', 'feature-sensors'], async (ctx: Ctx): Promise<Pcap[]> =>
  (await ctx.workspace.pcaps.list({ now: ctx.clock(), limit: shownAtMost })).map((one) => shown(ctx, one)),
)

/** @throws Refusal 'not-found' */
export const getPcap = verb(
  ['workspace', 'feature-sensors'],
  (ctx: Ctx, { id }: { id: string }): Promise<Pcap> => found(ctx, id),
)

/** Where the file lies, for who sends it. @throws Refusal 'not-found' for one that is not there, or not whole yet */
export const pcapFile = verb(
  ['workspace', 'feature-sensors'],
  async (ctx: Ctx, { id }: { id: string }): Promise<{ path: string; pcap: Pcap }> => {
    const stored = await storedPcap(ctx, id)
    if (stored.file === '') throw refuse('not-found', 'This file of packets is not there, or not made yet.')
    return { path: ctx.pcaps.files.path(stored.file), pcap: shown(ctx, stored) }
  },
)
