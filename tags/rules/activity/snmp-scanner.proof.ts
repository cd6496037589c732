import { type Proof, proof, tcp, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('snmp-scanner', udp(161, '0'), [tcp(161), udp(162)])]
