import { type Proof, from, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('vpn-exit', from({ vpn: true }), from({ tor: true }))]
