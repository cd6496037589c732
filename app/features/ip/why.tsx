import type { Verdict, VerdictReason } from '#model/views.ts'
import { Mark } from '../../ui/mark.tsx'
import { Stretch } from '../../ui/moment.tsx'
import { counted } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { Value } from '../value/value.tsx'

/** No bare score: the tags that decided, those that were outranked, their dates, and what would change it. */
export function Why({ verdict }: { verdict: Verdict }) {
  const decided = verdict.reasons.filter((reason) => reason.decided)
  const outranked = verdict.reasons.filter((reason) => !reason.decided)
  return (
    <div id="why" className="scroll-mt-16">
      <Panel
        title="Why?"
        from={{
          window: 'last 90 days, UTC',
          source: verdict.method && `judged by ${verdict.method}`,
        }}
      >
        <div className="grid gap-4">
          <div className="grid max-w-[90ch] gap-1">
            <p className="font-medium">{verdict.sentence}</p>
            {verdict.wouldChange && <p className="text-ink-2">{verdict.wouldChange}</p>}
          </div>
          {decided.length > 0 && <Reasons title="Decided" reasons={decided} />}
          {outranked.length > 0 && <Reasons title="Did not decide" reasons={outranked} />}
        </div>
      </Panel>
    </div>
  )
}

function Reasons({ title, reasons }: { title: string; reasons: VerdictReason[] }) {
  return (
    <div>
      <h3 className="text-label font-semibold text-ink-3">{title}</h3>
      <ul className="divide-y divide-line">
        {reasons.map((reason) => (
          <li key={reason.slug} className="grid gap-x-4 gap-y-0.5 py-1.5 sm:grid-cols-[minmax(0,1fr)_auto]">
            <span className="flex min-w-0 flex-wrap items-center gap-2">
              <Mark of={reason.intention} named />
              <Value field="tags" value={reason.name} />
              <span className="text-ink-3">{reason.category.replaceAll('_', ' ')}</span>
            </span>
            <span className="text-dense text-ink-2">
              {counted(reason.sessions, 'session')}, <Stretch from={reason.firstSeen} to={reason.lastSeen} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
