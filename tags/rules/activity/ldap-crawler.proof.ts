import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'ldap-crawler',
    tcp(389, '0%\u0002\u0001\u0001c \u0004\u0000\u0087\u000bobjectClass0\u0000'),
    tcp(389, '0%'),
  ),
]
