import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'weblogic-t3-probe',
    [tcp(7001, 't3 12.2.1\u000aAS:255\u000aHL:19\u000a\u000a')],
    [tcp(7001, 'hello'), tcp(7002, 't3 12.2.1\u000aAS:255\u000aHL:19\u000a\u000a')],
  ),
]
