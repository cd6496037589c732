import { megabyte, type PcapEstimate, type PcapLimits, type PcapUse } from '#model/pcap.ts'
import { Refusal, refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'

/** What the plan gives of files of packets, and how much of it is taken. */
export type PcapRoom = PcapLimits & { use: PcapUse }

export const pcapRoom = verb(
  ['workspace', 'feature-sensors'],
  async ({ scope: { plan }, workspace, clock }: Ctx): Promise<PcapRoom> => ({
    ...plan.pcaps,
    use: await workspace.pcaps.use(clock()),
  }),
)

/** @throws Refusal 'busy' where as many as may be are not done; 'conflict' where its files take all their room already */
export function requirePlace({ atOnce, keptSize, use }: PcapRoom): void {
  if (use.open >= atOnce)
    throw new Refusal('busy', {
      message: `${use.open} files of packets of your workspace are not done, and your plan allows ${atOnce} at once: wait for one of them.`,
      retryAfter: 10,
    })
  if (use.bytes >= keptSize * megabyte) throw full(keptSize, use)
}

/** @throws Refusal 'conflict' where it would take more than what is left */
export function requireRoom({ keptSize, use }: PcapRoom, { bytes }: PcapEstimate): void {
  if (use.bytes + bytes > keptSize * megabyte) throw full(keptSize, use, bytes)
}

const full = (keptSize: number, { bytes }: PcapUse, more?: number): Refusal =>
  refuse(
    'conflict',
    `Files of packets of your workspace take ${mb(bytes)} of the ${keptSize} MB of your plan${more === undefined ? '' : `, and this one would take about ${mb(more)} more`}: remove one, or wait until one ends.`,
  )

/** Rounded up: what is no whole MB takes room, too. */
const mb = (bytes: number): string => `${Math.ceil(bytes / megabyte)} MB`
