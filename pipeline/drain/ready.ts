import type { Log } from '#store/log.ts'
import type { SpoolRange } from '../spool/reader.ts'
import { unpackedBytes } from '../spool/session-codec.ts'
import type { Prepared, PreparedUnit } from './preparation/prepare.ts'

/** How large ranges are stored: prepared elsewhere, the next while the present one is stored. */
export interface Preparing {
  /** Sessions of a range from which on that is worth it. */
  minSessions: number
  /** The same of bytes of a range, unpacked: a single session may say so much that reading it would hold everybody up. */
  minBytes: number
  /** @returns null where the sessions have to be looked at one by one */
  prepare(bodies: readonly Buffer[]): Promise<Prepared | null>
  /** @returns false when the unit has to be stored session by session, of which nothing was done then */
  store(token: string, prepared: Pick<Prepared, 'rules'>, unit: PreparedUnit): Promise<boolean>
}

type Range = Pick<SpoolRange, 'frames' | 'sessionCount' | 'again'>

/** What is ready of the ranges that come; one at a time. */
export interface Ready {
  /** What was made ready of this range, now at the latest; null when it is to be stored in the usual way. */
  of(range: Range): Promise<Prepared | null>
  /** Begins with a range that will probably come next. */
  begin(range: Range | null): void
}

export function openReady({ minSessions, minBytes, prepare }: Preparing, log: Log): Ready {
  let ahead: { key: string; prepared: Promise<Prepared | null> } | null = null

  const keyOf = ({ frames }: Range): string => frames.map(({ place }) => place).join()
  const bytesOf = ({ frames }: Range): number =>
    frames.reduce((sum, { body }) => sum + unpackedBytes(body), 0)
  const isWorthIt = (range: Range): boolean =>
    !range.again && (range.sessionCount >= minSessions || bytesOf(range) >= minBytes)

  /** What fails here fails again, and is told, when the range is stored in the usual way. */
  const begun = ({ frames }: Range): Promise<Prepared | null> =>
    prepare(frames.map(({ body }) => body)).catch((error: unknown) => {
      log.warn({ err: error }, 'drain: sessions could not be prepared')
      return null
    })

  return {
    async of(range) {
      // What goes before a backlog is little, and leaves what is ready of that as it is.
      if (!isWorthIt(range)) return null
      const known = ahead
      ahead = null
      // More may have come to a range meanwhile.
      if (known?.key === keyOf(range)) return known.prepared
      await known?.prepared
      return begun(range)
    },
    begin(range) {
      if (range && isWorthIt(range) && ahead?.key !== keyOf(range))
        ahead = { key: keyOf(range), prepared: begun(range) }
    },
  }
}
