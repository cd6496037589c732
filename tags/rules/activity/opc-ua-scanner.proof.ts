import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'opc-ua-scanner',
    [tcp(4840, 'HELF<\u0000\u0000\u0000opc.tcp://')],
    [tcp(4840, 'hello'), tcp(4841, 'HELF<\u0000\u0000\u0000opc.tcp://')],
  ),
]
