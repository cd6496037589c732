import { type Proof, proof, tcp, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('ntp-client', udp(123, '#'), [tcp(123), udp(124)])]
