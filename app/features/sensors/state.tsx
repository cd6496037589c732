import type { SensorState } from '#services/sensors/status.ts'

export const stateWords: Record<SensorState, string> = {
  online: 'Online',
  degraded: 'Degraded',
  offline: 'Offline',
  'never-seen': 'Never seen',
}

const inks: Record<SensorState, string> = {
  online: 'text-ok',
  degraded: 'text-warn',
  offline: 'text-danger',
  'never-seen': 'text-ink-2',
}

/** Told apart by shape, not by colour alone. */
const shapes: Record<SensorState, string> = {
  online: 'M8 2a6 6 0 1 0 .001 0z',
  degraded: 'M8 2l6.5 12h-13z',
  offline: 'M3 3h10v10H3z',
  'never-seen': 'M8 2l6 6-6 6-6-6z',
}

/** How a sensor fares: a shape and a word. */
export function State({ state }: { state: SensorState }) {
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium whitespace-nowrap ${inks[state]}`}>
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        width="11"
        height="11"
        fill={state === 'never-seen' ? 'none' : 'currentColor'}
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <path d={shapes[state]} />
      </svg>
      {stateWords[state]}
    </span>
  )
}
