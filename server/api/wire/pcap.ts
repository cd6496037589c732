import { z } from '@hono/zod-openapi'
import { type Pcap, type PcapEstimate, pcapStates, type PcapWanted } from '#model/pcap.ts'
import type { PcapRoom } from '#services/pcap/room.ts'
import { pcaps } from './account.ts'
import { snakeKeys } from './case.ts'
import { query } from './gnql.ts'
import { line } from './text.ts'

const whole = z.number().int()
const instant = (description: string) => z.iso.datetime({ offset: true }).openapi({ description })

/** Whatever is no id of ours is answered as one that nobody has. */
export const pcapId = z.object({ id: line(64).openapi({ format: 'uuid' }) })

export const pcapWanted = z
  .strictObject({
    from: instant('First packets from here on'),
    to: instant('First packets before this'),
    sensors: z
      .array(line(200).min(1))
      .max(500)
      .default([])
      .openapi({ description: 'Ids of sensors, or what uploads named; none: all' }),
    query: query.default('*').openapi({ description: 'GNQL over sessions' }),
  })
  .openapi('PcapRequest')

export const wantedIn = ({ from, to, ...rest }: z.output<typeof pcapWanted>): PcapWanted => ({
  ...rest,
  from: Date.parse(from),
  to: Date.parse(to),
})

export const pcapEstimate = z
  .object({
    sessions: whole,
    packets: whole,
    bytes: whole.openapi({ description: 'Of the file, from above' }),
    captures: whole.openapi({ description: 'Stored captures that are read for it' }),
    read_bytes: whole.openapi({ description: 'Their bytes as they are stored' }),
    seconds: whole.openapi({ description: 'How long that takes, about' }),
  })
  .openapi('PcapEstimate')

export const wiredEstimate = (estimate: PcapEstimate): z.infer<typeof pcapEstimate> =>
  snakeKeys(estimate) as z.infer<typeof pcapEstimate>

export const pcap = z
  .object({
    uuid: z.uuid(),
    state: z.enum(pcapStates),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    sensors: z.array(z.string()),
    query: z.string(),
    estimate: pcapEstimate,
    captures: whole.openapi({ description: 'Read so far' }),
    packets: whole,
    bytes: whole,
    sha256: z.string().openapi({ description: 'Of the file; empty until it is whole' }),
    error: z.string(),
    created: z.iso.datetime(),
    expires: z.iso.datetime(),
  })
  .openapi('Pcap')

export const wiredPcap = ({ id, ...rest }: Pcap): z.infer<typeof pcap> => {
  const { from, to, created, expires, estimate, ...others } = rest
  const iso = (at: number): string => new Date(at).toISOString()
  return {
    uuid: id,
    ...others,
    sensors: [...others.sensors],
    estimate: wiredEstimate(estimate),
    from: iso(from),
    to: iso(to),
    created: iso(created),
    expires: iso(expires),
  }
}

const room = pcaps
  .extend({
    use: z.object({
      open: whole.openapi({ description: 'Files that are not done' }),
      bytes: whole.openapi({ description: 'Of all files; of those that are not done, as estimated' }),
    }),
  })
  .openapi({ description: 'What the plan gives, and how much of it is taken' })

export const pcapList = z.object({ items: z.array(pcap), room })

export const wiredRoom = (of: PcapRoom): z.infer<typeof room> => snakeKeys(of) as z.infer<typeof room>
