import { verified } from '#tags/proof/actors.ts'
import { type Proof, at, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('applebot', at('17.241.75.1'), at('17.241.76.1')),
  verified('applebot', '17-58-98-1.applebot.apple.com'),
]
