import { verified } from '#tags/proof/actors.ts'
import { type Proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [verified('petalbot', 'petalbot-1.petalsearch.com')]
