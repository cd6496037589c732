import { readFileSync } from 'node:fs'

/**
 * Moves the clock of this process by NOISEFLOOR_CLOCK_OFFSET milliseconds, before anything reads it: the tests' own by
 * vitest.setup.ts, that of every Node process they start by `--import` in NODE_OPTIONS. The product has one clock and no
 * setting for it (server/run/program.ts); timers and `performance.now` go on as they are.
 *
 * NOISEFLOOR_CLOCK_FILE names a file of as many milliseconds more, which is read anew at SIGUSR2 (tests/product/moving-clock.ts).
 */
export const offset = Number(process.env['NOISEFLOOR_CLOCK_OFFSET'] ?? 0)
const file = process.env['NOISEFLOOR_CLOCK_FILE']
let ahead = offset
if (file !== undefined) {
  const read = (): void => void (ahead = offset + Number(readFileSync(file, 'utf8')))
  read()
  process.on('SIGUSR2', read)
}
if (offset !== 0 || file !== undefined) {
  const real = Date
  const realNow = Date.now
  real.now = () => realNow() + ahead
  // Not a class of its own: what others made before stays an instance of it.
  globalThis.Date = new Proxy(real, {
    construct: (target, args, made) =>
      Reflect.construct(target, args.length === 0 ? [real.now()] : args, made),
    apply: () => new real(real.now()).toString(),
  })
}
