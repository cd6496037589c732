import type { Attack } from './attack.ts'
import type { Measured } from './others.worker.ts'

/** What one attack did to others, and the lines that say so. */
export interface Row {
  name: string
  measured: Measured
  failures: readonly string[]
  lines: string[]
}

const kinds = ['healthz', 'people', 'page', 'look-up', 'gnql', 'operator'] as const
/** Whose bounds hold in a crowd too: the others share what visitors have. */
const always: readonly string[] = ['healthz', 'people', 'operator']

export const header = [
  'p50/p99 in ms of what others wait meanwhile; memory: the most the server held',
  [
    'attack'.padEnd(24),
    'point'.padEnd(12),
    ...kinds.map((kind) => kind.padEnd(13)),
    'memory   what the attacker got',
  ].join(' '),
]

export const percentile = (times: readonly number[], part: number): number => {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

const p99 = ({ measured }: Row, kind: string): number => percentile(measured[kind]?.times ?? [], 0.99)

export function rowOf(
  name: string,
  point: string,
  measured: Measured,
  { memory, outcomes, failures = [] }: { memory: number; outcomes: string; failures?: readonly string[] },
): Row {
  const cells = kinds.map((kind) => {
    const times = measured[kind]?.times ?? []
    return `${percentile(times, 0.5).toFixed(0)}/${percentile(times, 0.99).toFixed(0)}`.padEnd(13)
  })
  const line = [
    name.padEnd(24),
    point.padEnd(12),
    ...cells,
    `${(memory / 1e6).toFixed(0)} MB`.padEnd(8),
    outcomes,
  ].join(' ')
  const unlike = kinds.flatMap((kind) =>
    Object.entries(measured[kind]?.statuses ?? {})
      .filter(([status]) => status !== '200')
      .map(([status, times]) => `    ${kind}: ${status} ${times} times of ${measured[kind]?.times.length}`),
  )
  return { name, measured, failures, lines: [line, ...unlike, ...failures.map((text) => `    ${text}`)] }
}

/** /healthz within 50 ms, or on a loaded machine three times as long as when nothing happened. */
const healthBound = 50
const factor = 3
/** Below that many milliseconds nobody notices, and a few samples say nothing. */
const noticed = 50

/** What must not be: a sentence for each finding. */
export function wrongIn(row: Row, idle: Row, { tolerated = [], crowd = false, max = 0 }: Attack): string[] {
  const wrong = row.failures.map((text) => `${row.name}: ${text}`)
  for (const kind of kinds) {
    const isHealth = kind === 'healthz'
    const [before, now] = [p99(idle, kind), p99(row, kind)]
    if (crowd && !always.includes(kind)) continue
    const bound = Math.max(isHealth ? healthBound : Math.max(noticed, max), factor * before)
    if (now > bound)
      wrong.push(`${row.name}: ${kind} p99 is ${now.toFixed(0)} ms, ${before.toFixed(0)} ms when idle`)
    for (const [status, times] of Object.entries(row.measured[kind]?.statuses ?? {}))
      if (status !== '200' && !tolerated.includes(Number(status)))
        wrong.push(`${row.name}: ${kind} got ${status} ${times} times`)
  }
  const surprises = [...row.lines.join(' ').matchAll(/(?<!\d)5(?!03)\d\d(?: cut)?×\d+/g)].map(
    ([text]) => text,
  )
  if (surprises.length > 0) wrong.push(`${row.name}: the attacker got ${surprises.join(', ')}`)
  return wrong
}
