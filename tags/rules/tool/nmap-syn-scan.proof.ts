import { type Proof, proof, syn, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('nmap-syn-scan', syn(443, { window: 1024, options: '2' }), [
    syn(443, { window: 1024, options: '2', masscanId: true }),
    syn(443, { window: 64_240, options: '2' }),
    tcp(443),
  ]),
]
