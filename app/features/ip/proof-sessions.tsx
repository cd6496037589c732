import { entitlementTitles } from '#model/entitlement-titles.ts'
import type { SessionOfTag } from '#services/sessions/of-tag.ts'
import { useFrame } from '../../page-frame.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { counted } from '../../ui/numbers.ts'
import { WhoGrants } from '../error/who-grants.tsx'

/** From a rule to the sessions of the reader's workspace that it matched, and to their packets. */
export function ProofSessions({ sessions }: { sessions: SessionOfTag[] | null }) {
  const { user } = useFrame()
  // Nobody is told that packets are kept who has no workspace.
  if (!user) return null
  if (!sessions)
    return (
      <div>
        <p className="text-ink-2">
          Not in your plan: {entitlementTitles['feature-sensors']} <code>feature-sensors</code>, with the
          packets of each session.
        </p>
        <WhoGrants />
      </div>
    )
  if (sessions.length === 0)
    return (
      <p className="text-ink-2">None of these sessions is of your workspace, so it has no packets of them.</p>
    )
  return (
    <>
      <p className="text-ink-2">The newest of them in your workspace, with their packets:</p>
      <ul className="divide-y divide-line">
        {sessions.map(({ id, start, sensor, port, transport, packets, isKept }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-1.5">
            <Moment at={start} />
            <span className="text-ink-2">
              {port}/{transport} at <InertText text={sensor} limit={80} mono={false} />
            </span>
            {isKept ? (
              <a href={`/api/workspace/sessions/${id}/export?at=${encodeURIComponent(start)}`} download>
                {counted(packets, 'packet')}
                <span className="sr-only">{` of the session that began at ${start}`}</span>
              </a>
            ) : (
              <span className="text-ink-3">{counted(packets, 'packet')}, no longer kept</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
