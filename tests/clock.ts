/**
 * Moves the clock of this process by NOISEFLOOR_CLOCK_OFFSET milliseconds, before anything reads it: the tests' own by
 * vitest.setup.ts, that of every Node process they start by `--import` in NODE_OPTIONS. The product has one clock and no
 * setting for it (server/run/program.ts); timers and `performance.now` go on as they are.
 */
export const offset = Number(process.env['NOISEFLOOR_CLOCK_OFFSET'] ?? 0)
if (offset !== 0) {
  const real = Date
  const realNow = Date.now
  real.now = () => realNow() + offset
  // Not a class of its own: what others made before stays an instance of it.
  globalThis.Date = new Proxy(real, {
    construct: (target, args, made) =>
      Reflect.construct(target, args.length === 0 ? [real.now()] : args, made),
    apply: () => new real(real.now()).toString(),
  })
}
