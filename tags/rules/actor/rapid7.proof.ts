import { verified } from '#tags/proof/actors.ts'
import { type Proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [verified('rapid7', 'scanner1.labs.rapid7.com')]
