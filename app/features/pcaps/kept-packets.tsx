import type { Services } from '#services/services.ts'
import { Moment } from '../../ui/moment.tsx'
import { counted } from '../../ui/numbers.ts'
import { sizeText } from '../analysis/bytes.ts'

/** What there is to be asked for, and when it goes. */
export function KeptPackets({ kept }: { kept: Awaited<ReturnType<Services['packetsKept']>> }) {
  const { captures, bytes, oldest, bounds } = kept
  return (
    <p className="max-w-[80ch] text-ink-2">
      {captures === 0 ? (
        'No captures are kept. '
      ) : (
        <>
          Kept: {counted(captures, 'capture', 'captures')} of sensors and uploads, {sizeText(bytes)}
          {oldest !== null && (
            <>
              , since <Moment at={new Date(oldest).toISOString()} />
            </>
          )}
          .{' '}
        </>
      )}
      Captures go after {counted(bounds.days, 'day', 'days')}
      {bounds.bytes !== null && `, or sooner when there are more than ${sizeText(bounds.bytes)}`}, the oldest
      first. Their sessions stay.
    </p>
  )
}
