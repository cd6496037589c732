import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('jenkins-cli-probe', [tcp(50000, 'Protocol:CLI')], [tcp(50000, 'hello'), tcp(50001, 'Protocol:CLI')]),
]
