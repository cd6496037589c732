import { type Proof } from '#tags/proof/sketch.ts'
import { named } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [
  named('nikto', 'Mozilla/5.00 (Nikto/2.5.0) (Evasions:None) (Test:Port Check)', 'Nikto reader'),
]
