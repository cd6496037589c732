import { verified } from '#tags/proof/actors.ts'
import { type Proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [verified('qualys', 'scan01.qualys.com')]
