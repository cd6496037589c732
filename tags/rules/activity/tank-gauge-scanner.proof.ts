import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'tank-gauge-scanner',
    [tcp(10001, '\u0001I20100\u000a')],
    [tcp(10001, 'hello'), tcp(10002, '\u0001I20100\u000a')],
  ),
]
