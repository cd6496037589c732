import { type PcapEstimate, pcapLimits } from '#model/pcap.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { counted, withCommas } from '../../ui/numbers.ts'
import { sizeText } from '../analysis/bytes.ts'
import type { Asked } from './wanted.ts'
import { wantedOf } from './wanted.ts'

const atMost = ({ bytes, sessions }: PcapEstimate): boolean =>
  bytes <= pcapLimits.bytes && sessions <= pcapLimits.sessions

/** How much it is, and the button that asks for it. The browser sends the form itself. */
export function Estimate({ estimate, asked }: { estimate: PcapEstimate; asked: Asked }) {
  const wanted = wantedOf(asked)
  if (!wanted) return null
  const { sessions, packets, bytes, captures, readBytes, seconds } = estimate
  if (sessions === 0 || captures === 0)
    return (
      <Alert variant="info">
        {sessions === 0
          ? 'No session of your workspace matches. Choose a longer range, or a wider query.'
          : 'The packets of these sessions are no longer kept.'}
      </Alert>
    )
  return (
    <section aria-label="Estimate" className="grid justify-items-start gap-3">
      <p>
        <strong className="font-semibold">
          {counted(sessions, 'session', 'sessions')}, {withCommas(packets)} packets, at most {sizeText(bytes)}
        </strong>
        <br />
        <span className="text-ink-2">
          {counted(captures, 'stored capture', 'stored captures')} ({sizeText(readBytes)}) are read for it:
          about {counted(seconds, 'second', 'seconds')}.
        </span>
      </p>
      {atMost(estimate) ? (
        <form action="/api/workspace/sensors/pcap" method="post">
          <input type="hidden" name="from" value={new Date(wanted.from).toISOString()} />
          <input type="hidden" name="to" value={new Date(wanted.to).toISOString()} />
          <input type="hidden" name="query" value={wanted.query} />
          {wanted.sensors.map((name) => (
            <input key={name} type="hidden" name="sensors" value={name} />
          ))}
          <Button type="submit">Request this file</Button>
        </form>
      ) : (
        <Alert variant="warning">
          One file holds at most {sizeText(pcapLimits.bytes)} of {withCommas(pcapLimits.sessions)} sessions.
          Choose a shorter range, fewer sensors or a narrower query.
        </Alert>
      )}
    </section>
  )
}
