import { type Proof } from '#tags/proof/sketch.ts'
import { named } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [
  named('sqlmap', 'sqlmap/1.8.4#stable (https://sqlmap.org)', 'Mozilla/5.0 sqlmap'),
]
