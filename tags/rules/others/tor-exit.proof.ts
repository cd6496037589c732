import { type Proof, from, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('tor-exit', from({ tor: true }), from({ vpn: true }))]
