import { type Proof } from '#tags/proof/sketch.ts'
import { named } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [
  named('openvas', 'Mozilla/5.0 [en] (X11, U; OpenVAS-VT 22.7.9)', 'Mozilla/5.0 [en] (X11, U)'),
]
