import { type Proof } from '#tags/proof/sketch.ts'
import { named } from '#tags/proof/examples.ts'

export const proofs: readonly Proof[] = [named('l9explore', 'l9explore/1.2.2', 'explore/1.0')]
