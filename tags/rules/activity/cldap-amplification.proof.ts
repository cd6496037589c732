import { type Proof, proof, tcp, udp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('cldap-amplification', udp(389, '0%'), [tcp(389, '0%'), udp(389)]),
]
