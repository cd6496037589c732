import type { VerdictStep } from '#model/verdict.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { ClassBadge } from '../../ui/class-icon.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { changesOf } from './history-changes.ts'
import { SaidByOperator } from './said-by-operator.tsx'

/** How the verdict, or what decided it, changed. */
export function History({
  steps,
  more,
  reach,
}: {
  steps: VerdictStep[]
  more: boolean
  /** How far back the steps reach, in words. */
  reach: string
}) {
  return (
    <Panel title="History of verdicts" from={{ window: reach, source: 'recorded at each change' }}>
      <ol className="divide-y divide-line">
        {changesOf(steps).map(({ step, came, went }) => (
          <li key={step.at} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <Moment at={step.at} />
            {step.before === step.after ? (
              <>
                <Verdict of={step.after} /> <span className="text-ink-3">as before</span>
              </>
            ) : (
              <>
                <Verdict of={step.before} />
                <span aria-label="became">→</span>
                <Verdict of={step.after} />
              </>
            )}
            {came.some(({ operator }) => operator) ? (
              came.map(
                ({ slug, operator }) => operator && <SaidByOperator key={slug} word={operator} isSet />,
              )
            ) : (
              <Reasons lead={step.before === step.after ? 'now also for' : ''} of={came} />
            )}
            <Reasons lead="no longer for" of={went} />
            <span className="text-label text-ink-3">{step.method}</span>
          </li>
        ))}
      </ol>
      {more && <p className="mt-2 text-label text-ink-3">Older changes are in the API.</p>}
    </Panel>
  )
}

const Reasons = ({ lead, of }: { lead: string; of: VerdictStep['decided'] }) =>
  of.length > 0 && (
    <span className="min-w-0 text-ink-2">
      {lead && <span className="text-ink-3">{lead} </span>}
      <InertText text={of.map(({ name }) => name).join(', ')} limit={2000} mono={false} />
    </span>
  )

const Verdict = ({ of }: { of: VerdictStep['after'] }) =>
  of === '' ? <span className="text-ink-3">no verdict</span> : <ClassBadge of={of} />
