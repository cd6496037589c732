import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'amqp-probe',
    [tcp(5672, 'AMQP\u0000\u0000\u0009\u0001')],
    [tcp(5672, 'hello'), tcp(5673, 'AMQP\u0000\u0000\u0009\u0001')],
  ),
]
