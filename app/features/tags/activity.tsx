import { Link } from 'react-router'
import type { TagActivity } from '#model/tag-report.ts'
import { inUtcDays } from '../../reach.ts'
import { stackOrder } from '../../ui/charts/bar.ts'
import { StackedBars } from '../../ui/charts/stacked-bars.tsx'
import { classLooks, ClassIcon } from '../../ui/class-icon.tsx'
import { counted, withCommas } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { ReachNote } from '../error/reach-note.tsx'
import { bucketLabel, stepWord } from './bucket.ts'
import { CountsNote } from './counts-note.tsx'

/** Windows one can choose; the first is the default. */
export const activityDays = [3, 7, 30, 90] as const

/** @param asked days of the window that was chosen; a plan may reach fewer */
export function TagActivityPanel({ activity, asked }: { activity: TagActivity; asked: number }) {
  const { days, step, buckets, addresses, behindSeconds } = activity
  const total = stackOrder.reduce((sum, name) => sum + addresses[name], 0)
  const last = buckets.at(-1)?.start ?? ''
  return (
    <Panel
      title="Activity"
      from={{
        window: inUtcDays(days),
        source: 'own sensors and captures',
      }}
    >
      <nav aria-label="Window" className="chrome mb-3 flex flex-wrap gap-x-4">
        {activityDays.map((choice) => (
          <Link
            key={choice}
            to={choice === activityDays[0] ? '?' : `?days=${choice}`}
            preventScrollReset
            aria-current={choice === asked ? 'true' : undefined}
            className={`inline-flex min-h-6 items-center ${choice === asked ? 'font-semibold text-ink' : ''}`}
          >
            {choice} days
          </Link>
        ))}
      </nav>
      <ReachNote shown={days} asked={asked} />
      <CountsNote behindSeconds={behindSeconds} className="mb-2" />
      <p className="mb-2">
        <strong className="font-semibold">{counted(total, 'address', 'addresses')}</strong>
        {total > 0 && ', by the verdict on each as it stands:'}
      </p>
      <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1">
        {stackOrder
          .filter((name) => addresses[name] > 0)
          .map((name) => (
            <li key={name} className="inline-flex items-center gap-1.5">
              <ClassIcon of={name} />
              {classLooks[name].word} {withCommas(addresses[name])}
            </li>
          ))}
      </ul>
      <StackedBars
        bars={buckets.map(({ start, addresses: counts }) => ({ day: start, counts }))}
        noun="IPs"
        per={stepWord(step)}
        labelOf={(start) => bucketLabel(start, step)}
        today={last}
      />
      <p className="mt-2 text-label text-ink-3">
        Bars count different addresses of each {stepWord(step)}, by the verdict of what each showed on that
        UTC day.
      </p>
    </Panel>
  )
}
