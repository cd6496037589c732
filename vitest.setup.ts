import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'

/** `npm test` says the same of the same tree; `npm run torture -- --only laws` looks for what other seeds find. */
fc.configureGlobal({ seed: Number(process.env['NOISEFLOOR_SEED'] ?? 20_261_121) })

/**
 * `NOISEFLOOR_CLOCK=23:59:50 npm test`: every file of tests begins at that time of the day (UTC), as its own clock and
 * that of the servers it starts say, and so lives through midnight.
 */
const wanted = process.env['NOISEFLOOR_CLOCK']
// Files that share a process share its clock.
if (wanted && process.env['NOISEFLOOR_CLOCK_OFFSET'] === undefined) {
  const day = 86_400_000
  const now = Date.now()
  const at = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T${wanted}Z`)
  if (Number.isNaN(at))
    throw new Error(`NOISEFLOOR_CLOCK=${wanted}: expected a time of the day such as 23:59:50.`)
  // Forward, so that nothing made by an earlier file of this run lies in the future.
  process.env['NOISEFLOOR_CLOCK_OFFSET'] = String((at - now + day) % day)
  const shift = fileURLToPath(new URL('./tests/clock.ts', import.meta.url))
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import=${shift}`.trim()
  await import('./tests/clock.ts')
}
