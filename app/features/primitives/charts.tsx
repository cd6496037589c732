import type { Activity, IpTimeline } from '#model/ip-report.ts'
import { ActivityMatrix } from '../../ui/charts/activity-matrix.tsx'
import { Lanes } from '../../ui/charts/lanes.tsx'
import { type CountryCount, WorldMap } from '../../ui/charts/world-map.tsx'
import { Panel } from '../../ui/panel.tsx'
import { hrefOf } from '../value/value-href.ts'
import { Line } from './line.tsx'

const dayMs = 86_400_000
const hourMs = dayMs / 24
const begin = Date.parse('2026-11-01T00:00:00Z')
const startsOf = (count: number, stepMs: number): string[] =>
  Array.from({ length: count }, (_, at) => new Date(begin + at * stepMs).toISOString())
/** From nothing to a flood, so that every darkness is seen. */
const cellsOf = (count: number, turn: number): number[] =>
  Array.from({ length: count }, (_, at) => Math.floor(10 ** (((at + turn) % 6) - 1)))
const longPath = `/${'a-path-that-is-longer-than-its-place/'.repeat(8)}`

const countries: readonly CountryCount[] = [
  { code: 'US', value: 'United States', count: 12_904 },
  { code: 'CN', value: 'China', count: 2011 },
  { code: 'BR', value: 'Brazil', count: 310 },
  { code: 'ZA', value: 'South Africa', count: 44 },
  { code: 'AU', value: 'Australia', count: 6 },
  { code: 'IS', value: 'Iceland', count: 1 },
]

const laneOf = (
  name: string,
  intention: IpTimeline['lanes'][number]['intention'],
  cells: number[],
): IpTimeline['lanes'][number] => ({
  label: name,
  name,
  intention,
  cells,
  sessions: cells.reduce((sum, one) => sum + one, 0),
})

const timelineOf = (by: 'hour' | 'day', lanes: IpTimeline['lanes']): IpTimeline => {
  const starts = startsOf(lanes[0]?.cells.length ?? 0, by === 'hour' ? hourMs : dayMs)
  return { field: 'tags', days: 30, by, isWithheld: false, starts, lanes, more: 0, steps: [] }
}

const intentions = ['malicious', 'suspicious', 'benign', 'unknown'] as const

const activity: Activity = {
  days: startsOf(30, dayMs).map((start) => start.slice(0, 10)),
  rows: [
    ...intentions.map((intention, turn) => ({
      kind: 'tag' as const,
      label: `A tag, ${intention}`,
      intention,
      cells: cellsOf(30, turn),
    })),
    { kind: 'port', label: '23', intention: null, cells: cellsOf(30, 2) },
    { kind: 'port', label: '2323, never', intention: null, cells: Array.from({ length: 30 }, () => 0) },
    { kind: 'path', label: longPath, intention: null, cells: cellsOf(30, 4) },
  ],
}

/** Maps, lanes and matrices; where there is nothing to draw, pages say so in words (ui/state.tsx). */
export function Charts() {
  return (
    <Panel title="Charts">
      <div className="grid gap-4">
        <Line name="Map: five steps, one country, and none">
          {[countries, countries.slice(-1), []].map((shown) => (
            <div key={shown.length} className="world w-full grid-cols-1!">
              <WorldMap
                countries={shown}
                noun="IPs"
                sentence={`Map of ${shown.length} countries`}
                hrefOf={({ value }) => hrefOf('country', value)}
              />
            </div>
          ))}
        </Line>
        <Line name="Lanes: by the day with each intention, by the hour, and a name of long text">
          <div className="w-full">
            <Lanes
              timeline={timelineOf(
                'day',
                intentions.map((one, turn) => laneOf(`A tag, ${one}`, one, cellsOf(30, turn))),
              )}
            />
          </div>
          <div className="w-full">
            <Lanes
              timeline={timelineOf('hour', [
                laneOf('23', null, cellsOf(168, 0)),
                laneOf(longPath, null, cellsOf(168, 3)),
              ])}
            />
          </div>
        </Line>
        <Line name="Matrix: tags, ports and paths, one never seen, one of long text; the last day is not over">
          <div className="w-full min-w-0">
            <ActivityMatrix activity={activity} today={activity.days.at(-1) ?? ''} />
          </div>
        </Line>
      </div>
    </Panel>
  )
}
