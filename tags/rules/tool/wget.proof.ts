import { type Proof } from '#tags/proof/sketch.ts'
import { named } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [named('wget', 'Wget/1.21.4', 'Mozilla/5.0 Wget')]
