import { Link } from 'react-router'
import { windowDays } from '#model/window.ts'
import type { TagProof } from '#model/ip-report.ts'
import type { SessionOfTag } from '#services/sessions/of-tag.ts'
import { useFrame } from '../../page-frame.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { TimeRange } from '../../ui/moment.tsx'
import { counted } from '../../ui/numbers.ts'
import { ReachNote } from '../error/reach-note.tsx'
import { ProofSessions } from './proof-sessions.tsx'

type Request = TagProof['requests'][number]

/** With the sessions of the reader's workspace; null for a reader who may not see packets. */
export type ShownProof = TagProof & { sessions: SessionOfTag[] | null }

/** From a tag to the rule, to what was sent that it matched, and to the packets. */
export function Proof({ proof: { slug, rule, requests, more, sessions } }: { proof: ShownProof }) {
  const { historicDays } = useFrame().plan
  return (
    <div className="grid gap-2 border-l-2 border-line-strong py-1 pl-3 text-dense">
      <p className="text-ink-2">
        The rule of <Link to={`/tags/${slug}`}>this tag</Link>, over each session:
      </p>
      <pre className="overflow-x-auto rounded-control bg-sunken px-2 py-1 whitespace-pre-wrap">
        <InertText text={rule} limit={4000} />
      </pre>
      {requests.length === 0 ? (
        <p className="text-ink-2">
          {historicDays < windowDays
            ? 'No session of the days that your plan shows matched, or it was not published.'
            : 'The sessions that matched are no longer kept, or were not published.'}{' '}
          The dates beside the tag come from the record.
        </p>
      ) : (
        <>
          <p className="text-ink-2">What matched, alike sessions together:</p>
          <ul className="divide-y divide-line">
            {requests.map((request, at) => (
              <li key={at} className="grid gap-0.5 py-1.5">
                <span className="text-ink-2">
                  {counted(request.sessions, 'session')} to{' '}
                  {request.transport === '' ? `port ${request.port}` : `${request.port}/${request.transport}`}
                  , <TimeRange from={request.first} to={request.last} />
                </span>
                <Sent request={request} />
              </li>
            ))}
          </ul>
          {more && <p className="text-label text-ink-3">The most frequent are shown; there are more.</p>}
        </>
      )}
      <ReachNote shown={historicDays} asked={windowDays} />
      <ProofSessions sessions={sessions} />
    </div>
  )
}

/** What the session's source wrote, as text only. */
function Sent({ request: { methods, uris, agents, lines, ssh } }: { request: Request }) {
  const { lacking } = useFrame().plan
  const said = [
    ...uris.map((uri, at) => ({ what: '', text: `${methods[at] ?? ''} ${uri}`.trim() })),
    ...agents.map((agent) => ({ what: 'User agent', text: agent })),
    ...lines.map((line) => ({ what: 'Typed', text: line })),
    ...(ssh === '' ? [] : [{ what: 'SSH', text: ssh }]),
  ]
  return said.length === 0 ? (
    <span className="text-ink-3">
      {lacking.includes('feature-ip-request-analysis')
        ? 'What was sent is not in your plan.'
        : 'No request: the rule read the packets themselves.'}
    </span>
  ) : (
    said.map(({ what, text }, at) => (
      <span key={at} className="break-all">
        {what && <span className="text-ink-3">{what} </span>}
        <InertText text={text} limit={500} />
      </span>
    ))
  )
}
