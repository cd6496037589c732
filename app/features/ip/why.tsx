import type { DecodedValue } from '#model/ip-report.ts'
import type { Verdict, VerdictReason } from '#model/verdict.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { ClassIcon } from '../../ui/class-icon.tsx'
import { TimeRange } from '../../ui/moment.tsx'
import { counted } from '../../ui/numbers.ts'
import { Link } from 'react-router'
import { Panel } from '../../ui/panel.tsx'
import { Value } from '../value/value.tsx'
import { visible } from '../../ui/visible-text.ts'
import { Proof, type ShownProof } from './proof.tsx'
import { SaidByOperator } from './said-by-operator.tsx'

/** No bare score: the tags that decided, those that were outranked, their dates, and what would change it. */
export function Why({
  verdict,
  decoded,
  proof,
}: {
  verdict: Verdict
  decoded: DecodedValue[]
  /** Of the tag that is looked into. */
  proof: ShownProof | null
}) {
  const decided = verdict.reasons.filter((reason) => reason.decided)
  const outranked = verdict.reasons.filter((reason) => !reason.decided)
  return (
    <div id="why" className="scroll-mt-16">
      <Panel
        title="Why?"
        from={{
          source: verdict.method && `judged by ${verdict.method}`,
        }}
      >
        <div className="grid gap-4">
          <div className="grid max-w-[90ch] gap-1">
            <p className="font-medium">{verdict.sentence}</p>
            {verdict.wouldChange && <p className="text-ink-2">{verdict.wouldChange}</p>}
          </div>
          {decided.length > 0 && <Reasons title="Decided" reasons={decided} proof={proof} />}
          {outranked.length > 0 && (
            <Reasons title="Other tags (no effect on the verdict)" reasons={outranked} proof={proof} />
          )}
          {decoded.length > 0 && <Decoded values={decoded} />}
        </div>
      </Panel>
    </div>
  )
}

/** Rules read requests in disguise as a server does: what was sent, and what they read. */
function Decoded({ values }: { values: DecodedValue[] }) {
  return (
    <div>
      <h3 className="text-label font-semibold text-ink-3">Read decoded</h3>
      <ul className="divide-y divide-line">
        {values.map(({ sent, read }) => (
          <li key={sent} className="grid gap-0.5 py-1.5 text-dense break-all">
            <span className="text-ink-3">
              Sent <InertText text={sent} limit={200} />
            </span>
            <span>
              Read <InertText text={read} limit={200} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The field that finds it; null where none does: of an actor that a user agent claims falsely there is nothing to find. */
const fieldOf = {
  tag: 'tags',
  range: 'actor',
  name: 'actor',
  agent: 'actor',
  claim: null,
  malicious: 'source',
  suspicious: 'source',
  sighting: 'source',
  operator: null,
  answer: null,
} as const

/** What is named, and leads to where it is found. */
function Named({ kind, name }: VerdictReason) {
  const field = fieldOf[kind]
  return field === null ? <InertText text={name} mono={false} /> : <Value field={field} value={name} />
}

/** What kind of reason it is, in words. */
function aboutOf({ kind, category }: VerdictReason): string {
  switch (kind) {
    case 'tag':
      return category.replaceAll('_', ' ')
    case 'range':
      return 'the address lies in its range'
    case 'name':
      return 'its reverse name leads back to the address'
    case 'agent':
      return 'named by the user agent as well'
    case 'claim':
      return 'named by the user agent, and not proved'
    case 'malicious':
    case 'suspicious':
      return 'reported by a source that is trusted for this verdict'
    case 'sighting':
      return 'reported by a source'
    case 'operator':
      return 'after a dispute'
    case 'answer':
      return 'answered a dispute, and set nothing'
  }
}

function Reasons({
  title,
  reasons,
  proof,
}: {
  title: string
  reasons: VerdictReason[]
  proof: ShownProof | null
}) {
  return (
    <div>
      <h3 className="text-label font-semibold text-ink-3">{title}</h3>
      <ul className="divide-y divide-line">
        {reasons.map((reason) => (
          <li
            key={`${reason.kind}:${reason.slug}`}
            className="grid gap-x-4 gap-y-0.5 py-1.5 xl:grid-cols-[minmax(0,1fr)_auto]"
          >
            <span className="flex min-w-0 flex-wrap items-center gap-2">
              <ClassIcon of={reason.intention} named />
              {reason.operator ? (
                <SaidByOperator word={reason.operator} isSet={reason.kind === 'operator'} />
              ) : (
                <>
                  <Named {...reason} />
                  <span className="text-ink-3">{aboutOf(reason)}</span>
                </>
              )}
            </span>
            <span className="text-dense text-ink-2">
              {reason.sessions > 0 && `${counted(reason.sessions, 'session')}, `}
              {(reason.firstSeen !== '' || reason.lastSeen !== '') && (
                <TimeRange
                  from={reason.firstSeen || reason.lastSeen}
                  to={reason.lastSeen || reason.firstSeen}
                />
              )}
              {reason.kind === 'tag' && (
                <Link
                  to={proof?.slug === reason.slug ? '?' : `?why=${encodeURIComponent(reason.slug)}`}
                  preventScrollReset
                  className="chrome ml-3 underline underline-offset-2"
                >
                  {proof?.slug === reason.slug ? 'Hide' : 'What matched'}
                  <span className="sr-only">{` of ${visible(reason.name.slice(0, 80))}`}</span>
                </Link>
              )}
            </span>
            {proof?.slug === reason.slug && reason.kind === 'tag' && (
              <div className="xl:col-span-2">
                <Proof proof={proof} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
