import type { Sighting } from '#model/ip-report.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { Moment, TimeRange } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Value } from '../value/value.tsx'

const trusted = {
  malicious: 'trusted: counts as malicious',
  suspicious: 'trusted: counts as suspicious',
  none: 'not trusted for verdicts',
} as const

/** What named sources report: theirs, and no part of what our sensors saw. */
export function Sightings({ sightings }: { sightings: Sighting[] }) {
  return (
    <Panel title="Reported by others" from={{ source: 'imported lists, not our sensors' }}>
      <ul className="divide-y divide-line">
        {sightings.map((one) => (
          <li key={one.source} className="grid gap-0.5 py-1.5">
            <span className="flex flex-wrap items-center gap-x-3">
              <Value field="source" value={one.source} />
              <span className="text-ink-3">{trusted[one.trust]}</span>
            </span>
            {(one.tags.length > 0 || one.note !== '') && (
              <InertText
                text={[one.tags.join(', '), one.note].filter(Boolean).join(': ')}
                limit={300}
                mono={false}
              />
            )}
            <span className="text-label text-ink-3">
              {one.firstSeen === '' && one.lastSeen === '' ? (
                'no dates given'
              ) : (
                <TimeRange from={one.firstSeen || one.lastSeen} to={one.lastSeen || one.firstSeen} />
              )}
              {', list of '}
              <Moment at={one.imported} />
              {one.licence !== '' && (
                <>
                  {', '}
                  <InertText text={one.licence} limit={60} mono={false} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
