import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('androxgh0st', post('/', '0x[]=androxgh0st'), post('/', '0x[]=other')),
]
