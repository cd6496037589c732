import { type Proof, proof, tcp, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('mdns-scanner', udp(5353, '\u0000'), [tcp(5353), udp(5354)])]
