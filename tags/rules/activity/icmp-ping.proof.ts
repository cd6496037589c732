import { type Proof, icmp, proof, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [proof('icmp-ping', icmp(8), [icmp(0), udp(8)])]
