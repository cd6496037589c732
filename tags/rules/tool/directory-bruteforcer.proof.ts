import { type Proof } from '#tags/proof/sketch.ts'
import { named } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [
  named('directory-bruteforcer', 'gobuster/3.6', 'Mozilla/5.0 gobuster'),
]
