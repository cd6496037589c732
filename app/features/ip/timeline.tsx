import { Link } from 'react-router'
import type { IpTimeline } from '#model/ip-report.ts'
import { useFrame } from '../../page-frame.tsx'
import { Lanes } from '../../ui/charts/lanes.tsx'
import { counted } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/state.tsx'
import { ReachNote } from '../error/reach-note.tsx'
import { WhoGrants } from '../error/who-grants.tsx'
import { History } from './history.tsx'
import { fields, timelineHref, type TimelineView, windows } from './timeline-view.ts'

/** What the address did over time: the value of one field a lane, and the changes of its verdict. */
export function Timeline({ timeline, view }: { timeline: IpTimeline; view: TimelineView }) {
  const { historicDays } = useFrame().plan
  const reach = `last ${counted(timeline.days, 'day')}`
  return (
    <div className="grid gap-4">
      <div className="chrome flex flex-wrap items-center gap-x-8 gap-y-2">
        <Choices
          label="Window"
          choices={windows.map((days) => ({
            label: days === 1 ? '1 day' : `${days} days`,
            to: { ...view, days },
            isOn: days === view.days,
          }))}
        />
        <Choices
          label="Show"
          choices={fields.map(({ field, label }) => ({
            label,
            to: { ...view, field },
            isOn: field === view.field,
          }))}
        />
        <Choices
          label="By"
          choices={(['hour', 'day'] as const).map((by) => ({
            label: by,
            to: { ...view, by },
            isOn: by === view.by,
          }))}
        />
      </div>
      <ReachNote shown={historicDays} asked={view.days} />
      <Panel
        title={fields.find(({ field }) => field === view.field)?.label ?? 'Timeline'}
        from={{ window: `${reach}, by the UTC ${timeline.by}, sessions` }}
      >
        {timeline.isWithheld ? (
          <Empty why="Your plan does not include this.">
            <WhoGrants />
          </Empty>
        ) : timeline.lanes.length === 0 ? (
          <Empty why="Nothing of this in the window." />
        ) : (
          <Lanes timeline={timeline} />
        )}
        {timeline.more > 0 && (
          <p className="mt-2 text-label text-ink-3">
            {counted(timeline.more, 'more value')}, each with fewer sessions.
          </p>
        )}
      </Panel>
      {timeline.steps.length > 0 && <History steps={timeline.steps} more={false} reach={reach} />}
    </div>
  )
}

function Choices({
  label,
  choices,
}: {
  label: string
  choices: { label: string; to: TimelineView; isOn: boolean }[]
}) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-x-3">
      <span className="inline-flex min-h-6 items-center text-ink-3">{label}</span>
      {choices.map(({ label: name, to, isOn }) => (
        <Link
          key={name}
          to={timelineHref(to)}
          preventScrollReset
          aria-current={isOn ? 'true' : undefined}
          className={`inline-flex min-h-6 items-center ${isOn ? 'font-semibold text-ink' : ''}`}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
