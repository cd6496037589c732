import { type Proof, proof, tcp } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'stratum-miner',
    [tcp(3333, '{"id":1,"method":"mining.subscribe"}')],
    [tcp(3333, 'hello'), tcp(3334, '{"id":1,"method":"mining.subscribe"}')],
  ),
]
