import { fileURLToPath } from 'node:url'

const dayMs = 86_400_000
const shift = fileURLToPath(new URL('../clock.ts', import.meta.url))

/**
 * For claims about days: a server whose day began twelve hours ago and ends in twelve, whatever the hour here.
 * `environment` for startProduct, `clock` for openInside; `now` as it says, in milliseconds since 1970 UTC.
 */
export function noon(): { now: number; clock: () => number; environment: Record<string, string> } {
  const here = Date.now()
  const now = Math.floor(here / dayMs) * dayMs + dayMs / 2
  const offset = Number(process.env['NOISEFLOOR_CLOCK_OFFSET'] ?? 0) + now - here
  const options = process.env['NODE_OPTIONS'] ?? ''
  return {
    now,
    clock: () => Date.now() + now - here,
    environment: {
      NOISEFLOOR_CLOCK_OFFSET: String(offset),
      NODE_OPTIONS: options.includes(shift) ? options : `${options} --import=${shift}`.trim(),
    },
  }
}
