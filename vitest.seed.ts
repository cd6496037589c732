import * as fc from 'fast-check'

/** `npm test` says the same of the same tree; `npm run torture -- --only laws` looks for what other seeds find. */
fc.configureGlobal({ seed: Number(process.env['NOISEFLOOR_SEED'] ?? 20_261_121) })
