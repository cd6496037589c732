import type { ReactNode } from 'react'
import { fits, grantedBy, megabyte, type PcapEstimate } from '#model/pcap.ts'
import type { PcapRoom } from '#services/pcap/room.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { counted, withCommas } from '../../ui/numbers.ts'
import { sizeText } from '../analysis/bytes.ts'
import type { Asked } from './wanted.ts'
import { wantedOf } from './wanted.ts'

/** How much it is, and the button that asks for it. The browser sends the form itself. */
export function Estimate({
  estimate,
  asked,
  room,
}: {
  estimate: PcapEstimate
  asked: Asked
  room: PcapRoom
}) {
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
      <Requested estimate={estimate} room={room}>
        <form action="/api/workspace/sensors/pcap" method="post">
          <input type="hidden" name="from" value={new Date(wanted.from).toISOString()} />
          <input type="hidden" name="to" value={new Date(wanted.to).toISOString()} />
          <input type="hidden" name="query" value={wanted.query} />
          {wanted.sensors.map((name) => (
            <input key={name} type="hidden" name="sensors" value={name} />
          ))}
          <Button type="submit">Request this file</Button>
        </form>
      </Requested>
    </section>
  )
}

/** What asks for the file, where the plan gives it; else why it does not. */
function Requested({
  estimate,
  room: { use, ...limits },
  children,
}: {
  estimate: PcapEstimate
  room: PcapRoom
  children: ReactNode
}) {
  const granted = grantedBy(limits)
  if (!fits(estimate, granted))
    return (
      <Alert variant="warning">
        Your plan allows {sizeText(granted.bytes)} of {counted(granted.sessions, 'session', 'sessions')} a
        file. Choose a shorter range, fewer sensors or a narrower query.
      </Alert>
    )
  const most = limits.keptSize * megabyte
  if (use.bytes + estimate.bytes > most)
    return (
      <Alert variant="warning">
        Your workspace’s files take {sizeText(use.bytes)} of the {sizeText(most)} of your plan, which leaves
        too little for this one. Remove one, or wait until one ends.
      </Alert>
    )
  return children
}
