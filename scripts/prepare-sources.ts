import { prepare } from '#sources/prepared.ts'

/** Run by scripts/bootstrap.mjs after an install, so that a first start finds the bundled sources ready; without, it makes them itself. */
await prepare().catch((error: unknown) =>
  console.warn(`The reference data was not prepared: ${String(error)}`),
)
