import { type Proof, proof, tcp, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('ike-scanner', udp(500, '\u0000'), [tcp(500), udp(501)])]
