import type { SensorList } from '#services/sensors/list.ts'
import type { SensorState } from '#services/sensors/status.ts'
import { withCommas } from '../../ui/numbers.ts'
import { State } from './state.tsx'

const order: readonly SensorState[] = ['online', 'degraded', 'offline', 'never-seen']

/** How many fare how, whatever is searched for. */
export function Counts({ counts }: { counts: SensorList['counts'] }) {
  return (
    <dl className="grid grid-cols-2 rounded-control border border-line bg-surface sm:grid-cols-4">
      {order.map((state) => (
        <div key={state} className="flex flex-col-reverse px-4 py-2">
          <dt>
            <State state={state} />
          </dt>
          <dd className="text-head font-semibold">{withCommas(counts[state])}</dd>
        </div>
      ))}
    </dl>
  )
}
