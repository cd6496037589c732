import { type Proof, proof, tcp, tls } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('tls-client', tls(), tcp(443))]
